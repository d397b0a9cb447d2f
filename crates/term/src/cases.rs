//! Reads of arrays at indices that are one of a few constants.
//!
//! Where executions are followed from the entry, an address is mostly a choice between a few constants:
//! `ite(c, 8, ite(d, 16, 24))`. A read at such an index is the same choice between reads at constants, and a read
//! at a constant passes writes to other constants, so that no array is left in what a solver is asked:
//!
//! `select(a, i) = ite(i = k1, a[k1], ... a[kn])` where `i` has no other values than `k1, ..., kn`,
//! `store(b, j, v)[k] = ite(j = k, v, b[k])`, `ite(c, b, d)[k] = ite(c, b[k], d[k])`.
//!
//! A comparison of such choices is the disjunction of the cases in which it holds. Cases that the context
//! excludes are left out: where `p != 0` holds, nothing is read from null. Every result has the value of the term it is
//! made from, under every assignment that satisfies the context.

mod facts;

use crate::bitvector::BvValue;
use crate::{Op, Sort, TermId, TermStore, Value, apply_op};
use facts::Facts;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The largest number of cases of a term.
const MAX_CASES: usize = 64;
/// The largest number of combinations of cases that are looked at for one application.
const MAX_COMBINATIONS: usize = 256;
/// Reads at constants that an analysis makes; what comes after them stays as it is.
const MAX_READS: usize = 2_000_000;

/// The values that a bit-vector term may have, each with its condition. The conditions exclude one another, and one of
/// them holds.
type Cases = BTreeMap<BvValue, TermId>;

/// A condition under which terms are resolved, with what it says as soon as that is asked.
struct Context {
    condition: TermId,
    facts: OnceCell<Rc<Facts>>,
}

impl Context {
    fn new(condition: TermId) -> Context {
        Context {
            condition,
            facts: OnceCell::new(),
        }
    }

    fn facts(&self, store: &TermStore) -> &Rc<Facts> {
        self.facts
            .get_or_init(|| Rc::new(Facts::of(store, self.condition)))
    }
}

/// Rewrites terms of one store, and remembers what it rewrote.
#[derive(Clone, Debug, Default)]
pub struct CaseAnalysis {
    /// Terms in which nothing is left to resolve.
    resolved: FxHashSet<TermId>,
    cases: FxHashMap<TermId, Option<Rc<Cases>>>,
    reads: FxHashMap<(TermId, BvValue), TermId>,
}

impl CaseAnalysis {
    /// A term in which reads at one of a few constant indices are resolved. It is equal to `term` wherever `context`
    /// holds.
    pub fn resolve(&mut self, store: &TermStore, context: TermId, term: TermId) -> TermId {
        if self.resolved.contains(&term) {
            return term;
        }
        let context = Context::new(context);
        let mut image: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let resolved = &self.resolved;
        let order = store.postorder_where(&[term], |t| !resolved.contains(&t) && seen.insert(t));
        for t in order {
            let node = store.node(t);
            let args: SmallVec<[TermId; 3]> = (node.args.iter())
                .map(|a| image.get(a).copied().unwrap_or(*a))
                .collect();
            let rebuilt = if args[..] == node.args[..] {
                t
            } else {
                store.app(node.op.clone(), &args)
            };
            image.insert(t, self.at_root(store, &context, rebuilt));
        }
        let result = image[&term];
        self.resolved.extend(image.into_values());
        result
    }

    /// Whether the term is known to have one of a few values.
    pub fn has_cases(&mut self, store: &TermStore, term: TermId) -> bool {
        self.cases_of(store, term).is_some()
    }

    /// Resolves an application whose arguments are resolved.
    fn at_root(&mut self, store: &TermStore, context: &Context, term: TermId) -> TermId {
        let (op, args) = (store.op(term), store.args(term));
        match (op, args) {
            (Op::Select, [array, index]) => {
                let read = self.select(store, context, *array, *index);
                read.unwrap_or(term)
            }
            (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [a, b]) => {
                let decided = self.comparison(store, context, op, (*a, *b));
                decided.unwrap_or(term)
            }
            _ if store.as_constant(term).is_some() => term,
            _ => match self.cases_under(store, context, term).as_deref() {
                Some([(only, _)]) => store.constant(&Value::Bv(*only)),
                _ => term,
            },
        }
    }

    fn select(
        &mut self,
        store: &TermStore,
        context: &Context,
        array: TermId,
        index: TermId,
    ) -> Option<TermId> {
        if self.reads.len() > MAX_READS {
            return None;
        }
        let mut result = None;
        for (value, condition) in self.cases_under(store, context, index)? {
            let element = self.read(store, array, value);
            let element = match store.op(element) {
                Op::Ite => context
                    .facts(store)
                    .with(store, condition)
                    .simplified(store, element),
                _ => element,
            };
            result = Some(match result {
                None => element,
                Some(others) => store.ite(condition, element, others),
            });
        }
        result
    }

    /// The disjunction of the cases in which a comparison holds.
    fn comparison(
        &mut self,
        store: &TermStore,
        context: &Context,
        op: &Op,
        (a, b): (TermId, TermId),
    ) -> Option<TermId> {
        let left = self.cases_under(store, context, a)?;
        let right = self.cases_under(store, context, b)?;
        if left.len() * right.len() > MAX_COMBINATIONS {
            return None;
        }
        let (mut holding, mut failing) = (Vec::new(), Vec::new());
        for (x, when) in &left {
            for (y, also) in &right {
                let values = [&Value::Bv(*x), &Value::Bv(*y)];
                let both = store.and(&[*when, *also]);
                let holds = apply_op(op, &values).ok()?.as_bool()?;
                let list = if holds { &mut holding } else { &mut failing };
                list.push(both);
            }
        }
        Some(if holding.len() <= failing.len() {
            store.or(&holding)
        } else {
            store.not(store.or(&failing))
        })
    }

    /// The cases of a term that the facts leave.
    fn cases_under(
        &mut self,
        store: &TermStore,
        context: &Context,
        term: TermId,
    ) -> Option<Vec<(BvValue, TermId)>> {
        let cases = self.cases_of(store, term)?;
        let is_open = |when: TermId| {
            cases.len() == 1 || context.facts(store).truth(store, when) != Some(false)
        };
        let left = cases.iter().filter(|(_, when)| is_open(**when));
        let left: Vec<_> = left.map(|(value, when)| (*value, *when)).collect();
        (!left.is_empty()).then_some(left)
    }

    /// The element of an array at a constant index.
    fn read(&mut self, store: &TermStore, array: TermId, index: BvValue) -> TermId {
        let mut stack = vec![array];
        while let Some(current) = stack.last().copied() {
            if self.reads.contains_key(&(current, index)) {
                stack.pop();
                continue;
            }
            let known = |array: TermId, reads: &FxHashMap<(TermId, BvValue), TermId>| {
                reads.get(&(array, index)).copied().ok_or(array)
            };
            let element = match (store.op(current), store.args(current)) {
                (Op::Store, [before, place, element]) => {
                    let written = self.equals(store, *place, index);
                    if store.is_true(written) {
                        Ok(*element)
                    } else {
                        known(*before, &self.reads)
                            .map(|before| store.ite(written, *element, before))
                    }
                }
                (Op::Ite, [condition, then, otherwise]) => {
                    let sides = known(*then, &self.reads)
                        .and_then(|then| Ok((then, known(*otherwise, &self.reads)?)));
                    sides.map(|(then, otherwise)| store.ite(*condition, then, otherwise))
                }
                (Op::ConstArray(_), [element]) => Ok(*element),
                _ => Ok(store.raw(Op::Select, &[current, store.constant(&Value::Bv(index))])),
            };
            match element {
                Ok(element) => {
                    self.reads.insert((current, index), element);
                    stack.pop();
                }
                Err(needed) => stack.push(needed),
            }
        }
        self.reads[&(array, index)]
    }

    /// When a term has a value.
    fn equals(&mut self, store: &TermStore, term: TermId, value: BvValue) -> TermId {
        match self.cases_of(store, term) {
            Some(cases) => cases.get(&value).copied().unwrap_or(store.fls()),
            None => store.eq(term, store.constant(&Value::Bv(value))),
        }
    }

    /// The cases of a term whose arguments are resolved, if there are few.
    fn cases_of(&mut self, store: &TermStore, term: TermId) -> Option<Rc<Cases>> {
        if let Some(known) = self.cases.get(&term) {
            return known.clone();
        }
        let cases = &self.cases;
        let mut seen = FxHashSet::default();
        // Terms that are no choice between bit-vectors have no cases, whatever they are made of.
        let order = store.postorder_where(&[term], |t| {
            is_candidate(store, t) && !cases.contains_key(&t) && seen.insert(t)
        });
        for t in order {
            let found = self.combine(store, t).map(Rc::new);
            self.cases.insert(t, found);
        }
        self.cases.get(&term).cloned().flatten()
    }

    /// The cases of a term, from those of its arguments.
    fn combine(&self, store: &TermStore, term: TermId) -> Option<Cases> {
        let (op, args) = (store.op(term), store.args(term));
        let of = |term: &TermId| self.cases.get(term).and_then(|cases| cases.as_deref());
        match (op, args) {
            (Op::BvConst(value), []) => Some(Cases::from([(*value, store.tru())])),
            (Op::Ite, [condition, then, otherwise]) => {
                let (then, otherwise) = (of(then)?, of(otherwise)?);
                let mut merged = Cases::new();
                let not = store.not(*condition);
                for (side, cases) in [(*condition, then), (not, otherwise)] {
                    for (value, when) in cases {
                        let when = store.and(&[side, *when]);
                        add(store, &mut merged, *value, when);
                    }
                }
                limited(store, merged)
            }
            (_, [only]) => {
                let mut results = Cases::new();
                for (value, when) in of(only)? {
                    let result = apply_op(op, &[&Value::Bv(*value)]).ok()?.as_bv()?;
                    add(store, &mut results, result, *when);
                }
                limited(store, results)
            }
            (_, [a, b]) => {
                let (left, right) = (of(a)?, of(b)?);
                if left.len() * right.len() > MAX_COMBINATIONS {
                    return None;
                }
                let mut results = Cases::new();
                for (x, when) in left {
                    for (y, also) in right {
                        let values = [&Value::Bv(*x), &Value::Bv(*y)];
                        let result = apply_op(op, &values).ok()?.as_bv()?;
                        add(store, &mut results, result, store.and(&[*when, *also]));
                    }
                }
                limited(store, results)
            }
            _ => None,
        }
    }
}

/// Whether a term may have cases: a choice between bit-vectors, or what is computed from such choices.
fn is_candidate(store: &TermStore, term: TermId) -> bool {
    let Sort::BitVec(_) = store.sort(term) else {
        return false;
    };
    matches!(
        store.op(term),
        Op::BvConst(_)
            | Op::Ite
            | Op::BvNot
            | Op::BvNeg
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
            | Op::Concat
            | Op::Extract { .. }
            | Op::ZeroExtend(_)
            | Op::SignExtend(_)
    )
}

/// One more condition under which a value is taken.
fn add(store: &TermStore, cases: &mut Cases, value: BvValue, when: TermId) {
    let others = cases.entry(value).or_insert_with(|| store.fls());
    *others = store.or(&[*others, when]);
}

/// Cases that are possible, if they are few.
fn limited(store: &TermStore, mut cases: Cases) -> Option<Cases> {
    cases.retain(|_, when| !store.is_false(*when));
    if let [only] = &mut cases.values_mut().collect::<Vec<_>>()[..] {
        **only = store.tru();
    }
    (!cases.is_empty() && cases.len() <= MAX_CASES).then_some(cases)
}
