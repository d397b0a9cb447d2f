//! Random paths: refutations keep their contract, inputs are executed; and an example by hand.

mod example;
mod programs;
mod systems;

use super::block::{Keep, PathBlocker};
use crate::Context;
use crate::shared::ic3::{Options, Part, Setting};
use crate::shared::tree::{Confirmed, Refutation, Refute, check_refutation};
use invar_solver::{Budget, Z3Factory};
use invar_testkit::{Random, programs as automata};
use std::time::Duration;
use systems::{Arithmetic, Question};

/// Obligations that a path may take.
const LIMIT: u64 = 60;

#[derive(Default, Debug)]
struct Tally {
    refuted: u32,
    /// Of these, with a clause between two steps that is not `false`.
    with_clauses: u32,
    feasible: u32,
    too_hard: u32,
    /// Refutations from which something was left out, and that were noticed.
    noticed: u32,
}

fn answer(asked: &Question, options: &Options, keep: Keep, tally: &mut Tally) {
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::lasting(Duration::from_secs(60)));
    let Question {
        system,
        facts,
        path,
        goals,
    } = asked;
    let setting = Setting {
        system,
        context: &context,
        options,
    };
    let blocker = PathBlocker::new(system, facts.clone(), &context, options);
    let mut blocker = blocker.keeping(keep).limited(LIMIT);
    let refutation = blocker.refute(path, goals).expect("there is time");
    let checked = check_refutation(setting, facts, path, goals, &refutation);
    assert_eq!(checked, Ok(Confirmed::Entirely), "{refutation:?}");
    match refutation {
        Refutation::Refuted(found) => {
            tally.refuted += 1;
            let says = |formulas: &[_]| formulas.iter().any(|f| !system.terms.is_false(*f));
            let inner = found.len() - 1;
            if found[..inner].iter().any(|formulas| says(formulas)) {
                tally.with_clauses += 1;
                let mut less = found;
                less[..inner].iter_mut().for_each(Vec::clear);
                let less = Refutation::Refuted(less);
                let checked = check_refutation(setting, facts, path, goals, &less);
                tally.noticed += u32::from(checked.is_err());
            }
        }
        Refutation::Feasible(mut inputs) => {
            tally.feasible += 1;
            inputs.pop();
            let fewer = Refutation::Feasible(inputs);
            assert!(check_refutation(setting, facts, path, goals, &fewer).is_err());
        }
        Refutation::TooHard => {
            // Points can be excluded one by one without end; cubes of the pre-image cannot.
            assert!(!options.has(Part::Lift), "{options:?}");
            tally.too_hard += 1;
        }
    }
}

/// All parts, each part alone switched off, and nothing but the bare algorithm.
fn ablations() -> Vec<Options> {
    let mut all = vec![Options::default(), Options::without(Part::ALL)];
    all.extend(Part::ALL.map(|part| Options::without([part])));
    all
}

/// Asks about `count` paths, with every ablation in turn.
fn sweep(count: usize, mut question: impl FnMut() -> Question) {
    let ablations = ablations();
    let mut tally = Tally::default();
    for number in 0..count {
        let options = &ablations[number % ablations.len()];
        // Both come with every ablation.
        let keep = [Keep::Needed, Keep::All][number / ablations.len() % 2];
        answer(&question(), options, keep, &mut tally);
    }
    let most = count as u32;
    assert!(
        tally.refuted > most / 4 && tally.feasible > most / 8,
        "{tally:?}"
    );
    assert!(
        tally.with_clauses > most / 10 && tally.noticed > tally.with_clauses / 2,
        "{tally:?}"
    );
    eprintln!("{tally:?}");
}

#[test]
fn answers_over_bit_vectors_keep_their_promise() {
    let mut random = Random::new(1);
    sweep(300, || systems::question(&mut random, Arithmetic::Bits));
}

#[test]
fn answers_over_integers_keep_their_promise() {
    let mut random = Random::new(2);
    sweep(300, || systems::question(&mut random, Arithmetic::Integers));
}

#[test]
fn answers_about_programs_keep_their_promise() {
    let mut random = automata::Random(3);
    sweep(300, || programs::question(&mut random));
}
