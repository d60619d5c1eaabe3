//! Positions for tuning: quiet ones from seeded self-play, labelled with the result, kept in a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::eval::{Tunable, Weights};
use crate::game::Game;
use crate::search::{Control, Limits, NoReport, Root, Score, Searcher};
use crate::tools::CliError;
use crate::tools::openings::{OpeningRules, Openings};
use crate::tools::selfplay::is_mate_score;
use crate::variant::Playable;

/// Plies after which a game is given up as a draw.
const MAX_PLIES: usize = 600;

/// Games played between two writes to the file.
const BATCH: u64 = 64;

/// Table of a self-play search, MiB.
const HASH: usize = 4;

/// How the games are played; the first line of a data file, so that it can be continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataTerms {
    /// Always `positions`.
    pub record: String,
    /// The game's protocol name.
    pub game: String,
    /// Seed of the openings.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Plies after the opening that give no position.
    pub skip: usize,
    /// The weights played with: a file's name or `default`.
    pub weights: String,
}

impl DataTerms {
    /// Terms for a game, played with the default weights.
    pub fn new<G: Game>(seed: u64, nodes: u64, skip: usize) -> DataTerms {
        DataTerms {
            record: "positions".to_owned(),
            game: G::NAME.to_owned(),
            seed,
            nodes,
            skip,
            weights: "default".to_owned(),
        }
    }
}

/// The quiet positions of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataGame {
    /// The game's number, from 0: also the number of its opening.
    pub index: u64,
    /// Quarters of a point for White, 0 to 4: the label of every position.
    pub white_quarters: u8,
    /// Why the game ended.
    pub reason: String,
    /// FEN and the search's score for White, centipawns.
    pub positions: Vec<(String, Score)>,
}

/// Games 0 to `count` - 1 of these terms: read from `path` as far as they are there, the rest played with
/// `weights` and appended. `note` hears how many games there are.
///
/// # Errors
/// [`CliError::Usage`] if the file can't be used or belongs to other terms, [`CliError::Io`] if it can't be
/// written to later.
pub fn load_or_play<G: Playable>(
    game: &G,
    path: &Path,
    terms: &DataTerms,
    weights: &Weights,
    count: u64,
    note: &mut dyn FnMut(u64),
) -> Result<Vec<DataGame>, CliError> {
    let (mut file, mut games) = open(path, terms)?;
    games.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    while (games.len() as u64) < count {
        let first = games.len() as u64;
        note(first);
        let batch: Vec<DataGame> = (first..count.min(first + BATCH))
            .into_par_iter()
            .map_init(|| Source::new(game, terms, weights), Source::game)
            .collect::<Result<_, _>>()?;
        let mut text = Vec::new();
        for game in &batch {
            serde_json::to_writer(&mut text, game).map_err(io::Error::from)?;
            text.push(b'\n');
        }
        file.write_all(&text)?;
        games.extend(batch);
    }
    note(count);
    Ok(games)
}

/// Opens or begins a data file; a last line that was cut short is removed.
fn open(path: &Path, terms: &DataTerms) -> Result<(File, Vec<DataGame>), CliError> {
    let shown = path.display();
    let failed = |e: io::Error| CliError::Usage(format!("{shown}: {e}"));
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let mut games = Vec::new();
    match lines.next() {
        None => {}
        Some(first) => {
            let found: DataTerms = serde_json::from_str(first)
                .map_err(|e| CliError::Usage(format!("{shown} is no file of positions: {e}")))?;
            if found != *terms {
                return Err(CliError::Usage(format!(
                    "{shown} was made on other terms: {first}; use them or another file"
                )));
            }
            for (index, line) in lines.enumerate() {
                let game: DataGame = serde_json::from_str(line)
                    .map_err(|e| CliError::Usage(format!("{shown}:{}: {e}", index + 2)))?;
                if game.index != index as u64 {
                    return Err(CliError::Usage(format!("{shown}:{}: games out of order", index + 2)));
                }
                games.push(game);
            }
        }
    }
    file.set_len(whole as u64).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    if whole == 0 {
        let mut line = serde_json::to_vec(terms).map_err(io::Error::from)?;
        line.push(b'\n');
        file.write_all(&line).map_err(failed)?;
    }
    Ok((file, games))
}

/// Plays games, one source a thread.
struct Source<G: Playable> {
    openings: Openings<G>,
    searcher: Searcher<G, G::Eval>,
    nodes: u64,
    skip: usize,
}

impl<G: Playable> Source<G> {
    fn new(game: &G, terms: &DataTerms, weights: &Weights) -> Source<G> {
        let rules = OpeningRules { plies: (6, 12), balance: 400, nodes: 500 };
        let mut searcher = Searcher::new(game.clone(), G::Eval::with_weights(game, weights));
        // If this little table is refused, the default one serves.
        let _ = searcher.set_hash(HASH);
        Source {
            openings: Openings::new(game, terms.seed, rules),
            searcher,
            nodes: terms.nodes,
            skip: terms.skip,
        }
    }

    fn game(&mut self, index: u64) -> Result<DataGame, CliError> {
        let opening = self.openings.get(index)?;
        self.searcher.clear();
        let game = self.searcher.game().clone();
        let mut root = Root::new(&game, game.start());
        for &m in &opening {
            root.play(&game, m);
        }
        let mut positions = Vec::new();
        let mut ply = 0;
        let (white_quarters, reason) = loop {
            let outcome = game.finished(&root.position).or_else(|| game.drawn(&root.position, &root.history));
            if let Some(outcome) = outcome {
                break (outcome.white_quarters, outcome.reason.to_owned());
            }
            if ply >= MAX_PLIES {
                break (2, "ply limit".to_owned());
            }
            let limits = Limits::nodes(self.nodes);
            let result = self.searcher.search(&root, &limits, &Control::default(), &mut NoReport);
            let Some(best) = result.best else {
                return Err(CliError::Failed(format!("no move in {}", game.fen(&root.position))));
            };
            let quiet = !game.in_check(&root.position)
                && !game.is_noisy(&root.position, best)
                && !is_mate_score(result.score);
            if quiet && ply >= self.skip {
                let for_white = match game.side_to_move(&root.position) {
                    crate::game::Side::White => result.score,
                    crate::game::Side::Black => -result.score,
                };
                positions.push((game.fen(&root.position), for_white));
            }
            root.play(&game, best);
            ply += 1;
        };
        Ok(DataGame { index, white_quarters, reason, positions })
    }
}

/// One position as the fit sees it: the coefficients of its evaluation and its label.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Terms of all positions, one after the other: weight index and coefficient.
    terms: Vec<(u32, f32)>,
    /// Where each position's terms end.
    ends: Vec<usize>,
    /// Factors of the middlegame and the endgame half.
    factors: Vec<[f32; 2]>,
    /// Expected or real points of White, 0 to 1.
    labels: Vec<f32>,
}

impl Samples {
    /// Traces the positions of `games`. A label is the game's result, blended with what the search
    /// expected: `blend` is that share (0 to 1) and `scale` the centipawns of the logistic curve.
    ///
    /// # Errors
    /// [`CliError::Failed`] for a FEN that can't be read.
    pub fn trace<G: Playable>(
        game: &G,
        games: &[&DataGame],
        blend: f64,
        scale: f64,
    ) -> Result<Samples, CliError> {
        let parts: Vec<Samples> = games
            .par_iter()
            .map(|data| {
                let mut part = Samples::default();
                for (fen, score) in &data.positions {
                    let position =
                        game.parse_fen(fen).map_err(|e| CliError::Failed(format!("{fen}: {e}")))?;
                    let result = f64::from(data.white_quarters) / 4.0;
                    let label =
                        (1.0 - blend) * result + blend * super::fit::expectation(f64::from(*score), scale);
                    let trace = G::Eval::trace(game, &position);
                    part.push(&trace, label);
                }
                Ok(part)
            })
            .collect::<Result<_, CliError>>()?;
        let mut all = Samples::default();
        for part in parts {
            let offset = all.terms.len();
            all.terms.extend(part.terms);
            all.ends.extend(part.ends.into_iter().map(|end| end + offset));
            all.factors.extend(part.factors);
            all.labels.extend(part.labels);
        }
        Ok(all)
    }

    /// Adds one traced position. White's and Black's shares of a weight become one term.
    pub fn push(&mut self, trace: &crate::eval::Trace, label: f64) {
        let mut terms = trace.terms.clone();
        terms.sort_unstable_by_key(|&(index, _)| index);
        let mut sums: Vec<(u32, i32)> = Vec::with_capacity(terms.len());
        for (index, coefficient) in terms {
            match sums.last_mut() {
                Some((last, sum)) if *last == index => *sum += coefficient,
                _ => sums.push((index, coefficient)),
            }
        }
        self.terms.extend(sums.into_iter().filter(|(_, c)| *c != 0).map(|(i, c)| (i, c as f32)));
        self.ends.push(self.terms.len());
        self.factors.push([trace.phase as f32, ((1.0 - trace.phase) * trace.scale) as f32]);
        self.labels.push(label as f32);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Terms, factors and label of position `index`.
    pub fn get(&self, index: usize) -> (&[(u32, f32)], [f64; 2], f64) {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        let [mg, eg] = self.factors[index];
        (&self.terms[begin..self.ends[index]], [mg.into(), eg.into()], self.labels[index].into())
    }
}
