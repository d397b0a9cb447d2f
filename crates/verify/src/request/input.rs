//! The files of a program and how they are read.

use super::{AddressRange, Allocation, Externals, InterruptHandler, Volatile, lossless};
use crate::program::project::{Problem, Project};
use invar_cfa::{DataModel, Target};
use invar_frontend::contract::Clause;
use invar_frontend::written::ContractReading;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What callers of the entry function establish.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Precondition {
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The clauses as lines of a contract, for reports.
    pub text: Vec<String>,
    /// What is asked about it.
    #[serde(default)]
    pub question: PreconditionQuestion,
}

/// What a check under a precondition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PreconditionQuestion {
    /// The function.
    #[default]
    Function,
    /// Whether any call keeps the precondition: then an error is reached.
    CanBeKept,
}

/// The files of a program, or a hardware model, and how C is read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Input {
    /// The C files, linked into one program; or one hardware model: AIGER or BTOR2.
    #[serde(with = "lossless::list")]
    pub files: Vec<PathBuf>,
    /// A `compile_commands.json` with the options of each file; without files, all C files in it.
    #[serde(with = "lossless::optional")]
    pub compile_commands: Option<PathBuf>,
    /// Where the run starts instead of `main`, with any arguments and any values of variables.
    pub entry: Option<String>,
    /// What callers of the entry function establish; without it, memory from outside is there as far as it is accessed.
    pub precondition: Option<Precondition>,
    /// What contracts in the text are read for.
    pub contracts: ContractReading,
    /// What functions of the program without a body may change.
    pub externals: Externals,
    /// Whether `malloc` and its relatives may fail.
    pub allocation: Allocation,
    /// What reads of volatile objects give.
    pub volatile: Volatile,
    /// Where the registers of devices lie.
    pub registers: Vec<AddressRange>,
    /// Functions that interrupt the program.
    pub handlers: Vec<InterruptHandler>,
    /// Sizes of types; LP64 or what the compile commands say, if absent.
    pub data_model: Option<DataModel>,
    /// The machine by a name or a triple; the x86 of the data model or what the compile commands say, if absent.
    pub target: Option<String>,
    /// Folders with headers.
    #[serde(with = "lossless::list")]
    pub include: Vec<PathBuf>,
    /// Folders with headers that come after those.
    #[serde(with = "lossless::list")]
    pub system: Vec<PathBuf>,
    /// Macro definitions.
    pub define: Vec<String>,
    /// Macros that are not defined, whatever the definitions say.
    pub undefine: Vec<String>,
    /// Files that are read before each C file.
    #[serde(with = "lossless::list")]
    pub before: Vec<PathBuf>,
    /// The edition of C by name; gnu11, if absent.
    pub standard: Option<String>,
    /// Arguments that are handed to clang unchanged.
    pub clang_arguments: Vec<String>,
}

impl Input {
    /// The files with their options.
    ///
    /// # Errors
    ///
    /// As [`Project::of`].
    pub fn project(&self) -> Result<Project, Problem> {
        Project::of(self)
    }

    /// The names of the files, as far as they are known.
    pub fn file_names(&self) -> Vec<String> {
        let files = self.project().map(|project| project.files(None));
        let files = files.unwrap_or_default().into_iter();
        files.map(|(path, _)| path.display().to_string()).collect()
    }

    /// The data model that the files are read with; the narrower one if that is not known.
    pub fn model(&self) -> DataModel {
        let project = self.project();
        project.map_or(DataModel::Ilp32, |project| project.data_model)
    }

    /// The machine that the files are compiled for, if it is none of x86.
    pub fn foreign_target(&self) -> Option<&'static Target> {
        let target = self.project().ok()?.target;
        Some(target).filter(|target| !target.is_x86())
    }

    /// The names of the files and the data model, as far as they are known.
    pub fn describe(&self) -> (String, String) {
        match self.project() {
            Ok(project) => (project.names(), project.data_model.to_string()),
            Err(_) => {
                let files = self.files.iter().chain(&self.compile_commands);
                let names: Vec<String> = files.map(|f| f.display().to_string()).collect();
                let model = self.data_model.map(|model| model.to_string());
                (names.join(", "), model.unwrap_or_default())
            }
        }
    }
}
