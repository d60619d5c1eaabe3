//! The square grid of XBoard by the test's own reckoning.

use crate::positions;
use crate::slow;

/// The games of this dialect.
pub const GAMES: [&str; 3] = ["glinski", "mccooey", "shafran"];

/// Files and ranks of a game's grid.
pub fn size(game: &str) -> (i32, i32) {
    if game == "shafran" { (9, 11) } else { (11, 11) }
}

/// File and rank from 0 of a game's cell, such as `l6`.
pub fn place(game: &str, cell: &str) -> (i32, i32) {
    let rank: i32 = cell[1..].parse().expect("a rank");
    if game == "shafran" {
        return (i32::from(cell.as_bytes()[0] - b'a'), rank - 1);
    }
    let file = "abcdefghikl".find(&cell[..1]).expect("a file") as i32;
    // To the right of the f-file the lower edge rises.
    (file, rank - 1 + (file - 5).max(0))
}

/// The name of a square.
pub fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).expect("a file")), rank + 1)
}

/// All cells of a game.
pub fn cells(game: &str) -> Vec<String> {
    slow::rows(game).into_iter().flatten().map(|(cell, _)| cell).collect()
}

/// A move in the game's coordinates, cell by cell.
pub fn split(text: &str) -> (&str, &str, &str) {
    let cell = |text: &str| 1 + text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (from, rest) = text.split_at(cell(text));
    let (to, promotion) = rest.split_at(cell(rest));
    (from, to, promotion)
}

/// A move in the game's coordinates as XBoard writes it.
pub fn to_grid(game: &str, text: &str) -> String {
    let (from, to, promotion) = split(text);
    format!("{}{}{promotion}", name(place(game, from)), name(place(game, to)))
}

/// The move in the game's coordinates of one that the engine wrote, en passant in two legs or not.
pub fn from_grid(game: &str, text: &str) -> String {
    let text = match text.split_once(',') {
        None => text.to_owned(),
        Some((first, second)) => format!("{}{}", split(first).0, split(second).1),
    };
    let (from, to, promotion) = split(&text);
    let cell = |square: &str| {
        let all = cells(game);
        all.into_iter().find(|cell| name(place(game, cell)) == square).expect("a cell, not a hole")
    };
    format!("{}{}{promotion}", cell(from), cell(to))
}

/// The placement of some men, given as "Kf1 pb7" in the game's own cells.
pub fn placement(game: &str, men: &str) -> String {
    let (files, ranks) = size(game);
    let cells: Vec<(i32, i32)> = cells(game).iter().map(|cell| place(game, cell)).collect();
    let man = |at| men.split(' ').find(|m| !m.is_empty() && place(game, &m[1..]) == at).map(|m| &m[..1]);
    let mut rows = Vec::new();
    for rank in (0..ranks).rev() {
        let (mut row, mut run) = (String::new(), 0);
        for file in 0..files {
            let shown = if cells.contains(&(file, rank)) { man((file, rank)) } else { Some("*") };
            if shown.is_some() && run > 0 {
                row += &run.to_string();
                run = 0;
            }
            run += i32::from(shown.is_none());
            row += shown.unwrap_or_default();
        }
        if run > 0 {
            row += &run.to_string();
        }
        rows.push(row);
    }
    rows.join("/")
}

/// The men of a game's FEN as "Kf1 pb7".
pub fn men(game: &str, fen: &str) -> String {
    let rows = slow::rows(game);
    let mut men = Vec::new();
    for (cells, mut row) in rows.iter().zip(fen.split(' ').next().expect("a placement").split('/')) {
        let mut at = 0;
        while let Some(first) = row.chars().next() {
            let digits = row.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                at += row[..digits].parse::<usize>().expect("a run");
                row = &row[digits..];
            } else {
                men.push(format!("{first}{}", cells[at].0));
                at += 1;
                row = &row[1..];
            }
        }
    }
    men.join(" ")
}

#[test]
fn the_reckoning_agrees_with_the_printed_start() {
    let fen = positions::slow("glinski").fen();
    assert_eq!(
        placement("glinski", &men("glinski", &fen)),
        "*****bknrp1/****qb2p2/***n1b1p3/**r3p4/*ppppp5/11/5PPPPP*/4P3R**/3P1B1N***/2P2BK****/1PRNQB*****"
    );
    assert_eq!(to_grid("glinski", "k10l6"), "j14k11");
    assert_eq!(from_grid("glinski", "c6b5,b5b6"), "c6b6");
}
