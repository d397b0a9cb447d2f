//! Proofs for all elements of an array: the right one is accepted; with an instance, a part of the
//! fact or the program changed, it is refused.

use super::common::{WIDTH, add_edge, add_location, branch, empty_program};
use invar_certify::{Rejection, certify_proof};
use invar_cfa::{EdgeId, HavocOrigin, IntegerType, LocId, Operation, Program, Scope, VarId};
use invar_solver::{Budget, Z3Factory};
use invar_term::{Sort, TermId};
use invar_verdict::{Instance, Invariant, Proof, Support};

const I: VarId = VarId(0);
const X: VarId = VarId(1);
const A: VarId = VarId(2);

fn assign(target: VarId, value: TermId) -> Operation {
    Operation::Assign { target, value }
}

/// `for (i = 0; i < 6; i++) a[i] = written; for (x = 0; x < read; x++) assert(a[x] == 5);` with its
/// heads and the edge that reads `a[x]` on the path to the error.
fn fill(written: u128, read: u128) -> (Program, [LocId; 2], EdgeId) {
    let (mut program, error) = empty_program(2);
    let integer = IntegerType {
        width: WIDTH,
        signed: false,
    };
    let sort = Sort::array(Sort::BitVec(WIDTH), Sort::BitVec(WIDTH));
    let global = Scope::Global;
    program.add_variable("a", Some("a"), &sort, integer, "unsigned", global, None);
    let [first, store, next, between, second, test, last] =
        std::array::from_fn(|_| add_location(&mut program));
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let (i, x, a) = (program.symbol(I), program.symbol(X), program.symbol(A));
    let number = |n| t.bv(WIDTH, n);
    let havoc = Operation::Havoc {
        target: A,
        origin: HavocOrigin::Uninitialised,
    };
    add_edge(&mut program, entry, first, havoc);
    branch(&mut program, first, t.bv_ult(i, number(6)), store, between);
    let stored = assign(A, t.store(a, i, number(written)));
    add_edge(&mut program, store, next, stored);
    add_edge(&mut program, next, first, assign(I, t.bv_add(i, number(1))));
    add_edge(&mut program, between, second, Operation::Skip);
    branch(&mut program, second, t.bv_ult(x, number(read)), test, exit);
    let reading = EdgeId(program.entry_cfa().edge_count() as u32);
    let wrong = t.ne(t.select(a, x), number(5));
    branch(&mut program, test, wrong, error, last);
    add_edge(
        &mut program,
        last,
        second,
        assign(X, t.bv_add(x, number(1))),
    );
    (program, [first, second], reading)
}

/// `for all k: k < i -> a[k] == 5` at the first head, `k < 6 -> a[k] == 5` at the second.
fn proof(program: &Program, heads: [LocId; 2], instance: Option<EdgeId>) -> Proof {
    let t = &program.terms;
    let k = t.symbol("k", &Sort::BitVec(WIDTH));
    let (i, x, a) = (program.symbol(I), program.symbol(X), program.symbol(A));
    let element = t.eq(t.select(a, k), t.bv(WIDTH, 5));
    let six = t.bv(WIDTH, 6);
    let mut invariant = Invariant::default();
    invariant.add(heads[0], t.bv_ule(i, six));
    invariant.add(heads[0], t.implies(t.bv_ult(k, i), element));
    invariant.add(heads[1], t.implies(t.bv_ult(k, six), element));
    let values = instance.map(|edge| (edge, k, x));
    Proof::Quantified {
        heads: heads.to_vec(),
        invariant,
        universals: vec![k],
        instances: vec![Instance {
            values: values.into_iter().collect(),
        }],
    }
}

fn certify(program: &Program, proof: &Proof) -> Result<(), Rejection> {
    let (z3, budget) = (Z3Factory::default(), Budget::unlimited());
    certify_proof(program, proof, &Support::default(), &z3, &budget).map(|_| ())
}

fn refuted(result: &Result<(), Rejection>) -> bool {
    matches!(result, Err(Rejection::Refuted(_)))
}

#[test]
fn a_fact_about_all_elements_is_used_for_the_one_that_is_read() {
    let (program, heads, reading) = fill(5, 6);
    let right = proof(&program, heads, Some(reading));
    assert_eq!(certify(&program, &right), Ok(()));
    // Of an arbitrary element alone nothing follows about the one that is read.
    let without = proof(&program, heads, None);
    assert!(refuted(&certify(&program, &without)));
}

#[test]
fn wrong_programs_have_no_such_proof() {
    for (written, read) in [(4, 6), (5, 7)] {
        let (program, heads, reading) = fill(written, read);
        let claimed = proof(&program, heads, Some(reading));
        let result = certify(&program, &claimed);
        assert!(refuted(&result), "{written} {read}: {result:?}");
    }
}

#[test]
fn facts_that_are_too_strong_are_refused() {
    let (program, heads, reading) = fill(5, 6);
    let t = &program.terms;
    let k = t.symbol("k", &Sort::BitVec(WIDTH));
    let i = program.symbol(I);
    let element = t.eq(t.select(program.symbol(A), k), t.bv(WIDTH, 5));
    for strong in [
        element,
        t.implies(t.bv_ule(k, i), element),
        t.bv_ult(k, i),
        t.fls(),
    ] {
        let mut claimed = proof(&program, heads, Some(reading));
        let Proof::Quantified { invariant, .. } = &mut claimed else {
            panic!("a quantified proof");
        };
        invariant.add(heads[0], strong);
        assert!(refuted(&certify(&program, &claimed)));
    }
}

#[test]
fn universals_are_no_variables_and_instances_have_their_sort() {
    let (program, heads, reading) = fill(5, 6);
    let k = program.terms.symbol("k", &Sort::BitVec(WIDTH));
    let (i, a) = (program.symbol(I), program.symbol(A));
    let claimed = || proof(&program, heads, Some(reading));
    let mut changes: Vec<Proof> = Vec::new();
    for symbol in [i, program.terms.bv(WIDTH, 1)] {
        let mut changed = claimed();
        if let Proof::Quantified { universals, .. } = &mut changed {
            universals.push(symbol);
        }
        changes.push(changed);
    }
    for value in [(reading, k, a), (reading, i, i)] {
        let mut changed = claimed();
        if let Proof::Quantified { instances, .. } = &mut changed {
            instances.push(Instance {
                values: vec![value],
            });
        }
        changes.push(changed);
    }
    for changed in changes {
        assert!(refuted(&certify(&program, &changed)));
    }
}
