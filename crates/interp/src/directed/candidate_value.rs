//! Values for a condition without a solver: one input is changed to a constant of the condition, or near one.

use invar_term::{BvValue, Evaluator, SymbolId, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Inputs of a condition that are changed.
const MAX_CHANGED: usize = 4;
/// Values that are tried for one of them.
const MAX_VALUES: usize = 24;
/// Numbers of at most so many bits are all tried.
const BYTE: u32 = 8;

/// A value for one symbol under which all conditions hold, where the other symbols keep theirs. The first condition is
/// the one that does not hold yet.
pub(super) fn candidate_value(
    terms: &TermStore,
    conditions: &[TermId],
    known: &FxHashMap<SymbolId, Value>,
) -> Option<(SymbolId, Value)> {
    let wanted = *conditions.first()?;
    let constants = constants(terms, wanted);
    let changed = terms.symbols_of(&[wanted]).into_iter().take(MAX_CHANGED);
    for symbol in changed {
        let Some(Value::Bv(old)) = known.get(&symbol) else {
            continue;
        };
        let mut values = known.clone();
        for candidate in candidates(&constants, old.width()) {
            values.insert(symbol, Value::Bv(candidate));
            let mut evaluator = Evaluator::new(terms, &values);
            let mut holds = |term: &TermId| evaluator.eval_bool(*term) == Ok(true);
            if conditions.iter().all(&mut holds) {
                let value = values.remove(&symbol);
                return value.map(|value| (symbol, value));
            }
        }
    }
    None
}

/// The constants in a term.
fn constants(terms: &TermStore, term: TermId) -> Vec<u128> {
    let all = terms.postorder(&[term]).into_iter();
    let numbers = all.filter_map(|part| terms.as_bv(part).map(|value| value.unsigned()));
    numbers.collect()
}

/// Constants and their neighbours, in a width.
fn candidates(constants: &[u128], width: u32) -> Vec<BvValue> {
    let near = |c: &u128| [*c, c.wrapping_add(1), c.wrapping_sub(1)];
    let all = [0, 1].into_iter().chain(constants.iter().flat_map(near));
    let mut seen = FxHashSet::default();
    let all = all.map(|number| BvValue::new(width, number));
    let distinct = all.filter(|value| seen.insert(*value));
    let mut chosen: Vec<BvValue> = distinct.take(MAX_VALUES).collect();
    // What a table says about a character is in no constant.
    if width <= BYTE {
        let bytes = (0..1u128 << width).map(|number| BvValue::new(width, number));
        chosen.extend(bytes.filter(|value| seen.insert(*value)));
    }
    chosen
}
