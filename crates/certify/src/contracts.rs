//! Checking proofs about divided programs: what contracts oblige to, as a program without calls.
//!
//! Soundness. Let the program with obligations be safe, and look at an execution of the program with
//! calls that reaches a target, breaks a precondition at a call, or ends a procedure without its
//! summary; the shortest one. Its last step belongs to an activation. That activation started with
//! its precondition true, since breaking it at the call would be a shorter such execution; every call
//! inside it that returned did so with its summary true, for the same reason. So the part of the
//! execution that belongs to this activation, with any values in place of what completed calls did,
//! is an execution of the program with obligations, in which the assumptions hold; and it ends in one
//! of its targets. That is impossible. Mutual recursion makes no difference, and whether calls return
//! does not matter: partial correctness.
//!
//! ```text
//! start:   assume requires             exit:   not ensures -> error
//! before:  not requires -> error       after:  assume ensures
//! ```
//!
//! That the divided program has the shape this relies on is checked here too, as far as it can be
//! seen in it: procedures start with any values and keep the old ones, calls forget everything that
//! procedures may change.

use crate::{Certified, Rejection, certify_proof};
use invar_cfa::{
    AssumeReason, Cfa, Check, CheckId, CheckKind, EdgeId, LocId, LocationKind, Operation,
    Procedure, ProcedureCall, Procedures, Program, Scope, StableId, VarId,
};
use invar_solver::{Budget, SolverFactory};
use invar_term::{Substitution, SymbolId, TermId};
use invar_verdict::{Contract, ModularProof, Proof, Support};
use std::collections::{BTreeMap, BTreeSet};

/// A part of a contract that is claimed somewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// The conjunct of this number of the precondition of this procedure.
    Requires(usize, usize),
    /// The conjunct of this number of its summary.
    Ensures(usize, usize),
}

/// A program without calls that is safe only if contracts hold and suffice.
#[derive(Clone, Debug)]
pub struct Obligations {
    /// The program. Locations of the divided program keep their names.
    pub program: Program,
    /// The errors that represent broken claims.
    pub claims: BTreeMap<LocId, Claim>,
}

/// Checks a proof about a divided program.
///
/// # Errors
/// What does not hold, or could not be decided within the budget.
pub fn certify_modular(
    divided: &Program,
    procedures: &Procedures,
    proof: &ModularProof,
    factory: &dyn SolverFactory,
    budget: &Budget,
) -> Result<Certified, Rejection> {
    let obligations = obligations(divided, procedures, &proof.contracts)?;
    let inductive = Proof::Inductive {
        heads: proof.heads.clone(),
        invariant: proof.invariant.clone(),
    };
    let support = Support::default();
    certify_proof(&obligations.program, &inductive, &support, factory, budget)
}

/// The program that contracts oblige to.
///
/// # Errors
/// If there is not one contract per procedure, a contract mentions variables that it must not, or
/// the program is not divided as required.
pub fn obligations(
    divided: &Program,
    procedures: &Procedures,
    contracts: &[Contract],
) -> Result<Obligations, Rejection> {
    if contracts.len() != procedures.list.len() {
        return Err(refused("there is not one contract per procedure"));
    }
    let shape = Shape::of(divided, procedures);
    for (procedure, contract) in procedures.list.iter().zip(contracts) {
        shape.is_procedure(procedure)?;
        shape.speaks_of(&contract.requires, &procedures.given(procedure))?;
        shape.speaks_of(&contract.ensures, &procedures.summarised(procedure))?;
    }
    for call in &procedures.calls {
        shape.is_call(call)?;
    }
    let mut builder = Builder {
        program: divided.clone(),
        claims: BTreeMap::new(),
    };
    for (number, (procedure, contract)) in procedures.list.iter().zip(contracts).enumerate() {
        builder.assume(procedure.start, contract.requires.clone());
        let claim = |conjunct| Claim::Ensures(number, conjunct);
        builder.check(procedure.exit, &contract.ensures, claim);
    }
    for call in &procedures.calls {
        let callee = &procedures.list[call.procedure];
        let contract = &contracts[call.procedure];
        let given = (procedures.given(callee), procedures.given_at_call(callee));
        let requires = builder.renamed(&contract.requires, &given.0, &given.1);
        let summarised = (
            procedures.summarised(callee),
            procedures.summarised_at_call(callee),
        );
        let ensures = builder.renamed(&contract.ensures, &summarised.0, &summarised.1);
        let claim = |conjunct| Claim::Requires(call.procedure, conjunct);
        builder.check(call.before, &requires, claim);
        builder.assume(call.after, ensures);
    }
    Ok(Obligations {
        program: builder.program,
        claims: builder.claims,
    })
}

fn refused(message: &str) -> Rejection {
    Rejection::Refuted(message.to_owned())
}

struct Builder {
    program: Program,
    claims: BTreeMap<LocId, Claim>,
}

impl Builder {
    fn cfa(&mut self) -> &mut Cfa {
        let entry = self.program.entry.0 as usize;
        &mut self.program.functions[entry].cfa
    }

    fn renamed(&self, facts: &[TermId], from: &[VarId], to: &[VarId]) -> Vec<TermId> {
        let symbol = |v: &VarId| self.program.symbol(*v);
        let pairs = from.iter().map(symbol).zip(to.iter().map(symbol));
        let mut substitution = Substitution::new(&self.program.terms, pairs);
        let facts = facts.iter();
        facts
            .map(|fact| substitution.apply(&self.program.terms, *fact))
            .collect()
    }

    /// Facts that hold where execution leaves a location.
    fn assume(&mut self, at: LocId, facts: Vec<TermId>) {
        let condition = self.program.terms.and(&facts);
        let reason = AssumeReason::Premise;
        let next = self.cfa().split(at);
        let assume = Operation::Assume { condition, reason };
        self.cfa().add_edge(at, next, assume, None);
    }

    /// Facts that must hold where execution leaves a location.
    fn check(&mut self, at: LocId, facts: &[TermId], claim: impl Fn(usize) -> Claim) {
        let next = self.cfa().split(at);
        let (span, calls) = (self.cfa().location(at).span, self.cfa().location(at).calls);
        let stable = self.cfa().location(at).stable.to_string();
        let mut here = at;
        for (number, fact) in facts.iter().enumerate() {
            let check = CheckId(self.program.checks.len() as u32);
            let kind = CheckKind::Assertion;
            self.program.checks.push(Check { kind, span });
            let negation = self.program.terms.not(*fact);
            let mut place = |role: &str, kind: LocationKind| {
                let stable = StableId::of(&[&stable, role, &number.to_string()]);
                self.cfa().add_location(kind, span, stable, calls)
            };
            let error = place("broken", LocationKind::Error(check));
            let next = place("kept", LocationKind::Plain);
            for (condition, to) in [(*fact, next), (negation, error)] {
                let reason = AssumeReason::Branch;
                let assume = Operation::Assume { condition, reason };
                self.cfa().add_edge(here, to, assume, span);
            }
            self.claims.insert(error, claim(number));
            here = next;
        }
        self.cfa().add_edge(here, next, Operation::Skip, span);
    }
}

/// A divided program as the checks see it.
struct Shape<'p> {
    program: &'p Program,
    cfa: &'p Cfa,
    procedures: &'p Procedures,
    symbols: BTreeMap<SymbolId, VarId>,
}

impl<'p> Shape<'p> {
    fn of(program: &'p Program, procedures: &'p Procedures) -> Shape<'p> {
        Shape {
            program,
            cfa: program.entry_cfa(),
            procedures,
            symbols: program.variables_by_symbol(),
        }
    }

    fn speaks_of(&self, facts: &[TermId], of: &[VarId]) -> Result<(), Rejection> {
        let mut symbols = self.program.terms.symbols_of(facts).into_iter();
        if symbols.all(|s| self.symbols.get(&s).is_some_and(|v| of.contains(v))) {
            Ok(())
        } else {
            Err(refused("a contract speaks of what it must not"))
        }
    }

    /// The edges of a chain from a location on, as long as each is the only one and `wanted`.
    fn chain(&self, from: LocId, wanted: impl Fn(&Operation) -> bool) -> Vec<EdgeId> {
        let mut chain = Vec::new();
        let mut here = from;
        while let [edge] = self.cfa.location(here).outgoing()
            && wanted(&self.cfa.edge(*edge).operation)
            && !chain.contains(edge)
        {
            chain.push(*edge);
            here = self.cfa.edge(*edge).to;
        }
        chain
    }

    /// The variables that the chain of havoc edges before a location gives any value to.
    fn opened_before(&self, location: LocId) -> BTreeSet<VarId> {
        let mut opened = BTreeSet::new();
        let mut here = location;
        while let [edge] = self.cfa.location(here).incoming()
            && let Operation::Havoc { target, .. } = self.cfa.edge(*edge).operation
            && opened.insert(target)
        {
            here = self.cfa.edge(*edge).from;
        }
        opened
    }

    /// The edges that are reachable from a location.
    fn reachable_edges(&self, location: LocId) -> BTreeSet<EdgeId> {
        let mut edges = BTreeSet::new();
        let mut open = vec![location];
        while let Some(here) = open.pop() {
            for (id, edge) in self.cfa.outgoing(here) {
                if edges.insert(id) {
                    open.push(edge.to);
                }
            }
        }
        edges
    }

    /// A body starts with any values, keeps the old ones, changes no global but those that calls
    /// forget, and is left at its exit only.
    fn is_procedure(&self, procedure: &Procedure) -> Result<(), Rejection> {
        if !self.cfa.location(procedure.exit).outgoing().is_empty() {
            return Err(refused("a procedure continues after its exit"));
        }
        let opened = self.opened_before(procedure.start);
        let reachable = self.reachable_edges(procedure.start);
        let mut read = Vec::new();
        let keeping = self.chain(procedure.start, |o| matches!(o, Operation::Assign { .. }));
        let parameters = procedure.parameters.iter().map(|p| (p.old, p.variable));
        let globals = self.procedures.changed.iter().map(|g| (g.old, g.variable));
        let kept: BTreeMap<VarId, VarId> = parameters.chain(globals).collect();
        let mut missing = kept.clone();
        for edge in &keeping {
            // What comes after may change variables, so the chain ends at the first other edge.
            match self.cfa.edge(*edge).operation {
                Operation::Assign { target, value }
                    if kept.get(&target).map(|v| self.program.symbol(*v)) == Some(value) =>
                {
                    missing.remove(&target);
                }
                _ => break,
            }
        }
        if !missing.is_empty() {
            return Err(refused("a procedure does not keep an old value"));
        }
        for id in &reachable {
            let changed = match &self.cfa.edge(*id).operation {
                Operation::Skip => continue,
                Operation::Assume { condition, .. } => {
                    read.push(*condition);
                    continue;
                }
                Operation::Assign { target, value } => {
                    read.push(*value);
                    *target
                }
                Operation::Havoc { target, .. } => *target,
                Operation::Call { .. } => return Err(refused("the program still has calls")),
            };
            if kept.contains_key(&changed) && !keeping.contains(id) {
                return Err(refused("a procedure changes an old value"));
            }
            let is_global = self.program.variable(changed).scope == Scope::Global;
            let mut forgotten = self.procedures.changed.iter().map(|g| g.variable);
            if is_global && !forgotten.any(|v| v == changed) {
                return Err(refused("a procedure changes what its calls do not"));
            }
        }
        let read = self.program.terms.symbols_of(&read);
        let read = read.iter().filter_map(|s| self.symbols.get(s).copied());
        // A result that nothing is assigned to has any value too.
        let results = procedure.results.iter().map(|r| r.variable);
        let mut read = read.chain(results).chain(self.procedures.given(procedure));
        if read.all(|v| opened.contains(&v)) {
            Ok(())
        } else {
            Err(refused("a procedure does not start with any values"))
        }
    }

    /// A call forgets everything that procedures may change, and its results.
    fn is_call(&self, call: &ProcedureCall) -> Result<(), Rejection> {
        let Some(callee) = self.procedures.list.get(call.procedure) else {
            return Err(refused("a call of no procedure"));
        };
        let chain = self.chain(call.before, |o| {
            matches!(o, Operation::Havoc { .. } | Operation::Skip)
        });
        let mut forgotten = BTreeSet::new();
        let mut arrived = false;
        for edge in chain {
            if let Operation::Havoc { target, .. } = self.cfa.edge(edge).operation {
                forgotten.insert(target);
            }
            if self.cfa.edge(edge).to == call.after {
                arrived = true;
                break;
            }
        }
        let results = callee.results.iter().map(|r| r.returned);
        let globals = self.procedures.changed.iter().map(|g| g.variable);
        if arrived && results.chain(globals).all(|v| forgotten.contains(&v)) {
            Ok(())
        } else {
            Err(refused("a call does not forget what it changes"))
        }
    }
}
