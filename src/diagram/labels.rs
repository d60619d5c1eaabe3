//! The coordinates around a board.

use super::{Canvas, INRADIUS};
use crate::game::{CellInfo, CellShape};

/// How far a label's centre is from the edge of the board.
const DISTANCE: f64 = 24.0;

/// A word beside the board.
pub(super) struct Label {
    pub(super) text: String,
    pub(super) at: [f64; 2],
}

/// The cells that share a part of their names, with their places in the picture.
struct Group<'a> {
    name: &'a str,
    places: Vec<[f64; 2]>,
}

/// A name in its two parts, letters and number: the file and the rank, if files have letters, else the other way round.
fn split(name: &str, files_are_letters: bool) -> [&str; 2] {
    let end = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (letters, number) = name.split_at(end);
    if files_are_letters { [letters, number] } else { [number, letters] }
}

/// The files (part 0) or ranks (part 1) in the order in which the cells have them.
fn groups<'a>(canvas: &Canvas<'a>, part: usize) -> Vec<Group<'a>> {
    let board = &canvas.diagram.board;
    let files_are_letters =
        board.files.first().is_none_or(|file| !file.starts_with(|c: char| c.is_ascii_digit()));
    let mut groups: Vec<Group<'a>> = Vec::new();
    for cell in &board.cells {
        let name = split(&cell.name, files_are_letters)[part];
        let place = canvas.place(cell);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.places.push(place),
            None => groups.push(Group { name, places: vec![place] }),
        }
    }
    groups
}

/// Files below the board and ranks to its left; beside hexagons they follow the board's edge.
pub(super) fn labels(canvas: &Canvas) -> Vec<Label> {
    let cells = &canvas.diagram.board.cells;
    let hexagons = cells.first().is_some_and(|cell| cell.shape == CellShape::Hexagon);
    let [files, ranks] = [0, 1].map(|part| groups(canvas, part));
    let mut labels = Vec::new();
    if hexagons {
        let away = INRADIUS * canvas.unit + DISTANCE * 0.8;
        for file in files {
            let lowest = file.places.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1]));
            if let Some([x, y]) = lowest {
                labels.push(Label { text: file.name.to_owned(), at: [x, y + away] });
            }
        }
        labels.extend(beside_hexagons(ranks, away));
        return labels;
    }
    let half = |cell: &CellInfo| canvas.half(cell.shape)[0];
    let left = cells.iter().map(|c| canvas.place(c)[0] - half(c)).fold(f64::INFINITY, f64::min) - DISTANCE;
    let low = cells.iter().map(|c| canvas.place(c)[1] + half(c)).fold(f64::NEG_INFINITY, f64::max) + DISTANCE;
    for (groups, across) in [(files, true), (ranks, false)] {
        for Group { name, places } in groups {
            let [x, y] = places[0];
            labels.push(Label { text: name.to_owned(), at: if across { [x, low] } else { [left, y] } });
        }
    }
    labels
}

/// Labels of ranks: each where the rank would go on to the left.
fn beside_hexagons(mut ranks: Vec<Group>, away: f64) -> Vec<Label> {
    // A rank of one cell has no direction: it takes that of the one before it.
    ranks.sort_by_key(|rank| rank.name.parse().unwrap_or(0));
    let mut direction = [-INRADIUS, -0.5];
    let mut labels = Vec::new();
    for mut rank in ranks {
        rank.places.sort_by(|a, b| a[0].total_cmp(&b[0]));
        if let [[x, y], [next_x, next_y], ..] = rank.places[..] {
            let length = (next_x - x).hypot(next_y - y);
            direction = [(x - next_x) / length, (y - next_y) / length];
        }
        let [x, y] = rank.places[0];
        let at = [x + away * direction[0], y + away * direction[1]];
        labels.push(Label { text: rank.name.to_owned(), at });
    }
    labels
}
