//! Sets of cells and attack tables shared by games.
