//! The weights: their names, order and meaning.

use crate::eval::WeightGroup;
use crate::eval::tapered::{self, weight_groups};

/// Circles with the left and right half folded together.
pub(super) const FOLDED: usize = 23;

weight_groups! {
    TEMPO "tempo" 1, "the right to move";
    PIECES "pieces" 9, "own pieces, 0 to 8";
    OUTSIDE "outside" 9, "own pieces outside the end rows, 0 to 8";
    QUALIFIED "qualified" 1, "may use the centre";
    DISTANCE "distance" 3, "piece outside that needs one, two, more moves to an end row, as the lines are now";
    FROZEN_DISTANCE "frozen_distance" 3, "the same of a frozen piece";
    FROZEN "frozen" 1, "frozen piece";
    CROWDED "crowded" 4, "pieces outside for which the end rows have no free circle, 0 to 3 or more";
    MOBILITY "mobility" 1, "target of a regular move";
    SHUT_IN "shut_in" 3, "piece outside with 0, 1 or 2 targets";
    RED "red" 5, "circles where a piece that moves would complete a red triangle, 0 to 4 or more";
    PURPLE "purple" 1, "the same of a purple triangle, not yet qualified";
    PURPLE_AGAIN "purple_again" 1, "the same, already qualified";
    YELLOW "yellow" 6, "no yellow triangle can be completed; pieces that its bonus could take, 0 to 4 or more";
    YELLOW_PAIR "yellow_pair" 1, "yellow triangle of which two tips are held and the third can't be reached";
    BLUE "blue" 6, "the same of a blue bonus";
    BLUE_PAIR "blue_pair" 1, "the same of a blue triangle";
    ROW "row" 5, "pieces on the last row that a purple bonus could take with the next turn, 0 to 4 or more";
    EXPOSED "exposed" 1, "piece that an enemy piece can displace now";
    CENTRE_EXPOSED "centre_exposed" 1, "piece on the centre that an enemy piece can take now";
    BLOCKING "blocking" 4, "own pieces on the enemy's end rows while enemy pieces are outside, 0 to 3 or more";
    CIRCLES "circles" FOLDED, "piece by circle, rows from the own side, left and right half folded together";
}

/// All groups.
pub(super) static LAYOUT: [WeightGroup; PLAIN.len()] = tapered::layout(&PLAIN, 0);
