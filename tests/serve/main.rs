//! The review page: the server against bad requests, and the page in a real browser.

mod browser;
mod cameras;
mod footage;
mod frames;
mod handing;
mod killed;
mod refusals;
mod reviewing;
mod server;
mod words;
