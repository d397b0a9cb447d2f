//! `invar mcp`: checks as tools for agents, each in a process of its own.

use crate::arguments::McpArguments;
use crate::exit;
use crate::terminal::complain;
use invar_agent::{Bounds, Runner};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Serves a client over stdin and stdout.
pub fn run(arguments: &McpArguments) -> u8 {
    let bounds = Bounds {
        folder: arguments.folder.clone(),
        time: arguments.timeout,
    };
    let binary = std::env::current_exe().map_err(|error| error.to_string());
    let served = binary.and_then(|binary| {
        let processes = Processes {
            binary,
            memory_mb: arguments.memory,
        };
        invar_agent::serve(Arc::new(processes), bounds)
    });
    match served {
        Ok(()) => exit::SAFE,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

/// invar in processes of its own.
struct Processes {
    binary: PathBuf,
    memory_mb: u64,
}

impl Runner for Processes {
    fn run(&self, arguments: &[String]) -> Result<String, String> {
        let mut command = Command::new(&self.binary);
        command.args(arguments).stdin(Stdio::null());
        if arguments
            .iter()
            .any(|argument| argument.starts_with("--timeout"))
        {
            command.arg(format!("--memory={}MB", self.memory_mb));
        }
        let output = command.output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.trim().is_empty() {
            let errors = String::from_utf8_lossy(&output.stderr);
            let message = errors.lines().find(|line| line.starts_with("error: "));
            return Err(message.unwrap_or("no result").to_owned());
        }
        Ok(text)
    }
}
