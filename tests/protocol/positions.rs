//! Positions for the tests, and the slow rules to judge answers by.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::slow::{self, Slow};

/// Every game, as `oddity variants` lists them.
pub const GAMES: &[&str] = &[
    "chess",
    "glinski",
    "mccooey",
    "shafran",
    #[cfg(feature = "gess")]
    "gess",
    #[cfg(feature = "zchess")]
    "zchess",
    #[cfg(feature = "glex")]
    "glex",
];

/// The games with kings.
pub const KING_GAMES: &[&str] = &[
    "chess",
    "glinski",
    "mccooey",
    "shafran",
    #[cfg(feature = "zchess")]
    "zchess",
];

/// Runs a check in every game at the same time: for those that mostly wait.
pub fn in_every_game(check: impl Fn(&'static str) + Sync) {
    std::thread::scope(|scope| {
        for &game in GAMES {
            let check = &check;
            scope.spawn(move || check(game));
        }
    });
}

/// Held by tests that measure time and by those that use many threads, so that they do not meet.
pub fn calm() -> MutexGuard<'static, ()> {
    static CALM: Mutex<()> = Mutex::new(());
    CALM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The start position by the slow rules.
pub fn slow(game: &str) -> Slow {
    Slow::start(game)
}

/// Any position by the slow rules.
pub fn slow_fen(game: &str, fen: &str) -> Slow {
    Slow::from_fen(game, fen).expect("a sound position")
}

/// The placement rows, `man` saying what stands on a cell.
fn rows(game: &str, man: impl Fn(&str) -> Option<char>) -> String {
    let text = |cells: Vec<(String, _)>| {
        let (mut row, mut run) = (String::new(), 0);
        let flush = |row: &mut String, run: &mut i32| {
            if *run > 0 {
                row.push_str(&run.to_string());
            }
            *run = 0;
        };
        for (cell, _) in cells {
            match man(&cell) {
                None => run += 1,
                Some(man) => {
                    flush(&mut row, &mut run);
                    row.push(man);
                }
            }
        }
        flush(&mut row, &mut run);
        row
    };
    slow::rows(game).into_iter().map(text).collect::<Vec<_>>().join("/")
}

/// The fields of a FEN behind the side to move, without rights and clocks run down.
fn fields(game: &str) -> &'static str {
    match game {
        "chess" | "shafran" => "- - 0 1",
        _ => "- 0 1",
    }
}

/// The FEN of some men ("Kf1 pb7", capitals for White) with `w` or `b` to move.
pub fn fen(game: &str, men: &str, side: char) -> String {
    let man = |cell: &str| men.split(' ').find(|m| &m[1..] == cell).and_then(|m| m.chars().next());
    format!("{} {side} {}", rows(game, man), fields(game))
}

fn position(game: &str, men: &str, side: char) -> String {
    format!("position fen {}", fen(game, men, side))
}

/// The `position` command of the start.
pub fn start(_game: &str) -> String {
    "position startpos".to_owned()
}

/// The `position` command of one where White mates in one or two moves and not sooner.
pub fn mate_in(game: &str, moves: u32) -> String {
    if game == "gess" {
        return format!("position fen {}", if moves == 1 { GESS_WON_IN_ONE } else { GESS_WON_IN_TWO });
    }
    if game == "glex" {
        return format!("position fen {}", if moves == 1 { GLEX_WON_IN_ONE } else { GLEX_WON_IN_TWO });
    }
    let men = match (game, moves) {
        ("chess", 1) => "Kb3 Qb8 Rg5 kh4",
        ("chess", _) => "Kc5 Qh3 Rg4 kc2",
        ("glinski", 1) => "Kh4 Qf8 Rd9 kg10",
        ("glinski", _) => "Kd4 Ql2 Rf8 ka4",
        ("mccooey", 1) => "Ki6 Qc5 Rh8 kd9",
        ("mccooey", _) => "Kc4 Qd1 Re8 kg1",
        ("zchess", 1) => "Kg13 Qg3 Nc9 ka11",
        ("zchess", _) => "Kg5 Qe13 Nf12 ki7",
        (_, 1) => "Kc8 Qh4 Rh7 ki10",
        _ => "Ki6 Qf10 Rg10 kh9",
    };
    position(game, men, 'w')
}

const GESS_WON_IN_ONE: &str =
    "www15/w1w15/www15/18/9w8/9w8/18/18/18/18/18/18/18/8bbb7/8b1b7/8bbb7/18/18 w 0 1";
const GESS_WON_IN_TWO: &str =
    "18/8www7/8w1w7/8www7/18/18/18/18/18/18/10ww6/b10ww5/12w5/6b11/6b11/bbb15/b1b15/bbb15 w 0 1";

/// A finished game of Gess: Black has no ring.
const GESS_LOST: &str = "www15/w1w15/www15/18/18/18/18/18/18/18/18/18/18/18/18/bbb15/bbb15/bbb15 b 0 1";

const GLEX_WON_IN_ONE: &str = "W2WW/3W/3W1/bb2/b2b1/2b1/2b2/4/5 w - - - 1";
const GLEX_WON_IN_TWO: &str = "W2WW/3W/5/bb2/b2b1/2b1/W1b2/4/5 w - - - 1";

/// A finished game of Gle'x: White is home.
const GLEX_LOST: &str = "W2WW/2WW/5/bb2/b2b1/2b1/2b2/4/5 b - - - 1";

/// The `position` command of one where Black is mated.
pub fn mated(game: &str) -> String {
    if game == "gess" {
        return format!("position fen {GESS_LOST}");
    }
    if game == "glex" {
        return format!("position fen {GLEX_LOST}");
    }
    let men = match game {
        "chess" => "Kh4 Qf7 Rg8 kd8",
        "glinski" => "Ki5 Qf8 Rf5 ke6",
        "mccooey" => "Kd8 Qc3 Rd4 ka1",
        "zchess" => "Kg7 Qh2 Ng5 ki3",
        _ => "Ka4 Qg9 Rd6 kg10",
    };
    position(game, men, 'b')
}

/// The `position` command of one where Black is stalemated.
pub fn stalemated(game: &str) -> String {
    let men = match game {
        "chess" => "Kc8 Qe7 Rh3 ka8",
        "glinski" => "Kk3 Qf4 Rg7 kh1",
        "mccooey" => "Kh7 Qh2 Rc7 kl1",
        "zchess" => "Ki5 Qh8 Ne17 ki1",
        _ => "Kc4 Qe4 Re10 ka1",
    };
    position(game, men, 'b')
}

/// As many as the board of chess holds: a king and 15 queens against a king and 15 knights, or three.
const FULL_OF_QUEENS: &str = "QQQ1nnnk/1QQ1nnnn/Q1Q1nnnn/Q3nnnn/1Q1Q1Q1Q/8/2Q4Q/K6Q";
const HALF_FULL_OF_QUEENS: &str = "Q1Q1Q1nk/1Q4nn/Q6Q/2Q1Q3/Q5Q1/1Q1Q3Q/Q7/K3Q3";

/// Kings and queens alone: first White's on every cell that does not give check, then both sides' in turn.
pub fn full_of_queens(game: &str) -> Vec<String> {
    if game == "chess" {
        return vec![format!("{FULL_OF_QUEENS} w - - 0 1"), format!("{HALF_FULL_OF_QUEENS} w - - 0 1")];
    }
    let placed: Vec<(String, (i32, i32))> = slow::rows(game).into_iter().flatten().collect();
    let cells: Vec<String> = placed.iter().map(|(name, _)| name.clone()).collect();
    let place = |cell: &str| placed.iter().find(|(name, _)| name == cell).expect("a cell").1;
    let mut ends = cells.clone();
    // The lowest cell of the first file and the highest of the last.
    ends.sort_by_key(|cell| place(cell));
    let (white, black) = (ends[0].clone(), ends[ends.len() - 1].clone());
    // Black's king behind a wall of its own pieces sees none of White's queens.
    let (x, y) = place(&black);
    let near = |cell: &&String| {
        let (across, up) = place(cell);
        **cell != black && (across - x).abs() <= if game == "zchess" { 4 } else { 2 } && (up - y).abs() <= 3
    };
    let shelter: Vec<String> = cells.iter().filter(near).cloned().collect();
    let walled = rows(game, |cell| {
        Some(match cell {
            _ if cell == white => 'K',
            _ if cell == black => 'k',
            _ if shelter.iter().any(|s| s == cell) => 'n',
            _ => 'Q',
        })
    });
    let open = rows(game, |cell| {
        let number = cells.iter().position(|c| c == cell).expect("a cell");
        Some(match cell {
            _ if cell == white => 'K',
            _ if cell == black => 'k',
            _ if shelter.iter().any(|s| s == cell) => 'n',
            _ if number % 3 == 0 => 'Q',
            _ => return None,
        })
    });
    [walled, open].iter().map(|rows| format!("{rows} w {}", fields(game))).collect()
}

/// FENs that must be refused, and why.
pub fn bad_fens(game: &str) -> Vec<(String, &'static str)> {
    let good = slow(game).fen();
    if game == "gess" {
        return bad_gess_fens(&good);
    }
    if game == "glex" {
        return bad_glex_fens(&good);
    }
    let (placement, fields) = good.split_once(' ').expect("fields");
    let with = |placement: &str| format!("{placement} {fields}");
    let kings = |men: &str, side| fen(game, men, side);
    let without_king = with(&placement.replace('K', "1").replace("11", "2"));
    vec![
        ("blah".to_owned(), "rubbish"),
        (String::from("/"), "nothing but a slash"),
        (placement.to_owned() + " x", "no such side"),
        (with(&format!("{placement}/1")), "too many rows"),
        (with(placement.split_once('/').expect("rows").1), "too few rows"),
        (with(&placement.replace('p', "pp")), "rows too long"),
        (with(&placement.replacen('p', "", 1)), "a row too short"),
        (with(&placement.replacen('p', "x", 1)), "no such piece"),
        (with(&placement.replacen('p', "99999999999999999999", 1)), "an endless run"),
        (without_king, "no white king"),
        (with(&placement.replacen('q', "k", 1)), "two black kings"),
        (kings(if game == "zchess" { "Ka1 kb2" } else { "Ka1 ka2" }, 'w'), "kings side by side"),
        (
            kings(if game == "zchess" { "Ka1 Qe5 ke7" } else { "Ka1 Qe5 ke6" }, 'w'),
            "the side not to move is in check",
        ),
        (kings("Ka1", 'w'), "one king"),
        (kings("Qa1", 'w'), "no king at all"),
        (format!("{good} 1 2 3 4 5"), "too many fields"),
        (good.replace(" 0 1", " -1 1"), "a negative clock"),
        (good.replace(" 0 1", " x 1"), "a clock that is no number"),
        (
            good.replace(" - 0 1", " z9 0 1").replace(" LRlr ", " LRlz "),
            "en passant on no cell, or no such right",
        ),
    ]
}

fn bad_gess_fens(good: &str) -> Vec<(String, &'static str)> {
    let (placement, fields) = good.split_once(' ').expect("fields");
    let with = |placement: &str| format!("{placement} {fields}");
    vec![
        ("blah".to_owned(), "rubbish"),
        (placement.to_owned() + " x", "no such side"),
        (with(&format!("{placement}/18")), "too many rows"),
        (with(placement.split_once('/').expect("rows").1), "too few rows"),
        (with(&placement.replacen('b', "bb", 1)), "a row too long"),
        (with(&placement.replacen('b', "", 1)), "a row too short"),
        (with(&placement.replacen('b', "B", 1)), "no such stone"),
        (with(&placement.replacen("18", "99999999999999999999", 1)), "an endless run"),
        (with(&placement.replacen("18", "018", 1)), "a run that begins with 0"),
        (format!("{good} 1"), "too many fields"),
        (good.replace(" 0 1", " -1 1"), "a negative clock"),
        (good.replace(" 0 1", " 0 0"), "no such move number"),
    ]
}

fn bad_glex_fens(good: &str) -> Vec<(String, &'static str)> {
    let (placement, fields) = good.split_once(' ').expect("fields");
    let with = |placement: &str| format!("{placement} {fields}");
    vec![
        ("blah".to_owned(), "rubbish"),
        (placement.to_owned() + " x", "no such side"),
        (with(&format!("{placement}/5")), "too many rows"),
        (with(placement.split_once('/').expect("rows").1), "too few rows"),
        (with(&placement.replacen('b', "bb", 1)), "a row too long"),
        (with(&placement.replacen('b', "", 1)), "a row too short"),
        (with(&placement.replacen('W', "w", 1)), "no such piece"),
        (with(&placement.replacen("/5/", "/99999999999999999999/", 1)), "an endless run"),
        (good.replace(" w - ", " w bW "), "qualified in the wrong order"),
        (good.replace(" - - 1", " a3 - 1"), "an empty circle frozen"),
        (good.replace(" - - 1", " a1a1 - 1"), "a circle twice"),
        (good.replace(" - - 1", " - a2 1"), "no such circle guarded"),
        (good.replace(" - - 1", " - a 1"), "half a circle"),
        (good.replace(" - 1", " - 0"), "no such turn number"),
        (format!("{good} 1"), "too many fields"),
    ]
}

/// A legal game of some length in which knights, or lone stones, go out and home again.
pub fn shuffle(game: &str, plies: usize) -> Vec<String> {
    let cycle: &[&str] = match game {
        "chess" => &["g1f3", "g8f6", "f3g1", "f6g8"],
        "glinski" => &["d1c3", "d9c6", "c3d1", "c6d9"],
        "mccooey" => &["e2d4", "e9d6", "d4e2", "d6e9"],
        "zchess" => &["a3c3", "i3g3", "c3a3", "g3i3"],
        "gess" => &["c6c7", "c15c14", "c9c8", "c12c13"],
        // What has moved may not move at once again.
        "glex" => &["a1a3", "i1i3", "a9a7", "i9i7", "a3a1", "i3i1", "a7a9", "i7i9"],
        _ => &["b1d4", "h10f7", "d4b1", "f7h10"],
    };
    cycle.iter().cycle().take(plies).map(|m| (*m).to_owned()).collect()
}
