//! The `piece` lines of the XBoard dialect, read by a small interpreter of that notation: what they let men do is
//! what the games let them do.

use std::collections::{BTreeMap, BTreeSet};

use oddity::protocol::command::Start;
use oddity::protocol::session;
use oddity::protocol::xboard::variants::Rules;

use crate::sheared::{GAMES, cells, place, split};

type At = (i32, i32);

/// One term of a description: prefix, directions, modes, atom, range.
#[derive(Debug)]
struct Term {
    initial: bool,
    steps: Vec<At>,
    moves: bool,
    captures: bool,
    en_passant: bool,
    /// Whether what is jumped over has to be empty.
    lame: bool,
    range: i32,
}

fn toward(letter: char, (x, y): At) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'r' => x > 0,
        _ => x < 0,
    }
}

/// Whether a step belongs to one of the directions. With two letters an oblique leap goes farther along the second.
fn chosen(step: At, directions: &str, oblique: bool) -> bool {
    let letters: Vec<char> = directions.chars().collect();
    if letters.is_empty() {
        return true;
    }
    if step.0 == 0 || step.1 == 0 {
        return letters.iter().any(|&letter| toward(letter, step));
    }
    letters.chunks(2).any(|pair| {
        let &[first, second] = pair else { panic!("directions '{directions}'") };
        let upward = step.1.abs() > step.0.abs();
        let long = !oblique || upward == "fb".contains(second);
        toward(first, step) && toward(second, step) && long
    })
}

fn terms(description: &str) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut rest = description;
    while !rest.is_empty() {
        let atom_at = rest.find(|c: char| c.is_ascii_uppercase()).expect("an atom");
        let prefix = &rest[..atom_at];
        let atom = rest.as_bytes()[atom_at];
        let digits = rest[atom_at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[atom_at + 1..atom_at + 1 + digits];
        rest = &rest[atom_at + 1 + digits..];
        let initial = prefix.starts_with('i');
        let prefix = prefix.trim_start_matches('i');
        let directions = &prefix[..prefix.bytes().take_while(|b| b"fblr".contains(b)).count()];
        let modes = &prefix[directions.len()..];
        assert!(modes.chars().all(|c| "mcen".contains(c)), "modes '{modes}' in {description}");
        let (shapes, endless): (&[At], bool) = match atom {
            b'W' => (&[(0, 1)], false),
            b'R' => (&[(0, 1)], true),
            b'F' => (&[(1, 1)], false),
            b'B' => (&[(1, 1)], true),
            b'D' => (&[(0, 2)], false),
            b'N' => (&[(1, 2)], false),
            b'C' => (&[(1, 3)], false),
            b'Z' => (&[(2, 3)], false),
            b'K' => (&[(0, 1), (1, 1)], false),
            b'Q' => (&[(0, 1), (1, 1)], true),
            _ => panic!("atom {} in {description}", char::from(atom)),
        };
        let mut steps = BTreeSet::new();
        for &(a, b) in shapes {
            for (x, y) in [(a, b), (b, a)] {
                steps.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
            }
        }
        let range = match (number, endless) {
            ("0", _) | ("", true) => i32::MAX,
            ("", false) => 1,
            _ => number.parse().expect("a range"),
        };
        let oblique = shapes.len() == 1 && shapes[0].0 != 0 && shapes[0].0 != shapes[0].1;
        let any = !modes.contains(['m', 'c', 'e']);
        terms.push(Term {
            initial,
            steps: steps.into_iter().filter(|&step| chosen(step, directions, oblique)).collect(),
            moves: any || modes.contains('m'),
            captures: any || modes.contains('c'),
            en_passant: modes.contains('e'),
            lame: modes.contains('n'),
            range,
        });
    }
    terms
}

/// The men and their moves, as XBoard knows them.
struct Board<'a> {
    cells: &'a BTreeSet<At>,
    start: &'a BTreeMap<At, char>,
    men: BTreeMap<At, char>,
    passed: Vec<At>,
    terms: &'a BTreeMap<char, Vec<Term>>,
}

impl Board<'_> {
    fn moves(&self, white: bool) -> Vec<(At, At)> {
        let mut found = Vec::new();
        for (&from, &man) in self.men.iter().filter(|(_, man)| man.is_ascii_uppercase() == white) {
            for term in &self.terms[&man.to_ascii_uppercase()] {
                if term.initial && self.start.get(&from) != Some(&man) {
                    continue;
                }
                for &(x, y) in &term.steps {
                    // Black's men are turned by half.
                    self.ray(from, if white { (x, y) } else { (-x, -y) }, term, white, &mut found);
                }
            }
        }
        found
    }

    fn ray(&self, from: At, (x, y): At, term: &Term, white: bool, found: &mut Vec<(At, At)>) {
        let mut at = from;
        for _ in 0..term.range {
            if term.lame && self.men.contains_key(&(at.0 + x / 2, at.1 + y / 2)) {
                return;
            }
            at = (at.0 + x, at.1 + y);
            if !self.cells.contains(&at) {
                return;
            }
            match self.men.get(&at) {
                None if term.moves || term.en_passant && self.passed.contains(&at) => found.push((from, at)),
                None => {}
                Some(man) => {
                    if term.captures && man.is_ascii_uppercase() != white {
                        found.push((from, at));
                    }
                    return;
                }
            }
        }
    }

    /// Whether the mover's king stands safe after a move.
    fn safe(&self, (from, to): (At, At), white: bool) -> bool {
        let mut men = self.men.clone();
        let man = men.remove(&from).expect("a man");
        if man.eq_ignore_ascii_case(&'p') && from.0 != to.0 && !men.contains_key(&to) {
            // En passant: the pawn stands beyond the cells that it passed.
            let back = if white { -1 } else { 1 };
            let victim = (1..).map(|n| (to.0, to.1 + n * back)).find(|at| men.contains_key(at));
            men.remove(&victim.expect("a pawn that passed"));
        }
        men.insert(to, man);
        let king = if white { 'K' } else { 'k' };
        let after = Board { men, passed: Vec::new(), ..*self };
        !after.moves(!white).iter().any(|(_, to)| after.men.get(to) == Some(&king))
    }
}

#[test]
fn the_piece_lines_let_men_do_what_the_game_does() {
    for game in GAMES {
        let rules = Rules::named(game).expect("a variant");
        let mut session = session::open(rules.variant);
        let men = |session: &dyn session::GameSession| -> BTreeMap<At, char> {
            session.pieces().into_iter().map(|p| (place(game, &p.cell), p.piece)).collect()
        };
        let start = men(&*session);
        let setup = rules.setup("-");
        let mut lines = BTreeMap::new();
        for line in setup.lines().skip(1) {
            let [word, id, description] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            assert_eq!((word, &id[1..]), ("piece", "&"));
            lines.insert(id.chars().next().expect("a letter"), terms(description));
        }
        assert_eq!(lines.keys().collect::<String>(), "BKNPQR");
        let cells: BTreeSet<At> = cells(game).iter().map(|cell| place(game, cell)).collect();
        let (mut extra, mut castled, mut passing) = (0, 0, 0);
        let mut seed = 2024u64;
        for _ in 0..12 {
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..100 {
                let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
                session.set_position(&Start::StartPos, &texts).expect("legal moves");
                let legal = session.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let fen = session.fen();
                let fields: Vec<&str> = fen.split(' ').collect();
                let white = fields[1] == "w";
                let field = fields[fields.len() - 3];
                let mut passed = Vec::new();
                let mut rest = if field == "-" { "" } else { field };
                while !rest.is_empty() {
                    let end = 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    passed.push(place(game, &rest[..end]));
                    rest = &rest[end..];
                }
                let board =
                    Board { cells: &cells, start: &start, men: men(&*session), passed, terms: &lines };
                let described: BTreeSet<(At, At)> =
                    board.moves(white).into_iter().filter(|&m| board.safe(m, white)).collect();
                let at = |m: &String| (place(game, split(m).0), place(game, split(m).1));
                let played: BTreeSet<(At, At)> = legal.iter().map(at).collect();
                for &(from, to) in described.difference(&played) {
                    // Long steps that depend on the file can't be described.
                    let step = (to.1 - from.1).abs();
                    let long = from.0 == to.0 && step > 1 && board.men[&from].eq_ignore_ascii_case(&'p');
                    let of_file = match game {
                        "mccooey" => from.0 == 5,
                        "shafran" => !(3..=5).contains(&from.0),
                        _ => false,
                    };
                    assert!(long && of_file, "{game} {fen}: {from:?} {to:?} is not legal");
                    extra += 1;
                }
                for m in legal.iter().filter(|m| !described.contains(&at(m))) {
                    let steps = session.steps(m).expect("a legal move");
                    assert!(game == "shafran" && steps.legs.len() == 2, "{game} {fen}: {m} is not described");
                    castled += 1;
                }
                passing += legal
                    .iter()
                    .filter(|m| session.steps(m).is_ok_and(|s| s.captured.iter().any(|c| *c != s.legs[0][1])))
                    .count();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                moves.push(legal[(seed >> 33) as usize % legal.len()].clone());
            }
        }
        assert_eq!(extra > 0, game != "glinski", "{game}");
        assert!(passing > 0 && (castled > 0) == (game == "shafran"), "{game}: {passing} {castled}");
    }
}
