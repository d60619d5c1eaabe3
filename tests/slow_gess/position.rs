//! The board with its stones, and the FEN of it.

/// Files a to t and ranks 1 to 20: indices 0 to 19. Stones stand on 1 to 18; the rest is the margin.
pub const SIZE: i8 = 20;

/// A square as `(file, rank)`, both from 0.
pub type Square = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    Black,
    White,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// By file and rank.
    grid: [[Option<Color>; SIZE as usize]; SIZE as usize],
    pub side: Color,
    /// Plies since a stone was removed.
    pub clock: u32,
    pub number: u32,
}

/// The start position: a rank for Black and its mirror image for White, then the files with a stone.
const START: [(i8, i8, &str); 4] = [
    (2, 19, "c e g h i j k l m n p r"),
    (3, 18, "b c d f h i j k m o q r s"),
    (4, 17, "c e g h i j k l m n p r"),
    (7, 14, "c f i l o r"),
];

impl Color {
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    fn letter(self) -> char {
        match self {
            Color::Black => 'b',
            Color::White => 'w',
        }
    }
}

/// One of the 20x20 squares, on which the centre of a footprint may be.
pub fn is_square((file, rank): Square) -> bool {
    (0..SIZE).contains(&file) && (0..SIZE).contains(&rank)
}

/// The 18x18 squares on which stones stand.
pub fn holds_stones((file, rank): Square) -> bool {
    (1..SIZE - 1).contains(&file) && (1..SIZE - 1).contains(&rank)
}

pub fn squares() -> impl Iterator<Item = Square> {
    (0..SIZE).flat_map(|file| (0..SIZE).map(move |rank| (file, rank)))
}

pub fn square_name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The nine squares around and under a centre, those outside the 20x20 squares too.
pub fn footprint((file, rank): Square) -> impl Iterator<Item = Square> {
    (-1..=1).flat_map(move |x| (-1..=1).map(move |y| (file + x, rank + y)))
}

impl Position {
    fn empty() -> Position {
        let grid = [[None; SIZE as usize]; SIZE as usize];
        Position { grid, side: Color::Black, clock: 0, number: 1 }
    }

    pub fn start() -> Position {
        let mut position = Position::empty();
        for (black_rank, white_rank, files) in START {
            for letter in files.bytes().filter(|&letter| letter != b' ') {
                let file = (letter - b'a') as i8;
                position.put((file, black_rank - 1), Some(Color::Black));
                position.put((file, white_rank - 1), Some(Color::White));
            }
        }
        position
    }

    /// The stone on a square; outside the 20x20 squares there is none.
    pub fn stone(&self, square: Square) -> Option<Color> {
        if is_square(square) { self.grid[square.0 as usize][square.1 as usize] } else { None }
    }

    /// Puts a stone or takes it away; outside the 20x20 squares nothing happens.
    pub fn put(&mut self, square: Square, stone: Option<Color>) {
        if is_square(square) {
            self.grid[square.0 as usize][square.1 as usize] = stone;
        }
    }

    pub fn count(&self, color: Color) -> usize {
        squares().filter(|&square| self.stone(square) == Some(color)).count()
    }

    /// Placement and side: what must be equal for two positions to be the same.
    pub fn identity(&self) -> String {
        let mut rows = Vec::new();
        for rank in (1..SIZE - 1).rev() {
            let (mut text, mut run) = (String::new(), 0);
            for file in 1..SIZE - 1 {
                let Some(color) = self.stone((file, rank)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(color.letter());
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            rows.push(text);
        }
        format!("{} {}", rows.join("/"), self.side.letter())
    }

    pub fn fen(&self) -> String {
        format!("{} {} {}", self.identity(), self.clock, self.number)
    }

    /// Reads a FEN; fields missing at the end take their usual values. Sides without a ring are no error: such a
    /// game is over.
    pub fn from_fen(fen: &str) -> Result<Position, String> {
        let mut position = Position::empty();
        let mut fields = fen.split_whitespace();
        position.read_placement(fields.next().ok_or("empty FEN")?)?;
        position.side = match fields.next().unwrap_or("b") {
            "b" => Color::Black,
            "w" => Color::White,
            other => return Err(format!("side to move {other:?}")),
        };
        position.clock = read_number(fields.next().unwrap_or("0"), "count of plies")?;
        position.number = read_number(fields.next().unwrap_or("1"), "move number")?;
        match fields.next() {
            Some(extra) => Err(format!("unexpected field {extra:?}")),
            None => Ok(position),
        }
    }

    fn read_placement(&mut self, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 18 {
            return Err(format!("{} rows of 18", rows.len()));
        }
        for (rank, row) in (1..SIZE - 1).rev().zip(rows) {
            let mut file: i8 = 1;
            let mut rest = row;
            while let Some(c) = rest.chars().next() {
                // Digits in a row are one number: `11` is eleven squares, not twice one.
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (run, used) = match c {
                    'b' | 'w' if file < SIZE - 1 => {
                        let color = if c == 'b' { Color::Black } else { Color::White };
                        self.put((file, rank), Some(color));
                        (1, 1)
                    }
                    '1'..='9' if digits <= 2 => (rest[..digits].parse().unwrap_or(99), digits),
                    _ => return Err(format!("row {row:?} at {rest:?}")),
                };
                file += run;
                if file > SIZE - 1 {
                    return Err(format!("row {row:?} is too long"));
                }
                rest = &rest[used..];
            }
            if file != SIZE - 1 {
                return Err(format!("row {row:?} is too short"));
            }
        }
        Ok(())
    }
}

fn read_number(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{what} {text:?}"))
}
