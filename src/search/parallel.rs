//! Parallel root search: the only place where threads live.
//!
//! Every thread searches the root on its own, with its own stack and histories, half of them a ply ahead
//! of the others; what one finds reaches the others through the shared table ("Lazy SMP"). The result is
//! that of the main thread, so that with one thread nothing depends on chance.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::deepening::{Found, Message};
use super::prober::Prober;
use super::state::ThreadState;
use super::time::Timer;
use super::worker::{Shared, Worker};
use super::{Control, Limits, Report};
use crate::eval::Evaluator;
use crate::game::Game;

/// Stack of a search thread, bytes: more than the deepest line needs in an unoptimised build.
const STACK_SIZE: usize = 16 << 20;

/// How often a search that is done but must wait looks whether it may end.
const WAIT: Duration = Duration::from_millis(1);

/// Blocks while a search that has nothing left to do must not answer yet.
pub(super) fn wait<M>(limits: &Limits<M>, control: &Control) {
    while (limits.infinite || control.pondering()) && !control.stopped() {
        thread::sleep(WAIT);
    }
}

/// Searches `candidates` with one thread for each of `states`; `None` if the system gives no thread.
pub(super) fn run<G: Game, E: Evaluator<G>, P: Prober<G>>(
    shared: &Shared<'_, G, P>,
    states: &mut [ThreadState<G, E>],
    candidates: &[G::Move],
    timer: Timer,
    report: &mut impl Report<G::Move>,
) -> Option<Found<G::Move>> {
    thread::scope(|scope| {
        let (main_state, helper_states) = states.split_first_mut()?;
        let (sender, receiver) = mpsc::channel();
        let main = move || {
            let mut worker = Worker::new(shared, main_state, Some(timer));
            let found = worker.deepen(candidates, Some(&sender), 0);
            shared.done.store(true, Relaxed);
            wait(shared.limits, shared.control);
            found
        };
        let builder = || thread::Builder::new().stack_size(STACK_SIZE);
        let main = builder().name("search".to_owned()).spawn_scoped(scope, main).ok()?;
        for (index, state) in helper_states.iter_mut().enumerate() {
            let helper = move || {
                let mut worker = Worker::new(shared, state, None);
                worker.deepen(candidates, None, (index as i32 + 1) % 2);
            };
            let name = format!("search helper {}", index + 1);
            // A system that is out of threads still gets an answer from those that run.
            if builder().name(name).spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        for message in receiver {
            match message {
                Message::Info(info) => report.info(&info),
                Message::CurrentMove(depth, m, number) => report.current_move(depth, m, number),
            }
        }
        main.join().ok()
    })
}
