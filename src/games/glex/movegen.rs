//! Turns: all that are legal, handed out one by one or counted as sets.
//!
//! A regular move's targets are one set. Only those that complete a triangle, which one look at all triangles
//! tells of the whole side, can have a bonus move; its targets are sets as well, in which what several colours
//! allow is one turn.

use std::ops::ControlFlow;

use super::geometry::{
    BESIDE_CENTRE, BOARD, CENTRE, Circle, E5, HOT_ZONE, LAST_ROW, ROW_E, STEPS, bit, circles, ray, row,
    row_slides, slides,
};
use super::position::{Bonus, Move, Position, verdict};
use super::triangles::{Formed, Triangles};
use super::wins::first_bonus;
use crate::game::{MoveKind, Side};

/// What one side may do with its pieces, at the start of a turn or after its regular move.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pub side: Side,
    pub own: u64,
    pub enemy: u64,
    /// Own pieces that may not move.
    pub frozen: u64,
    /// Enemy pieces that can't be displaced.
    pub guarded: u64,
    /// Whether it may use the centre.
    pub qualified: bool,
}

/// Where the pieces of an [`Army`] may go.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// What stops a regular move.
    blockers: u64,
    /// Where it may end.
    allowed: u64,
}

impl Reach {
    #[inline(always)]
    pub(super) const fn new(army: &Army) -> Reach {
        let occupied = army.own | army.enemy;
        let free = BOARD & !occupied | army.enemy & HOT_ZONE & !army.guarded;
        if army.qualified {
            // An enemy on the centre is taken or jumped.
            Reach { blockers: occupied & !(army.enemy & CENTRE), allowed: free | army.enemy & CENTRE }
        } else {
            Reach { blockers: occupied | CENTRE, allowed: free & !CENTRE }
        }
    }

    /// Where the piece on `from` may go by a regular move.
    #[inline(always)]
    pub(super) fn targets(&self, from: Circle) -> u64 {
        slides(from, self.blockers) & self.allowed
    }
}

/// Where one piece may go by a bonus move.
#[derive(Clone, Copy, Default)]
pub(super) struct Targets {
    /// Without taking a piece off, by a purple triangle or another.
    plain: u64,
    /// Those that a purple one allows.
    plain_purple: u64,
    /// By taking a piece off.
    takes: u64,
    /// Those that a purple one allows.
    takes_purple: u64,
}

impl Targets {
    #[inline(always)]
    const fn count(&self) -> u64 {
        (self.plain.count_ones() + self.takes.count_ones()) as u64
    }

    /// A bonus move of the piece on `from` that ends on one of `goals`.
    pub(super) fn bonus(&self, from: Circle, goals: u64) -> Option<Bonus> {
        first_bonus(from, self.plain & goals, false, self.plain_purple)
            .or_else(|| first_bonus(from, self.takes & goals, true, self.takes_purple))
    }

    /// A bonus move of the piece on `from` that takes a piece off.
    pub(super) fn capture(&self, from: Circle) -> Option<Bonus> {
        first_bonus(from, self.takes, true, self.takes_purple)
    }
}

/// What stands after a regular move: what it needs to find the bonus moves.
pub(super) struct Part {
    army: Army,
    formed: Formed,
    /// Pieces that may make the bonus move for being tips.
    tips: u64,
    to: Circle,
    took_centre: bool,
}

impl Part {
    /// After the regular move of `army` to a circle that completes a triangle; `None` if there can be no bonus.
    #[inline]
    pub(super) fn new(army: &Army, triangles: &Triangles, from: Circle, to: Circle) -> Option<Part> {
        let (start, goal) = (bit(from), bit(to));
        let mut after = *army;
        after.own ^= start | goal;
        let formed = triangles.formed(to, after.own);
        if formed.tips() == 0 {
            return None;
        }
        let mut took_centre = false;
        if army.enemy & goal != 0 {
            after.enemy ^= goal;
            if to == E5 {
                took_centre = true;
            } else {
                after.enemy |= start;
                after.guarded |= start;
            }
        }
        // What ends the game leaves no bonus.
        if verdict(army.side, after.own, after.enemy).is_some() {
            return None;
        }
        let tips = formed.tips() & !army.frozen;
        Some(Part { army: after, formed, tips, to, took_centre })
    }

    /// Calls `f` with each piece that has a bonus move and its targets, until it breaks.
    #[inline]
    pub(super) fn each(&self, f: impl FnMut(Circle, Targets) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_of(!0, f)
    }

    /// The same of the pieces among `some`.
    #[inline]
    pub(super) fn each_of(
        &self,
        some: u64,
        mut f: impl FnMut(Circle, Targets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in circles(self.movers() & some) {
            let targets = self.targets(from);
            if targets.plain | targets.takes != 0 {
                f(from, targets)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Pieces that may make the bonus move: tips, and with purple all that stand on the last row.
    #[inline(always)]
    fn movers(&self) -> u64 {
        let army = &self.army;
        let on_last_row = army.own & LAST_ROW[army.side.index()] & !army.frozen & !bit(self.to);
        self.tips | if self.formed.purple() { on_last_row } else { 0 }
    }

    /// The bonus moves of the piece on `from`, which is one of the movers.
    fn targets(&self, from: Circle) -> Targets {
        let (army, formed) = (&self.army, &self.formed);
        let here = bit(from);
        let mut targets = Targets::default();
        if formed.red & here != 0 {
            let reach = Reach::new(army).targets(from);
            targets.takes = reach & army.enemy & CENTRE;
            targets.plain = reach ^ targets.takes;
        }
        if formed.purple() {
            targets.plain_purple = self.jumps(from);
            let last_row = LAST_ROW[army.side.index()];
            if last_row & here != 0 {
                targets.takes_purple = row_slides(from, army.own | army.enemy) & army.enemy & last_row;
            }
        }
        if formed.yellow & here != 0 {
            targets.takes |= self.slides_onto_enemies(from) & !HOT_ZONE;
            if army.qualified && ROW_E & here != 0 {
                let occupied = army.own | army.enemy & !CENTRE;
                targets.takes |= row_slides(from, occupied) & army.enemy & BESIDE_CENTRE;
            }
        }
        if formed.blue & here != 0 && !self.took_centre {
            targets.takes |= self.slides_onto_enemies(from);
        }
        targets.plain |= targets.plain_purple;
        targets.takes |= targets.takes_purple;
        targets
    }

    /// Enemies at the end of a line; the centre is for the qualified only.
    #[inline(always)]
    fn slides_onto_enemies(&self, from: Circle) -> u64 {
        let army = &self.army;
        let closed = if army.qualified { 0 } else { CENTRE };
        slides(from, army.own | army.enemy | closed) & army.enemy & !closed
    }

    /// Jumps of a purple tip: over one enemy, from a large triangle's tip also over two, to an empty circle or onto
    /// an enemy that can be displaced. Its player is qualified, so that the centre is a circle as any other.
    fn jumps(&self, from: Circle) -> u64 {
        let army = &self.army;
        let most = match (self.formed.small & bit(from) != 0, self.formed.large & bit(from) != 0) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => return 0,
        };
        let mut targets = 0;
        // Rows b, d, f and h are no lines to jump along.
        let first = if row(from) % 2 == 1 { 2 } else { 0 };
        for &step in &STEPS[first..] {
            let mut jumped = 0;
            for at in ray(from, step) {
                let here = bit(at);
                if army.own & here != 0 {
                    break;
                }
                if army.enemy & here == 0 {
                    targets |= if jumped > 0 { here } else { 0 };
                    continue;
                }
                if jumped > 0 && HOT_ZONE & here & !army.guarded != 0 {
                    targets |= here;
                }
                jumped += 1;
                if jumped > most {
                    break;
                }
            }
        }
        targets
    }
}

/// Which regular moves and bonus moves are noisy.
#[derive(Clone, Copy)]
struct Noise {
    /// Circles on which any arrival is noisy.
    captures: u64,
    /// End rows, where an arrival from outside is noisy.
    home: u64,
}

/// Pieces outside the end rows up to which an arrival there is noisy.
const NEARLY_HOME: u32 = 3;

impl Noise {
    #[inline(always)]
    fn new(army: &Army) -> Noise {
        let home = super::geometry::END_ROWS[army.side.index()];
        let few = (army.own & !home).count_ones() <= NEARLY_HOME;
        Noise { captures: army.enemy & CENTRE, home: if few { home } else { 0 } }
    }

    /// Noisy targets of a piece on `from`.
    #[inline(always)]
    const fn targets(&self, from: Circle) -> u64 {
        if self.home & bit(from) != 0 { self.captures } else { self.captures | self.home }
    }
}

impl Position {
    /// Arrivals on the end rows from outside while few pieces are left there, pieces taken, and pieces displaced by a
    /// legal turn.
    pub(super) fn effects(&self, m: Move) -> (i32, i32, i32) {
        let army = self.army(self.to_move);
        let noise = Noise::new(&army);
        let hits = |to: Circle| army.enemy & bit(to) != 0;
        let arrives = |from, to| i32::from(noise.targets(from) & noise.home & bit(to) != 0);
        let takes = hits(m.to) && m.to == E5;
        let mut effects = (arrives(m.from, m.to), i32::from(takes), i32::from(hits(m.to) && !takes));
        if let Some(Bonus { from, to, takes, .. }) = m.bonus {
            // What is taken may have been displaced a moment before.
            effects.0 += arrives(from, to);
            effects.1 += i32::from(takes);
            effects.2 += i32::from(hits(to) && !takes);
        }
        effects
    }

    /// The pieces of a side, as if it were its turn.
    #[inline(always)]
    pub(super) const fn army(&self, side: Side) -> Army {
        let (own, enemy) = (self.pieces(side), self.pieces(side.other()));
        Army {
            side,
            own,
            enemy,
            frozen: self.frozen & own,
            guarded: self.guarded & enemy,
            qualified: self.is_qualified(side),
        }
    }

    /// Calls `sink` with each legal turn of `kind` once, until it breaks; none where the game is over.
    pub(super) fn generate<S>(&self, kind: MoveKind, triangles: &Triangles, mut sink: S) -> ControlFlow<()>
    where
        S: FnMut(Move) -> ControlFlow<()>,
    {
        if self.verdict().is_some() {
            return ControlFlow::Continue(());
        }
        let army = self.army(self.to_move);
        let reach = Reach::new(&army);
        let missing = triangles.missing(army.own);
        let noise = Noise::new(&army);
        for from in circles(army.own & !army.frozen) {
            let targets = reach.targets(from);
            let noisy = noise.targets(from);
            let listed = match kind {
                MoveKind::All => targets,
                MoveKind::Noisy => targets & (noisy | missing),
                MoveKind::Quiet => targets & (!noisy | missing),
            };
            for to in circles(listed) {
                let loud = noisy & bit(to) != 0;
                let wanted = |loud: bool| match kind {
                    MoveKind::All => true,
                    MoveKind::Noisy => loud,
                    MoveKind::Quiet => !loud,
                };
                if wanted(loud) {
                    sink(Move::plain(from, to))?;
                }
                if missing & bit(to) == 0 || (loud && kind == MoveKind::Quiet) {
                    continue;
                }
                let Some(part) = Part::new(&army, triangles, from, to) else { continue };
                part.each(|start, found| {
                    let arrivals = noise.targets(start) & noise.home;
                    let mut emit = |goal: Circle, takes: bool, purple: u64| {
                        let bonus = Bonus { from: start, to: goal, takes, purple: purple & bit(goal) != 0 };
                        sink(Move { from, to, bonus: Some(bonus) })
                    };
                    for goal in circles(found.takes) {
                        if wanted(true) {
                            emit(goal, true, found.takes_purple)?;
                        }
                    }
                    for goal in circles(found.plain) {
                        if wanted(loud || arrivals & bit(goal) != 0) {
                            emit(goal, false, found.plain_purple)?;
                        }
                    }
                    ControlFlow::Continue(())
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Number of legal turns.
    #[inline]
    pub(super) fn count(&self, triangles: &Triangles) -> u64 {
        if self.verdict().is_some() {
            return 0;
        }
        let army = self.army(self.to_move);
        let reach = Reach::new(&army);
        let missing = triangles.missing(army.own);
        let mut count = 0;
        for from in circles(army.own & !army.frozen) {
            let targets = reach.targets(from);
            count += u64::from(targets.count_ones());
            for to in circles(targets & missing) {
                if let Some(part) = Part::new(&army, triangles, from, to) {
                    let _ = part.each(|_, found| {
                        count += found.count();
                        ControlFlow::Continue(())
                    });
                }
            }
        }
        count
    }

    /// Whether there is a legal turn.
    pub(super) fn has_moves(&self) -> bool {
        if self.verdict().is_some() {
            return false;
        }
        let army = self.army(self.to_move);
        let reach = Reach::new(&army);
        circles(army.own & !army.frozen).any(|from| reach.targets(from) != 0)
    }

    /// Whether a turn, any value of the type, is legal.
    pub(super) fn is_legal(&self, m: Move, triangles: &Triangles) -> bool {
        let army = self.army(self.to_move);
        let (start, goal) = (bit(m.from), bit(m.to));
        if start & army.own & !army.frozen == 0
            || Reach::new(&army).targets(m.from) & goal == 0
            || self.verdict().is_some()
        {
            return false;
        }
        let Some(bonus) = m.bonus else { return true };
        let Some(part) = Part::new(&army, triangles, m.from, m.to) else { return false };
        if part.movers() & bit(bonus.from) == 0 {
            return false;
        }
        let found = part.targets(bonus.from);
        let (all, purple) =
            if bonus.takes { (found.takes, found.takes_purple) } else { (found.plain, found.plain_purple) };
        all & bit(bonus.to) != 0 && (purple & bit(bonus.to) != 0) == bonus.purple
    }

    /// Whether a legal turn is one that quiescence looks at: it takes a piece, or brings one of the last pieces
    /// outside onto the end rows.
    pub(super) fn is_noisy(&self, m: Move) -> bool {
        let noise = Noise::new(&self.army(self.to_move));
        noise.targets(m.from) & bit(m.to) != 0
            || m.bonus.is_some_and(|b| b.takes || noise.targets(b.from) & noise.home & bit(b.to) != 0)
    }
}
