//! Pictures of positions as SVG, for any game: drawn from [`BoardInfo`] and [`PieceInfo`] alone.
//!
//! A picture stands on its own. It has one `style` element, with colours for light and for dark surroundings, no ids and no
//! links, so that several can stand in one page. Each cell is an element of the class `cell` with its name in `data-cell`;
//! each piece a `g` of the class `piece` with its side and kind, and its cell in `data-cell` too.

mod labels;
mod men;

use std::collections::HashMap;
use std::fmt::Write;

use crate::game::{BoardInfo, CellInfo, CellShape, Game, PieceInfo, Steps};

/// The one style of all pictures.
const STYLE: &str = include_str!("diagram/style.css");

/// Room around board and labels.
const PADDING: f64 = 10.0;
/// Size at which a picture is shown where nothing else is said, in pixels per unit of the `viewBox`.
const SHOWN: f64 = 0.6;
/// Radius of a circle, where those next to each other lie one unit apart.
const RADIUS: f64 = 0.43;
/// Half the height of a hexagon of circumradius 1.
const INRADIUS: f64 = 0.866_025_403_784_438_6;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The board.
    pub board: BoardInfo,
    /// What stands on it.
    pub pieces: Vec<PieceInfo>,
    /// One line that says what is to be seen, for those who don't see it.
    pub label: String,
    /// Cells of the pieces that give check; they get a badge.
    pub checkers: Vec<String>,
    /// Cells of the kings in check; they get a ring.
    pub checked: Vec<String>,
    /// What the last move did, to be marked.
    pub last: Option<Steps>,
    /// Whether the board is turned by half a turn, so that Black sits below.
    pub flip: bool,
}

impl Diagram {
    /// The picture of a position, with the move that led there and the position before it, if they are known.
    pub fn new<G: Game>(game: &G, pos: &G::Position, last: Option<(&G::Position, G::Move)>) -> Diagram {
        let pieces = game.pieces(pos);
        let side = game.side_to_move(pos);
        let checkers = if game.in_check(pos) { game.checkers(pos) } else { Vec::new() };
        let king = ['K', 'k'][side.index()];
        let threatened = pieces.iter().filter(|piece| !checkers.is_empty() && piece.piece == king);
        let checked = threatened.map(|piece| piece.cell.clone()).collect();
        let mut label = match game.finished(pos) {
            Some(end) => format!("{}, finished, {} ({})", G::TITLE, end.score_text(), end.reason),
            None => format!("{}, {side} to move", G::TITLE),
        };
        if !checkers.is_empty() {
            let _ = write!(label, ", check from {}", checkers.join(" and "));
        }
        if let Some((before, m)) = last {
            let text = game.write_move(before, m, crate::game::MoveStyle::Official);
            let _ = write!(label, ", last move {text}");
        }
        let last = last.map(|(before, m)| game.steps(before, m));
        Diagram { board: game.board(), pieces, label, checkers, checked, last, flip: false }
    }
}

/// Draws a picture: an `svg` element that ends in a line feed.
///
/// What names a cell that the board lacks is left out.
pub fn svg(diagram: &Diagram) -> String {
    Canvas::new(diagram).draw()
}

/// The text with what means something in XML replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            '\0'..='\x1f' => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// A coordinate with two decimals at most.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // A negative zero would be written with its sign.
    (if rounded == 0.0 { 0.0 } else { rounded }).to_string()
}

/// A rectangle by its corners.
struct Bounds {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Bounds {
    const NOTHING: Bounds = Bounds {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    /// Takes in a rectangle given by its centre and half its sides.
    fn include(&mut self, [x, y]: [f64; 2], [half_width, half_height]: [f64; 2]) {
        self.left = self.left.min(x - half_width);
        self.right = self.right.max(x + half_width);
        self.top = self.top.min(y - half_height);
        self.bottom = self.bottom.max(y + half_height);
    }
}

/// What a picture is drawn with.
struct Canvas<'a> {
    diagram: &'a Diagram,
    /// Length of a cell unit in the picture, such that pieces have one size on all boards.
    unit: f64,
    /// Cells by name.
    cells: HashMap<&'a str, &'a CellInfo>,
    /// Whether no two squares that share a side have one colour class; else they need lines between them.
    chequered: bool,
    svg: String,
}

impl<'a> Canvas<'a> {
    fn new(diagram: &'a Diagram) -> Canvas<'a> {
        let cells = &diagram.board.cells;
        let hexagons = cells.first().is_some_and(|cell| cell.shape == CellShape::Hexagon);
        let at: HashMap<(i64, i64), u8> =
            cells.iter().map(|c| ((c.x.round() as i64, c.y.round() as i64), c.colour)).collect();
        let chequered = at.iter().all(|(&(x, y), colour)| {
            [(x + 1, y), (x, y + 1)].iter().all(|next| at.get(next).is_none_or(|other| other != colour))
        });
        Canvas {
            diagram,
            unit: if hexagons { 60.0 } else { 100.0 },
            cells: cells.iter().map(|cell| (cell.name.as_str(), cell)).collect(),
            chequered,
            svg: String::new(),
        }
    }

    /// Where a cell's centre is.
    fn place(&self, cell: &CellInfo) -> [f64; 2] {
        let sign = if self.diagram.flip { -1.0 } else { 1.0 };
        [self.unit * cell.x * sign, -self.unit * cell.y * sign]
    }

    /// Half the width and height of a shape.
    fn half(&self, shape: CellShape) -> [f64; 2] {
        match shape {
            CellShape::Hexagon => [self.unit, self.unit * INRADIUS],
            CellShape::Circle => [self.unit * RADIUS; 2],
            CellShape::Square => [self.unit / 2.0; 2],
        }
    }

    /// The cell of this name, if the board has one.
    fn cell(&self, name: &str) -> Option<&'a CellInfo> {
        self.cells.get(name).copied()
    }

    fn push(&mut self, line: &str) {
        self.svg.push_str(line);
        self.svg.push('\n');
    }

    /// A cell's outline as an element with these attributes, `size` times as large as the cell.
    fn outline(&mut self, cell: &CellInfo, size: f64, attributes: &str) {
        let [x, y] = self.place(cell);
        let [half_width, half_height] = self.half(cell.shape).map(|half| half * size);
        let text = match cell.shape {
            CellShape::Square => format!(
                r#"<rect {attributes} x="{}" y="{}" width="{}" height="{}"/>"#,
                number(x - half_width),
                number(y - half_height),
                number(2.0 * half_width),
                number(2.0 * half_height)
            ),
            CellShape::Circle => format!(
                r#"<circle {attributes} cx="{}" cy="{}" r="{}"/>"#,
                number(x),
                number(y),
                number(half_width)
            ),
            CellShape::Hexagon => {
                let corners = [(-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0)];
                let points: Vec<String> = corners
                    .iter()
                    .map(|(dx, dy)| {
                        format!("{},{}", number(x + dx * half_width), number(y + dy * half_height))
                    })
                    .collect();
                format!(r#"<polygon {attributes} points="{}"/>"#, points.join(" "))
            }
        };
        self.push(&text);
    }

    fn draw(mut self) -> String {
        let diagram = self.diagram;
        let mut bounds = Bounds::NOTHING;
        for cell in &diagram.board.cells {
            bounds.include(self.place(cell), self.half(cell.shape));
        }
        let labels = labels::labels(&self);
        for label in &labels {
            bounds.include(label.at, [14.0 * label.text.len().max(1) as f64 / 2.0, 12.0]);
        }
        if diagram.board.cells.is_empty() {
            bounds.include([0.0; 2], [0.0; 2]);
        }
        let (left, top) = ((bounds.left - PADDING).floor(), (bounds.top - PADDING).floor());
        let (width, height) =
            ((bounds.right + PADDING).ceil() - left, (bounds.bottom + PADDING).ceil() - top);
        let (label, game) = (escape(&diagram.label), escape(&diagram.board.game));
        self.push(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="oddity" data-game="{game}" viewBox="{left} {top} {width} {height}" width="{}" height="{}" role="img" aria-label="{label}">"#,
            number(width * SHOWN),
            number(height * SHOWN),
        ));
        self.push(&format!("<title>{label}</title>"));
        self.push(&format!("<style>\n{STYLE}</style>"));
        self.push(&format!(r#"<rect class="page" x="{left}" y="{top}" width="{width}" height="{height}"/>"#));
        self.lines();
        self.triangles();
        self.board();
        self.marks();
        self.pieces();
        self.signs();
        for label in labels {
            let [x, y] = label.at.map(number);
            let text = escape(&label.text);
            self.push(&format!(r#"<text class="label" x="{x}" y="{y}" dy=".35em">{text}</text>"#));
        }
        self.push("</svg>");
        self.svg
    }

    fn lines(&mut self) {
        for [from, to] in &self.diagram.board.lines {
            let (Some(from), Some(to)) = (self.cell(from), self.cell(to)) else { continue };
            let [x1, y1] = self.place(from).map(number);
            let [x2, y2] = self.place(to).map(number);
            self.push(&format!(r#"<line class="line" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
        }
    }

    /// The triangles; each colour has its own kind of line.
    fn triangles(&mut self) {
        for (colour, tips) in &self.diagram.board.triangles {
            let cells: Vec<&CellInfo> = tips.iter().filter_map(|tip| self.cell(tip)).collect();
            let points: Vec<String> =
                cells.iter().map(|cell| self.place(cell).map(number).join(",")).collect();
            let class = escape(&colour.replace(' ', "-"));
            let (points, tips) = (points.join(" "), escape(&tips.join(" ")));
            self.push(&format!(
                r#"<polygon class="triangle {class}" data-tips="{tips}" points="{points}"/>"#
            ));
        }
    }

    fn board(&mut self) {
        for cell in &self.diagram.board.cells {
            let shape = match cell.shape {
                CellShape::Hexagon => "hexagon",
                CellShape::Circle => "circle",
                CellShape::Square if self.chequered => "chequered",
                CellShape::Square => "plain",
            };
            let (colour, name) = (cell.colour, escape(&cell.name));
            self.outline(cell, 1.0, &format!(r#"class="cell {shape} c{colour}" data-cell="{name}""#));
        }
    }

    /// Where the last move's pieces came from and went, and the kings in check.
    fn marks(&mut self) {
        let diagram = self.diagram;
        if let Some(last) = &diagram.last {
            // A hair smaller, so that the marks of neighbours stand side by side.
            let size = 2.0 * f64::from(last.around) + 0.94;
            for (class, end) in [("from", 0), ("to", 1)] {
                for leg in &last.legs {
                    if let Some(cell) = self.cell(&leg[end]) {
                        self.outline(cell, size, &format!(r#"class="{class}""#));
                    }
                }
            }
        }
        for name in &diagram.checked {
            let Some(cell) = self.cell(name) else { continue };
            for size in [0.95, 0.83] {
                self.outline(cell, size, r#"class="checked""#);
            }
        }
    }

    fn pieces(&mut self) {
        for PieceInfo { cell, piece } in &self.diagram.pieces {
            let Some(cell) = self.cell(cell) else { continue };
            let [x, y] = self.place(cell).map(number);
            let side = if piece.is_uppercase() { "white" } else { "black" };
            let (class, name) = (men::class(*piece), escape(&cell.name));
            // Shapes are drawn for a square of 100.
            let scale = match cell.shape {
                CellShape::Circle => format!(" scale({})", number(RADIUS * 1.9)),
                CellShape::Hexagon | CellShape::Square => String::new(),
            };
            let _ = write!(
                self.svg,
                r#"<g class="piece {side} {class}" data-cell="{name}" transform="translate({x} {y}){scale}">"#
            );
            men::draw(&mut self.svg, *piece);
            self.push("</g>");
        }
    }

    /// A cross where a piece was taken and none stands now, and a badge on those that give check.
    fn signs(&mut self) {
        let diagram = self.diagram;
        let taken = diagram.last.iter().flat_map(|last| &last.captured);
        for name in taken.filter(|name| diagram.pieces.iter().all(|piece| piece.cell != **name)) {
            let Some(cell) = self.cell(name) else { continue };
            let [x, y] = self.place(cell).map(number);
            self.push(&format!(
                r#"<path class="taken" transform="translate({x} {y})" d="M-10-10L10 10M10-10L-10 10"/>"#
            ));
        }
        for name in &diagram.checkers {
            let Some(cell) = self.cell(name) else { continue };
            let [x, y] = self.place(cell);
            let off = 0.62 * self.half(cell.shape)[1];
            let (x, y) = (number(x + off), number(y - off));
            self.push(&format!(
                r#"<g class="badge" transform="translate({x} {y})"><circle r="15"/><path d="M0-8V2M0 8V8.1"/></g>"#
            ));
        }
    }
}
