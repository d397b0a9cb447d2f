//! The states after the steps from the start: inputs are removed from `guard and X = update`.
//!
//! An input that an equation determines is replaced; one that occurs only in linear bounds is
//! eliminated (Fourier and Motzkin), where that is exact. Conjuncts that still mention an input are
//! dropped, which weakens the condition.

use super::{Condition, Exactness};
use crate::shared::ic3::{PlaceId, START, Step, System};
use crate::shared::interpolate::conjuncts;
use crate::shared::linear::{Constraint, LinearExpression, Relation};
use crate::shared::preimage::{containing, solve};
use invar_term::{Op, RBig, Sort, Substitution, SymbolId, TermId, TermStore};
use std::collections::BTreeSet;

/// Pairs of bounds that the removal of one input may combine.
const MAX_COMBINATIONS: usize = 64;

/// The condition of a place: one of the steps from the start to it has been taken.
pub(super) fn condition(system: &System, place: PlaceId) -> Condition {
    let steps = system.place(place).incoming.iter();
    let steps = steps.map(|id| system.step(*id)).filter(|s| s.from == START);
    let after: Vec<Condition> = steps.map(|step| after(system, step)).collect();
    let formulas: Vec<TermId> = after.iter().map(|c| c.formula).collect();
    let formula = system.terms.or(&formulas);
    let exact = |c: &Condition| c.exactness == Exactness::Exact;
    let exactness = if system.terms.is_false(formula) || after.iter().all(exact) {
        Exactness::Exact
    } else {
        Exactness::Weaker
    };
    Condition { formula, exactness }
}

/// The states after one step from the start.
fn after(system: &System, step: &Step) -> Condition {
    let terms = &*system.terms;
    let live = system.place(step.to).live.iter();
    let live: Vec<TermId> = live.map(|s| terms.symbol_term(*s)).collect();
    let mut roots: Vec<TermId> = live.iter().map(|x| step.image(terms, *x)).collect();
    roots.push(step.guard);
    // There is no state before: a variable that is read has any value, and it is not the value that
    // the variable has after the step.
    let read = terms.symbols_of(&roots);
    let mut before = Substitution::new(
        terms,
        read.iter().filter(|s| !step.inputs.contains(s)).map(|s| {
            let symbol = terms.symbol_term(*s);
            (symbol, terms.fresh_symbol("start", terms.sort(symbol)))
        }),
    );
    let roots: Vec<TermId> = roots.iter().map(|r| before.apply(terms, *r)).collect();
    let unknown: BTreeSet<SymbolId> = terms.symbols_of(&roots).into_iter().collect();
    let equations = live.iter().zip(&roots).map(|(x, u)| terms.eq(*x, *u));
    let mut conjunction = Conjunction {
        terms,
        conjuncts: Vec::new(),
        unknown,
    };
    let guard = roots.last().copied();
    conjunction.replace(&guard.into_iter().chain(equations).collect::<Vec<_>>());
    conjunction.remove_all();
    conjunction.finish()
}

/// Formulas from which symbols are to be eliminated.
struct Conjunction<'t> {
    terms: &'t TermStore,
    conjuncts: Vec<TermId>,
    /// Symbols that are not eliminated yet.
    unknown: BTreeSet<SymbolId>,
}

impl Conjunction<'_> {
    fn replace(&mut self, formulas: &[TermId]) {
        self.conjuncts = conjuncts(self.terms, formulas);
    }

    /// Eliminates the symbols that can be eliminated exactly.
    fn remove_all(&mut self) {
        loop {
            let unknown = || self.unknown.iter().copied();
            let found = unknown()
                .find_map(|i| Some((i, self.without_equation(i, Sides::Bare)?)))
                .or_else(|| {
                    unknown().find_map(|i| Some((i, self.without_equation(i, Sides::Any)?)))
                })
                .or_else(|| unknown().find_map(|i| Some((i, self.without_bounds(i)?))));
            let Some((input, formulas)) = found else {
                return;
            };
            self.unknown.remove(&input);
            self.replace(&formulas);
        }
    }

    /// `i = t and F` is `F[i := t]`.
    fn without_equation(&self, input: SymbolId, sides: Sides) -> Option<Vec<TermId>> {
        let terms = self.terms;
        let symbol = terms.symbol_term(input);
        let bare = |equation: TermId| terms.args(equation).contains(&symbol);
        let equations = self
            .conjuncts
            .iter()
            .enumerate()
            .filter(|(_, c)| *terms.op(**c) == Op::Eq && (sides == Sides::Any || bare(**c)));
        for (position, equation) in equations {
            if !self.mentions(*equation, symbol) {
                continue;
            }
            let Some(solution) = solve(terms, *equation, symbol) else {
                continue;
            };
            let mut with = Substitution::new(terms, [(symbol, solution.term)]);
            let others = self.conjuncts.iter().enumerate();
            let others = others.filter(|(other, _)| *other != position);
            let mut formulas: Vec<TermId> = others.map(|(_, c)| with.apply(terms, *c)).collect();
            formulas.extend(solution.conditions);
            return Some(formulas);
        }
        None
    }

    /// `a <= k * i and m * i <= b` is `m * a <= k * b`; over integers if `k` or `m` is 1.
    fn without_bounds(&self, input: SymbolId) -> Option<Vec<TermId>> {
        let terms = self.terms;
        let symbol = terms.symbol_term(input);
        let sort = terms.sort(symbol);
        if !matches!(sort, Sort::Int | Sort::Real) {
            return None;
        }
        let (mut lower, mut upper, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for conjunct in &self.conjuncts {
            let inside = containing(terms, &[*conjunct], symbol);
            if inside.is_empty() {
                others.push(*conjunct);
                continue;
            }
            let bound = Constraint::of(terms, *conjunct)?;
            let sum = &bound.expression;
            let hidden = sum.terms.keys().any(|t| *t != symbol && inside.contains(t));
            if bound.relation == Relation::Zero || hidden {
                return None;
            }
            match sum.coefficient(symbol) {
                c if c > RBig::ZERO => upper.push(bound),
                c if c < RBig::ZERO => lower.push(bound),
                _ => others.push(bound.to_term(terms)),
            }
        }
        if lower.len() * upper.len() > MAX_COMBINATIONS {
            return None;
        }
        for low in &lower {
            for high in &upper {
                others.push(combined(low, high, symbol, sort)?.to_term(terms));
            }
        }
        Some(others)
    }

    fn mentions(&self, formula: TermId, symbol: TermId) -> bool {
        !containing(self.terms, &[formula], symbol).is_empty()
    }

    /// Drops conjuncts over symbols that were not eliminated.
    fn finish(self) -> Condition {
        let terms = self.terms;
        let known = |formula: &TermId| {
            let mut symbols = terms.symbols_of(&[*formula]).into_iter();
            symbols.all(|s| !self.unknown.contains(&s))
        };
        let kept: Vec<TermId> = self.conjuncts.iter().copied().filter(known).collect();
        let formula = terms.and(&kept);
        let exactness = if terms.is_false(formula) || kept.len() == self.conjuncts.len() {
            Exactness::Exact
        } else {
            Exactness::Weaker
        };
        Condition { formula, exactness }
    }
}

/// Which equations are considered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// Those in which the symbol is one of the sides.
    Bare,
    /// All.
    Any,
}

/// What a lower and an upper bound of a symbol say about the rest, if it is all that they say.
fn combined(
    low: &Constraint,
    high: &Constraint,
    symbol: TermId,
    sort: &Sort,
) -> Option<Constraint> {
    let below: RBig = -low.expression.coefficient(symbol);
    let above = high.expression.coefficient(symbol);
    if *sort == Sort::Int && below != RBig::ONE && above != RBig::ONE {
        return None;
    }
    let scaled = |sum: &LinearExpression, factor: &RBig| sum.without(symbol).scaled(factor);
    let sum = scaled(&low.expression, &above).plus(&scaled(&high.expression, &below));
    let relations = [low.relation, high.relation];
    let relation = if relations.contains(&Relation::BelowZero) {
        Relation::BelowZero
    } else {
        Relation::AtMostZero
    };
    Some(Constraint::new(sum, relation, sort))
}
