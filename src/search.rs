//! One search for every game: iterative deepening alpha-beta over a shared transposition table.
//!
//! Nothing here reads input or writes output: a search takes a [`Root`], [`Limits`], a [`Control`] and a
//! [`Report`] sink. The clock is read only in `time`, threads live only in `parallel`.

mod api;
mod searcher;

pub use api::{
    Bound, Clock, Control, Info, Limits, MATE, MATE_IN_MAX, MAX_PLY, NoReport, Report, Root, Score,
    SearchResult,
};
pub use searcher::{HashError, Searcher, Selectivity};
