//! Turns as text, in coordinates and in the game's official notation.

use super::geometry::{Circle, E5, NO_CIRCLE, bit, name, named};
use super::position::{Bonus, Move, Position};
use super::triangles::{Colour, Formed, Triangles};
use crate::game::MoveError;

/// Protocol text: `a5a3`, `d4e3,e1a5`, `c7e9,e1xd2`.
pub(super) fn coordinate(m: Move) -> String {
    let mut text = name(m.from) + &name(m.to);
    if let Some(Bonus { from, to, takes, .. }) = m.bonus {
        text = text + "," + &name(from) + if takes { "x" } else { "" } + &name(to);
    }
    text
}

/// What one part of a turn does on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Goes,
    Displaces,
    Takes,
}

/// Both sides' pieces while the parts of a turn are made.
struct Boards {
    own: u64,
    enemy: u64,
}

impl Boards {
    fn of(pos: &Position) -> Boards {
        let us = pos.to_move();
        Boards { own: pos.pieces(us), enemy: pos.pieces(us.other()) }
    }

    /// Makes a part, and tells what it does.
    fn make(&mut self, from: Circle, to: Circle, takes: bool) -> Deed {
        self.own ^= bit(from) | bit(to);
        if self.enemy & bit(to) == 0 {
            return Deed::Goes;
        }
        self.enemy ^= bit(to);
        if takes {
            return Deed::Takes;
        }
        self.enemy |= bit(from);
        Deed::Displaces
    }
}

/// Appends a part: circles, and in brackets the purple triangle that a displaced piece completes, the large one if
/// there are two.
fn push_part(text: &mut String, boards: &mut Boards, triangles: &Triangles, part: (Circle, Circle, bool)) {
    let (from, to, takes) = part;
    let deed = boards.make(from, to, takes);
    let sign = match deed {
        Deed::Goes => '-',
        Deed::Displaces => '=',
        Deed::Takes => 'x',
    };
    *text += &name(from).to_ascii_uppercase();
    text.push(sign);
    *text += &name(to).to_ascii_uppercase();
    if deed == Deed::Displaces {
        let given = triangles.formed(from, boards.enemy);
        if let Some(colour) = [Colour::Large, Colour::Small].into_iter().find(|&c| given.of(c) != 0) {
            *text += &format!(" [{}]", colour.official());
        }
    }
}

fn push_colours(text: &mut String, formed: &Formed) {
    for colour in Colour::ALL {
        if formed.of(colour) != 0 {
            text.push(' ');
            *text += colour.official();
        }
    }
}

/// Official text of a legal turn: `D4-E3 RT/E1-A5`, `C9=F6 [LPT] RT`.
pub(super) fn official(pos: &Position, m: Move, triangles: &Triangles) -> String {
    let mut text = String::new();
    let mut boards = Boards::of(pos);
    push_part(&mut text, &mut boards, triangles, (m.from, m.to, m.to == E5));
    push_colours(&mut text, &triangles.formed(m.to, boards.own));
    if let Some(Bonus { from, to, takes, .. }) = m.bonus {
        text.push('/');
        push_part(&mut text, &mut boards, triangles, (from, to, takes));
    }
    text
}

/// Reads either style and finds the legal turn it means.
pub(super) fn parse(pos: &Position, text: &str, triangles: &Triangles) -> Result<Move, MoveError> {
    let syntax = |why| MoveError::Syntax(text.to_owned(), why);
    let illegal = || MoveError::Illegal(text.to_owned());
    let mut parts = text.split([',', '/']);
    let regular = Part::read(parts.next().unwrap_or_default()).map_err(syntax)?;
    let bonus = parts.next().map(Part::read).transpose().map_err(syntax)?;
    if parts.next().is_some() {
        return Err(syntax("a turn has two parts at most"));
    }
    let takes = bonus.as_ref().is_some_and(|bonus| bonus.sign == Some('x'));
    // Whether purple explains the bonus is not written.
    let moves = [false, true].map(|purple| Move {
        from: regular.from,
        to: regular.to,
        bonus: bonus.as_ref().map(|b| Bonus { from: b.from, to: b.to, takes, purple }),
    });
    let m = moves.into_iter().find(|&m| pos.is_legal(m, triangles)).ok_or_else(illegal)?;
    // Signs and triangles may be left out, but what is written has to be right.
    let full = official(pos, m, triangles);
    let mut written = full.split('/').map(|part| Part::read(part).ok());
    let fits = [Some(&regular), bonus.as_ref()].into_iter().flatten().all(|given| {
        written.next().flatten().is_some_and(|part| {
            let sign = given.sign.is_none_or(|sign| part.sign == Some(sign));
            // The protocol's text has no sign for a displacement.
            let marks = given.marks.is_empty() || given.marks == part.marks;
            sign && marks
        })
    });
    if fits { Ok(m) } else { Err(illegal()) }
}

/// A part of a turn as it is written.
struct Part {
    from: Circle,
    to: Circle,
    sign: Option<char>,
    /// Triangles, those in brackets too.
    marks: Vec<String>,
}

impl Part {
    fn read(text: &str) -> Result<Part, &'static str> {
        const NO_MOVE: &str = "its parts begin with two circles such as a1a3";
        let mut words = text.split_ascii_whitespace();
        let squares = words.next().ok_or(NO_MOVE)?;
        let (from, rest) = read_circle(squares).ok_or(NO_MOVE)?;
        let sign =
            rest.chars().next().map(|c| c.to_ascii_lowercase()).filter(|c| matches!(c, '-' | '=' | 'x'));
        let (to, rest) = read_circle(&rest[usize::from(sign.is_some())..]).ok_or(NO_MOVE)?;
        if !rest.is_empty() {
            return Err("something follows the circles");
        }
        if from == to {
            return Err("from and to are the same circle");
        }
        let mut marks = Vec::new();
        for word in words {
            let mark = word.to_ascii_uppercase();
            let bare = mark.trim_start_matches('[').trim_end_matches(']');
            if !Colour::ALL.iter().any(|colour| colour.official() == bare) {
                return Err("what follows the circles is none of RT, SPT, LPT, YT and BT");
            }
            marks.push(mark);
        }
        Ok(Part { from, to, sign, marks })
    }
}

/// The circle that a text begins with, and what follows.
fn read_circle(text: &str) -> Option<(Circle, &str)> {
    let circle = named(text.as_bytes().get(..2)?);
    (circle != NO_CIRCLE).then(|| (circle, &text[2..]))
}
