//! Child processes of invar: how they are started and ended. `supervise` runs workers, for `check`, `bench` and
//! `survey`; `fleet` runs checks.

use crate::memory::process_tree;
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Child, Command, Stdio};

/// What makes a check print its report, whatever `invar.toml` says.
#[cfg(feature = "fleet")]
pub const REPORT: [&str; 3] = ["--format", "json", "--no-config"];

/// Set for checks that are to end with their parent.
pub const END_WITH_PARENT: &str = "INVAR_END_WITH_PARENT";

/// This program with a subcommand; its stdout can be read.
pub fn invar(subcommand: &str) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(subcommand).stdout(Stdio::piped());
    Ok(command)
}

/// `invar check`, which reads nothing and is silent but for its report.
#[cfg(feature = "fleet")]
pub fn check() -> std::io::Result<Command> {
    let mut command = invar("check")?;
    command.stdin(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

/// Asks a child to end.
#[cfg(feature = "fleet")]
pub fn ask_to_end(child: &Child) {
    signal(child.id(), Signal::TERM);
}

/// Ends a child and everything that it started.
pub fn end(child: &mut Child) {
    for id in process_tree(child.id()).members {
        signal(id, Signal::KILL);
    }
    let _ = child.wait();
}

fn signal(id: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}
