//! Playing below full strength, and not always the same; chances beside the score.

use std::collections::HashSet;
use std::time::Duration;

use crate::engine::{AT_ONCE, Engine};
use crate::positions::{self, GAMES, KING_GAMES, calm, slow};

fn option(engine: &mut Engine, name: &str, value: impl std::fmt::Display) {
    engine.quietly(&format!("setoption name {name} value {value}"));
}

/// Moves chosen in the present position with one seed after another, nothing being remembered.
fn choices(engine: &mut Engine, limits: &str, seeds: std::ops::Range<u32>) -> Vec<String> {
    seeds
        .map(|seed| {
            option(engine, "Seed", seed);
            engine.quietly("ucinewgame");
            engine.go(limits).best
        })
        .collect()
}

fn different(moves: &[String]) -> usize {
    moves.iter().collect::<HashSet<_>>().len()
}

#[test]
fn options_have_their_ranges() {
    let mut engine = Engine::of("glinski");
    engine.send("uci");
    let lines = engine.until("uciok");
    for declared in [
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1500 min 500 max 2500",
        "Skill Level type spin default 20 min 0 max 20",
        "Variety type spin default 0 min 0 max 200",
        "Seed type spin default 0 min 0 max 2147483647",
    ] {
        assert!(lines.contains(&format!("option name {declared}")), "{declared}: {lines:#?}");
    }
    for (bad, part) in [
        ("Skill Level value 21", "from 0 to 20; it stays at 20"),
        ("UCI_Elo value 499", "from 500 to 2500; it stays at 1500"),
        ("Variety value -1", "from 0 to 200; it stays at 0"),
        ("UCI_ShowWDL value 2", "neither 'true' nor 'false'"),
        ("Seed value x", "'x'"),
    ] {
        let remark = engine.refused(&format!("setoption name {bad}"));
        assert!(remark.contains(part), "{bad}: {remark}");
    }
}

#[test]
fn every_level_is_legal_and_spends_more_than_the_one_below() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        option(&mut engine, "Seed", 3);
        let mut before = 0;
        for level in [0, 1, 3, 5, 8, 10, 13] {
            option(&mut engine, "Skill Level", level);
            engine.quietly("ucinewgame");
            let search = engine.go("depth 60");
            assert!(slow(game).legal_moves().contains(&search.best), "{game} {level}");
            let nodes = search.last().nodes;
            let most = (40.0 * (0.75 * f64::from(level)).exp2()).round() as u64;
            assert!(nodes <= most && nodes > before, "{game} {level}: {nodes}");
            before = nodes;
        }
        // Full strength knows no such limit.
        option(&mut engine, "Skill Level", 20);
        engine.quietly("ucinewgame");
        assert!(engine.go("nodes 200000").last().nodes > before, "{game}");
    }
}

#[test]
fn elo_is_the_same_scale() {
    let mut engine = Engine::of("mccooey");
    option(&mut engine, "Seed", 11);
    for (elo, level) in [(500, 0), (1000, 5), (1500, 10)] {
        option(&mut engine, "UCI_LimitStrength", "false");
        option(&mut engine, "Skill Level", level);
        engine.quietly("ucinewgame");
        let by_level = engine.go("depth 60");
        option(&mut engine, "UCI_LimitStrength", "true");
        option(&mut engine, "UCI_Elo", elo);
        // It does not count any more.
        option(&mut engine, "Skill Level", 20);
        engine.quietly("ucinewgame");
        let by_elo = engine.go("depth 60");
        assert_eq!(by_level.last().nodes, by_elo.last().nodes, "{elo}");
        assert_eq!((by_level.best, by_level.ponder), (by_elo.best, by_elo.ponder), "{elo}");
    }
}

#[test]
fn noise_shrinks_with_the_level() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        let numbers: Vec<usize> = [0, 10, 19]
            .into_iter()
            .map(|level| {
                option(&mut engine, "Skill Level", level);
                different(&choices(&mut engine, "nodes 2000", 1..25))
            })
            .collect();
        assert!(
            numbers[0] > 3 && numbers[0] >= numbers[1] && numbers[1] >= numbers[2],
            "{game}: {numbers:?}"
        );
        option(&mut engine, "Skill Level", 20);
        assert_eq!(different(&choices(&mut engine, "nodes 2000", 1..6)), 1, "{game}");
    }
}

#[test]
fn the_same_seed_gives_the_same_move_and_none_another() {
    let mut engine = Engine::of("shafran");
    option(&mut engine, "Skill Level", 2);
    let first = choices(&mut engine, "depth 9", 1..20);
    assert_eq!(choices(&mut engine, "depth 9", 1..20), first);
    option(&mut engine, "Seed", 0);
    let drawn: Vec<String> = (0..40)
        .map(|_| {
            engine.quietly("ucinewgame");
            engine.go("depth 9").best
        })
        .collect();
    assert!(different(&drawn) > 2, "{drawn:?}");
}

#[test]
fn a_mate_in_one_is_seen_from_the_middle_on() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        engine.quietly(&positions::mate_in(game, 1));
        for level in [10, 12, 15, 19, 20] {
            option(&mut engine, "Skill Level", level);
            for seed in 1..12 {
                option(&mut engine, "Seed", seed);
                engine.quietly("ucinewgame");
                let search = engine.go("nodes 20000");
                assert_eq!(search.last().score, "mate 1", "{game}, level {level}, seed {seed}");
            }
        }
    }
}

/// However large the bonus, a move that is known to lose is none to be drawn.
#[test]
fn upper_levels_do_not_lose_by_force() {
    // Black threatens mate; most moves of White allow it.
    for (game, men) in [("glinski", "kh4 qf8 rd9 Kg10 Qa1"), ("shafran", "kc8 qh4 rh7 Ki10 Qa1")] {
        let mut engine = Engine::of(game);
        engine.quietly(&format!("position fen {}", positions::fen(game, men, 'w')));
        let lost = |engine: &mut Engine, m: &str| {
            let found = engine.go(&format!("searchmoves {m} nodes 20000")).last();
            found.mate().is_some_and(|mate| mate < 0)
        };
        let mut engine_of_all = Engine::of(game);
        engine_of_all.quietly(&format!("position fen {}", positions::fen(game, men, 'w')));
        let legal = engine.legal();
        let safe: HashSet<String> = legal.iter().filter(|m| !lost(&mut engine_of_all, m)).cloned().collect();
        assert!(!safe.is_empty() && safe.len() < legal.len(), "{game}: {} of {}", safe.len(), legal.len());
        option(&mut engine, "Skill Level", 14);
        option(&mut engine, "Variety", 200);
        for m in choices(&mut engine, "nodes 50000", 1..15) {
            assert!(safe.contains(&m), "{game}: {m}");
        }
    }
}

#[test]
fn time_and_stop_hold_at_any_level() {
    let _calm = calm();
    for level in [0, 10, 19] {
        let mut engine = Engine::of("glinski");
        option(&mut engine, "Skill Level", level);
        assert!(engine.latency("go movetime 100", "bestmove ") < AT_ONCE, "{level}");
        assert!(engine.latency("go wtime 0 btime 0", "bestmove ") < AT_ONCE, "{level}");
        engine.send("go infinite");
        let early = engine.during(Duration::from_millis(200));
        assert!(early.iter().all(|line| !line.starts_with("bestmove ")), "{level}: {early:#?}");
        assert!(engine.latency("stop", "bestmove ") < AT_ONCE, "{level}");
        engine.send("go ponder wtime 1000 btime 1000");
        let early = engine.during(Duration::from_millis(100));
        assert!(early.iter().all(|line| !line.starts_with("bestmove ")), "{level}: {early:#?}");
        assert!(engine.latency("ponderhit", "bestmove ") < Duration::from_secs(2), "{level}");
    }
}

/// Only moves within so many centipawns of the best one, and more than one of them.
#[test]
fn variety_stays_within_its_width() {
    for &game in KING_GAMES {
        let mut engine = Engine::of(game);
        let best = engine.go("depth 3").last();
        let centipawns = |score: &str| score.strip_prefix("cp ").map(|n| n.parse::<i32>().expect("a number"));
        let best = centipawns(&best.score).expect("no mate at the start");
        option(&mut engine, "Variety", 30);
        let mut seen = HashSet::new();
        for seed in 1..30 {
            option(&mut engine, "Seed", seed);
            engine.quietly("ucinewgame");
            let search = engine.go("depth 3");
            let score = centipawns(&search.last().score).expect("no mate at the start");
            // The same depth finds about the same scores.
            assert!(score >= best - 30 - 25, "{game}: {} {score} {best}", search.best);
            seen.insert(search.best);
        }
        assert!(seen.len() > 1, "{game}: {seen:?}");
        option(&mut engine, "Variety", 0);
        assert_eq!(different(&choices(&mut engine, "depth 3", 1..8)), 1, "{game}");
    }
}

#[test]
fn a_mate_is_not_varied() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        engine.quietly(&positions::mate_in(game, 2));
        option(&mut engine, "Variety", 200);
        for seed in 1..8 {
            option(&mut engine, "Seed", seed);
            engine.quietly("ucinewgame");
            assert_eq!(engine.go("depth 8").last().score, "mate 2", "{game} {seed}");
        }
    }
}

/// The lines come in the order in which they are ranked, and the first is that of the move.
#[test]
fn variety_with_several_lines() {
    let mut engine = Engine::of("glinski");
    option(&mut engine, "Variety", 100);
    option(&mut engine, "MultiPV", 4);
    for seed in 1..12 {
        option(&mut engine, "Seed", seed);
        let search = engine.go("depth 4");
        assert_eq!(search.last().pv[0], search.best, "{seed}");
        assert!(search.infos().iter().any(|line| line.multipv == 4), "{seed}");
    }
}

#[test]
fn analysis_is_at_full_strength() {
    let mut engine = Engine::of("mccooey");
    let full = engine.go("nodes 3000").best;
    option(&mut engine, "Skill Level", 0);
    option(&mut engine, "Variety", 200);
    option(&mut engine, "UCI_AnalyseMode", "true");
    assert_eq!(choices(&mut engine, "nodes 3000", 1..6), vec![full; 5]);
    // Level 0 would have 40.
    assert!(engine.go("nodes 3000").last().nodes > 1000);
}

fn wdl(line: &str) -> [u32; 3] {
    let words: Vec<&str> = line.split(' ').collect();
    let at = words.iter().position(|w| *w == "wdl").unwrap_or_else(|| panic!("no wdl: {line}"));
    [1, 2, 3].map(|i| words[at + i].parse().expect("a number"))
}

#[test]
fn chances_stand_behind_the_score() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        assert!(engine.go("depth 3").lines.iter().all(|line| !line.contains(" wdl ")), "{game}");
        option(&mut engine, "UCI_ShowWDL", "true");
        let mut by_score = Vec::new();
        for m in slow(game).legal_moves().iter().take(12) {
            engine.quietly(&format!("position startpos moves {m}"));
            for line in engine.go("depth 3").lines.iter().filter(|line| line.contains(" pv ")) {
                let words: Vec<&str> = line.split(' ').collect();
                let at = words.iter().position(|w| *w == "score").expect("a score");
                let [win, draw, loss] = wdl(line);
                assert_eq!(win + draw + loss, 1000, "{game}: {line}");
                // Behind the score and whatever bounds it.
                assert!(words[at + 3] == "wdl" || words[at + 4] == "wdl", "{game}: {line}");
                if words[at + 1] == "cp" {
                    by_score.push((words[at + 2].parse::<i32>().expect("a number"), win, loss));
                }
            }
        }
        by_score.sort_unstable();
        for pair in by_score.windows(2) {
            assert!(pair[0].1 <= pair[1].1 && pair[0].2 >= pair[1].2, "{game}: {pair:?}");
        }
        // Even chances where the score is 0: it is seen from the side to move and favours none.
        for (score, win, loss) in by_score {
            assert!(if score >= 0 { win >= loss } else { win <= loss }, "{game}: {score} {win} {loss}");
        }
    }
}

#[test]
fn chances_of_what_is_proved() {
    for &game in GAMES {
        let mut engine = Engine::of(game);
        option(&mut engine, "UCI_ShowWDL", "true");
        engine.quietly(&positions::mate_in(game, 2));
        let search = engine.go("depth 8");
        let line = search.lines.iter().rfind(|line| line.contains(" pv ")).expect("a line");
        assert!(line.contains("score mate 2 wdl 1000 0 0 "), "{game}: {line}");
        engine.quietly(&positions::mated(game));
        assert_eq!(engine.go("depth 2").lines[0], "info depth 0 score mate 0 wdl 0 0 1000", "{game}");
    }
    let mut engine = Engine::of("glinski");
    option(&mut engine, "UCI_ShowWDL", "true");
    engine.quietly(&positions::stalemated("glinski"));
    assert!(engine.go("depth 2").lines[0].ends_with(" wdl 0 500 500"));
    let mut engine = Engine::of("mccooey");
    option(&mut engine, "UCI_ShowWDL", "true");
    engine.quietly(&positions::stalemated("mccooey"));
    assert_eq!(engine.go("depth 2").lines[0], "info depth 0 score cp 0 wdl 0 1000 0");
}
