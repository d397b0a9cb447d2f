//! How programs are asked for interpolants: SMT-LIB has no command for them.

use crate::locate::locate;
use crate::theory::Theory;
use std::path::{Path, PathBuf};

/// A program that offers interpolants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `(get-interpolant I (not B))`, between two sides only. Found by search for a term of a
    /// grammar, not from a proof: slow.
    Cvc5,
    /// Named assertions, `(get-interpolants A B C)`.
    SmtInterpol,
    /// As SMTInterpol; linear arithmetic and truth values only.
    OpenSmt,
    /// Assertions in groups, `(get-interpolant (g0 g1))`.
    MathSat,
}

impl Dialect {
    /// Every program that we can ask.
    pub const ALL: [Dialect; 4] = [
        Dialect::Cvc5,
        Dialect::SmtInterpol,
        Dialect::OpenSmt,
        Dialect::MathSat,
    ];

    /// The name, of the dialect and of the program.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Cvc5 => "cvc5",
            Dialect::SmtInterpol => "smtinterpol",
            Dialect::OpenSmt => "opensmt",
            Dialect::MathSat => "mathsat",
        }
    }

    /// The environment variable that names the program's path.
    pub fn variable(self) -> &'static str {
        match self {
            Dialect::Cvc5 => "INVAR_CVC5",
            Dialect::SmtInterpol => "INVAR_SMTINTERPOL",
            Dialect::OpenSmt => "INVAR_OPENSMT",
            Dialect::MathSat => "INVAR_MATHSAT",
        }
    }

    /// The program, if it can be found.
    pub(super) fn program(self) -> Option<PathBuf> {
        let shipped = match self {
            Dialect::Cvc5 => "invar-cvc5",
            other => other.name(),
        };
        locate(self.variable(), self.name(), shipped)
    }

    /// What to run so that `program` reads commands from its standard input.
    pub(super) fn command(self, program: &Path) -> (PathBuf, Vec<String>) {
        let arguments: &[&str] = match self {
            // The technique for single invocations gives cvc5 1.0.3 interpolants with symbols of
            // one side, where formulas use defined functions.
            Dialect::Cvc5 => &[
                "--incremental",
                "--seed=0",
                "--sat-random-seed=0",
                "--sygus-si=none",
            ],
            Dialect::SmtInterpol => &["-q", "-no-success"],
            Dialect::OpenSmt => &["-p"],
            Dialect::MathSat => &["-input=smt2"],
        };
        let mut arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        // SMTInterpol comes as an archive for a Java machine.
        if program.extension().is_some_and(|e| e == "jar") {
            let jar = ["-jar".to_owned(), program.display().to_string()];
            arguments.splice(0..0, jar);
            return (PathBuf::from("java"), arguments);
        }
        (program.to_path_buf(), arguments)
    }

    /// The logic for the theories in use, and the sorts of numbers that occur.
    pub(super) fn logic(self, theory: Theory, numbers: Numbers) -> &'static str {
        match self {
            Dialect::Cvc5 | Dialect::MathSat => "ALL",
            Dialect::SmtInterpol => match (theory.bits, theory.numbers, theory.arrays) {
                (false, _, false) => "QF_UFLIRA",
                (false, _, true) => "QF_AUFLIRA",
                (true, false, false) => "QF_BV",
                (true, false, true) => "QF_ABV",
                (true, true, _) => "ALL",
            },
            Dialect::OpenSmt => match (theory.numbers, numbers) {
                (false, _) => "QF_UF",
                (true, Numbers::Reals) => "QF_LRA",
                (true, Numbers::Integers) => "QF_LIA",
            },
        }
    }

    /// What the program cannot interpolate, as far as we know before asking.
    pub(super) fn lacks(self, theory: Theory) -> Option<&'static str> {
        if theory.floats {
            return Some("floating-point numbers");
        }
        match self {
            Dialect::OpenSmt if theory.bits => Some("bit-vectors"),
            Dialect::OpenSmt if theory.arrays => Some("arrays"),
            _ => None,
        }
    }
}

/// Which numbers occur in formulas that have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// No reals.
    Integers,
    /// Some reals.
    Reals,
}
