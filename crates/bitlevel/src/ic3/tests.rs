//! An interrupted search continues to the same kind of answer.

use super::{Pause, ic3_among};
use crate::{Options, Outcome};
use invar_budget::Budget;
use std::time::Duration;

#[path = "../../tests/integration/support/random.rs"]
mod random;
#[path = "../../tests/integration/support/mod.rs"]
#[expect(dead_code, reason = "runs are replayed by the circuit itself here")]
mod support;

#[test]
fn an_interrupted_search_goes_on() {
    let mut pauses = 0;
    for seed in 20_000..20_600 {
        let circuit = random::random_circuit(seed);
        let mut meanwhile = || {
            pauses += 1;
            None
        };
        let pause = Pause {
            after: Budget::lasting(Duration::from_micros(seed % 300)),
            meanwhile: &mut meanwhile,
        };
        let (options, budget) = (Options::default(), Budget::unlimited());
        match ic3_among(&circuit, 0, &options, |_| true, Some(pause), &budget).0 {
            Outcome::Safe(proof) => {
                let fine = support::is_inductive(&circuit, 0, &proof.clauses);
                assert!(fine, "seed {seed}: {proof:?}");
            }
            Outcome::Unsafe(run) => run.replay(&circuit).expect("a bad run"),
            Outcome::Unknown(stop) => panic!("seed {seed}: {stop:?}"),
        }
    }
    assert!(pauses > 0, "nothing was interrupted");
}

#[test]
fn what_is_found_in_the_pause_is_the_answer() {
    let circuit = random::random_circuit(1);
    let found = Outcome::Unknown(crate::Stop::Bound(7));
    let pause = Pause {
        after: Budget::lasting(Duration::ZERO),
        meanwhile: &mut || Some(found.clone()),
    };
    let (options, budget) = (Options::default(), Budget::unlimited());
    let (outcome, _) = ic3_among(&circuit, 0, &options, |_| true, Some(pause), &budget);
    assert!(matches!(outcome, Outcome::Unknown(crate::Stop::Bound(7))));
}
