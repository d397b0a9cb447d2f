//! Interpolation between frame-and-edge and cube, over linear arithmetic.
//!
//! A path through an incoming step is a conjunction `A` of constraints over the state before and
//! the state `X'` after it; the cube `B` over `X'` contradicts it. Farkas multipliers of the
//! contradiction sum the literals of `B` to one constraint that is implied by the cube. The sums
//! of a few paths replace the literals if the result is still blocked.

use super::blocking::{Blocking, Tried};
use crate::shared::ic3::cube::Cube;
use crate::shared::ic3::predecessor::Total;
use crate::shared::ic3::stop::Stop;
use crate::shared::ic3::system::{StepId, System};
use crate::shared::linear::{Constraint, interpolant};
use crate::shared::preimage::implicant;
use invar_solver::Model;
use invar_term::{Assignment, Evaluator, Sort, Substitution, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

/// Paths whose sums are combined.
const PATHS: usize = 4;

/// A model extended by the state after the step.
struct After<'m> {
    before: Total<'m>,
    after: FxHashMap<SymbolId, Value>,
}

impl Assignment for After<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let after = self.after.get(&symbol).cloned();
        after.or_else(|| self.before.value(symbol))
    }
}

/// Replaces the linear literals by sums of them.
pub(super) fn interpolate<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    cube: Cube,
) -> Result<Cube, Stop> {
    let terms = &blocking.setting().system.terms;
    let linear: Vec<(TermId, Constraint)> = cube
        .literals()
        .iter()
        .filter_map(|literal| Some((*literal, Constraint::of(terms, *literal)?)))
        .collect();
    if linear.len() < 2 {
        return Ok(cube);
    }
    let others = cube.filtered(|l| linear.iter().all(|(literal, _)| *literal != l));
    let mut sums: Vec<TermId> = Vec::new();
    let Some(mut path) = blocking.some_step(at)? else {
        return Ok(cube);
    };
    for _ in 0..PATHS {
        let (step, model) = &path;
        let known = blocking.known_before(at, *step, &cube);
        let Some(sum) = sum_on_path(blocking.setting().system, known, &linear, *step, model)?
        else {
            return Ok(cube);
        };
        if sums.contains(&sum) {
            return Ok(cube);
        }
        sums.push(sum);
        let literals = others.literals().iter().chain(&sums).copied();
        let Some(candidate) = Cube::new(terms, literals) else {
            return Ok(cube);
        };
        if candidate == cube {
            return Ok(cube);
        }
        match blocking.attempt(at, &candidate)? {
            Tried::Blocked(core) => return Ok(core),
            Tried::Reached(step, model) => path = (step, model),
            Tried::Unknown => return Ok(cube),
        }
    }
    Ok(cube)
}

/// The sum of the cube's literals that contradicts one path, a step from where `known` holds.
fn sum_on_path(
    system: &System,
    known: Vec<TermId>,
    linear: &[(TermId, Constraint)],
    step: StepId,
    model: &Model,
) -> Result<Option<TermId>, Stop> {
    let terms = &system.terms;
    let body = system.step(step);
    let before = Total { terms, model };
    let literals: Vec<TermId> = linear.iter().map(|(literal, _)| *literal).collect();
    let mut path = vec![body.guard];
    path.extend(known);
    let mut after = FxHashMap::default();
    let mut primes = Vec::new();
    let mut evaluator = Evaluator::new(terms, &before);
    for symbol in terms.symbols_of(&literals) {
        let now = terms.symbol_term(symbol);
        let next = primed(terms, symbol);
        let update = body.image(terms, now);
        let value = evaluator.eval(update)?;
        if let Some(name) = terms.as_symbol(next) {
            after.insert(name, value);
        }
        path.push(terms.eq(next, update));
        primes.push((now, next));
    }
    let extended = After { before, after };
    // A model of the step may be outside a frame that the solver does not have.
    let mut evaluator = Evaluator::new(terms, &extended);
    path.retain(|formula| evaluator.eval_bool(*formula).unwrap_or(false));
    let a: Vec<Constraint> = implicant(terms, &path, &extended)?
        .into_iter()
        .filter_map(|literal| Constraint::of(terms, literal))
        .collect();
    let mut to_next = Substitution::new(terms, primes.iter().copied());
    let b: Vec<Constraint> = literals
        .iter()
        .filter_map(|l| Constraint::of(terms, to_next.apply(terms, *l)))
        .collect();
    let sort = linear.iter().find_map(|(_, c)| c.expression.sort(terms));
    let sort = sort.unwrap_or(Sort::Int);
    let Some(sum) = interpolant(&a, &b, &sort) else {
        return Ok(None);
    };
    let backwards = primes.iter().map(|(now, next)| (*next, *now));
    let sum = Substitution::new(terms, backwards).apply(terms, sum.to_term(terms));
    let symbols = terms.symbols_of(&[sum]);
    let live = &system.place(body.to).live;
    Ok(symbols.iter().all(|s| live.contains(s)).then_some(sum))
}

fn primed(terms: &TermStore, symbol: SymbolId) -> TermId {
    let name = format!("{}!next", terms.symbol_name(symbol));
    terms.symbol(&name, terms.sort(terms.symbol_term(symbol)))
}
