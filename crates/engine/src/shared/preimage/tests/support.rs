//! What the results must satisfy, checked by evaluation and by Z3.

use crate::shared::preimage::project::Projection;
use crate::shared::preimage::{implicant, project};
use invar_solver::{Answer, Budget, SolverFactory, Z3Factory};
use invar_term::{Evaluator, Op, ScriptPrinter, SymbolId, TermId, TermStore, Value};
use invar_testkit::{Random, terms as random_terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

pub(super) type Values = FxHashMap<SymbolId, Value>;

/// The terms as SMT-LIB text.
pub(super) fn text(terms: &TermStore, all: &[TermId]) -> String {
    let mut script = String::new();
    let mut printer = ScriptPrinter::new();
    let lines: Vec<String> = all
        .iter()
        .map(|t| printer.term(terms, *t, &mut script))
        .collect();
    format!("{script}\n{}", lines.join("\n"))
}

fn ask(terms: &Arc<TermStore>, formulas: &[TermId]) -> Answer {
    let mut solver = Z3Factory::default().make(terms).expect("Z3 starts");
    for formula in formulas {
        solver.assert(*formula).expect("Z3 knows every operator");
    }
    solver.check(&[], &Budget::lasting(Duration::from_secs(20)))
}

pub(super) fn holds(terms: &TermStore, formula: TermId, values: &Values) -> bool {
    Evaluator::new(terms, values).eval_bool(formula) == Ok(true)
}

/// The implicant, after a check that the model satisfies it and that it implies the formulas.
pub(super) fn checked_implicant(
    terms: &Arc<TermStore>,
    formulas: &[TermId],
    model: &Values,
) -> Vec<TermId> {
    let literals = implicant(terms, formulas, model).expect("the model has all values");
    for literal in &literals {
        assert!(
            holds(terms, *literal, model),
            "{}",
            text(terms, &[*literal])
        );
    }
    let mut query = literals.clone();
    query.push(terms.not(terms.and(formulas)));
    let answer = ask(terms, &query);
    assert!(
        matches!(answer, Answer::Unsat(_)),
        "{answer:?}\nformulas:{}\nliterals:{}",
        text(terms, formulas),
        text(terms, &literals)
    );
    literals
}

/// The projection, after a check that the model satisfies it, that no symbol is left, and that
/// states in it have a witness: the model itself, states near it and states that Z3 finds.
pub(super) fn checked_projection(
    terms: &Arc<TermStore>,
    literals: &[TermId],
    eliminate: &BTreeSet<SymbolId>,
    model: &Values,
    random: &mut Random,
) -> Projection {
    let projection = project(terms, literals, eliminate, model).expect("the model has all values");
    for literal in &projection.literals {
        assert!(
            holds(terms, *literal, model),
            "{}",
            text(terms, &[*literal])
        );
    }
    let left = terms.symbols_of(&projection.literals);
    assert!(left.iter().all(|s| !eliminate.contains(s)), "{left:?}");
    let result = terms.and(&projection.literals);
    let mut states: Vec<SymbolId> = terms.symbols_of(literals);
    states.retain(|s| !eliminate.contains(s));
    for _ in 0..6 {
        let mut near = model.clone();
        for state in &states {
            if random.one_in(2) {
                let sort = terms.sort(terms.symbol_term(*state));
                near.insert(*state, random_terms::value(sort, random));
            }
        }
        if holds(terms, result, &near) {
            assert_witness(terms, literals, &states, &near, &projection);
        }
    }
    for _ in 0..3 {
        let mut query = projection.literals.clone();
        query.extend(edge(terms, &projection.literals, random));
        for state in &states {
            let symbol = terms.symbol_term(*state);
            let sort = terms.sort(symbol);
            if sort.as_array().is_none() && random.one_in(4) {
                let value = terms.constant(&random_terms::value(sort, random));
                query.push(terms.eq(symbol, value));
            }
        }
        if let Answer::Sat(found) = ask(terms, &query) {
            let mut state = model.clone();
            for symbol in &states {
                if let Some(value) = found.get(*symbol) {
                    state.insert(*symbol, value.clone());
                }
            }
            assert_witness(terms, literals, &states, &state, &projection);
        }
    }
    projection
}

/// The border of a literal, where bounds that are too weak show.
fn edge(terms: &TermStore, literals: &[TermId], random: &mut Random) -> Option<TermId> {
    if literals.is_empty() {
        return None;
    }
    let literal = *random.pick(literals);
    let [a, b] = *terms.args(literal) else {
        return None;
    };
    match terms.op(literal) {
        Op::Le | Op::BvSle | Op::BvUle => Some(terms.eq(a, b)),
        Op::BvSlt | Op::BvUlt => Some(terms.eq(terms.bv_add(a, terms.bv(terms.width(a), 1)), b)),
        _ => None,
    }
}

/// Some values of the other symbols satisfy the literals in this state.
fn assert_witness(
    terms: &Arc<TermStore>,
    literals: &[TermId],
    states: &[SymbolId],
    values: &Values,
    projection: &Projection,
) {
    let mut query = literals.to_vec();
    for state in states {
        let value = terms.constant(&values[state]);
        query.push(terms.eq(terms.symbol_term(*state), value));
    }
    let answer = ask(terms, &query);
    assert!(
        matches!(answer, Answer::Sat(_)),
        "{answer:?}\nliterals:{}\nprojection:{}\nstate:{:?}",
        text(terms, literals),
        text(terms, &projection.literals),
        states
            .iter()
            .map(|s| (terms.symbol_name(*s), values[s].to_string()))
            .collect::<Vec<_>>()
    );
}
