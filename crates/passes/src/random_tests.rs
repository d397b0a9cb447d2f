//! The passes on thousands of small random programs, compared by explicit-state search.
//!
//! For each pass: no reachable target is lost (and none gained, unless the pass slices), facts
//! hold in every reachable state, landings keep their promise; and for passes that rely on facts,
//! the facts are inductive from cut point to cut point over all states, reachable or not, which is
//! what the certifier will ask.

use crate::liveness::Liveness;
use crate::testing::{Builder, Explored, Random, State, assignment};
use crate::uses::Uses;
use crate::{
    BackMap, Landing, PassOptions, Prepared, Rewritten, Switch, contract, prepare,
    propagate_constants, prune,
};
use invar_cfa::{CutPoints, EdgeId, LocId, LocationKind, Operation, Program, UnsupportedId, VarId};
use invar_term::{Evaluator, TermId};
use std::collections::{BTreeMap, BTreeSet};

const CASES: u64 = 3000;
const STATES: usize = 4000;

/// A random program over three variables of two to three bits.
fn random_program(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let mut b = Builder::new();
    b.program.unsupported.push(invar_cfa::Unsupported {
        construct: "goto".into(),
        span: None,
    });
    let width = 2 + r.below(2) as u32;
    let variables: Vec<VarId> = ["x", "y", "z"]
        .iter()
        .map(|name| {
            let signed = r.below(2) == 0;
            b.variable(name, width, signed)
        })
        .collect();
    let mut places = vec![b.entry(), b.exit()];
    for _ in 0..3 + r.below(9) {
        places.push(b.plain());
    }
    let inner = places.len();
    places.push(b.error());
    places.push(b.location(LocationKind::Unsupported(UnsupportedId(0))));
    places.push(b.location(LocationKind::Halt));
    for i in 0..inner {
        if places[i] == b.exit() {
            continue;
        }
        let from = places[i];
        // Mostly forward, so that programs have length; sometimes back, so that they have loops.
        let pick = |r: &mut Random| match r.below(6) {
            0 => places[r.below(inner)],
            1 => places[r.below(places.len())],
            _ => places[(i + 1 + r.below(3)).min(places.len() - 1)],
        };
        let (to, other) = (pick(&mut r), pick(&mut r));
        let target = variables[r.below(3)];
        match r.below(10) {
            0 => {
                b.edge(from, to, Operation::Skip);
            }
            1 => {
                b.havoc(from, to, target);
            }
            2 => {
                let condition = random_condition(&mut r, &b, &variables, 1);
                b.assume(from, to, condition);
            }
            3..=5 => {
                let value = random_value(&mut r, &b, &variables, width, 2);
                b.assign(from, to, target, value);
            }
            _ => {
                let condition = random_condition(&mut r, &b, &variables, 1);
                b.branch(from, to, other, condition);
            }
        }
    }
    b.program
}

fn random_value(r: &mut Random, b: &Builder, vars: &[VarId], width: u32, depth: u32) -> TermId {
    let t = &b.terms;
    if depth == 0 || r.below(4) == 0 {
        return match r.below(3) {
            0 => t.bv(width, r.below(1 << width) as u128),
            _ => b.symbol(vars[r.below(vars.len())]),
        };
    }
    let x = random_value(r, b, vars, width, depth - 1);
    let y = random_value(r, b, vars, width, depth - 1);
    match r.below(20) {
        0 | 1 => t.bv_add(x, t.bv(width, 1)),
        2 | 3 => t.bv_add(x, y),
        4 => t.bv_sub(x, y),
        5 => t.bv_mul(x, y),
        6 => t.bv_udiv(x, y),
        7 => t.bv_urem(x, y),
        8 => t.bv_sdiv(x, y),
        9 => t.bv_srem(x, y),
        10 => t.bv_and(x, y),
        11 => t.bv_or(x, y),
        12 => t.bv_xor(x, y),
        13 => t.bv_shl(x, y),
        14 => t.bv_lshr(x, y),
        15 => t.bv_ashr(x, y),
        16 => t.bv_neg(x),
        17 => t.bv_not(x),
        18 => {
            let wide = if r.below(2) == 0 {
                t.zero_extend(2, x)
            } else {
                t.sign_extend(2, x)
            };
            let sum = t.bv_add(wide, t.concat(t.bv(2, r.below(4) as u128), y));
            t.extract(width, 1, sum)
        }
        _ => {
            let condition = random_condition(r, b, vars, depth - 1);
            t.ite(condition, x, y)
        }
    }
}

fn random_condition(r: &mut Random, b: &Builder, vars: &[VarId], depth: u32) -> TermId {
    let t = &b.terms;
    let width = t.width(b.symbol(vars[0]));
    if depth > 0 && r.below(4) == 0 {
        let x = random_condition(r, b, vars, depth - 1);
        let y = random_condition(r, b, vars, depth - 1);
        return match r.below(4) {
            0 => t.and(&[x, y]),
            1 => t.or(&[x, y]),
            2 => t.xor(x, y),
            _ => t.not(x),
        };
    }
    let mut x = random_value(r, b, vars, width, depth.min(1));
    let mut y = random_value(r, b, vars, width, 0);
    match r.below(4) {
        0 => (x, y) = (t.zero_extend(3, x), t.zero_extend(3, y)),
        1 => (x, y) = (t.sign_extend(3, x), t.sign_extend(3, y)),
        _ => {}
    }
    match r.below(5) {
        0 => t.eq(x, y),
        1 => t.bv_ult(x, y),
        2 => t.bv_ule(y, x),
        3 => t.bv_slt(x, y),
        _ => t.bv_sle(y, x),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Same,
    More,
}

fn holds(program: &Program, state: &State, fact: TermId) -> bool {
    let assignment = assignment(program, state);
    Evaluator::new(&program.terms, &assignment)
        .eval_bool(fact)
        .unwrap()
}

/// Checks the promises of a pass by search.
fn check(seed: u64, source: &Program, before: &Explored, result: &Rewritten, reach: Reach) {
    let Rewritten { program, back, .. } = result;
    let show = || format!("seed {seed}\n{}\n{}", source.listing(), program.listing());
    check_structure(program, &show);
    let after = Explored::all(program, usize::MAX).unwrap();
    let old: BTreeSet<LocId> = before.targets(source).into_iter().collect();
    let new: BTreeSet<LocId> = after
        .targets(program)
        .iter()
        .map(|l| back.location(*l))
        .collect();
    assert!(
        old.is_subset(&new),
        "a reachable target was lost: {}",
        show()
    );
    assert!(
        reach == Reach::More || new.is_subset(&old),
        "a target was gained: {}",
        show()
    );
    for (location, fact) in back.facts() {
        for state in before.states.get(location).into_iter().flatten() {
            assert!(
                holds(source, state, *fact),
                "false fact at {location:?}: {}",
                show()
            );
        }
    }
    let everywhere = vec![true; program.entry_cfa().location_count()];
    let liveness = Liveness::of(program, &Uses::of(program), &everywhere);
    let live: BTreeMap<LocId, &[VarId]> = liveness.at_places().collect();
    for (location, states) in &before.states {
        match back.landing(*location) {
            Landing::At(place) => {
                let variables = live.get(&place).copied().unwrap_or(&[]);
                let visible = |states: &BTreeSet<State>| -> BTreeSet<State> {
                    let project =
                        |s: &State| variables.iter().map(|v| s[v.0 as usize]).collect::<State>();
                    states.iter().map(project).collect()
                };
                let Some(landed) = after.states.get(&place) else {
                    panic!(
                        "{location:?} lands at {place:?}, which is not reached: {}",
                        show()
                    )
                };
                assert!(
                    visible(states).is_subset(&visible(landed)),
                    "{location:?} lands at {place:?} with other values: {}",
                    show()
                );
            }
            Landing::Unreachable => panic!("{location:?} is reachable: {}", show()),
            Landing::Harmless => assert!(!Program::is_target(source.entry_cfa(), *location)),
        }
    }
}

/// One edge, or two with complementary conditions; none out of targets.
fn check_structure(program: &Program, show: &dyn Fn() -> String) {
    let cfa = program.entry_cfa();
    for location in cfa.location_ids() {
        let operations: Vec<&Operation> =
            cfa.outgoing(location).map(|(_, e)| &e.operation).collect();
        match operations.as_slice() {
            [] | [_] => {}
            [Operation::Assume { .. }, Operation::Assume { .. }] => {}
            _ => panic!("edges out of {location:?}: {}", show()),
        }
        assert!(!Program::is_target(cfa, location) || operations.is_empty());
    }
}

/// Checks that the facts, with `false` where the pass says that nothing gets, are inductive from
/// cut point to cut point of the source program.
fn check_inductive(seed: u64, source: &Program, back: &BackMap) {
    let cfa = source.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let mut facts: Vec<(LocId, TermId)> = back.facts().to_vec();
    for point in &cuts.points {
        if back.landing(*point) == Landing::Unreachable {
            facts.push((*point, source.terms.fls()));
        }
    }
    let width = source.sort(VarId(0)).width().unwrap();
    let size = 1u128 << width;
    for point in &cuts.points {
        let mut stack: Vec<(LocId, State)> = Vec::new();
        if *point == cfa.entry {
            stack.push((*point, vec![0; 3]));
        }
        if cuts.is_loop_head(*point) {
            let all =
                (0..size * size * size).map(|n| vec![n % size, n / size % size, n / size / size]);
            let own: Vec<TermId> = facts
                .iter()
                .filter(|(l, _)| l == point)
                .map(|(_, f)| *f)
                .collect();
            stack.extend(
                all.filter(|s| own.iter().all(|f| holds(source, s, *f)))
                    .map(|s| (*point, s)),
            );
        }
        let mut seen: BTreeSet<(LocId, State)> = BTreeSet::new();
        while let Some((location, state)) = stack.pop() {
            for (edge, next, state) in step(source, location, &state) {
                assert!(
                    !back.infeasible().contains(&edge),
                    "{edge:?} can be taken from {point:?}: seed {seed}\n{}",
                    source.listing()
                );
                for (_, fact) in facts.iter().filter(|(l, _)| *l == next) {
                    let show =
                        || format!("seed {seed}, {point:?} to {next:?}\n{}", source.listing());
                    assert!(holds(source, &state, *fact), "not inductive: {}", show());
                }
                if !cuts.contains(next) && seen.insert((next, state.clone())) {
                    stack.push((next, state));
                }
            }
        }
    }
}

fn step(program: &Program, location: LocId, state: &State) -> Vec<(EdgeId, LocId, State)> {
    let assignment = assignment(program, state);
    let mut evaluator = Evaluator::new(&program.terms, &assignment);
    crate::testing::successors(program, location, state, &mut evaluator)
}

/// Runs `pass` on every random program of manageable size.
fn for_random_programs(mut test: impl FnMut(u64, &Program, &Explored)) {
    let mut tried = 0;
    let mut reachable = 0;
    for seed in 1..=CASES {
        let program = random_program(seed);
        let Some(explored) = Explored::all(&program, STATES) else {
            continue;
        };
        tried += 1;
        reachable += u64::from(!explored.targets(&program).is_empty());
        test(seed, &program, &explored);
    }
    assert!(tried > CASES / 2, "only {tried} programs were small enough");
    assert!(
        reachable > tried / 5 && reachable < tried * 4 / 5,
        "{reachable} of {tried} unsafe"
    );
}

#[test]
fn prune_keeps_reachability() {
    for_random_programs(|seed, program, explored| {
        check(seed, program, explored, &prune(program), Reach::Same);
    });
}

#[test]
fn contract_keeps_reachability() {
    for_random_programs(|seed, program, explored| {
        check(seed, program, explored, &contract(program), Reach::Same);
    });
}

#[test]
fn dead_assignments_keep_reachability() {
    for_random_programs(|seed, program, explored| {
        let result = crate::remove_dead_assignments(program);
        check(seed, program, explored, &result, Reach::Same);
    });
}

#[test]
fn constants_keep_reachability_and_are_inductive() {
    for_random_programs(|seed, program, explored| {
        let result = propagate_constants(program, &[]);
        check(seed, program, explored, &result, Reach::Same);
        check_inductive(seed, program, &result.back);
    });
}

#[test]
fn intervals_keep_reachability_and_are_inductive() {
    for_random_programs(|seed, program, explored| {
        let result = crate::propagate_intervals(program, &[]);
        check(seed, program, explored, &result, Reach::Same);
        check_inductive(seed, program, &result.back);
    });
}

#[test]
fn slices_lose_no_target() {
    let mut removed = 0;
    for_random_programs(|seed, program, explored| {
        let result = crate::slice(program);
        check(seed, program, explored, &result, Reach::More);
        let left = result.program.entry_cfa().edge_count();
        removed += usize::from(left < prune(program).program.entry_cfa().edge_count());
    });
    assert!(
        removed > 100,
        "slicing did something in {removed} programs only"
    );
}

#[test]
fn prepared_programs_lose_no_target_and_facts_are_inductive() {
    for_random_programs(|seed, program, explored| {
        let Prepared {
            program: result,
            back,
            ..
        } = prepare(program, &PassOptions::default());
        let result = Rewritten {
            program: result,
            back,
            note: None,
        };
        check(seed, program, explored, &result, Reach::More);
        check_inductive(seed, program, &result.back);
    });
}

#[test]
fn prepared_without_slicing_programs_are_equivalent() {
    let options = PassOptions {
        slice: Switch::Off,
        ..PassOptions::default()
    };
    for_random_programs(|seed, program, explored| {
        let Prepared {
            program: result,
            back,
            ..
        } = prepare(program, &options);
        check(
            seed,
            program,
            explored,
            &Rewritten {
                program: result,
                back,
                note: None,
            },
            Reach::Same,
        );
    });
}
