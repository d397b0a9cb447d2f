//! From the clauses of a program to those of a solver, which knows no programs.

use invar_encode::{BlockGraph, HornAtom, HornClause, HornOrigin, HornSystem, NodeKind};
use invar_solver::horn::{Atom, Clause, Horn, Predicate};

/// What must not be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Targets {
    /// Errors and what is not modelled.
    All,
    /// Errors.
    Errors,
}

/// The clauses of a system that count; predicates keep their places.
pub(crate) fn clauses_of(system: &HornSystem, counts: impl Fn(&HornClause) -> bool) -> Horn {
    let predicates = system.predicates.iter().map(|predicate| Predicate {
        parameters: predicate.symbols.clone(),
    });
    let counting = system.clauses.iter().filter(|clause| counts(clause));
    let clauses = counting.map(|clause| Clause {
        variables: clause.variables.clone(),
        premises: clause.premises.iter().map(atom).collect(),
        constraint: clause.constraint.clone(),
        conclusion: clause.conclusion.as_ref().map(atom),
    });
    Horn {
        predicates: predicates.collect(),
        clauses: clauses.collect(),
    }
}

/// The clauses, without those that lead to other targets.
pub(super) fn horn(system: &HornSystem, graph: &BlockGraph, targets: Targets) -> Horn {
    let counts = |clause: &HornClause| match clause.origin {
        HornOrigin::Start | HornOrigin::Call(_) => true,
        HornOrigin::Block(id) => {
            let kind = graph.node(graph.block(id).to).kind;
            targets == Targets::All || !matches!(kind, NodeKind::Unsupported(_))
        }
    };
    clauses_of(system, counts)
}

fn atom(atom: &HornAtom) -> Atom {
    Atom {
        predicate: atom.predicate,
        arguments: atom.arguments.clone(),
    }
}
