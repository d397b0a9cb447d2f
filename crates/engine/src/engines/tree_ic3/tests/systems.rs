//! Random systems with a path and goals.

use crate::shared::ic3::{Cube, PlaceId, PlaceKind, START, Step, StepId, System};
use crate::shared::tree::{Facts, Path};
use invar_cfa::CheckId;
use invar_encode::NodeKind;
use invar_term::{Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the variables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arithmetic {
    Bits,
    Integers,
}

/// A path through a system, and what it must not lead to.
pub(super) struct Question {
    pub system: System,
    pub facts: Facts,
    pub path: Path,
    pub goals: Vec<Cube>,
}

const WIDTH: u32 = 3;

/// Formulas over some symbols.
struct Writer<'w> {
    terms: &'w TermStore,
    arithmetic: Arithmetic,
    random: &'w mut Random,
}

impl Writer<'_> {
    fn number(&mut self) -> TermId {
        let number = self.random.below(6);
        match self.arithmetic {
            Arithmetic::Bits => self.terms.bv(WIDTH, number as u128),
            Arithmetic::Integers => self.terms.constant(&Value::Int((number as i64 - 2).into())),
        }
    }

    fn leaf(&mut self, symbols: &[TermId]) -> TermId {
        if symbols.is_empty() || self.random.one_in(4) {
            return self.number();
        }
        *self.random.pick(symbols)
    }

    fn value(&mut self, symbols: &[TermId]) -> TermId {
        let (a, b) = (self.leaf(symbols), self.leaf(symbols));
        match (self.random.below(4), self.arithmetic) {
            (0 | 1, _) => a,
            (2, Arithmetic::Bits) => self.terms.bv_add(a, b),
            (2, Arithmetic::Integers) => self.terms.add(a, b),
            (_, Arithmetic::Bits) => self.terms.bv_sub(a, b),
            (_, Arithmetic::Integers) => self.terms.sub(a, b),
        }
    }

    fn literal(&mut self, symbols: &[TermId]) -> TermId {
        let (a, b) = (self.value(symbols), self.value(symbols));
        match (self.random.below(3), self.arithmetic) {
            (0, _) => self.terms.eq(a, b),
            (1, Arithmetic::Bits) => self.terms.bv_ule(a, b),
            (_, Arithmetic::Bits) => self.terms.bv_slt(a, b),
            (1, Arithmetic::Integers) => self.terms.le(a, b),
            (_, Arithmetic::Integers) => self.terms.lt(a, b),
        }
    }

    /// A disjunction of at most two literals.
    fn clause(&mut self, symbols: &[TermId]) -> TermId {
        let first = self.literal(symbols);
        if self.random.one_in(2) {
            return first;
        }
        let second = self.literal(symbols);
        self.terms.or(&[first, second])
    }
}

fn state(system: &System, place: PlaceId) -> Vec<TermId> {
    let live = system.place(place).live.iter();
    live.map(|symbol| system.terms.symbol_term(*symbol))
        .collect()
}

/// Adds a step with random guard and updates.
fn add_step(
    system: &mut System,
    writer: &mut Writer<'_>,
    from: PlaceId,
    to: PlaceId,
    input: TermId,
) -> StepId {
    let mut read = state(system, from);
    if writer.random.one_in(2) {
        read.push(input);
    }
    let guard = if from == START {
        writer.terms.tru()
    } else {
        writer.clause(&read)
    };
    let mut updates = Vec::new();
    for symbol in state(system, to) {
        let stays = read.contains(&symbol) && writer.random.one_in(2);
        if !stays {
            updates.push((symbol, writer.value(&read)));
        }
    }
    let mut roots: Vec<TermId> = updates.iter().map(|(_, value)| *value).collect();
    roots.push(guard);
    let occurring = writer.terms.symbols_of(&roots);
    let name = writer.terms.as_symbol(input).expect("it is a symbol");
    let inputs: BTreeSet<SymbolId> = occurring.into_iter().filter(|s| *s == name).collect();
    // A step that is never taken is not added to a system; here it would be in the way.
    let guard = if writer.terms.is_false(guard) {
        writer.terms.tru()
    } else {
        guard
    };
    system.add_step(Step::new(writer.terms, from, to, guard, updates, inputs));
    StepId(system.steps.len() as u32 - 1)
}

/// A path of a few steps through a system of a few places, with labels, facts and goals.
pub(super) fn question(random: &mut Random, arithmetic: Arithmetic) -> Question {
    let terms = Arc::new(TermStore::new());
    let sort = match arithmetic {
        Arithmetic::Bits => Sort::BitVec(WIDTH),
        Arithmetic::Integers => Sort::Int,
    };
    let variables = ["x", "y", "z"].map(|name| terms.symbol(name, &sort));
    let input = terms.symbol("input", &sort);
    let mut system = System::new(&terms);
    let mut inner = Vec::new();
    for _ in 0..2 + random.below(2) {
        let live = variables.iter().filter_map(|v| terms.as_symbol(*v));
        let live = live.filter(|_| !random.one_in(4)).collect();
        inner.push(system.add_place(PlaceKind::Inner, None, live));
    }
    let kind = PlaceKind::Target(NodeKind::Error(CheckId(0)));
    let target = system.add_place(kind, None, BTreeSet::new());
    let length = 1 + random.below(5);
    let mut places = vec![START];
    places.extend((0..length).map(|_| *random.pick(&inner)));
    if random.one_in(4) {
        places.remove(0);
    }
    if places.len() == 1 || random.one_in(2) {
        places.push(target);
    }
    let mut writer = Writer {
        terms: &terms,
        arithmetic,
        random,
    };
    let mut path = Path {
        steps: Vec::new(),
        labels: Vec::new(),
    };
    for pair in places.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let known = system
            .steps
            .iter()
            .position(|s| (s.from, s.to) == (from, to));
        let step = match known {
            Some(index) if writer.random.one_in(2) => StepId(index as u32),
            _ => add_step(&mut system, &mut writer, from, to, input),
        };
        path.steps.push(step);
        let symbols = state(&system, from);
        let label = if from != START && writer.random.one_in(4) {
            vec![writer.clause(&symbols)]
        } else {
            Vec::new()
        };
        path.labels.push(label);
    }
    let mut facts = Facts::new();
    if writer.random.one_in(3) {
        let place = *writer.random.pick(&inner);
        let symbols = state(&system, place);
        facts.insert(place, vec![writer.clause(&symbols)]);
    }
    let last = *places.last().expect("a path has places");
    let goals = if last == target {
        vec![Cube::default()]
    } else {
        let symbols = state(&system, last);
        let mut goal = || Cube::new(&terms, [writer.literal(&symbols), writer.literal(&symbols)]);
        let goals = [goal(), goal()];
        goals.into_iter().flatten().collect()
    };
    Question {
        system,
        facts,
        path,
        goals,
    }
}
