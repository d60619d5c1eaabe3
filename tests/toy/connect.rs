//! Three in a row on four columns of four: stones fall down a column, three of one's own in a line win. A
//! full board without a line is worth three quarters to the second player.

use std::ops::ControlFlow;

use oddity::eval::Evaluator;
use oddity::game::{
    BoardInfo, CellInfo, CellShape, Delta, FenError, Game, History, MoveError, MoveKind, MoveStyle, Outcome,
    PieceInfo, Side, SideInfo, Steps,
};

const SIZE: u32 = 4;

/// Columns are five bits apart, so that no line wraps around.
const STRIDE: u32 = SIZE + 1;

#[derive(Clone, Copy, Debug)]
pub struct Connect;

/// Stones of White and Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones([u32; 2]);

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drop(u8);

fn has_line(stones: u32) -> bool {
    [1, STRIDE, STRIDE + 1, STRIDE - 1].iter().any(|step| stones & stones >> step & stones >> (2 * step) != 0)
}

fn cells() -> impl Iterator<Item = (u32, u32)> {
    (0..SIZE).flat_map(|column| (0..SIZE).map(move |row| (column, row)))
}

fn bit(column: u32, row: u32) -> u32 {
    1 << (column * STRIDE + row)
}

fn name(column: u32, row: u32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Stones {
    fn all(&self) -> u32 {
        self.0[0] | self.0[1]
    }

    fn mover(&self) -> usize {
        (self.all().count_ones() % 2) as usize
    }

    /// The lowest free cell of a column.
    fn landing(&self, column: u8) -> Option<u32> {
        let free = |row: &u32| self.all() & bit(u32::from(column), *row) == 0;
        (u32::from(column) < SIZE).then(|| (0..SIZE).find(free)).flatten()
    }
}

impl Game for Connect {
    type Position = Stones;
    type Move = Drop;

    const NAME: &'static str = "connect";
    const TITLE: &'static str = "Three in a row";
    const START_FEN: &'static str = "4/4/4/4";
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const THREE_QUARTERS: i32 = 120;

    fn new() -> Self {
        Connect
    }

    fn start(&self) -> Stones {
        Stones([0, 0])
    }

    fn parse_fen(&self, fen: &str) -> Result<Stones, FenError> {
        let mut stones = Stones([0, 0]);
        let rows: Vec<&str> = fen.split('/').collect();
        if rows.len() != SIZE as usize {
            return Err(FenError::Placement("four rows expected".to_owned()));
        }
        for (row, text) in (0..SIZE).rev().zip(rows) {
            let mut column = 0;
            for letter in text.chars() {
                match (letter, letter.to_digit(10)) {
                    ('x', _) if column < SIZE => stones.0[0] |= bit(column, row),
                    ('o', _) if column < SIZE => stones.0[1] |= bit(column, row),
                    (_, Some(digit)) => column += digit.saturating_sub(1),
                    _ => return Err(FenError::Placement(format!("'{letter}' in '{text}'"))),
                }
                column += 1;
            }
        }
        Ok(stones)
    }

    fn fen(&self, pos: &Stones) -> String {
        let row = |row| {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..=SIZE {
                let stone = (0..2).find(|&side| column < SIZE && pos.0[side] & bit(column, row) != 0);
                if column < SIZE && stone.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.extend(stone.map(|side| ['x', 'o'][side]));
            }
            text
        };
        (0..SIZE).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn side_to_move(&self, pos: &Stones) -> Side {
        Side::ALL[pos.mover()]
    }

    fn key(&self, pos: &Stones) -> u64 {
        let x = (u64::from(pos.0[0]) << 32 | u64::from(pos.0[1])).wrapping_add(1);
        let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn recompute_key(&self, pos: &Stones) -> u64 {
        self.key(pos)
    }

    fn material_key(&self, pos: &Stones) -> u64 {
        u64::from(pos.all().count_ones()) << 32
    }

    fn generate<S>(&self, pos: &Stones, kind: MoveKind, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Drop) -> ControlFlow<()>,
    {
        if self.over_by_position(pos).is_some() {
            return ControlFlow::Continue(());
        }
        for m in (0..SIZE as u8).map(Drop).filter(|m| pos.landing(m.0).is_some()) {
            if kind == MoveKind::All || self.is_noisy(pos, m) == (kind == MoveKind::Noisy) {
                sink(m)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_legal(&self, pos: &Stones, m: Drop) -> bool {
        self.over_by_position(pos).is_none() && pos.landing(m.0).is_some()
    }

    fn pack(&self, m: Drop) -> u32 {
        u32::from(m.0) + 1
    }

    fn unpack(&self, _: &Stones, bits: u32) -> Option<Drop> {
        u8::try_from(bits.checked_sub(1)?).ok().map(Drop)
    }

    fn play<D: Delta>(&self, pos: &mut Stones, m: Drop, delta: &mut D) {
        let row = pos.landing(m.0).expect("only legal moves may be played");
        let mover = pos.mover();
        pos.0[mover] |= bit(u32::from(m.0), row);
        delta.add((mover as u32 * SIZE * SIZE + u32::from(m.0) * SIZE + row) as u16);
    }

    fn play_null(&self, _: &mut Stones) {
        unreachable!("no null moves in this game");
    }

    fn null_move_sound(&self, _: &Stones) -> bool {
        false
    }

    fn in_check(&self, _: &Stones) -> bool {
        false
    }

    fn checkers(&self, _: &Stones) -> Vec<String> {
        Vec::new()
    }

    fn over_by_position(&self, pos: &Stones) -> Option<Outcome> {
        Side::ALL.into_iter().find(|s| has_line(pos.0[s.index()])).map(|s| Outcome::win(s, "three in a row"))
    }

    fn outcome_without_moves(&self, _: &Stones) -> Outcome {
        Outcome::quarters(Side::Black, 3, "full board")
    }

    fn drawn(&self, _: &Stones, _: &History) -> Option<Outcome> {
        None
    }

    fn reversible_plies(&self, _: &Stones) -> usize {
        0
    }

    fn is_irreversible(&self, _: &Stones, _: Drop) -> bool {
        true
    }

    fn is_noisy(&self, pos: &Stones, m: Drop) -> bool {
        let mut next = pos.clone();
        self.play(&mut next, m, &mut ());
        self.over_by_position(&next).is_some()
    }

    fn noisy_order(&self, _: &Stones, _: Drop) -> i32 {
        0
    }

    fn gain(&self, _: &Stones, _: Drop) -> i32 {
        10_000
    }

    fn history_slot(&self, _: &Stones, m: Drop) -> usize {
        usize::from(m.0)
    }

    fn history_slots(&self) -> usize {
        SIZE as usize
    }

    fn features(&self) -> usize {
        2 * (SIZE * SIZE) as usize
    }

    fn for_each_feature(&self, pos: &Stones, mut f: impl FnMut(u16)) {
        for side in 0..2 {
            for (column, row) in cells().filter(|&(column, row)| pos.0[side] & bit(column, row) != 0) {
                f((side as u32 * SIZE * SIZE + column * SIZE + row) as u16);
            }
        }
    }

    fn mirrored(&self, pos: &Stones) -> Stones {
        pos.clone()
    }

    fn mirrored_move(&self, m: Drop) -> Drop {
        m
    }

    fn board(&self) -> BoardInfo {
        let cell = |(column, row): (u32, u32)| CellInfo {
            name: name(column, row),
            x: f64::from(column),
            y: f64::from(row),
            shape: CellShape::Square,
            colour: 0,
        };
        let side = |name: &str, starts| SideInfo { name: name.to_owned(), starts };
        BoardInfo {
            game: Self::NAME.to_owned(),
            cells: cells().map(cell).collect(),
            lines: Vec::new(),
            triangles: Vec::new(),
            sides: [side("White", true), side("Black", false)],
            files: (0..SIZE).map(|column| char::from(b'a' + column as u8).to_string()).collect(),
            ranks: SIZE as usize,
        }
    }

    fn pieces(&self, pos: &Stones) -> Vec<PieceInfo> {
        let stone = |(column, row): (u32, u32)| {
            let side = (0..2).find(|&side| pos.0[side] & bit(column, row) != 0)?;
            Some(PieceInfo { cell: name(column, row), piece: ['X', 'o'][side] })
        };
        cells().filter_map(stone).collect()
    }

    fn picture(&self, pos: &Stones, _: bool) -> String {
        self.fen(pos).replace('/', "\n") + "\n"
    }

    fn steps(&self, pos: &Stones, m: Drop) -> Steps {
        let row = pos.landing(m.0).expect("a legal move");
        let cell = name(u32::from(m.0), row);
        Steps { legs: vec![[cell.clone(), cell]], ..Steps::default() }
    }

    fn write_move(&self, pos: &Stones, m: Drop, _: MoveStyle) -> String {
        name(u32::from(m.0), pos.landing(m.0).expect("a legal move"))
    }

    fn parse_move(&self, pos: &Stones, text: &str) -> Result<Drop, MoveError> {
        let legal =
            self.moves(pos).into_iter().find(|&m| self.write_move(pos, m, MoveStyle::Official) == text);
        legal.ok_or_else(|| MoveError::Illegal(text.to_owned()))
    }
}

/// Stones in the two middle columns, kept incrementally.
#[derive(Clone, Debug, Default)]
pub struct Middle {
    sums: Vec<i32>,
}

/// Change of [`Middle`]'s sum by one move.
#[derive(Default)]
pub struct Shift(i32);

fn middle(feature: u16) -> i32 {
    let column = u32::from(feature) / SIZE % SIZE;
    let value = if (1..3).contains(&column) { 7 } else { 2 };
    if u32::from(feature) < SIZE * SIZE { value } else { -value }
}

impl Delta for Shift {
    fn add(&mut self, feature: u16) {
        self.0 += middle(feature);
    }

    fn remove(&mut self, feature: u16) {
        self.0 -= middle(feature);
    }
}

impl Evaluator<Connect> for Middle {
    type Changes = Shift;

    fn reset(&mut self, game: &Connect, pos: &Stones) {
        let mut sum = 0;
        game.for_each_feature(pos, |feature| sum += middle(feature));
        self.sums = vec![sum];
    }

    fn push(&mut self, changes: &Shift) {
        let top = self.sums.last().copied().unwrap_or_default();
        self.sums.push(top + changes.0);
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn score(&mut self, game: &Connect, pos: &Stones) -> i32 {
        let for_white = self.sums.last().copied().unwrap_or_default();
        if game.side_to_move(pos) == Side::White { for_white } else { -for_white }
    }
}
