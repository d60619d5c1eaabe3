//! Sets of cells and the bit gathering that attack tables are indexed with, shared by the games.

mod pext;
mod set;

pub use pext::{FAST, Gather};
pub use set::{CellSet, Cells};
