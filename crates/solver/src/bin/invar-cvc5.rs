//! A program around cvc5's library: SMT-LIB commands from standard input, replies to standard output.
//!
//! The release archives carry it because cvc5 under its permissive licence comes as a library (in the
//! wheel `cvc5`), not as a program, while certification wants a process of its own. It behaves as the
//! `cvc5` program does on a pipe, as far as this crate's back end uses it:
//!
//!     invar-cvc5 [--OPTION[=VALUE]]...
//!
//! The library `libcvc5parser*` is loaded when the program starts: from the folder that
//! `INVAR_CVC5_LIBRARY` names, or else from the folder of the program. Nothing is linked, so building invar needs no cvc5.

#![allow(unsafe_code, reason = "calls a C library")]

#[path = "invar-cvc5/commands.rs"]
mod commands;
#[path = "invar-cvc5/library.rs"]
mod library;

use commands::Commands;
use library::{Library, Session};
use std::ffi::CString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("invar-cvc5: error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let folder = library_folder()?;
    let library = Library::load(&folder)?;
    let mut session = library.session();
    for argument in std::env::args().skip(1) {
        if argument == "--version" {
            println!(
                "cvc5 {} (invar {})",
                session.version(),
                env!("CARGO_PKG_VERSION")
            );
            return Ok(());
        }
        let reply = session.execute(&option(&argument)?);
        if !reply.text().is_empty() {
            let words = String::from_utf8_lossy(reply.text());
            return Err(format!("{argument}: {}", words.trim()));
        }
    }
    converse(&mut session)
}

fn library_folder() -> Result<PathBuf, String> {
    if let Some(folder) = std::env::var_os("INVAR_CVC5_LIBRARY").filter(|f| !f.is_empty()) {
        return Ok(folder.into());
    }
    let program = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    Ok(program.parent().map(PathBuf::from).unwrap_or_default())
}

/// `--name=value`, or `--name` for a switch, as a command.
fn option(argument: &str) -> Result<CString, String> {
    let text = argument
        .strip_prefix("--")
        .ok_or_else(|| format!("`{argument}` is not an option of cvc5"))?;
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    CString::new(format!("(set-option :{name} {value})")).map_err(|e| e.to_string())
}

/// Executes commands until the input ends, `exit` comes, or one cannot be parsed.
fn converse(session: &mut Session<'_>) -> Result<(), String> {
    let mut commands = Commands::default();
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = input.read(&mut buffer).map_err(|e| e.to_string())?;
        if count == 0 {
            return Ok(());
        }
        commands.feed(&buffer[..count]);
        while let Some(command) = commands.next() {
            let command = CString::new(command).map_err(|e| e.to_string())?;
            let reply = session.execute(&command);
            let said = output.write_all(reply.text()).and_then(|()| output.flush());
            if said.is_err() || reply.is_last() {
                return Ok(());
            }
        }
    }
}
