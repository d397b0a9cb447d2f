//! A thread whose stack is large enough for the deepest nesting of real files.

use std::sync::{Mutex, PoisonError};

/// Sizes to try, in bytes. Only touched pages take memory, so the first one normally succeeds.
const STACK_SIZES: [usize; 4] = [4 << 30, 1 << 30, 256 << 20, 64 << 20];

/// Runs a closure on a thread with a very large stack and returns what it returns.
///
/// For recursions over the tree of a unit, dropping it included: an `else if` chain or a sum of
/// ten thousand operands is as deep as it is long. A panic of the closure goes through.
pub fn with_large_stack<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    let pending = Mutex::new(Some(run));
    let take = || {
        pending
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    };
    std::thread::scope(|scope| {
        for size in STACK_SIZES {
            let body = || take().map(|run| run());
            let thread = std::thread::Builder::new()
                .name("invar-tree".to_owned())
                .stack_size(size);
            if let Ok(handle) = thread.spawn_scoped(scope, body) {
                return match handle.join() {
                    Ok(result) => {
                        result.expect("a closure is taken by the one thread that started")
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                };
            }
        }
        // No thread at all can be had: the caller's own stack is what is left.
        let run = take().expect("no thread has started, so none has taken the closure");
        run()
    })
}

#[cfg(test)]
mod tests {
    use super::with_large_stack;

    fn depth(levels: u64) -> u64 {
        let block = std::hint::black_box([levels; 32]);
        if block[31] == 0 {
            0
        } else {
            1 + depth(block[31] - 1)
        }
    }

    #[test]
    fn recursion_of_a_million_levels_fits() {
        assert_eq!(with_large_stack(|| depth(1_000_000)), 1_000_000);
    }
}
