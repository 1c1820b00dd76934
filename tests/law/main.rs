//! The engine, clause by clause: one file a chapter of the Laws, tests named by clause.

mod bench;
mod games;
mod incidents;
mod isf_books_bench;
mod isf_books_d_cards;
mod isf_books_e_structure;
mod isf_books_f_slaps;
mod isf_books_g_course;
mod isf_books_g_shortage;
mod isf_books_games;
mod isf_books_h_endings;
mod isf_books_properties;
mod isf_d_card_play;
mod isf_e_match_structure;
mod isf_f_slaps;
mod isf_h_end_of_round;
mod properties;
mod texts;
