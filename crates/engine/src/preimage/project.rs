//! Model-based projection: removes symbols from a conjunction of literals.
//!
//! Each step replaces the literals that mention one symbol by literals that imply they can be
//! satisfied by some value of it. Steps that lose nothing or little come first; when nothing else
//! works the symbol takes its value in the model, and that is counted.

use super::extended::Extended;
use super::implicant::{Values, implicant_under};
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
        literals: Vec::new(),
        points: 0,
        introduced: 0,
    };
    projector.start(literals)?;
    while let Some(symbol) = projector.first_open() {
        projector.step(symbol)?;
    }
    Ok(projector.finish())
}

/// A literal with the symbols in it that are to be removed, in order.
pub(super) struct Literal {
    pub(super) term: TermId,
    open: Vec<SymbolId>,
}

/// A way to remove a symbol: the literals that replace those with the symbol.
type Strategy<'a> = fn(&mut Projector<'a>, SymbolId) -> Result<Option<Vec<TermId>>, EvalError>;

/// The state of a projection.
pub(super) struct Projector<'a> {
    pub(super) terms: &'a TermStore,
    pub(super) values: Values<'a>,
    model: &'a Extended<'a>,
    eliminate: BTreeSet<SymbolId>,
    literals: Vec<Literal>,
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

    /// Removes one symbol, or brings the literals into a form in which that is possible.
    fn step(&mut self, first: SymbolId) -> Result<(), EvalError> {
        let strategies: [Strategy<'a>; 7] = [
            Projector::as_truth_value,
            Projector::by_equation,
            Projector::by_linear_bounds,
            Projector::by_bit_vector_bounds,
            Projector::by_only_context,
            Projector::by_elements,
            Projector::by_quotient,
        ];
        let open: BTreeSet<SymbolId> = self
            .literals
            .iter()
            .flat_map(|l| l.open.iter().copied())
            .collect();
        for strategy in strategies {
            for symbol in &open {
                if let Some(replacement) = strategy(self, *symbol)?
                    && self.replace(*symbol, &replacement)?
                {
                    return Ok(());
                }
            }
        }
        self.by_value(first)
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
        let concerned = self.take(x);
        let holds = self.all_hold(&replacement)?;
        debug_assert!(
            holds,
            "the model's own value does not satisfy {concerned:?}"
        );
        self.add(&replacement)
    }

    /// Literals that mention a symbol.
    pub(super) fn with(&self, x: SymbolId) -> Vec<TermId> {
        self.literals
            .iter()
            .filter(|l| l.open.binary_search(&x).is_ok())
            .map(|l| l.term)
            .collect()
    }

    /// `literals[from := to]`.
    pub(super) fn substituted(&self, literals: &[TermId], from: TermId, to: TermId) -> Vec<TermId> {
        let mut substitution = Substitution::new(self.terms, [(from, to)]);
        literals
            .iter()
            .map(|l| substitution.apply(self.terms, *l))
            .collect()
    }

    /// A symbol, to be removed as well, that stands for `term`.
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
    fn replace(&mut self, x: SymbolId, replacement: &[TermId]) -> Result<bool, EvalError> {
        if !self.all_hold(replacement)? {
            debug_assert!(false, "a projection lost the model");
            return Ok(false);
        }
        self.take(x);
        self.add(replacement)?;
        Ok(true)
    }

    fn all_hold(&mut self, literals: &[TermId]) -> Result<bool, EvalError> {
        for literal in literals {
            if !self.values.eval_bool(*literal)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn take(&mut self, x: SymbolId) -> Vec<TermId> {
        let taken = self.with(x);
        self.literals.retain(|l| l.open.binary_search(&x).is_err());
        taken
    }

    /// Adds what implies `formulas`.
    fn add(&mut self, formulas: &[TermId]) -> Result<(), EvalError> {
        for literal in implicant_under(self.terms, formulas, &mut self.values)? {
            self.keep(literal);
        }
        Ok(())
    }

    fn keep(&mut self, term: TermId) {
        if !self.terms.is_true(term) && self.literals.iter().all(|l| l.term != term) {
            let open = self.open_in(term);
            self.literals.push(Literal { term, open });
        }
    }

    fn open_in(&self, term: TermId) -> Vec<SymbolId> {
        let mut open = self.terms.symbols_of(&[term]);
        open.retain(|s| self.eliminate.contains(s));
        open.sort_unstable();
        open
    }

    fn first_open(&self) -> Option<SymbolId> {
        self.literals
            .iter()
            .filter_map(|l| l.open.first().copied())
            .min()
    }

    fn finish(self) -> Projection {
        Projection {
            literals: self.literals.into_iter().map(|l| l.term).collect(),
            points: self.points,
        }
    }
}

/// The subterms of `roots` in which `part` occurs.
pub(super) fn containing(terms: &TermStore, roots: &[TermId], part: TermId) -> FxHashSet<TermId> {
    let mut found = FxHashSet::default();
    for term in terms.postorder(roots) {
        if term == part || terms.args(term).iter().any(|a| found.contains(a)) {
            found.insert(term);
        }
    }
    found
}
