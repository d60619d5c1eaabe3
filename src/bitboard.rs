//! Sets of cells and the bit gathering that attack tables are indexed with, shared by the games.

mod gather;
mod set;

pub use crate::instructions::{FAST, LANES, Lanes};
pub use gather::Gather;
pub use set::{CellSet, Cells};
