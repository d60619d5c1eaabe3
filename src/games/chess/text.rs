//! Moves as text: coordinates as in UCI, and standard algebraic notation.

use std::ops::ControlFlow;

use cozy_chess::{File, Rank, Square};

use super::position::{Position, castling_targets, square};
use crate::game::{MoveError, MoveKind};
use crate::games::men::{Cell, Kind, Move, MoveFlag, Standing};

/// What a text may say of a move.
#[derive(Default)]
struct Words {
    kind: Option<Kind>,
    file: Option<File>,
    rank: Option<Rank>,
    capture: Option<bool>,
    to: Option<Square>,
    promotion: Option<Kind>,
}

/// Protocol text: `e2e4`, `e7e8q`. Castling is the king's move to its target (`e1g1`), or to the rook's square
/// where `chess960` is set or king and rook have not started as in orthodox chess.
pub(super) fn coordinate(m: Move, chess960: bool) -> String {
    let (from, rook) = (square(m.from), square(m.to));
    let mut to = rook;
    if m.flag == MoveFlag::Castle
        && !chess960
        && from.file() == File::E
        && matches!(rook.file(), File::A | File::H)
    {
        to = square(castling_targets(m)[0]);
    }
    let mut text = format!("{from}{to}");
    if let Some(kind) = m.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    text
}

/// Standard algebraic notation of a legal move: `Nbd2`, `exd6`, `O-O`, `e8=Q#`.
pub(super) fn official(pos: &Position, m: Move) -> String {
    let (from, to) = (square(m.from), square(m.to));
    let mut text = String::new();
    if m.flag == MoveFlag::Castle {
        text += if from.file() < to.file() { "O-O" } else { "O-O-O" };
    } else {
        let takes = pos.victim(pos.to_move(), m).is_some();
        if m.kind == Kind::Pawn {
            if takes {
                text += &from.file().to_string();
            }
        } else {
            text.push(m.kind.letter());
            text += &needed_origin(pos, m);
        }
        if takes {
            text.push('x');
        }
        text += &to.to_string();
    }
    if let Some(kind) = m.promotion() {
        text.push('=');
        text.push(kind.letter());
    }
    let mut after = pos.clone();
    after.play(m, &mut ());
    if !after.0.checkers().is_empty() {
        text.push(if after.count() > 0 { '+' } else { '#' });
    }
    text
}

/// As much of the square a piece comes from as tells it from others of its kind: nothing, file, rank or both.
fn needed_origin(pos: &Position, m: Move) -> String {
    let from = square(m.from);
    let rivals: Vec<Square> = pos
        .pieces(pos.to_move(), m.kind)
        .into_iter()
        .filter(|&other| other != from && pos.is_legal(Move::plain(m.kind, other as Cell, m.to)))
        .collect();
    let alone_in_file = rivals.iter().all(|other| other.file() != from.file());
    let alone_in_rank = rivals.iter().all(|other| other.rank() != from.rank());
    match (rivals.is_empty(), alone_in_file, alone_in_rank) {
        (true, ..) => String::new(),
        (_, true, _) => from.file().to_string(),
        (_, _, true) => from.rank().to_string(),
        _ => from.to_string(),
    }
}

/// Reads either style, and long algebraic notation (`Ng1-f3`), and finds the legal move it means.
pub(super) fn parse(pos: &Position, text: &str, chess960: bool) -> Result<Move, MoveError> {
    let syntax = |why| MoveError::Syntax(text.to_owned(), why);
    let illegal = || MoveError::Illegal(text.to_owned());
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castles = |short| {
        let side = |m: &Move| (square(m.from).file() < square(m.to).file()) == short;
        legal(pos, |m| m.flag == MoveFlag::Castle && side(m)).into_iter().next().ok_or_else(illegal)
    };
    match bare {
        "O-O" | "0-0" | "o-o" => return castles(true),
        "O-O-O" | "0-0-0" | "o-o-o" => return castles(false),
        _ => {}
    }
    let words = read(bare).map_err(syntax)?;
    let mut found = legal(pos, |m| words.mean(pos, m));
    if found.is_empty()
        && matches!(words.kind, None | Some(Kind::King))
        && words.file.is_some()
        && words.rank.is_some()
    {
        // The king's own target; where it is a king's step away, the plain move comes first.
        let castled =
            |m: Move| m.flag == MoveFlag::Castle && Some(square(castling_targets(m)[0])) == words.to;
        found = legal(pos, |m| castled(*m) && words.come_from(square(m.from)));
    }
    match found[..] {
        [m] => Ok(m),
        [] => Err(illegal()),
        _ => {
            let choices: Vec<String> = found.iter().map(|&m| coordinate(m, chess960)).collect();
            let choices = choices.join(", ");
            // Four moves from one square to one square can only be a promotion's.
            if found.iter().all(|m| m.from == found[0].from) {
                Err(MoveError::NoPromotion { text: text.to_owned(), choices })
            } else {
                Err(MoveError::Ambiguous { text: text.to_owned(), choices })
            }
        }
    }
}

/// The legal moves that are wanted.
fn legal(pos: &Position, wanted: impl Fn(&Move) -> bool) -> Vec<Move> {
    let mut list = Vec::new();
    let _ = pos.generate(MoveKind::All, |m| {
        if wanted(&m) {
            list.push(m);
        }
        ControlFlow::Continue(())
    });
    list
}

impl Words {
    fn come_from(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file()) && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Whether the words mean the legal move `m`.
    fn mean(&self, pos: &Position, m: &Move) -> bool {
        // A pawn that takes is named by its file, and a king that castles by both squares.
        let silent = match m.flag {
            MoveFlag::Castle => self.file.is_none() || self.rank.is_none(),
            _ => m.kind == Kind::Pawn && self.file.is_none() && square(m.from).file() != square(m.to).file(),
        };
        if silent {
            return false;
        }
        // A square without a piece's letter is a pawn's move, unless it comes with the square it starts from.
        let any_kind = self.file.is_some() && self.rank.is_some();
        let kind = self.kind.map_or(any_kind || m.kind == Kind::Pawn, |kind| kind == m.kind);
        let takes = || pos.victim(pos.to_move(), *m).is_some();
        kind && self.come_from(square(m.from))
            && self.to == Some(square(m.to))
            && (self.promotion.is_none() || self.promotion == m.promotion())
            && self.capture.is_none_or(|capture| capture == takes())
    }
}

/// Reads `piece file rank sign square promotion`, of which only the square must be there.
fn read(text: &str) -> Result<Words, &'static str> {
    let mut words = Words::default();
    let mut rest = text;
    if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
        words.kind = Some(Kind::from_letter(letter).ok_or("it begins with no piece's letter")?);
        rest = &rest[1..];
    }
    let mut last = None;
    loop {
        let mut chars = rest.chars();
        let (file, rank) = (chars.next().and_then(file_of), chars.next().and_then(rank_of));
        match (file, rank) {
            (Some(file), Some(rank)) => {
                // The square before was where it comes from.
                if let Some(from) = last.replace(Square::new(file, rank)) {
                    if words.file.is_some() || words.rank.is_some() {
                        return Err("it names too many squares");
                    }
                    (words.file, words.rank) = (Some(Square::file(from)), Some(from.rank()));
                }
                rest = &rest[2..];
            }
            (Some(file), None) if last.is_none() && words.file.is_none() => {
                words.file = Some(file);
                rest = &rest[1..];
            }
            _ => match rest.chars().next() {
                Some(sign @ ('-' | 'x' | ':')) if words.capture.is_none() => {
                    words.capture = Some(sign != '-');
                    rest = &rest[1..];
                }
                Some(digit) if last.is_none() && words.rank.is_none() && rank_of(digit).is_some() => {
                    words.rank = rank_of(digit);
                    rest = &rest[1..];
                }
                _ => break,
            },
        }
    }
    words.to = Some(last.ok_or("it names no square to go to: squares are a1 to h8")?);
    let mut letters = rest.strip_prefix('=').unwrap_or(rest).chars();
    words.promotion = match (letters.next(), letters.next()) {
        (None, _) if rest.is_empty() => None,
        (Some(letter), None) => {
            let kind = Kind::from_letter(letter).filter(|kind| Kind::PROMOTIONS.contains(kind));
            Some(kind.ok_or("a pawn becomes q, r, b or n")?)
        }
        _ => return Err("something follows the move"),
    };
    Ok(words)
}

fn file_of(letter: char) -> Option<File> {
    File::try_from(letter).ok().filter(|_| letter.is_ascii_lowercase())
}

fn rank_of(digit: char) -> Option<Rank> {
    Rank::try_from(digit).ok()
}
