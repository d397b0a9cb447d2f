//! Proofs about divided programs: the right one is accepted; with a contract that is wrong, too weak,
//! too strong or missing, or a program that is not divided as it should be, it is refused.

use super::common::{WIDTH, add_edge, add_location, branch, empty_program};
use invar_certify::{Rejection, certify_modular};
use invar_cfa::{
    ChangedGlobal, FunctionId, HavocOrigin, LocId, Operation, Procedure, ProcedureCall,
    ProcedureParameter, ProcedureResult, Procedures, Program, Scope, VarId,
};
use invar_solver::{Budget, Z3Factory};
use invar_term::TermId;
use invar_verdict::{Contract, ModularProof};

const CHOICE: VarId = VarId(0);
const N: VarId = VarId(1);
const N_OLD: VarId = VarId(2);
const PASSED: VarId = VarId(3);
const R: VarId = VarId(4);
const RETURNED: VarId = VarId(5);
const X: VarId = VarId(6);
const Y: VarId = VarId(7);
const G_OLD: VarId = VarId(8);
const G_BEFORE: VarId = VarId(9);
/// The only global.
const G: VarId = VarId(10);

/// What is different from the program that is safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Nothing,
    /// `main` asserts something else.
    Assertion,
    /// A call leaves the global unchanged.
    Unforgotten,
    /// What comes back from a call is not any value.
    Unreturned,
    /// A procedure starts with a parameter that is zero.
    Closed,
    /// A procedure changes an old value.
    OldChanged,
    /// A procedure does not keep the global's old value.
    OldLost,
    /// The global is not known to be changed by procedures.
    Unlisted,
}

struct Divided {
    program: Program,
    procedures: Procedures,
}

/// Edges one after the other; the last location.
fn chain(program: &mut Program, from: LocId, operations: &[Operation]) -> LocId {
    let mut here = from;
    for operation in operations {
        let next = add_location(program);
        add_edge(program, here, next, operation.clone());
        here = next;
    }
    here
}

fn any(target: VarId) -> Operation {
    Operation::Havoc {
        target,
        origin: HavocOrigin::Uninitialised,
    }
}

fn set(target: VarId, value: TermId) -> Operation {
    Operation::Assign { target, value }
}

/// `x = any; assume(x <= 5); y = f(x); assert(y == x && g == x);` with
/// `f(n) { assert(n <= 5); if (n == 0) return 0; r = f(n - 1) + 1; g++; return r; }`.
fn divided(change: Change) -> Divided {
    let (mut program, error) = empty_program(11);
    for variable in &mut program.variables[..10] {
        variable.scope = Scope::Local(FunctionId(0));
    }
    let t = program.terms.clone();
    let s = |v: VarId| program.symbol(v);
    let (choice, n, returned) = (s(CHOICE), s(N), s(RETURNED));
    let (x, y, g) = (s(X), s(Y), s(G));
    let one = t.bv(WIDTH, 1);
    let five = t.bv(WIDTH, 5);
    let zero = t.bv(WIDTH, 0);
    let (entry, end) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let [
        main,
        open,
        body,
        small,
        base,
        more,
        arrived,
        last,
        last_assume,
    ] = std::array::from_fn(|_| add_location(&mut program));
    let chosen = chain(&mut program, entry, &[any(CHOICE)]);
    branch(&mut program, chosen, t.eq(choice, zero), main, open);
    let call = |program: &mut Program, from: LocId, argument: TermId| {
        let keep = [set(PASSED, argument), set(G_BEFORE, g)];
        let before = chain(program, from, &keep);
        let forget = match change {
            Change::Unforgotten => vec![any(RETURNED)],
            Change::Unreturned => vec![any(G)],
            _ => vec![any(G), any(RETURNED)],
        };
        let after = chain(program, before, &forget);
        let call = ProcedureCall {
            procedure: 0,
            before,
            after,
        };
        (call, after)
    };
    // The body of the procedure.
    let opened = [N, N_OLD, PASSED, R, RETURNED, G, G_OLD, G_BEFORE];
    let opened = opened
        .into_iter()
        .filter(|v| change != Change::Closed || *v != N);
    let opened: Vec<Operation> = opened.map(any).collect();
    let start = chain(&mut program, open, &opened);
    let kept = match change {
        Change::OldLost => vec![set(N_OLD, n)],
        _ => vec![set(N_OLD, n), set(G_OLD, g)],
    };
    let first = chain(&mut program, start, &kept);
    add_edge(&mut program, first, body, Operation::Skip);
    branch(&mut program, body, t.bv_ule(n, five), small, error);
    branch(&mut program, small, t.eq(n, zero), base, more);
    let exit = chain(&mut program, base, &[set(R, zero)]);
    let (inner, after) = call(&mut program, more, t.bv_sub(n, one));
    let mut rest = vec![set(R, t.bv_add(returned, one)), set(G, t.bv_add(g, one))];
    if change == Change::OldChanged {
        rest.push(set(N_OLD, zero));
    }
    let there = chain(&mut program, after, &rest);
    add_edge(&mut program, there, exit, Operation::Skip);
    // The entry function.
    let read = chain(&mut program, main, &[any(X)]);
    branch(&mut program, read, t.bv_ule(x, five), last_assume, end);
    let (outer, after) = call(&mut program, last_assume, x);
    let there = chain(&mut program, after, &[set(Y, returned)]);
    add_edge(&mut program, there, arrived, Operation::Skip);
    let expected = match change {
        Change::Assertion => t.bv_add(x, one),
        _ => x,
    };
    branch(&mut program, arrived, t.eq(y, expected), last, error);
    branch(&mut program, last, t.eq(g, x), end, error);
    let changed = ChangedGlobal {
        variable: G,
        old: G_OLD,
        before: G_BEFORE,
    };
    let procedures = Procedures {
        list: vec![Procedure {
            name: "f".into(),
            start,
            body: first,
            exit,
            parameters: vec![ProcedureParameter {
                variable: N,
                old: N_OLD,
                passed: PASSED,
            }],
            results: vec![ProcedureResult {
                variable: R,
                returned: RETURNED,
            }],
        }],
        calls: vec![inner, outer],
        changed: match change {
            Change::Unlisted => Vec::new(),
            _ => vec![changed],
        },
        read: Vec::new(),
    };
    Divided {
        program,
        procedures,
    }
}

/// `n <= 5`; `r == old n` and `g == old g + old n`.
fn contract(program: &Program) -> Contract {
    let t = &program.terms;
    let s = |v: VarId| program.symbol(v);
    Contract {
        requires: vec![t.bv_ule(s(N), t.bv(WIDTH, 5))],
        ensures: vec![
            t.eq(s(R), s(N_OLD)),
            t.eq(s(G), t.bv_add(s(G_OLD), s(N_OLD))),
        ],
    }
}

fn certify(divided: &Divided, contracts: Vec<Contract>) -> Result<(), Rejection> {
    let proof = ModularProof {
        contracts,
        ..ModularProof::default()
    };
    let (z3, budget) = (Z3Factory::default(), Budget::unlimited());
    let (program, procedures) = (&divided.program, &divided.procedures);
    certify_modular(program, procedures, &proof, &z3, &budget).map(|_| ())
}

fn message(result: Result<(), Rejection>) -> String {
    match result {
        Err(Rejection::Refuted(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_contract_that_holds_and_suffices_is_accepted() {
    let divided = divided(Change::Nothing);
    let contract = contract(&divided.program);
    assert_eq!(certify(&divided, vec![contract]), Ok(()));
}

/// A change of a contract, and what it is called.
type Named<'a> = (&'a str, &'a dyn Fn(&mut Contract));

#[test]
fn changed_contracts_are_refused() {
    let divided = divided(Change::Nothing);
    let program = &divided.program;
    let (t, s) = (&program.terms, |v: VarId| program.symbol(v));
    let right = contract(program);
    let changes: [Named<'_>; 8] = [
        ("no precondition", &|c| c.requires.clear()),
        ("a precondition that calls break", &|c| {
            c.requires.push(t.bv_ule(s(N), t.bv(WIDTH, 4)));
        }),
        ("a precondition that nothing satisfies", &|c| {
            c.requires.push(t.fls());
        }),
        ("nothing about the result", &|c| {
            c.ensures.remove(0);
        }),
        ("nothing about the global", &|c| {
            c.ensures.remove(1);
        }),
        ("a wrong result", &|c| {
            c.ensures[0] = t.eq(s(R), t.bv_add(s(N_OLD), t.bv(WIDTH, 1)));
        }),
        ("a summary that is more than true", &|c| {
            c.ensures.push(t.bv_ule(s(R), t.bv(WIDTH, 4)));
        }),
        // With it everything after a call holds, the summary of the caller included.
        ("a summary that nothing satisfies", &|c| {
            c.ensures.push(t.fls());
        }),
    ];
    for (what, change) in changes {
        let mut contract = right.clone();
        change(&mut contract);
        let message = message(certify(&divided, vec![contract]));
        assert!(message.contains("not kept"), "{what}: {message}");
    }
}

#[test]
fn contracts_of_the_wrong_form_are_refused() {
    let divided = divided(Change::Nothing);
    let program = &divided.program;
    let (t, s) = (&program.terms, |v: VarId| program.symbol(v));
    let right = contract(program);
    let none = message(certify(&divided, Vec::new()));
    assert!(none.contains("one contract per procedure"), "{none}");
    let two = message(certify(&divided, vec![right.clone(), right.clone()]));
    assert!(two.contains("one contract per procedure"), "{two}");
    // At a call these would be about the caller.
    for variable in [X, N, PASSED, RETURNED, G_BEFORE, CHOICE] {
        let mut contract = right.clone();
        contract.ensures.push(t.eq(s(variable), s(variable)));
        let fact = t.bv_ule(s(variable), t.bv(WIDTH, 6));
        contract.ensures.push(fact);
        let message = message(certify(&divided, vec![contract]));
        assert!(message.contains("must not"), "{variable:?}: {message}");
    }
    for variable in [X, N_OLD, R, G_OLD] {
        let mut contract = right.clone();
        contract
            .requires
            .push(t.bv_ule(s(variable), t.bv(WIDTH, 6)));
        let message = message(certify(&divided, vec![contract]));
        assert!(message.contains("must not"), "{variable:?}: {message}");
    }
}

#[test]
fn programs_that_are_not_divided_well_are_refused() {
    for (change, why) in [
        (Change::Assertion, "not kept"),
        (Change::Unforgotten, "does not forget"),
        (Change::Unreturned, "does not forget"),
        (Change::Closed, "start with any values"),
        (Change::OldChanged, "changes an old value"),
        (Change::OldLost, "does not keep an old value"),
        (Change::Unlisted, "its calls do not"),
    ] {
        let divided = divided(change);
        let contract = contract(&divided.program);
        let message = message(certify(&divided, vec![contract]));
        assert!(message.contains(why), "{change:?}: {message}");
    }
}
