//! What moves win at once, and exchanges on one cell.

use super::{Cell, Kind, Men, Move, MoveFlag};
use crate::bitboard::CellSet;
use crate::game::Side;

/// A game's values of the kinds in exchanges. They are not the evaluation's weights: exchanges need a fixed
/// order of pieces only.
pub(crate) struct Exchange {
    /// Centipawns of each kind.
    pub values: [i32; 6],
    /// Kinds in the order in which they take, the cheapest first.
    pub cheapest_first: [Kind; 6],
}

impl Exchange {
    /// The exchange values of a game.
    pub(crate) const fn new(values: [i32; 6], cheapest_first: [Kind; 6]) -> Exchange {
        Exchange { values, cheapest_first }
    }

    #[inline(always)]
    const fn value(&self, kind: Kind) -> i32 {
        self.values[kind as usize]
    }

    /// Centipawns that a move of `us` wins if nothing is taken back.
    #[inline(always)]
    pub(crate) fn gain(&self, men: &Men, us: Side, m: Move) -> i32 {
        men.victim(us, m).map_or(0, |kind| self.value(kind))
            + m.promotion().map_or(0, |kind| self.value(kind) - self.value(Kind::Pawn))
    }

    /// Victim first, then the cheapest attacker; the king comes just behind the dearest piece.
    #[inline(always)]
    pub(crate) fn noisy_order(&self, men: &Men, us: Side, m: Move) -> i32 {
        let dearest = self.value(self.cheapest_first[4]);
        self.gain(men, us, m) * 8 - self.value(m.kind).min(dearest + 100) / 100
    }

    /// Whether the exchange that a move of `us` begins on its target wins at least `threshold` centipawns, both sides taking
    /// with their cheapest piece and free to stop. Pins are not looked at.
    ///
    /// `board` is what is occupied after the move. `attackers` gives pieces of both sides that attack the target: all of them
    /// at first, and those that `known` may lack once the piece on the cell it is told has left.
    #[inline(always)]
    pub(crate) fn wins(
        &self,
        men: &Men,
        us: Side,
        m: Move,
        threshold: i32,
        board: CellSet,
        attackers: impl Fn(Option<Cell>, CellSet, CellSet) -> CellSet,
    ) -> bool {
        if m.flag == MoveFlag::Castle {
            return threshold <= 0;
        }
        // What the mover is ahead by, seen from the side to take, after each capture.
        let mut balance = self.gain(men, us, m) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= self.value(m.promotion().unwrap_or(m.kind));
        if balance >= 0 {
            return true;
        }
        let mut occupied = board;
        let mut known = attackers(None, occupied, CellSet::EMPTY) & occupied;
        let mut side = us.other();
        loop {
            let own = known & men.side(side);
            let Some((kind, from)) = self.cheapest(men, own) else { break };
            if kind == Kind::King && (known & men.side(side.other())).any() {
                // The king can't take where the opponent still attacks.
                break;
            }
            occupied = occupied.without(CellSet::single(from));
            known = (known | attackers(Some(from), occupied, known)) & occupied;
            balance = -balance - 1 - self.value(kind);
            side = side.other();
            if balance >= 0 {
                break;
            }
        }
        // The side that has to take and can't, or does not want to, loses the exchange.
        side != us
    }

    /// The cheapest of `own`, pieces of one side.
    #[inline(always)]
    fn cheapest(&self, men: &Men, own: CellSet) -> Option<(Kind, Cell)> {
        self.cheapest_first.into_iter().find_map(|kind| {
            let set = own & men.kind(kind);
            set.any().then(|| (kind, set.first()))
        })
    }
}

impl Men {
    /// The kind that a move of `us` takes.
    #[inline]
    pub(crate) fn victim(&self, us: Side, m: Move) -> Option<Kind> {
        if m.flag == MoveFlag::EnPassant {
            Some(Kind::Pawn)
        } else if self.side(us.other()).contains(m.to) {
            Some(self.kind_at(m.to))
        } else {
            None
        }
    }

    /// What is occupied after `m`, which castling is not: every capture, en passant apart, is on its target.
    #[inline]
    pub(crate) fn occupied_after(&self, m: Move) -> CellSet {
        self.occupied().without(CellSet::single(m.from)) | CellSet::single(m.to)
    }

    /// Whether a move of `us` is a capture, an en passant capture or a promotion.
    #[inline]
    pub(crate) fn is_noisy(&self, us: Side, m: Move) -> bool {
        self.side(us.other()).contains(m.to) || m.flag == MoveFlag::EnPassant || m.promotion().is_some()
    }
}
