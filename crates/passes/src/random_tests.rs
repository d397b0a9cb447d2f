//! The passes on thousands of small random programs, compared by explicit-state search.
//!
//! For each pass: no reachable target is lost (and none gained, unless the pass slices), facts
//! hold in every reachable state, landings keep their promise; and for passes that rely on facts,
//! the facts are inductive from cut point to cut point over all states, reachable or not, which is
//! what the certifier will ask.

use crate::liveness::{Deaths, Liveness};
use crate::random_programs::random_program;
use crate::testing::{Explored, State, assignment};
use crate::uses::{Uses, target_of};
use crate::{
    BackMap, Landing, PassOptions, Prepared, Rewritten, Switch, contract, prepare,
    propagate_constants, prune,
};
use invar_cfa::{CutPoints, EdgeId, LocId, Operation, Program, VarId};
use invar_term::{Evaluator, TermId};
use std::collections::{BTreeMap, BTreeSet};

const CASES: u64 = 3000;
const STATES: usize = 4000;

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
/// cut point to cut point of the source program; as in certification, places with facts are cut
/// points too.
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
    let mut points: BTreeSet<LocId> = cuts.points.iter().copied().collect();
    points.extend(facts.iter().map(|(place, _)| *place));
    for point in &points {
        let mut stack: Vec<(LocId, State)> = Vec::new();
        if *point == cfa.entry {
            stack.push((*point, vec![0; 3]));
        }
        if *point != cfa.entry && !Program::is_target(cfa, *point) {
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
                if !points.contains(&next) && seen.insert((next, state.clone())) {
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
fn copies_keep_reachability() {
    for_random_programs(|seed, program, explored| {
        let result = crate::propagate_copies(program);
        check(seed, program, explored, &result, Reach::Same);
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

#[test]
fn coarse_slices_lose_no_target() {
    for_random_programs(|seed, program, explored| {
        let exact_values = seed as usize % 8;
        let result = crate::slice::slice_within(program, exact_values);
        check(seed, program, explored, &result, Reach::More);
    });
}

/// `deaths(e) = (live(from) or target) - live(to)`, so an analysis that forgets what dies knows
/// about live variables only, and about all of them.
#[test]
fn variables_die_where_they_stop_being_live() {
    for seed in 0..CASES {
        let program = random_program(seed);
        let cfa = program.entry_cfa();
        let uses = Uses::of(&program);
        let liveness = Liveness::of(&program, &uses, &vec![true; cfa.location_count()]);
        let at: BTreeMap<LocId, &[VarId]> = liveness.at_places().collect();
        let live = |l: LocId| -> BTreeSet<VarId> {
            let variables = at.get(&l).copied().unwrap_or(&[]);
            variables.iter().copied().collect()
        };
        let deaths = Deaths::of(&program, &uses);
        let entry: BTreeSet<VarId> = deaths.live_at_entry().iter().copied().collect();
        assert_eq!(entry, live(cfa.entry), "seed {seed}");
        for id in cfa.edge_ids() {
            let edge = cfa.edge(id);
            let mut before = live(edge.from);
            before.extend(target_of(&edge.operation));
            let dying: BTreeSet<VarId> = &before - &live(edge.to);
            let found: BTreeSet<VarId> = deaths.on(id).iter().copied().collect();
            assert_eq!(found, dying, "seed {seed}, {id:?}\n{}", program.listing());
        }
    }
}
