//! Chess and Chess960 held against the slow rules, from start positions and from random ones.

use std::collections::HashMap;
use std::ops::ControlFlow;

use oddity::game::{Game, History, MoveKind, MoveStyle, Outcome};
use oddity::games::chess::Chess;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::rules::perft::{Counted, counted_positions};
use crate::slow_chess::{Slow, Status};

type Position = <Chess as Game>::Position;
type Move = <Chess as Game>::Move;

/// Positions compared.
const POSITIONS: usize = if cfg!(feature = "long-tests") {
    100_000
} else if cfg!(debug_assertions) {
    400
} else {
    12_000
};

/// Parts that run side by side, each with a seed of its own.
const PARTS: usize = 8;

/// One position in so many has every move's text and consequences compared, not only those of the move played.
const THOROUGH: usize = 10;

/// What a run has met, so that the test fails when its positions become harmless.
#[derive(Default)]
struct Met(HashMap<&'static str, usize>);

impl Met {
    fn note(&mut self, what: &'static str, really: bool) {
        *self.0.entry(what).or_default() += usize::from(really);
    }

    fn add(mut self, other: Met) -> Met {
        other.0.into_iter().for_each(|(what, n)| *self.0.entry(what).or_default() += n);
        self
    }
}

/// Both ways to write castling.
struct Games {
    classical: Chess,
    chess960: Chess,
}

/// What one part compares with and remembers.
struct Run {
    games: Games,
    rng: StdRng,
    met: Met,
    /// Keys and identities of the slow rules, which must belong together.
    keys: HashMap<String, u64>,
    identities: HashMap<u64, String>,
}

fn games() -> Games {
    let mut chess960 = Chess::new();
    chess960.set_option("UCI_Chess960", "true").expect("it has this option");
    Games { classical: Chess::new(), chess960 }
}

fn compare(seed: u64, wanted: usize) -> Met {
    let mut run = Run {
        games: games(),
        rng: StdRng::seed_from_u64(seed),
        met: Met::default(),
        keys: HashMap::new(),
        identities: HashMap::new(),
    };
    let (mut positions, mut playouts) = (0, 0);
    while positions < wanted {
        let rng = &mut run.rng;
        let (fen, plies) = match playouts % 64 {
            0..16 => (scattered(rng), 5),
            16..32 => (at_home(rng), 5),
            32..46 => (passing(rng), 4),
            46..62 => (hunted(rng), 4),
            62 => (Chess::START_FEN.to_owned(), 60),
            _ => (Slow::chess960_start(rng.random_range(0..960)).fen(), 60),
        };
        playouts += 1;
        let slow = Slow::from_fen(&fen);
        let fast = run.games.classical.parse_fen(&fen);
        assert_eq!(slow.is_ok(), fast.is_ok(), "{fen}: {slow:?} {fast:?}");
        match (slow, fast) {
            (Ok(slow), Ok(fast)) => positions += run.playout(slow, fast, plies),
            _ => run.met.note("refused", true),
        }
    }
    run.met
}

impl Run {
    /// Plays on from a position, comparing after each move; returns how many positions were compared.
    fn playout(&mut self, slow: Slow, mut fast: Position, plies: usize) -> usize {
        let chess = self.games.classical;
        let mut history = History::new(chess.key(&fast));
        let mut slow = slow.with_chess960(self.rng.random_range(0..2) == 0);
        // Each side's last move.
        let mut last = [None; 2];
        for ply in 0..plies {
            self.compare_position(&fast, &history, &slow);
            let moves = chess.moves(&fast);
            if self.rng.random_range(0..THOROUGH) == 0 {
                self.compare_all_moves(&fast, &slow);
            }
            let Some(m) = choose(&fast, &slow, &moves, last[ply % 2], &mut self.rng) else { return ply + 1 };
            // With one text or the other, whatever the last move was written with.
            let modern = self.rng.random_range(0..2) == 0;
            slow = slow.with_chess960(modern);
            let game = if modern { self.games.chess960 } else { chess };
            slow.play(&game.write_move(&fast, m, MoveStyle::Coordinate)).expect("both agree on legal moves");
            chess.play(&mut fast, m, &mut ());
            last[ply % 2] = Some(m);
            history.push(chess.key(&fast));
        }
        plies
    }

    fn compare_position(&mut self, fast: &Position, history: &History, slow: &Slow) {
        let chess = self.games.classical;
        let fen = chess.fen(fast);
        assert_eq!(fen, slow.fen());
        for (game, modern) in [(chess, false), (self.games.chess960, true)] {
            let write = |m: Move| game.write_move(fast, m, MoveStyle::Coordinate);
            let mut texts: Vec<String> = game.moves(fast).into_iter().map(write).collect();
            texts.sort();
            assert_eq!(texts, slow.clone().with_chess960(modern).legal_moves(), "{fen}");
            assert_eq!(game.count(fast), texts.len() as u64, "{fen}");
        }
        assert_eq!(chess.in_check(fast), slow.in_check(), "{fen}");
        self.compare_keys(fast, slow, &fen);
        let status = match chess.finished(fast).or_else(|| chess.drawn(fast, history)) {
            None => Status::Ongoing,
            Some(Outcome { white_quarters, reason }) => {
                self.met.note(reason, true);
                Status::Over { white_quarters, reason }
            }
        };
        assert_eq!(status, slow.status(), "{fen}");
        let fields: Vec<&str> = fen.split(' ').collect();
        let checkers = chess.checkers(fast).len();
        self.met.note("checks", checkers > 0);
        self.met.note("double checks", checkers > 1);
        self.met.note(
            "rights by file",
            fields[2].contains(|c: char| ('A'..='H').contains(&c.to_ascii_uppercase())),
        );
        self.met.note("pawns to take in passing", fields[3] != "-");
    }

    /// Equal keys for equal positions and for no others, also for one that is read from its FEN.
    fn compare_keys(&mut self, fast: &Position, slow: &Slow, fen: &str) {
        let chess = self.games.classical;
        let key = chess.key(fast);
        assert_eq!(chess.recompute_key(fast), key, "{fen}");
        let again = chess.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!((&again, chess.key(&again)), (fast, key), "{fen}");
        // Without the pawn that may be taken it is another position.
        let passed = fen.split(' ').nth(3).expect("a field");
        if passed != "-" {
            let without =
                chess.parse_fen(&fen.replace(&format!(" {passed} "), " - ")).expect("what was right before");
            assert!(without != *fast && chess.key(&without) != key, "{fen}");
        }
        let identity = slow.identity();
        let old = self.identities.entry(key).or_insert_with(|| identity.clone());
        assert_eq!(*old, identity, "one key for two positions");
        let known = self.keys.contains_key(&identity);
        assert_eq!(*self.keys.entry(identity).or_insert(key), key, "two keys for {fen}");
        self.met.note("positions met again", known);
    }

    /// Each move's texts, noise, steps and captures, and the FEN after it.
    fn compare_all_moves(&mut self, fast: &Position, slow: &Slow) {
        let chess = self.games.classical;
        let slow = slow.clone().with_chess960(false);
        let fen = chess.fen(fast);
        let mut noisy = Vec::new();
        let _ = chess.generate(fast, MoveKind::Noisy, |m| {
            noisy.push(m);
            ControlFlow::Continue(())
        });
        for m in chess.moves(fast) {
            let text = chess.write_move(fast, m, MoveStyle::Coordinate);
            assert_eq!(noisy.contains(&m), slow.is_noisy(&text), "{fen} {text}");
            assert_eq!(chess.is_noisy(fast, m), slow.is_noisy(&text), "{fen} {text}");
            let official = chess.write_move(fast, m, MoveStyle::Official);
            assert_eq!(Some(&official), slow.official(&text).as_ref(), "{fen} {text}");
            let modern = self.games.chess960.write_move(fast, m, MoveStyle::Coordinate);
            let bare = official.trim_end_matches(['+', '#']);
            for read in [&text, &official, bare, &modern, &long_algebraic(&chess, fast, m)] {
                for game in [chess, self.games.chess960] {
                    assert_eq!(game.parse_move(fast, read), Ok(m), "{fen} {read}");
                }
            }
            let mut next = fast.clone();
            chess.play(&mut next, m, &mut ());
            let mut other = slow.clone();
            other.play(&text).expect("both agree on legal moves");
            assert_eq!(chess.fen(&next), other.fen(), "{fen} {text}");
            assert_eq!(chess.in_check(&next), other.in_check(), "{fen} {text}");
            let steps = chess.steps(fast, m);
            assert_eq!(steps.captured.first(), slow.captured(&text).as_ref(), "{fen} {text}");
            steps_lead_to(fast, m, &next);
            let castles = slow.castles(&text);
            let passing = !steps.captured.is_empty()
                && !text.ends_with(&steps.captured[0])
                && steps.promotion.is_none();
            let pawn = !official.starts_with(|c: char| c.is_ascii_uppercase());
            let lost = rights(&fen) > rights(&other.fen());
            let irreversible = pawn || lost || !steps.captured.is_empty();
            assert_eq!(chess.is_irreversible(fast, m), irreversible, "{fen} {text}");
            self.met.note("castlings", castles);
            self.met.note("castlings of Chess960", castles && text == modern);
            self.met.note("captures in passing", passing);
            self.met.note("promotions", steps.promotion.is_some());
            self.met.note("capturing promotions", steps.promotion.is_some() && !steps.captured.is_empty());
            let origin = bare.trim_start_matches(['N', 'B', 'R', 'Q']).replace('x', "").len();
            self.met.note("origins in the text", bare.starts_with(['N', 'B', 'R', 'Q']) && origin == 3);
            self.met.note("whole origins in the text", bare.starts_with(['N', 'B', 'R', 'Q']) && origin == 4);
        }
    }
}

/// How many castling rights a FEN has.
fn rights(fen: &str) -> usize {
    fen.split(' ').nth(2).map_or(0, |field| field.chars().filter(char::is_ascii_alphabetic).count())
}

/// `Ng1-f3`, `e7xd8=Q`; castling as ever.
fn long_algebraic(chess: &Chess, pos: &Position, m: Move) -> String {
    let steps = chess.steps(pos, m);
    let official = chess.write_move(pos, m, MoveStyle::Official);
    if official.starts_with('O') {
        return official.replace('O', "0");
    }
    let piece: String = official.chars().take_while(char::is_ascii_uppercase).collect();
    let sign = if steps.captured.is_empty() { '-' } else { 'x' };
    let promotion: String = steps.promotion.map(|kind| format!("={kind}")).unwrap_or_default();
    format!("{piece}{}{sign}{}{promotion}", steps.legs[0][0], steps.legs[0][1])
}

/// What a drawing program does with a move's steps makes the position after it.
fn steps_lead_to(before: &Position, m: Move, after: &Position) {
    let chess = Chess::new();
    let men =
        |pos| -> HashMap<String, char> { chess.pieces(pos).into_iter().map(|p| (p.cell, p.piece)).collect() };
    let steps = chess.steps(before, m);
    let mut board = men(before);
    for cell in &steps.captured {
        assert!(board.remove(cell).is_some(), "{steps:?}");
    }
    let lifted: Vec<(&String, char)> =
        steps.legs.iter().map(|[from, to]| (to, board.remove(from).expect("somebody moves"))).collect();
    for (to, man) in lifted {
        let promoted = steps.promotion.map(|p| if man == 'P' { p } else { p.to_ascii_lowercase() });
        assert_eq!(board.insert(to.clone(), promoted.unwrap_or(man)), None, "{steps:?}");
    }
    assert_eq!(board, men(after), "{} {steps:?}", chess.fen(before));
}

/// Often a move that castles, promotes, takes in passing, gives check or leaves the opponent without a move; else any.
fn choose(pos: &Position, slow: &Slow, moves: &[Move], last: Option<Move>, rng: &mut StdRng) -> Option<Move> {
    let chess = Chess::new();
    let slow = slow.clone().with_chess960(false);
    let after = |m: Move| {
        let mut next = pos.clone();
        chess.play(&mut next, m, &mut ());
        next
    };
    let rare = |m: &Move| {
        let text = chess.write_move(pos, *m, MoveStyle::Coordinate);
        let steps = chess.steps(pos, *m);
        slow.castles(&text)
            || steps.promotion.is_some()
            || steps.captured.iter().any(|c| *c != steps.legs[0][1])
    };
    let of_choice: Vec<Move> = match rng.random_range(0..8) {
        0 => moves.iter().copied().filter(rare).collect(),
        1 => moves.iter().copied().filter(|&m| chess.in_check(&after(m))).collect(),
        2..4 => moves.iter().copied().filter(|&m| !chess.has_moves(&after(m))).collect(),
        // Back again, so that positions come a third time.
        4..7 => {
            moves.iter().copied().filter(|m| last.is_some_and(|l| (l.from, l.to) == (m.to, m.from))).collect()
        }
        _ => Vec::new(),
    };
    of_choice.choose(rng).or_else(|| moves.choose(rng)).copied()
}

/// Builds a FEN's placement.
struct Board {
    men: [[Option<char>; 8]; 8],
}

impl Board {
    fn new() -> Board {
        Board { men: [[None; 8]; 8] }
    }

    /// Puts a man on an empty square at random, pawns mostly not on the outer ranks.
    fn strew(&mut self, man: char, rng: &mut StdRng) {
        loop {
            let (rank, file) = (rng.random_range(0..8), rng.random_range(0..8));
            let misplaced = matches!(man, 'P' | 'p') && matches!(rank, 0 | 7);
            if self.men[rank][file].is_none() && (!misplaced || rng.random_range(0..200) == 0) {
                self.men[rank][file] = Some(man);
                return;
            }
        }
    }

    fn strew_some(&mut self, men: &[char], number: usize, rng: &mut StdRng) {
        for _ in 0..number {
            let man = *men.choose(rng).expect("not empty");
            self.strew(man, rng);
        }
    }

    fn placement(&self) -> String {
        let row = |row: &[Option<char>; 8]| {
            let ones: String = row.iter().map(|man| man.unwrap_or('1')).collect();
            (2..=8).rev().fold(ones, |text, n| text.replace(&"1".repeat(n), &n.to_string()))
        };
        self.men.iter().rev().map(row).collect::<Vec<_>>().join("/")
    }
}

fn side(rng: &mut StdRng) -> char {
    if rng.random_range(0..2) == 0 { 'w' } else { 'b' }
}

const ANY: [char; 12] = ['Q', 'q', 'R', 'r', 'B', 'b', 'N', 'n', 'P', 'p', 'P', 'p'];

/// Men strewn about, now and then more of them than a side may have.
fn scattered(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    board.strew_some(&['K'], 1, rng);
    board.strew_some(&['k'], 1, rng);
    // Several of a kind, whose moves must be told from each other.
    let kind = *['n', 'b', 'r', 'q'].choose(rng).expect("not empty");
    let many = if rng.random_range(0..4) == 0 { 8 } else { rng.random_range(0..5) };
    board.strew_some(&[kind.to_ascii_uppercase()], many, rng);
    board.strew_some(&[kind], many, rng);
    let number = rng.random_range(0..24);
    board.strew_some(&ANY, number, rng);
    for _ in 0..rng.random_range(0..3) {
        let file = rng.random_range(0..8);
        for (rank, pawn) in [(6, 'P'), (1, 'p')] {
            board.men[rank][file] = board.men[rank][file].or(Some(pawn));
        }
    }
    format!("{} {} - - {} 1", board.placement(), side(rng), rng.random_range(0..120))
}

/// Kings and rooks on their first ranks with rights, some pawns before them, and enemies near.
fn at_home(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    let mut rights = String::new();
    for (rank, letters) in [(0, ['K', 'R', 'P']), (7, ['k', 'r', 'p'])] {
        let king = if rng.random_range(0..3) == 0 { 4 } else { rng.random_range(1..7) };
        board.men[rank][king] = Some(letters[0]);
        let wings = [(0..king).collect::<Vec<usize>>(), (king + 1..8).collect()];
        for (wing, letter) in wings.iter().zip(['Q', 'K']) {
            let mut rooks: Vec<usize> = Vec::new();
            for _ in 0..rng.random_range(0..3) {
                rooks.extend(wing.choose(rng));
            }
            rooks.iter().for_each(|&file| board.men[rank][file] = Some(letters[1]));
            let outermost = if letter == 'Q' { rooks.iter().min() } else { rooks.iter().max() };
            let right = match rng.random_range(0..4) {
                0 => continue,
                1 => rooks.first().map(|&file| (b'A' + file as u8) as char),
                _ => outermost.map(|_| letter),
            };
            rights.extend(right.map(|c| if rank == 0 { c } else { c.to_ascii_lowercase() }));
        }
        for file in 0..8 {
            if rng.random_range(0..4) > 0 {
                board.men[if rank == 0 { 1 } else { 6 }][file] = Some(letters[2]);
            }
        }
    }
    // Rarely one that is wrong.
    if rng.random_range(0..60) == 0 {
        rights.push(*['K', 'a', 'H', 'x', 'q'].choose(rng).expect("not empty"));
    }
    let number = rng.random_range(0..5);
    board.strew_some(&['R', 'r', 'B', 'b', 'N', 'n', 'Q', 'q'], number, rng);
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{} {} {rights} - 0 1", board.placement(), side(rng))
}

/// Pawns side by side where one has just made a double step or is about to, kings and sliders near.
fn passing(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    let white = rng.random_range(0..2) == 0;
    let file = rng.random_range(0..8usize);
    // The side to move takes; the pawn of the other has gone from its second rank to its fourth, or will go.
    let (taker, stepper, rank, origin) = if white { ('P', 'p', 4, 6) } else { ('p', 'P', 3, 1) };
    let steps = rng.random_range(0..3) == 0;
    board.men[if steps { origin } else { rank }][file] = Some(stepper);
    for near in [file.wrapping_sub(1), file + 1] {
        if near < 8 && rng.random_range(0..3) > 0 {
            board.men[rank][near] = Some(taker);
        }
    }
    for king in ['K', 'k'] {
        // Often on the rank of the pawns.
        let free: Vec<usize> = (0..8).filter(|&f| board.men[rank][f].is_none()).collect();
        match free.choose(rng) {
            Some(&at) if rng.random_range(0..3) == 0 => board.men[rank][at] = Some(king),
            _ => board.strew(king, rng),
        }
    }
    let number = rng.random_range(0..6);
    board.strew_some(&['Q', 'q', 'R', 'r', 'B', 'b', 'n', 'p', 'P'], number, rng);
    if !steps && rng.random_range(0..20) > 0 {
        // Nothing stands where the pawn comes from.
        for rank in [origin, usize::midpoint(origin, rank)] {
            board.men[rank][file] = board.men[rank][file].filter(|man| matches!(man, 'K' | 'k'));
        }
    }
    let passed = match rng.random_range(0..24) {
        0 => "e4".to_owned(),
        1 => format!("{}{}", (b'a' + rng.random_range(0..8u8)) as char, if white { 6 } else { 3 }),
        _ if steps => "-".to_owned(),
        _ => format!("{}{}", (b'a' + file as u8) as char, if white { 6 } else { 3 }),
    };
    let to_move = if white != steps { 'w' } else { 'b' };
    format!("{} {to_move} - {passed} 0 1", board.placement())
}

/// A lone king, sometimes with a pawn or a piece, against a few strong ones or a minor piece: many ends, near the
/// fifty-move draw, which a mate on the same ply precedes.
fn hunted(rng: &mut StdRng) -> String {
    let mut board = Board::new();
    let white = rng.random_range(0..2) == 0;
    let own = |men: &[char]| -> Vec<char> {
        let swapped =
            |c: &char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        men.iter().map(|c| if white { *c } else { swapped(c) }).collect()
    };
    board.strew_some(&['K'], 1, rng);
    board.strew_some(&['k'], 1, rng);
    let number = rng.random_range(0..4);
    board.strew_some(&own(&['Q', 'R', 'B', 'N', 'B']), number, rng);
    let number = rng.random_range(0..3);
    board.strew_some(&own(&['n', 'b', 'p', 'b']), number, rng);
    let clock = rng.random_range(93..102);
    format!("{} {} - - {clock} 70", board.placement(), if white { 'w' } else { 'b' })
}

#[test]
fn random_positions() {
    let parts: Vec<Met> =
        (0..PARTS).into_par_iter().map(|part| compare(960 + part as u64, POSITIONS / PARTS)).collect();
    let met = parts.into_iter().fold(Met::default(), Met::add).0;
    println!("{met:?}");
    for (what, one_in) in [
        ("checks", 20),
        ("double checks", 600),
        ("rights by file", 100),
        ("pawns to take in passing", 100),
        ("positions met again", 100),
        ("castlings", 100),
        ("castlings of Chess960", 100),
        ("captures in passing", 600),
        ("promotions", 100),
        ("capturing promotions", 600),
        ("origins in the text", 40),
        ("whole origins in the text", 6000),
        ("checkmate", 200),
        ("stalemate", 2000),
        ("dead material", 100),
        ("threefold repetition", 4000),
        ("fifty-move rule", 100),
        ("refused", 20),
    ] {
        let n = met.get(what).copied().unwrap_or(0);
        assert!(
            n * one_in >= POSITIONS || cfg!(debug_assertions),
            "only {n} {what} in {POSITIONS} positions"
        );
    }
}

/// The counts in `positions/chess/perft.txt` are the slow generator's too.
#[test]
fn files_of_positions() {
    // Each position is looked at from every man, so deeper counts take minutes.
    let most = if cfg!(debug_assertions) { 3_000 } else { 60_000 };
    counted_positions("chess").par_iter().for_each(|Counted { fen, counts }| {
        let slow = Slow::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for &(depth, leaves) in counts.iter().filter(|c| c.1 <= most) {
            assert_eq!(slow.perft(depth), leaves, "{fen} depth {depth}");
        }
    });
}

/// All 960 start positions are read as they are written, and castle where the rules say.
#[test]
fn every_start_position_of_chess960() {
    let chess = Chess::new();
    for number in 0..960 {
        let slow = Slow::chess960_start(number);
        let fen = slow.fen();
        let pos = chess.parse_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(chess.fen(&pos), fen);
        // Without pawns and minor pieces of either side both wings are open or closed as the slow rules say.
        let bare = fen.replace("pppppppp/8/8/8/8/PPPPPPPP", "8/8/pppppppp/PPPPPPPP/8/8");
        let open: String = bare.chars().map(|c| if "nbqNBQ".contains(c) { '1' } else { c }).collect();
        let open =
            open.split(' ').next().map(|placement| format!("{placement} w KQkq - 0 1")).expect("a field");
        let (slow, pos) = (Slow::from_fen(&open).expect("sound"), chess.parse_fen(&open).expect("sound"));
        let mut texts: Vec<String> =
            chess.moves(&pos).into_iter().map(|m| chess.write_move(&pos, m, MoveStyle::Coordinate)).collect();
        texts.sort();
        assert_eq!(texts, slow.legal_moves(), "{open}");
    }
}
