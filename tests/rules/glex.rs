//! Gle'x, sentence by sentence: a name's first word is the section of the rules. Every list of turns is held against
//! the slow generator as well.

use oddity::game::{Game, History, MoveError, MoveStyle};
use oddity::games::glex::{Glex, Triangles};

use crate::rules::setup::{moves, play};
use crate::slow_glex::Slow;

/// The rests of all legal turns that begin with `beginning`, sorted, are these.
#[track_caller]
fn turns(fen: &str, beginning: &str, rests: &str) {
    let game = Glex::new();
    let all = moves(&game, &game.parse_fen(fen).expect("a good FEN"));
    let found: Vec<&str> = all.iter().filter_map(|m| m.strip_prefix(beginning)).collect();
    assert_eq!(found.join(" "), rests, "{fen}");
    assert_eq!(all, Slow::from_fen(fen).expect("a good FEN").legal_moves(), "{fen}");
}

/// A turn leads to this position.
#[track_caller]
fn leads(fen: &str, turn: &str, to: &str) {
    let game = Glex::new();
    let pos = play(&game, &game.parse_fen(fen).expect("a good FEN"), turn);
    assert_eq!(game.fen(&pos), to, "{fen} {turn}");
    assert_eq!(game.key(&pos), game.recompute_key(&pos));
}

/// How a position stands after some turns: the result and the reason.
#[track_caller]
fn ends(fen: &str, turns: &str, result: Option<(&str, &str)>) {
    let game = Glex::new();
    let pos = play(&game, &game.parse_fen(fen).expect("a good FEN"), turns);
    let outcome = game.finished(&pos);
    assert_eq!(outcome.as_ref().map(|o| (o.score_text(), o.reason)), result, "{fen} {turns}");
    assert_eq!(moves(&game, &pos).is_empty(), result.is_some(), "{fen} {turns}");
}

/// Lines run along the rows and along the diagonals; on rows b, d, f and h a piece goes one circle only.
#[test]
fn board_lines() {
    turns("b1W2/b3/W4/3b/5/W3/4b/4/4W w - - - 1", "d2", "a5 b4 c1 c3 d4 e1 e3 f4 g5 h6 i7");
    turns("b1W2/b3/W4/3b/5/W3/4b/4/4W w - - - 1", "g1", "a7 b6 c5 d4 e3 f2 g3 g5 g7 g9");
    turns("b1W2/b3/W4/3b/5/W3/4b/4/4W w - - - 1", "a9", "a1 a3 a5 a7 b8 c7 d6");
    turns("b1W2/b3/W4/3b/5/4/4b/1W2/4W w - - - 1", "b4", "a3 a5 b2 b6 c3 c5 d2 d6 e1 e7");
}

/// A triangle is formed when the destination completes it with own pieces.
#[test]
fn triangles_formed_by_the_destination() {
    turns(
        "b4/b3/5/3b/5/4/3Wb/WW2/W3W w - - - 1",
        "a1a3",
        " ,b2a1 ,b2c1 ,b2c3 ,b2d4 ,b4a5 ,b4b6 ,b4c3 ,b4c5 ,b4d2 ,b4d6 ,b4e1 ,b4e7",
    );
    turns("b4/b3/5/3b/5/4/2WW1/Wb2/W3W w - - - 1", "a1a3", "");
}

/// What lies between the tips of a triangle does not matter.
#[test]
fn triangles_between_the_tips() {
    leads("5/b3/2W2/2b1/5/1b2/1W1bW/4/4W w - - - 1", "c3c1", "5/b3/2W2/2b1/5/1b2/W2bW/4/4W b W c1 - 1");
    turns("b4/b2b/2W2/4/5/3b/1W2W/4/4W w - - - 1", "c3c1,", "c9e7 c9f6");
}

/// Only triangles that contain the destination count.
#[test]
fn triangles_without_the_destination() {
    turns(
        "b4/b3/5/3b/5/4/3Wb/WW2/1W2W w - - - 1",
        "a9",
        "a5 a5,a3a1 a5,b4b6 a5,b4c3 a5,b4c5 a5,b4d2 a5,b4d6 a5,b4e1 a5,b4e7 a7 b8",
    );
}

/// A regular move goes over empty circles to an empty circle; there is no jumping.
#[test]
fn regular_over_empty_circles() {
    turns("b4/b3/W4/3b/1b3/4/W1W2/4/4W w - - - 1", "c1", "a3 b2 c3 d2");
    turns("b1W2/b3/W4/3b/5/4/1b3/W3/2W2 w - - - 1", "b2", "a1 a3 b4 c1");
}

/// A player who is not qualified may not enter or pass the centre, even empty.
#[test]
fn centre_of_the_unqualified() {
    turns("b1W2/b3/W4/3b/5/4/1W2b/4/2W2 w - - - 1", "c3", "a1 b2 b4 c1 c5 c7 d2 d4 e1");
    turns("b1W2/b3/W4/3b/5/4/1W2b/4/2W2 w b - - 1", "c3", "a1 b2 b4 c1 c5 c7 d2 d4 e1");
    turns("b1W2/b3/W4/3b/2b2/4/1W3/4/2W2 w - - - 1", "c3", "a1 b2 b4 c1 c5 c7 c9 d2 d4 e1");
    turns("b1W2/b3/W4/3b/W4/4/4b/4/2W2 w - - - 1", "e1", "b4 c3 d2 e3 f2 g3 h4");
}

/// A qualified player may pass it and enter it.
#[test]
fn centre_of_the_qualified() {
    turns("b1W2/b3/W4/3b/5/4/1W2b/4/2W2 w W - - 1", "c3", "a1 b2 b4 c1 c5 c7 d2 d4 e1 e5 f6 g7 h8 i9");
    turns("b1W2/b3/W4/3b/W4/4/4b/4/2W2 w Wb - - 1", "e1", "b4 c3 d2 e3 e5 e7 e9 f2 g3 h4");
}

/// It takes an enemy piece on it by moving there, or jumps over it to any circle beyond.
#[test]
fn centre_taken() {
    turns("b1W2/b2b/W4/4/2b2/4/1W3/4/2W2 w W - - 1", "c3", "a1 b2 b4 c1 c5 c7 c9 d2 d4 e1 e5 f6 g7");
    leads("b1W2/b2b/W4/4/2b2/4/1W2b/4/2W2 w W - - 1", "c3e5", "b1W2/b2b/W4/4/2W2/4/4b/4/2W2 b W e5 - 1");
    turns("b1W2/b2b/W4/4/W1b2/4/5/4/2W2 w W - - 1", "e1", "b4 c3 d2 e3 e5 e7 e9 f2 g3 h4");
}

/// Nobody jumps over an own piece.
#[test]
fn centre_own_piece() {
    turns("b1W2/b3/W4/3b/2W2/4/1W2b/4/5 w W - - 1", "c3", "a1 a5 b2 b4 c1 c5 c7 d2 d4 e1");
}

/// A piece on the centre may leave it, qualified or not, if it is not frozen.
#[test]
fn centre_left() {
    turns(
        "b1W2/b3/W4/3b/2W2/4/4b/4/2W2 w - - - 1",
        "e5",
        "a1 a9 b2 b8 c3 c7 d4 d6 e1 e3 e7 e9 f4 f6 g3 g7 h8 i9",
    );
    turns("b1W2/b3/W4/3b/2W2/4/4b/4/2W2 w - e5 - 1", "e5", "");
}

/// The centre may be jumped from any distance, and the move may end in a displacement beyond it.
#[test]
fn centre_jumped_from_afar() {
    turns("b1W2/b3/W4/2b1/2b2/4/4b/W3/2W2 w W - - 1", "b2", "a1 a3 b4 c1 c3 d4 e5 f6");
    leads("b1W2/b3/W4/2b1/2b2/4/4b/W3/2W2 w W - - 1", "b2f6", "b1W2/b3/W4/2W1/2b2/4/4b/b3/2W2 b W b2 b2f6 1");
    turns("b4/b3/5/2b1/2b2/4/3W1/WW2/W3W w W - - 1", "a1a3,b2", "a1 c1 c3 d4 f6 xe5");
}

/// Where a line ends on an enemy on the hot zone the mover lands there, and the enemy goes to the starting circle.
#[test]
fn hot_zone_displacement() {
    turns("b1W2/b3/W4/4/5/1b2/4b/W3/2W2 w - - - 1", "b2", "a1 a3 b4 c1 c3 d4");
    leads("b1W2/b3/W4/4/5/1b2/4b/W3/2W2 w - - - 1", "b2d4", "b1W2/b3/W4/4/5/1W2/4b/b3/2W2 b - b2 b2d4 1");
    turns("b1W2/b3/W4/4/5/4/1b2b/W3/2W2 w - - - 1", "b2", "a1 a3 b4 c1");
}

/// The displaced piece goes to the starting circle whatever that is, the centre included, over any pieces.
#[test]
fn hot_zone_any_starting_circle() {
    leads("b1W2/b3/W4/4/2W2/1b2/4b/4/2W2 w - - - 1", "e5d4", "b1W2/b3/W4/4/2b2/1W2/4b/4/2W2 b - e5 d4e5 1");
    leads("b1W2/b3/W4/4/5/1b2/1W2b/W3/2W2 w - - - 1", "c3d4", "b1W2/b3/W4/4/5/1W2/1b2b/W3/2W2 b - c3 c3d4 1");
    leads("b1W2/b3/W4/4/5/1bW1/4b/4/2W2 w - - - 1", "d6d4", "b1W2/b3/W4/4/5/1Wb1/4b/4/2W2 b - d6 d4d6 1");
}

/// Who forms a small or large purple triangle by a regular move is qualified.
#[test]
fn qualified_by_purple() {
    leads("b4/b3/4W/3b/1W3/4/1WW1b/4/4W w - - - 1", "c3c1", "b4/b3/4W/3b/1W3/4/W1W1b/4/4W b W c1 - 1");
    leads("b4/b2b/2W2/3b/5/4/1W2W/4/4W w - - - 1", "c3c1", "b4/b2b/2W2/3b/5/4/W3W/4/4W b W c1 - 1");
}

/// Not so if the bonus belongs to another colour: that forfeits the purple one.
#[test]
fn qualified_not_with_another_colour() {
    leads("b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9", "d2e3", "b4/4/W1Wbb/W1b1/WW3/4/5/b2W/5 b W e3 - 9");
    leads(
        "b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9",
        "d2e3,g5e7",
        "b4/4/W2bb/W1b1/WW1W1/4/5/b2W/5 b W e3e7 - 9",
    );
    leads(
        "b4/4/W1Wbb/W1b1/W4/W3/5/b2W/5 w - - - 9",
        "d2e3,e1d2",
        "b4/4/W1Wbb/W1b1/1W3/W3/5/b2W/5 b - d2e3 - 9",
    );
}

/// So is a player whose displaced piece completes one, by the regular move or by the bonus of the opponent.
#[test]
fn qualified_by_displacement() {
    leads("b4/b3/5/4/1bW2/1bW1/b1W2/4/4W w - - - 1", "c5d4", "b4/b3/5/4/1bW2/1WW1/b1b2/4/4W b b c5 c5d4 1");
    leads(
        "b4/b3/5/4/1b3/1b2/b1W2/1W1W/W3W w - - - 1",
        "b8b6,c5d4",
        "b4/b3/5/4/1b3/1W2/b1b2/1WW1/W3W b b b6c5 c5d4 1",
    );
}

/// A purple triangle formed by a bonus move does not count.
#[test]
fn qualified_not_by_a_bonus() {
    leads(
        "b4/b2b/W1W2/3b/5/1W2/2W2/W3/4W w - - - 1",
        "b2c3,d4e3",
        "b4/b2b/W1W2/3b/1W3/4/1WW2/4/4W b - c3e3 - 1",
    );
}

/// The purple bonus of the same turn may use the centre.
#[test]
fn qualified_at_once() {
    turns("b4/b2b/4W/4/1Wb2/b3/1WW2/4/4W w - - - 1", "c3c1,", "e3e7 e3e9");
    turns("b4/b2b/2W2/1b2/1b3/4/1W2W/4/4W w - - - 1", "c3c1,", "g5d2");
}

/// A bonus of another colour has to be legal without that qualification.
#[test]
fn qualified_forfeited() {
    turns("b4/b2b/W1W2/3b/W4/WW2/5/4/4W w - - - 1", "e1e3,d4", "a1 a7 b2 b6 c3 c5 d6");
    turns("b4/b2b/W1W2/3b/W4/WW2/5/4/4W w W - - 1", "e1e3,d4", "a1 a7 b2 b6 c3 c5 d6 e5 f6 g7");
}

/// A displaced piece gives no bonus, and the qualification stays even if the bonus breaks the triangle.
#[test]
fn qualified_by_displacement_stays() {
    leads(
        "b4/b3/5/4/1bW2/1bW1/b1W2/4/4W w - - - 1",
        "c5d4,e5xe3",
        "b4/b3/5/4/1W3/1WW1/b1b2/4/4W b b c5e3 c5d4 1",
    );
    leads(
        "b4/b3/5/4/1bW2/1bW1/b1W2/4/4W w - - - 1",
        "c5d4,d6xc5",
        "b4/b3/5/4/1bW2/1W2/b1W2/4/4W b b c5 d4 1",
    );
}

/// Every own piece that moved in its owner's previous turn is frozen, by the regular move or by the bonus.
#[test]
fn frozen_after_moving() {
    leads("b4/b3/5/3b/5/4/3Wb/WW2/W3W w - - - 1", "a1a3,b4b6", "b4/b3/5/3b/5/4/3Wb/W1W1/1W2W b - a3b6 - 1");
    turns("b4/b3/5/3b/5/4/3Wb/W1W1/1W2W w - a3b6 - 1", "a3", "");
    turns("b4/b3/5/3b/5/4/3Wb/W1W1/1W2W w - a3b6 - 1", "b6", "");
}

/// A piece displaced by the opponent's last turn is frozen.
#[test]
fn frozen_when_displaced() {
    leads("b1W2/b3/W4/4/5/1b2/4b/W3/2W2 w - - - 1", "b2d4", "b1W2/b3/W4/4/5/1W2/4b/b3/2W2 b - b2 b2d4 1");
    turns("b1W2/b3/W4/4/5/1W2/4b/b3/2W2 b - b2 b2d4 1", "b2", "");
}

/// The piece that made the regular move never makes the bonus.
#[test]
fn frozen_regular_mover() {
    turns("b4/b3/5/3b/5/4/3Wb/WW2/W3W w - b2b4 - 1", "a1a3", "");
    turns("Wb2b/b2b/5/4/1W3/4/1WW2/4/5 w - c5e3 - 1", "c3c1,", "i1xi3");
}

/// A piece that displaced another is not frozen in its next turn and not displaced in the opponent's next.
#[test]
fn exempt_displacer() {
    turns("b1W2/b3/W4/4/5/1W2/4b/2b1/2W2 w - - d4 1", "d4", "a1 b2 c3 c5 d2 d6 e3 f2");
    turns("b1W2/4/W4/b3/5/1W2/4b/b3/2W2 b - b2 b2d4 1", "f2", "e1 e3 f4 g3 h4");
    turns("b1W2/4/W4/b3/5/1W2/4b/b3/2W2 b - b2 - 1", "f2", "d4 e1 e3 f4 g3 h4");
}

/// So is a piece that took on the hot zone by a blue bonus from the centre.
#[test]
fn exempt_blue_taker() {
    leads(
        "b4/b3/5/1bb1/2Wb1/1W2/1b1W1/4/W4 w - - - 1",
        "c7d6,e5xf4",
        "b4/b3/5/1Wb1/3b1/1WW1/1b3/4/W4 b - d6 f4 1",
    );
    leads(
        "b4/b3/5/1bb1/2Wb1/1W2/1b1W1/4/W4 w - - - 1",
        "c7d6,e5xe7",
        "b4/b3/5/1bb1/3W1/1WW1/1b3/4/W4 b - d6e7 - 1",
    );
    leads(
        "b4/b2b/1W3/2Wb/2W2/1b2/5/4/W4 w - - - 1",
        "g3f4,f6xf8",
        "b4/b2b/5/1W1W/2W2/1b2/5/4/W4 b - f4f8 - 1",
    );
}

/// A guarded piece can still be taken.
#[test]
fn exempt_can_be_taken() {
    turns("b4/b3/5/1bb1/2W2/1W2/3W1/4/W4 w - - f4f6 1", "c7d6,", "e5xf4 e5xf6");
}

/// A displaced piece can't be displaced again in the same turn's bonus.
#[test]
fn displaced_once_a_turn() {
    turns(
        "b4/b3/1WW2/1bW1/5/4/4b/4/4W w - - - 1",
        "f6f4,",
        "g3e1 g3f2 g3g1 g3h4 g3i5 g5g7 g5g9 g5h4 g5h6 g5i3 g5i7",
    );
    turns(
        "b4/b3/1WW2/W1b1/5/4/4b/4/4W w - - - 1",
        "f2f4,",
        "g3e1 g3f2 g3g1 g3h4 g3i5 g5f6 g5g7 g5g9 g5h4 g5h6 g5i3 g5i7",
    );
}

/// Nor in the displacer's next turn.
#[test]
fn displaced_guarded_for_a_turn() {
    turns("b1W2/b3/W4/4/5/1b2/4b/W3/2W2 w - - d4 1", "b2", "a1 a3 b4 c1 c3");
    leads("b1W2/b3/W4/4/5/1b2/4b/W3/2W2 w - - d4 1", "g1g3", "b1W2/b3/1W3/4/5/1b2/4b/W3/2W2 b - g3 - 1");
}

/// Displaced pieces can be taken, even in the same turn.
#[test]
fn displaced_can_be_taken() {
    turns("b4/b3/5/4/1bW2/1bW1/b1W2/4/4W w - - - 1", "c5d4,", "d6xc5 e5xe3 e5xh2");
}

/// After forming a triangle the bonus may be left out, and one of several colours is picked.
#[test]
fn bonus_is_optional() {
    turns(
        "b4/b2b/2W2/2W1/1WW2/2b1/5/4/W4 w - - - 1",
        "g5f4",
        " ,e3a7 ,e3b6 ,e3c1 ,e3c5 ,e3d2 ,e3d4 ,e3e1 ,e3f2 ,e3g1 ,e5b2 ,e5c3 ,e5d4 ,e5d6 ,e5e7 ,e5e9 ,e5xd6 ,f6xh8",
    );
}

/// The bonus piece must not be frozen; frozen pieces still count as tips.
#[test]
fn bonus_by_the_unfrozen() {
    turns("b4/b3/5/3b/5/4/3Wb/WW2/W3W w - b4 - 1", "a1a3", " ,b2a1 ,b2c1 ,b2c3 ,b2d4");
}

/// Red: any regular move by another tip, displacements and the centre included.
#[test]
fn bonus_red() {
    turns(
        "b4/b3/5/4/5/2b1/3Wb/WW2/W3W w - - - 1",
        "a1a3,",
        "b2a1 b2c1 b2c3 b2d4 b4a5 b4b6 b4c3 b4c5 b4d2 b4d6 b4e1",
    );
    leads(
        "b4/b3/5/4/5/2b1/3Wb/WW2/W3W w - - - 1",
        "a1a3,b4d6",
        "b4/b3/5/4/5/2W1/3Wb/Wb2/1W2W b - a3b4 b4d6 1",
    );
    turns("b4/b3/5/4/2b2/4/3Wb/WW2/W3W w W - - 1", "a1a3,b2", "a1 c1 c3 d4 f6 g7 h8 i9 xe5");
    turns("b4/b3/5/4/2b2/4/3Wb/WW2/W3W w - - - 1", "a1a3,b2", "a1 c1 c3 d4");
}

/// Small purple: over exactly one enemy, with empty circles before and after, to an empty circle.
#[test]
fn bonus_small_purple() {
    turns("b4/b2b/4W/4/1W3/2b1/1WW1b/4/4W w - - - 1", "c3c1,", "c5e7 c5f8");
    turns("b4/b2b/4W/4/1W1b1/2b1/1WW2/4/4W w - - - 1", "c3c1,", "e3e9");
    turns("2b1b/b2b/1WWb1/4/1W3/4/4W/4/4W w - - - 1", "g3g1,", "g5g9");
}

/// Or onto an enemy in the hot zone behind the one jumped, which is displaced.
#[test]
fn bonus_small_purple_displaces() {
    turns("b4/b3/5/2b1/1Wb2/1b2/1WW2/4/4W w - - - 1", "c3c1,", "e3e7 e3e9");
    turns("b4/b3/1WW2/2b1/1Wb2/1b2/2b2/4/4W w - f6 f6 1", "g3g1,", "e3e7 e3e9 g5c9 g5d8 g5e7");
}

/// Large purple: over one or two.
#[test]
fn bonus_large_purple() {
    turns("b4/b2b/2W2/4/3b1/3b/1W2W/4/4W w - - - 1", "c3c1,", "c9f6");
    turns("b4/b2b/2W2/2b1/5/3b/1W2W/4/4W w - - - 1", "c3c1,", "c9e7 c9f6 g5e7");
    leads(
        "b4/b3/2W2/2b1/3b1/3b/1W2W/4/4W w - - - 1",
        "c3c1,c9f6",
        "b4/b3/2W2/2W1/3b1/3b/W3b/4/4W b W c1c9 c9f6 1",
    );
    turns("b4/b3/2W2/4/5/4/1bbbW/W3/4W w - - - 1", "b2c1,", "");
}

/// In purple jumps own pieces block, and an enemy on the centre counts as a piece jumped.
#[test]
fn bonus_purple_centre() {
    turns("b4/b2b/4W/3b/1Wb2/4/1WW2/4/4W w - - - 1", "c3c1,", "e3e7 e3e9");
    turns("b4/b2b/5/3b/1Wb1W/4/1WW2/4/4W w - - - 1", "c3c1,", "c5g9 e3e7");
    turns("b4/b2b/4W/4/1Wbb1/4/1WW2/4/4W w - - - 1", "c3c1,", "c5f8");
}

/// Guarded pieces may be jumped but not displaced.
#[test]
fn bonus_purple_guarded() {
    turns("b4/b2b/2W2/2b1/5/3b/1W2W/4/4W w - - d8f6 1", "c3c1,", "c9e7 g5e7");
}

/// There are no jumps along rows b, d, f and h, and none by other pieces than tips.
#[test]
fn bonus_purple_rows() {
    turns("b4/b2b/2W2/1Wb1/5/2b1/1W2W/4/5 w - - - 1", "c3c1,", "g5d8 g5e7");
}

/// Either purple: any own piece on the last row slides along it onto an enemy and takes it.
#[test]
fn bonus_last_row() {
    turns("Wb1Wb/b2b/5/4/1W3/4/1WW2/3b/5 w - - - 1", "c3c1,", "i1xi3 i7xi3 i7xi9");
    leads(
        "Wb1Wb/b2b/5/4/1W3/4/1WW2/3b/5 w - - - 1",
        "c3c1,i7xi3",
        "WW2b/b2b/5/4/1W3/4/W1W2/3b/5 b W c1i3 - 1",
    );
    turns("Wb1Wb/b2b/5/4/1W3/4/1WW2/3b/5 w - i7 i3 1", "c3c1,", "i1xi3");
    turns("4b/b2b/2W2/4/5/4/1W2W/4/Wb1W1 w - - - 1", "c3c1,", "");
    turns("4W/W2W/2b2/4/5/4/1b2b/4/bW1b1 b - - - 1", "c3c1,", "a1xa3 a7xa3");
}

/// Yellow: another tip slides onto an enemy outside the hot zone and takes it.
#[test]
fn bonus_yellow() {
    turns("b4/b3/3b1/3b/4W/W3/3W1/1b2/2W2 w - - - 1", "d2e1,", "a5xb4 e9xf8");
    leads(
        "b4/b3/3b1/3b/4W/W3/3W1/1b2/2W2 w - - - 1",
        "d2e1,a5xb4",
        "b4/b3/3b1/3b/W3W/4/3W1/1W2/5 b - b4e1 - 1",
    );
    turns("2W2/2b1/5/b3/W4/2bW/1b3/b3/W4 w - - - 1", "d8e9,", "e1xc3 e1xf2 i5xf2 i5xh6");
}

/// Along row e the qualified may jump an enemy on the centre to take on e3 or e7; taking there needs qualification.
#[test]
fn bonus_yellow_centre() {
    turns("b4/b3/5/4/1bb1W/W3/3W1/4/2W2 w - - - 1", "d2e1,", "");
    turns("b4/b3/5/4/1bb1W/W3/3W1/4/2W2 w W - - 1", "d2e1,", "e9xe3 e9xe5");
    turns("b4/b2b/5/4/1b2W/W3/3W1/4/2W2 w - - - 1", "d2e1,", "");
    turns("b4/b2b/5/4/1b2W/W3/3W1/4/2W2 w W - - 1", "d2e1,", "e9xe3");
}

/// Blue: another tip slides onto an enemy, the hot zone included, and takes it.
#[test]
fn bonus_blue() {
    turns("b4/b3/5/1bb1/2Wb1/1W2/1b1W1/4/W4 w - - f4 1", "c7d6,", "d4xc3 e5xe7 e5xf4 e5xf6");
}

/// Not if the regular move took a piece on the centre.
#[test]
fn bonus_blue_not_after_the_centre() {
    turns("b4/b2b/5/4/2bW1/1WW1/1b3/4/W4 w W - - 1", "e7e5", "");
    turns("b4/b2b/5/4/3W1/1WW1/1b3/4/W4 w W - - 1", "e7e5", " ,d4xc3");
}

/// Triangles made by a bonus move give nothing more.
#[test]
fn bonus_gives_nothing_more() {
    turns("W1W2/1W2/5/1W2/2b2/Wb2/b2b1/4/5 b b f4h4 - 9", "e5d6,", "");
    leads(
        "b4/b2b/W1W2/3b/5/1W2/2W2/W3/4W w - - - 1",
        "b2c3,d4e3",
        "b4/b2b/W1W2/3b/1W3/4/1WW2/4/4W b - c3e3 - 1",
    );
}

/// A player whose pieces, four at least, all stand on its end rows wins.
#[test]
fn end_all_home() {
    ends("2W2/WW2/3W1/4/5/4/bbbb1/4/5 w - - - 1", "g7h8", Some(("1-0", "all home")));
    ends("2W2/WW2/3W1/4/5/4/4b/b3/bb3 b - - - 1", "c9b8", Some(("0-1", "all home")));
    ends("2W2/WW2/5/4/5/4/bbbb1/4/5 w - - - 1", "", Some(("0-1", "three pieces")));
}

/// The opponent wins if the turn leaves it all home: by a displacement, or by taking its last piece outside.
#[test]
fn end_opponent_all_home() {
    let fen = "5/4/W3W/4/2WW1/1W2/1b3/b3/bbb2 w W - - 9";
    ends(fen, "e7d6,d4xc3", Some(("0-1", "all home")));
    leads(fen, "e7d6,d4xc3", "5/4/W3W/4/2W2/2W1/1W3/b3/bbb2 b W c3d6 - 9");
    ends("5/4/WWW2/4/5/2b1/5/bW2/bb3 w - - - 1", "b4d6", Some(("0-1", "all home")));
}

/// The mover being home counts before the opponent being so.
#[test]
fn end_mover_first() {
    ends("2WW1/WW2/5/4/5/4/5/b2b/bb3 w - - - 1", "", Some(("0-1", "all home")));
    ends("2WW1/WW2/5/4/5/4/5/b2b/bb3 b - - - 1", "", Some(("1-0", "all home")));
}

/// A player reduced to three pieces loses.
#[test]
fn end_three_pieces() {
    ends("5/b2b/5/4/1WbW1/1WW1/1b3/4/W4 w W - - 1", "e7e5", Some(("1-0", "three pieces")));
    ends("5/WW2/5/4/5/4/Wbbbb/4/5 w - - - 1", "", Some(("0-1", "three pieces")));
    ends("5/WW2/5/4/5/4/Wbbb1/4/5 b - - - 1", "", Some(("1-0", "three pieces")));
    ends("5/WW2/5/4/5/4/Wbbb1/4/5 w - - - 1", "", Some(("0-1", "three pieces")));
}

/// A player to move without a legal turn loses, by frozen pieces as by blocked ones.
#[test]
fn end_no_turn() {
    ends("bbb2/4/5/4/5/4/b4/4/WWWW1 w - a1a3a5a7 - 1", "", Some(("0-1", "no legal turn")));
    ends("4b/4/5/4/5/4/bbb2/WWb1/WWb2 w - b2b4 - 1", "", Some(("0-1", "no legal turn")));
}

/// A regular move that ends the game has no bonus.
#[test]
fn end_no_bonus() {
    turns("1W3/W2W/1W3/4/5/4/bbbb1/4/5 w - - - 1", "g3h4", "");
    turns(
        "1W3/W3/1W3/4/5/4/bbbb1/4/W4 w - - - 1",
        "g3h4",
        " ,h2f4 ,h2g1 ,h2g3 ,h2i1 ,i3i1 ,i3i5 ,i3i7 ,i3i9",
    );
    turns("5/b2b/5/4/1WbW1/1WW1/1b3/4/W4 w W - - 1", "e7e5", "");
    turns(
        "5/4/2W2/4/5/1Wb1/2WW1/b3/bb3 w - - - 1",
        "c7d6",
        " ,c5a7 ,c5b4 ,c5b6 ,c5c1 ,c5c3 ,d4c3 ,d4d2 ,d4e3 ,d4f2 ,d4g1",
    );
}

/// After each part: mover home, opponent home, opponent three, mover three.
#[test]
fn end_order() {
    ends("2WW1/WW2/5/4/5/4/bbb2/4/5 w - - - 1", "", Some(("1-0", "all home")));
    ends("5/4/5/4/5/4/WWW2/b2b/bb3 w - - - 1", "", Some(("0-1", "all home")));
}

/// The mover's frozen list is replaced, displaced enemies join theirs; guards on enemies lapse, on own pieces stay.
#[test]
fn fen_lists_after_a_turn() {
    leads(
        "b4/b3/5/4/5/2b1/3Wb/WW2/W3W w - a9c7i1 c7h2 1",
        "a1a3,b4d6",
        "b4/b3/5/4/5/2W1/3Wb/Wb2/1W2W b - a3b4i1 b4c7d6 1",
    );
    leads(
        "b4/b3/5/4/5/2b1/3Wb/WW2/W3W b - a9c7i1 c7h2 7",
        "d6e7",
        "b4/b3/5/4/3b1/4/3Wb/WW2/W3W w - a9c7e7 h2 8",
    );
}

/// A piece that is taken leaves both lists.
#[test]
fn fen_taken_leave_the_lists() {
    leads(
        "b4/b2b/5/1bb1/2W2/1W2/3W1/4/W4 w - f4f6i1 f4f6 1",
        "c7d6,e5xf4",
        "b4/b2b/5/1Wb1/5/1WW1/5/4/W4 b - d6f6i1 f4 1",
    );
}

/// Displacing by red and taking by blue over the same circles are two turns.
#[test]
fn moves_red_and_blue() {
    turns("b4/b2b/2W2/2W1/1WW2/2b1/5/4/W4 w - - - 1", "g5f4,e5", "b2 c3 d4 d6 e7 e9 xd6");
    leads(
        "b4/b2b/2W2/2W1/1WW2/2b1/5/4/W4 w - - - 1",
        "g5f4,e5d6",
        "b4/b2b/5/1WW1/1Wb2/2W1/5/4/W4 b - e5f4 d6e5 1",
    );
    leads(
        "b4/b2b/2W2/2W1/1WW2/2b1/5/4/W4 w - - - 1",
        "g5f4,e5xd6",
        "b4/b2b/5/1WW1/1W3/2W1/5/4/W4 b - f4 d6 1",
    );
}

/// A regular move has no x even when it takes; a red bonus that takes on the centre has one.
#[test]
fn moves_x_of_a_bonus_only() {
    turns("b4/b3/5/4/2b2/4/1W2b/WW2/W3W w W - - 1", "c3e5", "");
    turns("b4/b3/5/4/2b2/4/3Wb/WW2/W3W w W - - 1", "a1a3,b2x", "e5");
}

/// A bonus that purple and another colour explain is one turn, and a purple one. The board's own triangles never share
/// such a bonus, another table's may.
#[test]
fn bonus_purple_and_another() {
    let table: Triangles = "small c1-c5-e3\nblue c1-i3-a9".parse().expect("a good table");
    let game = Glex::with_triangles(table);
    let pos = game.parse_fen("1W1b1/b2b/5/3b/1W3/4/1WW2/4/4W w - - - 1").expect("a good FEN");
    let found: Vec<String> = moves(&game, &pos).into_iter().filter(|m| m.starts_with("c3c1,i3xi")).collect();
    assert_eq!(found, ["c3c1,i3xi7"]);
    let text =
        game.write_move(&pos, game.parse_move(&pos, "c3c1,i3xi7").expect("legal"), MoveStyle::Official);
    assert_eq!(text, "C3-C1 SPT BT/I3xI7");
    assert!(game.fen(&play(&game, &pos, "c3c1,i3xi7")).contains(" b W c1i7 - 1"));
}

/// Twice the same position is no draw, three times is one; frozen pieces are part of it.
#[test]
fn end_repetition() {
    let game = Glex::new();
    let cycle = "a1a3 i1i3 a9a7 i9i7 a3a1 i3i1 a7a9 i7i9";
    let mut pos = game.start();
    let mut history = History::new(game.key(&pos));
    let mut drawn = Vec::new();
    for (ply, m) in [cycle, cycle, cycle].iter().flat_map(|c| c.split(' ')).enumerate() {
        pos = play(&game, &pos, m);
        history.push(game.key(&pos));
        if let Some(outcome) = game.drawn(&pos, &history) {
            assert_eq!((outcome.score_text(), outcome.reason), ("1/2-1/2", "threefold repetition"));
            drawn.push(ply + 1);
        }
    }
    // At the start nothing was frozen, so the first round begins one ply later.
    assert_eq!(drawn.first(), Some(&18), "{drawn:?}");
}

/// All of the state is in the key, the turn number is not.
#[test]
fn fen_and_key() {
    let game = Glex::new();
    let key = |fields: &str| {
        let fen = format!("b1W2/b3/W4/4/5/1W2/4b/b3/2W2 {fields}");
        game.key(&game.parse_fen(&fen).expect("a good FEN"))
    };
    let keys = [
        key("w - - - 1"),
        key("b - - - 1"),
        key("w W - - 1"),
        key("w b - - 1"),
        key("w Wb - - 1"),
        key("w - b2 - 1"),
        key("w - d4 - 1"),
        key("w - - b2 1"),
        key("w - - d4 1"),
        key("w - - b2d4 1"),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[..i].iter().all(|b| a != b), "{i}");
    }
    assert_eq!(key("w - b2 d4 1"), key("w - b2 d4 77"));
    let table: Triangles = "red a1-a3-b2".parse().expect("a good table");
    let other = Glex::with_triangles(table);
    assert_ne!(other.key(&other.start()), game.key(&game.start()));
}

/// The example that the rules give.
#[test]
fn example_worked() {
    let game = Glex::new();
    let fen = "5/b2b/W1b2/bWb1/b4/1b2/W1WW1/4/1W2W b - - - 1";
    let pos = game.parse_fen(fen).expect("a good FEN");
    let first = game.parse_move(&pos, "d4e3,e1a5").expect("legal");
    assert_eq!(game.write_move(&pos, first, MoveStyle::Official), "D4-E3 RT/E1-A5");
    leads(fen, "d4e3,e1a5 a9a7", "5/b2b/W1b2/bWb1/1b3/4/W1WW1/4/1WbW1 b - a5a7e3 - 2");
    let pos = play(&game, &pos, "d4e3,e1a5 a9a7");
    let third = game.parse_move(&pos, "h2f4").expect("legal");
    assert_eq!(game.write_move(&pos, third, MoveStyle::Official), "H2=F4 RT");
    assert_eq!(game.parse_move(&pos, "h2f4,e3d4"), Err(MoveError::Illegal("h2f4,e3d4".into())));
    leads(
        "5/b2b/W1b2/bWb1/1b3/4/W1WW1/4/1WbW1 b - a5a7e3 - 2",
        "h2f4",
        "5/W2b/W1b2/bbb1/1b3/4/W1WW1/4/1WbW1 w - a7h2 f4h2 3",
    );
}
