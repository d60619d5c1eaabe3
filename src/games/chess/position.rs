//! Positions: the board of the rules' own crate, and what the rest of the engine asks of it.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square, get_pawn_attacks,
};

use crate::game::{Delta, Side};
use crate::games::men::{Cell, Kind, Move, MoveFlag, Standing};
use crate::random::fill;

/// Numbers that the material key is made of, by side and kind.
const MATERIAL: [[u64; 6]; 2] = {
    let (state, white) = fill(0x6f72_7468_6f64_6f78);
    let (_, black) = fill(state);
    [white, black]
};

/// A position of chess.
#[derive(Clone, Debug)]
pub struct Position(pub(super) Board);

impl PartialEq for Position {
    /// A pawn that nobody can take en passant does not make the position another one.
    fn eq(&self, other: &Position) -> bool {
        // The crate's own comparison takes any piece beside the pawn for one that may take it.
        let (a, b) = (&self.0, &other.0);
        (a.halfmove_clock(), a.fullmove_number()) == (b.halfmove_clock(), b.fullmove_number())
            && a.side_to_move() == b.side_to_move()
            && Color::ALL.into_iter().all(|side| a.colors(side) == b.colors(side))
            && Piece::ALL.into_iter().all(|piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.into_iter().all(|side| a.castle_rights(side) == b.castle_rights(side))
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Position {}

/// The crate's name of a side.
#[inline(always)]
pub(super) const fn colour(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// The crate's name of a kind; both have the same order.
#[inline(always)]
pub(super) const fn piece(kind: Kind) -> Piece {
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King][kind as usize]
}

/// The square of a cell below 64.
#[inline(always)]
pub(super) const fn square(cell: Cell) -> Square {
    Square::index_const(cell as usize & 63)
}

/// Number of the feature "this piece on this square".
#[inline(always)]
pub(super) const fn feature(side: Side, kind: Kind, cell: Cell) -> u16 {
    ((side as u16 * 6 + kind as u16) << 6) + cell as u16
}

/// Where king and rook go, by whether castling is to the short side.
const fn castled(short: bool) -> [File; 2] {
    if short { [File::G, File::F] } else { [File::C, File::D] }
}

/// The targets of king and rook of a castling, whose `to` is the rook's square.
#[inline]
pub(super) fn castling_targets(m: Move) -> [Cell; 2] {
    let (from, rook) = (square(m.from), square(m.to));
    castled(from.file() < rook.file()).map(|file| Square::new(file, from.rank()) as Cell)
}

/// `m` as the crate writes it: castling takes the own rook there as well.
#[inline(always)]
pub(super) fn crate_move(m: Move) -> cozy_chess::Move {
    cozy_chess::Move { from: square(m.from), to: square(m.to), promotion: m.promotion().map(piece) }
}

impl Position {
    /// The side to move.
    #[inline(always)]
    pub fn to_move(&self) -> Side {
        match self.0.side_to_move() {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Side, kind: Kind) -> BitBoard {
        self.0.colored_pieces(colour(side), piece(kind))
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub(super) fn king(&self, side: Side) -> Square {
        self.0.king(colour(side))
    }

    /// What stands on a square.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<(Side, Kind)> {
        let at = square(cell);
        let side = Side::ALL.into_iter().find(|&side| self.0.colors(colour(side)).has(at))?;
        Some((side, self.kind_at(cell)))
    }

    /// The square on which a pawn can be taken en passant by a legal move.
    #[inline]
    pub(super) fn en_passant(&self) -> Option<Square> {
        let us = self.0.side_to_move();
        let to = Square::new(self.0.en_passant()?, Rank::Sixth.relative_to(us));
        let takers = get_pawn_attacks(to, !us) & self.0.colored_pieces(us, Piece::Pawn);
        let legal = |from| self.0.is_legal(cozy_chess::Move { from, to, promotion: None });
        takers.into_iter().any(legal).then_some(to)
    }

    /// The key. A pawn that nobody can take en passant does not make the position another one.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        if self.0.en_passant().is_some() && self.en_passant().is_some() {
            self.0.hash()
        } else {
            self.0.hash_without_ep()
        }
    }

    /// The material key.
    #[inline]
    pub(super) fn material_key(&self) -> u64 {
        let mut key = 0u64;
        for side in Side::ALL {
            for kind in Kind::ALL {
                let number = u64::from(self.pieces(side, kind).len());
                key = key.wrapping_add(MATERIAL[side.index()][kind.index()].wrapping_mul(number));
            }
        }
        key
    }

    /// Whether no mate can come about by any moves, as far as the material tells: bare kings, one knight, or bishops
    /// on squares of one colour only.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        let knights = self.0.pieces(Piece::Knight);
        let bishops = self.0.pieces(Piece::Bishop);
        let minors = knights | bishops;
        if self.0.occupied() != minors | self.0.pieces(Piece::King) {
            return false;
        }
        minors.len() <= 1
            || knights.is_empty()
                && (bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_disjoint(BitBoard::DARK_SQUARES))
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play<D: Delta>(&mut self, m: Move, delta: &mut D) {
        if D::WANTED {
            self.tell(m, delta);
        }
        self.0.play_unchecked(crate_move(m));
    }

    /// Tells `delta` what a legal move changes.
    fn tell<D: Delta>(&self, m: Move, delta: &mut D) {
        let us = self.to_move();
        delta.remove(feature(us, m.kind, m.from));
        if m.flag == MoveFlag::Castle {
            let [king, rook] = castling_targets(m);
            delta.remove(feature(us, Kind::Rook, m.to));
            delta.add(feature(us, Kind::King, king));
            delta.add(feature(us, Kind::Rook, rook));
            return;
        }
        if let Some(victim) = self.victim(us, m) {
            delta.remove(feature(us.other(), victim, self.captured_on(m)));
        }
        delta.add(feature(us, m.promotion().unwrap_or(m.kind), m.to));
    }

    /// Where the piece stands that a capture takes.
    pub(super) fn captured_on(&self, m: Move) -> Cell {
        match m.flag {
            // Beside the square from which the pawn comes, in the file to which it goes.
            MoveFlag::EnPassant => Square::new(square(m.to).file(), square(m.from).rank()) as Cell,
            _ => m.to,
        }
    }

    /// Passes the turn; nothing happens in check, where nobody may ask for it.
    pub(super) fn play_null(&mut self) {
        if let Some(board) = self.0.null_move() {
            self.0 = board;
        }
    }

    /// Whether `m` gives up a castling right.
    pub(super) fn loses_right(&self, m: Move) -> bool {
        Color::ALL.into_iter().any(|side| {
            let CastleRights { short, long } = *self.0.castle_rights(side);
            let back = Rank::First.relative_to(side);
            let touches = |file: File| {
                let rook = Square::new(file, back);
                [square(m.from), square(m.to)].iter().any(|&at| at == rook || at == self.0.king(side))
            };
            [short, long].into_iter().flatten().any(touches)
        })
    }

    /// The position with the ranks reversed and the colours swapped.
    pub(super) fn mirrored(&self) -> Position {
        let this = BoardBuilder::from_board(&self.0);
        let mut image = BoardBuilder::empty();
        for at in Square::ALL {
            *image.square_mut(at.flip_rank()) = this.square(at).map(|(piece, colour)| (piece, !colour));
        }
        image.side_to_move = !this.side_to_move;
        for side in Color::ALL {
            *image.castle_rights_mut(!side) = *this.castle_rights(side);
        }
        image.en_passant = this.en_passant.map(Square::flip_rank);
        image.halfmove_clock = this.halfmove_clock;
        image.fullmove_number = this.fullmove_number;
        // What is legal on one side is on the other.
        image.build().map_or_else(|_| self.clone(), Position)
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        BoardBuilder::from_board(&self.0).build().map_or(0, |board| Position(board).key())
    }
}

impl Standing for Position {
    type Set = BitBoard;

    #[inline(always)]
    fn of_side(&self, side: Side) -> BitBoard {
        self.0.colors(colour(side))
    }

    #[inline(always)]
    fn of_kind(&self, kind: Kind) -> BitBoard {
        self.0.pieces(piece(kind))
    }
}
