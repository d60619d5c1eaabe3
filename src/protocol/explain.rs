//! The evaluation as a table for a person.

use std::fmt::Write;

use crate::eval::{Evaluator, Trace, Tunable, WeightGroup, Weights};
use crate::game::Side;
use crate::variant::Playable;

/// Middlegame and endgame centipawns of each side in one group of weights.
#[derive(Clone, Copy, Default)]
struct Row {
    white: [i32; 2],
    black: [i32; 2],
}

impl Row {
    fn of(group: &WeightGroup, trace: &Trace, weights: &Weights) -> Row {
        let mut row = Row::default();
        for &(index, coefficient) in &trace.terms {
            let index = index as usize;
            if !(group.first..group.first + group.len).contains(&index) {
                continue;
            }
            // White's coefficients are positive and Black's negative.
            let (side, share) =
                if coefficient >= 0 { (&mut row.white, coefficient) } else { (&mut row.black, -coefficient) };
            for (sum, weight) in side.iter_mut().zip(weights.values[index]) {
                *sum += weight * share;
            }
        }
        row
    }

    fn add(&mut self, other: Row) {
        for phase in 0..2 {
            self.white[phase] += other.white[phase];
            self.black[phase] += other.black[phase];
        }
    }
}

/// Centipawns of a middlegame and an endgame value, blended.
type Blend<'a> = &'a dyn Fn([i32; 2]) -> f64;

fn write_row(text: &mut String, name: &str, row: Row, blend: Blend<'_>) {
    let Row { white, black } = row;
    let total = [white[0] - black[0], white[1] - black[1]];
    // Writing to a string can't fail.
    let _ = writeln!(
        text,
        "{name:<24} | {:>6} {:>6} | {:>6} {:>6} | {:>6} {:>6} {:>8.1}",
        white[0],
        white[1],
        black[0],
        black[1],
        total[0],
        total[1],
        blend(total)
    );
}

/// Writes each group's share for both sides, their sum, and the score that comes of it.
pub fn table<G: Playable>(game: &G, position: &G::Position, weights: &Weights) -> String {
    let trace = G::Eval::trace(game, position);
    let blend =
        |[mg, eg]: [i32; 2]| f64::from(mg) * trace.phase + f64::from(eg) * (1.0 - trace.phase) * trace.scale;
    let rule = format!("{}+{}+{}+{}\n", "-".repeat(25), "-".repeat(15), "-".repeat(15), "-".repeat(24));
    let mut text = String::new();
    let _ = writeln!(text, "{:<24} | {:^13} | {:^13} | {:^22}", "Centipawns", "White", "Black", "Total");
    let _ = writeln!(
        text,
        "{:<24} | {:>6} {:>6} | {:>6} {:>6} | {:>6} {:>6} {:>8}",
        "Term", "mg", "eg", "mg", "eg", "mg", "eg", "now"
    );
    text.push_str(&rule);
    let mut sum = Row::default();
    for group in G::Eval::layout() {
        let row = Row::of(group, &trace, weights);
        sum.add(row);
        write_row(&mut text, group.name, row, &blend);
    }
    text.push_str(&rule);
    write_row(&mut text, "total", sum, &blend);

    let mut evaluator = G::Eval::with_weights(game, weights);
    evaluator.reset(game, position);
    let score = evaluator.score(game, position);
    let mover = game.side_to_move(position);
    let for_white = if mover == Side::White { score } else { -score };
    let _ = writeln!(
        text,
        "Phase: {:.2} middlegame, endgame scaled by {:.2}\n\
         Evaluation: {for_white:+} centipawns for White ({mover} to move: {score:+})",
        trace.phase, trace.scale
    );
    text
}
