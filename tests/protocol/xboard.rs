//! The dialect of XBoard, on the hexagonal games.

use std::time::{Duration, Instant};

use oddity::protocol::xboard::variants::Rules;

use crate::engine::{Engine, PATIENCE};
use crate::positions::{self, calm};
use crate::sheared::{GAMES, cells, from_grid, men, name, place, placement, size, split, to_grid};
use crate::slow::Slow;

/// Long enough for an engine that should be silent to give itself away.
const A_WHILE: Duration = Duration::from_millis(200);

/// A process that speaks the dialect.
struct Xboard {
    engine: Engine,
    pings: u32,
}

impl Xboard {
    fn start() -> Xboard {
        let mut engine = Engine::start();
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        Xboard { engine, pings: 0 }
    }

    /// At the start of a variant, in force mode.
    fn of(game: &str) -> Xboard {
        let mut xboard = Xboard::start();
        xboard.ask(&format!("new\nvariant {game}\nforce"));
        xboard
    }

    fn send(&mut self, text: &str) {
        self.engine.send(text);
    }

    /// Sends commands and returns all that is said before the answer to a ping behind them.
    fn ask(&mut self, text: &str) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("{text}\nping {}", self.pings));
        let mut lines = self.engine.until(&pong);
        assert_eq!(lines.pop(), Some(pong));
        lines
    }

    fn one(&mut self, text: &str) -> String {
        let mut lines = self.ask(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:#?}");
        lines.remove(0)
    }

    fn quietly(&mut self, text: &str) {
        assert_eq!(self.ask(text), Vec::<String>::new(), "{text}");
    }

    /// The move that comes next.
    fn its_move(&mut self) -> String {
        let line = self.engine.until("move ").pop().expect("a move");
        line["move ".len()..].to_owned()
    }

    /// A position of some men, in force mode.
    fn set(&mut self, game: &str, men: &str, side: char) {
        self.quietly(&format!("force\nsetboard {} {side} - - 0 1", placement(game, men)));
    }
}

#[test]
fn features_are_told() {
    let mut engine = Engine::start();
    engine.send("\n  xboard\nprotover 2");
    let lines = engine.until("feature done=1");
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:#?}");
    let text = lines.join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "playother=1",
        "analyze=1",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "memory=1",
        "smp=1",
        "time=1",
        "draw=0",
        "debug=1",
        "highlight=1",
        "variants=\"glinski,mccooey,shafran\"",
        "myname=\"Oddity ",
        "option=\"MultiPV -spin 1 1 500\"",
        "option=\"Clear Hash -button\"",
    ] {
        assert!(text.contains(&format!(" {feature}")), "{feature}: {text}");
    }
    engine.send("accepted ping\nrejected highlight\nquit");
    assert!(engine.exit(PATIENCE).success());
}

#[test]
fn only_the_first_command_chooses_the_dialect() {
    let mut engine = Engine::start();
    engine.ask("");
    assert_eq!(engine.refused("xboard"), "unknown command 'xboard'; 'help' lists them");
    // Blank lines and comments are no commands.
    let mut engine = Engine::start();
    engine.send("\n  # hello\nxboard\nping 1");
    assert_eq!(engine.until("pong 1").pop().as_deref(), Some("pong 1"));
}

#[test]
fn the_mapping_goes_both_ways() {
    for game in GAMES {
        let grid = Rules::named(game).expect("a variant").grid;
        let (files, ranks) = size(game);
        assert_eq!((i32::from(grid.files), i32::from(grid.ranks)), (files, ranks));
        let cells = cells(game);
        for cell in &cells {
            let square = grid.square(cell).expect("a square");
            assert_eq!(square.to_string(), name(place(game, cell)), "{game} {cell}");
            assert_eq!(grid.named(&square.to_string()), Some(square));
            assert_eq!(grid.cell(square).as_ref(), Some(cell));
            for other in &cells {
                let m = format!("{cell}{other}");
                assert_eq!(grid.write_move(&m), to_grid(game, &m));
                assert_eq!(grid.read_move(&to_grid(game, &m)), Some(m));
            }
        }
        let squares = (0..files).flat_map(|file| (0..ranks).map(move |rank| name((file, rank))));
        let found = squares.filter(|square| grid.cell(grid.named(square).expect("inside")).is_some());
        assert_eq!(found.count(), cells.len(), "{game}: the rest are holes");
        let first = name(place(game, &cells[0]));
        assert_eq!(grid.read_move(&format!("{first}{first}=Q")), Some(format!("{0}{0}q", cells[0])));
        for bad in ["", "a", "a0a1", "z1a1", "a1", "a1a99", "a1a2qq", "a1a2,a3a4", "a1a2+", "ä1a2", "a01a2"]
        {
            assert_eq!(grid.read_move(bad).filter(|_| bad != "a01a2"), None, "{game} '{bad}'");
        }
    }
}

#[test]
fn variants_are_set_up() {
    let mut xboard = Xboard::start();
    for game in GAMES {
        let lines = xboard.ask(&format!("new\nvariant {game}"));
        let fen = positions::slow(game).fen();
        let (files, ranks) = size(game);
        let placement = placement(game, &men(game, &fen));
        let setup = format!("setup (PNBRQKpnbrqk) {files}x{ranks}+0_fairy {placement} w - - 0 1");
        assert_eq!(lines[0], setup);
        let pieces: Vec<&str> =
            lines[1..].iter().map(|line| line.split(' ').nth(1).expect("an ID")).collect();
        assert_eq!(pieces, ["P&", "N&", "B&", "R&", "Q&", "K&"]);
        assert!(lines[1..].iter().all(|line| line.starts_with("piece ") && line.split(' ').count() == 3));
    }
}

/// A whole game: the engine plays Black at a small depth, White's moves are drawn by lot, and both are judged by the
/// slow rules. Then the engine plays White from there, by `go`.
#[test]
fn whole_games_are_played() {
    for game in GAMES {
        let mut xboard = Xboard::start();
        xboard.ask(&format!("new\nvariant {game}\nsd 2"));
        let mut board = positions::slow(game);
        let mut seed = 7usize;
        let result = loop {
            let legal = board.legal_moves();
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let m = &legal[(seed >> 16) % legal.len()];
            board.play(m).expect("legal");
            xboard.send(&format!("usermove {}", to_grid(game, m)));
            if board.over().is_some() {
                break xboard.engine.line();
            }
            let answer = from_grid(game, &xboard.its_move());
            assert!(board.legal_moves().contains(&answer), "{game}: {answer} in {}", board.fen());
            board.play(&answer).expect("legal");
            if board.over().is_some() {
                break xboard.engine.line();
            }
        };
        assert_eq!(result, expected_result(&board), "{game}");
        assert!(xboard.one("usermove a1a1").starts_with("Illegal move ("));
        // A new game needs no new process.
        xboard.ask(&format!("new\nvariant {game}\nsd 1"));
        xboard.send("go");
        let m = from_grid(game, &xboard.its_move());
        assert!(positions::slow(game).legal_moves().contains(&m));
    }
}

fn expected_result(board: &Slow) -> String {
    let reason = board.over().expect("an end");
    let score = match reason {
        "checkmate" if board.white_to_move() => "0-1",
        "checkmate" => "1-0",
        _ => "1/2-1/2",
    };
    format!("{score} {{{reason}}}")
}

#[test]
fn results_are_told_in_words_xboard_knows() {
    let end = |game: &str, uci: String| {
        let fen = uci.strip_prefix("position fen ").expect("a FEN").to_owned();
        let mut xboard = Xboard::of(game);
        xboard.set(game, &men(game, &fen), 'b');
        xboard.one("go")
    };
    assert_eq!(end("glinski", positions::stalemated("glinski")), "1/2-1/2 {stalemate, 3/4-1/4}");
    for game in GAMES {
        assert_eq!(end(game, positions::mated(game)), "1-0 {checkmate}");
        if game != "glinski" {
            assert_eq!(end(game, positions::stalemated(game)), "1/2-1/2 {stalemate}");
        }
    }
    // Mate and stalemate by the other side's move, and the engine's own.
    let mut xboard = Xboard::of("glinski");
    xboard.set("glinski", "Kh4 Qf8 Rd9 kg10", 'w');
    xboard.send("sd 3\ngo");
    let m = xboard.its_move();
    assert_eq!(xboard.engine.line(), "1-0 {checkmate}", "{m}");
    assert_eq!(xboard.one("go"), "1-0 {checkmate}");
    xboard.quietly("undo\nforce");
    assert_eq!(xboard.one(&format!("usermove {m}")), "1-0 {checkmate}");
    // Repetition counts the start.
    let mut xboard = Xboard::of("mccooey");
    let board = positions::slow("mccooey");
    let out = board.legal_moves().into_iter().find(|m| m.starts_with("e2")).expect("a knight's move");
    let mut next = board.clone();
    next.play(&out).expect("legal");
    let reply = next.legal_moves().into_iter().find(|m| m.starts_with("e9")).expect("a knight's move");
    let back = |m: &str| format!("{1}{0}", split(m).0, split(m).1);
    let round = [out.clone(), reply.clone(), back(&out), back(&reply)];
    for (number, m) in round.iter().cycle().take(8).enumerate() {
        let said = xboard.ask(&format!("usermove {}", to_grid("mccooey", m)));
        let wanted: &[&str] = if number == 7 { &["1/2-1/2 {threefold repetition}"] } else { &[] };
        assert_eq!(said, wanted, "{m}");
    }
}

#[test]
fn moves_are_taken_back() {
    let mut xboard = Xboard::of("glinski");
    assert_eq!(xboard.one("undo"), "Error (fewer than 1 moves to take back): undo");
    xboard.quietly("usermove b1b2");
    xboard.quietly("usermove b7b6");
    assert!(xboard.one("usermove b1b2").starts_with("Illegal move (not possible"));
    assert_eq!(xboard.one("undo\nundo\nundo"), "Error (fewer than 1 moves to take back): undo");
    xboard.quietly("usermove b1b2");
    xboard.quietly("undo");
    // The engine plays Black; two plies back, White is to move again.
    xboard.send("new\nvariant glinski\nsd 1\nusermove b1b2");
    let first = xboard.its_move();
    xboard.quietly("remove");
    xboard.send("usermove b1b2");
    assert_eq!(xboard.its_move().len(), first.len());
    assert_eq!(xboard.one("remove\nremove"), "Error (fewer than 2 moves to take back): remove");
    // An undo in the middle of a search ends it without a move.
    xboard.send("force\nsd 60\nst 600\ngo");
    xboard.quietly("force\nusermove b1b2\nundo");
    assert_eq!(xboard.engine.during(A_WHILE), Vec::<String>::new());
}

#[test]
fn thinking_is_shown_when_asked_for() {
    let mut xboard = Xboard::of("glinski");
    xboard.send("nopost\nsd 5\ngo");
    let said = xboard.engine.until("move ");
    assert_eq!(said.len(), 1, "{said:#?}");
    xboard.send("force\nundo\npost\ngo");
    let said = xboard.engine.until("move ");
    let (last, lines) = said.split_last().expect("a move");
    assert!(lines.len() >= 5, "{lines:#?}");
    let mut pv = "";
    for line in lines {
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let [depth, score, time, nodes, moves] = words[..] else { panic!("{line}") };
        assert!(depth.parse::<u32>().is_ok_and(|depth| (1..=5).contains(&depth)), "{line}");
        assert!(score.parse::<i32>().is_ok() && time.parse::<u64>().is_ok() && nodes.parse::<u64>().is_ok());
        pv = moves;
    }
    assert_eq!(pv.split(' ').next(), last.strip_prefix("move "));
    let mut board = positions::slow("glinski");
    for m in pv.split(' ') {
        board.play(&from_grid("glinski", m)).expect("a legal line");
    }
    // Mates in moves, for either side.
    xboard.set("glinski", "Kd4 Ql2 Rf8 ka4", 'w');
    xboard.send("post\nsd 8\ngo");
    let said = xboard.engine.until("move ");
    assert!(said.iter().any(|line| line.split(' ').nth(1) == Some("100002")), "{said:#?}");
}

#[test]
fn analysis_follows_the_board() {
    let mut xboard = Xboard::of("shafran");
    xboard.send("post\nanalyze");
    xboard.engine.until("3 ");
    // Pings are answered at once, and nothing is played.
    let said = xboard.ask(".");
    let status = said.iter().find(|line| line.starts_with("stat01: ")).expect("a status");
    let numbers: Vec<u64> =
        status["stat01: ".len()..].split(' ').take(5).map(|word| word.parse().expect("a number")).collect();
    assert_eq!(numbers[4], 42, "{status}");
    assert!(numbers[1] > 0 && numbers[2] >= 3, "{status}");
    xboard.ask("usermove e2e5");
    let line = xboard.engine.until("4 ").pop().expect("a line");
    let black = from_grid("shafran", line.split(' ').nth(4).expect("a move"));
    let mut board = positions::slow("shafran");
    board.play("e2e5").unwrap();
    assert!(board.legal_moves().contains(&black), "{line}");
    xboard.ask("undo");
    let line = xboard.engine.until("4 ").pop().expect("a line");
    let white = from_grid("shafran", line.split(' ').nth(4).expect("a move"));
    assert!(positions::slow("shafran").legal_moves().contains(&white), "{line}");
    assert!(xboard.ask("go").contains(&"Error (not during an analysis): go".to_owned()));
    xboard.ask("exit");
    assert_eq!(xboard.engine.during(A_WHILE), Vec::<String>::new());
    assert_eq!(xboard.one("exit"), "Error (there is no analysis): exit");
    xboard.quietly("usermove e2e5");
}

#[test]
fn a_ping_waits_for_the_move_and_a_question_mark_hastens_it() {
    let _calm = calm();
    let mut xboard = Xboard::of("mccooey");
    xboard.quietly("?");
    xboard.send("st 600\ngo");
    assert_eq!(xboard.engine.during(A_WHILE), Vec::<String>::new());
    xboard.send("ping 77");
    assert_eq!(xboard.engine.during(A_WHILE), Vec::<String>::new());
    assert_eq!(xboard.engine.line_within(A_WHILE), None);
    let begun = Instant::now();
    xboard.send("usermove a1a2\n?");
    assert_eq!(xboard.engine.line(), "Illegal move (it is the engine's turn): a1a2");
    xboard.its_move();
    assert_eq!(xboard.engine.line(), "pong 77");
    assert!(begun.elapsed() < Duration::from_secs(2));
    // What a search would have played is not wanted any more behind 'force', 'result' and 'new'.
    for end in ["force", "result 1-0 {resigns}", "new"] {
        xboard.ask("new\nvariant mccooey\nst 600");
        xboard.send("go");
        xboard.ask(end);
        assert_eq!(xboard.engine.during(A_WHILE), Vec::<String>::new(), "{end}");
    }
    // Behind a table that is made, or refused, as well.
    xboard.send("accepted debug\nmemory 4000000\nping 78\nmemory 8\nping 79");
    let lines = xboard.engine.until("pong 79");
    let place = |begin: &str| lines.iter().position(|line| line.starts_with(begin));
    assert!(place("# option Hash: ").is_some() && place("# option Hash: ") < place("pong 78"), "{lines:#?}");
    // 'playother' waits for the other side.
    xboard.ask("new\nvariant mccooey\nforce\nst 0.1");
    xboard.quietly("playother");
    let first = positions::slow("mccooey").legal_moves().remove(0);
    xboard.send(&format!("usermove {}", to_grid("mccooey", &first)));
    xboard.its_move();
}

#[test]
fn clocks_are_kept() {
    let _calm = calm();
    let mut xboard = Xboard::of("glinski");
    let mut thinks = |commands: &str| {
        xboard.ask(&format!("force\nundo\n{commands}"));
        let begun = Instant::now();
        xboard.send("go");
        xboard.its_move();
        begun.elapsed()
    };
    let fixed = thinks("st 0.5");
    assert!((Duration::from_millis(400)..Duration::from_millis(900)).contains(&fixed), "{fixed:?}");
    let hurried = thinks("level 0 5 0\ntime 50\notim 50");
    assert!(hurried < Duration::from_millis(400), "{hurried:?}");
    let session = thinks("level 40 0:10 0\ntime 1000\notim 1000");
    assert!(session < Duration::from_millis(1500), "{session:?}");
    let long = thinks("level 0 5 0\ntime 6000\notim 6000");
    assert!(long > hurried, "{long:?} {hurried:?}");
    let shallow = thinks("level 0 5 0\ntime 30000\nsd 1");
    assert!(shallow < Duration::from_millis(500), "{shallow:?}");
}

#[test]
fn pondering_goes_on_as_thinking() {
    let mut xboard = Xboard::of("glinski");
    xboard.send("hard\npost\nst 0.2\ngo");
    xboard.its_move();
    // It says what it expects, thinks about it, and answers that and anything else.
    for number in 0..6 {
        let said = xboard.ask("hint");
        let hint = said.iter().find_map(|line| line.strip_prefix("Hint: "));
        let Some(hint) = hint.map(str::to_owned) else { continue };
        if number % 2 == 0 {
            xboard.send(&format!("usermove {hint}"));
        } else {
            xboard.ask("easy\nhard");
            xboard.send(&format!("usermove {hint}"));
        }
        xboard.its_move();
    }
    xboard.send("force\nquit");
    assert!(xboard.engine.exit(PATIENCE).success());
}

#[test]
fn promotions_castling_and_passing_pawns() {
    let mut xboard = Xboard::of("glinski");
    xboard.set("glinski", "Ka1 kl6 Pf10 pb5", 'w');
    assert!(xboard.one("usermove f10f11").starts_with("Illegal move ("));
    xboard.quietly("usermove f10f11q");
    xboard.quietly("undo\nusermove f10f11=N");
    // En passant is read in one leg and in two, and written in two.
    for text in ["a5b6", "a5b5,b5b6"] {
        xboard.set("glinski", "Kl6 kl1 Pa5 pb7", 'b');
        xboard.quietly("usermove b7b5");
        xboard.quietly(&format!("usermove {text}"));
        // The captured pawn is gone.
        assert!(xboard.one("usermove b5b4").starts_with("Illegal move ("));
    }
    let mut shafran = Xboard::of("shafran");
    for (m, rook) in [("e1c1", "d1d2"), ("e1b1", "c1c2"), ("e1h4", "g3f3"), ("e1g3", "f2f3")] {
        shafran.set("shafran", "Ke1 Ra1 Ri5 ke10 ra6 ri10", 'w');
        shafran.quietly(&format!("usermove {m}"));
        shafran.quietly("usermove a6a5");
        shafran.quietly(&format!("usermove {rook}"));
    }
    // Without a word about rights a king at home may castle; with one, only as it says.
    shafran.quietly(&format!("setboard {} w q - 0 1", placement("shafran", "Ke1 Ra1 Ri5 ke10 ra6 ri10")));
    assert!(shafran.one("usermove e1c1").starts_with("Illegal move ("));
    shafran.quietly("usermove e1e2");
    assert!(shafran.one("usermove e10g10").starts_with("Illegal move ("));
    shafran.quietly("usermove e10c8");
    // The engine itself castles only as XBoard can show it.
    shafran.set("shafran", "Ke1 Ri5 ke10", 'w');
    shafran.quietly("sd 4\nnopost");
    for _ in 0..3 {
        shafran.send("go");
        let m = shafran.its_move();
        assert!(m != "e1h4" && m != "e1g3", "{m}");
        shafran.quietly("force\nundo");
    }
}

#[test]
fn en_passant_is_written_in_two_legs() {
    let mut xboard = Xboard::of("glinski");
    xboard.set("glinski", "Kl6 kl1 Pc6 pb7", 'b');
    xboard.quietly("usermove b7b5\nsd 2");
    xboard.send("go");
    assert_eq!(xboard.its_move(), "c6b5,b5b6");
}

#[test]
fn squares_to_go_to_are_marked() {
    let mut xboard = Xboard::of("glinski");
    assert_eq!(xboard.one("lift b1"), "highlight 11/11/11/11/11/11/11/11/1Y9/1Y9/11");
    xboard.set("glinski", "Ka1 kl6 Pf10 re10", 'w');
    assert_eq!(xboard.one("lift f10"), "highlight 5M5/4M6/11/11/11/11/11/11/11/11/11");
    xboard.set("glinski", "Kf6 kl6 rf7", 'w');
    assert!(xboard.one("lift f6").contains('R'));
    xboard.quietly("lift z9\nlift\nput f7\nhover f7");
}

#[test]
fn what_cannot_be_obeyed_is_named() {
    let mut xboard = Xboard::of("glinski");
    for (command, answer) in [
        ("xyzzy", "Error (unknown command): xyzzy"),
        ("variant", "Error (unknown variant; there are glinski, mccooey, shafran): variant"),
        // XBoard's name of chess, which this dialect does not play.
        ("variant normal", "Error (unknown variant; there are glinski, mccooey, shafran): variant normal"),
        ("variant go", "Error (unknown variant; there are glinski, mccooey, shafran): variant go"),
        ("level 40 5", "Error (expected moves a session, minutes, and seconds a move): level 40 5"),
        ("level x 5 0", "Error (expected moves a session, minutes, and seconds a move): level x 5 0"),
        ("st soon", "Error (expected seconds a move): st soon"),
        ("sd 0", "Error (expected a depth of at least 1): sd 0"),
        ("time", "Error (expected centiseconds): time"),
        ("usermove", "Error (the move is missing): usermove"),
        ("ping", "Error (the number is missing): ping"),
        ("memory much", "Error (expected a whole number): memory much"),
        ("option UCI_Variant=shafran", "Error (the game is chosen by 'variant'): option UCI_Variant=shafran"),
        ("usermove f5f8", "Illegal move (not possible in this position): f5f8"),
        ("usermove j3k4", "Illegal move (no move of this board): j3k4"),
        ("usermove e2-e4", "Illegal move (no move of this board): e2-e4"),
        ("f5f8", "Illegal move (not possible in this position): f5f8"),
    ] {
        assert_eq!(xboard.one(command), answer);
    }
    assert!(xboard.one("option Nonsense=1").contains("'Nonsense'; 'protover 2' lists them"));
    assert!(xboard.one("option MultiPV=0").starts_with("Error (option MultiPV: '0' is not a whole number"));
    xboard.quietly("option MultiPV=2\noption Clear Hash\nmemory 8\ncores 2\ncores 1");
    // A position that is none: told in a box, then no move is legal before the next one.
    let start = placement("glinski", &men("glinski", &positions::slow("glinski").fen()));
    for (fen, why) in [
        ("8/8", "2 ranks instead of 11"),
        (&start.replacen("11", "12", 1), "rank 6: 12 squares instead of 11"),
        (&start.replacen("*****b", "******", 1), "f11 is a cell, not a hole"),
        (&start.replacen("*****b", "5b", 1), "a11 is a hole '*', not a cell"),
        (&start.replacen('k', "n", 1), "king"),
        ("", "the FEN is empty"),
    ] {
        let said = xboard.one(&format!("setboard {fen}"));
        assert!(said.starts_with("tellusererror Illegal position (") && said.contains(why), "{said}");
        assert_eq!(xboard.one("usermove b1b2"), "Illegal move (the position is not legal): b1b2");
        xboard.quietly("go\nforce");
    }
    xboard.quietly(&format!("setboard {start} w - - 0 1"));
    xboard.quietly("usermove b1b2");
    // What is only told is taken without a word.
    xboard.quietly("computer\nrandom\nname GNU Chess\nrating 1 2\ndraw\nics -\neasy\nhard\naccepted ping");
}

#[test]
fn the_end_of_the_input_waits_for_the_move() {
    let mut engine = Engine::start();
    engine.send("xboard\nnew\nvariant glinski\nst 0.3\ngo");
    engine.close();
    assert!(engine.until("move ").len() > 1);
    assert!(engine.exit(PATIENCE).success());
}
