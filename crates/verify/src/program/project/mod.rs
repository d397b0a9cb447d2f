//! From arguments to sources: which C files are read, each with its options.
//!
//! `database` reads `compile_commands.json`, `command` says what of a compiler's command line
//! matters, `machine` for which machine it compiles.

mod command;
mod database;
mod machine;

use crate::request::Input;
use invar_budget::Moment;
use invar_cfa::{DataModel, Machine, Target};
use invar_frontend::clang::{Further, Macro, ParseOptions, Standard};
use std::fmt;
use std::path::{Path, PathBuf};

/// A C file with the options it is read with.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// How clang reads it.
    pub options: ParseOptions,
}

/// What is checked.
#[derive(Clone, Debug)]
pub struct Project {
    /// The files, linked in this order.
    pub sources: Vec<Source>,
    /// Sizes of types, the same for all.
    pub data_model: DataModel,
    /// The machine, the same for all.
    pub target: &'static Target,
}

/// What is wrong with the project, and what may help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// What may help.
    pub hint: Option<String>,
}

impl Problem {
    /// A message without a hint.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            hint: None,
        }
    }

    /// This message with a hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl Project {
    /// Finds out what is to be read.
    ///
    /// # Errors
    ///
    /// There is nothing to read, the database of commands cannot be read or does not fit, or an
    /// argument for clang would change what invar relies on.
    pub fn of(input: &Input) -> Result<Project, Problem> {
        let known = match &input.compile_commands {
            Some(file) => database::commands(file, &input.files)?,
            None => Vec::new(),
        };
        if known.is_empty() && input.files.is_empty() {
            return Err(Problem::new("there is no C file to read")
                .with_hint("name the files, or --compile-commands with a database of them"));
        }
        let machine = machine(input, &known)?;
        let data_model = machine.target.data_model;
        let sources = if input.compile_commands.is_some() {
            let each = known.into_iter();
            each.map(|(path, command)| source(path, &command, input, &machine))
                .collect::<Result<Vec<Source>, Problem>>()?
        } else {
            let none = command::Command::default();
            let each = input.files.iter().cloned();
            each.map(|path| source(path, &none, input, &machine))
                .collect::<Result<Vec<Source>, Problem>>()?
        };
        Ok(Project {
            sources,
            data_model,
            target: machine.target,
        })
    }

    /// The names of the files.
    pub fn names(&self) -> String {
        let names: Vec<String> = (self.sources.iter())
            .map(|source| source.path.display().to_string())
            .collect();
        match names.as_slice() {
            [first, rest @ ..] if rest.len() > 4 => {
                format!("{first} and {} other files", rest.len())
            }
            _ => names.join(", "),
        }
    }

    /// The files with options, as the front end takes them.
    pub fn files(&self, deadline: Option<Moment>) -> Vec<(PathBuf, ParseOptions)> {
        let files = self.sources.iter().map(|source| {
            let options = ParseOptions {
                deadline,
                ..source.options.clone()
            };
            (source.path.clone(), options)
        });
        files.collect()
    }
}

/// What the user says, else what all commands say, else the x86 with 64 bits.
fn machine(input: &Input, known: &[(PathBuf, command::Command)]) -> Result<Machine, Problem> {
    if let Some(text) = &input.target {
        let machine = Target::named(text).ok_or_else(|| unknown(text))?;
        let model = machine.target.data_model;
        return match input.data_model {
            Some(other) if other != model => Err(Problem::new(format!(
                "the target {text} is {model}, and --data-model says {other}"
            ))),
            _ => Ok(machine),
        };
    }
    let machines = known.iter().map(|(path, command)| {
        let machine = command.chosen.machine.clone();
        (
            path,
            machine.unwrap_or_else(|| Machine::of_model(DataModel::Lp64)),
        )
    });
    if let Some(model) = input.data_model {
        // It chooses between machines of one kind only.
        let mut machines = machines;
        return match machines.find(|(_, machine)| !machine.target.is_x86()) {
            None => Ok(Machine::of_model(model)),
            Some((path, other)) => Err(Problem::new(format!(
                "{} is compiled for {}, which --data-model does not change",
                path.display(),
                other.triple
            ))
            .with_hint("choose with --target")),
        };
    }
    let mut machines = machines;
    let Some((first, machine)) = machines.next() else {
        return Ok(Machine::of_model(DataModel::Lp64));
    };
    match machines.find(|(_, other)| other.target != machine.target) {
        None => Ok(machine),
        Some((path, other)) => {
            let told = |machine: &Machine| {
                if machine.target.is_x86() {
                    machine.target.data_model.to_string()
                } else {
                    machine.triple.clone()
                }
            };
            let hint = if machine.target.is_x86() && other.target.is_x86() {
                "choose with --data-model"
            } else {
                "choose with --target"
            };
            Err(Problem::new(format!(
                "{} is compiled for {}, {} for {}",
                first.display(),
                told(&machine),
                path.display(),
                told(&other)
            ))
            .with_hint(hint))
        }
    }
}

/// A target that the table does not have.
fn unknown(text: &str) -> Problem {
    let names: Vec<&str> = Target::all().iter().map(|target| target.name).collect();
    Problem::new(format!("the target {text} is not known")).with_hint(format!(
        "known are {}, and triples such as arm-none-eabi",
        names.join(", ")
    ))
}

/// A file with the options of its command and those of the user after them.
fn source(
    path: PathBuf,
    command: &command::Command,
    input: &Input,
    machine: &Machine,
) -> Result<Source, Problem> {
    let defined = input.define.iter().cloned().map(Macro::Define);
    let undefined = input.undefine.iter().cloned().map(Macro::Undefine);
    let further = command.chosen.options.iter().chain(&command.further);
    let further = further.chain(&input.clang_arguments);
    let further = Further::new(further.cloned().collect(), machine.target);
    let further = further.map_err(|diagnostic| Problem {
        message: diagnostic.message,
        hint: diagnostic.hint,
    })?;
    let standard = input.standard.as_deref().map(Standard::new);
    let standard = standard.transpose().map_err(Problem::new)?;
    let options = ParseOptions {
        include_dirs: joined(&command.include, &input.include),
        system_dirs: joined(&command.system, &input.system),
        included: joined(&command.before, &input.before),
        macros: (command.macros.iter().cloned())
            .chain(defined)
            .chain(undefined)
            .collect(),
        standard: standard.or(command.standard.clone()),
        further,
        contracts: input.contracts,
        // The supervisor watches clang's memory too; a limit on its address space would refuse the
        // libraries it only maps.
        machine: Some(machine.clone()),
        ..ParseOptions::new(machine.target.data_model)
    };
    Ok(Source { path, options })
}

fn joined(first: &[PathBuf], second: &[PathBuf]) -> Vec<PathBuf> {
    first.iter().chain(second).cloned().collect()
}

/// A path without `.` and `x/..`, below the current folder if it is there.
pub fn tidy(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            // Above a symbolic link `..` is elsewhere.
            std::path::Component::ParentDir if parts.is_dir() && !parts.is_symlink() => {
                if !parts.pop() {
                    parts.push("..");
                }
            }
            part => parts.push(part),
        }
    }
    let here = std::env::current_dir().ok();
    match here.and_then(|here| parts.strip_prefix(here).ok().map(Path::to_owned)) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => parts,
    }
}
