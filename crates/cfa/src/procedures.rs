//! Procedures of a divided program: what is kept separate where functions are recursive.
//!
//! A divided program is one automaton. It holds the body of the entry function and, beside it, one
//! body per procedure. The entry leads to all of them: to the first from zeros, to the others from
//! any values. A call of a procedure is a chain of edges that gives any value to everything the
//! procedure may change. So its executions include those of the program, cut into the parts between
//! calls; what connects the parts again are contracts (`invar_certify::Contracts`).
//!
//! ```text
//! entry -> start: all variables any -> old values kept -> body -> exit        per procedure
//! ... passed := arguments, before := globals -> before -> globals, results any -> after -> ...
//! ```

use crate::{LocId, VarId};
use std::sync::Arc;

/// A parameter of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcedureParameter {
    /// The variable in the body.
    pub variable: VarId,
    /// Its value where the body starts.
    pub old: VarId,
    /// At a call: the argument.
    pub passed: VarId,
}

/// A result of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcedureResult {
    /// The variable in the body.
    pub variable: VarId,
    /// After a call: the returned value.
    pub returned: VarId,
}

/// A global that procedures may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangedGlobal {
    /// The global.
    pub variable: VarId,
    /// Its value where the body of a procedure starts.
    pub old: VarId,
    /// Its value at a call.
    pub before: VarId,
}

/// A function that is called and not inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The function's name.
    pub name: Arc<str>,
    /// Where its body starts, with any values.
    pub start: LocId,
    /// After the start, where old values are stored.
    pub body: LocId,
    /// Where it ends; no edge leaves it.
    pub exit: LocId,
    /// Its parameters, in order.
    pub parameters: Vec<ProcedureParameter>,
    /// Its results, in order.
    pub results: Vec<ProcedureResult>,
}

/// A call of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcedureCall {
    /// Its place in the list of procedures.
    pub procedure: usize,
    /// Where the arguments are known.
    pub before: LocId,
    /// Where results and globals have any values; only havoc edges lead from `before` to it.
    pub after: LocId,
}

/// The procedures of a divided program.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Procedures {
    /// All of them.
    pub list: Vec<Procedure>,
    /// Their calls.
    pub calls: Vec<ProcedureCall>,
    /// The globals that some procedure may change.
    pub changed: Vec<ChangedGlobal>,
    /// Further globals that procedures read.
    pub read: Vec<VarId>,
}

impl Procedures {
    /// The variables that a precondition is about: parameters and globals.
    pub fn given(&self, procedure: &Procedure) -> Vec<VarId> {
        let parameters = procedure.parameters.iter().map(|p| p.variable);
        let changed = self.changed.iter().map(|g| g.variable);
        parameters.chain(changed).chain(self.read.clone()).collect()
    }

    /// The variables of [`Procedures::given`] at a call, in the same order.
    pub fn given_at_call(&self, procedure: &Procedure) -> Vec<VarId> {
        let parameters = procedure.parameters.iter().map(|p| p.passed);
        let changed = self.changed.iter().map(|g| g.variable);
        parameters.chain(changed).chain(self.read.clone()).collect()
    }

    /// The old values of these variables in the body, where parameters and globals may have
    /// changed; in the same order.
    pub fn given_before(&self, procedure: &Procedure) -> Vec<VarId> {
        let parameters = procedure.parameters.iter().map(|p| p.old);
        let changed = self.changed.iter().map(|g| g.old);
        parameters.chain(changed).chain(self.read.clone()).collect()
    }

    /// The variables that a summary is about: old values of parameters and globals, results and
    /// globals at the end.
    pub fn summarised(&self, procedure: &Procedure) -> Vec<VarId> {
        let old = procedure.parameters.iter().map(|p| p.old);
        let results = procedure.results.iter().map(|r| r.variable);
        let before = self.changed.iter().map(|g| g.old);
        self.before_and_after(old.chain(before), results)
    }

    /// The variables of [`Procedures::summarised`] after a call, in the same order.
    pub fn summarised_at_call(&self, procedure: &Procedure) -> Vec<VarId> {
        let old = procedure.parameters.iter().map(|p| p.passed);
        let results = procedure.results.iter().map(|r| r.returned);
        let before = self.changed.iter().map(|g| g.before);
        self.before_and_after(old.chain(before), results)
    }

    /// Values before a call, its results, and globals after it.
    fn before_and_after(
        &self,
        before: impl Iterator<Item = VarId>,
        results: impl Iterator<Item = VarId>,
    ) -> Vec<VarId> {
        let after = self.changed.iter().map(|g| g.variable);
        let kept = self.read.iter().copied();
        before.chain(results).chain(after).chain(kept).collect()
    }
}
