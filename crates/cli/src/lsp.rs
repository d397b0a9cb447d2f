//! `invar lsp`: the language server, with surveys in processes of their own.

use crate::arguments::LspArguments;
use crate::exit;
use crate::terminal::complain;
use invar_editor::{Cancel, Surveyor};
use invar_survey::Row;
use lsp_server::Connection;
use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// How often a survey is asked whether it is done or still wanted.
const POLL: Duration = Duration::from_millis(10);

/// Names of the file with the options of the compiler, from a folder above a C file.
const COMPILE_COMMANDS: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

/// Serves an editor over stdin and stdout.
pub fn run(arguments: &LspArguments) -> u8 {
    let binary = match std::env::current_exe() {
        Ok(binary) => binary,
        Err(error) => {
            complain!("error: {error}");
            return exit::USAGE;
        }
    };
    let (connection, threads) = Connection::stdio();
    let surveys = Surveys {
        binary,
        arguments: arguments.survey.clone(),
    };
    let served = invar_editor::serve(&connection, Arc::new(surveys));
    drop(connection);
    let ended = threads.join().map_err(|error| error.to_string());
    match served.and(ended) {
        Ok(()) => exit::SAFE,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

/// Surveys in processes of their own.
struct Surveys {
    binary: PathBuf,
    arguments: Vec<OsString>,
}

impl Surveyor for Surveys {
    fn survey(&self, file: &Path, cancel: &Cancel) -> Result<Vec<Row>, String> {
        let mut command = Command::new(&self.binary);
        command.arg("survey").arg(file);
        command.args(["--format", "json", "--timeout", "10s"]);
        if std::env::var_os("INVAR_STORE").is_none() {
            command.arg("--store=default");
        }
        if let Some(commands) = compile_commands(file) {
            command.arg("--compile-commands").arg(commands);
        }
        // The last value of an option counts.
        command.args(&self.arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let output = reader(child.stdout.take());
        let errors = reader(child.stderr.take());
        while child
            .try_wait()
            .map_err(|error| error.to_string())?
            .is_none()
        {
            if cancel.is_cancelled() {
                end(&mut child);
                return Err("cancelled".to_owned());
            }
            std::thread::sleep(POLL);
        }
        let output = output.join().unwrap_or_default();
        let errors = errors.join().unwrap_or_default();
        serde_json::from_str(&output).map_err(|_| first_error(&errors))
    }
}

/// Ends a survey with its own processes: it passes the signal on.
fn end(child: &mut Child) {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let sent = id.map(|id| kill_process(id, Signal::TERM));
    if !matches!(sent, Some(Ok(()))) {
        let _ = child.kill();
    }
    let _ = child.wait();
}

fn reader(stream: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The message of a survey that has no result.
fn first_error(errors: &str) -> String {
    let mut lines = errors.lines();
    let line = lines.find(|line| line.starts_with("error: "));
    line.or(errors.lines().next())
        .unwrap_or("no result")
        .to_owned()
}

fn compile_commands(file: &Path) -> Option<PathBuf> {
    let folders = file.ancestors().skip(1);
    let mut files = folders.flat_map(|folder| COMPILE_COMMANDS.map(|name| folder.join(name)));
    files.find(|file| file.is_file())
}
