//! Ctrl-C and its relatives: noticed once, obeyed at once the second time.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell sees of a program that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

/// Whether a signal asked to stop.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Without it the signals end the process as usual.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down and raises it.
            let flag = &interrupt.0;
            let _ = flag::register_conditional_shutdown(signal, INTERRUPTED.into(), flag.clone());
            let _ = flag::register(signal, flag.clone());
        }
        interrupt
    }

    /// What is raised when a signal comes.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// The flag that is raised when a signal comes, for threads.
    #[cfg(feature = "fleet")]
    pub fn shared(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Whether a signal came.
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
