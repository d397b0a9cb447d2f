//! Processes as the proc file system describes them: CPU time, memory, descendants.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::process::Child;
use std::time::Duration;

/// What `/proc/ID/stat` says about a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProcessStat {
    parent: u32,
    /// CPU time of the process in user and system mode, in clock ticks.
    own_ticks: u64,
    /// CPU time of its children that have ended and were waited for.
    waited_ticks: u64,
}

impl ProcessStat {
    /// Reads the file; `None` if the process is gone.
    pub(crate) fn read(id: u32) -> Option<ProcessStat> {
        ProcessStat::parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Field 4 is the parent; fields 14 and 15 are the times of the process, 16 and 17 those of its children.
    fn parse(text: &str) -> Option<ProcessStat> {
        // The name in parentheses may contain anything; field 3 is the first after it.
        let rest = &text[text.rfind(')')? + 1..];
        let mut fields = rest.split_whitespace().skip(1);
        let parent = fields.next()?.parse().ok()?;
        let mut times = fields.skip(9).map(|field| field.parse::<u64>().ok());
        let own_ticks = times.next()?? + times.next()??;
        Some(ProcessStat {
            parent,
            own_ticks,
            waited_ticks: times.take(2).flatten().sum(),
        })
    }

    /// CPU time of the process alone.
    pub(crate) fn own_time(self) -> Duration {
        time_of(self.own_ticks)
    }
}

/// Clock ticks as a time.
fn time_of(ticks: u64) -> Duration {
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / per_second)
}

/// A process and its descendants, with what they use together.
#[derive(Clone, Debug, Default)]
pub struct ProcessTree {
    /// Process ids, the root first.
    pub members: Vec<u32>,
    /// Resident memory in megabytes. Pages shared between processes count once per process.
    pub megabytes: u64,
    /// CPU time of its processes, and of those that have ended and were waited for.
    pub cpu: Duration,
}

impl ProcessTree {
    /// The tree under a process; the root alone, without memory and time, if it is gone.
    pub fn of(root: u32) -> ProcessTree {
        let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut ticks = BTreeMap::new();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(id) = name.to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            if let Some(stat) = ProcessStat::read(id) {
                ticks.insert(id, stat.own_ticks + stat.waited_ticks);
                children.entry(stat.parent).or_default().push(id);
            }
        }
        let mut tree = ProcessTree::default();
        let mut pending = vec![root];
        let (mut kilobytes, mut used) = (0, 0);
        while let Some(id) = pending.pop() {
            kilobytes += resident_kilobytes(id);
            used += ticks.get(&id).unwrap_or(&0);
            tree.members.push(id);
            pending.extend(children.remove(&id).unwrap_or_default());
        }
        tree.megabytes = kilobytes / 1024;
        tree.cpu = time_of(used);
        tree
    }
}

/// Kills a child process and its descendants, and waits for the child.
pub fn kill_process_tree(child: &mut Child) {
    for id in ProcessTree::of(child.id()).members {
        if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    let _ = child.wait();
}

fn resident_kilobytes(id: u32) -> u64 {
    let Ok(text) = fs::read_to_string(format!("/proc/{id}/statm")) else {
        return 0;
    };
    let pages: u64 = text
        .split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse().ok())
        .unwrap_or(0);
    pages * (rustix::param::page_size() as u64 / 1024)
}

#[cfg(test)]
mod tests {
    use super::{ProcessStat, ProcessTree, kill_process_tree, resident_kilobytes};
    use std::process::Command;
    use std::time::{Duration, Instant};

    #[test]
    fn the_name_of_a_process_may_contain_anything() {
        let fields = "S 12 7 7 0 -1 4194304 1 2 3 4 50 6 700 80 20 0 1 0 99";
        for name in ["sh", "a) S 1 (b", "two words"] {
            assert_eq!(
                ProcessStat::parse(&format!("9 ({name}) {fields}")),
                Some(ProcessStat {
                    parent: 12,
                    own_ticks: 56,
                    waited_ticks: 780,
                }),
                "{name}"
            );
        }
        assert_eq!(ProcessStat::parse("9 (sh) S 12 7"), None);
    }

    #[test]
    fn a_tree_is_found_and_killed_with_its_descendants() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 600 & sleep 600; true"])
            .spawn()
            .expect("a shell");
        let root = child.id();
        within_a_minute(|| ProcessTree::of(root).members.len() == 3);
        let tree = ProcessTree::of(root);
        assert_eq!(tree.members[0], root);
        kill_process_tree(&mut child);
        // Until it is waited for, a killed process exists without memory.
        within_a_minute(|| tree.members.iter().all(|id| resident_kilobytes(*id) == 0));
    }

    fn within_a_minute(condition: impl Fn() -> bool) {
        let start = Instant::now();
        while !condition() {
            assert!(start.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
