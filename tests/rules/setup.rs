//! Positions from lists of pieces, and small questions about them.

use oddity::game::{Game, MoveStyle};

/// A placement from pieces such as `Kg1 pb7` (capitals for White), in any order.
pub fn placement<G: Game>(game: &G, pieces: &str) -> String {
    let mut names: Vec<String> = game.board().cells.into_iter().map(|cell| cell.name).collect();
    let (letter, number) = (
        |name: &str| i32::from(name.as_bytes()[0]),
        |name: &str| name[1..].parse::<i32>().expect("names end in a number"),
    );
    // On hexagons the number is the rank, on circles it is the column.
    let rank = |name: &str| if G::NAME == "zchess" { letter(name) } else { number(name) };
    names.sort_by_key(|name| (-rank(name), letter(name) + number(name) - rank(name)));
    let mut rows: Vec<(i32, String)> = Vec::new();
    let mut run = 0;
    for name in &names {
        if rows.last().is_none_or(|row| row.0 != rank(name)) {
            flush(&mut rows, &mut run);
            rows.push((rank(name), String::new()));
        }
        match pieces.split_whitespace().find(|piece| &piece[1..] == name) {
            None => run += 1,
            Some(piece) => {
                flush(&mut rows, &mut run);
                rows.last_mut().expect("a row is open").1.push_str(&piece[..1]);
            }
        }
    }
    flush(&mut rows, &mut run);
    rows.into_iter().map(|row| row.1).collect::<Vec<_>>().join("/")
}

fn flush(rows: &mut [(i32, String)], run: &mut i32) {
    if *run > 0 {
        rows.last_mut().expect("a row is open").1.push_str(&run.to_string());
    }
    *run = 0;
}

/// The position of these pieces; `fields` follow the placement in the FEN.
pub fn position<G: Game>(game: &G, pieces: &str, fields: &str) -> G::Position {
    let fen = format!("{} {fields}", placement(game, pieces));
    game.parse_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// All legal moves in coordinates, sorted.
pub fn moves<G: Game>(game: &G, pos: &G::Position) -> Vec<String> {
    let mut texts: Vec<String> =
        game.moves(pos).into_iter().map(|m| game.write_move(pos, m, MoveStyle::Coordinate)).collect();
    texts.sort();
    texts
}

/// The targets (with promotion letters) of the piece on `from`, sorted, in one line.
pub fn targets<G: Game>(game: &G, pos: &G::Position, from: &str) -> String {
    let mut found: Vec<String> = game
        .moves(pos)
        .into_iter()
        .filter(|&m| game.steps(pos, m).legs[0][0] == from)
        .map(|m| game.write_move(pos, m, MoveStyle::Coordinate)[from.len()..].to_owned())
        .collect();
    found.sort();
    found.join(" ")
}

/// Plays moves in coordinates.
pub fn play<G: Game>(game: &G, pos: &G::Position, texts: &str) -> G::Position {
    let mut pos = pos.clone();
    for text in texts.split_whitespace() {
        let m = game.parse_move(&pos, text).unwrap_or_else(|e| panic!("{}: {e}", game.fen(&pos)));
        game.play(&mut pos, m, &mut ());
    }
    pos
}

/// Whether a move in coordinates is legal.
pub fn allows<G: Game>(game: &G, pos: &G::Position, text: &str) -> bool {
    game.parse_move(pos, text).is_ok()
}
