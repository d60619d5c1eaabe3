//! Sets of squares that only the evaluation needs.

use cozy_chess::{BitBoard, File, Rank, Square};

use crate::game::Side;

/// Number of squares of half the board, left and right folded together.
pub(super) const FOLDED: usize = 32;

/// Number of a square in a piece-square table: left and right are one, and each side looks from its own end.
pub(super) const fn folded(side: Side, at: Square) -> usize {
    let rank = rank_of(side, at);
    let file = at as usize % 8;
    let file = if file < 4 { file } else { 7 - file };
    rank * 4 + file
}

/// Rank of a square as a side counts, 0 to 7.
#[inline(always)]
pub(super) const fn rank_of(side: Side, at: Square) -> usize {
    let rank = at as usize / 8;
    match side {
        Side::White => rank,
        Side::Black => 7 - rank,
    }
}

/// The ranks beyond a square's own, as a side looks.
#[inline(always)]
pub(super) const fn ahead(side: Side, at: Square) -> BitBoard {
    let rank = at as u32 / 8;
    BitBoard(match side {
        Side::White if rank == 7 => 0,
        Side::White => u64::MAX << (8 * (rank + 1)),
        Side::Black => (1 << (8 * rank)) - 1,
    })
}

/// A square's file and those beside it.
#[inline(always)]
pub(super) fn files_around(file: File) -> BitBoard {
    file.bitboard() | file.adjacent()
}

/// Every square one step ahead, as a side looks.
#[inline(always)]
pub(super) const fn step(side: Side, set: BitBoard) -> BitBoard {
    BitBoard(match side {
        Side::White => set.0 << 8,
        Side::Black => set.0 >> 8,
    })
}

/// Every square and all behind it in its file, as a side looks.
#[inline(always)]
pub(super) const fn filled_back(side: Side, set: BitBoard) -> BitBoard {
    let mut b = set.0;
    let mut by = 8;
    while by < 64 {
        b |= match side {
            Side::White => b >> by,
            Side::Black => b << by,
        };
        by *= 2;
    }
    BitBoard(b)
}

/// Squares to the left and right of each square of a set.
#[inline(always)]
pub(super) const fn beside(set: BitBoard) -> BitBoard {
    BitBoard(left(set).0 | right(set).0)
}

/// Every square's left neighbour.
#[inline(always)]
pub(super) const fn left(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 1 & !File::H.bitboard().0)
}

/// Every square's right neighbour.
#[inline(always)]
pub(super) const fn right(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 1 & !File::A.bitboard().0)
}

/// Squares that pawns of a side attack.
#[inline(always)]
pub(super) const fn pawn_attacks(side: Side, pawns: BitBoard) -> BitBoard {
    step(side, beside(pawns))
}

/// The middle of the own half, where space counts: files c to f, ranks two to four.
pub(super) const SPACE: [BitBoard; 2] = {
    let files = File::C.bitboard().0 | File::D.bitboard().0 | File::E.bitboard().0 | File::F.bitboard().0;
    let white = Rank::Second.bitboard().0 | Rank::Third.bitboard().0 | Rank::Fourth.bitboard().0;
    let black = Rank::Seventh.bitboard().0 | Rank::Sixth.bitboard().0 | Rank::Fifth.bitboard().0;
    [BitBoard(files & white), BitBoard(files & black)]
};

/// Where outposts are: ranks four to six as a side counts.
pub(super) const OUTPOSTS: [BitBoard; 2] = [
    BitBoard(Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0),
    BitBoard(Rank::Fifth.bitboard().0 | Rank::Fourth.bitboard().0 | Rank::Third.bitboard().0),
];

/// Steps of a king between two squares.
#[inline(always)]
pub(super) const fn distance(a: Square, b: Square) -> i32 {
    let files = (a as i32 % 8 - b as i32 % 8).abs();
    let ranks = (a as i32 / 8 - b as i32 / 8).abs();
    if files > ranks { files } else { ranks }
}

/// Steps of a king from the four squares in the middle, along files and ranks together.
pub(super) const fn from_centre(at: Square) -> i32 {
    let (file, rank) = (at as i32 % 8, at as i32 / 8);
    (if file < 4 { 3 - file } else { file - 4 }) + if rank < 4 { 3 - rank } else { rank - 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_and_fills() {
        let mut seen = [0; FOLDED];
        for at in Square::ALL {
            seen[folded(Side::White, at)] += 1;
            assert_eq!(folded(Side::White, at), folded(Side::Black, at.flip_rank()));
        }
        assert!(seen.iter().all(|&n| n == 2), "{seen:?}");
        let e4 = Square::E4.bitboard();
        assert_eq!(filled_back(Side::White, e4).len(), 4);
        assert_eq!(filled_back(Side::Black, e4).len(), 5);
        assert_eq!(pawn_attacks(Side::White, e4), Square::D5.bitboard() | Square::F5.bitboard());
        assert_eq!(pawn_attacks(Side::Black, Square::A2.bitboard()), Square::B1.bitboard());
        assert_eq!(ahead(Side::White, Square::H8), BitBoard::EMPTY);
        assert_eq!(ahead(Side::Black, Square::A3).len(), 16);
        assert_eq!(
            (distance(Square::A1, Square::H7), from_centre(Square::A1), from_centre(Square::E5)),
            (7, 6, 0)
        );
    }
}
