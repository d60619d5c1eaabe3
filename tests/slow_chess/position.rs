//! A position: who stands where, whose turn it is, and what the rules remember. FEN reading and writing.

use super::board::{Color, Man, Role, Square};
use super::board::{file_letter, home_men, is_dark, on_board, square_name, squares, wing};

/// The game is drawn then, and plies are counted no further.
pub const MOST_PLIES: u32 = 100;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// By file and rank.
    grid: [[Option<Man>; 8]; 8],
    pub side: Color,
    /// For White and for Black, the files of the rooks that may still castle.
    pub castling: [Vec<i8>; 2],
    /// The square that a pawn has just passed over, whether or not anybody can take there.
    pub passed: Option<Square>,
    pub clock: u32,
    pub number: u32,
}

impl Position {
    fn empty() -> Position {
        Position {
            grid: [[None; 8]; 8],
            side: Color::White,
            castling: [Vec::new(), Vec::new()],
            passed: None,
            clock: 0,
            number: 1,
        }
    }

    /// One of the 960 start positions; number 518 is that of orthodox chess.
    pub fn start(number: usize) -> Position {
        let mut position = Position::empty();
        for (file, role) in (0..8).zip(home_men(number)) {
            for color in [Color::White, Color::Black] {
                position.put((file, color.home_rank()), Some((color, role)));
                position.put((file, color.pawn_rank()), Some((color, Role::Pawn)));
                if role == Role::Rook {
                    position.castling[color as usize].push(file);
                }
            }
        }
        position
    }

    pub fn man(&self, square: Square) -> Option<Man> {
        if on_board(square) { self.grid[square.0 as usize][square.1 as usize] } else { None }
    }

    /// On the board and nobody there.
    pub fn is_empty(&self, square: Square) -> bool {
        on_board(square) && self.man(square).is_none()
    }

    pub fn put(&mut self, square: Square, man: Option<Man>) {
        self.grid[square.0 as usize][square.1 as usize] = man;
    }

    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        squares().filter_map(|square| self.man(square).map(|man| (square, man)))
    }

    pub fn king(&self, color: Color) -> Option<Square> {
        self.men().find(|(_, man)| *man == (color, Role::King)).map(|(square, _)| square)
    }

    /// Whether no mate can be reached: bare kings, one knight or bishop, or bishops of one colour of squares only.
    pub fn is_dead(&self) -> bool {
        let others: Vec<(Square, Role)> =
            self.men().map(|(square, (_, role))| (square, role)).filter(|&(_, r)| r != Role::King).collect();
        match others[..] {
            [] | [(_, Role::Knight)] => true,
            _ => {
                others.iter().all(|&(_, role)| role == Role::Bishop)
                    && others.iter().all(|&(square, _)| is_dark(square) == is_dark(others[0].0))
            }
        }
    }

    /// Files of a colour's rooks on its home rank on the same side of the king as `file`, outermost first.
    fn rooks_beside_king(&self, color: Color, file: i8) -> Vec<i8> {
        let rank = color.home_rank();
        let king = self.king(color).map_or(0, |king| king.0);
        let mut files: Vec<i8> = (0..8)
            .filter(|&f| self.man((f, rank)) == Some((color, Role::Rook)) && (f > king) == (file > king))
            .collect();
        files.sort_by_key(|f| -(f - king).abs());
        files
    }

    /// The rights as X-FEN has them: a wing's letter for the outermost rook, else the rook's file.
    fn rights(&self) -> String {
        let mut text = String::new();
        for color in [Color::White, Color::Black] {
            let Some(king) = self.king(color) else { continue };
            let mut files = self.castling[color as usize].clone();
            files.sort_unstable();
            for &file in files.iter().rev() {
                let outermost = self.rooks_beside_king(color, file).first() == Some(&file);
                let letter = if outermost { wing(king.0, file).letter } else { file_letter(file) };
                text.push(color.letter(letter));
            }
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// Placement, side, rights and the en passant square if a pawn may take there: what must be equal for two
    /// positions to be the same.
    pub fn identity(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let (mut text, mut run) = (String::new(), 0);
            for file in 0..8 {
                let Some((color, role)) = self.man((file, rank)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(color.letter(role.letter()));
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            rows.push(text);
        }
        let side = if self.side == Color::White { "w" } else { "b" };
        let passed = self.passed.filter(|_| self.legal_moves().iter().any(|&m| self.is_en_passant(m)));
        let passed = passed.map_or("-".to_string(), square_name);
        format!("{} {side} {} {passed}", rows.join("/"), self.rights())
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
        position.check_men()?;
        position.read_castling(fields.next().unwrap_or("-"))?;
        position.read_passed(fields.next().unwrap_or("-"))?;
        position.clock = read_number(fields.next().unwrap_or("0"), "halfmove clock")?.min(MOST_PLIES);
        position.number = read_number(fields.next().unwrap_or("1"), "move number")?;
        if position.number == 0 {
            return Err("move number 0".to_string());
        }
        if let Some(extra) = fields.next() {
            return Err(format!("unexpected field {extra:?}"));
        }
        Ok(position)
    }

    fn read_placement(&mut self, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(format!("{} rows of 8", rows.len()));
        }
        for (rank, text) in (0..8).rev().zip(rows) {
            let mut file = 0;
            for c in text.chars() {
                if let Some(run @ 1..=8) = c.to_digit(10) {
                    file += run as i8;
                    if file > 8 {
                        return Err(format!("row {text:?} is too long"));
                    }
                    continue;
                }
                let role = Role::from_letter(c).ok_or_else(|| format!("unknown man {c:?}"))?;
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                if file == 8 {
                    return Err(format!("row {text:?} is too long"));
                }
                self.put((file, rank), Some((color, role)));
                file += 1;
            }
            if file != 8 {
                return Err(format!("row {text:?} has {file} squares, not 8"));
            }
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        for c in text.chars() {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let king = self.king(color).ok_or("no king")?;
            let file = match c.to_ascii_lowercase() {
                'k' => self.rooks_beside_king(color, 8).first().copied(),
                'q' => self.rooks_beside_king(color, -1).first().copied(),
                letter @ 'a'..='h' => Some(letter as i8 - b'a' as i8),
                _ => return Err(format!("castling letter {c:?}")),
            };
            let rook = file.filter(|&file| self.man((file, color.home_rank())) == Some((color, Role::Rook)));
            let (true, Some(file)) = (king.1 == color.home_rank(), rook) else {
                return Err(format!("castling right {c:?} without king and rook at home"));
            };
            let mine = &mut self.castling[color as usize];
            if mine.iter().any(|&other| wing(king.0, other) == wing(king.0, file)) {
                return Err(format!("castling letter {c:?} for a side that has one already"));
            }
            mine.push(file);
        }
        Ok(())
    }

    /// Only where a pawn can really have passed.
    fn read_passed(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let mover = self.side.other();
        let square = squares().find(|&square| square_name(square) == text);
        let (file, rank) = square.ok_or_else(|| format!("en passant square {text:?}"))?;
        let pawn = (file, rank + mover.forward());
        let origin = (file, rank - mover.forward());
        if origin.1 != mover.pawn_rank()
            || self.man(pawn) != Some((mover, Role::Pawn))
            || !self.is_empty((file, rank))
            || !self.is_empty(origin)
        {
            return Err(format!("no pawn has passed over {text}"));
        }
        // Whatever else gives check has been let in by the pawn that left.
        let mut before = self.clone();
        before.put(origin, Some((mover, Role::Pawn)));
        if before.checkers().into_iter().any(|from| from != origin && from != pawn) {
            return Err(format!("the check is older than the pawn's step over {text}"));
        }
        self.passed = Some((file, rank));
        Ok(())
    }

    fn check_men(&self) -> Result<(), String> {
        for color in [Color::White, Color::Black] {
            let of = |role| self.men().filter(|(_, man)| *man == (color, role)).count();
            if of(Role::King) != 1 {
                return Err(format!("{} kings of {color:?}", of(Role::King)));
            }
            let all = self.men().filter(|(_, man)| man.0 == color).count();
            if all > 16 || of(Role::Pawn) > 8 {
                return Err(format!("{all} men of {color:?}, {} of them pawns", of(Role::Pawn)));
            }
        }
        for (square, (_, role)) in self.men() {
            if role == Role::Pawn && matches!(square.1, 0 | 7) {
                return Err(format!("pawn on {}", square_name(square)));
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
