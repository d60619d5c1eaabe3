//! What the search must see in the hexagonal games: mates, stalemates, repetitions, the move count.

use oddity::game::{Game, Side};
use oddity::games::hex::{Glinski, McCooey, Shafran};
use oddity::search::{Control, Limits, MATE, NoReport, Root};
use oddity::variant::Playable;

use super::{Random, search, searcher};

/// A known problem, mate in 2.
const PROBLEM: &str = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";

/// Whether the side to move mates within `moves` moves, by trying everything.
fn mates_in<G: Game>(game: &G, pos: &G::Position, moves: u32) -> bool {
    moves > 0 && game.moves(pos).into_iter().any(|m| forces(game, pos, m, moves))
}

/// Whether `m` forces mate within `moves` moves, itself included.
fn forces<G: Game>(game: &G, pos: &G::Position, m: G::Move, moves: u32) -> bool {
    let after = |pos: &G::Position, m| {
        let mut next = pos.clone();
        game.play(&mut next, m, &mut ());
        next
    };
    let next = after(pos, m);
    let answers = game.moves(&next);
    if answers.is_empty() {
        return game.in_check(&next);
    }
    moves > 1 && answers.into_iter().all(|answer| mates_in(game, &after(&next, answer), moves - 1))
}

#[test]
fn the_known_problem_has_its_three_keys() {
    let game = Glinski::new();
    let root = Root::new(&game, game.parse_fen(PROBLEM).expect("a good FEN"));
    let mut keys: Vec<_> = ["g5e7", "g5i6", "g5d4"]
        .map(|text| game.parse_move(&root.position, text).expect("a legal move"))
        .into();
    let proved: Vec<_> =
        game.moves(&root.position).into_iter().filter(|&m| forces(&game, &root.position, m, 2)).collect();
    assert!(proved.len() == 3 && keys.iter().all(|key| proved.contains(key)));
    assert!(!mates_in(&game, &root.position, 1));

    let mut searcher = searcher(&game);
    let (result, _) = search(&mut searcher, &root, &Limits::nodes(100_000));
    assert_eq!(result.score, MATE - 3);
    assert!(keys.contains(&result.best.expect("a move")));
    assert_eq!(result.lines[0].pv.len(), 3, "the line ends with the mate");

    searcher.clear();
    let limits = Limits { multi_pv: 4, ..Limits::depth(8) };
    let (result, _) = search(&mut searcher, &root, &limits);
    for line in &result.lines[..3] {
        assert_eq!(line.score, MATE - 3);
        keys.retain(|&key| key != line.pv[0]);
    }
    assert!(keys.is_empty() && result.lines[3].score < MATE - 3);

    searcher.clear();
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (result, _) = search(&mut searcher, &root, &limits);
    assert_eq!(result.score, MATE - 3, "a mate limit ends the search");
}

/// The defender sees the distance as well.
#[test]
fn being_mated_is_scored_by_distance() {
    let game = Glinski::new();
    let mut root = Root::new(&game, game.parse_fen(PROBLEM).expect("a good FEN"));
    root.play(&game, game.parse_move(&root.position, "g5e7").expect("a legal move"));
    let (result, _) = search(&mut searcher(&game), &root, &Limits::depth(6));
    assert_eq!(result.score, -MATE + 2);
}

/// A mate on the ply that completes the move count goes first, and only it saves the game.
#[test]
fn mate_on_the_hundredth_ply_counts() {
    let game = Glinski::new();
    let mut root = Root::new(&game, game.parse_fen(PROBLEM).expect("a good FEN"));
    root.play(&game, game.parse_move(&root.position, "g5e7").expect("a legal move"));
    let mut tested = 0;
    for answer in game.moves(&root.position) {
        let mut next = root.position.clone();
        game.play(&mut next, answer, &mut ());
        let mut fields: Vec<String> = game.fen(&next).split(' ').map(str::to_owned).collect();
        fields[3] = "99".to_owned();
        let late = Root::new(&game, game.parse_fen(&fields.join(" ")).expect("a good FEN"));
        let quiet = |&m: &_| !game.is_irreversible(&late.position, m);
        let (mates, others): (Vec<_>, Vec<_>) = game
            .moves(&late.position)
            .into_iter()
            .filter(quiet)
            .partition(|&m| forces(&game, &late.position, m, 1));
        if mates.is_empty() {
            continue;
        }
        tested += 1;
        let mut searcher = searcher(&game);
        assert_eq!(search(&mut searcher, &late, &Limits::depth(5)).0.score, MATE - 1);
        let limits = Limits { search_moves: Some(others), ..Limits::depth(5) };
        assert_eq!(search(&mut searcher, &late, &limits).0.score, 0, "all else is a draw");
    }
    assert!(tested > 0);
}

/// Random moves from `fen` until White, with a queen against a bare king, can stalemate: the root and the
/// move.
fn stalemate<G: Game>(game: &G, fen: &str) -> (Root<G>, G::Move) {
    let mut random = Random(1);
    loop {
        let mut root = Root::new(game, game.parse_fen(fen).expect("a good FEN"));
        for _ in 0..60 {
            let moves = game.moves(&root.position);
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            for &m in &moves {
                let mut next = root.position.clone();
                game.play(&mut next, m, &mut ());
                let bare = game.pieces(&root.position).len() == 3;
                let white = game.side_to_move(&root.position) == Side::White;
                if bare && white && !game.has_moves(&next) && !game.in_check(&next) {
                    return (Root::new(game, root.position), m);
                }
            }
            root.play(game, m);
        }
    }
}

fn stalemate_is_worth<G: Playable>(fen: &str, score: i32) {
    let game = G::new();
    let (root, m) = stalemate(&game, fen);
    let limits = Limits { search_moves: Some(vec![m]), ..Limits::depth(4) };
    let (result, _) = search(&mut searcher(&game), &root, &limits);
    assert_eq!(result.score, score, "{}: {}", G::NAME, game.fen(&root.position));
    assert_eq!((result.lines[0].pv.len(), result.ponder), (1, None));
    let mut over = root.clone();
    over.play(&game, m);
    let result = searcher(&game).search(&over, &Limits::depth(4), &Control::default(), &mut NoReport);
    assert_eq!((result.best, result.score), (None, -score));
    // A queen is enough to mate: nobody who can has to be content with less.
    let (result, _) = search(&mut searcher(&game), &root, &Limits::depth(6));
    assert!(result.score > Glinski::THREE_QUARTERS, "{}: {}", G::NAME, game.fen(&root.position));
}

#[test]
fn stalemate_has_its_own_score() {
    let hexagon = "1/3/5/2k4/9/11/11/11/5K5/11/Q10 w - 0 1";
    stalemate_is_worth::<Glinski>(hexagon, Glinski::THREE_QUARTERS);
    stalemate_is_worth::<McCooey>(hexagon, 0);
    stalemate_is_worth::<Shafran>("5/6/7/3k4/9/9/8/3K3/6/Q4 w - - 0 1", 0);
}

/// A position of the game must come a third time to be a draw, one of the tree a second time.
#[test]
fn repetitions_count_as_the_rules_say() {
    let game = Glinski::new();
    let pos = game.parse_fen("1/3/5/2k4/9/11/11/11/5K5/11/Q10 w - 0 1").expect("a good FEN");
    let mut root = Root::new(&game, pos);
    let cycle = |root: &Root<Glinski>, back: Option<[_; 2]>| -> [_; 2] {
        // One move for each side, there or back again.
        let mut at = root.clone();
        [0, 1].map(|index| {
            let moves = game.moves(&at.position);
            let m = match back {
                None => *moves.iter().find(|m| quiet_step(&game, &at, **m)).expect("a quiet move"),
                Some(there) => {
                    let there: <Glinski as Game>::Move = there[index];
                    *moves.iter().find(|m| m.from == there.to && m.to == there.from).expect("the way back")
                }
            };
            at.play(&game, m);
            m
        })
    };
    let there = cycle(&root, None);
    for round in 1..=2 {
        root.play(&game, there[0]);
        root.play(&game, there[1]);
        let back = cycle(&root, Some(there));
        root.play(&game, back[0]);
        // Black's way back repeats the first position for the `round`-th time.
        let limits = Limits { search_moves: Some(vec![back[1]]), ..Limits::depth(4) };
        let (result, _) = search(&mut searcher(&game), &root, &limits);
        if round == 1 {
            assert!(result.score < -300, "a second occurrence is no draw yet: {}", result.score);
        } else {
            assert_eq!(result.score, 0, "the third occurrence is one");
            assert_eq!((result.lines[0].pv.len(), result.ponder), (1, None));
        }
        root.play(&game, back[1]);
    }
    // The root is a draw already, and is searched as any other.
    assert!(game.drawn(&root.position, &root.history).is_some());
    let (result, _) = search(&mut searcher(&game), &root, &Limits::depth(5));
    assert!(result.score > 300 && result.depth == 5);
}

/// A king's move that can be taken back.
fn quiet_step(game: &Glinski, root: &Root<Glinski>, m: <Glinski as Game>::Move) -> bool {
    let mut next = root.clone();
    next.play(game, m);
    !game.is_irreversible(&root.position, m)
        && !game.in_check(&next.position)
        && m.kind == oddity::games::hex::Kind::King
}
