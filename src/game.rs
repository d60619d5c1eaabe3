//! The [`Game`] trait: all that the search, perft, the tools and the protocol know of any rules.
//!
//! A game is a value. The search, perft and the tools are generic over it and compiled once a game; the
//! choice at run time happens only in [`crate::variant`].

mod chances;
mod describe;
mod history;
mod outcome;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

pub use chances::WinModel;
pub use describe::{BoardInfo, CellInfo, CellShape, PieceInfo, SideInfo, Steps};
pub use history::History;
pub use outcome::{Outcome, Side};
use thiserror::Error;

/// Why a FEN was not accepted. One line, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// A field is missing or one is too many.
    #[error("{0}")]
    Fields(String),
    /// The placement of the pieces can't be read.
    #[error("placement: {0}")]
    Placement(String),
    /// A field behind the placement can't be read.
    #[error("{field}: {problem}")]
    Field {
        /// The field's name.
        field: &'static str,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The text can be read, but no such position can be played on.
    #[error("{0}")]
    Position(String),
}

/// Why a move's text was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of the game at all.
    #[error("'{0}' is not a move: {1}")]
    Syntax(String, &'static str),
    /// It is a move, but not a legal one in this position.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// It may mean several legal moves.
    #[error("'{text}' may mean several moves: {choices}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that it may mean, in coordinates.
        choices: String,
    },
    /// It would be legal if it said what the pawn becomes.
    #[error("'{text}' does not say what the pawn becomes: {choices}")]
    NoPromotion {
        /// The text.
        text: String,
        /// The moves that it may mean, in coordinates.
        choices: String,
    },
}

/// Which moves to generate. `Noisy` and `Quiet` split `All` in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// What quiescence looks at: captures and promotions in chess-like games.
    Noisy,
    /// The rest.
    Quiet,
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStyle {
    /// Protocol text: cells and a promotion letter, `f10f11q`.
    Coordinate,
    /// What players of the game write: `Nd1-f4`, `e1xe5+`.
    Official,
}

/// Receives what a move changes on the board, one feature (piece on cell) at a time.
///
/// Feature numbers are the game's own, below [`Game::features`]. `()` ignores everything and costs nothing.
pub trait Delta {
    /// Whether anything is done with what is reported; a move need not work it out otherwise.
    const WANTED: bool = true;

    /// A piece appears.
    fn add(&mut self, feature: u16);
    /// A piece disappears.
    fn remove(&mut self, feature: u16);
}

impl Delta for () {
    const WANTED: bool = false;

    #[inline(always)]
    fn add(&mut self, _: u16) {}
    #[inline(always)]
    fn remove(&mut self, _: u16) {}
}

/// An option that a game declares for itself; the protocol lists and sets it without knowing the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Name as in `setoption name`.
    pub name: &'static str,
    /// The rest of the `option` line: `type string default <empty>`.
    pub declaration: &'static str,
    /// Whether the rules stay the same, so that a position is still what it was when the option is set.
    pub keeps_position: bool,
}

/// The rules of one game.
///
/// Sides always alternate: a move is a whole turn. Every method is free of panics for positions made by
/// this game's own [`Game::start`], [`Game::parse_fen`] and [`Game::play`].
pub trait Game: Clone + Send + Sync + 'static {
    /// A position without its past: small and cheap to clone.
    type Position: Clone + Eq + Debug + Send + Sync + 'static;
    /// A legal move of some position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Protocol name, the value of `UCI_Variant`: lower case, no blanks.
    const NAME: &'static str;
    /// Name for people.
    const TITLE: &'static str;
    /// The start position.
    const START_FEN: &'static str;
    /// Whether passing is a sound lower bound (null move pruning).
    const NULL_MOVE: bool;
    /// Whether [`Game::see_ge`] means anything; else it always answers `true`.
    const SEE: bool;
    /// Centipawns that three quarters of a point are worth, where the fitted win model expects 0.75.
    const THREE_QUARTERS: i32;
    /// What a score says about the result, for people; the search does not ask.
    const WIN_MODEL: WinModel = WinModel::from_three_quarters(Self::THREE_QUARTERS);
    /// Whether [`Game::winning_move`] and [`Game::sudden_loss`] can ever answer: games that a single move may end, as
    /// the loss of a ring does.
    const SUDDEN_WINS: bool = false;
    /// Whether a win in three moves can be proved by trying all: not with hundreds of moves in a position.
    const LONG_PROOFS: bool = true;
    /// Whether there are few answers to check, so that the search looks at all of them, and in quiescence too.
    const FEW_EVASIONS: bool = true;
    /// Whether a number of plies without a move that can't be undone ends the game, so that the same board may be worth
    /// less the later it is reached.
    const MOVE_LIMIT: bool = true;
    /// Plies that `oddity bench` searches.
    const BENCH_DEPTH: u32 = 8;
    /// Most words, parted by blanks, that the official text of a move has.
    const MOVE_WORDS: usize = 1;
    /// Numbers of the selective search that differ from [`crate::search::Params`]'s own: name and value.
    const PARAMS: &'static [(&'static str, i32)] = &[];

    /// The game with its tables at hand.
    fn new() -> Self;

    /// Who makes the first move of a game.
    fn first_mover(&self) -> Side {
        Side::White
    }

    /// Options of this game alone.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// Sets one of [`Game::options`].
    ///
    /// # Errors
    /// One line that says what is wrong; the game is unchanged.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), String> {
        Err(format!("{} has no option '{name}'", Self::NAME))
    }

    /// The start position.
    fn start(&self) -> Self::Position;

    /// Reads a FEN; the last fields may be missing.
    ///
    /// # Errors
    /// A [`FenError`] that names the field and what is wrong with it.
    fn parse_fen(&self, fen: &str) -> Result<Self::Position, FenError>;

    /// Writes the FEN.
    fn fen(&self, pos: &Self::Position) -> String;

    /// The side whose turn it is.
    fn side_to_move(&self, pos: &Self::Position) -> Side;

    /// Zobrist key of all that matters for repetition and the table.
    fn key(&self, pos: &Self::Position) -> u64;

    /// The same key computed from nothing, for tests and debug checks.
    fn recompute_key(&self, pos: &Self::Position) -> u64;

    /// A key of the material alone.
    fn material_key(&self, pos: &Self::Position) -> u64;

    /// Calls `sink` with each legal move of `kind` once, until it breaks.
    fn generate<S>(&self, pos: &Self::Position, kind: MoveKind, sink: S) -> ControlFlow<()>
    where
        S: FnMut(Self::Move) -> ControlFlow<()>;

    /// Number of legal moves. Games that generate sets count without listing.
    fn count(&self, pos: &Self::Position) -> u64 {
        let mut n = 0;
        let _ = self.generate(pos, MoveKind::All, |_| {
            n += 1;
            ControlFlow::Continue(())
        });
        n
    }

    /// Whether there is any legal move.
    fn has_moves(&self, pos: &Self::Position) -> bool {
        self.generate(pos, MoveKind::All, |_| ControlFlow::Break(())).is_break()
    }

    /// All legal moves in generation order.
    fn moves(&self, pos: &Self::Position) -> Vec<Self::Move> {
        let mut list = Vec::new();
        let _ = self.generate(pos, MoveKind::All, |m| {
            list.push(m);
            ControlFlow::Continue(())
        });
        list
    }

    /// Whether `m`, any value of the type, is legal in `pos`, without generating a list.
    fn is_legal(&self, pos: &Self::Position, m: Self::Move) -> bool;

    /// 32 bits that [`Game::unpack`] turns back; never 0.
    fn pack(&self, m: Self::Move) -> u32;

    /// The move that `bits` mean in `pos`, or `None` where they mean none. The result may be illegal: ask
    /// [`Game::is_legal`].
    fn unpack(&self, pos: &Self::Position, bits: u32) -> Option<Self::Move>;

    /// Plays a legal move, telling `delta` what changes.
    fn play<D: Delta>(&self, pos: &mut Self::Position, m: Self::Move, delta: &mut D);

    /// Passes the turn; called only where [`Game::NULL_MOVE`] holds and [`Game::null_move_sound`] agrees.
    fn play_null(&self, pos: &mut Self::Position);

    /// Whether passing is safe to try here: not in check, and the mover has more than pawns.
    fn null_move_sound(&self, pos: &Self::Position) -> bool;

    /// Whether the side to move is in check; `false` in games without check.
    fn in_check(&self, pos: &Self::Position) -> bool;

    /// Cells of the pieces that give check, by name.
    fn checkers(&self, pos: &Self::Position) -> Vec<String>;

    /// The outcome if the game is over by something else than a lack of moves. Cheap: the search asks at
    /// every node.
    fn over_by_position(&self, _pos: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The outcome when the side to move has no legal move.
    fn outcome_without_moves(&self, pos: &Self::Position) -> Outcome;

    /// Mate, stalemate and whatever else ends a game on the board, the past left aside.
    fn finished(&self, pos: &Self::Position) -> Option<Outcome> {
        self.over_by_position(pos).or_else(|| (!self.has_moves(pos)).then(|| self.outcome_without_moves(pos)))
    }

    /// Draws that depend on the past or on dead material, for a position that is not [`Game::finished`]
    /// (which counts first). `history` ends with `pos`.
    fn drawn(&self, pos: &Self::Position, history: &History) -> Option<Outcome>;

    /// Plies since the last move that can't be undone: how far back a repetition can lie.
    fn reversible_plies(&self, pos: &Self::Position) -> usize;

    /// Whether `m` can't be undone by later moves, so that no position before it can come back.
    fn is_irreversible(&self, pos: &Self::Position, m: Self::Move) -> bool;

    /// A move that wins the game at once, if the side to move has one; there is none if the answer is `None`. Asked at every node of games with
    /// [`Game::SUDDEN_WINS`].
    fn winning_move(&self, _pos: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// After how many plies (1 or 2) the legal move `m` loses the game by force of a single move: 1 if it ends the game
    /// itself, 2 if the opponent has a [`Game::winning_move`] then. The latter need be found only where `in_check`, the
    /// answer of [`Game::in_check`], says that there is a threat.
    fn sudden_loss(&self, _pos: &Self::Position, _m: Self::Move, _in_check: bool) -> Option<usize> {
        None
    }

    /// Whether `m` belongs to [`MoveKind::Noisy`].
    fn is_noisy(&self, pos: &Self::Position, m: Self::Move) -> bool;

    /// Ordering value of a noisy move, larger first: most valuable victim, then least valuable attacker.
    fn noisy_order(&self, pos: &Self::Position, m: Self::Move) -> i32;

    /// Centipawns that `m` wins at once if nothing is taken back: victim, plus the gain of a promotion.
    fn gain(&self, pos: &Self::Position, m: Self::Move) -> i32;

    /// Whether the exchange that `m` begins on its target wins at least `threshold` centipawns.
    fn see_ge(&self, _pos: &Self::Position, _m: Self::Move, _threshold: i32) -> bool {
        true
    }

    /// History table slot of a move, below [`Game::history_slots`].
    fn history_slot(&self, pos: &Self::Position, m: Self::Move) -> usize;

    /// Number of history slots.
    fn history_slots(&self) -> usize;

    /// Slot of a move in tables over pairs of moves, below [`Game::continuation_slots`]: best which piece
    /// goes where, whatever cell it comes from.
    fn continuation_slot(&self, pos: &Self::Position, m: Self::Move) -> usize {
        self.history_slot(pos, m) % self.continuation_slots()
    }

    /// Number of continuation slots; a thread keeps a table of its square, two bytes each.
    fn continuation_slots(&self) -> usize {
        self.history_slots().clamp(1, 1024)
    }

    /// Number of features that [`Game::play`] may name to a [`Delta`].
    fn features(&self) -> usize;

    /// Calls `f` with each feature of the position.
    fn for_each_feature(&self, pos: &Self::Position, f: impl FnMut(u16));

    /// The position seen from the other side (board turned or mirrored, colours swapped), for tests of
    /// symmetry. Every mapped position has the mapped moves and the negated evaluation.
    fn mirrored(&self, pos: &Self::Position) -> Self::Position;

    /// The move that corresponds to `m` in the [`Game::mirrored`] position.
    fn mirrored_move(&self, m: Self::Move) -> Self::Move;

    /// The fixed facts of the board.
    fn board(&self) -> BoardInfo;

    /// Pieces on the board.
    fn pieces(&self, pos: &Self::Position) -> Vec<PieceInfo>;

    /// A picture of the board in text, ending in a line feed; with ANSI colours if `colour`.
    fn picture(&self, pos: &Self::Position, colour: bool) -> String;

    /// [`Game::picture`] with the move that led to the position marked, in games where that helps.
    fn picture_after(&self, pos: &Self::Position, _last: Option<Self::Move>, colour: bool) -> String {
        self.picture(pos, colour)
    }

    /// What `m` does, step by step.
    fn steps(&self, pos: &Self::Position, m: Self::Move) -> Steps;

    /// The text of a legal move.
    fn write_move(&self, pos: &Self::Position, m: Self::Move, style: MoveStyle) -> String;

    /// Reads a move in either style.
    ///
    /// # Errors
    /// [`MoveError`] if the text is no move, or not a legal one here.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// Reads the move that a list of words begins with, in either style, and tells how many words it has: as many
    /// as make a legal move, whatever follows them.
    ///
    /// # Errors
    /// [`MoveError`] of the first word, where it can't be read with or without those behind it.
    fn parse_longest_move(
        &self,
        pos: &Self::Position,
        words: &[&str],
    ) -> Result<(Self::Move, usize), MoveError> {
        let most = words.len().min(Self::MOVE_WORDS);
        let longer =
            (2..=most).rev().find_map(|n| Some((self.parse_move(pos, &words[..n].join(" ")).ok()?, n)));
        match longer {
            Some(found) => Ok(found),
            None => Ok((self.parse_move(pos, words.first().copied().unwrap_or_default())?, 1)),
        }
    }

    /// The same for a game's moves one after the other, where every word must belong to one.
    ///
    /// # Errors
    /// Also that of the move with a word behind it that can only belong to it.
    fn parse_first_move(
        &self,
        pos: &Self::Position,
        words: &[&str],
    ) -> Result<(Self::Move, usize), MoveError> {
        let (m, used) = self.parse_longest_move(pos, words)?;
        let most = words.len().min(Self::MOVE_WORDS);
        if used < most && matches!(self.parse_move(pos, words[used]), Err(MoveError::Syntax(..))) {
            // No move begins with the next word: it was meant as a part of this one.
            let text = words[..=used].join(" ");
            self.parse_move(pos, &text)?;
        }
        Ok((m, used))
    }
}
