//! A model counts only after every asserted term and assumption evaluated to true under it.

use crate::{Answer, Cause, Model};
use invar_term::{Evaluator, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

/// `Sat` if `values` satisfy every one of `terms`, otherwise `Unknown(ModelRejected)`. A term
/// whose value is undefined (division of integers by zero) is not satisfied.
pub(crate) fn answer_with_model(
    store: &TermStore,
    values: FxHashMap<SymbolId, Value>,
    terms: impl Iterator<Item = TermId>,
) -> Answer {
    let model = Model::new(values);
    let mut evaluator = Evaluator::new(store, &model);
    for term in terms {
        if evaluator.eval_bool(term) != Ok(true) {
            return Answer::Unknown(Cause::ModelRejected);
        }
    }
    Answer::Sat(model)
}
