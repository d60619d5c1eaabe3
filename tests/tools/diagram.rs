//! Pictures of positions: their structure, and `oddity diagram`.

use std::collections::HashSet;
use std::process::Output;

use oddity::diagram::{Diagram, svg};
use oddity::game::Game;
use oddity::games::chess::Chess;
use oddity::variant::{Playable, Variant, Visitor};
use roxmltree::{Document, Node};

fn has_class(node: &Node, class: &str) -> bool {
    node.attribute("class").is_some_and(|all| all.split_whitespace().any(|one| one == class))
}

/// The elements of a class: their `data-cell` and where they are drawn.
fn of_class<'a>(document: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| has_class(node, class)).collect()
}

/// Where a piece is drawn.
fn place(node: &Node) -> [f64; 2] {
    let transform = node.attribute("transform").unwrap();
    let (numbers, _) = transform.strip_prefix("translate(").unwrap().split_once(')').unwrap();
    let (x, y) = numbers.split_once(' ').unwrap();
    [x.parse().unwrap(), y.parse().unwrap()]
}

/// Draws the start and the bench positions of a game, from both sides, and with each of their first moves.
struct Pictures;

impl Visitor for Pictures {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let board = game.board();
        let positions = G::bench_positions().map(|fen| game.parse_fen(fen).unwrap()).chain([game.start()]);
        for pos in positions {
            let mut diagram = Diagram::new(&game, &pos, None);
            let picture = svg(&diagram);
            assert_eq!(picture, svg(&Diagram::new(&game, &pos, None)), "the same each time");
            diagram.flip = true;
            let flipped = svg(&diagram);
            let [upright, flipped] = [&picture, &flipped].map(|text| Document::parse(text).unwrap());
            for document in [&upright, &flipped] {
                let root = document.root_element();
                assert_eq!(root.attribute("role"), Some("img"));
                let label = root.attribute("aria-label").unwrap();
                assert!(label.starts_with(G::TITLE), "{label}");
                assert_eq!(document.descendants().filter(|n| n.has_tag_name("style")).count(), 1);
                let cells = of_class(document, "cell");
                let names: HashSet<&str> = cells.iter().map(|n| n.attribute("data-cell").unwrap()).collect();
                assert_eq!((cells.len(), names.len()), (board.cells.len(), board.cells.len()));
                assert!(board.cells.iter().all(|cell| names.contains(cell.name.as_str())));
                assert_eq!(of_class(document, "triangle").len(), board.triangles.len());
                assert_eq!(of_class(document, "line").len(), board.lines.len());
                // Nothing is drawn outside the picture: labels are what lies farthest out.
                let view: Vec<f64> =
                    root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
                for text in of_class(document, "label") {
                    let [x, y] = ["x", "y"].map(|axis| text.attribute(axis).unwrap().parse::<f64>().unwrap());
                    assert!(view[0] < x && x < view[0] + view[2] && view[1] < y && y < view[1] + view[3]);
                }
            }
            let pieces = game.pieces(&pos);
            let [drawn, turned] = [&upright, &flipped].map(|document| of_class(document, "piece"));
            assert_eq!((drawn.len(), turned.len()), (pieces.len(), pieces.len()));
            for ((piece, node), other) in pieces.iter().zip(&drawn).zip(&turned) {
                assert_eq!(node.attribute("data-cell"), Some(piece.cell.as_str()));
                assert_eq!(other.attribute("data-cell"), Some(piece.cell.as_str()));
                assert!(has_class(node, if piece.piece.is_uppercase() { "white" } else { "black" }));
                let ([x, y], [other_x, other_y]) = (place(node), place(other));
                assert!((x + other_x).abs() < 0.02 && (y + other_y).abs() < 0.02, "half a turn");
            }
            for m in game.moves(&pos).into_iter().take(40) {
                let mut after = pos.clone();
                game.play(&mut after, m, &mut ());
                let diagram = Diagram::new(&game, &after, Some((&pos, m)));
                let picture = svg(&diagram);
                let document = Document::parse(&picture).unwrap();
                let legs = game.steps(&pos, m).legs.len();
                assert_eq!([of_class(&document, "from").len(), of_class(&document, "to").len()], [legs; 2]);
                let checkers = if game.in_check(&after) { game.checkers(&after).len() } else { 0 };
                assert_eq!(of_class(&document, "badge").len(), checkers);
            }
        }
    }
}

#[test]
fn every_game_has_its_picture() {
    for variant in Variant::ALL {
        variant.dispatch(Pictures);
    }
}

#[test]
fn what_a_board_does_not_have_is_left_out() {
    let game = Chess::new();
    let mut diagram = Diagram::new(&game, &game.start(), None);
    diagram.label = "<\"a\" & 'b'>\0".to_owned();
    diagram.pieces[0].cell = "z99".to_owned();
    diagram.pieces[1].piece = '<';
    diagram.checkers = vec!["z99".to_owned()];
    let picture = svg(&diagram);
    let document = Document::parse(&picture).unwrap();
    assert_eq!(document.root_element().attribute("aria-label"), Some("<\"a\" & 'b'> "));
    assert_eq!(of_class(&document, "piece").len(), 31);
    assert_eq!(of_class(&document, "sign")[0].text(), Some("<"));
    assert!(of_class(&document, "badge").is_empty());
    diagram.board.cells.clear();
    assert!(!svg(&diagram).contains("inf"));
}

fn run(args: &[&str]) -> Output {
    assert_cmd::Command::cargo_bin("oddity").unwrap().arg("diagram").args(args).output().unwrap()
}

#[test]
fn on_the_command_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("board.svg");
    let to_file = run(&["chess", "--moves", "e4 e5 Qh5 Nc6", "Bc4 Nf6 Qxf7", "-o", file.to_str().unwrap()]);
    assert!(to_file.status.success() && to_file.stdout.is_empty(), "{to_file:?}");
    let text = std::fs::read_to_string(&file).unwrap();
    let document = Document::parse(&text).unwrap();
    let label = document.root_element().attribute("aria-label").unwrap();
    assert!(label.ends_with("finished, 1-0 (checkmate), check from f7, last move Qxf7#"), "{label}");
    assert_eq!(of_class(&document, "checked").len(), 2);
    let printed = run(&["chess", "--moves", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7"]);
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), text);
    let flipped = run(&["chess", "--flip"]);
    assert!(flipped.status.success() && flipped.stdout.starts_with(b"<svg "));
}

#[test]
fn errors_are_one_line_and_exit_2() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = dir.path().join("none").join("board.svg");
    for (args, told) in [
        (&["chess", "--fen", "8/8 w"][..], "--fen '8/8 w'"),
        (&["glinski", "--moves", "e4e6 e4e6"], "--moves, number 2"),
        (&["chess", "-o", nowhere.to_str().unwrap()], "can't be written"),
        (&["chess", "-o", dir.path().to_str().unwrap()], "can't be written"),
    ] {
        let output = run(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(told) && output.stdout.is_empty(), "{error}");
    }
    let unknown = run(&["checkers"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("unknown game 'checkers'"));
}
