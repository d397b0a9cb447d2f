//! The user's compiler, and what it can do.

use super::folder::Folder;
use super::process::{self, Bounds, Ended};
use super::{Refusal, Session};
use invar_report::{NotConfirmed, Report, Sanitizers};
use invar_witness::{Build, Locals, harness_commands};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits of one call of the compiler.
const COMPILE: Bounds = Bounds {
    time: Duration::from_secs(60),
    megabytes: 4096,
};
/// A program that every compiler takes.
const PROBE: &str = "int main(void) { return 0; }\n";

/// The user's compiler.
pub(super) struct Toolchain {
    words: Vec<String>,
    /// What it was asked about, and what it can do of that.
    known: Vec<(Sanitizers, Ability)>,
}

/// What a compiler can do of what is wanted.
#[derive(Clone, Copy)]
struct Ability {
    sanitizers: Sanitizers,
    locals: Locals,
}

/// A compiled program.
pub(super) struct Compiled {
    /// The file.
    pub program: PathBuf,
    /// What watches its runs.
    pub sanitizers: Sanitizers,
}

impl Toolchain {
    /// `CC`, which may have arguments, or `cc`.
    pub(super) fn of_environment() -> Toolchain {
        let named = std::env::var("CC").unwrap_or_default();
        let mut words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            words.push("cc".into());
        }
        Toolchain {
            words,
            known: Vec::new(),
        }
    }

    /// The compiler as it is called.
    pub(super) fn compiler(&self) -> String {
        self.words.join(" ")
    }

    /// Compiles the harness in a folder with the program.
    pub(super) fn compile(
        &mut self,
        session: &Session<'_>,
        folder: &Folder,
        wanted: Sanitizers,
    ) -> Result<Compiled, Refusal> {
        let ability = self.ability(session, folder, wanted)?;
        let program = folder.path().join("program");
        let build = Build {
            start: folder.path().join("start.o").display().to_string(),
            program: program.display().to_string(),
            ..self.build(ability)
        };
        for command in harness_commands(session.report, session.violation, &session.options, &build)
        {
            call(&command, folder.path(), session.stop)?;
        }
        Ok(Compiled {
            program,
            sanitizers: ability.sanitizers,
        })
    }

    fn build(&self, ability: Ability) -> Build {
        Build {
            compiler: self.words.clone(),
            sanitizers: ability.sanitizers,
            locals: ability.locals,
            ..Build::default()
        }
    }

    /// The most that the compiler can do of what is wanted.
    fn ability(
        &mut self,
        session: &Session<'_>,
        folder: &Folder,
        wanted: Sanitizers,
    ) -> Result<Ability, Refusal> {
        if let Some((_, known)) = self.known.iter().find(|(asked, _)| *asked == wanted) {
            return Ok(*known);
        }
        let least = Ability {
            sanitizers: Sanitizers::Absent,
            locals: Locals::AsTheyAre,
        };
        let mut chosen = least;
        for (sanitizers, locals) in [
            (wanted, Locals::Zeroed),
            (wanted, Locals::AsTheyAre),
            (Sanitizers::Absent, Locals::Zeroed),
        ] {
            let ability = Ability { sanitizers, locals };
            match self.probe(session.report, folder.path(), ability, session.stop) {
                Ok(()) => {
                    chosen = ability;
                    break;
                }
                Err((NotConfirmed::NotCompiled, _)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        self.known.push((wanted, chosen));
        Ok(chosen)
    }

    /// Whether the compiler takes the options.
    fn probe(
        &self,
        report: &Report,
        folder: &Path,
        ability: Ability,
        stop: &AtomicBool,
    ) -> Result<(), Refusal> {
        let source = folder.join("probe.c");
        std::fs::write(&source, PROBE)
            .map_err(|error| (NotConfirmed::NoFolder, Some(error.to_string())))?;
        let build = self.build(ability);
        let mut command = build.compiler.clone();
        command.extend(build.options(report));
        let output = folder.join("probe");
        command.extend(["-o".into(), output.display().to_string()]);
        command.push(source.display().to_string());
        call(&command, folder, stop)
    }
}

/// Calls the compiler; our folder is left out of what it says.
fn call(words: &[String], folder: &Path, stop: &AtomicBool) -> Result<(), Refusal> {
    let (program, arguments) = words
        .split_first()
        .map_or(("cc", words), |(first, rest)| (first.as_str(), rest));
    let mut command = Command::new(program);
    // Messages are read.
    command.args(arguments).env("LC_ALL", "C");
    let ran = process::run(command, &[], COMPILE, stop);
    let ran = ran.map_err(|error| {
        (
            NotConfirmed::NoCompiler,
            Some(format!("{program}: {error}")),
        )
    })?;
    match ran.ended {
        Ended::Itself(status) if status.success() => Ok(()),
        Ended::Itself(_) => Err((NotConfirmed::NotCompiled, complaint(&ran.errors, folder))),
        Ended::Interrupted => Err((NotConfirmed::Interrupted, None)),
        Ended::TimeLimit | Ended::MemoryLimit => Err((
            NotConfirmed::NotCompiled,
            Some("the compiler takes too long or too much memory".into()),
        )),
    }
}

/// The first line that says what is wrong; the last word of the linker's driver says nothing.
fn complaint(errors: &str, folder: &Path) -> Option<String> {
    let words = ["error:", "undefined reference", "multiple definition"];
    let is_complaint = |line: &&str| {
        !line.starts_with("collect2:") && words.iter().any(|word| line.contains(word))
    };
    let mut lines = errors.lines();
    let first = lines.clone().find(is_complaint);
    let line = first.or_else(|| lines.find(|line| !line.trim().is_empty()))?;
    Some(line.trim().replace(&format!("{}/", folder.display()), ""))
}
