//! Interning, sort errors, substitution, evaluation and printing of terms, deep ones too.

use invar_term::{
    BvValue, EvalError, Evaluator, Op, ScriptPrinter, Sort, Substitution, SymbolId, TermId,
    TermStore, Value, symbol_text,
};
use rustc_hash::FxHashMap;

const BYTE: Sort = Sort::BitVec(8);
const DEPTH: usize = 200_000;

fn symbol_of(store: &TermStore, term: TermId) -> SymbolId {
    store.as_symbol(term).expect("a symbol")
}

fn byte(value: u128) -> Value {
    Value::Bv(BvValue::new(8, value))
}

/// `x * y + y`, again and again: no rule folds it.
fn chain(store: &TermStore, x: TermId, y: TermId, depth: usize) -> TermId {
    let mut term = x;
    for _ in 0..depth {
        term = store.bv_mul(term, y);
        term = store.bv_add(term, y);
    }
    term
}

#[test]
fn equal_terms_have_equal_ids() {
    let store = TermStore::new();
    assert!(store.is_empty());
    let (x, y) = (store.symbol("x", &BYTE), store.symbol("y", &BYTE));
    assert_eq!(store.symbol("x", &BYTE), x);
    assert_ne!(x, y);
    let sum = store.raw(Op::BvAdd, &[x, y]);
    let count = store.len();
    assert_eq!(store.raw(Op::BvAdd, &[x, y]), sum);
    assert_eq!(store.len(), count, "nothing was added");
    assert_ne!(store.raw(Op::BvSub, &[x, y]), sum);
    assert_eq!(store.bv(8, 0x101), store.bv(8, 1));
    assert_ne!(store.bv(8, 1), store.bv(16, 1));
}

#[test]
fn fresh_symbols_are_new_ones() {
    let store = TermStore::new();
    let taken = store.symbol("x!1", &BYTE);
    let fresh = store.fresh_symbol("x", &BYTE);
    assert_ne!(fresh, taken);
    assert_ne!(store.fresh_symbol("x", &BYTE), fresh);
}

#[test]
#[should_panic(expected = "has another sort")]
fn a_name_has_one_sort() {
    let store = TermStore::new();
    store.symbol("x", &BYTE);
    store.symbol("x", &Sort::Int);
}

#[test]
fn threads_agree_on_ids() {
    let store = TermStore::new();
    let build = |store: &TermStore| {
        let x = store.symbol("x", &BYTE);
        (0..5_000u128)
            .scan(x, |term, i| {
                *term = store.raw(Op::BvAdd, &[*term, store.bv(8, i)]);
                Some(*term)
            })
            .collect::<Vec<_>>()
    };
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| build(&store));
        let second = scope.spawn(|| build(&store));
        (first.join(), second.join())
    });
    assert_eq!(first.expect("no panic"), second.expect("no panic"));
    // One symbol, 256 constants, 5000 sums.
    assert_eq!(store.len(), 1 + 256 + 5_000);
}

#[test]
fn what_is_not_well_sorted_is_refused_with_its_sorts() {
    let store = TermStore::new();
    let (b, x, wide) = (
        store.symbol("b", &Sort::Bool),
        store.symbol("x", &BYTE),
        store.symbol("w", &Sort::BitVec(128)),
    );
    let (i, r) = (
        store.symbol("i", &Sort::Int),
        store.symbol("r", &Sort::Real),
    );
    let array = store.symbol("a", &Sort::array(Sort::BitVec(32), BYTE));
    let count = store.len();
    let refused = |op: Op, args: &[TermId]| {
        let error = store
            .try_raw(op.clone(), args)
            .expect_err("not well sorted");
        let sorts: Vec<Sort> = args.iter().map(|a| store.sort(*a).clone()).collect();
        assert_eq!((error.op, error.sorts), (op, sorts));
    };
    refused(Op::Not, &[x]);
    refused(Op::Not, &[b, b]);
    refused(Op::And, &[b, x]);
    refused(Op::Xor, &[b]);
    refused(Op::Ite, &[x, x, x]);
    refused(Op::Ite, &[b, x, wide]);
    refused(Op::Eq, &[x, wide]);
    refused(Op::BvAdd, &[x, wide]);
    refused(Op::BvAdd, &[x]);
    refused(Op::BvAdd, &[i, i]);
    refused(Op::BvNot, &[b]);
    refused(Op::BvUlt, &[i, i]);
    refused(Op::Concat, &[wide, x]);
    refused(Op::Extract { high: 8, low: 0 }, &[x]);
    refused(Op::Extract { high: 2, low: 3 }, &[x]);
    refused(Op::ZeroExtend(121), &[x]);
    refused(Op::SignExtend(u32::MAX), &[x]);
    refused(Op::Add, &[i, r]);
    refused(Op::Add, &[x, x]);
    refused(Op::IntDiv, &[r, r]);
    refused(Op::RealDiv, &[i, i]);
    refused(Op::Lt, &[x, x]);
    refused(Op::ToReal, &[r]);
    refused(Op::ToInt, &[i]);
    refused(Op::BvToInt, &[i]);
    refused(Op::IntToBv(0), &[i]);
    refused(Op::IntToBv(129), &[i]);
    refused(Op::Select, &[array, x]);
    refused(Op::Select, &[x, x]);
    refused(Op::Store, &[array, x, x]);
    refused(Op::ConstArray(BYTE), &[]);
    refused(Op::True, &[b]);
    assert_eq!(store.len(), count, "nothing was added");
}

#[test]
fn substitution_is_simultaneous() {
    let store = TermStore::new();
    let (x, y) = (store.symbol("x", &BYTE), store.symbol("y", &BYTE));
    let difference = store.bv_sub(x, y);
    let mut swap = Substitution::new(&store, [(x, y), (y, x)]);
    assert_eq!(swap.apply(&store, difference), store.bv_sub(y, x));
    let product = store.bv_mul(x, x);
    assert_eq!(swap.apply(&store, product), store.bv_mul(y, y));
}

#[test]
fn substitution_simplifies_and_leaves_the_rest_alone() {
    let store = TermStore::new();
    let (x, y) = (store.symbol("x", &BYTE), store.symbol("y", &BYTE));
    let mut zero = Substitution::new(&store, [(x, store.bv(8, 0))]);
    assert_eq!(zero.apply(&store, store.bv_add(y, x)), y);
    let other = store.raw(Op::BvAdd, &[y, store.bv(8, 0)]);
    assert_eq!(zero.apply(&store, other), other, "not rebuilt");
}

#[test]
fn substitution_remembers_what_it_rewrote() {
    let store = TermStore::new();
    let (x, y, z) = (
        store.symbol("x", &BYTE),
        store.symbol("y", &BYTE),
        store.symbol("z", &BYTE),
    );
    let deep = chain(&store, x, y, 1_000);
    let mut substitution = Substitution::new(&store, [(x, z)]);
    let image = substitution.apply(&store, deep);
    assert_eq!(image, chain(&store, z, y, 1_000));
    let count = store.len();
    assert_eq!(substitution.apply(&store, deep), image);
    assert_eq!(store.len(), count);
}

#[test]
#[should_panic(expected = "substitution changes the sort")]
fn substitution_keeps_sorts() {
    let store = TermStore::new();
    let x = store.symbol("x", &BYTE);
    Substitution::new(&store, [(x, store.tru())]);
}

#[test]
fn deep_terms_need_no_stack() {
    let work = || {
        let store = TermStore::new();
        let (x, y) = (store.symbol("x", &BYTE), store.symbol("y", &BYTE));
        let deep = chain(&store, x, y, DEPTH / 2);
        assert_eq!(store.postorder(&[deep]).len(), DEPTH + 2);
        let mut symbols = store.symbols_of(&[deep]);
        symbols.sort();
        assert_eq!(symbols, [symbol_of(&store, x), symbol_of(&store, y)]);
        let z = store.symbol("z", &BYTE);
        let image = Substitution::new(&store, [(x, z)]).apply(&store, deep);
        assert_eq!(image, chain(&store, z, y, DEPTH / 2));
        let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
        values.insert(symbol_of(&store, x), byte(5));
        values.insert(symbol_of(&store, y), byte(3));
        let expected = (0..DEPTH / 2).fold(5u8, |v, _| v.wrapping_mul(3).wrapping_add(3));
        assert_eq!(
            Evaluator::new(&store, &values).eval(deep),
            Ok(byte(u128::from(expected)))
        );
        let mut script = String::new();
        ScriptPrinter::new().term(&store, deep, &mut script);
        assert_eq!(script.lines().count(), DEPTH + 2);
    };
    // Far less stack than one frame per level would need.
    std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn evaluation_says_which_symbol_has_no_value() {
    let store = TermStore::new();
    let (x, y) = (store.symbol("x", &BYTE), store.symbol("y", &BYTE));
    let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
    values.insert(symbol_of(&store, x), byte(5));
    let sum = store.bv_add(x, y);
    let mut evaluator = Evaluator::new(&store, &values);
    let missing = EvalError::Unassigned(symbol_of(&store, y));
    assert_eq!(evaluator.eval(sum), Err(missing));
    assert_eq!(evaluator.eval(x), Ok(byte(5)));
    assert_eq!(
        evaluator.eval_bool(x),
        Err(EvalError::Sort(store.op(x).clone()))
    );
    assert_eq!(evaluator.eval_bool(store.eq(x, store.bv(8, 5))), Ok(true));
}

/// `t + t` of `t + t` of ...: a tree of 2^60 leaves, a graph of 61 nodes.
#[test]
fn shared_terms_are_printed_and_evaluated_once() {
    let store = TermStore::new();
    let x = store.symbol("x", &BYTE);
    let doubled = (0..60).fold(x, |t, _| store.raw(Op::BvAdd, &[t, t]));
    let mut script = String::new();
    let mut printer = ScriptPrinter::new();
    let name = printer.term(&store, doubled, &mut script);
    assert_eq!(script.lines().count(), 61);
    assert!(script.len() < 61 * 60, "{} characters", script.len());
    assert_eq!(printer.declared(), [symbol_of(&store, x)]);
    let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
    values.insert(symbol_of(&store, x), byte(1));
    assert_eq!(Evaluator::new(&store, &values).eval(doubled), Ok(byte(0)));
    let mut more = String::new();
    assert_eq!(printer.term(&store, doubled, &mut more), name);
    assert_eq!(more, "", "what is printed is not printed again");
}

#[test]
fn terms_print_as_smt_lib() {
    let store = TermStore::new();
    let x = store.symbol("main::x", &BYTE);
    let low = store.raw(Op::Extract { high: 3, low: 0 }, &[x]);
    let term = store.raw(Op::BvUlt, &[low, store.bv(4, 9)]);
    let mut script = String::new();
    let name = ScriptPrinter::new().term(&store, term, &mut script);
    let lines: Vec<&str> = script.lines().collect();
    assert_eq!(
        lines,
        [
            "(declare-const |main::x| (_ BitVec 8))",
            "(define-fun $t1 () (_ BitVec 4) ((_ extract 3 0) |main::x|))",
            "(define-fun $t3 () Bool (bvult $t1 (_ bv9 4)))",
        ]
    );
    assert_eq!(name, "$t3");
}

#[test]
fn different_symbols_have_different_texts() {
    let store = TermStore::new();
    let names = [
        "and", "and%", "a|b", "a\\b", "a%7Cb", "$t1", "%24t1", "é", "x!1", "x",
    ];
    let mut texts: Vec<String> = names
        .iter()
        .map(|n| symbol_text(&store, symbol_of(&store, store.symbol(n, &BYTE))))
        .collect();
    for text in &texts {
        let inner = &text[1..text.len() - 1];
        assert!(text.starts_with('|') && text.ends_with('|'), "{text}");
        assert!(!inner.contains(['|', '\\']) && inner.is_ascii(), "{text}");
        assert!(inner != "and" && !inner.starts_with('$'), "{text}");
    }
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), names.len());
}

#[test]
fn low_bits_of_a_sum_of_extensions_are_the_sum() {
    let store = TermStore::new();
    let a = store.symbol("a", &Sort::BitVec(64));
    let b = store.symbol("b", &Sort::BitVec(64));
    let wide = store.bv_add(store.zero_extend(2, a), store.sign_extend(2, b));
    let wide = store.bv_add(wide, store.bv(66, (1 << 66) - 1));
    let sum = store.bv_add(store.bv_add(a, b), store.bv(64, u128::from(u64::MAX)));
    assert_eq!(store.extract(63, 0, wide), sum);
    // The bits above the extended ones are no sum of these.
    let narrow = store.bv_add(store.zero_extend(2, a), store.zero_extend(2, b));
    assert_ne!(store.extract(64, 0, narrow), store.bv_add(a, b));
}
