//! Fewer predicates: those between calls are replaced by what they follow from.
//!
//! A solver generalises separately what it learns about every predicate; predicates before and after
//! each call hinder it. Contracts and invariants need only those of starts, exits and loop heads. Z3
//! could replace the others itself, but replaces those that are needed too.

use invar_solver::horn::{Atom, Clause, Horn};
use invar_term::{Substitution, TermId, TermStore};
use rustc_hash::FxHashSet;

/// Clauses that replacing a predicate may make.
const MAX_CLAUSES: usize = 12;

/// Replaces predicates that are not `needed`; no clause is about them then. A solution of the clauses
/// that result is one of the given ones, with the strongest solution for each of those replaced.
pub(super) fn shortened(terms: &TermStore, mut system: Horn, needed: &[usize]) -> Horn {
    for predicate in 0..system.predicates.len() {
        if !needed.contains(&predicate) {
            replace(terms, &mut system.clauses, predicate);
        }
    }
    system
}

fn replace(terms: &TermStore, clauses: &mut Vec<Clause>, predicate: usize) {
    let gives = |clause: &Clause| {
        let conclusion = clause.conclusion.as_ref();
        conclusion.is_some_and(|atom| atom.predicate == predicate)
    };
    let uses = |clause: &Clause| {
        let premises = clause.premises.iter();
        premises.filter(|atom| atom.predicate == predicate).count()
    };
    let giving: Vec<&Clause> = clauses.iter().filter(|clause| gives(clause)).collect();
    let using: Vec<&Clause> = clauses.iter().filter(|clause| uses(clause) > 0).collect();
    let recursive = giving.iter().any(|clause| uses(clause) > 0);
    if recursive || using.iter().any(|c| uses(c) > 1) || giving.len() * using.len() > MAX_CLAUSES {
        return;
    }
    let mut made = Vec::new();
    for user in &using {
        for giver in &giving {
            let giver = renamed(terms, giver);
            made.extend(resolved(terms, &giver, user, predicate));
        }
    }
    clauses.retain(|clause| !gives(clause) && uses(clause) == 0);
    clauses.append(&mut made);
}

/// The clause with fresh variables.
fn renamed(terms: &TermStore, clause: &Clause) -> Clause {
    let fresh = |variable: &TermId| {
        let name = terms.as_symbol(*variable).map(|id| terms.symbol_name(id));
        let name = name.unwrap_or_default();
        (*variable, terms.fresh_symbol(name, terms.sort(*variable)))
    };
    let pairs = clause.variables.iter().map(fresh);
    let mut names = Substitution::new(terms, pairs);
    substituted(terms, clause, &mut names)
}

/// What follows from both clauses, of which one concludes what the other uses.
fn resolved(terms: &TermStore, giver: &Clause, user: &Clause, predicate: usize) -> Option<Clause> {
    let place = user.premises.iter();
    let place = place.clone().position(|atom| atom.predicate == predicate)?;
    let given = giver.conclusion.as_ref()?;
    let used = &user.premises[place];
    let pairs = used.arguments.iter().copied().zip(given.arguments.iter());
    let mut seen = FxHashSet::default();
    let (first, again): (Vec<_>, Vec<_>) = pairs
        .map(|(variable, value)| (variable, *value))
        .partition(|(variable, _)| seen.insert(*variable));
    let mut values = Substitution::new(terms, first);
    let mut clause = substituted(terms, user, &mut values);
    clause
        .premises
        .splice(place..=place, giver.premises.clone());
    let equal = again
        .into_iter()
        .map(|(variable, value)| terms.eq(values.apply(terms, variable), value));
    let equal: Vec<TermId> = equal.collect();
    clause.constraint.extend(equal);
    clause.constraint.extend(&giver.constraint);
    if clause.constraint.iter().any(|part| terms.is_false(*part)) {
        return None;
    }
    clause.constraint.retain(|part| !terms.is_true(*part));
    let atoms = clause.premises.iter().chain(&clause.conclusion);
    let mut all = clause.constraint.clone();
    all.extend(atoms.flat_map(|atom| atom.arguments.iter().copied()));
    let symbols = terms.symbols_of(&all).into_iter();
    clause.variables = symbols.map(|symbol| terms.symbol_term(symbol)).collect();
    Some(clause)
}

fn substituted(terms: &TermStore, clause: &Clause, by: &mut Substitution) -> Clause {
    let mut all = |these: &[TermId]| -> Vec<TermId> {
        these.iter().map(|term| by.apply(terms, *term)).collect()
    };
    let variables = all(&clause.variables);
    let constraint = all(&clause.constraint);
    let mut atom = |atom: &Atom| Atom {
        predicate: atom.predicate,
        arguments: all(&atom.arguments),
    };
    Clause {
        variables,
        premises: clause.premises.iter().map(&mut atom).collect(),
        constraint,
        conclusion: clause.conclusion.as_ref().map(&mut atom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_solver::horn::Predicate;
    use invar_solver::{Budget, HornAnswer, HornSolver, Z3Spacer};
    use invar_term::Sort;
    use std::sync::Arc;

    const GIVEN: usize = 0;
    const BETWEEN: usize = 1;
    const AFTER: usize = 2;

    /// `GIVEN(1)`, `GIVEN(x) -> BETWEEN(x, x + 1)`, `BETWEEN(x, y) -> AFTER(y)` and
    /// `AFTER(x) and x = bad -> false`; with `same`, the third is about `BETWEEN(x, x)`.
    fn chain(terms: &TermStore, bad: u128, same: bool) -> Horn {
        let sort = Sort::BitVec(8);
        let (x, y) = (terms.symbol("x", &sort), terms.symbol("y", &sort));
        let number = |n| terms.bv(8, n);
        let atom = |predicate, arguments: &[TermId]| Atom {
            predicate,
            arguments: arguments.to_vec(),
        };
        let clause = |premises: Vec<Atom>, constraint, conclusion| Clause {
            variables: vec![x, y],
            premises,
            constraint: vec![constraint],
            conclusion,
        };
        let next = terms.eq(y, terms.bv_add(x, number(1)));
        let used = if same { [x, x] } else { [x, y] };
        Horn {
            predicates: [vec![x], vec![x, y], vec![y]]
                .map(|parameters| Predicate { parameters })
                .to_vec(),
            clauses: vec![
                clause(vec![], terms.eq(x, number(1)), Some(atom(GIVEN, &[x]))),
                clause(vec![atom(GIVEN, &[x])], next, Some(atom(BETWEEN, &[x, y]))),
                clause(
                    vec![atom(BETWEEN, &used)],
                    terms.tru(),
                    Some(atom(AFTER, &used[1..])),
                ),
                clause(vec![atom(AFTER, &[x])], terms.eq(x, number(bad)), None),
            ],
        }
    }

    fn is_solved(terms: &Arc<TermStore>, system: &Horn) -> bool {
        let answer = Z3Spacer::default().solve(terms, system, &Budget::unlimited());
        match answer {
            HornAnswer::Solution(_) => true,
            HornAnswer::Derivation(_) | HornAnswer::Derivable => false,
            HornAnswer::Unknown(cause) => panic!("{cause:?}"),
        }
    }

    #[test]
    fn what_is_replaced_is_gone_and_the_answer_stays() {
        for (bad, same) in [(2, false), (3, false), (1, true), (2, true)] {
            let terms = Arc::new(TermStore::new());
            let system = chain(&terms, bad, same);
            let short = shortened(&terms, system.clone(), &[GIVEN, AFTER]);
            let atoms = |clause: &Clause| {
                let atoms = clause.premises.iter().chain(&clause.conclusion);
                atoms.map(|atom| atom.predicate).collect::<Vec<_>>()
            };
            assert!(!short.clauses.iter().any(|c| atoms(c).contains(&BETWEEN)));
            assert_eq!(short.predicates, system.predicates);
            assert_eq!(is_solved(&terms, &system), same || bad != 2);
            assert_eq!(is_solved(&terms, &short), same || bad != 2);
        }
    }

    #[test]
    fn what_is_needed_stays_and_so_does_what_follows_from_itself() {
        let terms = Arc::new(TermStore::new());
        let mut system = chain(&terms, 3, false);
        let all = [GIVEN, BETWEEN, AFTER];
        assert_eq!(shortened(&terms, system.clone(), &all), system);
        let x = system.predicates[GIVEN].parameters.clone();
        let mut around = system.clauses[0].clone();
        around.premises = vec![Atom {
            predicate: GIVEN,
            arguments: x,
        }];
        system.clauses.push(around);
        let short = shortened(&terms, system, &[BETWEEN, AFTER]);
        assert_eq!(short.clauses.len(), 5);
    }
}
