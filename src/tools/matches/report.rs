//! What a match says while it is played and at its end.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::run::{Standing, Tally, Terms};
use super::stats::{Sprt, Verdict};
use crate::tools::{progress_bar, say};

/// How often a plain progress line appears where there is no terminal.
const PLAIN_PROGRESS: Duration = Duration::from_secs(30);

/// A bar on a terminal, a line now and then elsewhere; always on standard error.
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    last: Instant,
    sprt: Option<Sprt>,
}

impl Progress {
    /// For a match over so many games, of which some games are played already.
    pub fn new(terms: &Terms, disciplines: u64, games_done: u64) -> Progress {
        let plain = !std::io::stderr().is_terminal();
        let games = terms.pairs.saturating_mul(2 * disciplines);
        let bar = progress_bar(Some(games), "{bar:24} {pos}/{len} games, {eta} left  {msg}");
        bar.set_position(games_done);
        Progress { bar, plain, last: Instant::now(), sprt: terms.sprt }
    }

    /// Shows the state after one more game.
    pub fn show(&mut self, tally: &Tally) {
        self.bar.inc(1);
        let due = self.plain && self.last.elapsed() >= PLAIN_PROGRESS;
        if self.plain && !due {
            return;
        }
        let elo = tally.pairs.elo();
        let mut text = format!("Elo {} ({} to {})", signed(elo.elo), signed(elo.low), signed(elo.high));
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let _ = write!(text, ", LLR {:.2} ({low:.2}, {high:.2})", sprt.verdict(&tally.pairs).1);
        }
        if due {
            say(&format!("{} games: {text}", self.bar.position()));
            self.last = Instant::now();
        }
        self.bar.set_message(text);
    }

    /// Clears the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// An Elo difference with its sign; a zero has the plus sign whatever it was rounded from.
fn signed(elo: f64) -> String {
    let text = format!("{elo:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// The result of a match for a person to read, several lines.
pub fn summary(standing: &Standing, names: [&str; 2], sprt: Option<Sprt>) -> String {
    let games: Vec<&str> = standing.games.iter().map(|(game, _)| game.as_str()).collect();
    let (game, tally) = (games.join(", "), &standing.total());
    let pairs = tally.pairs.pairs();
    let plural = if pairs == 1 { "" } else { "s" };
    let mut text = format!("{} against {}, {game}: {pairs} pair{plural}\n", names[0], names[1]);
    if pairs == 0 {
        return text;
    }
    let points: u64 = tally.games.iter().zip(0..).map(|(n, quarters)| n * quarters).sum();
    let _ = writeln!(
        text,
        "points     {} of {} ({:.1} %)",
        points as f64 / 4.0,
        2 * pairs,
        100.0 * tally.pairs.mean()
    );
    let elo = tally.pairs.elo();
    let _ =
        writeln!(text, "Elo        {} (95 %: {} to {})", signed(elo.elo), signed(elo.low), signed(elo.high));
    let _ = writeln!(text, "stronger   {:.1} %", 100.0 * tally.pairs.superiority());
    let cells: Vec<String> = tally.pairs.0.iter().map(u64::to_string).collect();
    let _ = writeln!(text, "pairs      by quarters 0 to 8: {}", cells.join(" "));
    let [lost, quarter, drawn, three, won] = tally.games;
    let _ = write!(text, "games      won {won}, drawn {drawn}, lost {lost}");
    if quarter + three > 0 {
        let _ = write!(text, ", three quarters {three}, one quarter {quarter}");
    }
    text.push('\n');
    let reasons: Vec<String> = tally.reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
    let _ = writeln!(text, "ends       {}", reasons.join(", "));
    let _ = writeln!(text, "failures   {} {}, {} {}", names[0], tally.faults[0], names[1], tally.faults[1]);
    if let [_, _, ..] = standing.games[..] {
        for (game, tally) in &standing.games {
            let (pairs, elo) = (tally.pairs.pairs(), tally.pairs.elo());
            let (middle, low, high) = (signed(elo.elo), signed(elo.low), signed(elo.high));
            let plural = if pairs == 1 { "" } else { "s" };
            let _ = writeln!(text, "{game:<10} {pairs} pair{plural}, Elo {middle} (95 %: {low} to {high})");
        }
    }
    if let Some(sprt) = sprt {
        let (verdict, ratio) = sprt.verdict(&tally.pairs);
        let (low, high) = sprt.bounds();
        let said = match verdict {
            Verdict::Open => "undecided".to_owned(),
            Verdict::AcceptH0 => format!("accepted: not {} better", sprt.elo1),
            Verdict::AcceptH1 => format!("accepted: more than {} better", sprt.elo0),
        };
        let _ = writeln!(
            text,
            "SPRT       [{}, {}]: LLR {ratio:.2} ({low:.2}, {high:.2}), {said}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}
