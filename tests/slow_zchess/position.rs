//! A position: who stands where, whose turn it is, and what the rules remember. FEN reading and writing.

use super::board::{CASTLINGS, Castling, Circle, Color, LAST_COLUMN, LAST_ROW, Man, Role};
use super::board::{circle_name, circles, named, on_board, row_circles, start_men};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// By row and column; places that are no circle stay empty.
    grid: [[Option<Man>; LAST_COLUMN as usize + 1]; LAST_ROW as usize + 1],
    pub side: Color,
    /// Rights in the order of `CASTLINGS`.
    pub castling: [bool; 4],
    pub clock: u32,
    pub number: u32,
}

impl Position {
    fn empty() -> Position {
        Position {
            grid: [[None; LAST_COLUMN as usize + 1]; LAST_ROW as usize + 1],
            side: Color::White,
            castling: [false; 4],
            clock: 0,
            number: 1,
        }
    }

    pub fn start() -> Position {
        let mut position = Position::empty();
        for (circle, man) in start_men() {
            position.put(circle, Some(man));
        }
        position.castling = [true; 4];
        position
    }

    pub fn man(&self, circle: Circle) -> Option<Man> {
        if on_board(circle) { self.grid[circle.0 as usize][circle.1 as usize] } else { None }
    }

    /// On the board and nobody there.
    pub fn is_empty(&self, circle: Circle) -> bool {
        on_board(circle) && self.man(circle).is_none()
    }

    pub fn put(&mut self, circle: Circle, man: Option<Man>) {
        self.grid[circle.0 as usize][circle.1 as usize] = man;
    }

    /// All men, row by row.
    pub fn men(&self) -> impl Iterator<Item = (Circle, Man)> + '_ {
        (0..=LAST_ROW)
            .flat_map(|row| (1..=LAST_COLUMN).map(move |column| (row, column)))
            .filter_map(|circle| self.man(circle).map(|man| (circle, man)))
    }

    pub fn king(&self, color: Color) -> Option<Circle> {
        self.men().find(|(_, man)| *man == (color, Role::King)).map(|(circle, _)| circle)
    }

    /// Placement, side and castling rights: what must be equal for two positions to be the same.
    pub fn identity(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..=LAST_ROW).rev() {
            let (mut text, mut run) = (String::new(), 0);
            for circle in row_circles(row) {
                let Some((color, role)) = self.man(circle) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(match color {
                    Color::White => role.letter().to_ascii_uppercase(),
                    Color::Black => role.letter(),
                });
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            rows.push(text);
        }
        let side = if self.side == Color::White { "w" } else { "b" };
        let rights: String = (0..4).filter(|&i| self.castling[i]).map(|i| CASTLINGS[i].letter).collect();
        format!("{} {side} {}", rows.join("/"), if rights.is_empty() { "-" } else { &rights })
    }

    pub fn fen(&self) -> String {
        format!("{} {} {}", self.identity(), self.clock, self.number)
    }

    /// Reads a FEN; fields missing at the end take their usual values.
    pub fn from_fen(fen: &str) -> Result<Position, String> {
        let mut position = Position::empty();
        let mut fields = fen.split_whitespace();
        position.read_placement(fields.next().ok_or("empty FEN")?)?;
        position.side = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("side to move {other:?}")),
        };
        position.read_castling(fields.next().unwrap_or("-"))?;
        position.clock = read_number(fields.next().unwrap_or("0"), "halfmove clock")?;
        position.number = read_number(fields.next().unwrap_or("1"), "move number")?;
        if let Some(extra) = fields.next() {
            return Err(format!("unexpected field {extra:?}"));
        }
        position.check_men()?;
        Ok(position)
    }

    fn read_placement(&mut self, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != LAST_ROW as usize + 1 {
            return Err(format!("{} rows of {}", rows.len(), LAST_ROW + 1));
        }
        for (row, text) in (0..=LAST_ROW).rev().zip(rows) {
            let circles = row_circles(row);
            let mut next = 0;
            let mut number = String::new();
            for c in text.chars().chain(['/']) {
                // Digits in a row are one number.
                if c.is_ascii_digit() {
                    number.push(c);
                    continue;
                }
                if !number.is_empty() {
                    let run: usize = number.parse().map_err(|_| format!("run {number:?}"))?;
                    if number.starts_with('0') || run > circles.len() {
                        return Err(format!("run {number:?}"));
                    }
                    next += run;
                    number.clear();
                }
                if c == '/' {
                    break;
                }
                let role = Role::from_letter(c).ok_or_else(|| format!("unknown man {c:?}"))?;
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                let circle = *circles.get(next).ok_or_else(|| format!("row {text:?} is too long"))?;
                self.put(circle, Some((color, role)));
                next += 1;
            }
            if next != circles.len() {
                return Err(format!("row {text:?} has {next} circles, not {}", circles.len()));
            }
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        for c in text.chars() {
            let at = CASTLINGS.iter().position(|castling| castling.letter == c);
            let at = at.ok_or_else(|| format!("castling letter {c:?}"))?;
            let Castling { color, king_home, rook_home, .. } = CASTLINGS[at];
            if self.man(named(king_home)) != Some((color, Role::King))
                || self.man(named(rook_home)) != Some((color, Role::Rook))
            {
                return Err(format!("castling right {c:?} without king and rook at home"));
            }
            if self.castling[at] {
                return Err(format!("castling letter {c:?} twice"));
            }
            self.castling[at] = true;
        }
        Ok(())
    }

    fn check_men(&self) -> Result<(), String> {
        for color in [Color::White, Color::Black] {
            let kings = self.men().filter(|(_, man)| *man == (color, Role::King)).count();
            if kings != 1 {
                return Err(format!("{kings} kings of {color:?}"));
            }
        }
        for circle in circles() {
            if let Some((color, Role::Pawn)) = self.man(circle)
                && circle.0 == color.promotion_row()
            {
                return Err(format!("unpromoted pawn on {}", circle_name(circle)));
            }
        }
        if self.in_check(self.side.other()) {
            return Err("the side that has just moved is in check".to_string());
        }
        Ok(())
    }
}

fn read_number(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{what} {text:?}"))
}
