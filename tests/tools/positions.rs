//! The files of `positions/`: leaf counts, tactical sets and games, against rules and engine.

use std::path::PathBuf;

use oddity::game::{Game, MoveStyle};
use oddity::games::chess::Chess;
#[cfg(feature = "gess")]
use oddity::games::gess::Gess;
use oddity::games::hex::{Glinski, McCooey, Shafran};
#[cfg(feature = "zchess")]
use oddity::games::zchess::ZChess;
use oddity::tools::perft::perft;
use oddity::tools::suite::file::{Entry, parse_suite};
use oddity::tools::suite::proof::{ProofSearch, Verdict, saves};
use oddity::tools::suite::{make, run_suite};
use oddity::variant::{Playable, Variant, Visitor};
use rayon::prelude::*;

/// A file of a game's folder, its comments left out.
fn lines(game: &str, file: &str) -> Vec<String> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "positions", game, file].iter().collect();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).map(str::to_owned).collect()
}

/// Largest perft count that is checked in every run.
const LEAVES: u64 = if cfg!(feature = "long-tests") { 1_000_000_000 } else { 10_000_000 };

/// Checks a game's `reference.txt` and gives the number of its positions.
struct ReferenceFile;

impl Visitor for ReferenceFile {
    type Output = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let lines = lines(G::NAME, "reference.txt");
        lines.par_iter().for_each(|line| {
            let mut fields = line.split(';').map(str::trim);
            let position = game.parse_fen(fields.next().unwrap()).unwrap();
            for field in fields {
                let (depth, count) = field.strip_prefix('D').unwrap().split_once(' ').unwrap();
                let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
                if count <= LEAVES {
                    assert_eq!(perft(&game, &position, depth), count, "{}: {line}, D{depth}", G::NAME);
                }
            }
        });
        lines.len()
    }
}

#[test]
fn reference_files() {
    for variant in Variant::ALL {
        // Of chess there are the usual six positions and ten of Chess960.
        let least = if *variant == Variant::Chess { 16 } else { 20 };
        assert!(variant.dispatch(ReferenceFile) >= least, "{variant}");
    }
}

/// Every move of the tournament games is legal, and none comes after a mate or a stalemate.
#[test]
fn tournament_games_replay() {
    let game = Glinski::new();
    let games = lines("glinski", "games.txt");
    assert_eq!(games.len(), 193);
    for (number, line) in games.iter().enumerate() {
        let mut position = game.start();
        for text in line.split_whitespace().skip(1) {
            let m = game
                .parse_move(&position, text)
                .unwrap_or_else(|e| panic!("game {}: {e} in {}", number + 1, game.fen(&position)));
            assert!(game.is_legal(&position, m));
            game.play(&mut position, m, &mut ());
        }
        // A game that ended on the board has the result that the rules give it.
        if let Some(outcome) = game.finished(&position) {
            let result = line.split_whitespace().next().unwrap();
            assert!(result == outcome.score_text() || result == "*", "game {}: {result}", number + 1);
        }
    }
}

/// Gliński, mate in 2 with three keys; a known problem.
const PROBLEM: &str = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";

#[test]
fn proof_search_finds_every_key_of_a_problem() {
    let game = Glinski::new();
    let position = game.parse_fen(PROBLEM).unwrap();
    let Verdict::Win(proof) = ProofSearch::new(&game, 50_000_000).prove(&position, 3) else {
        panic!("no proof")
    };
    assert_eq!(proof.moves, 2);
    let mut keys: Vec<String> =
        proof.best.iter().map(|&m| game.write_move(&position, m, MoveStyle::Coordinate)).collect();
    keys.sort();
    assert_eq!(keys, ["g5d4", "g5e7", "g5i6"]);
    assert_eq!(ProofSearch::new(&game, 50_000_000).prove(&position, 1), Verdict::NoWin);
    assert_eq!(ProofSearch::new(&game, 100).prove(&position, 3), Verdict::Unknown);
}

/// At least 95 % within `nodes` nodes a position, every line's solution proved again.
fn tactical_set<G: Playable>(longest: u32, nodes: u64) {
    let game = G::new();
    let text = lines(G::NAME, "tactics.epd").join("\n");
    let entries: Vec<Entry<G>> = parse_suite(&game, &text).unwrap();
    let mut classes = vec![0; make::classes::<G>()];
    for entry in &entries {
        classes[make::class_of::<G>(entry.win_in)] += 1;
    }
    assert!(classes.iter().all(|&n| n == 60 / classes.len()), "{classes:?}");
    entries.par_iter().for_each(|entry| {
        let Some(moves) = entry.win_in else {
            assert!(G::SUDDEN_WINS && entry.best.len() <= make::MOST_SAVES, "{}", entry.id);
            assert_eq!(saves(&game, &entry.position).as_ref(), Some(&entry.best), "{}", entry.id);
            return;
        };
        if moves <= longest {
            let Verdict::Win(proof) = ProofSearch::new(&game, make::BUDGET).prove(&entry.position, moves)
            else {
                panic!("{} is no win in {moves}", entry.id)
            };
            assert_eq!((proof.moves, &proof.best), (moves, &entry.best), "{}", entry.id);
        }
    });
    let report = run_suite(&game, &text, nodes).unwrap();
    println!("{}: {} of {} solved; missed {:?}", G::NAME, report.solved, report.all, report.missed);
    assert!(report.solved * 100 >= report.all * 95, "{:?}", report.missed);
}

/// Longest wins that are proved again in every run.
const REPROVED: u32 = if cfg!(feature = "long-tests") { make::LONGEST } else { 2 };

#[test]
fn tactical_set_of_chess() {
    tactical_set::<Chess>(REPROVED, 200_000);
}

#[test]
fn tactical_set_of_glinski() {
    tactical_set::<Glinski>(REPROVED, 200_000);
}

#[test]
fn tactical_set_of_mccooey() {
    tactical_set::<McCooey>(REPROVED, 200_000);
}

#[test]
fn tactical_set_of_shafran() {
    tactical_set::<Shafran>(REPROVED, 200_000);
}

#[cfg(feature = "zchess")]
#[test]
fn tactical_set_of_zchess() {
    tactical_set::<ZChess>(REPROVED, 200_000);
}

#[cfg(feature = "gess")]
#[test]
fn tactical_set_of_gess() {
    tactical_set::<Gess>(REPROVED, 100_000);
}

#[cfg(feature = "glex")]
#[test]
fn tactical_set_of_glex() {
    tactical_set::<oddity::games::glex::Glex>(REPROVED, 200_000);
}

/// The files of `positions/` are what their first line says.
#[cfg(feature = "long-tests")]
#[test]
fn position_files_are_made_by_their_first_line() {
    let root: PathBuf = [env!("CARGO_MANIFEST_DIR"), "positions"].iter().collect();
    for game in Variant::names() {
        for file in ["tactics.epd", "bench.txt"] {
            let text = std::fs::read_to_string(root.join(game).join(file)).unwrap();
            let command = text.lines().next().unwrap().strip_prefix("# oddity ").unwrap();
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_oddity"))
                .args(command.split(' '))
                .output()
                .unwrap();
            assert!(String::from_utf8(output.stdout).unwrap() == text, "{game}/{file}");
        }
    }
}

#[test]
fn suite_lines_are_written_and_refused() {
    let game = Glinski::new();
    let line = format!("{PROBLEM}; bm g5e7 g5i6 g5d4; dm 2; id \"problem\";");
    let entries = parse_suite(&game, &format!("# a comment\n\n{line}\n")).unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].line(&game), line);
    for (bad, what) in [
        (PROBLEM.to_owned(), "no ';'"),
        (format!("{PROBLEM}; dm 2;"), "no best move"),
        (format!("{PROBLEM}; bm a1a2;"), "a1a2"),
        (format!("{PROBLEM}; bm g5e7; am g5d4;"), "unknown operation 'am'"),
        (format!("{PROBLEM}; bm g5e7; dm x;"), "dm"),
    ] {
        let error = parse_suite(&game, &bad).err().unwrap();
        assert_eq!(error.line, 1);
        assert!(error.problem.contains(what), "{error}");
    }
}
