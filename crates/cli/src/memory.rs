//! Memory and descendants of processes, read from the proc file system.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// A process and everything it started, with the memory they hold together.
#[derive(Clone, Debug, Default)]
pub struct ProcessTree {
    /// Process ids, the root first.
    pub members: Vec<u32>,
    /// Resident memory in megabytes. Pages shared between processes count once per process.
    pub megabytes: u64,
    /// CPU time of its processes, and of those that have ended and were waited for.
    pub cpu: Duration,
}

/// The tree under a process; empty if it is gone.
pub fn process_tree(root: u32) -> ProcessTree {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut ticks = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|n| n.parse::<u32>().ok())
        else {
            continue;
        };
        if let Some(state) = State::of(pid) {
            ticks.insert(pid, state.ticks);
            children.entry(state.parent).or_default().push(pid);
        }
    }
    let mut tree = ProcessTree::default();
    let mut pending = vec![root];
    let (mut kilobytes, mut used) = (0, 0);
    while let Some(pid) = pending.pop() {
        kilobytes += resident_kilobytes(pid);
        used += ticks.get(&pid).unwrap_or(&0);
        tree.members.push(pid);
        pending.extend(children.remove(&pid).unwrap_or_default());
    }
    tree.megabytes = kilobytes / 1024;
    tree.cpu = Duration::from_millis(used * 1000 / rustix::param::clock_ticks_per_second().max(1));
    tree
}

/// What `/proc/ID/stat` says of a process.
struct State {
    parent: u32,
    /// CPU time of its own and of children that were waited for.
    ticks: u64,
}

impl State {
    fn of(pid: u32) -> Option<State> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may contain anything. After it: the state, the parent, and from the twelfth on four
        // times.
        let rest = &text[text.rfind(')')? + 1..];
        let mut fields = rest.split_whitespace();
        let parent = fields.nth(1)?.parse().ok()?;
        let times = fields.skip(9).take(4);
        let ticks = times.filter_map(|time| time.parse::<u64>().ok()).sum();
        Some(State { parent, ticks })
    }
}

fn resident_kilobytes(pid: u32) -> u64 {
    let Ok(text) = fs::read_to_string(format!("/proc/{pid}/statm")) else {
        return 0;
    };
    let pages: u64 = text
        .split_whitespace()
        .nth(1)
        .and_then(|p| p.parse().ok())
        .unwrap_or(0);
    pages * (rustix::param::page_size() as u64 / 1024)
}
