//! The largest inductive subset of a set of candidates.
//!
//! Background: Houdini (Flanagan & Leino 2001). With `K` the known facts of the task, `G` the
//! candidates and `T` the blocks, the result `F` satisfies, for every loop head `m` and `f` in `F(m)`:
//!
//! ```text
//! zero(X) and T(entry, m)               implies  f'
//! K(l) and F(l) and T(l, m)             implies  f'      for every loop head l
//! ```
//!
//! so `K` and `F` together are inductive if `K` is. `F(m)` consists of candidates, of linear
//! equations that follow from candidate equations (a state that refutes some equations is joined
//! with their solutions: Karr 1976, with states from a solver), and lacks what the others imply.
//!
//! A candidate may mention universal symbols (`universal`): then it is a candidate for all their values. As a conclusion it
//! is shown for symbols of which nothing is known; as a premise it is used for them and for the objects that a block names.
//!
//! Cheap candidates are tried first; where there are many, a first round tries only the first of them, and the next adds the rest to
//! what was proved. When the budget ends in a later round, the facts of the earlier rounds remain. A query without an answer is
//! asked in parts, and a candidate that has none alone is dropped.

mod join;
mod minimise;
mod replay;

use crate::shared::sample;
use crate::shared::universal::Universals;
use crate::{Queries, Task};
use invar_cfa::LocId;
use invar_encode::{BlockId, NodeKind, Origin, State, Unrolling};
use invar_solver::{Answer, Budget, Model};
use invar_term::{Assignment, Evaluator, Op, SymbolId, TermId, TermStore, Value};
use invar_verdict::Invariant;
use join::{Refuted, join};
use minimise::minimise;
use replay::{Step, Steps};
use std::collections::{BTreeMap, BTreeSet};

/// Candidates per loop head: Boolean terms over the variables' symbols.
pub type Candidates = BTreeMap<LocId, Vec<TermId>>;

/// With more candidates per location than this, the first of them get a separate round.
const MANY: usize = 300;
/// Candidates per location in that first round.
const FIRST: usize = 100;

/// A query gets 1/QUERY_TIME_SHARE of the remaining time; more where there are few candidates: half
/// of it for a single one.
const QUERY_TIME_SHARE: u32 = 6;

/// Candidates that are too hard together are asked about in parts, so often in a round; later the second
/// half of them is dropped.
const MAX_SPLITS: u32 = 30;

/// A block seen from its start: the state after it, over the state before it.
struct Passage<'t> {
    unrolling: Unrolling<'t>,
    from: LocId,
    to: LocId,
    after: State,
    /// The objects that the block names.
    objects: Vec<TermId>,
}

/// How much a candidate may cost a solver. The order is the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cost {
    /// Comparisons of sums.
    Low,
    /// Products, remainders, arrays, disjunctions.
    High,
}

/// The largest subset of `candidates` that is inductive together with the task's facts; if the
/// budget ends before it is found, a smaller one or none.
pub fn houdini(
    task: &Task<'_>,
    mut candidates: Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Invariant {
    sample::refute(task.blocks, &mut candidates, budget);
    keep_inductive(task, candidates, queries, budget, |_| ())
}

/// As [`houdini`], for candidates that hold in all sampled states already. What a round adds is
/// reported at its end: it is inductive together with what was reported before.
pub(crate) fn keep_inductive(
    task: &Task<'_>,
    candidates: Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
    tell: impl FnMut(&Invariant),
) -> Invariant {
    keep_inductive_for_all(task, &Universals::none(), candidates, queries, budget, tell)
}

/// As [`keep_inductive`], for candidates that may mention universal symbols.
pub(crate) fn keep_inductive_for_all(
    task: &Task<'_>,
    universals: &Universals,
    mut candidates: Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
    mut tell: impl FnMut(&Invariant),
) -> Invariant {
    start_true(task, &mut candidates);
    let terms = &task.blocks.terms;
    let mut known = Invariant::default();
    for (location, fact) in task.facts {
        known.add(*location, *fact);
    }
    let mut facts = Invariant::default();
    let mut steps = Steps::default();
    let symbols = candidates
        .iter()
        .map(|(location, here)| (*location, terms.symbols_of(here)))
        .collect();
    for stage in stages(terms, &candidates) {
        let mut tried = candidates.clone();
        for (location, here) in &mut tried {
            let proved = facts.facts(*location);
            here.retain(|candidate| cost(terms, *candidate) <= stage.cost);
            here.truncate(stage.most);
            here.retain(|candidate| !proved.contains(candidate));
        }
        // A kept step satisfies what is claimed for all values only at those that its query named.
        if universals.is_empty() {
            steps.replay(terms, &known, &mut tried);
        }
        let mut round = Round {
            task,
            universals,
            known: &known,
            queries,
            budget,
            steps: &mut steps,
            symbols: &symbols,
            splits: 0,
        };
        let Some(mut found) = round.fixpoint(tried) else {
            break;
        };
        // Of facts about all values, `engines::heap` finds out which are needed.
        if universals.is_empty() {
            for (location, here) in &mut found.at {
                minimise(task, facts.facts(*location), here, queries, budget);
            }
        }
        found.at.retain(|_, here| !here.is_empty());
        tell(&found);
        known.extend(&found);
        facts.extend(&found);
    }
    facts
}

/// The candidates of one round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stage {
    /// What one may cost.
    cost: Cost,
    /// How many per location.
    most: usize,
}

/// What is tried, cheapest first: the first candidates are the simplest, and where there are many of
/// them they get a separate round.
fn stages(terms: &TermStore, candidates: &Candidates) -> BTreeSet<Stage> {
    let all = candidates
        .values()
        .flatten()
        .map(|candidate| cost(terms, *candidate));
    let costs: BTreeSet<Cost> = all.collect();
    let mut stages: BTreeSet<Stage> = costs
        .iter()
        .map(|cost| Stage {
            cost: *cost,
            most: usize::MAX,
        })
        .collect();
    if candidates.values().any(|here| here.len() > MANY) {
        stages.extend(costs.first().map(|cost| Stage {
            cost: *cost,
            most: FIRST,
        }));
    }
    stages
}

fn cost(terms: &TermStore, candidate: TermId) -> Cost {
    let is_high = |term: &TermId| match terms.op(*term) {
        Op::BvMul => !terms.args(*term).iter().any(|a| terms.as_bv(*a).is_some()),
        Op::And | Op::Or | Op::Xor | Op::Ite | Op::Select | Op::Store | Op::Fp(_) => true,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::IntDiv | Op::IntMod => true,
        _ => false,
    };
    if terms.postorder(&[candidate]).iter().any(is_high) {
        Cost::High
    } else {
        Cost::Low
    }
}

/// Keeps the candidates at the entry that hold in the zero state.
fn start_true(task: &Task<'_>, candidates: &mut Candidates) {
    let terms = &task.blocks.terms;
    let unrolling = Unrolling::new(task.blocks, Origin::Zero);
    let start = unrolling.start(terms.tru());
    if let Some(here) = candidates.get_mut(&task.blocks.entry) {
        here.retain(|candidate| terms.is_true(unrolling.apply(&start, *candidate)));
    }
}

/// The blocks to locations with candidates.
fn passages<'t>(
    task: &Task<'t>,
    universals: &Universals,
    candidates: &Candidates,
) -> BTreeMap<BlockId, Passage<'t>> {
    let graph = task.blocks;
    let mut passages = BTreeMap::new();
    for node in graph.nodes().iter().filter(|n| !n.kind.is_target()) {
        // An entry that heads a loop is covered by its candidates, which hold at the start.
        let origin = if node.kind == NodeKind::Entry {
            Origin::Zero
        } else {
            Origin::Arbitrary
        };
        let unrolling = Unrolling::new(graph, origin);
        let start = unrolling.start(graph.terms.tru());
        for (block, after) in unrolling.leave(node.location, &start, 0) {
            let to = graph.block(block).to;
            if candidates.contains_key(&to) {
                passages.insert(
                    block,
                    Passage {
                        unrolling,
                        from: node.location,
                        to,
                        objects: universals.objects_of_state(&graph.terms, &after),
                        after,
                    },
                );
            }
        }
    }
    passages
}

#[derive(PartialEq, Eq)]
enum Weakened {
    Yes,
    No,
}

/// One search for a fixpoint.
struct Round<'r, 't, 'q> {
    task: &'r Task<'t>,
    universals: &'r Universals,
    known: &'r Invariant,
    queries: &'r mut Queries<'q>,
    budget: &'r Budget,
    steps: &'r mut Steps,
    /// The symbols of all candidates, also of later rounds.
    symbols: &'r BTreeMap<LocId, Vec<SymbolId>>,
    /// How often candidates were divided because they were too hard together.
    splits: u32,
}

impl Round<'_, '_, '_> {
    /// The candidates that are inductive together with the known facts; none if the budget ends.
    fn fixpoint(&mut self, mut candidates: Candidates) -> Option<Invariant> {
        let passages = passages(self.task, self.universals, &candidates);
        let mut work: BTreeSet<BlockId> = passages.keys().copied().collect();
        while let Some(block) = work.pop_first() {
            let passage = &passages[&block];
            if self.budget.is_exhausted() {
                return None;
            }
            if self.weaken(passage, &mut candidates) == Weakened::Yes {
                let node = self.task.blocks.node(passage.to);
                work.extend(node.outgoing.iter().filter(|id| passages.contains_key(id)));
            }
        }
        let mut facts = Invariant::default();
        for (location, here) in candidates {
            here.into_iter().for_each(|fact| facts.add(location, fact));
        }
        Some(facts)
    }

    /// Drops candidates at the end of a passage, or joins them with states, until the passage
    /// preserves the rest. They are asked about all at once, and in parts where that is too hard.
    ///
    /// ensures `K(l) and F(l) and T(l, m) and not F(m)'` has no model, where `F(l)` are the candidates
    /// before; if they are weakened at the same place, the passage has to be looked at again.
    fn weaken(&mut self, passage: &Passage<'_>, candidates: &mut Candidates) -> Weakened {
        let mut weakened = Weakened::No;
        let mut groups = vec![candidates[&passage.to].clone()];
        while let Some(mut group) = groups.pop() {
            group.retain(|candidate| candidates[&passage.to].contains(candidate));
            if group.is_empty() {
                continue;
            }
            let kept = match self.broken(passage, &group, candidates) {
                Answer::Unsat(_) => continue,
                Answer::Sat(model) => {
                    let (kept, joined) = self.refuted(passage, &candidates[&passage.to], &model);
                    groups.push(group);
                    groups.push(joined.clone());
                    joined.into_iter().chain(kept).collect()
                }
                Answer::Unknown(_) if self.budget.is_exhausted() => Vec::new(),
                Answer::Unknown(_) if group.len() > 1 && self.splits < MAX_SPLITS => {
                    self.splits += 1;
                    groups.push(group.split_off(group.len() / 2));
                    groups.push(group);
                    continue;
                }
                Answer::Unknown(_) => {
                    // The first candidates are the simplest.
                    let dropped = group.split_off(group.len() / 2);
                    groups.push(group);
                    let mut kept = candidates[&passage.to].clone();
                    kept.retain(|candidate| !dropped.contains(candidate));
                    kept
                }
            };
            weakened = Weakened::Yes;
            candidates.insert(passage.to, kept);
        }
        weakened
    }

    /// Whether a passage leads from a state that the candidates allow to one that violates one of
    /// a group of them.
    fn broken(
        &mut self,
        passage: &Passage<'_>,
        group: &[TermId],
        candidates: &Candidates,
    ) -> Answer {
        let terms = &self.task.blocks.terms;
        let image = |candidate: &TermId| passage.unrolling.apply(&passage.after, *candidate);
        let failures: Vec<TermId> = group.iter().map(|c| terms.not(image(c))).collect();
        let mut query = vec![passage.after.guard, terms.or(&failures)];
        if passage.unrolling.origin() == Origin::Arbitrary {
            query.extend(self.known.facts(passage.from));
            let here = candidates.get(&passage.from).map_or(&[][..], Vec::as_slice);
            query.extend(here);
            query.extend(self.universals.instances(terms, here, &passage.objects));
        }
        let limit = match self.budget.remaining() {
            Some(left) => self
                .budget
                .at_most(left / QUERY_TIME_SHARE.min(group.len() as u32 + 1)),
            None => self.budget.clone(),
        };
        self.queries.satisfiable(&query, &limit)
    }

    /// What a state after a passage leaves of candidates, and what follows from the others and holds
    /// in that state.
    fn refuted(
        &mut self,
        passage: &Passage<'_>,
        ahead: &[TermId],
        model: &Model,
    ) -> (Vec<TermId>, Vec<TermId>) {
        let terms = &self.task.blocks.terms;
        let image = |candidate: TermId| passage.unrolling.apply(&passage.after, candidate);
        let model = Completed { terms, model };
        let mut evaluator = Evaluator::new(terms, &model);
        let mut value = |term: TermId| evaluator.eval(term).ok();
        self.steps
            .add(step(terms, passage, self.symbols, &mut value));
        let mut kept = Vec::new();
        let mut refuted = Vec::new();
        for candidate in ahead {
            match value(image(*candidate)) {
                Some(Value::Bool(true)) => kept.push(*candidate),
                _ => refuted.push(*candidate),
            }
        }
        // A model that refutes nothing would loop forever.
        if refuted.is_empty() {
            kept.clear();
        }
        let state = Refuted {
            terms,
            refuted: &refuted,
            all: ahead,
        };
        let joined = join(state, |atom| value(image(atom)));
        (kept, joined)
    }
}

/// The step that a model describes, with the values of these symbols.
fn step(
    terms: &TermStore,
    passage: &Passage<'_>,
    symbols: &BTreeMap<LocId, Vec<SymbolId>>,
    mut value: impl FnMut(TermId) -> Option<Value>,
) -> Step {
    let symbols = |location| symbols.get(location).into_iter().flatten().copied();
    let before = (passage.unrolling.origin() == Origin::Arbitrary).then(|| {
        let values = symbols(&passage.from).filter_map(|s| Some((s, value(terms.symbol_term(s))?)));
        (passage.from, values.collect())
    });
    let image = |s| {
        passage
            .unrolling
            .apply(&passage.after, terms.symbol_term(s))
    };
    let after = symbols(&passage.to).filter_map(|s| Some((s, value(image(s))?)));
    Step {
        before,
        to: passage.to,
        after: after.collect(),
    }
}

/// A model in which symbols that the query did not mention are zero.
struct Completed<'m> {
    terms: &'m TermStore,
    model: &'m Model,
}

impl Assignment for Completed<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let zero = || Value::zero(self.terms.sort(self.terms.symbol_term(symbol)));
        self.model.get(symbol).cloned().or_else(zero)
    }
}
