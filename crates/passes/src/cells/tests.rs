use super::{Cells, cells};
use crate::testing::Builder;
use crate::uses::{target_of, term_of};
use invar_cfa::{IntegerType, Program, Scope, VarId};
use invar_term::{Op, Sort, TermId};
use std::collections::BTreeSet;

/// `for (i = 0; i < 9; i++) a[index(i)] = 5; for (x = 0; x < 9; x++) assert(a[index(x)] == 5);`
fn fill(width: u32, index: impl Fn(&Builder, TermId) -> TermId) -> (Program, VarId, TermId) {
    let mut b = Builder::new();
    let i = b.variable("i", 32, true);
    let x = b.variable("x", 32, true);
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let sort = Sort::array(Sort::BitVec(width), Sort::BitVec(32));
    let global = Scope::Global;
    let a = b
        .program
        .add_variable("a", Some("a"), &sort, integer, "int", global, None);
    let t = b.terms.clone();
    let (nine, five, one) = (t.bv(32, 9), t.bv(32, 5), t.bv(32, 1));
    let (i_now, x_now, a_now) = (b.symbol(i), b.symbol(x), b.symbol(a));
    let [first, store, next, second, test, last] = std::array::from_fn(|_| b.plain());
    let (entry, exit, error) = (b.entry(), b.exit(), b.error());
    b.havoc(entry, first, a);
    b.branch(first, store, second, t.bv_slt(i_now, nine));
    let at = index(&b, i_now);
    b.assign(store, next, a, t.store(a_now, at, five));
    b.assign(next, first, i, t.bv_add(i_now, one));
    b.branch(second, test, exit, t.bv_slt(x_now, nine));
    let at = index(&b, x_now);
    b.branch(test, last, error, t.eq(t.select(a_now, at), five));
    b.assign(last, second, x, t.bv_add(x_now, one));
    (b.program, a, x_now)
}

/// Whether no edge reads or writes an array.
fn without_arrays(cells: &Cells) -> bool {
    let program = &cells.program;
    let cfa = program.entry_cfa();
    let is_array = |t: TermId| matches!(program.terms.sort(t), Sort::Array(_));
    cfa.edge_ids().map(|id| cfa.edge(id)).all(|edge| {
        let read = term_of(&edge.operation);
        let read = read.map_or(Vec::new(), |term| program.terms.postorder(&[term]));
        let written = target_of(&edge.operation).map(|v| program.symbol(v));
        !read.into_iter().chain(written).any(is_array)
    })
}

/// The symbols of cells: they alone have a meaning other than themselves.
fn cell_of(cells: &Cells) -> TermId {
    let used: BTreeSet<VarId> = {
        let cfa = cells.program.entry_cfa();
        let edges = cfa.edge_ids().map(|id| cfa.edge(id));
        edges.filter_map(|e| target_of(&e.operation)).collect()
    };
    let symbols = used.into_iter().map(|v| cells.program.symbol(v));
    let mut found = symbols.filter(|s| cells.meanings.iter().any(|(cell, _)| cell == s));
    found.next().expect("a cell that is used")
}

#[test]
fn one_cell_is_left_of_an_array() {
    let (program, a, x) = fill(32, |_, i| i);
    let cells = cells(&program).expect("an abstraction");
    assert!(without_arrays(&cells));
    let [sights] = cells.sights.as_slice() else {
        panic!("one error: {:?}", cells.sights);
    };
    assert!(sights.iter().all(|sight| sight.value == x));
    let k = cells.universals[0].symbol;
    let t = &program.terms;
    let five = t.bv(32, 5);
    let fact = cells.fact_back(t.eq(cell_of(&cells), five));
    let element = t.eq(t.select(program.symbol(a), k), five);
    let negative = t.bv_slt(k, t.bv(32, 0));
    let far = t.bv_sle(t.bv(32, super::FARTHEST), k);
    assert_eq!(fact, Some(t.or(&[element, negative, far])));
    // That an index is one says nothing about the program.
    assert_eq!(cells.fact_back(cells.universals[0].domain), None);
}

#[test]
fn pointers_and_offsets_count_elements() {
    let pointer = |b: &Builder, i| {
        let t = &b.terms;
        let offset = t.bv_mul(t.sign_extend(32, i), t.bv(64, 4));
        t.bv_add(offset, t.bv(64, 0x4000_0040_0000_0000))
    };
    let offset = |b: &Builder, i| b.terms.bv_mul(i, b.terms.bv(32, 4));
    for (program, a, x) in [fill(64, pointer), fill(32, offset)] {
        let cells = cells(&program).expect("an abstraction");
        assert!(without_arrays(&cells));
        assert!(cells.sights[0].iter().all(|sight| sight.value == x));
        let t = &program.terms;
        // The meaning of a cell at the index that is read is what is read.
        let k = cells.universals[0].symbol;
        let meanings = cells.meanings.iter();
        let (_, meaning) = meanings
            .into_iter()
            .find(|(cell, _)| *cell == cell_of(&cells))
            .expect("its meaning");
        let read = invar_term::Substitution::new(t, [(k, x)]).apply(t, *meaning);
        let cfa = program.entry_cfa();
        let terms = cfa
            .edge_ids()
            .filter_map(|id| term_of(&cfa.edge(id).operation));
        let all = t.postorder(&terms.collect::<Vec<_>>());
        assert!(all.contains(&read), "{}", program.variable(a).name);
        assert_eq!(*t.op(read), Op::Select);
    }
}

#[test]
fn programs_without_reads_before_errors_are_left_alone() {
    let mut b = Builder::new();
    let i = b.variable("i", 32, true);
    let t = b.terms.clone();
    let (head, body, error) = (b.plain(), b.plain(), b.error());
    let (entry, now) = (b.entry(), b.symbol(i));
    b.assume(entry, head, t.tru());
    b.branch(head, body, error, t.bv_slt(now, t.bv(32, 9)));
    b.assign(body, head, i, t.bv_add(now, t.bv(32, 1)));
    assert!(cells(&b.program).is_none());
}
