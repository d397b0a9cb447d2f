//! One thread that interrupts Z3 calls whose budget has ended.
//!
//! A query registers before it starts and deregisters when it returns, both under the lock under
//! which the thread interrupts: an interrupt never reaches a later query. Z3 may remember an
//! interrupt, though, so a context that was interrupted is not used again.
#![allow(unsafe_code)]

use crate::Budget;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock};
use std::time::Duration;
use z3_sys as z3;

const PERIOD: Duration = Duration::from_millis(10);

struct Watched {
    number: u64,
    context: z3::Z3_context,
    budget: Budget,
    interrupted: bool,
}

// SAFETY: the pointer is only passed to `Z3_interrupt`, which Z3 documents for use from other
// threads, and only while the entry is registered, that is while the context is alive.
unsafe impl Send for Watched {}

#[derive(Default)]
struct Register {
    next: u64,
    watched: Vec<Watched>,
}

struct Watchdog {
    register: Mutex<Register>,
    arrived: Condvar,
}

impl Watchdog {
    fn lock(&self) -> MutexGuard<'_, Register> {
        self.register
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn run(&self) {
        let mut register = self.lock();
        loop {
            for entry in register
                .watched
                .iter_mut()
                .filter(|e| e.budget.is_exhausted())
            {
                entry.interrupted = true;
                // SAFETY: registered, hence alive.
                unsafe { z3::Z3_interrupt(entry.context) };
            }
            register = if register.watched.is_empty() {
                self.arrived
                    .wait(register)
                    .unwrap_or_else(|p| p.into_inner())
            } else {
                self.arrived
                    .wait_timeout(register, PERIOD)
                    .unwrap_or_else(|p| p.into_inner())
                    .0
            };
        }
    }
}

fn shared() -> &'static Watchdog {
    static SHARED: OnceLock<&'static Watchdog> = OnceLock::new();
    SHARED.get_or_init(|| {
        let watchdog: &'static Watchdog = Box::leak(Box::new(Watchdog {
            register: Mutex::default(),
            arrived: Condvar::new(),
        }));
        // Without the thread the solver's own timeout still works; only cancelling does not.
        let _ = std::thread::Builder::new()
            .name("z3-watchdog".into())
            .spawn(move || watchdog.run());
        watchdog
    })
}

/// Keeps a query registered until dropped.
pub(crate) struct Guard(u64);

/// Whether a query was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It ended by itself.
    Undisturbed,
    /// Z3 was told to stop, whatever it answered.
    Interrupted,
}

/// Watches the calls on `context` until the guard is dropped.
///
/// # Safety
/// The context outlives the guard.
pub(crate) unsafe fn watch(context: z3::Z3_context, budget: &Budget) -> Guard {
    let watchdog = shared();
    let mut register = watchdog.lock();
    register.next += 1;
    let number = register.next;
    let was_empty = register.watched.is_empty();
    register.watched.push(Watched {
        number,
        context,
        budget: budget.clone(),
        interrupted: false,
    });
    if was_empty {
        watchdog.arrived.notify_one();
    }
    Guard(number)
}

impl Guard {
    /// Ends the watch.
    pub(crate) fn finish(self) -> Ending {
        self.deregister()
    }

    fn deregister(&self) -> Ending {
        let mut register = shared().lock();
        let mine = register.watched.iter().position(|e| e.number == self.0);
        match mine.map(|place| register.watched.swap_remove(place)) {
            Some(entry) if entry.interrupted => Ending::Interrupted,
            _ => Ending::Undisturbed,
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.deregister();
    }
}
