//! Model-based projection: removes symbols from a conjunction of literals.
//!
//! Each step replaces the literals that mention one symbol by literals that imply they can be
//! satisfied by some value of it. Steps that lose nothing or little come first; when nothing else
//! works the symbol takes its value in the model, and that is counted.

use super::extended::Extended;
use super::implicant::{Values, implicant_under};
use super::literals::Literals;
use super::subsume::without_subsumed;
use crate::shared::linear::Constraint;
use invar_term::{
    Assignment, EvalError, Evaluator, Sort, Substitution, SymbolId, TermId, TermStore,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What is left of literals after projection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Projection {
    /// The literals, over the other symbols.
    pub literals: Vec<TermId>,
    /// How many symbols had to take the value that the model gives them.
    pub points: usize,
}

/// Removes symbols from literals.
///
/// requires `model` satisfies each of `literals`;
/// ensures `model` satisfies the result, no symbol of `eliminate` occurs in it, and
/// `and(result) -> exists eliminate. and(literals)`.
///
/// # Errors
/// If the model lacks a symbol or divides by zero.
pub(crate) fn project(
    terms: &TermStore,
    literals: &[TermId],
    eliminate: &BTreeSet<SymbolId>,
    model: &dyn Assignment,
) -> Result<Projection, EvalError> {
    let model = Extended::new(model);
    let mut projector = Projector {
        terms,
        values: Evaluator::new(terms, &model),
        model: &model,
        eliminate: eliminate.clone(),
        literals: Literals::default(),
        points: 0,
        introduced: 0,
    };
    projector.start(literals)?;
    while let Some(symbol) = projector.literals.open().first().copied() {
        projector.step(symbol)?;
    }
    Ok(projector.finish())
}

/// A method to eliminate a symbol: the literals that replace those with the symbol.
type Strategy<'a> = fn(&mut Projector<'a>, SymbolId) -> Result<Option<Vec<TermId>>, EvalError>;

/// How often a pass may use its strategy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Once,
    Everywhere,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Made,
    None,
}

/// The state of a projection.
pub(super) struct Projector<'a> {
    pub(super) terms: &'a TermStore,
    pub(super) values: Values<'a>,
    model: &'a Extended<'a>,
    eliminate: BTreeSet<SymbolId>,
    literals: Literals,
    points: usize,
    introduced: usize,
}

impl<'a> Projector<'a> {
    /// Literals without the symbols are kept as they are, the others are brought into shape.
    fn start(&mut self, literals: &[TermId]) -> Result<(), EvalError> {
        let mut concerned = Vec::new();
        for literal in literals {
            let open = self.open_in(*literal);
            if open.is_empty() {
                self.keep(*literal);
            } else {
                concerned.push(*literal);
            }
        }
        self.add(&concerned)
    }

    /// Removes some symbols, or brings the literals into a form in which that is possible.
    fn step(&mut self, first: SymbolId) -> Result<(), EvalError> {
        // These lose nothing: they are used wherever they apply before anything else is tried.
        let exact: [Strategy<'a>; 2] = [Projector::as_truth_value, Projector::by_equation];
        for strategy in exact {
            if self.pass(strategy, Extent::Everywhere)? == Progress::Made {
                return Ok(());
            }
        }
        let others: [Strategy<'a>; 5] = [
            Projector::by_linear_bounds,
            Projector::by_bit_vector_bounds,
            Projector::by_only_context,
            Projector::by_elements,
            Projector::by_quotient,
        ];
        for strategy in others {
            if self.pass(strategy, Extent::Once)? == Progress::Made {
                return Ok(());
            }
        }
        self.by_value(first)
    }

    /// Tries a strategy on every symbol in order.
    fn pass(&mut self, strategy: Strategy<'a>, extent: Extent) -> Result<Progress, EvalError> {
        let mut progress = Progress::None;
        for symbol in self.literals.open() {
            if let Some(replacement) = strategy(self, symbol)?
                && self.replace(symbol, &replacement)? == Progress::Made
            {
                progress = Progress::Made;
                if extent == Extent::Once {
                    break;
                }
            }
        }
        Ok(progress)
    }

    /// `x` or `not x` and nothing else: some value of `x` satisfies all of them, as the model's
    /// does.
    fn as_truth_value(&mut self, x: SymbolId) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        if *self.terms.sort(symbol) != Sort::Bool {
            return Ok(None);
        }
        let negated = self.terms.not(symbol);
        let bare = |l: &TermId| *l == symbol || *l == negated;
        Ok(self.with(x).iter().all(bare).then(Vec::new))
    }

    /// The symbol takes its value in the model.
    fn by_value(&mut self, x: SymbolId) -> Result<(), EvalError> {
        let symbol = self.terms.symbol_term(x);
        let value = self.values.eval(symbol)?;
        self.points += 1;
        let constant = self.terms.constant(&value);
        let replacement = self.substituted(&self.with(x), symbol, constant);
        let holds = self.all_hold(&replacement)?;
        debug_assert!(holds, "the model's own value does not satisfy the literals");
        self.literals.remove(x);
        self.add(&replacement)
    }

    /// Literals that mention a symbol.
    pub(super) fn with(&self, x: SymbolId) -> Vec<TermId> {
        self.literals.with(x)
    }

    /// `literals[from := to]`.
    pub(super) fn substituted(&self, literals: &[TermId], from: TermId, to: TermId) -> Vec<TermId> {
        let mut substitution = Substitution::new(self.terms, [(from, to)]);
        literals
            .iter()
            .map(|l| substitution.apply(self.terms, *l))
            .collect()
    }

    /// A symbol that represents `term`, to be eliminated as well.
    pub(super) fn stand_in(&mut self, term: TermId) -> Result<TermId, EvalError> {
        let value = self.values.eval(term)?;
        let sort = self.terms.sort(term);
        // The same names in every projection: the store never forgets a symbol.
        let name = format!("project!{}:{sort}", self.introduced);
        self.introduced += 1;
        let symbol = self.terms.symbol(&name, sort);
        let id = self
            .terms
            .as_symbol(symbol)
            .expect("a symbol was just made");
        self.model.add(id, value);
        self.eliminate.insert(id);
        Ok(symbol)
    }

    /// Replaces the literals with `x`, unless the model does not satisfy the replacement: then a
    /// strategy is wrong, and nothing is done.
    fn replace(&mut self, x: SymbolId, replacement: &[TermId]) -> Result<Progress, EvalError> {
        if !self.all_hold(replacement)? {
            debug_assert!(false, "a projection lost the model");
            return Ok(Progress::None);
        }
        self.literals.remove(x);
        self.add(replacement)?;
        Ok(Progress::Made)
    }

    fn all_hold(&mut self, literals: &[TermId]) -> Result<bool, EvalError> {
        for literal in literals {
            if !self.values.eval_bool(*literal)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds what implies `formulas`.
    fn add(&mut self, formulas: &[TermId]) -> Result<(), EvalError> {
        for literal in implicant_under(self.terms, formulas, &mut self.values)? {
            // Sums in normal form: equal literals become equal terms.
            let sum = Constraint::of(self.terms, literal);
            self.keep(sum.map_or(literal, |c| c.to_term(self.terms)));
        }
        Ok(())
    }

    fn keep(&mut self, literal: TermId) {
        if !self.terms.is_true(literal) {
            let open = self.open_in(literal);
            self.literals.add(literal, open);
        }
    }

    fn open_in(&self, term: TermId) -> Vec<SymbolId> {
        let mut open = self.terms.symbols_of(&[term]);
        open.retain(|s| self.eliminate.contains(s));
        open.sort_unstable();
        open
    }

    fn finish(self) -> Projection {
        Projection {
            literals: without_subsumed(self.terms, &self.literals.all()),
            points: self.points,
        }
    }
}

/// The subterms of `roots` in which `part` occurs.
pub(crate) fn containing(terms: &TermStore, roots: &[TermId], part: TermId) -> FxHashSet<TermId> {
    let mut found = FxHashSet::default();
    for term in terms.postorder(roots) {
        if term == part || terms.args(term).iter().any(|a| found.contains(a)) {
            found.insert(term);
        }
    }
    found
}
