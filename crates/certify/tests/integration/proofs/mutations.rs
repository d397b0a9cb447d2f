//! Proofs by unrolling and what proofs rest on: the right ones are accepted; with a step, a fact or
//! an edge changed, or an error put in, they are refused.

use super::common::{WIDTH, add_edge, add_location, branch, empty_program};
use invar_certify::{Rejection, certify_proof};
use invar_cfa::{EdgeId, HavocOrigin, IntegerType, LocId, Operation, Program, Scope, VarId};
use invar_solver::{Budget, SmtLibFactory, SolverFactory, Z3Factory};
use invar_term::{Sort, TermId};
use invar_verdict::{Invariant, Proof, Support};

const I: VarId = VarId(0);
const J: VarId = VarId(1);
const ANY: VarId = VarId(2);

fn certify(program: &Program, proof: &Proof, support: &Support) -> Result<(), Rejection> {
    let (z3, budget) = (Z3Factory::default(), Budget::unlimited());
    certify_proof(program, proof, support, &z3, &budget).map(|_| ())
}

fn refuted(result: &Result<(), Rejection>) -> bool {
    matches!(result, Err(Rejection::Refuted(_)))
}

fn exhausted(steps: u32, heads: &[LocId]) -> Proof {
    Proof::Exhausted {
        steps,
        heads: heads.to_vec(),
        facts: Invariant::default(),
    }
}

fn havoc(target: VarId) -> Operation {
    Operation::Havoc {
        target,
        origin: HavocOrigin::Uninitialised,
    }
}

fn increment(program: &Program, target: VarId) -> Operation {
    let t = &program.terms;
    Operation::Assign {
        target,
        value: t.bv_add(program.symbol(target), t.bv(WIDTH, 1)),
    }
}

/// `while (any && i < 2) i++; while (j < 2) j++; assert(i + j != bad);` with the two heads. After a
/// step or more, executions are at either head.
fn two_loops(bad: u128) -> (Program, [LocId; 2]) {
    let (mut program, error) = empty_program(3);
    let [first, choice, bound, more, second, grow, last] =
        std::array::from_fn(|_| add_location(&mut program));
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let (i, j, any) = (program.symbol(I), program.symbol(J), program.symbol(ANY));
    let two = t.bv(WIDTH, 2);
    add_edge(&mut program, entry, first, Operation::Skip);
    add_edge(&mut program, first, choice, havoc(ANY));
    branch(&mut program, choice, t.eq(any, two), second, bound);
    branch(&mut program, bound, t.bv_ult(i, two), more, second);
    let operation = increment(&program, I);
    add_edge(&mut program, more, first, operation);
    branch(&mut program, second, t.bv_ult(j, two), grow, last);
    let operation = increment(&program, J);
    add_edge(&mut program, grow, second, operation);
    let wrong = t.eq(t.bv_add(i, j), t.bv(WIDTH, bad));
    branch(&mut program, last, wrong, error, exit);
    (program, [first, second])
}

#[test]
fn exhausted_proofs_need_all_their_steps() {
    let (program, heads) = two_loops(5);
    let none = Support::default();
    // Two rounds of each loop: six visits of heads.
    for steps in 6..9 {
        assert_eq!(certify(&program, &exhausted(steps, &heads), &none), Ok(()));
    }
    for steps in 0..6 {
        let result = certify(&program, &exhausted(steps, &heads), &none);
        assert!(refuted(&result), "{steps}: {result:?}");
    }
}

#[test]
fn exhausted_proofs_of_reachable_errors_are_refuted_however_long() {
    // The sum is 2, 3 or 4 in the end: reached after fewer steps or after most.
    for bad in 2..5 {
        let (program, heads) = two_loops(bad);
        for steps in 0..9 {
            let result = certify(&program, &exhausted(steps, &heads), &Support::default());
            assert!(refuted(&result), "{bad} after {steps}: {result:?}");
        }
    }
}

#[test]
fn base_cases_meet_every_error_and_end_where_all_executions_do() {
    let claimed = |bad, k| {
        let (program, [first, second]) = two_loops(bad);
        let t = &program.terms;
        let mut facts = Invariant::default();
        for head in [first, second] {
            facts.add(head, t.bv_ule(program.symbol(I), t.bv(WIDTH, 2)));
            facts.add(head, t.bv_ule(program.symbol(J), t.bv(WIDTH, 2)));
        }
        let heads = vec![first, second];
        let proof = Proof::KInductive { k, heads, facts };
        certify(&program, &proof, &Support::default())
    };
    for k in [1, 5, 20] {
        assert_eq!(claimed(5, k), Ok(()));
    }
    for bad in 2..5 {
        let met = "an error is reachable within 20 steps".to_owned();
        assert_eq!(claimed(bad, 20), Err(Rejection::Refuted(met)));
    }
}

/// `havoc any; if (i != 0) j = any; if (j == 5) i = 1; if (i == 1) error`, and the edges: into the
/// first branch, into the second, to the error.
fn never_set() -> (Program, [EdgeId; 3]) {
    let (mut program, error) = empty_program(3);
    let [start, set, test, five, last] = std::array::from_fn(|_| add_location(&mut program));
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let (i, j, any) = (program.symbol(I), program.symbol(J), program.symbol(ANY));
    let value = t.bv(WIDTH, 1);
    add_edge(&mut program, entry, start, havoc(ANY));
    let is_set = t.ne(i, t.bv(WIDTH, 0));
    branch(&mut program, start, is_set, set, test);
    let (target, operand) = (J, any);
    let assign = Operation::Assign {
        target,
        value: operand,
    };
    add_edge(&mut program, set, test, assign);
    branch(&mut program, test, t.eq(j, t.bv(WIDTH, 5)), five, last);
    let assign = Operation::Assign { target: I, value };
    add_edge(&mut program, five, last, assign);
    branch(&mut program, last, t.eq(i, value), error, exit);
    let out = |l: LocId| program.entry_cfa().location(l).outgoing()[0];
    let edges = [out(start), out(test), out(last)];
    (program, edges)
}

fn without(edges: &[EdgeId]) -> Support {
    Support {
        facts: Invariant::default(),
        infeasible: edges.to_vec(),
    }
}

#[test]
fn edges_may_be_infeasible_because_others_are() {
    let (program, edges) = never_set();
    let proof = exhausted(0, &[]);
    // The second follows from the first, the third from both.
    for count in 0..=edges.len() {
        assert_eq!(certify(&program, &proof, &without(&edges[..count])), Ok(()));
    }
}

#[test]
fn feasible_edges_are_not_left_out() {
    let (program, _) = never_set();
    let proof = exhausted(0, &[]);
    // What the only execution takes, and nothing else.
    let cfa = program.entry_cfa();
    let mut taken = vec![cfa.location(cfa.entry).outgoing()[0]];
    loop {
        let last = *taken.last().expect("the entry is left");
        match cfa.location(cfa.edge(last).to).outgoing().last() {
            Some(next) => taken.push(*next),
            None => break,
        }
    }
    assert_eq!(taken.len(), 4);
    // The last edge leads to the end: no target is after it, so what it claims does not matter.
    for edge in &taken[..3] {
        let result = certify(&program, &proof, &without(&[*edge]));
        assert!(refuted(&result), "{edge:?}: {result:?}");
    }
}

/// `havoc any; if (any == 5) error`.
#[test]
fn the_only_way_to_an_error_is_not_left_out() {
    let (mut program, error) = empty_program(3);
    let check = add_location(&mut program);
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    add_edge(&mut program, entry, check, havoc(ANY));
    let five = t.eq(program.symbol(ANY), t.bv(WIDTH, 5));
    branch(&mut program, check, five, error, exit);
    let cfa = program.entry_cfa();
    let to_error = cfa.location(check).outgoing()[0];
    let to_check = cfa.location(entry).outgoing()[0];
    // Without the edge no target is left; two infeasible edges do not excuse each other.
    for claim in [vec![to_error], vec![to_check], vec![to_error, to_check]] {
        let result = certify(&program, &exhausted(0, &[]), &without(&claim));
        assert!(refuted(&result), "{claim:?}: {result:?}");
    }
}

/// `while (any) { if (i == 5) i = 6; else if (i < 3) i++ } ; assert(i != 6)`: the head and the edge
/// into the first branch.
fn guarded_loop() -> (Program, LocId, EdgeId) {
    let (mut program, error) = empty_program(3);
    let [head, choice, body, jump, rest, grow, last] =
        std::array::from_fn(|_| add_location(&mut program));
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let (i, any) = (program.symbol(I), program.symbol(ANY));
    let six = t.bv(WIDTH, 6);
    add_edge(&mut program, entry, head, Operation::Skip);
    add_edge(&mut program, head, choice, havoc(ANY));
    branch(&mut program, choice, t.eq(any, t.bv(WIDTH, 0)), last, body);
    branch(&mut program, body, t.eq(i, t.bv(WIDTH, 5)), jump, rest);
    let assign = Operation::Assign {
        target: I,
        value: six,
    };
    add_edge(&mut program, jump, head, assign);
    branch(&mut program, rest, t.bv_ult(i, t.bv(WIDTH, 3)), grow, head);
    let operation = increment(&program, I);
    add_edge(&mut program, grow, head, operation);
    branch(&mut program, last, t.eq(i, six), error, exit);
    let edge = program.entry_cfa().location(body).outgoing()[0];
    (program, head, edge)
}

#[test]
fn infeasible_edges_need_their_facts() {
    let (program, head, edge) = guarded_loop();
    let t = &program.terms;
    let at_most = |bound: u128| t.bv_ule(program.symbol(I), t.bv(WIDTH, bound));
    let with = |fact: Option<TermId>| {
        let mut facts = Invariant::default();
        fact.into_iter().for_each(|fact| facts.add(head, fact));
        let support = Support {
            facts: facts.clone(),
            infeasible: vec![edge],
        };
        let proof = Proof::Inductive {
            heads: vec![head],
            invariant: facts,
        };
        certify(&program, &proof, &support)
    };
    assert_eq!(with(Some(at_most(3))), Ok(()));
    assert_eq!(with(Some(at_most(4))), Ok(()));
    for wrong in [None, Some(at_most(2)), Some(at_most(5)), Some(at_most(0))] {
        let result = with(wrong);
        assert!(refuted(&result), "{wrong:?}: {result:?}");
    }
}

/// `havoc any; if (any == 0) a[1] = 2; else a[1] = 3; j = a[read]; if (j == bad) error`, over an
/// array that is zero at the start.
fn joined_arrays(read: u128, bad: u128) -> Program {
    let (mut program, error) = empty_program(3);
    let integer = IntegerType {
        width: WIDTH,
        signed: false,
    };
    let sort = Sort::array(Sort::BitVec(WIDTH), Sort::BitVec(WIDTH));
    let array = program.add_variable(
        "a",
        Some("a"),
        &sort,
        integer,
        "unsigned",
        Scope::Global,
        None,
    );
    let [start, then, other, joined, last] = std::array::from_fn(|_| add_location(&mut program));
    let t = program.terms.clone();
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let (a, any) = (program.symbol(array), program.symbol(ANY));
    let number = |value: u128| t.bv(WIDTH, value);
    add_edge(&mut program, entry, start, havoc(ANY));
    branch(&mut program, start, t.eq(any, number(0)), then, other);
    for (from, element) in [(then, 2), (other, 3)] {
        let value = t.store(a, number(1), number(element));
        let target = array;
        add_edge(
            &mut program,
            from,
            joined,
            Operation::Assign { target, value },
        );
    }
    let value = t.select(a, number(read));
    add_edge(
        &mut program,
        joined,
        last,
        Operation::Assign { target: J, value },
    );
    let wrong = t.eq(program.symbol(J), number(bad));
    branch(&mut program, last, wrong, error, exit);
    program
}

#[test]
fn arrays_of_several_paths_hold_what_each_path_stored() {
    let proof = exhausted(0, &[]);
    let reachable = |read, bad| match read {
        1 => bad == 2 || bad == 3,
        _ => bad == 0,
    };
    for factory in [
        &SmtLibFactory::cvc5() as &dyn SolverFactory,
        &SmtLibFactory::bitwuzla(),
        &Z3Factory::default(),
    ] {
        for (read, bad) in [(1, 2), (1, 3), (1, 0), (1, 4), (0, 0), (0, 2)] {
            let program = joined_arrays(read, bad);
            let (support, budget) = (Support::default(), Budget::unlimited());
            let result = certify_proof(&program, &proof, &support, factory, &budget);
            let name = factory.name();
            if reachable(read, bad) {
                assert!(
                    matches!(result, Err(Rejection::Refuted(_))),
                    "{name}, a[{read}] == {bad}: {result:?}"
                )
            } else {
                assert!(result.is_ok(), "{name}, a[{read}] == {bad}: {result:?}")
            }
        }
    }
}
