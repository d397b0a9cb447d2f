//! Memory and descendants of processes, read from the proc file system.

use std::collections::BTreeMap;
use std::fs;

/// A process and everything it started, with the memory they hold together.
#[derive(Clone, Debug, Default)]
pub struct ProcessTree {
    /// Process ids, the root first.
    pub members: Vec<u32>,
    /// Resident memory in megabytes. Pages shared between processes count once per process.
    pub megabytes: u64,
}

/// The tree under a process; empty if it is gone.
pub fn process_tree(root: u32) -> ProcessTree {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|n| n.parse::<u32>().ok())
        else {
            continue;
        };
        if let Some(parent) = parent_of(pid) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut tree = ProcessTree::default();
    let mut pending = vec![root];
    let mut kilobytes = 0;
    while let Some(pid) = pending.pop() {
        kilobytes += resident_kilobytes(pid);
        tree.members.push(pid);
        pending.extend(children.remove(&pid).unwrap_or_default());
    }
    tree.megabytes = kilobytes / 1024;
    tree
}

fn parent_of(pid: u32) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything; the parent is the second field after it.
    let rest = &text[text.rfind(')')? + 1..];
    rest.split_whitespace().nth(1)?.parse().ok()
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
