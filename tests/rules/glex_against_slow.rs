//! The fast generator of Gle'x held against the slow one, on positions rich in triangles, displacements and the
//! last pieces outside.

use std::ops::ControlFlow;

use oddity::game::{Game, History, MoveKind, MoveStyle, Outcome};
use oddity::games::glex::{Glex, Triangles};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::rules::perft::{Counted, counted_positions};
use crate::slow_glex::{Slow, Status, triangles};

type Position = <Glex as Game>::Position;
type Move = <Glex as Game>::Move;

/// Positions compared.
const POSITIONS: usize = if cfg!(feature = "long-tests") {
    50_000
} else if cfg!(debug_assertions) {
    300
} else {
    8_000
};

/// Parts that run side by side, each with a seed of its own.
const PARTS: usize = 8;

/// One position in so many has every turn's consequences compared, not only those of the turn played.
const THOROUGH: usize = 8;

/// What a run has met, so that the test fails when its positions become harmless.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    bonuses: usize,
    /// By colour: red, small purple, large purple, yellow, blue.
    colours: [usize; 5],
    captures: usize,
    displacements: usize,
    double_displacements: usize,
    /// Turns that form triangles of several colours.
    several: usize,
    qualified_by_enemy: usize,
    centre_taken: usize,
    homes: usize,
    threes: usize,
    blockades: usize,
    repetitions: usize,
    wins_at_once: usize,
    threats: usize,
    losses_at_once: usize,
}

impl Met {
    fn and(mut self, other: &Met) -> Met {
        self.positions += other.positions;
        self.bonuses += other.bonuses;
        for (sum, more) in self.colours.iter_mut().zip(other.colours) {
            *sum += more;
        }
        self.captures += other.captures;
        self.displacements += other.displacements;
        self.double_displacements += other.double_displacements;
        self.several += other.several;
        self.qualified_by_enemy += other.qualified_by_enemy;
        self.centre_taken += other.centre_taken;
        self.homes += other.homes;
        self.threes += other.threes;
        self.blockades += other.blockades;
        self.repetitions += other.repetitions;
        self.wins_at_once += other.wins_at_once;
        self.threats += other.threats;
        self.losses_at_once += other.losses_at_once;
        self
    }
}

const COLOURS: [&str; 5] = ["RT", "SPT", "LPT", "YT", "BT"];

/// All circles' names, from row i down, as a FEN goes through them.
fn rows() -> Vec<Vec<String>> {
    let row = |(number, letter): (usize, char)| {
        let columns = (1..=9).filter(move |column| (number + column) % 2 == 1);
        columns.map(|column| format!("{letter}{column}")).collect()
    };
    let rows: Vec<Vec<String>> = "abcdefghi".chars().enumerate().map(row).collect();
    rows.into_iter().rev().collect()
}

/// A random position. Tips of triangles draw pieces of one side, two of three; the hot zone and the centre are
/// seldom empty; and in every third position most pieces are at home.
fn scattered(rng: &mut StdRng) -> String {
    let all = triangles();
    let names: Vec<String> = rows().into_iter().flatten().collect();
    let mut stands: Vec<Option<char>> = vec![None; names.len()];
    let index = |name: &str| names.iter().position(|n| n == name).expect("a circle");
    let style = rng.random_range(0..3);
    for letter in ['W', 'b'] {
        let want = rng.random_range(4..9);
        let rare: Vec<_> = all.iter().filter(|t| t.0 != "RT").collect();
        let put = |name: &str, stands: &mut Vec<Option<char>>| {
            let count = stands.iter().filter(|s| **s == Some(letter)).count();
            if stands[index(name)].is_none() && count < want {
                stands[index(name)] = Some(letter);
            }
        };
        if style < 2 {
            for _ in 0..rng.random_range(1..4) {
                let triangle = if rng.random_range(0..3) > 0 {
                    *rare.choose(rng).expect("some")
                } else {
                    all.choose(rng).expect("some")
                };
                let mut tips = triangle.1.clone();
                tips.shuffle(rng);
                put(&tips[0], &mut stands);
                put(&tips[1], &mut stands);
            }
        }
        if rng.random_range(0..2) == 0 {
            put(["d4", "d6", "f4", "f6", "e5"].choose(rng).expect("some"), &mut stands);
        }
        let home = if letter == 'W' { ["h", "i"] } else { ["a", "b"] };
        for _ in 0..200 {
            let name = names.choose(rng).expect("some");
            let at_home = home.iter().any(|row| name.starts_with(row));
            if style < 2 || at_home || rng.random_range(0..24) == 0 {
                put(name, &mut stands);
            }
        }
    }
    let mut placement = Vec::new();
    let mut at = stands.iter();
    for row in rows() {
        let mut text = String::new();
        for _ in row {
            match at.next().expect("as many as circles") {
                Some(letter) => text.push(*letter),
                None => text.push('1'),
            }
        }
        // Runs of empty circles as one digit.
        for run in (2..=5).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        placement.push(text);
    }
    let list = |rng: &mut StdRng, share: u32| {
        let mut names: Vec<&String> = names
            .iter()
            .zip(&stands)
            .filter(|(_, stands)| stands.is_some() && rng.random_range(0..share) == 0)
            .map(|(name, _)| name)
            .collect();
        names.sort();
        let text: String = names.into_iter().map(String::as_str).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    };
    let side = ["w", "b"].choose(rng).expect("some");
    let qualified = ["-", "W", "b", "Wb", "Wb"].choose(rng).expect("some");
    let (frozen, guarded) = (list(rng, 5), list(rng, 8));
    format!("{} {side} {qualified} {frozen} {guarded} {}", placement.join("/"), rng.random_range(1..90))
}

fn coordinate(game: &Glex, pos: &Position, m: Move) -> String {
    game.write_move(pos, m, MoveStyle::Coordinate)
}

fn status_of(game: &Glex, pos: &Position, history: &History) -> Status {
    match game.finished(pos).or_else(|| game.drawn(pos, history)) {
        None => Status::Ongoing,
        Some(Outcome { white_quarters, reason }) => Status::Over { white_quarters, reason },
    }
}

fn compare(seed: u64, wanted: usize) -> Met {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut met = Met::default();
    let mut playouts = 0;
    while met.positions < wanted {
        let (fen, plies) =
            if playouts % 32 == 0 { (Glex::START_FEN.to_owned(), 100) } else { (scattered(&mut rng), 5) };
        playouts += 1;
        playout(&fen, plies, &mut rng, &mut met);
    }
    met
}

/// Plays on from a position, comparing after each turn.
fn playout(fen: &str, plies: usize, rng: &mut StdRng, met: &mut Met) {
    let game = Glex::new();
    let mut slow = Slow::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut fast = game.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut history = History::new(game.key(&fast));
    for _ in 0..plies {
        let fen = game.fen(&fast);
        assert_eq!(fen, slow.fen());
        let moves = game.moves(&fast);
        let mut texts: Vec<String> = moves.iter().map(|&m| coordinate(&game, &fast, m)).collect();
        texts.sort();
        assert_eq!(texts, slow.legal_moves(), "{fen}");
        assert_eq!(game.count(&fast), texts.len() as u64, "{fen}");
        let status = status_of(&game, &fast, &history);
        assert_eq!(status, slow.status(), "{fen}");
        met.positions += 1;
        match status {
            Status::Over { reason: "all home", .. } => met.homes += 1,
            Status::Over { reason: "three pieces", .. } => met.threes += 1,
            Status::Over { reason: "no legal turn", .. } => met.blockades += 1,
            Status::Over { .. } => met.repetitions += 1,
            Status::Ongoing => {}
        }
        if rng.random_range(0..THOROUGH) == 0 {
            compare_turns(&game, &fast, &slow, &moves, met);
        }
        // Turns with a bonus are many, and yet the rare kinds of them are few.
        let bonuses: Vec<Move> = moves.iter().copied().filter(|m| m.bonus.is_some()).collect();
        let takes: Vec<Move> = bonuses.iter().copied().filter(|m| m.bonus.is_some_and(|b| b.takes)).collect();
        let liked = match rng.random_range(0..4) {
            0 if !takes.is_empty() => &takes,
            1 | 2 if !bonuses.is_empty() => &bonuses,
            _ => &moves,
        };
        let Some(&m) = liked.choose(rng) else { return };
        let text = coordinate(&game, &fast, m);
        slow.play(&text).expect("both agree on legal turns");
        game.play(&mut fast, m, &mut ());
        history.push(game.key(&fast));
    }
}

/// What every turn leads to, how it is written and read, and what the search is told of it.
fn compare_turns(game: &Glex, pos: &Position, slow: &Slow, moves: &[Move], met: &mut Met) {
    let fen = game.fen(pos);
    let us = game.side_to_move(pos);
    let mut noisy = Vec::new();
    let _ = game.generate(pos, MoveKind::Noisy, |m| {
        noisy.push(m);
        ControlFlow::Continue(())
    });
    let over = game.finished(pos).is_some();
    let threatened = game.in_check(pos);
    let mut passed = pos.clone();
    game.play_null(&mut passed);
    assert_eq!(threatened, game.over_by_position(pos).is_none() && wins(game, &passed), "{fen}");
    assert_eq!(threatened, !game.checkers(pos).is_empty(), "{fen}");
    met.threats += usize::from(threatened);
    let mut won = false;
    for &m in moves {
        let text = coordinate(game, pos, m);
        let official = game.write_move(pos, m, MoveStyle::Official);
        assert_eq!(Some(official.clone()), slow.official(&text), "{fen} {text}");
        assert_eq!(game.parse_move(pos, &text), Ok(m), "{fen} {text}");
        assert_eq!(game.parse_move(pos, &official), Ok(m), "{fen} {official}");
        let mut next = pos.clone();
        game.play(&mut next, m, &mut ());
        let mut other = slow.clone();
        other.play(&text).expect("both agree on legal turns");
        assert_eq!(game.fen(&next), other.fen(), "{fen} {text}");
        assert_eq!(game.key(&next), game.recompute_key(&next), "{fen} {text}");

        let (taken, displaced) = slow.takes_and_displaces(&text).expect("a legal turn");
        let steps = game.steps(pos, m);
        assert_eq!(steps.captured.len(), taken, "{fen} {text}");
        let legs = 1 + usize::from(m.bonus.is_some()) + displaced;
        assert_eq!(steps.legs.len(), legs, "{fen} {text}");
        let is_noisy = noisy.contains(&m);
        assert_eq!(is_noisy, game.is_noisy(pos, m), "{fen} {text}");
        assert!(is_noisy || taken == 0, "{fen} {text}");
        assert!(game.gain(pos, m) >= 100 * taken as i32, "{fen} {text}");

        let outcome = game.finished(&next);
        won |= outcome.is_some_and(|o| o.for_side(us) == 4);
        let loss = match outcome {
            Some(outcome) if outcome.for_side(us) == 0 => Some(1),
            None if threatened && wins(game, &next) => Some(2),
            _ => None,
        };
        assert_eq!(game.sudden_loss(pos, m, threatened), loss, "{fen} {text}");

        met.losses_at_once += usize::from(loss == Some(1));
        met.captures += taken;
        met.displacements += displaced;
        met.double_displacements += usize::from(displaced == 2);
        met.several += usize::from(official.split('/').next().is_some_and(|p| p.split(' ').count() > 2));
        met.qualified_by_enemy += usize::from(official.contains('['));
        met.centre_taken += usize::from(official.contains("xE5"));
        if let Some(colour) = slow.bonus_colour(&text) {
            met.bonuses += 1;
            met.colours[COLOURS.iter().position(|c| *c == colour).expect("a colour")] += 1;
        }
    }
    assert_eq!(game.winning_move(pos).is_some(), won && !over, "{fen}");
    if let Some(m) = game.winning_move(pos) {
        assert!(moves.contains(&m), "{fen} {m:?}");
    }
    met.wins_at_once += usize::from(won);
}

/// Whether some turn wins, by trying all.
fn wins(game: &Glex, pos: &Position) -> bool {
    let us = game.side_to_move(pos);
    game.moves(pos).into_iter().any(|m| {
        let mut next = pos.clone();
        game.play(&mut next, m, &mut ());
        game.finished(&next).is_some_and(|o| o.for_side(us) == 4)
    })
}

#[test]
fn random_positions() {
    let parts: Vec<Met> =
        (0..PARTS as u64).into_par_iter().map(|seed| compare(seed, POSITIONS / PARTS)).collect();
    let met = parts.iter().fold(Met::default(), Met::and);
    println!("{met:?}");
    assert!(met.positions >= POSITIONS);
    if cfg!(debug_assertions) {
        return; // So few positions need not meet what is rare.
    }
    let few = POSITIONS / 1000;
    assert!(met.colours.iter().all(|&n| n > 10 * few), "{met:?}");
    let rare = [met.qualified_by_enemy, met.wins_at_once, met.threats, met.homes, met.threes];
    assert!(rare.iter().all(|&n| n >= few) && met.double_displacements > 0, "{met:?}");
    let common = [met.bonuses, met.captures, met.displacements, met.several, met.centre_taken];
    assert!(common.iter().all(|&n| n >= 10 * few), "{met:?}");
}

/// Games in which pieces go out and home again end by repetition in both.
#[test]
fn repetitions() {
    let game = Glex::new();
    let mut rng = StdRng::seed_from_u64(7);
    let mut met = 0;
    for _ in 0..40 {
        let mut slow = Slow::start();
        let mut fast = game.start();
        let mut history = History::new(game.key(&fast));
        let mut seen: Vec<u64> = Vec::new();
        for _ in 0..120 {
            let moves = game.moves(&fast);
            let status = status_of(&game, &fast, &history);
            assert_eq!(status, slow.status());
            met += usize::from(matches!(status, Status::Over { reason: "threefold repetition", .. }));
            if status != Status::Ongoing {
                break;
            }
            seen.push(game.key(&fast));
            // What leads to a known position is preferred.
            let known = |m: &&Move| {
                let mut next = fast.clone();
                game.play(&mut next, **m, &mut ());
                seen.contains(&game.key(&next))
            };
            let back: Vec<&Move> = moves.iter().filter(known).collect();
            let quiet: Vec<&Move> =
                moves.iter().filter(|m| m.bonus.is_none() && m.from < 4 || m.from > 36).collect();
            let &m = match () {
                () if !back.is_empty() => back.choose(&mut rng).expect("some"),
                () if !quiet.is_empty() => quiet.choose(&mut rng).expect("some"),
                () => moves.first().expect("the game goes on"),
            };
            slow.play(&coordinate(&game, &fast, m)).expect("both agree on legal turns");
            game.play(&mut fast, m, &mut ());
            history.push(game.key(&fast));
        }
    }
    assert!(met > 3, "only {met} games are drawn");
}

/// The two tables of triangles are the same.
#[test]
fn the_same_triangles() {
    let table = Triangles::built_in();
    let mut fast: Vec<(&str, [String; 3])> =
        table.list().iter().map(|t| (t.colour.official(), t.names())).collect();
    let mut slow = triangles();
    slow.iter_mut().for_each(|triangle| triangle.1.sort());
    fast.sort();
    slow.sort();
    assert_eq!(fast, slow);
}

/// The counts in `positions/glex/perft.txt` and `reference.txt` are the slow generator's too.
#[test]
fn files_of_positions() {
    let deepest = if cfg!(debug_assertions) { 1 } else { 2 };
    counted_positions("glex").into_par_iter().for_each(|Counted { fen, counts }| {
        let slow = Slow::from_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for (depth, leaves) in counts.into_iter().filter(|c| c.0 <= deepest) {
            assert_eq!(slow.perft(depth), leaves, "{fen} depth {depth}");
        }
    });
}
