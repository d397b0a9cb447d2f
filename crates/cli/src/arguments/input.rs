//! How C files are read: the files and the compiler's options.

use super::ModelArgument;
use super::choice::{default_of, one_of};
use super::config::ConfigArguments;
use clap::Args;
use invar_frontend::clang::Standard;
use invar_verify::request::{
    AddressRange, Allocation, Externals, Input, InterruptHandler, Volatile,
};
use std::ffi::OsString;
use std::path::PathBuf;

/// How C files are read.
#[derive(Args, Debug, Clone)]
pub struct InputArguments {
    /// The C files; several are linked into one program. For `check` and `validate` also one hardware model: AIGER or
    /// BTOR2.
    #[arg(required_unless_present = "compile_commands", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A compile_commands.json with the options of each file; without files, all C files in it.
    #[arg(long, value_name = "JSON", help_heading = COMPILER)]
    pub compile_commands: Option<PathBuf>,
    /// Start at this function instead of main, with any arguments and any values of variables.
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// What functions of the program without a body may change.
    #[arg(long, value_name = "EXTERNALS", default_value = default_of::<Externals>(), value_parser = one_of::<Externals>())]
    pub externals: Externals,
    /// Whether malloc and its relatives may fail.
    #[arg(long, value_name = "ALLOCATION", default_value = default_of::<Allocation>(), value_parser = one_of::<Allocation>())]
    pub allocation: Allocation,
    /// What reads of volatile objects give.
    #[arg(long, value_name = "VOLATILE", default_value = default_of::<Volatile>(), value_parser = one_of::<Volatile>())]
    pub volatile: Volatile,
    /// Addresses of registers: reads there give any value, writes are accepted. Can be given several times.
    #[arg(long = "mmio", value_name = "FIRST-LAST")]
    pub registers: Vec<AddressRange>,
    /// A function without parameters that interrupts the program, and its priority: a handler interrupts those with a
    /// smaller number. Can be given several times.
    #[arg(long = "isr", value_name = "FUNCTION[:PRIORITY]")]
    pub handlers: Vec<InterruptHandler>,
    /// Sizes of types [default: LP64, or what the compile commands say].
    #[arg(long, value_enum)]
    pub data_model: Option<ModelArgument>,
    /// The machine: its name (`arm`) or the triple of its compiler (`arm-none-eabi`) [default: x86 with the data model, or
    /// what the compile commands say].
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    /// A directory with headers.
    #[arg(short = 'I', value_name = "DIR", help_heading = COMPILER)]
    pub include: Vec<PathBuf>,
    /// A directory with headers after those of -I; also written -isystem.
    #[arg(long = "isystem", value_name = "DIR", help_heading = COMPILER)]
    pub system: Vec<PathBuf>,
    /// A macro definition.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = COMPILER)]
    pub define: Vec<String>,
    /// A macro that is not defined, whatever -D says.
    #[arg(short = 'U', value_name = "NAME", help_heading = COMPILER)]
    pub undefine: Vec<String>,
    /// A file that is read before each C file; also written -include.
    #[arg(long = "include-file", value_name = "HEADER", help_heading = COMPILER)]
    pub before: Vec<PathBuf>,
    /// The edition of C [default: gnu11]; also written -std=NAME.
    #[arg(long = "std", value_name = "NAME", value_parser = Standard::new, help_heading = COMPILER)]
    pub standard: Option<Standard>,
    /// An argument that is handed to clang unchanged.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = COMPILER)]
    pub clang_arg: Vec<String>,
    /// Arguments that are handed to clang unchanged.
    #[arg(last = true, value_name = "CLANG ARGS", help_heading = COMPILER)]
    pub clang_args: Vec<String>,
    /// The file with a project's defaults.
    #[command(flatten)]
    pub config: ConfigArguments,
}

const COMPILER: &str = "Options of the compiler";

impl InputArguments {
    /// The input that the arguments describe.
    pub fn input(&self) -> Input {
        let clang_arguments = self.clang_arg.iter().chain(&self.clang_args);
        Input {
            files: self.files.clone(),
            compile_commands: self.compile_commands.clone(),
            precondition: None,
            contracts: invar_frontend::written::ContractReading::Exact,
            entry: self.entry.clone(),
            externals: self.externals,
            allocation: self.allocation,
            volatile: self.volatile,
            registers: self.registers.clone(),
            handlers: self.handlers.clone(),
            data_model: self.data_model.map(Into::into),
            target: self.target.clone(),
            include: self.include.clone(),
            system: self.system.clone(),
            define: self.define.clone(),
            undefine: self.undefine.clone(),
            before: self.before.clone(),
            standard: self.standard.as_ref().map(|name| name.name().to_owned()),
            clang_arguments: clang_arguments.cloned().collect(),
        }
    }
}

/// Options of compilers that have one dash and several letters, as clap reads them.
pub fn as_clap_reads(
    arguments: impl IntoIterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let mut is_ours = true;
    arguments.into_iter().map(move |argument| {
        is_ours &= argument != "--";
        match argument.to_str() {
            Some("-target") if is_ours => "--target".into(),
            Some("-isystem") if is_ours => "--isystem".into(),
            Some("-include") if is_ours => "--include-file".into(),
            Some(text) if is_ours && text.starts_with("-std=") => format!("-{text}").into(),
            _ => argument,
        }
    })
}
