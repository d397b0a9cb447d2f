//! Interpolation between frame-and-edge and cube, over linear arithmetic.
//!
//! A path through an incoming step is a conjunction `A` of constraints over the state before and
//! the state `X'` behind it; the cube `B` over `X'` contradicts it. Farkas multipliers of the
//! contradiction sum the literals of `B` to one constraint that is implied by the cube. The sums
//! of a few paths replace the literals if the result is still blocked.

use super::Tried;
use crate::ic3::consecution::{Assuming, Purpose, Reached};
use crate::ic3::cube::Cube;
use crate::ic3::predecessor::Total;
use crate::ic3::search::{Search, Stop};
use crate::ic3::system::{PlaceId, StepId};
use crate::linear::{Constraint, interpolant};
use crate::preimage::implicant;
use invar_solver::Model;
use invar_term::{Assignment, Evaluator, Sort, Substitution, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

/// Paths whose sums are combined.
const PATHS: usize = 4;

/// A model extended by the state behind the step.
struct Behind<'m> {
    before: Total<'m>,
    behind: FxHashMap<SymbolId, Value>,
}

impl Assignment for Behind<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let behind = self.behind.get(&symbol).cloned();
        behind.or_else(|| self.before.value(symbol))
    }
}

impl Search<'_> {
    /// Replaces the linear literals by sums of them.
    pub(crate) fn interpolate(
        &mut self,
        level: u32,
        place: PlaceId,
        cube: Cube,
    ) -> Result<Cube, Stop> {
        let terms = &self.system.terms;
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
        let Some(mut path) = self.some_path(level, place)? else {
            return Ok(cube);
        };
        for _ in 0..PATHS {
            let (step, model) = &path;
            let Some(sum) = self.sum_on_path(level, place, &cube, &linear, *step, model)? else {
                return Ok(cube);
            };
            if sums.contains(&sum) {
                return Ok(cube);
            }
            sums.push(sum);
            let terms = &self.system.terms;
            let literals = others.literals().iter().chain(&sums).copied();
            let Some(candidate) = Cube::new(terms, literals) else {
                return Ok(cube);
            };
            if candidate == cube {
                return Ok(cube);
            }
            match self.attempt(level, place, &candidate)? {
                Tried::Blocked(core) => return Ok(core),
                Tried::Reached(step, model) => path = (step, model),
                Tried::Unknown => return Ok(cube),
            }
        }
        Ok(cube)
    }

    /// Some way into the place from the frame below.
    fn some_path(&mut self, level: u32, place: PlaceId) -> Result<Option<(StepId, Model)>, Stop> {
        for step in self.system.place(place).incoming.clone() {
            let answer = self.consecution.reached(
                &self.frames,
                step,
                level - 1,
                &[],
                Assuming::Nothing,
                Purpose::Generalise,
            )?;
            if let Ok(Reached::Yes(model)) = answer {
                return Ok(Some((step, model)));
            }
        }
        Ok(None)
    }

    /// The sum of the cube's literals that contradicts one path.
    fn sum_on_path(
        &self,
        level: u32,
        place: PlaceId,
        cube: &Cube,
        linear: &[(TermId, Constraint)],
        step: StepId,
        model: &Model,
    ) -> Result<Option<TermId>, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        let before = Total { terms, model };
        let literals: Vec<TermId> = linear.iter().map(|(literal, _)| *literal).collect();
        let mut path = vec![body.guard];
        let lemmas = self.frames.at(body.from, level - 1);
        path.extend(lemmas.map(|lemma| lemma.clause));
        path.extend(self.consecution.facts(body.from));
        if body.from == place {
            path.push(cube.clause(terms));
        }
        let mut behind = FxHashMap::default();
        let mut primes = Vec::new();
        let mut evaluator = Evaluator::new(terms, &before);
        for symbol in terms.symbols_of(&literals) {
            let now = terms.symbol_term(symbol);
            let next = primed(terms, symbol);
            let update = body.image(terms, now);
            let value = evaluator.eval(update)?;
            if let Some(name) = terms.as_symbol(next) {
                behind.insert(name, value);
            }
            path.push(terms.eq(next, update));
            primes.push((now, next));
        }
        let extended = Behind { before, behind };
        // A model of the step may lie outside a frame that the solver was not told about.
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
        let live = &self.system.place(place).live;
        Ok(symbols.iter().all(|s| live.contains(s)).then_some(sum))
    }
}

fn primed(terms: &TermStore, symbol: SymbolId) -> TermId {
    let name = format!("{}!next", terms.symbol_name(symbol));
    terms.symbol(&name, terms.sort(terms.symbol_term(symbol)))
}
