//! From arguments to sources: which C files are read, each with its options.
//!
//! `database` reads `compile_commands.json`, `command` says what of a compiler's command line
//! matters.

mod command;
mod database;

use crate::request::Input;
use invar_budget::Moment;
use invar_cfa::DataModel;
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
        let data_model = data_model(input, &known)?;
        let sources = if input.compile_commands.is_some() {
            let each = known.into_iter();
            each.map(|(path, command)| source(path, &command, input, data_model))
                .collect::<Result<Vec<Source>, Problem>>()?
        } else {
            let none = command::Command::default();
            let each = input.files.iter().cloned();
            each.map(|path| source(path, &none, input, data_model))
                .collect::<Result<Vec<Source>, Problem>>()?
        };
        Ok(Project {
            sources,
            data_model,
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

/// What the user says, else what all commands say, else 64 bit.
fn data_model(input: &Input, known: &[(PathBuf, command::Command)]) -> Result<DataModel, Problem> {
    if let Some(model) = input.data_model {
        return Ok(model);
    }
    let mut models = known
        .iter()
        .map(|(path, command)| (path, command.data_model.unwrap_or(DataModel::Lp64)));
    let Some((first, model)) = models.next() else {
        return Ok(DataModel::Lp64);
    };
    match models.find(|(_, other)| *other != model) {
        None => Ok(model),
        Some((path, other)) => Err(Problem::new(format!(
            "{} is compiled for {model}, {} for {other}",
            first.display(),
            path.display()
        ))
        .with_hint("choose with --data-model")),
    }
}

/// A file with the options of its command and those of the user after them.
fn source(
    path: PathBuf,
    command: &command::Command,
    input: &Input,
    data_model: DataModel,
) -> Result<Source, Problem> {
    let defined = input.define.iter().cloned().map(Macro::Define);
    let undefined = input.undefine.iter().cloned().map(Macro::Undefine);
    let further = command.further.iter().chain(&input.clang_arguments);
    let further = Further::new(further.cloned().collect());
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
        ..ParseOptions::new(data_model)
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
