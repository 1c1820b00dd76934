//! The hand's landmarks and bones, as the pose model and the truth files number them.

/// Tips of index, middle, ring and little finger.
pub const TIPS: [usize; 4] = [8, 12, 16, 20];

/// Bones of a hand as pairs of landmarks, in MediaPipe's order: wrist 0, then thumb, index, middle, ring and little finger,
/// four each from base to tip; the last closes the palm.
pub const BONES: [(usize, usize); 21] = [
    (0, 1),
    (1, 2),
    (2, 3),
    (3, 4),
    (0, 5),
    (5, 6),
    (6, 7),
    (7, 8),
    (5, 9),
    (9, 10),
    (10, 11),
    (11, 12),
    (9, 13),
    (13, 14),
    (14, 15),
    (15, 16),
    (13, 17),
    (17, 18),
    (18, 19),
    (19, 20),
    (0, 17),
];
