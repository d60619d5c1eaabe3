//! Matches, tuning and tactical sets, against the library and the built program.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use oddity::eval::Tunable;
use oddity::game::{Game, Side};
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use oddity::search::{Clock, Control, Searcher};
use oddity::tools::CliError;
use oddity::tools::matches::record::GameRecord;
use oddity::tools::matches::run::{Discipline, Pairs, Standing, Tally, Terms, run_match};
use oddity::tools::matches::stats::Sprt;
use oddity::tools::openings::file::OpeningFile;
use oddity::tools::openings::{OpeningRules, Openings};
use oddity::tools::selfplay::{
    Budget, Choice, EnginePlayer, Fault, GameRules, Line, Player, TimeControl, play_game,
};
use oddity::variant::Playable;

#[path = "tools/analyse.rs"]
mod analyse;
#[path = "tools/diagram.rs"]
mod diagram;
#[path = "tools/matches.rs"]
mod matches;
#[path = "tools/positions.rs"]
mod positions;

fn engine<G: Playable>(game: &G, budget: Budget) -> Box<dyn Player<G>> {
    let evaluator = G::Eval::with_weights(game, &G::Eval::default_weights());
    let mut searcher = Searcher::new(game.clone(), evaluator);
    searcher.set_hash(1).unwrap();
    Box::new(EnginePlayer::new(searcher, budget))
}

/// Plays the first legal move until a given ply, then fails.
struct Failing {
    at: usize,
    fault: Fault,
    pause: Duration,
    budget: Budget,
}

impl<G: Game> Player<G> for Failing {
    fn budget(&self) -> Budget {
        self.budget
    }

    fn choose(&mut self, line: &Line<G>, _: &Clock, _: &Control) -> Result<Choice<G::Move>, Fault> {
        std::thread::sleep(self.pause);
        if line.texts.len() >= self.at {
            return Err(self.fault.clone());
        }
        let game = G::new();
        Ok(Choice { best: game.moves(&line.root.position)[0], score: Some(900), nodes: 1 })
    }
}

fn failing(at: usize, fault: Fault) -> Failing {
    Failing { at, fault, pause: Duration::ZERO, budget: Budget::default() }
}

/// Answers with a move of the start position, whatever the position is.
struct Stubborn;

impl<G: Game> Player<G> for Stubborn {
    fn choose(&mut self, _: &Line<G>, _: &Clock, _: &Control) -> Result<Choice<G::Move>, Fault> {
        let game = G::new();
        Ok(Choice { best: game.moves(&game.start())[0], score: None, nodes: 0 })
    }
}

#[test]
fn a_failure_loses_the_game_with_its_reason() {
    let game = Glinski::new();
    let rules = GameRules::default();
    let control = Control::default();
    let never = || failing(usize::MAX, Fault::NoMove);
    let mut good = never();
    let mut bad = failing(4, Fault::Crash("gone".to_owned()));
    let played = play_game(&game, [&mut bad, &mut good], &[], &rules, &control).unwrap();
    assert_eq!((played.white_quarters, played.fault), (0, Some(Side::White)));
    assert_eq!((played.reason.as_str(), played.moves.len()), ("crash: gone", 4));
    // An illegal move, here by Black: its first move is White's, and no other check is needed.
    let played = play_game(&game, [&mut good, &mut Stubborn], &[], &rules, &control).unwrap();
    assert_eq!((played.white_quarters, played.fault), (4, Some(Side::Black)));
    assert!(played.reason.starts_with("illegal move"), "{}", played.reason);
    // A clock that runs out, and a time a move that is overstepped.
    let clock = TimeControl { base: Duration::from_millis(30), increment: Duration::ZERO };
    for budget in [
        Budget { clock: Some(clock), ..Budget::default() },
        Budget { move_time: Some(Duration::from_millis(1)), ..Budget::default() },
    ] {
        let mut slow = Failing { pause: Duration::from_millis(25), budget, ..never() };
        let rules = GameRules { margin: Duration::from_millis(5), ..rules };
        let played = play_game(&game, [&mut good, &mut slow], &[], &rules, &control).unwrap();
        assert_eq!((played.white_quarters, played.reason.as_str()), (4, "time-out"));
    }
    // A stopped match gives no game.
    control.stop();
    assert!(play_game(&game, [&mut good, &mut bad], &[], &rules, &control).is_none());
}

#[test]
fn adjudication_needs_both_players() {
    let game = Glinski::new();
    let control = Control::default();
    // Both players say +9 for themselves: no agreement, so no adjudication before the ply limit.
    let rules = GameRules { win_score: Some(800), win_plies: 4, max_plies: 20, ..GameRules::default() };
    let mut players = [failing(99, Fault::NoMove), failing(99, Fault::NoMove)];
    let [a, b] = &mut players;
    let played = play_game(&game, [a, b], &[], &rules, &control).unwrap();
    assert_eq!((played.white_quarters, played.reason.as_str()), (2, "ply limit of the match"));
    assert!(played.adjudicated);
    // Within 10 pawns of each other for four plies is a draw by these terms.
    let rules = GameRules { draw_score: Some(1000), draw_plies: 4, draw_after: 6, ..rules };
    let played = play_game(&game, [a, b], &[], &rules, &control).unwrap();
    assert_eq!((played.moves.len(), played.reason.as_str()), (6, "adjudicated draw"));
}

fn openings_are_fixed_and_playable<G: Playable>(game: &G) {
    let rules = OpeningRules::default();
    let mut source = Openings::new(game, 5, rules);
    let mut lengths = [false; 11];
    let first: Vec<_> = (0..12).map(|i| source.get(i).unwrap()).collect();
    for opening in &first {
        lengths[opening.len()] = true;
        let mut line = Line::new(game, game.start());
        for &m in opening {
            assert!(game.is_legal(&line.root.position, m));
            line.play(game, m);
        }
        assert_eq!(line.outcome(game), None);
    }
    assert!(lengths[..6].iter().all(|seen| !seen) && lengths.iter().filter(|seen| **seen).count() > 1);
    // The same whatever was asked before, and another seed gives others.
    let mut again = Openings::new(game, 5, rules);
    assert_eq!(again.get(7).unwrap(), first[7]);
    assert_ne!(Openings::new(game, 6, rules).get(7).unwrap(), first[7]);
}

#[test]
fn openings() {
    openings_are_fixed_and_playable(&oddity::games::chess::Chess::new());
    openings_are_fixed_and_playable(&Glinski::new());
    openings_are_fixed_and_playable(&McCooey::new());
    openings_are_fixed_and_playable(&Shafran::new());
    #[cfg(feature = "zchess")]
    openings_are_fixed_and_playable(&ZChess::new());
    #[cfg(feature = "gess")]
    openings_are_fixed_and_playable(&oddity::games::gess::Gess);
    #[cfg(feature = "glex")]
    openings_are_fixed_and_playable(&oddity::games::glex::Glex::new());
}

/// A little match in two games: A has twice the nodes of B.
fn little_match(concurrency: usize, done: Vec<GameRecord>) -> (Tally, Vec<GameRecord>) {
    fn pairs<G: Playable>(game: G, terms: &Terms, book: Vec<Vec<G::Move>>) -> Box<dyn Discipline> {
        let make = |game: &G| Ok([engine(game, Budget::nodes(200)), engine(game, Budget::nodes(100))]);
        let names = ["A".to_owned(), "B".to_owned()];
        Box::new(Pairs { game, names, terms: terms.clone(), book, make: Box::new(make) })
    }
    let terms = Terms { pairs: 4, seed: 3, concurrency, ..Terms::default() };
    let shafran = Shafran::new();
    let book = OpeningFile::parse(&shafran, Shafran::OPENINGS).unwrap().shuffled(3)[..1].to_vec();
    let disciplines = [pairs(Glinski::new(), &terms, Vec::new()), pairs(shafran, &terms, book)];
    let records = Mutex::new(Vec::new());
    let mut note = |record: &GameRecord, _: &Standing| -> Result<(), CliError> {
        records.lock().unwrap().push(record.clone());
        Ok(())
    };
    let control = Control::default();
    let standing = run_match(&disciplines, &terms, done, &control, &mut note).unwrap();
    let mut records = records.into_inner().unwrap();
    records.sort_by_key(|r| (r.game.clone(), r.pair, r.leg));
    assert!(standing.games.iter().all(|(_, tally)| tally.pairs.pairs() == 4));
    (standing.total(), records)
}

#[test]
fn matches_repeat_themselves_and_continue() {
    let (tally, records) = little_match(1, Vec::new());
    assert_eq!((tally.pairs.pairs(), records.len()), (8, 16));
    assert_eq!(tally.games.iter().sum::<u64>(), 16);
    assert_eq!(tally.faults, [0, 0]);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].white.as_str(), pair[1].white.as_str()), ("A", "B"));
    }
    let openings: HashSet<(&str, &[String])> =
        records.iter().map(|record| (record.game.as_str(), &record.opening[..])).collect();
    assert_eq!(openings.len(), 8);
    // Two workers play the same games, and a continued match only what is missing.
    let (parallel, same) = little_match(2, Vec::new());
    assert_eq!((&parallel, &same), (&tally, &records));
    let (continued, rest) = little_match(2, records[..5].to_vec());
    assert_eq!(continued, tally);
    assert_eq!(rest, records[5..]);
}

/// Thinks until it is stopped.
struct Patient;

impl<G: Game> Player<G> for Patient {
    fn choose(&mut self, _: &Line<G>, _: &Clock, control: &Control) -> Result<Choice<G::Move>, Fault> {
        let begin = Instant::now();
        while !control.stopped() {
            assert!(begin.elapsed() < Duration::from_secs(60), "nobody stops it");
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Fault::NoMove)
    }
}

/// A verdict of the sequential test gives up games under way instead of waiting for them.
#[test]
fn a_decided_match_ends_at_once() {
    let seats = AtomicUsize::new(0);
    let make = move |_: &Glinski| -> Result<[Box<dyn Player<Glinski>>; 2], CliError> {
        // One worker's A loses every game soon, the other one's never moves.
        let losing = Failing { pause: Duration::from_millis(20), ..failing(0, Fault::NoMove) };
        let first = seats.fetch_add(1, Ordering::Relaxed) == 0;
        let a: Box<dyn Player<Glinski>> = if first { Box::new(losing) } else { Box::new(Patient) };
        Ok([a, Box::new(failing(usize::MAX, Fault::NoMove))])
    };
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let openings = OpeningRules { nodes: 0, ..OpeningRules::default() };
    let terms = Terms { pairs: 1000, concurrency: 2, sprt: Some(sprt), openings, ..Terms::default() };
    let names = ["A", "B"].map(str::to_owned);
    let pairs =
        Pairs { game: Glinski::new(), names, terms: terms.clone(), book: Vec::new(), make: Box::new(make) };
    let mut noted = 0;
    let mut note = |_: &GameRecord, _: &Standing| -> Result<(), CliError> {
        noted += 1;
        Ok(())
    };
    let control = Control::default();
    let standing = run_match(&[Box::new(pairs)], &terms, Vec::new(), &control, &mut note).unwrap();
    assert!(terms.decided(&standing) && control.stopped());
    let tally = standing.total();
    assert_eq!(tally.games, [noted, 0, 0, 0, 0]);
    assert_eq!(tally.pairs.0[0] * 2, noted);
}

#[test]
fn records_replay_and_false_ones_do_not() {
    let game = Glinski::new();
    let (_, records) = little_match(2, Vec::new());
    for record in &records {
        if record.game == "glinski" {
            record.check(&game).unwrap();
        } else {
            record.check(&Shafran::new()).unwrap();
        }
    }
    let record = &records[0];
    let mut wrong = record.clone();
    wrong.white_quarters = 4 - wrong.white_quarters.max(1) + 1;
    wrong.reason.push('?');
    assert!(wrong.check(&game).is_err());
    let mut wrong = record.clone();
    wrong.moves.pop();
    assert_eq!(wrong.check(&game), Err("not over".to_owned()));
    let mut wrong = record.clone();
    wrong.moves[3] = "f6f6".to_owned();
    assert!(wrong.check(&game).unwrap_err().starts_with(&format!("move {}", record.opening.len() + 4)));
    let mut wrong = record.clone();
    wrong.moves.push("f1f2".to_owned());
    assert!(wrong.check(&game).unwrap_err().contains("after the end"));
}

/// The openings that matches are played from.
fn sound_openings<G: Playable>(game: &G) {
    let file = OpeningFile::parse(game, G::OPENINGS).unwrap_or_else(|e| panic!("{}: {e}", G::NAME));
    let mut ends = HashSet::new();
    for opening in &file.0 {
        let mut position = game.start();
        for &m in &opening.moves {
            game.play(&mut position, m, &mut ());
        }
        assert!(
            ends.insert(game.key(&position)),
            "{}: {} leads where another one does",
            G::NAME,
            opening.line(game)
        );
        assert!(opening.score.is_some_and(|score| score.abs() <= 60), "{}: {}", G::NAME, opening.line(game));
    }
    assert!(ends.len() >= 250, "{}: {} openings", G::NAME, ends.len());
    // Another seed is another order of the same.
    let mut orders = [1, 2].map(|seed| OpeningFile(file.0.clone()).shuffled(seed));
    assert_eq!(orders[0], OpeningFile(file.0.clone()).shuffled(1));
    assert_ne!(orders[0], orders[1]);
    let text = |moves: &Vec<G::Move>| format!("{moves:?}");
    orders.iter_mut().for_each(|order| order.sort_by_key(text));
    assert_eq!(orders[0], orders[1]);
}

#[test]
fn files_of_openings() {
    sound_openings(&oddity::games::chess::Chess::new());
    sound_openings(&Glinski::new());
    sound_openings(&McCooey::new());
    sound_openings(&Shafran::new());
    #[cfg(feature = "zchess")]
    sound_openings(&ZChess::new());
    #[cfg(feature = "gess")]
    sound_openings(&oddity::games::gess::Gess);
    #[cfg(feature = "glex")]
    sound_openings(&oddity::games::glex::Glex::new());
}

#[test]
fn bad_files_of_openings_are_named_by_line() {
    let game = Glinski::new();
    for (text, part) in [
        ("", "no opening in it"),
        ("# only a remark\n\n", "no opening in it"),
        ("f5f6\nf5f6 f5f6; score 3", "line 2: move 2: 'f5f6'"),
        ("; score 3", "line 1: no move"),
        ("f5f6; score much", "line 1: 'score much' is no score"),
        ("f5f6; note 3", "line 1: 'note 3' is no score"),
        ("e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9", "line 1: move 7: 'c3f9' ends the game (checkmate)"),
    ] {
        let problem = OpeningFile::parse(&game, text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

#[test]
fn openings_are_made_alike_by_any_number_of_threads() {
    let make = |concurrency: &str, extra: &[&str]| {
        let mut command = oddity();
        command.args(["make-openings", "mccooey", "--count", "6", "--nodes", "3000", "--concurrency"]);
        let output = command.arg(concurrency).args(extra).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = make("1", &[]);
    let file = OpeningFile::parse(&McCooey::new(), &text).unwrap();
    assert_eq!(file.0.len(), 6);
    assert!(file.0.iter().all(|opening| opening.score.is_some_and(|score| score.abs() <= 60)));
    assert_eq!(make("2", &[]), text);
    let tight = make("2", &["--balance", "5", "--opening-min", "2", "--opening-max", "4"]);
    let file = OpeningFile::parse(&McCooey::new(), &tight).unwrap();
    assert!(file.0.iter().all(|o| (2..=4).contains(&o.moves.len()) && o.score.is_some_and(|s| s.abs() <= 5)));
    // Where there are no more, that is said.
    let mut command = oddity();
    command.args(["make-openings", "glinski", "--nodes", "10", "--opening-min", "1", "--opening-max", "1"]);
    let output = command.args(["--balance", "0"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("are all that was found"), "{message}");
}

fn oddity() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddity"));
    command.timeout(Duration::from_secs(120));
    command
}

#[test]
fn tune_command_repeats_itself() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("positions.jsonl");
    let tune = |out: &str, extra: &[&str]| {
        let out = dir.path().join(out);
        let mut command = oddity();
        command.args(["tune", "glinski", "--nodes", "60", "--epochs", "5", "--rate", "3"]);
        command.arg("--data").arg(&data).arg("--out").arg(&out).args(extra);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (String::from_utf8(output.stdout).unwrap(), std::fs::read_to_string(out).unwrap())
    };
    let (text, first) = tune("a.json", &["--games", "20"]);
    assert!(text.contains("epoch    5") && text.contains("3/4 is expected at"), "{text}");
    // From the file and without one, the same positions and the same weights.
    assert_eq!(tune("b.json", &["--games", "20"]).1, first);
    let kept = std::fs::read_to_string(&data).unwrap();
    std::fs::remove_file(&data).unwrap();
    assert_eq!(tune("c.json", &["--games", "20"]).1, first);
    assert_eq!(std::fs::read_to_string(&data).unwrap(), kept);
    // The result is a weight file that a match takes.
    let weights = format!("weights={},nodes=50", dir.path().join("a.json").display());
    let mut command = oddity();
    command.args(["match", "--game", "glinski", "--pairs", "1", "--a", &weights]).assert().success();
}
