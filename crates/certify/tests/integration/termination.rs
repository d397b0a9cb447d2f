//! The questions that claims about termination become.

use super::proofs::common::empty_program;
use invar_certify::Rejection;
use invar_certify::termination::{
    FixedInputs, live_at, loops, state_at, with_ranking, with_repetition, without_end,
};
use invar_cfa::{
    AssumeReason, CallPathId, CheckKind, LocId, LocationKind, Operation, Program, StableId, VarId,
};
use invar_interp::{Limits, Outcome, Silent, Zeros, run};
use invar_term::TermId;
use invar_verdict::Trace;

const LIMITS: Limits = Limits {
    steps: 10_000,
    deadline: None,
    call_depth: 1,
};

fn place(program: &mut Program, kind: LocationKind) -> LocId {
    let cfa = &mut program.functions[0].cfa;
    let stable = StableId::of(&[&cfa.location_count().to_string()]);
    cfa.add_location(kind, None, stable, CallPathId::ROOT)
}

fn edge(program: &mut Program, from: LocId, to: LocId, operation: Operation) {
    program.functions[0].cfa.add_edge(from, to, operation, None);
}

fn when(condition: TermId) -> Operation {
    let reason = AssumeReason::Branch;
    Operation::Assume { condition, reason }
}

fn set(target: VarId, value: TermId) -> Operation {
    Operation::Assign { target, value }
}

/// How the run on zeros ends.
fn outcome(program: &Program) -> Option<CheckKind> {
    match run(program, &mut Zeros, &mut Silent, &LIMITS) {
        Outcome::Error(check) => Some(program.check(check).kind),
        _ => None,
    }
}

/// `v0 = 5; do v0 = v0 STEP; while (v0 != 0)`, with another way into the loop beside its head; head and body.
fn counting(step: i128) -> (Program, LocId, LocId) {
    let (mut program, _) = empty_program(2);
    let terms = program.terms.clone();
    let x = program.symbol(VarId(0));
    let (entry, exit) = (program.entry_cfa().entry, program.entry_cfa().exit);
    let kinds = [LocationKind::Plain; 3];
    let [begun, head, body] = kinds.map(|kind| place(&mut program, kind));
    let zero = terms.bv(3, 0);
    edge(&mut program, entry, begun, set(VarId(0), terms.bv(3, 5)));
    let never = terms.eq(program.symbol(VarId(1)), terms.bv(3, 1));
    edge(&mut program, begun, body, when(never));
    edge(&mut program, begun, head, when(terms.not(never)));
    let next = terms.bv_add(x, terms.bv_signed(3, step));
    edge(&mut program, head, body, set(VarId(0), next));
    edge(&mut program, body, head, when(terms.ne(x, zero)));
    edge(&mut program, body, exit, when(terms.eq(x, zero)));
    (program, head, body)
}

#[test]
fn a_cycle_without_a_ranked_place_is_refused() {
    let (program, head, body) = counting(-1);
    let exit = program.entry_cfa().exit;
    let refused = loops(&program, &[exit]);
    assert!(matches!(refused, Err(Rejection::Refuted(_))), "{refused:?}");
    for place in [head, body] {
        let parts = loops(&program, &[place]).expect("the place is on the only cycle");
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].component, [head, body].into());
    }
}

#[test]
fn a_loop_around_the_ranked_place_needs_a_place_of_its_own() {
    let (mut program, head, body) = counting(-1);
    // A way from the body to the body that does not pass the head.
    edge(&mut program, body, body, Operation::Skip);
    assert!(loops(&program, &[head]).is_err());
    let parts = loops(&program, &[head, body]).expect("both cycles have a place");
    assert_eq!(parts.len(), 2);
}

#[test]
fn a_ranking_is_checked_on_every_way_around() {
    for (step, fails) in [(-1, false), (1, true), (-2, true)] {
        let (program, head, body) = counting(step);
        for place in [head, body] {
            let part = &loops(&program, &[place]).expect("one cycle")[0];
            let ranking = [program.symbol(VarId(0))];
            let checked = with_ranking(&program, part, &ranking).expect("a ranking");
            let expected = fails.then_some(CheckKind::Ranking);
            assert_eq!(outcome(&checked), expected, "step {step}");
        }
    }
}

#[test]
fn what_stays_the_same_is_no_ranking_and_what_is_no_number_is_refused() {
    let (program, head, _) = counting(-1);
    let part = &loops(&program, &[head]).expect("one cycle")[0];
    let constant = with_ranking(&program, part, &[program.terms.bv(8, 3)]).expect("a ranking");
    assert_eq!(outcome(&constant), Some(CheckKind::Ranking));
    assert!(with_ranking(&program, part, &[]).is_err());
    assert!(with_ranking(&program, part, &[program.terms.tru()]).is_err());
    let other = program.terms.fresh_symbol("other", program.sort(VarId(0)));
    assert!(with_ranking(&program, part, &[other]).is_err());
}

#[test]
fn a_state_is_repeated_only_where_the_program_does() {
    // Steps of two from five never meet zero, and come back to five after eight.
    let (endless, head, _) = counting(-2);
    let repeated = outcome(&with_repetition(&endless, head, 1));
    assert_eq!(repeated, Some(CheckKind::Endless));
    let (ends, head, _) = counting(-1);
    assert_eq!(outcome(&with_repetition(&ends, head, 1)), None);
    assert!(live_at(&ends, head).contains(&VarId(0)));
    assert!(!live_at(&ends, head).contains(&VarId(1)));
}

#[test]
fn an_end_is_an_error_where_none_is_claimed() {
    for (step, ends) in [(-1, true), (-2, false)] {
        let (program, head, _) = counting(step);
        let trace = Trace::default();
        let state = state_at(&program, head, 1, &trace, &LIMITS).expect("the run gets there");
        let claimed = without_end(&program, head, &state, &FixedInputs::new());
        let expected = ends.then_some(CheckKind::Endless);
        assert_eq!(outcome(&claimed), expected, "step {step}");
    }
}

#[test]
fn a_place_that_no_edge_leaves_is_an_end() {
    let (mut program, head, body) = counting(-2);
    let terms = program.terms.clone();
    let stuck = place(&mut program, LocationKind::Plain);
    let x = program.symbol(VarId(0));
    edge(&mut program, body, stuck, Operation::Skip);
    edge(&mut program, stuck, head, when(terms.eq(x, terms.bv(3, 0))));
    let trace = Trace::default();
    let state = state_at(&program, head, 1, &trace, &LIMITS).expect("the run gets there");
    let claimed = without_end(&program, head, &state, &FixedInputs::new());
    let cfa = claimed.entry_cfa();
    let leads = |from: LocId| {
        let mut edges = cfa.outgoing(from);
        edges.any(|(_, edge)| matches!(cfa.location(edge.to).kind, LocationKind::Error(_)))
    };
    assert!(leads(stuck));
}
