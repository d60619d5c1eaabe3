//! What moves win at once, and exchanges on one cell.

use std::ops::{BitAnd, BitOr};

use super::{Cell, Kind, Men, Move, MoveFlag};
use crate::bitboard::CellSet;
use crate::game::Side;

/// A set of cells of some width.
pub(crate) trait PieceSet: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The set of one cell.
    fn of_cell(cell: Cell) -> Self;
    /// Whether there is a cell in it.
    fn some(self) -> bool;
    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> Cell;
    /// The cells that `other` lacks.
    fn minus(self, other: Self) -> Self;
}

impl PieceSet for CellSet {
    #[inline(always)]
    fn of_cell(cell: Cell) -> CellSet {
        CellSet::single(cell)
    }

    #[inline(always)]
    fn some(self) -> bool {
        self.any()
    }

    #[inline(always)]
    fn lowest(self) -> Cell {
        self.first()
    }

    #[inline(always)]
    fn minus(self, other: CellSet) -> CellSet {
        self.without(other)
    }
}

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
    pub(crate) fn gain(&self, men: &impl Standing, us: Side, m: Move) -> i32 {
        men.victim(us, m).map_or(0, |kind| self.value(kind))
            + m.promotion().map_or(0, |kind| self.value(kind) - self.value(Kind::Pawn))
    }

    /// Victim first, then the cheapest attacker; the king comes just behind the dearest piece.
    #[inline(always)]
    pub(crate) fn noisy_order(&self, men: &impl Standing, us: Side, m: Move) -> i32 {
        let dearest = self.value(self.cheapest_first[4]);
        self.gain(men, us, m) * 8 - self.value(m.kind).min(dearest + 100) / 100
    }

    /// Whether the exchange that a move of `us` begins on its target wins at least `threshold` centipawns, both sides taking
    /// with their cheapest piece and free to stop. Pins are not looked at.
    ///
    /// `board` is what is occupied after the move. `attackers` gives pieces of both sides that attack the target: all of them
    /// at first, and those that `known` may lack once the piece on the cell it is told has left.
    #[inline(always)]
    pub(crate) fn wins<B: Standing>(
        &self,
        men: &B,
        us: Side,
        m: Move,
        threshold: i32,
        board: B::Set,
        attackers: impl Fn(Option<Cell>, B::Set, B::Set) -> B::Set,
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
        let mut known = attackers(None, occupied, occupied.minus(occupied)) & occupied;
        let mut side = us.other();
        loop {
            let own = known & men.of_side(side);
            let Some((kind, from)) = self.cheapest(men, own) else { break };
            if kind == Kind::King && (known & men.of_side(side.other())).some() {
                // The king can't take where the opponent still attacks.
                break;
            }
            occupied = occupied.minus(B::Set::of_cell(from));
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
    fn cheapest<B: Standing>(&self, men: &B, own: B::Set) -> Option<(Kind, Cell)> {
        self.cheapest_first.into_iter().find_map(|kind| {
            let set = own & men.of_kind(kind);
            set.some().then(|| (kind, set.lowest()))
        })
    }
}

/// A board on which men stand, and what moves on it take.
pub(crate) trait Standing {
    /// Sets of its cells.
    type Set: PieceSet;

    /// All pieces of a side.
    fn of_side(&self, side: Side) -> Self::Set;

    /// All pieces of a kind, of both sides.
    fn of_kind(&self, kind: Kind) -> Self::Set;

    /// The kind of the piece on an occupied cell; of an empty one, king.
    #[inline(always)]
    fn kind_at(&self, cell: Cell) -> Kind {
        let at = Self::Set::of_cell(cell);
        Kind::ALL.into_iter().find(|&kind| (self.of_kind(kind) & at).some()).unwrap_or(Kind::King)
    }

    /// Whether a piece of `side` stands on a cell.
    #[inline(always)]
    fn holds(&self, side: Side, cell: Cell) -> bool {
        (self.of_side(side) & Self::Set::of_cell(cell)).some()
    }

    /// Whether a side has more than pawns.
    #[inline]
    fn has_pieces(&self, side: Side) -> bool {
        self.of_side(side).minus(self.of_kind(Kind::Pawn) | self.of_kind(Kind::King)).some()
    }

    /// The kind that a move of `us` takes.
    #[inline]
    fn victim(&self, us: Side, m: Move) -> Option<Kind> {
        if m.flag == MoveFlag::EnPassant {
            Some(Kind::Pawn)
        } else if self.holds(us.other(), m.to) {
            Some(self.kind_at(m.to))
        } else {
            None
        }
    }

    /// What is occupied after `m`, which castling is not: every capture, en passant apart, is on its target.
    #[inline]
    fn occupied_after(&self, m: Move) -> Self::Set {
        let occupied = self.of_side(Side::White) | self.of_side(Side::Black);
        occupied.minus(Self::Set::of_cell(m.from)) | Self::Set::of_cell(m.to)
    }

    /// Whether a move of `us` is a capture, an en passant capture or a promotion.
    #[inline]
    fn is_noisy(&self, us: Side, m: Move) -> bool {
        self.holds(us.other(), m.to) || m.flag == MoveFlag::EnPassant || m.promotion().is_some()
    }
}

impl Standing for Men {
    type Set = CellSet;

    #[inline(always)]
    fn of_side(&self, side: Side) -> CellSet {
        self.side(side)
    }

    #[inline(always)]
    fn of_kind(&self, kind: Kind) -> CellSet {
        self.kind(kind)
    }
}
