//! All blocks of a program as one step with a program counter.
//!
//! ```text
//! start:   guard and counter' = number of the first head
//! step:    or over blocks (counter = number(from) and guard) and X' = ite(..., update, ...)
//! target:  or over blocks to it (counter = number(from) and guard)
//! ```
//!
//! A variable that is dead at a head is zero there: frames of other heads may mention it, and the
//! invariant of a head must not.

use crate::shared::ic3::{PlaceId, PlaceKind, START, Step, System};
use invar_cfa::{LocId, VarId};
use invar_encode::{Arithmetic, BlockGraph, NodeKind, Origin};
use invar_term::{IBig, Sort, Substitution, SymbolId, TermId, Value};
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};

/// What is live at each cut point.
type Live = BTreeMap<LocId, BTreeSet<VarId>>;

/// Bits of a program counter that is a bit-vector.
const COUNTER_BITS: u32 = 16;

/// What the program counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CounterSort {
    /// A bit-vector in every arithmetic: locations have no order.
    Bits,
    /// An integer where variables are numbers: all formulas are arithmetic then.
    Number,
}

impl CounterSort {
    /// The counter, and the numbers of `count` locations.
    fn make(self, graph: &BlockGraph, count: usize) -> (TermId, Vec<TermId>) {
        let terms = &graph.terms;
        if self == CounterSort::Bits || graph.arithmetic == Arithmetic::Bv {
            let number = |i| terms.bv(COUNTER_BITS, i as u128);
            let counter = terms.symbol("pc!", &Sort::BitVec(COUNTER_BITS));
            return (counter, (0..count).map(number).collect());
        }
        let number = |i| terms.constant(&Value::Int(IBig::from(i)));
        let counter = terms.symbol("pc!number", &Sort::Int);
        (counter, (0..count).map(number).collect())
    }
}

/// The one system, with what its program counter means.
pub(crate) struct Monolith {
    pub system: System,
    /// The symbol of the program counter.
    counter: TermId,
    /// The loop heads with their numbers.
    heads: BTreeMap<LocId, TermId>,
    /// What is dead at each head, with its zero.
    dead: BTreeMap<LocId, Vec<(TermId, TermId)>>,
    place: PlaceId,
}

impl Monolith {
    pub(crate) fn of(graph: &BlockGraph, sort: CounterSort) -> Monolith {
        let terms = &graph.terms;
        let relevant = graph.nodes().iter().filter(|n| n.can_reach_target);
        let heads: Vec<LocId> = relevant
            .filter(|n| n.kind == NodeKind::Head)
            .map(|n| n.location)
            .collect();
        let (counter, numbers) = sort.make(graph, heads.len());
        let heads: BTreeMap<LocId, TermId> = heads.into_iter().zip(numbers).collect();
        let live = graph.live();
        let mut symbols: BTreeSet<SymbolId> = terms.as_symbol(counter).into_iter().collect();
        for head in heads.keys() {
            let here = live[head].iter().map(|v| graph.symbol(*v));
            symbols.extend(here.filter_map(|s| terms.as_symbol(s)));
        }
        let mut system = System::new(terms);
        let place = system.add_place(PlaceKind::Inner, None, symbols.clone());
        let targets: BTreeMap<LocId, PlaceId> = graph
            .targets()
            .map(|target| {
                let kind = PlaceKind::Target(graph.node(target).kind);
                (
                    target,
                    system.add_place(kind, Some(target), BTreeSet::new()),
                )
            })
            .collect();
        let dead = heads
            .keys()
            .map(|head| (*head, graph.dead_at(&live[head], &symbols)))
            .collect();
        let mut monolith = Monolith {
            system,
            counter,
            heads,
            dead,
            place,
        };
        monolith.add_start(graph, &live, &targets, &symbols);
        monolith.add_steps(graph, &live, &targets);
        monolith
    }

    /// The symbol of the program counter.
    pub(crate) fn counter(&self) -> Option<SymbolId> {
        self.system.terms.as_symbol(self.counter)
    }

    /// The place of a head, and the counter's value there.
    pub(crate) fn site(&self, head: LocId) -> Option<(PlaceId, Value)> {
        let number = self.heads.get(&head)?;
        Some((self.place, self.system.terms.as_constant(*number)?))
    }

    /// What lemmas say at each head.
    pub(crate) fn invariant(&self, lemmas: &[TermId]) -> Invariant {
        let terms = &self.system.terms;
        let mut invariant = Invariant::default();
        for (location, number) in &self.heads {
            let known = self.dead[location].iter().copied();
            let mut here = Substitution::new(terms, known.chain([(self.counter, *number)]));
            let facts = lemmas.iter().map(|fact| here.apply(terms, *fact));
            for fact in facts.filter(|fact| !terms.is_true(*fact)) {
                invariant.add(*location, fact);
            }
        }
        invariant
    }

    /// What is known at a head holds whenever the program counter is at that head.
    pub(crate) fn facts(&self, facts: &Invariant) -> BTreeMap<PlaceId, Vec<TermId>> {
        let terms = &self.system.terms;
        let mut all = Vec::new();
        for (location, number) in &self.heads {
            let here = terms.eq(self.counter, *number);
            let known = facts.facts(*location).iter();
            all.extend(known.map(|fact| terms.implies(here, *fact)));
        }
        // The counter is a head's number.
        let some: Vec<TermId> = self
            .heads
            .values()
            .map(|number| terms.eq(self.counter, *number))
            .collect();
        all.push(terms.or(&some));
        BTreeMap::from([(self.place, all)])
    }

    fn add_start(
        &mut self,
        graph: &BlockGraph,
        live: &Live,
        targets: &BTreeMap<LocId, PlaceId>,
        symbols: &BTreeSet<SymbolId>,
    ) {
        let terms = &graph.terms;
        // Everything is zero at the start, also what is dead at the first head.
        let zeros: BTreeMap<TermId, TermId> = symbols
            .iter()
            .filter_map(|symbol| {
                let variable = graph.variable(*symbol)?;
                Some((graph.symbol(variable), graph.zero(variable)))
            })
            .collect();
        if let Some(number) = self.heads.get(&graph.entry) {
            let mut updates = zeros.clone();
            updates.insert(self.counter, *number);
            let updates = updates.into_iter().collect();
            let none = BTreeSet::new();
            let step = Step::new(terms, START, self.place, terms.tru(), updates, none);
            self.system.add_step(step);
            return;
        }
        for step in graph.steps_from(graph.entry, Origin::Zero, live) {
            let (to, updates) = match (self.heads.get(&step.to), targets.get(&step.to)) {
                (Some(number), _) => {
                    let mut all = zeros.clone();
                    all.extend(step.updates);
                    all.insert(self.counter, *number);
                    (self.place, all.into_iter().collect())
                }
                (None, Some(target)) => (*target, Vec::new()),
                (None, None) => continue,
            };
            let step = Step::new(terms, START, to, step.guard, updates, step.inputs);
            self.system.add_step(step);
        }
    }

    fn add_steps(&mut self, graph: &BlockGraph, live: &Live, targets: &BTreeMap<LocId, PlaceId>) {
        let terms = &graph.terms;
        let mut guards = Vec::new();
        let mut all_inputs = BTreeSet::new();
        let mut values: BTreeMap<TermId, TermId> = BTreeMap::new();
        let mut to_target: BTreeMap<PlaceId, (Vec<TermId>, BTreeSet<SymbolId>)> = BTreeMap::new();
        for (from, number) in &self.heads {
            let here = terms.eq(self.counter, *number);
            for step in graph.steps_from(*from, Origin::Arbitrary, live) {
                let taken = terms.and(&[here, step.guard]);
                if let Some(target) = targets.get(&step.to) {
                    let ways = to_target.entry(*target).or_default();
                    ways.0.push(taken);
                    ways.1.extend(step.inputs);
                } else if let Some(next) = self.heads.get(&step.to) {
                    guards.push(taken);
                    all_inputs.extend(step.inputs);
                    let dead = self.dead[&step.to].iter().copied();
                    let counted = step.updates.into_iter().chain([(self.counter, *next)]);
                    for (symbol, value) in counted.chain(dead) {
                        let otherwise = values.get(&symbol).copied().unwrap_or(symbol);
                        values.insert(symbol, terms.ite(taken, value, otherwise));
                    }
                }
            }
        }
        let (place, updates) = (self.place, values.into_iter().collect());
        let step = Step::new(terms, place, place, terms.or(&guards), updates, all_inputs);
        self.system.add_step(step);
        for (target, (ways, inputs)) in to_target {
            let step = Step::new(terms, place, target, terms.or(&ways), Vec::new(), inputs);
            self.system.add_step(step);
        }
    }
}
