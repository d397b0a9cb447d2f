//! The program that is searched and certified.

use crate::goal::Aim;
use crate::request::SearchOptions;
use invar_cfa::Program;
use invar_encode::Arithmetic;

/// The program about which evidence is stated.
pub(crate) struct Source<'p> {
    /// The inlined program, or its reading over ideal integers.
    pub(crate) program: &'p Program,
    pub(crate) arithmetic: Arithmetic,
    /// Operations that the reading replaced by any value.
    pub(crate) abstracted: usize,
    /// What it is looked at for.
    pub(crate) role: Role,
    /// What is looked for in it, if less than what the run looks for.
    pub(crate) aim: Aim,
    /// How to search, if not as the request says.
    pub(crate) search: Option<&'p SearchOptions>,
}

/// What a program is looked at for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The verdict.
    Program,
    /// Whether an assertion can be reached.
    Probe,
}

impl<'p> Source<'p> {
    /// The inlined program as it is.
    pub(crate) fn of(program: &'p Program) -> Source<'p> {
        Source {
            program,
            arithmetic: Arithmetic::Bv,
            abstracted: 0,
            role: Role::Program,
            aim: Aim::Verdict,
            search: None,
        }
    }
}
