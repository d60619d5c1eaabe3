//! Fast games over the protocol, some searches stopped at random: nobody may lose on time.

use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::Engine;
use crate::positions::{GAMES, slow};

const BASE: Duration = Duration::from_millis(100);
const INCREMENT: Duration = Duration::from_millis(10);
const MAX_PLIES: usize = 400;

/// Plies played, searches stopped, and the least that was ever left on a clock.
#[derive(Clone, Copy, Debug)]
struct Played {
    plies: usize,
    stopped: usize,
    least: Duration,
}

/// One game between two processes; panics if a move is illegal or comes too late.
fn game(engines: &mut [Engine; 2], name: &str, random: &mut SmallRng) -> Played {
    let mut board = slow(name);
    let white_first = board.white_to_move();
    let mut moves: Vec<String> = Vec::new();
    // Games of one opening would be all alike.
    for _ in 0..random.random_range(1..6) {
        let legal = board.legal_moves();
        let m = legal[random.random_range(0..legal.len())].clone();
        board.play(&m).expect("a legal move");
        moves.push(m);
        if board.over().is_some() || board.legal_moves().is_empty() {
            return Played { plies: 0, stopped: 0, least: BASE };
        }
    }
    engines.iter_mut().for_each(|engine| engine.send("ucinewgame"));
    engines.iter_mut().for_each(|engine| engine.quietly(""));
    let mut clocks = [BASE; 2];
    let mut played = Played { plies: 0, stopped: 0, least: BASE };
    while board.over().is_none() && moves.len() < MAX_PLIES {
        let mover = moves.len() % 2;
        let [first, second] = clocks.map(|clock| clock.as_millis());
        let (white, black) = if white_first { (first, second) } else { (second, first) };
        let increment = INCREMENT.as_millis();
        let engine = &mut engines[mover];
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let start = Instant::now();
        engine.send(&format!("go wtime {white} btime {black} winc {increment} binc {increment}"));
        if random.random_range(0..6) == 0 {
            let wait = Duration::from_micros(random.random_range(0..4000));
            while start.elapsed() < wait {
                std::hint::spin_loop();
            }
            engine.send("stop");
            played.stopped += 1;
        }
        let best = engine.search().best;
        let spent = start.elapsed();
        let Some(left) = clocks[mover].checked_sub(spent) else {
            panic!("{name}: {spent:?} spent of {:?} at {moves:?}", clocks[mover]);
        };
        played.least = played.least.min(left);
        clocks[mover] = left + INCREMENT;
        board.play(&best).unwrap_or_else(|problem| panic!("{name}: {problem}: {best} after {moves:?}"));
        moves.push(best);
        played.plies += 1;
    }
    played
}

/// 2,000 games, or as many as the environment's `ODDITY_SOAK` says, with the random numbers of `ODDITY_SEED`.
#[test]
fn nobody_loses_on_time() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let games = number("ODDITY_SOAK", 2000) as usize;
    let mut random = SmallRng::seed_from_u64(number("ODDITY_SEED", 2000));
    let mut engines: Vec<[Engine; 2]> = GAMES.iter().map(|g| [Engine::of(g), Engine::of(g)]).collect();
    let (mut plies, mut stopped, mut least) = (0, 0, BASE);
    for number in 0..games {
        let index = number % GAMES.len();
        let played = game(&mut engines[index], GAMES[index], &mut random);
        plies += played.plies;
        stopped += played.stopped;
        least = least.min(played.least);
        if (number + 1) % 100 == 0 {
            println!("{} games, {plies} plies, {stopped} stopped, least left {least:?}", number + 1);
        }
    }
}
