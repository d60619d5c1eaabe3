//! One search for every game: iterative deepening alpha-beta over a shared transposition table.
//!
//! Nothing here reads input or writes output: a search takes a [`Root`], [`Limits`], a [`Control`] and a
//! [`Report`] sink. The clock is read only in `time`, threads live only in `parallel`, and every number of
//! the selective search stands in `params`.
//!
//! ```text
//! searcher    the value others hold
//! parallel    threads              time      the clock
//! deepening   the root             worker    making moves, nodes, when to stop
//! alphabeta   below the root       node      kinds of nodes
//! quiescence  the leaves           ordering  which move comes next
//! table       shared results       histories what one thread learnt of moves
//! score       what scores mean     prober    tablebases and the like
//! level       playing below full strength
//! ```

mod alphabeta;
mod api;
mod deepening;
mod histories;
mod level;
mod node;
mod ordering;
mod parallel;
mod params;
mod prober;
mod quiescence;
mod score;
mod searcher;
mod state;
mod table;
mod time;
mod worker;

pub use api::{
    Bound, Clock, Control, Info, Limits, MATE, MATE_IN_MAX, MAX_PLY, NoReport, Report, Root, Score,
    SearchResult,
};
pub use level::{Level, Lottery};
pub use params::Params;
pub use prober::{Knowledge, Prober};
pub use searcher::{HashError, Searcher, Selectivity};
pub use table::{Entry, Table, hash_limit};
