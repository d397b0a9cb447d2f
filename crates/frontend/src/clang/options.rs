//! How a file is to be read: what is known of the compiler's options, and what of the others is
//! refused because the tree would mean something else than we take it for.

use super::Diagnostic;
use crate::ast::Output;
use crate::written::ContractReading;
use invar_budget::Moment;
use invar_cfa::DataModel;
use std::path::PathBuf;

/// How a file is to be read.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Sizes of the types.
    pub data_model: DataModel,
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
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            included: Vec::new(),
            macros: Vec::new(),
            standard: None,
            further: Further::default(),
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

    /// How `char` and enumerations are, by the last option that says so.
    pub(super) fn type_rules(&self) -> TypeRules {
        let mut rules = TypeRules::default();
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

    /// C text that clang rejects where an option changed what we compute ourselves: sizes, the
    /// layout of structs, the sign of `char`. Empty if no option can.
    pub(super) fn guard(&self) -> String {
        if self.further.0.is_empty() {
            return String::new();
        }
        let (word, long_double, long_long) = match self.data_model {
            DataModel::Ilp32 => (4, 12, 12),
            DataModel::Lp64 => (8, 16, 16),
        };
        let rules = self.type_rules();
        let (sign, enum_bytes) = (
            match rules.char_sign {
                CharSign::Signed => "(char)-1 < 0",
                CharSign::Unsigned => "(char)-1 > 0",
            },
            match rules.enum_size {
                EnumSize::Int => 4,
                EnumSize::Smallest => 1,
            },
        );
        let demands = [
            (sign.to_owned(), "char must have its usual sign"),
            (
                format!("sizeof(long) == {word} && sizeof(void *) == {word}"),
                "long and pointers must have the size of the data model",
            ),
            (
                format!("sizeof(long double) == {long_double}"),
                "long double must be the x87 format",
            ),
            (
                "sizeof(__WCHAR_TYPE__) == 4 && (__WCHAR_TYPE__)-1 < 0".to_owned(),
                "wchar_t must be int",
            ),
            (
                format!("sizeof(enum {{ __invar_guard_constant }}) == {enum_bytes}"),
                "enumerations must have their usual size",
            ),
            (
                format!(
                    "sizeof(struct {{ char a; int b; }}) == 8 && sizeof(struct {{ char a; long \
                     long b; }}) == {long_long} && sizeof(struct {{ char a; int b : 4; short c; }}) == 4"
                ),
                "members of structs must have their usual places",
            ),
        ];
        let mut text = String::new();
        for (demand, message) in demands {
            text.push_str(&format!(
                "# 1 \"<invar-guard>\"\n_Static_assert({demand}, \"{message}: an option of clang changed it\");\n"
            ));
        }
        text
    }
}

/// Whether `char` has negative values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum CharSign {
    #[default]
    Signed,
    Unsigned,
}

/// How large enumerations are without attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum EnumSize {
    /// As `int`, or larger where the values need it.
    #[default]
    Int,
    /// As the smallest type that has room for the values.
    Smallest,
}

/// What options say about types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

    fn is_old(&self) -> bool {
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

/// Starts of arguments that are refused, with what to do instead.
const REFUSED: [(&str, &str); 31] = [
    ("-std", "give invar -std=... itself"),
    ("--std", "give invar -std=... itself"),
    ("-ansi", "give invar -std=c89"),
    ("-m32", "use --data-model ILP32"),
    ("-m64", "use --data-model LP64"),
    ("-mx32", "the data models are ILP32 and LP64"),
    ("-m16", "the data models are ILP32 and LP64"),
    ("-target", "invar reads programs for x86"),
    ("--target", "invar reads programs for x86"),
    ("-x", "invar reads C only"),
    ("-o", "invar needs the output of clang for itself"),
    ("-c", "invar needs the output of clang for itself"),
    ("-E", "invar needs the output of clang for itself"),
    ("-S", "invar needs the output of clang for itself"),
    ("-M", "invar needs the output of clang for itself"),
    ("-emit", "invar needs the output of clang for itself"),
    ("-X", "arguments must go to the driver of clang"),
    (
        "-ffp-eval-method",
        "operations are rounded to their own types",
    ),
    ("-mfpmath=387", "operations are rounded to their own types"),
    ("-mlong-double", "long double is the x87 format"),
    (
        "-trigraphs",
        "trigraphs are read with -std=c99 and the like",
    ),
    (
        "-ftrigraphs",
        "trigraphs are read with -std=c99 and the like",
    ),
    (
        "-finstrument-functions",
        "calls of hooks are not in the tree",
    ),
    (
        "-ftrivial-auto-var-init",
        "what is not initialised holds anything",
    ),
    ("-Ofast", "floating-point arithmetic is that of IEEE 754"),
    ("-mdaz-ftz", "floating-point arithmetic is that of IEEE 754"),
    (
        "-fsingle-precision-constant",
        "constants have the types that they are written with",
    ),
    ("-funsigned-bitfields", "bit-fields of type int are signed"),
    ("-fplugin", "plug-ins of clang can change the tree"),
    ("-load", "plug-ins of clang can change the tree"),
    ("--config", "name the options themselves"),
];

impl Further {
    /// Checks arguments for clang.
    ///
    /// # Errors
    ///
    /// One of them would change what invar reads, or is no option.
    pub fn new(arguments: Vec<String>) -> Result<Further, Diagnostic> {
        let mut is_value = false;
        for argument in &arguments {
            if std::mem::take(&mut is_value) {
                continue;
            }
            is_value = WITH_VALUE.contains(&argument.as_str());
            if !argument.starts_with('-') || argument == "-" || argument == "--" {
                let message = format!("'{argument}' is no option of clang");
                return Err(Diagnostic::new(message).with_hint("files to check stand before `--`"));
            }
            let refused = REFUSED
                .iter()
                .find(|(start, _)| argument.starts_with(start));
            if let Some((_, hint)) = refused {
                let message = format!("clang's option '{argument}' cannot be handed through");
                return Err(Diagnostic::new(message).with_hint(*hint));
            }
        }
        if is_value {
            let message = "the last option for clang needs a value";
            return Err(Diagnostic::new(message));
        }
        Ok(Further(arguments))
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.0
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

    #[test]
    fn what_would_change_the_reading_is_refused_with_a_hint() {
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
            let refusal = Further::new(vec![argument.to_owned()]).expect_err(argument);
            assert!(refusal.hint.is_some(), "{argument}");
        }
        assert!(Further::new(vec!["-D".to_owned()]).is_err());
        let fine = [
            "-D", "file.c", "-O2", "-Wall", "-fwrapv", "-isystem", "folder",
        ];
        let fine: Vec<String> = fine.iter().map(|a| (*a).to_owned()).collect();
        assert_eq!(Further::new(fine.clone()).expect("fine").arguments(), fine);
        assert!(Standard::new("c++17").is_err());
        assert!(Standard::new("c17").is_ok());
    }
}
