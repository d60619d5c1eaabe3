//! A position: who stands where, whose turn it is, and what the rules remember. FEN reading and writing.

use super::board::{CASTLING_ROOKS, Cell, Color, Kind, Man, Role, castling_king_home};

/// The grid holds both boards (q from -5 to 8, r from 0 to 10) with a border of three cells all round, so that
/// a knight's step from any cell stays inside it.
const COLUMNS: usize = 20;
const ROWS: usize = 17;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    Off,
    Empty,
    Man(Color, Role),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub kind: Kind,
    grid: [Square; COLUMNS * ROWS],
    pub side: Color,
    /// Rights for the rooks in the order of `CASTLING_ROOKS`.
    pub castling: [bool; 4],
    /// Cells crossed by the pawn that has just made a double or triple step, lower rank first.
    pub targets: Vec<Cell>,
    pub clock: u32,
    pub number: u32,
}

fn place(cell: Cell) -> usize {
    (cell.0 + 8) as usize * ROWS + (cell.1 + 3) as usize
}

impl Position {
    pub fn empty(kind: Kind) -> Position {
        let mut position = Position {
            kind,
            grid: [Square::Off; COLUMNS * ROWS],
            side: Color::White,
            castling: [false; 4],
            targets: Vec::new(),
            clock: 0,
            number: 1,
        };
        for cell in kind.cells() {
            position.put(cell, None);
        }
        position
    }

    pub fn start(kind: Kind) -> Position {
        let mut position = Position::empty(kind);
        for color in [Color::White, Color::Black] {
            for word in kind.setup(color).split(' ') {
                let role = word.chars().next().and_then(Role::from_letter).expect("a role letter");
                let cell = kind.cell_named(&word[1..]).expect("a cell of the board");
                position.put(cell, Some((color, role)));
            }
            for file in 0..kind.files().len() as i8 {
                if let Some(cell) = kind.pawn_start(color, file) {
                    position.put(cell, Some((color, Role::Pawn)));
                }
            }
        }
        position.castling = [kind == Kind::Shafran; 4];
        position
    }

    pub fn on_board(&self, cell: Cell) -> bool {
        self.grid[place(cell)] != Square::Off
    }

    pub fn man(&self, cell: Cell) -> Option<Man> {
        match self.grid[place(cell)] {
            Square::Man(color, role) => Some((color, role)),
            _ => None,
        }
    }

    /// On the board and nobody there.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.grid[place(cell)] == Square::Empty
    }

    pub fn put(&mut self, cell: Cell, man: Option<Man>) {
        self.grid[place(cell)] = match man {
            Some((color, role)) => Square::Man(color, role),
            None => Square::Empty,
        };
    }

    /// All men, in no order that matters.
    pub fn men(&self) -> impl Iterator<Item = (Cell, Man)> + '_ {
        self.grid.iter().enumerate().filter_map(|(at, square)| match *square {
            Square::Man(color, role) => Some((((at / ROWS) as i8 - 8, (at % ROWS) as i8 - 3), (color, role))),
            _ => None,
        })
    }

    pub fn king(&self, color: Color) -> Option<Cell> {
        self.men().find(|(_, man)| *man == (color, Role::King)).map(|(cell, _)| cell)
    }

    /// Placement, side, and castling rights where the game has them: the beginning of the FEN.
    pub fn fen_head(&self) -> String {
        let mut text = String::new();
        for rank in (1..=self.kind.highest_rank()).rev() {
            let mut run = 0;
            for file in 0..self.kind.files().len() as i8 {
                let Some(cell) = self.kind.cell(file, rank) else { continue };
                match self.man(cell) {
                    None => run += 1,
                    Some((color, role)) => {
                        if run > 0 {
                            text.push_str(&run.to_string());
                            run = 0;
                        }
                        text.push(match color {
                            Color::White => role.letter().to_ascii_uppercase(),
                            Color::Black => role.letter(),
                        });
                    }
                }
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            if rank > 1 {
                text.push('/');
            }
        }
        text.push_str(if self.side == Color::White { " w" } else { " b" });
        if self.kind == Kind::Shafran {
            let letters: String = (0..4).filter(|&i| self.castling[i]).map(|i| CASTLING_ROOKS[i].0).collect();
            text.push(' ');
            text.push_str(if letters.is_empty() { "-" } else { &letters });
        }
        text
    }

    pub fn cells_text(&self, cells: &[Cell]) -> String {
        if cells.is_empty() {
            return "-".to_string();
        }
        cells.iter().map(|&cell| self.kind.cell_name(cell)).collect()
    }

    pub fn fen(&self) -> String {
        format!("{} {} {} {}", self.fen_head(), self.cells_text(&self.targets), self.clock, self.number)
    }

    /// Reads a FEN; fields missing at the end take their usual values.
    pub fn from_fen(kind: Kind, fen: &str) -> Result<Position, String> {
        let mut position = Position::empty(kind);
        let mut fields = fen.split_whitespace();
        position.read_placement(fields.next().ok_or("empty FEN")?)?;
        position.side = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("side to move {other:?}")),
        };
        if kind == Kind::Shafran {
            position.read_castling(fields.next().unwrap_or("-"))?;
        }
        position.read_targets(fields.next().unwrap_or("-"))?;
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
        if rows.len() != self.kind.highest_rank() as usize {
            return Err(format!("{} rows of {}", rows.len(), self.kind.highest_rank()));
        }
        for (row, rank) in rows.iter().zip((1..=self.kind.highest_rank()).rev()) {
            let cells: Vec<Cell> =
                (0..self.kind.files().len() as i8).filter_map(|file| self.kind.cell(file, rank)).collect();
            let mut next = 0;
            let mut letters = row.chars().peekable();
            while let Some(c) = letters.next() {
                if let Some(digit) = c.to_digit(10) {
                    // Digits in a row are one number: `11` is eleven cells, not twice one.
                    let mut run = digit as usize;
                    while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                        run = (run * 10 + digit as usize).min(99);
                        letters.next();
                    }
                    if digit == 0 {
                        return Err(format!("row {row:?} has a run beginning with 0"));
                    }
                    next += run;
                } else {
                    let role = Role::from_letter(c).ok_or_else(|| format!("unknown man {c:?}"))?;
                    let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                    let cell = *cells.get(next).ok_or_else(|| format!("row {row:?} is too long"))?;
                    self.put(cell, Some((color, role)));
                    next += 1;
                }
            }
            if next != cells.len() {
                return Err(format!("row {row:?} has {next} cells, not {}", cells.len()));
            }
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        for c in text.chars() {
            let at = CASTLING_ROOKS.iter().position(|rook| rook.0 == c);
            let at = at.ok_or_else(|| format!("castling letter {c:?}"))?;
            let (_, color, rook_home) = CASTLING_ROOKS[at];
            let stands = |name: &str, role: Role| {
                self.kind.cell_named(name).and_then(|cell| self.man(cell)) == Some((color, role))
            };
            if !stands(rook_home, Role::Rook) || !stands(castling_king_home(color), Role::King) {
                return Err(format!("castling right {c:?} without king and rook at home"));
            }
            if self.castling[at] {
                return Err(format!("castling letter {c:?} twice"));
            }
            self.castling[at] = true;
        }
        Ok(())
    }

    /// Reads en passant cells and checks that a pawn can just have crossed exactly them.
    fn read_targets(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let mut names: Vec<String> = Vec::new();
        for c in text.chars() {
            if c.is_ascii_alphabetic() {
                names.push(String::new());
            }
            names.last_mut().ok_or_else(|| format!("en passant {text:?}"))?.push(c);
        }
        for name in &names {
            let cell = self.kind.cell_named(name).ok_or_else(|| format!("en passant cell {name:?}"))?;
            self.targets.push(cell);
        }
        self.targets.sort_by_key(|cell| cell.1);
        let mover = self.side.other();
        let (file, _) = self.kind.file_and_rank(self.targets[0]);
        let crossed = self.targets.len() as i8;
        let error = || Err(format!("no pawn has just crossed {text:?}"));
        let Some(start) = self.kind.pawn_start(mover, file) else { return error() };
        if crossed + 1 > self.kind.first_step(file) {
            return error();
        }
        let along = |n: i8| (start.0, start.1 + n * mover.forward());
        let mut expected: Vec<Cell> = (1..=crossed).map(along).collect();
        expected.sort_by_key(|cell| cell.1);
        if self.targets != expected
            || (0..=crossed).any(|n| !self.is_empty(along(n)))
            || self.man(along(crossed + 1)) != Some((mover, Role::Pawn))
        {
            return error();
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
        for (cell, (color, role)) in self.men() {
            if role == Role::Pawn && self.kind.promotes(color, cell) {
                return Err(format!("unpromoted pawn on {}", self.kind.cell_name(cell)));
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
