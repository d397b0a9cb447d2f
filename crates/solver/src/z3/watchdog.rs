//! One thread that interrupts Z3 checks whose budget has ended.
//!
//! A check registers before it starts and deregisters when it returns, both under the lock under
//! which the thread interrupts: an interrupt never reaches a later check.
#![allow(unsafe_code)]

use crate::Budget;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock};
use std::time::Duration;
use z3_sys as z3;

const PERIOD: Duration = Duration::from_millis(10);

struct Watched {
    number: u64,
    context: z3::Z3_context,
    solver: z3::Z3_solver,
    budget: Budget,
}

// SAFETY: the pointers are only passed to `Z3_solver_interrupt`, which Z3 documents for use from
// other threads, and only while the entry is registered, that is while the objects are alive.
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
            for entry in register.watched.iter().filter(|e| e.budget.is_exhausted()) {
                // SAFETY: registered, hence alive.
                unsafe { z3::Z3_solver_interrupt(entry.context, entry.solver) };
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

/// Keeps a check registered until dropped.
pub(crate) struct Guard(u64);

/// Watches a check of `solver` until the guard is dropped.
///
/// # Safety
/// Context and solver outlive the guard.
pub(crate) unsafe fn watch(
    context: z3::Z3_context,
    solver: z3::Z3_solver,
    budget: &Budget,
) -> Guard {
    let watchdog = shared();
    let mut register = watchdog.lock();
    register.next += 1;
    let number = register.next;
    let was_empty = register.watched.is_empty();
    register.watched.push(Watched {
        number,
        context,
        solver,
        budget: budget.clone(),
    });
    if was_empty {
        watchdog.arrived.notify_one();
    }
    Guard(number)
}

impl Drop for Guard {
    fn drop(&mut self) {
        shared().lock().watched.retain(|e| e.number != self.0);
    }
}
