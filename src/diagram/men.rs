//! The shapes of the pieces, drawn in a box from -50 to 50 with y downward.

use std::fmt::Write;

/// A piece in two layers: the filled body, and lines on it.
struct Man {
    name: &'static str,
    body: &'static str,
    detail: &'static str,
}

const PAWN: Man = Man {
    name: "pawn",
    body: "M-22 33V28Q-21 21-13 17Q-6 11-5.5 2H-12V-4H-7.7A12.5 12.5 0 1 1 7.7-4H12V2H5.5Q6 11 13 17Q21 21 22 28V33Z",
    detail: "M-13 18H13",
};

const KNIGHT: Man = Man {
    name: "knight",
    body: "M-21 34Q-21 22-10 13Q-3 7-2-2Q-7 4-14 5Q-18 11-23 11Q-31 9-31 2Q-29-4-24-10Q-21-21-12-27L-12-38L-3-30Q0-30 2-29\
L4-37L10-27Q27-18 27 6Q27 20 26 34Z",
    detail: "M12-19Q20-8 19 10Q19 19 18 27M-14-15A1 1 0 1 1-14.1-15M-25.5 3L-24 4.5M-19 27H18",
};

const BISHOP: Man = Man {
    name: "bishop",
    body: "M-26 34Q-26 27-16 25H-11Q-8 21-9 16Q-18 9-17-3Q-15-15-3-25A5.8 5.8 0 1 1 3-25Q15-15 17-3Q18 9 9 16Q8 21 11 25\
H16Q26 27 26 34Z",
    detail: "M0-14V4M-6.5-6H6.5M-9 16H9M-11 25H11",
};

const ROOK: Man = Man {
    name: "rook",
    body: "M-26 34V27L-20 22L-16 14V-11L-23-17V-33H-13V-26H-5.5V-33H5.5V-26H13V-33H23V-17L16-11V14L20 22L26 27V34Z",
    detail: "M-23-17H23M-16-11H16M-16 14H16M-20 22H20",
};

const QUEEN: Man = Man {
    name: "queen",
    body: "M-25 34V28L-20 22Q-19 15-24 8L-31-14A4.6 4.6 0 1 1-27.8-13.6L-17.5-3L-16.5-25.4A4.6 4.6 0 1 1-13.4-24.4L-7-5\
L-1.6-28.7A4.6 4.6 0 1 1 1.6-28.7L7-5L13.4-24.4A4.6 4.6 0 1 1 16.5-25.4L17.5-3L27.8-13.6A4.6 4.6 0 1 1 31-14L24 8Q19 15 20 22\
L25 28V34Z",
    detail: "M-23.5 8.5Q0 0 23.5 8.5M-20 22Q0 15 20 22M-24 28H24",
};

const KING: Man = Man {
    name: "king",
    body: "M-25 34V28L-20 22Q-19 16-26 9C-38-4-32-17-20-17C-12-17-8-14-5.5-10Q-7-18-2.8-22V-27H-9V-33H-2.8V-39H2.8V-33H9V-27\
H2.8V-22Q7-18 5.5-10C8-14 12-17 20-17C32-17 38-4 26 9Q19 16 20 22L25 28V34Z",
    detail: "M-5.5-10Q-1-3 0 4Q1-3 5.5-10M-24.5 10Q0 0 24.5 10M-20 22Q0 15 20 22M-24 28H24",
};

/// A disc that fills its square, as the stones of Gess are.
const STONE: Man = Man { name: "stone", body: "M-39 0A39 39 0 1 1 39 0A39 39 0 1 1-39 0Z", detail: "" };

/// A disc with a rim, as the pieces of Gle'x are.
const COUNTER: Man = Man {
    name: "counter",
    body: "M-36 0A36 36 0 1 1 36 0A36 36 0 1 1-36 0Z",
    detail: "M-24 0A24 24 0 1 1 24 0A24 24 0 1 1-24 0Z",
};

/// The shape for a letter of [`crate::game::PieceInfo`], of which a letter means the same in every game.
fn man(letter: char) -> Option<&'static Man> {
    Some(match letter.to_ascii_uppercase() {
        'P' => &PAWN,
        'N' => &KNIGHT,
        'B' => &BISHOP,
        'R' => &ROOK,
        'Q' => &QUEEN,
        'K' => &KING,
        'S' => &STONE,
        'M' => &COUNTER,
        _ => return None,
    })
}

/// The class of a piece's element: `king`, and `piece-x` for a letter that has no shape of its own.
pub(super) fn class(letter: char) -> String {
    match man(letter) {
        Some(man) => man.name.to_owned(),
        None => format!("piece-{}", u32::from(letter.to_ascii_lowercase())),
    }
}

/// Draws a piece: its shape, or a disc with the letter on it.
pub(super) fn draw(svg: &mut String, letter: char) {
    let shape = man(letter);
    let Man { body, detail, .. } = shape.unwrap_or(&STONE);
    let _ = write!(svg, r#"<path d="{body}"/>"#);
    if !detail.is_empty() {
        let _ = write!(svg, r#"<path class="detail" d="{detail}"/>"#);
    }
    if shape.is_none() {
        let letter = super::escape(&letter.to_uppercase().to_string());
        let _ = write!(svg, r#"<text class="sign" dy=".35em">{letter}</text>"#);
    }
}
