//! How a file is to be read: what is known of the compiler's options, and what of the others is
//! refused because the tree would mean something else than we take it for.

use super::option_table::{Effect, effect};
use crate::ast::Output;
use crate::diagnostic::Diagnostic;
use crate::written::ContractReading;
use invar_budget::Moment;
use invar_cfa::{CharSign, DataModel, EnumSize, Machine, Target};
use std::path::PathBuf;

/// How a file is to be read.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Sizes of the types.
    pub data_model: DataModel,
    /// The machine, which has this data model; the x86 of the data model if absent.
    pub machine: Option<Machine>,
    /// Folders for `#include`, as `-I`.
    pub include_dirs: Vec<PathBuf>,
    /// Folders for `#include` after those, as `-isystem`.
    pub system_dirs: Vec<PathBuf>,
    /// Files that are read before the file, as `-include`.
    pub included: Vec<PathBuf>,
    /// Macros, in order.
    pub macros: Vec<Macro>,
    /// The edition of C, as in `-std=`; `gnu11` if absent.
    pub standard: Option<Standard>,
    /// Further arguments of clang.
    pub further: Further,
    /// Names of library functions that the program gives to variables, which clang takes for the functions even where no
    /// header declares them.
    pub variables_of_library_names: Vec<String>,
    /// The clang to run; else the environment's `INVAR_CLANG`, else `clang-19`, else `clang`.
    pub clang: Option<PathBuf>,
    /// When to give up: clang is then killed.
    pub deadline: Option<Moment>,
    /// Address space of the clang process, in megabytes.
    pub memory_mb: Option<u64>,
    /// Whether the output of the program matters.
    pub output: Output,
    /// What contracts in the text are read for.
    pub contracts: ContractReading,
}

impl ParseOptions {
    /// The options for a data model, with nothing else set.
    pub fn new(data_model: DataModel) -> ParseOptions {
        ParseOptions {
            data_model,
            machine: None,
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            included: Vec::new(),
            macros: Vec::new(),
            standard: None,
            further: Further::default(),
            variables_of_library_names: Vec::new(),
            clang: None,
            deadline: None,
            memory_mb: None,
            output: Output::Unobserved,
            contracts: ContractReading::Exact,
        }
    }

    /// What `inline` means without `static`.
    pub(super) fn inline_rule(&self) -> InlineRule {
        let is_old = self.standard.as_ref().is_some_and(Standard::is_old);
        let is_asked = |argument: &String| argument == "-fgnu89-inline";
        if is_old || self.further.0.iter().any(is_asked) {
            InlineRule::Gnu
        } else {
            InlineRule::Iso
        }
    }

    /// What reaching the end of `main` means: a hosted program returns 0 since C99 (C11 5.1.2.2.3), at every call.
    pub(super) fn end_of_main(&self) -> EndOfMain {
        let is_old = self.standard.as_ref().is_some_and(Standard::is_old);
        let is_freestanding = self.further.0.iter().any(|a| a == "-ffreestanding");
        if is_old || is_freestanding {
            EndOfMain::Open
        } else {
            EndOfMain::Zero
        }
    }

    /// How `char` and enumerations are, by the last option that says so, else as the machine has them.
    pub(super) fn type_rules(&self) -> TypeRules {
        let target = self.target();
        let mut rules = TypeRules {
            char_sign: target.char_sign,
            enum_size: target.enum_size,
        };
        for argument in &self.further.0 {
            match argument.as_str() {
                "-funsigned-char" | "-fno-signed-char" => rules.char_sign = CharSign::Unsigned,
                "-fsigned-char" | "-fno-unsigned-char" => rules.char_sign = CharSign::Signed,
                "-fshort-enums" => rules.enum_size = EnumSize::Smallest,
                "-fno-short-enums" => rules.enum_size = EnumSize::Int,
                _ => {}
            }
        }
        rules
    }

    /// The machine that the program is compiled for.
    pub(super) fn target(&self) -> &'static Target {
        let chosen = self.machine.as_ref().map(|machine| machine.target);
        chosen.unwrap_or_else(|| Target::of_model(self.data_model))
    }

    /// The machine, where it is not the x86 of the data model.
    pub(super) fn own_target(&self) -> Option<&'static Target> {
        Some(self.target()).filter(|target| !target.is_x86())
    }
}

/// What machine and options say about types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TypeRules {
    pub(super) char_sign: CharSign,
    pub(super) enum_size: EnumSize,
}

/// What the preprocessor is told about a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Macro {
    /// As `-D`: `NAME` or `NAME=value`.
    Define(String),
    /// As `-U`.
    Undefine(String),
}

/// What an `inline` function without `static` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InlineRule {
    /// C99: `inline` alone is an inline definition, `extern inline` an ordinary one.
    Iso,
    /// GNU C89: the other way round.
    Gnu,
}

/// What `main` returns where execution reaches its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndOfMain {
    /// Zero.
    Zero,
    /// As any function: no value.
    Open,
}

/// An edition of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standard(String);

impl Standard {
    /// Every name that is taken.
    pub const NAMES: [&str; 25] = [
        "c89",
        "c90",
        "c99",
        "c9x",
        "c11",
        "c1x",
        "c17",
        "c18",
        "c2x",
        "c23",
        "gnu89",
        "gnu90",
        "gnu99",
        "gnu9x",
        "gnu11",
        "gnu1x",
        "gnu17",
        "gnu18",
        "gnu2x",
        "gnu23",
        "iso9899:1990",
        "iso9899:199409",
        "iso9899:1999",
        "iso9899:2011",
        "iso9899:2017",
    ];

    /// The edition with a name.
    ///
    /// # Errors
    ///
    /// It is no edition of C.
    pub fn new(name: &str) -> Result<Standard, String> {
        if Standard::NAMES.contains(&name) {
            Ok(Standard(name.to_owned()))
        } else {
            Err(format!(
                "'{name}' is no edition of C; gnu11, c99, c17 and others are"
            ))
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }

    pub(super) fn is_old(&self) -> bool {
        let old = ["89", "90", "199409"];
        old.iter().any(|end| self.0.ends_with(end))
    }
}

/// Arguments that are handed to clang unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Further(Vec<String>);

/// Arguments that take the next one as their value.
const WITH_VALUE: [&str; 9] = [
    "-I",
    "-D",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
];

impl Further {
    /// Checks arguments for clang.
    ///
    /// # Errors
    ///
    /// One of them would change what invar reads, or is no option.
    pub fn new(mut arguments: Vec<String>, target: &Target) -> Result<Further, Diagnostic> {
        let mut is_value = false;
        for argument in &arguments {
            if std::mem::take(&mut is_value) {
                continue;
            }
            is_value = WITH_VALUE.contains(&argument.as_str());
            if !argument.starts_with('-') || argument == "-" || argument == "--" {
                let message = format!("'{argument}' is no option of clang");
                return Err(
                    Diagnostic::new(message).with_hint("name the files to check before `--`")
                );
            }
            // Options of other machines: what they change of types is compared with the machine's row.
            if argument.starts_with("-m") && !target.is_x86() {
                continue;
            }
            // What code is generated for may change the program, unless it is known not to.
            let is_generation = argument.starts_with("-f") || argument.starts_with("-m");
            let hint = match effect(argument) {
                Some(Effect::NotRead(read)) => read,
                None if is_generation => "it is not known to leave the program as it is",
                Some(Effect::Nothing | Effect::Shown) | None => continue,
            };
            let message = format!("clang's option '{argument}' cannot be handed through");
            return Err(Diagnostic::new(message).with_hint(hint));
        }
        if is_value {
            let message = "the last option for clang needs a value";
            return Err(Diagnostic::new(message));
        }
        // Fortified functions stop what is a violation here.
        if arguments.iter().any(|a| a.contains("_FORTIFY_SOURCE")) {
            arguments.push("-U_FORTIFY_SOURCE".to_owned());
        }
        Ok(Further(arguments))
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.0
    }

    /// Whether headers of the C library are looked for in a folder of its own.
    pub(super) fn has_own_root(&self) -> bool {
        let starts = ["--sysroot", "-isysroot"];
        let mut all = self.0.iter();
        all.any(|argument| starts.iter().any(|start| argument.starts_with(start)))
    }

    /// Whether some may name files or folders that are read.
    pub(crate) fn includes(&self) -> bool {
        self.0
            .iter()
            .any(|a| a.starts_with("-i") || a.starts_with("-I"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Further, Standard};
    use invar_cfa::{DataModel, Machine};

    #[test]
    fn what_would_change_the_reading_is_refused_with_a_hint() {
        let x86 = Machine::of_model(DataModel::Lp64).target;
        for argument in [
            "-m32",
            "-xc++",
            "-o",
            "-E",
            "-Xclang",
            "--target=arm",
            "file.c",
            "@list",
        ] {
            let refusal = Further::new(vec![argument.to_owned()], x86).expect_err(argument);
            assert!(refusal.hint.is_some(), "{argument}");
        }
        assert!(Further::new(vec!["-D".to_owned()], x86).is_err());
        let fine = [
            "-D", "file.c", "-O2", "-Wall", "-fwrapv", "-isystem", "folder",
        ];
        let fine: Vec<String> = fine.iter().map(|a| (*a).to_owned()).collect();
        assert_eq!(
            Further::new(fine.clone(), x86).expect("fine").arguments(),
            fine
        );
        assert!(Standard::new("c++17").is_err());
        assert!(Standard::new("c17").is_ok());
    }
}
