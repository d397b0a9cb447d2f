//! `summaries`: preconditions and summaries of procedures, from Horn clauses.
//!
//! Background: Komuravelli, Gurfinkel & Chaki, "SMT-Based Model Checking for Recursive Programs"
//! (2014), as shipped inside Z3: over- and under-approximations of procedures are learnt the IC3 way.
//! The clauses of a divided program are made in `invar_encode`; a solution gives every procedure a
//! precondition and a summary, and every loop an invariant.
//!
//! Deviations: what is found is no verdict. It suggests candidates for contracts over bit-vectors,
//! which are weakened until they hold and then certified (`cli`).
//!
//! Limitations: that there is no solution is reported, not turned into an execution.

mod shorten;

use crate::Context;
use crate::engines::spacer::system::clauses_of;
use invar_cfa::{LocId, Procedures};
use invar_encode::{BlockGraph, HornSystem, Starts};
use invar_solver::{Cause, HornAnswer};
use invar_term::{Op, TermId, TermStore};
use invar_verdict::{Contract, Invariant, ModularProof, Reason};

/// The result of solving the clauses.
#[derive(Clone, Debug)]
pub enum Summarised {
    /// They have a solution: contracts and loop invariants.
    Solved(ModularProof),
    /// They have none: in this arithmetic the program is unsafe.
    Derivable,
}

/// Solves the clauses of a divided program, whose blocks are cut at [`HornSystem::cuts`].
///
/// # Errors
/// Why there is no answer.
pub fn summaries(
    graph: &BlockGraph,
    procedures: &Procedures,
    facts: &[(LocId, TermId)],
    starts: Starts,
    context: &Context<'_>,
) -> Result<Summarised, Reason> {
    let gave_up = |message: String| Reason::SolverGaveUp { message };
    let Some(solver) = context.horn else {
        return Err(gave_up("there is no solver for Horn clauses".into()));
    };
    let system = HornSystem::of_procedures(graph, procedures, facts, starts);
    context.counters.add("horn systems", 1);
    let contracts = procedures.list.iter().flat_map(|p| [p.start, p.exit]);
    let needed = contracts.chain(graph.heads());
    let needed: Vec<usize> = needed.filter_map(|at| system.predicate_at(at)).collect();
    let clauses = shorten::shortened(&graph.terms, clauses_of(&system, |_| true), &needed);
    match solver.solve(&graph.terms, &clauses, &context.budget) {
        HornAnswer::Solution(solution) => {
            let proof = proof(graph, procedures, &system, &solution, starts);
            Ok(Summarised::Solved(proof))
        }
        HornAnswer::Derivation(_) | HornAnswer::Derivable => Ok(Summarised::Derivable),
        HornAnswer::Unknown(Cause::GaveUp(message)) => {
            Err(gave_up(format!("{}: {message}", solver.name())))
        }
        HornAnswer::Unknown(cause) => Err(context.stop(cause, "solving Horn clauses")),
    }
}

fn proof(
    graph: &BlockGraph,
    procedures: &Procedures,
    system: &HornSystem,
    solution: &[TermId],
    starts: Starts,
) -> ModularProof {
    let terms = &graph.terms;
    let at = |location: LocId| match system.predicate_at(location) {
        Some(predicate) => conjuncts(terms, solution[predicate]),
        // Nothing leads there.
        None => Vec::new(),
    };
    let contracts = procedures.list.iter().map(|procedure| Contract {
        requires: match starts {
            Starts::Called => at(procedure.start),
            Starts::Any => excluded(terms, at(procedure.start)),
        },
        ensures: at(procedure.exit),
    });
    let heads: Vec<LocId> = graph.heads().collect();
    let mut invariant = Invariant::default();
    for head in &heads {
        for fact in at(*head) {
            invariant.add(*head, fact);
        }
    }
    ModularProof {
        contracts: contracts.collect(),
        heads,
        invariant,
    }
}

/// The conjuncts of the negation of a conjunction.
fn excluded(terms: &TermStore, bad: Vec<TermId>) -> Vec<TermId> {
    match bad.as_slice() {
        [one] if *terms.op(*one) == Op::Or => {
            let parts = terms.args(*one).iter();
            parts
                .flat_map(|part| conjuncts(terms, terms.not(*part)))
                .collect()
        }
        _ => conjuncts(terms, terms.not(terms.and(&bad))),
    }
}

/// The conjuncts of a formula.
fn conjuncts(terms: &TermStore, formula: TermId) -> Vec<TermId> {
    let mut open = vec![formula];
    let mut found = Vec::new();
    while let Some(formula) = open.pop() {
        match terms.op(formula) {
            Op::True => {}
            Op::And => open.extend(terms.args(formula).iter().rev()),
            _ => found.push(formula),
        }
    }
    found
}
