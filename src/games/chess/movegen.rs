//! Moves from the crate's generator, and what the search wants to know of one: legality, gain, exchanges.

use std::ops::ControlFlow;

use cozy_chess::{
    BitBoard, PieceMoves, Rank, Square, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::position::{Position, colour, crate_move, square};
use crate::game::{MoveKind, Side};
use crate::games::men::{Cell, Exchange, Kind, Move, MoveFlag, PieceSet, Standing};

/// Centipawns of each kind in exchanges. Exchanges need a fixed order of pieces only, so they stay when the weights
/// change.
const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

const EXCHANGE: Exchange = Exchange::new(EXCHANGE_VALUES, Kind::ALL);

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

impl PieceSet for BitBoard {
    #[inline(always)]
    fn of_cell(cell: Cell) -> BitBoard {
        square(cell).bitboard()
    }

    #[inline(always)]
    fn some(self) -> bool {
        !self.is_empty()
    }

    #[inline(always)]
    fn lowest(self) -> Cell {
        self.0.trailing_zeros() as Cell
    }

    #[inline(always)]
    fn minus(self, other: BitBoard) -> BitBoard {
        self & !other
    }
}

impl Position {
    /// The square behind a pawn that has just made a double step, whether or not it can be taken. That pawn shuts its
    /// file, so that a pawn which goes there takes it.
    #[inline(always)]
    fn passed_over(&self) -> Option<Square> {
        self.0.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(self.0.side_to_move())))
    }

    /// Calls `sink` with each legal move of `kind` once, until it breaks.
    #[inline]
    pub(super) fn generate<S>(&self, kind: MoveKind, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        let us = self.0.side_to_move();
        let (own, enemy) = (self.0.colors(us), self.0.colors(!us));
        let passed_over = self.passed_over();
        let behind = passed_over.map_or(BitBoard::EMPTY, Square::bitboard);
        let broken = self.0.generate_moves(|list: PieceMoves| {
            let (from, kind_of) = (list.from as Cell, Kind::ALL[list.piece as usize]);
            let pawn = kind_of == Kind::Pawn;
            let noisy = if pawn { enemy | LAST_RANKS | behind } else { enemy };
            let wanted = match kind {
                MoveKind::All => list.to,
                MoveKind::Noisy => list.to & noisy,
                MoveKind::Quiet => list.to & !noisy,
            };
            for to in wanted {
                let move_with = |flag| Move { from, to: to as Cell, kind: kind_of, flag };
                let flow = if pawn && LAST_RANKS.has(to) {
                    Kind::PROMOTIONS.into_iter().try_for_each(|to| sink(move_with(Move::promotion_flag(to))))
                } else if pawn && Some(to) == passed_over {
                    sink(move_with(MoveFlag::EnPassant))
                } else if kind_of == Kind::King && own.has(to) {
                    sink(move_with(MoveFlag::Castle))
                } else {
                    sink(move_with(MoveFlag::Plain))
                };
                if flow.is_break() {
                    return true;
                }
            }
            false
        });
        if broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        let mut n = 0;
        self.0.generate_moves(|list| {
            n += list.len() as u64;
            false
        });
        n
    }

    /// Whether `m`, whose squares are on the board, is legal.
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let us = self.to_move();
        let (from, to) = (square(m.from), square(m.to));
        if !self.pieces(us, m.kind).has(from) || !self.0.is_legal(crate_move(m)) {
            return false;
        }
        let flag = match m.kind {
            Kind::King if self.of_side(us).has(to) => MoveFlag::Castle,
            Kind::Pawn if Some(to) == self.passed_over() => MoveFlag::EnPassant,
            Kind::Pawn if m.promotion().is_some() => m.flag,
            _ => MoveFlag::Plain,
        };
        m.flag == flag
    }

    /// Pieces of both sides that attack a square, `occupied` being what stands in the way.
    fn attackers(&self, to: Square, occupied: BitBoard) -> BitBoard {
        let pawns = |side: Side| get_pawn_attacks(to, !colour(side)) & self.pieces(side, Kind::Pawn);
        get_knight_moves(to) & self.of_kind(Kind::Knight)
            | get_king_moves(to) & self.of_kind(Kind::King)
            | pawns(Side::White)
            | pawns(Side::Black)
            | self.oblique(to, occupied)
            | self.straight(to, occupied)
    }

    #[inline(always)]
    fn oblique(&self, to: Square, occupied: BitBoard) -> BitBoard {
        get_bishop_moves(to, occupied) & (self.of_kind(Kind::Bishop) | self.of_kind(Kind::Queen))
    }

    #[inline(always)]
    fn straight(&self, to: Square, occupied: BitBoard) -> BitBoard {
        get_rook_moves(to, occupied) & (self.of_kind(Kind::Rook) | self.of_kind(Kind::Queen))
    }

    /// Centipawns that `m` wins if nothing is taken back.
    #[inline]
    pub(super) fn gain(&self, m: Move) -> i32 {
        EXCHANGE.gain(self, self.to_move(), m)
    }

    /// Victim first, then the cheapest attacker.
    #[inline]
    pub(super) fn noisy_order(&self, m: Move) -> i32 {
        EXCHANGE.noisy_order(self, self.to_move(), m)
    }

    /// Whether the exchange on the target of `m` wins at least `threshold` centipawns.
    pub(super) fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let to = square(m.to);
        let mut board = self.occupied_after(m);
        if m.flag == MoveFlag::EnPassant {
            board &= !square(self.captured_on(m)).bitboard();
        }
        EXCHANGE.wins(self, self.to_move(), m, threshold, board, |left, occupied, _| match left {
            None => self.attackers(to, occupied),
            Some(from) if get_bishop_rays(to).has(square(from)) => self.oblique(to, occupied),
            Some(_) => self.straight(to, occupied),
        })
    }
}
