//! Sets of cells and the bit gathering that attack tables are indexed with, shared by the games.

mod gather;
mod pext;
mod set;

pub use gather::Gather;
pub use pext::FAST;
pub use set::{CellSet, Cells};
