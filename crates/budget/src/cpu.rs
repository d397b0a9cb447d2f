//! CPU time of this process and of the processes that work for it, for limits that mean the same on a busy machine.

use crate::process::ProcessStat;
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

static COUNTED: OnceLock<CpuClock> = OnceLock::new();

struct CpuClock {
    jobs: NonZeroU32,
    helpers: Mutex<Helpers>,
}

/// Processes that work for this one.
#[derive(Default)]
struct Helpers {
    working: Vec<Helper>,
    ended: Duration,
}

struct Helper {
    id: u32,
    since: Instant,
    /// What was last seen of its CPU time.
    seen: Option<Duration>,
}

/// From now on, every [`Moment`](crate::Moment) of this process is CPU time, divided by the number of jobs that share
/// the work. To be called once, before the first moment is taken; a process cannot return to wall time.
pub fn count_cpu_time(jobs: NonZeroU32) {
    COUNTED.get_or_init(|| CpuClock {
        jobs,
        helpers: Mutex::default(),
    });
}

/// Whether moments are CPU time.
pub fn counts_cpu_time() -> bool {
    COUNTED.get().is_some()
}

/// CPU time per job; `None` where wall time counts.
pub(crate) fn used() -> Option<Duration> {
    let clock = COUNTED.get()?;
    let own = clock_gettime(ClockId::ProcessCPUTime);
    let own = Duration::try_from(own).unwrap_or_default();
    Some((own + clock.helpers().used()) / clock.jobs.get())
}

impl CpuClock {
    fn helpers(&self) -> MutexGuard<'_, Helpers> {
        self.helpers
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Helpers {
    fn used(&mut self) -> Duration {
        let working = self.working.iter_mut();
        working.fold(self.ended, |sum, helper| sum + helper.used())
    }
}

impl Helper {
    /// CPU time; where the system never told, the time that the process has existed.
    fn used(&mut self) -> Duration {
        let stat = ProcessStat::read(self.id);
        self.seen = stat.map(ProcessStat::own_time).or(self.seen);
        self.seen.unwrap_or_else(|| self.since.elapsed())
    }
}

/// A process that works for this one: its CPU time counts as long as this lives, and after.
#[derive(Debug)]
pub struct HelperProcess(u32);

impl HelperProcess {
    /// Counts the time of the process with this number.
    pub fn started(id: u32) -> HelperProcess {
        if let Some(clock) = COUNTED.get() {
            clock.helpers().working.push(Helper {
                id,
                since: Instant::now(),
                seen: None,
            });
        }
        HelperProcess(id)
    }
}

impl Drop for HelperProcess {
    fn drop(&mut self) {
        let Some(clock) = COUNTED.get() else {
            return;
        };
        let mut helpers = clock.helpers();
        let position = helpers
            .working
            .iter()
            .position(|helper| helper.id == self.0);
        if let Some(position) = position {
            let mut helper = helpers.working.swap_remove(position);
            helpers.ended += helper.used();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HelperProcess, count_cpu_time};
    use crate::Moment;
    use std::num::NonZeroU32;
    use std::process::Command;
    use std::time::{Duration, Instant};

    // nextest runs each test in a process of its own: the clock of others is left alone.
    #[test]
    fn work_counts_and_waiting_does_not() {
        count_cpu_time(NonZeroU32::MIN);
        let (start, wall) = (Moment::now(), Instant::now());
        std::thread::sleep(Duration::from_millis(200));
        assert!(start.elapsed() < Duration::from_millis(100));
        let mut number = 1_u64;
        while start.elapsed() < Duration::from_millis(100) {
            number = number.wrapping_mul(3);
            assert!(wall.elapsed() < Duration::from_secs(60), "{number}");
        }
        let start = Moment::now();
        let mut busy = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn()
            .expect("a shell");
        let helper = HelperProcess::started(busy.id());
        while start.elapsed() < Duration::from_millis(100) {
            std::thread::sleep(Duration::from_millis(5));
            assert!(wall.elapsed() < Duration::from_secs(60));
        }
        drop(helper);
        busy.kill().expect("killed");
        busy.wait().expect("ended");
        assert!(start.elapsed() >= Duration::from_millis(100));
    }
}
