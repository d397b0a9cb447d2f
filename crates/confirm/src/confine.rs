//! The process that becomes the program under test: it limits itself first, so that the program never runs without limits.

use super::process::{self, Bounds, Ended};
use invar_report::Network;
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Bytes of a file that the program writes.
const FILE_BYTES: u64 = 1 << 20;
/// Files that it may have open.
const FILES: u64 = 64;
/// Variables of the environment that a program needs to be loaded and reports of sanitizers to be readable.
const KEPT_VARIABLES: [&str; 2] = ["PATH", "LD_LIBRARY_PATH"];
/// What gives a process a network of its own, with nothing in it.
const UNSHARE: [&str; 5] = ["unshare", "--user", "--map-root-user", "--net", "--"];

/// What a run may do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Confinement {
    /// The program.
    pub program: PathBuf,
    /// What it can reach of the network.
    pub network: Network,
    /// Whether it can start processes.
    pub children: Children,
    /// What limits its memory.
    pub memory: Memory,
    /// CPU time.
    pub cpu_seconds: u64,
}

/// Whether a program can start processes and threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Children {
    Forbidden,
    Allowed,
}

/// What limits the memory of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Memory {
    /// The system, which counts addresses.
    Megabytes(u64),
    /// The process that started the run, which looks at its resident memory.
    Watched,
}

impl Confinement {
    /// The command that becomes the program, in a folder. It reads this from its stdin.
    pub(super) fn command(
        &self,
        folder: &Path,
        launcher: fn() -> std::io::Result<Command>,
    ) -> std::io::Result<Command> {
        let mut command = launcher()?;
        command.current_dir(folder).env_clear();
        for name in KEPT_VARIABLES {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        Ok(command)
    }

    fn limit(&self) -> rustix::io::Result<()> {
        let most = |resource, maximum: u64| {
            let limit = Rlimit {
                current: Some(maximum),
                maximum: Some(maximum),
            };
            setrlimit(resource, limit)
        };
        most(Resource::Cpu, self.cpu_seconds)?;
        most(Resource::Core, 0)?;
        most(Resource::Fsize, FILE_BYTES)?;
        most(Resource::Nofile, FILES)?;
        if let Memory::Megabytes(megabytes) = self.memory {
            most(Resource::As, megabytes << 20)?;
        }
        if self.children == Children::Forbidden {
            most(Resource::Nproc, 0)?;
        }
        Ok(())
    }
}

/// Reads a confinement from stdin, limits this process, and becomes the program.
///
/// # Errors
/// It returns only if it fails: why.
pub fn confined_run() -> Result<Infallible, String> {
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let confinement: Confinement = serde_json::from_reader(std::io::stdin())
        .map_err(|error| format!("no program: {error}"))?;
    confinement
        .limit()
        .map_err(|error| format!("no limits: {error}"))?;
    let mut command = match confinement.network {
        Network::Unreachable => {
            let mut command = Command::new(UNSHARE[0]);
            command.args(&UNSHARE[1..]).arg(&confinement.program);
            command
        }
        Network::Shared => Command::new(&confinement.program),
    };
    let error = command.stdin(Stdio::null()).exec();
    Err(format!("{}: {error}", confinement.program.display()))
}

/// Whether runs can have a network of their own here.
pub(super) fn network(stop: &AtomicBool) -> Network {
    let mut command = Command::new(UNSHARE[0]);
    command.args(&UNSHARE[1..]).arg("true");
    let bounds = Bounds {
        time: Duration::from_secs(5),
        megabytes: 1024,
    };
    match process::run(command, &[], bounds, stop) {
        Ok(ran) if matches!(ran.ended, Ended::Itself(status) if status.success()) => {
            Network::Unreachable
        }
        _ => Network::Shared,
    }
}
