//! A position between two turns or within one, and its FEN.

use super::board::{COLUMNS, Circle, Color, ROWS};
use super::board::{circle_name, circle_named, circles, on_board, row_circles};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub color: Color,
    /// May not move in its owner's next turn, or in this one.
    pub frozen: bool,
    /// May not be displaced.
    pub guarded: bool,
    /// What the turn that is being made has done with it so far.
    pub now: Now,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Now {
    pub moved: bool,
    /// Moved, but is free and guarded after the turn.
    pub exempt: bool,
    pub displaced: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// By row and column; places that are no circle stay empty.
    grid: [[Option<Piece>; COLUMNS as usize + 1]; ROWS as usize],
    pub side: Color,
    /// By `Color::index`.
    pub qualified: [bool; 2],
    pub number: u32,
}

impl Position {
    fn empty() -> Position {
        Position {
            grid: [[None; COLUMNS as usize + 1]; ROWS as usize],
            side: Color::White,
            qualified: [false; 2],
            number: 1,
        }
    }

    pub fn start() -> Position {
        let mut position = Position::empty();
        for color in [Color::White, Color::Black] {
            for circle in color.start() {
                position.place(circle, color);
            }
        }
        position
    }

    fn place(&mut self, circle: Circle, color: Color) {
        let piece = Piece { color, frozen: false, guarded: false, now: Now::default() };
        self.put(circle, Some(piece));
    }

    pub fn piece(&self, circle: Circle) -> Option<Piece> {
        if on_board(circle) { self.grid[circle.0 as usize][circle.1 as usize] } else { None }
    }

    pub fn color(&self, circle: Circle) -> Option<Color> {
        self.piece(circle).map(|piece| piece.color)
    }

    /// On the board and nobody there.
    pub fn is_empty(&self, circle: Circle) -> bool {
        on_board(circle) && self.piece(circle).is_none()
    }

    pub fn put(&mut self, circle: Circle, piece: Option<Piece>) {
        self.grid[circle.0 as usize][circle.1 as usize] = piece;
    }

    /// All pieces in the order of the circles.
    pub fn pieces(&self) -> impl Iterator<Item = (Circle, Piece)> + '_ {
        circles().filter_map(|circle| self.piece(circle).map(|piece| (circle, piece)))
    }

    fn names(&self, listed: impl Fn(Piece) -> bool) -> String {
        let circles = self.pieces().filter(|&(_, piece)| listed(piece)).map(|(circle, _)| circle);
        let text: String = circles.map(circle_name).collect();
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// All of the FEN but the turn number: what must be equal for two positions to be the same.
    pub fn identity(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..ROWS).rev() {
            let (mut text, mut run) = (String::new(), 0);
            for circle in row_circles(row) {
                let Some(color) = self.color(circle) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(if color == Color::White { 'W' } else { 'b' });
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            rows.push(text);
        }
        let side = if self.side == Color::White { "w" } else { "b" };
        let qualified = match self.qualified {
            [false, false] => "-",
            [true, false] => "W",
            [false, true] => "b",
            [true, true] => "Wb",
        };
        let frozen = self.names(|piece| piece.frozen);
        let guarded = self.names(|piece| piece.guarded);
        format!("{} {side} {qualified} {frozen} {guarded}", rows.join("/"))
    }

    pub fn fen(&self) -> String {
        format!("{} {}", self.identity(), self.number)
    }

    /// Reads a FEN; fields missing at the end take their usual values. The circles of a list may come in any
    /// order.
    pub fn from_fen(fen: &str) -> Result<Position, String> {
        let mut position = Position::empty();
        let mut fields = fen.split_whitespace();
        position.read_placement(fields.next().ok_or("empty FEN")?)?;
        position.side = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("side to move {other:?}")),
        };
        position.qualified = match fields.next().unwrap_or("-") {
            "-" => [false, false],
            "W" => [true, false],
            "b" => [false, true],
            "Wb" => [true, true],
            other => return Err(format!("qualified players {other:?}")),
        };
        for circle in position.read_list(fields.next().unwrap_or("-"))? {
            position.change(circle, |piece| piece.frozen = true);
        }
        for circle in position.read_list(fields.next().unwrap_or("-"))? {
            position.change(circle, |piece| piece.guarded = true);
        }
        let number = fields.next().unwrap_or("1");
        position.number = number.parse().map_err(|_| format!("turn number {number:?}"))?;
        match fields.next() {
            Some(extra) => Err(format!("unexpected field {extra:?}")),
            None => Ok(position),
        }
    }

    pub fn change(&mut self, circle: Circle, change: impl FnOnce(&mut Piece)) {
        if let Some(piece) = &mut self.grid[circle.0 as usize][circle.1 as usize] {
            change(piece);
        }
    }

    fn read_placement(&mut self, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != ROWS as usize {
            return Err(format!("{} rows of {ROWS}", rows.len()));
        }
        for (row, text) in (0..ROWS).rev().zip(rows) {
            let mut rest = row_circles(row);
            let mut after_digit = false;
            for c in text.chars() {
                let (run, color) = match c {
                    'W' => (1, Some(Color::White)),
                    'b' => (1, Some(Color::Black)),
                    // Digits in a row would be one number, too great for any row.
                    '1'..='9' if !after_digit => (c as usize - '0' as usize, None),
                    _ => return Err(format!("row {text:?} has {c:?}")),
                };
                after_digit = color.is_none();
                for _ in 0..run {
                    let circle = rest.next().ok_or_else(|| format!("row {text:?} is too long"))?;
                    if let Some(color) = color {
                        self.place(circle, color);
                    }
                }
            }
            if rest.next().is_some() {
                return Err(format!("row {text:?} is too short"));
            }
        }
        Ok(())
    }

    /// Circles written one after the other, each with a piece on it.
    fn read_list(&self, text: &str) -> Result<Vec<Circle>, String> {
        let mut list = Vec::new();
        if text == "-" {
            return Ok(list);
        }
        let letters: Vec<char> = text.chars().collect();
        for pair in letters.chunks(2) {
            let name: String = pair.iter().collect();
            let circle = circle_named(&name).ok_or_else(|| format!("circle {name:?}"))?;
            if self.piece(circle).is_none() || list.contains(&circle) {
                return Err(format!("circle {name:?} is empty or named twice"));
            }
            list.push(circle);
        }
        Ok(list)
    }
}
