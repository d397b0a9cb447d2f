//! Reads of arrays at one of a few constants: equal to what they were, and without arrays.

use invar_term::{CaseAnalysis, Evaluator, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

/// xorshift64 with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn of(&mut self, terms: &[TermId]) -> TermId {
        terms[self.below(terms.len() as u64) as usize]
    }
}

/// Terms that grew from constants, choices, writes and reads.
struct Terms {
    conditions: Vec<TermId>,
    words: Vec<TermId>,
    arrays: Vec<TermId>,
}

fn symbols(store: &TermStore, sort: &Sort, prefix: &str, count: usize) -> Vec<TermId> {
    let name = |i| format!("{prefix}{i}");
    (0..count).map(|i| store.symbol(&name(i), sort)).collect()
}

fn grown(store: &TermStore, random: &mut Random, with_open_words: bool) -> Terms {
    let word = Sort::BitVec(4);
    let array = Sort::array(word.clone(), word.clone());
    let mut terms = Terms {
        conditions: symbols(store, &Sort::Bool, "c", 4),
        words: (0..4).map(|i| store.bv(4, 3 * i)).collect(),
        arrays: vec![store.const_array(word.clone(), store.bv(4, 0))],
    };
    if with_open_words {
        terms.words.extend(symbols(store, &word, "w", 2));
        terms.arrays.extend(symbols(store, &array, "a", 1));
    }
    for _ in 0..30 {
        let (c, a, b) = (
            random.of(&terms.conditions),
            random.of(&terms.words),
            random.of(&terms.words),
        );
        let (m, n) = (random.of(&terms.arrays), random.of(&terms.arrays));
        match random.below(8) {
            0 | 1 => terms.words.push(store.ite(c, a, b)),
            2 => terms.words.push(store.app(Op::BvAdd, &[a, b])),
            3 => terms.words.push(store.select(m, a)),
            4 => terms.arrays.push(store.store(m, a, b)),
            5 => terms.arrays.push(store.ite(c, m, n)),
            6 => terms.conditions.push(store.eq(a, b)),
            _ => terms.conditions.push(store.app(Op::BvUlt, &[a, b])),
        }
    }
    terms
}

#[test]
fn a_resolved_term_has_the_same_value() {
    let mut random = Random(7);
    for round in 0..400 {
        let store = TermStore::new();
        let terms = grown(&store, &mut random, round % 2 == 0);
        let mut analysis = CaseAnalysis::default();
        for term in terms.words.iter().chain(&terms.conditions) {
            let resolved = analysis.resolve(&store, store.tru(), *term);
            for _ in 0..4 {
                let assigned = assignment(&store, &[*term, resolved], &mut random);
                let mut evaluator = Evaluator::new(&store, &assigned);
                let before = evaluator.eval(*term).expect("every symbol has a value");
                let after = evaluator.eval(resolved).expect("every symbol has a value");
                assert_eq!(before, after, "round {round}");
            }
        }
    }
}

#[test]
fn a_resolved_term_has_the_same_value_where_the_context_holds() {
    let mut random = Random(23);
    let mut holding = 0;
    for round in 0..400 {
        let store = TermStore::new();
        let terms = grown(&store, &mut random, round % 2 == 0);
        let mut analysis = CaseAnalysis::default();
        let chosen = [random.of(&terms.conditions), random.of(&terms.conditions)];
        let context = store.and(&[chosen[0], store.not(chosen[1])]);
        for term in terms.words.iter().chain(&terms.conditions) {
            let resolved = analysis.resolve(&store, context, *term);
            for _ in 0..4 {
                let assigned = assignment(&store, &[*term, resolved, context], &mut random);
                let mut evaluator = Evaluator::new(&store, &assigned);
                if !evaluator
                    .eval_bool(context)
                    .expect("every symbol has a value")
                {
                    continue;
                }
                holding += 1;
                let before = evaluator.eval(*term).expect("every symbol has a value");
                let after = evaluator.eval(resolved).expect("every symbol has a value");
                assert_eq!(before, after, "round {round}");
            }
        }
    }
    assert!(holding > 1000, "{holding} evaluations");
}

#[test]
fn no_array_is_left_where_all_indices_are_choices_between_constants() {
    let mut random = Random(11);
    let mut reads = 0;
    for _ in 0..200 {
        let store = TermStore::new();
        let terms = grown(&store, &mut random, false);
        let mut analysis = CaseAnalysis::default();
        for term in terms.words.iter().chain(&terms.conditions) {
            let has_read = |term| {
                let all = store.postorder(&[term]);
                all.iter().any(|part| *store.op(*part) == Op::Select)
            };
            reads += usize::from(has_read(*term));
            let resolved = analysis.resolve(&store, store.tru(), *term);
            assert!(!has_read(resolved));
        }
    }
    assert!(reads > 150, "{reads} terms with a read");
}

#[test]
fn a_long_chain_of_writes_needs_no_stack() {
    let store = TermStore::new();
    let word = Sort::BitVec(32);
    let c = store.symbol("c", &Sort::Bool);
    let mut array = store.symbol("a", &Sort::array(word.clone(), word.clone()));
    for i in 0..100_000 {
        let index = store.ite(c, store.bv(32, i), store.bv(32, i + 1));
        array = store.store(array, index, store.bv(32, i));
    }
    let read = store.select(array, store.bv(32, 0));
    let resolved = CaseAnalysis::default().resolve(&store, store.tru(), read);
    let original = store.select(store.symbol("a", store.sort(array)), store.bv(32, 0));
    assert_eq!(resolved, store.ite(c, store.bv(32, 0), original));
}

fn assignment(
    store: &TermStore,
    terms: &[TermId],
    random: &mut Random,
) -> FxHashMap<SymbolId, Value> {
    let symbols = store.symbols_of(terms).into_iter();
    let value = |symbol| {
        let term = store.symbol_term(symbol);
        let value = match store.sort(term) {
            Sort::Bool => Value::Bool(random.below(2) == 1),
            Sort::BitVec(width) => bits(*width, random),
            sort => {
                let Some(Value::Array(mut array)) = Value::zero(sort) else {
                    panic!("no other sorts occur");
                };
                for _ in 0..6 {
                    array.store(bits(4, random), bits(4, random));
                }
                Value::Array(array)
            }
        };
        (symbol, value)
    };
    symbols.map(value).collect()
}

fn bits(width: u32, random: &mut Random) -> Value {
    let bits = random.below(1 << width).into();
    Value::Bv(invar_term::BvValue::new(width, bits))
}
