//! The order of predicates, by example and against all pairs.

use super::{Added, Implication, Lattice};
use crate::shared::ic3::Stop;
use crate::{Context, Queries};
use invar_solver::{Answer, Budget, Z3Factory};
use invar_term::{BvValue, Evaluator, IBig, Op, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use invar_verdict::Reason;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Fails if it is queried.
struct Unqueried;

impl Implication for Unqueried {
    fn implies(&mut self, _: TermId, _: TermId) -> Result<bool, Stop> {
        panic!("a question that was not needed")
    }
}

/// Knows no implication.
struct Ignorant;

impl Implication for Ignorant {
    fn implies(&mut self, _: TermId, _: TermId) -> Result<bool, Stop> {
        Ok(false)
    }
}

/// Time is over.
struct Late;

impl Implication for Late {
    fn implies(&mut self, _: TermId, _: TermId) -> Result<bool, Stop> {
        Err(Stop::Reason(Reason::Cancelled))
    }
}

/// Knows the value of everything at every point of a finite world.
struct Everywhere<'t> {
    terms: &'t TermStore,
    points: Vec<FxHashMap<SymbolId, Value>>,
    known: RefCell<FxHashMap<TermId, Rc<Vec<bool>>>>,
    asked: u32,
}

impl<'t> Everywhere<'t> {
    fn over(terms: &'t TermStore, symbols: &[TermId], width: u32) -> Everywhere<'t> {
        let mut points = vec![FxHashMap::default()];
        for symbol in terms.symbols_of(symbols) {
            let with = |point: &FxHashMap<SymbolId, Value>, bits| {
                let mut point = point.clone();
                point.insert(symbol, Value::Bv(BvValue::new(width, bits)));
                point
            };
            points = points
                .iter()
                .flat_map(|point| (0..1 << width).map(move |bits| with(point, bits)))
                .collect();
        }
        Everywhere {
            terms,
            points,
            known: RefCell::default(),
            asked: 0,
        }
    }

    fn values(&self, predicate: TermId) -> Rc<Vec<bool>> {
        let mut known = self.known.borrow_mut();
        let entry = known.entry(predicate).or_insert_with(|| {
            let value = |point| Evaluator::new(self.terms, point).eval_bool(predicate);
            let values = self.points.iter().map(value);
            Rc::new(
                values
                    .map(|v| v.expect("every symbol has a value"))
                    .collect(),
            )
        });
        Rc::clone(entry)
    }

    fn valid(&self, stronger: TermId, weaker: TermId) -> bool {
        let (stronger, weaker) = (self.values(stronger), self.values(weaker));
        stronger.iter().zip(weaker.iter()).all(|(a, b)| !a || *b)
    }
}

impl Implication for Everywhere<'_> {
    fn implies(&mut self, stronger: TermId, weaker: TermId) -> Result<bool, Stop> {
        self.asked += 1;
        Ok(self.valid(stronger, weaker))
    }
}

/// Asks Z3.
struct Solver<'a> {
    terms: &'a TermStore,
    queries: Queries<'a>,
    context: &'a Context<'a>,
}

impl Solver<'_> {
    fn valid(&mut self, stronger: TermId, weaker: TermId) -> bool {
        let open = [stronger, self.terms.not(weaker)];
        match self.queries.satisfiable(&open, &self.context.budget) {
            Answer::Sat(_) => false,
            Answer::Unsat(_) => true,
            Answer::Unknown(cause) => panic!("{cause:?}"),
        }
    }
}

impl Implication for Solver<'_> {
    fn implies(&mut self, stronger: TermId, weaker: TermId) -> Result<bool, Stop> {
        Ok(self.valid(stronger, weaker))
    }
}

fn int(terms: &TermStore, value: i64) -> TermId {
    terms.constant(&Value::Int(IBig::from(value)))
}

fn sorted(indices: &[usize]) -> Vec<usize> {
    let mut indices = indices.to_vec();
    indices.sort_unstable();
    indices
}

/// Checks that neighbours are exactly the immediate ones in the order of `valid`.
fn check_order(lattice: &Lattice, mut valid: impl FnMut(TermId, TermId) -> bool) -> usize {
    let count = lattice.len();
    let mut below = vec![vec![false; count]; count];
    for (a, row) in below.iter_mut().enumerate() {
        for (b, entry) in row.iter_mut().enumerate() {
            *entry = a != b && valid(lattice.predicate(a), lattice.predicate(b));
        }
    }
    let mut edges = 0;
    for index in 0..count {
        let between = |a: usize, b: usize| (0..count).any(|m| below[a][m] && below[m][b]);
        let covers = |a: usize, b: usize| below[a][b] && !between(a, b);
        let parents: Vec<usize> = (0..count).filter(|q| covers(index, *q)).collect();
        let children: Vec<usize> = (0..count).filter(|q| covers(*q, index)).collect();
        assert_eq!(sorted(lattice.parents(index)), parents);
        assert_eq!(sorted(lattice.children(index)), children);
        edges += parents.len();
    }
    edges
}

#[test]
fn bounds_are_a_chain_in_any_order() {
    let terms = TermStore::new();
    let x = terms.symbol("x", &Sort::Int);
    let bounds = [0, 1, 2].map(|bound| terms.le(x, int(&terms, bound)));
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let mut lattice = Lattice::default();
        let mut index = [0; 3];
        for bound in order {
            let added = lattice.add(&terms, bounds[bound], &mut Unqueried);
            let Ok(Added::New(new)) = added else {
                panic!("{order:?}")
            };
            index[bound] = new;
        }
        let [low, middle, high] = index;
        assert_eq!(lattice.parents(low), [middle]);
        assert_eq!(lattice.parents(middle), [high]);
        assert!(lattice.parents(high).is_empty() && lattice.children(low).is_empty());
        assert_eq!(lattice.children(middle), [low]);
        assert_eq!(lattice.children(high), [middle]);
        assert_eq!(lattice.predicate(high), bounds[2]);
    }
}

#[test]
fn an_equation_stands_below_its_halves() {
    let terms = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, &Sort::Int));
    let mut lattice = Lattice::default();
    let five = int(&terms, 5);
    let sum = terms.add(x, y);
    let predicates = [
        terms.le(sum, five),
        terms.le(five, sum),
        terms.eq(sum, five),
        terms.le(sum, int(&terms, 7)),
        // Another direction: neither above nor below.
        terms.le(x, y),
    ];
    for (index, predicate) in predicates.into_iter().enumerate() {
        let added = lattice.add(&terms, predicate, &mut Unqueried);
        assert!(matches!(added, Ok(Added::New(new)) if new == index));
    }
    assert_eq!(sorted(lattice.parents(2)), [0, 1]);
    assert_eq!(
        (lattice.children(0), lattice.children(1)),
        (&[2][..], &[2][..])
    );
    assert_eq!(
        (lattice.parents(0), lattice.children(3)),
        (&[3][..], &[0][..])
    );
    assert!(lattice.parents(4).is_empty() && lattice.children(4).is_empty());
}

#[test]
fn texts_show_equivalence() {
    let terms = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, &Sort::Int));
    let [p, q] = ["p", "q"].map(|name| terms.symbol(name, &Sort::Real));
    let mut lattice = Lattice::default();
    let mut add = |predicate| match lattice.add(&terms, predicate, &mut Unqueried) {
        Ok(added) => added,
        Err(stop) => panic!("{stop:?}"),
    };
    let less = terms.lt(x, y);
    assert_eq!(add(less), Added::New(0));
    assert_eq!(add(less), Added::Same(0));
    assert_eq!(add(terms.not(less)), Added::Opposite(0));
    assert_eq!(add(terms.le(y, x)), Added::Opposite(0));
    assert_eq!(
        add(terms.le(terms.add(x, int(&terms, 1)), y)),
        Added::Same(0)
    );
    assert_eq!(add(terms.tru()), Added::Constant(true));
    assert_eq!(add(terms.fls()), Added::Constant(false));
    // Over reals, strict and weak bounds differ.
    assert_eq!(add(terms.lt(p, q)), Added::New(1));
    assert_eq!(add(terms.le(p, q)), Added::New(2));
    assert_eq!(add(terms.le(q, p)), Added::Opposite(1));
    assert_eq!(add(terms.lt(q, p)), Added::Opposite(2));
    assert_eq!(add(terms.eq(p, q)), Added::New(3));
    assert_eq!(lattice.parents(1), [2]);
    assert_eq!(lattice.parents(3), [2]);
    assert_eq!(sorted(lattice.children(2)), [1, 3]);
}

#[test]
fn equivalence_is_asked_about_where_texts_do_not_show_it() {
    let terms = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, &Sort::BitVec(2)));
    let mut world = Everywhere::over(&terms, &[x, y], 2);
    let mut lattice = Lattice::default();
    let mut add = |predicate| lattice.add(&terms, predicate, &mut world).ok();
    let bit = |t| terms.bv_and(t, terms.bv(2, 1));
    let (zero, one) = (terms.bv(2, 0), terms.bv(2, 1));
    assert_eq!(add(terms.eq(bit(x), zero)), Some(Added::New(0)));
    assert_eq!(add(terms.eq(bit(x), one)), Some(Added::Opposite(0)));
    let double = terms.bv_mul(x, terms.bv(2, 2));
    assert_eq!(add(terms.eq(double, zero)), Some(Added::Same(0)));
    let never = terms.bv_ult(terms.bv(2, 2), bit(bit(x)));
    assert_eq!(add(never), Some(Added::Constant(false)));
    let square = terms.bv_mul(y, y);
    let always = terms.bv_ult(square, terms.bv(2, 2));
    assert_eq!(add(always), Some(Added::Constant(true)));
    // What was said of a predicate is known the next time.
    let asked = world.asked;
    let again = lattice.add(&terms, always, &mut world);
    assert_eq!(again.ok(), Some(Added::Constant(true)));
    let again = lattice.add(&terms, terms.eq(double, zero), &mut world);
    assert_eq!(again.ok(), Some(Added::Same(0)));
    assert_eq!((world.asked, lattice.len()), (asked, 1));
}

/// A predicate over bit-vectors, often weak or strong.
fn bit_predicate(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let number = |random: &mut Random| match random.below(4) {
        0 => terms.bv(2, random.below(4) as u128),
        1 => terms.bv_add(*random.pick(symbols), *random.pick(symbols)),
        _ => *random.pick(symbols),
    };
    let atom = |random: &mut Random| {
        let (a, b) = (number(random), number(random));
        match random.below(4) {
            0 => terms.bv_ult(a, b),
            1 => terms.bv_slt(a, b),
            2 => terms.not(terms.eq(a, b)),
            _ => terms.eq(a, b),
        }
    };
    let (a, b) = (atom(random), atom(random));
    match random.below(4) {
        0 => terms.and(&[a, b]),
        1 => terms.or(&[a, b]),
        _ => a,
    }
}

#[test]
fn neighbours_of_random_predicates_are_the_immediate_ones() {
    let mut random = Random::new(11);
    let (mut edges, mut same, mut opposite, mut constant) = (0, 0, 0, 0);
    for _ in 0..60 {
        let terms = TermStore::new();
        let symbols = ["x", "y", "z"].map(|name| terms.symbol(name, &Sort::BitVec(2)));
        let mut world = Everywhere::over(&terms, &symbols, 2);
        let mut lattice = Lattice {
            most_questions: u32::MAX,
            ..Lattice::default()
        };
        for _ in 0..25 {
            let predicate = bit_predicate(&terms, &symbols, &mut random);
            let known: Vec<TermId> = (0..lattice.len()).map(|i| lattice.predicate(i)).collect();
            let values = world.values(predicate);
            let negated: Vec<bool> = values.iter().map(|v| !v).collect();
            let find = |wanted: &[bool]| known.iter().position(|k| *world.values(*k) == wanted);
            let (equal, contrary) = (find(&values), find(&negated));
            let added = lattice.add(&terms, predicate, &mut world);
            match added.unwrap_or_else(|stop| panic!("{stop:?}")) {
                Added::New(index) => {
                    assert_eq!((index, equal), (known.len(), None));
                    // Negations with other symbols are not looked for.
                    let symbols = |term| {
                        let mut symbols = terms.symbols_of(&[term]);
                        symbols.sort_unstable();
                        symbols
                    };
                    if let Some(contrary) = contrary {
                        assert_ne!(symbols(predicate), symbols(known[contrary]));
                    }
                    assert!(values.contains(&true) && negated.contains(&true));
                }
                Added::Same(index) => {
                    assert_eq!(equal, Some(index));
                    same += 1;
                }
                Added::Opposite(index) => {
                    assert_eq!(contrary, Some(index));
                    opposite += 1;
                }
                Added::Constant(value) => {
                    assert!(values.iter().all(|v| *v == value));
                    constant += 1;
                }
            }
        }
        edges += check_order(&lattice, |a, b| world.valid(a, b));
    }
    assert!(edges > 500, "{edges}");
    assert!(
        same > 20 && opposite > 20 && constant > 20,
        "{same} {opposite} {constant}"
    );
}

/// A linear constraint over integers, or a combination of two; few sums, so that many are
/// comparable.
fn integer_predicate(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let atom = |random: &mut Random| {
        let mut sum = int(terms, 0);
        for symbol in symbols {
            let factor = random.below(4) as i64 - 1;
            sum = terms.add(sum, terms.mul(*symbol, int(terms, factor)));
        }
        if random.one_in(6) {
            // Not all values: reasons to ask.
            sum = terms.app(Op::IntMod, &[sum, int(terms, 3)]);
        }
        let bound = int(terms, random.below(5) as i64 - 2);
        match random.below(3) {
            0 => terms.le(sum, bound),
            1 => terms.le(bound, sum),
            _ => terms.eq(sum, bound),
        }
    };
    match random.below(5) {
        0 => terms.and(&[atom(random), atom(random)]),
        1 => terms.or(&[atom(random), atom(random)]),
        _ => atom(random),
    }
}

#[test]
fn linear_predicates_are_ordered_as_a_solver_says() {
    let mut random = Random::new(12);
    let factory = Z3Factory::default();
    let mut edges = 0;
    for _ in 0..12 {
        let terms = Arc::new(TermStore::new());
        let symbols = ["x", "y"].map(|name| terms.symbol(name, &Sort::Int));
        let context = Context::new(&factory, Budget::unlimited());
        let queries = Queries::new(&terms, &context);
        let mut solver = Solver {
            terms: &terms,
            queries: queries.unwrap_or_else(|error| panic!("{error}")),
            context: &context,
        };
        let mut lattice = Lattice {
            most_questions: u32::MAX,
            ..Lattice::default()
        };
        for _ in 0..25 {
            let predicate = integer_predicate(&terms, &symbols, &mut random);
            let added = lattice.add(&terms, predicate, &mut solver);
            let equivalent = match added.unwrap_or_else(|stop| panic!("{stop:?}")) {
                Added::New(_) => continue,
                Added::Same(index) => lattice.predicate(index),
                Added::Opposite(index) => terms.not(lattice.predicate(index)),
                Added::Constant(value) => terms.bool(value),
            };
            assert!(solver.valid(predicate, equivalent) && solver.valid(equivalent, predicate));
        }
        edges += check_order(&lattice, |a, b| solver.valid(a, b));
    }
    assert!(edges > 100, "{edges}");
}

#[test]
fn few_questions_leave_relations_out_but_claim_none_that_is_wrong() {
    let mut random = Random::new(13);
    for most_questions in [0, 5, 20] {
        let terms = TermStore::new();
        let symbols = ["x", "y"].map(|name| terms.symbol(name, &Sort::BitVec(2)));
        let mut world = Everywhere::over(&terms, &symbols, 2);
        let mut lattice = Lattice {
            most_questions,
            ..Lattice::default()
        };
        for _ in 0..40 {
            let predicate = bit_predicate(&terms, &symbols, &mut random);
            let before = world.asked;
            let added = lattice.add(&terms, predicate, &mut world);
            assert!(added.is_ok() && world.asked - before <= most_questions);
        }
        for index in 0..lattice.len() {
            for parent in lattice.parents(index) {
                assert!(world.valid(lattice.predicate(index), lattice.predicate(*parent)));
                assert!(lattice.children(*parent).contains(&index));
            }
            for child in lattice.children(index) {
                assert!(lattice.parents(*child).contains(&index));
            }
        }
    }
}

#[test]
fn the_ignorant_relate_nothing_and_the_late_change_nothing() {
    let terms = TermStore::new();
    let x = terms.symbol("x", &Sort::BitVec(8));
    let below = |bound| terms.bv_ult(x, terms.bv(8, bound));
    let mut lattice = Lattice::default();
    for (index, bound) in [5, 9].into_iter().enumerate() {
        let added = lattice.add(&terms, below(bound), &mut Ignorant);
        assert!(matches!(added, Ok(Added::New(new)) if new == index));
        assert!(lattice.parents(index).is_empty() && lattice.children(index).is_empty());
    }
    assert!(lattice.add(&terms, below(7), &mut Late).is_err());
    assert_eq!(lattice.len(), 2);
    let added = lattice.add(&terms, below(7), &mut Ignorant);
    assert!(matches!(added, Ok(Added::New(2))));
}
