//! A game whose tree is drawn by lot: a hash of the seed decides how many moves a node has, how it ends and
//! what it is worth. Different paths may lead to the same node, always after the same number of moves.

use std::ops::ControlFlow;

use oddity::eval::Evaluator;
use oddity::game::{
    BoardInfo, Delta, FenError, Game, History, MoveError, MoveKind, MoveStyle, Outcome, PieceInfo, Side,
    SideInfo, Steps,
};

/// Moves after which every game is over.
pub const DEPTH: u8 = 6;

/// The tree of one seed.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    pub seed: u64,
    /// Nodes that each level has; few of them make many transpositions.
    pub width: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    level: u8,
    index: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch(pub u8);

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Tree {
    /// A number below `n` that belongs to `pos` and `what`.
    fn lot(&self, pos: &Node, what: u64, n: u64) -> u64 {
        mix(self.key(pos) ^ mix(what)) % n
    }

    fn branches(&self, pos: &Node) -> u8 {
        if pos.level >= DEPTH {
            return 0;
        }
        match self.lot(pos, 1, 12) {
            0 if pos.level > 0 => 0,
            n => (n % 5) as u8 + 1,
        }
    }

    fn outcome(&self, pos: &Node, what: u64) -> Outcome {
        Outcome { white_quarters: self.lot(pos, what, 5) as u8, reason: "lot" }
    }
}

impl Game for Tree {
    type Position = Node;
    type Move = Branch;

    const NAME: &'static str = "tree";
    const TITLE: &'static str = "Random tree";
    const START_FEN: &'static str = "0 0";
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const THREE_QUARTERS: i32 = 150;

    fn new() -> Self {
        Tree { seed: 0, width: u64::MAX }
    }

    fn start(&self) -> Node {
        Node { level: 0, index: 0 }
    }

    fn parse_fen(&self, fen: &str) -> Result<Node, FenError> {
        let wrong = || FenError::Fields("level and index expected".to_owned());
        let (level, index) = fen.split_once(' ').ok_or_else(wrong)?;
        Ok(Node { level: level.parse().map_err(|_| wrong())?, index: index.parse().map_err(|_| wrong())? })
    }

    fn fen(&self, pos: &Node) -> String {
        format!("{} {}", pos.level, pos.index)
    }

    fn side_to_move(&self, pos: &Node) -> Side {
        Side::ALL[usize::from(pos.level % 2)]
    }

    fn key(&self, pos: &Node) -> u64 {
        mix(self.seed ^ mix(pos.index.wrapping_mul(16) + u64::from(pos.level)))
    }

    fn recompute_key(&self, pos: &Node) -> u64 {
        self.key(pos)
    }

    fn material_key(&self, pos: &Node) -> u64 {
        u64::from(pos.level) << 32
    }

    fn generate<S>(&self, pos: &Node, kind: MoveKind, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Branch) -> ControlFlow<()>,
    {
        for m in (0..self.branches(pos)).map(Branch) {
            if kind == MoveKind::All || self.is_noisy(pos, m) == (kind == MoveKind::Noisy) {
                sink(m)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_legal(&self, pos: &Node, m: Branch) -> bool {
        m.0 < self.branches(pos)
    }

    fn pack(&self, m: Branch) -> u32 {
        u32::from(m.0) + 1
    }

    fn unpack(&self, _: &Node, bits: u32) -> Option<Branch> {
        u8::try_from(bits.checked_sub(1)?).ok().map(Branch)
    }

    fn play<D: Delta>(&self, pos: &mut Node, m: Branch, delta: &mut D) {
        assert!(self.is_legal(pos, m), "only legal moves may be played");
        delta.remove(u16::from(pos.level));
        pos.index = mix(self.key(pos) + u64::from(m.0)) % self.width;
        pos.level += 1;
        delta.add(u16::from(pos.level));
    }

    fn play_null(&self, _: &mut Node) {
        unreachable!("no null moves in this game");
    }

    fn null_move_sound(&self, _: &Node) -> bool {
        false
    }

    fn in_check(&self, pos: &Node) -> bool {
        self.lot(pos, 2, 5) == 0
    }

    fn checkers(&self, _: &Node) -> Vec<String> {
        Vec::new()
    }

    fn over_by_position(&self, pos: &Node) -> Option<Outcome> {
        (pos.level > 0 && self.lot(pos, 3, 8) == 0).then(|| self.outcome(pos, 4))
    }

    fn outcome_without_moves(&self, pos: &Node) -> Outcome {
        self.outcome(pos, 5)
    }

    fn drawn(&self, pos: &Node, _: &History) -> Option<Outcome> {
        (self.lot(pos, 6, 15) == 0).then(|| Outcome::draw("lot"))
    }

    fn reversible_plies(&self, _: &Node) -> usize {
        0
    }

    fn is_irreversible(&self, _: &Node, _: Branch) -> bool {
        true
    }

    fn is_noisy(&self, pos: &Node, m: Branch) -> bool {
        self.lot(pos, 16 + u64::from(m.0), 3) == 0
    }

    fn noisy_order(&self, pos: &Node, m: Branch) -> i32 {
        self.gain(pos, m)
    }

    fn gain(&self, pos: &Node, m: Branch) -> i32 {
        self.lot(pos, 32 + u64::from(m.0), 9) as i32 * 100
    }

    fn history_slot(&self, _: &Node, m: Branch) -> usize {
        usize::from(m.0)
    }

    fn history_slots(&self) -> usize {
        5
    }

    fn features(&self) -> usize {
        usize::from(DEPTH) + 1
    }

    fn for_each_feature(&self, pos: &Node, mut f: impl FnMut(u16)) {
        f(u16::from(pos.level));
    }

    fn mirrored(&self, pos: &Node) -> Node {
        pos.clone()
    }

    fn mirrored_move(&self, m: Branch) -> Branch {
        m
    }

    fn board(&self) -> BoardInfo {
        let side = |name: &str, starts| SideInfo { name: name.to_owned(), starts };
        BoardInfo {
            game: Self::NAME.to_owned(),
            cells: Vec::new(),
            lines: Vec::new(),
            triangles: Vec::new(),
            sides: [side("White", true), side("Black", false)],
            files: Vec::new(),
            ranks: 0,
        }
    }

    fn pieces(&self, _: &Node) -> Vec<PieceInfo> {
        Vec::new()
    }

    fn picture(&self, pos: &Node, _: bool) -> String {
        format!("{pos:?}\n")
    }

    fn steps(&self, _: &Node, _: Branch) -> Steps {
        Steps::default()
    }

    fn write_move(&self, _: &Node, m: Branch, _: MoveStyle) -> String {
        m.0.to_string()
    }

    fn parse_move(&self, pos: &Node, text: &str) -> Result<Branch, MoveError> {
        let m = text.parse().map(Branch).map_err(|_| MoveError::Syntax(text.to_owned(), "a number"))?;
        if self.is_legal(pos, m) { Ok(m) } else { Err(MoveError::Illegal(text.to_owned())) }
    }
}

/// Evaluates by lot. It checks that the search keeps its stack in step with the moves.
#[derive(Clone, Debug, Default)]
pub struct Lots {
    levels: Vec<u8>,
}

/// The level that a move leads to.
#[derive(Default)]
pub struct Step(Option<u8>);

impl Delta for Step {
    fn add(&mut self, feature: u16) {
        self.0 = Some(feature as u8);
    }

    fn remove(&mut self, _: u16) {}
}

impl Evaluator<Tree> for Lots {
    type Changes = Step;

    fn reset(&mut self, _: &Tree, pos: &Node) {
        self.levels = vec![pos.level];
    }

    fn push(&mut self, changes: &Step) {
        self.levels.push(changes.0.expect("every move tells its level"));
    }

    fn pop(&mut self) {
        self.levels.pop();
    }

    fn score(&mut self, game: &Tree, pos: &Node) -> i32 {
        assert_eq!(self.levels.last(), Some(&pos.level), "the stack is out of step");
        let for_white = game.lot(pos, 7, 801) as i32 - 400;
        if game.side_to_move(pos) == Side::White { for_white } else { -for_white }
    }
}
