//! The plan: which searches are made on a program, in which order, with which part of the time.
//!
//! `strategy.toml` is the strategy as data, `data` reads it, `features` says what kind of program
//! it is; here both become steps.

mod data;
mod features;

use crate::goal::Effort;
use crate::request::{Ability, EngineId, SearchOptions};
use data::Strategy;
pub(crate) use features::{Feature, features};
use invar_encode::Arithmetic;
use invar_engine::{Engine, EngineOptions, Part};
use invar_verdict::Reason;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::time::Duration;

/// Under which circumstances a search is worth its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    /// Under all.
    #[default]
    Always,
    /// Where the arithmetic has every operation of the program.
    Exact,
    /// Once a proof in another arithmetic did not hold over bit-vectors.
    Refused,
    /// Until then: another search in the same arithmetic finds much the same proof.
    Unrefused,
}

/// Which step goes on once something was reached that is not modelled: nothing can be proved then, only
/// errors can still be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unmodelled {
    /// The next step: this one may have been wrong about it.
    #[default]
    Next,
    /// This step goes on, with all the time there is.
    Stay,
}

/// The solver that answers the questions of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Solving {
    /// Z3, which knows everything that engines ask.
    #[default]
    Z3,
    /// The quickest for satisfiability alone.
    Quick,
}

/// Whether the facts that a search begins with are there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CandidatesTried {
    /// They are.
    Already,
    /// It has to look for them.
    NotYet,
}

/// One search: which engine, in which arithmetic, when, with which part of the time.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) engine: EngineId,
    pub(crate) arithmetic: Arithmetic,
    pub(crate) when: When,
    pub(crate) unmodelled: Unmodelled,
    /// Its part of the time that is left, beside the weights of the steps still to come.
    pub(crate) weight: u32,
    /// It ends after this time at the latest.
    pub(crate) most: Duration,
    /// It has this time, whatever its part is.
    pub(crate) least: Duration,
    /// The solver that answers its questions.
    pub(crate) solver: Solving,
    /// It goes no deeper.
    bound: Option<u32>,
    /// With which effort the program is run before.
    pub(crate) runs: Option<Effort>,
}

impl Step {
    /// Whether the other one is the same search, with more or less time.
    pub(crate) fn is_as(&self, other: &Step) -> bool {
        let what = |step: &Step| (step.engine, step.arithmetic, step.solver, step.bound);
        what(self) == what(other)
    }

    /// The engine, as the request says.
    pub(crate) fn engine(
        &self,
        search: &SearchOptions,
        candidates_tried: CandidatesTried,
    ) -> Box<dyn Engine> {
        let mut parts = search.parts();
        if candidates_tried == CandidatesTried::Already {
            parts = parts.doing_without(Part::Candidates);
        }
        if self.arithmetic == Arithmetic::Checked {
            // An overflow that is reached ends a search that must not reach one.
            parts = parts.stopping_at_unsupported();
        }
        self.engine.engine(&EngineOptions {
            parts,
            bound: self.bound,
            ..search.engine_options()
        })
    }
}

/// The searches that are asked for on a program of some arithmetic and features.
pub(crate) fn steps(
    search: &SearchOptions,
    own: Arithmetic,
    features: &BTreeSet<Feature>,
) -> Result<Vec<Step>, Reason> {
    possible(search, own)?;
    let strategy = Strategy::read(search.strategy.as_deref())?;
    let fixed = search.arithmetic.fixed();
    if search.engine() == EngineId::Default {
        return Ok(default_steps(&strategy, own, fixed, features));
    }
    let step = |arithmetic, when, weight| Step {
        engine: search.engine(),
        arithmetic,
        when,
        unmodelled: Unmodelled::Next,
        weight,
        most: Duration::MAX,
        least: Duration::ZERO,
        solver: Solving::Z3,
        bound: None,
        runs: None,
    };
    let one_arithmetic = match search.engine() {
        // A program over integers has no other reading.
        _ if own != Arithmetic::Bv => Some(own),
        engine if engine.ability() == Ability::Unrolls => fixed.or(Some(own)),
        _ => fixed,
    };
    if let Some(arithmetic) = one_arithmetic {
        return Ok(vec![step(arithmetic, When::Always, 1)]);
    }
    let steps = strategy.arithmetic_order.iter();
    let steps = steps.map(|data| step(data.over.arithmetic(own), data.when, data.weight));
    Ok(steps.collect())
}

/// The searches among those of the default that find inductive proofs.
pub(crate) fn proving_steps(
    search: &SearchOptions,
    own: Arithmetic,
    features: &BTreeSet<Feature>,
) -> Result<Vec<Step>, Reason> {
    let mut steps = steps(search, own, features)?;
    steps.retain(|step| step.engine.ability() != Ability::Unrolls);
    // Guesses about cells are most of what proofs about arrays need; after them errors after long
    // loops are likely.
    for step in &mut steps {
        step.runs = step.runs.map(|_| Effort::Full);
        if step.engine == EngineId::Houdini {
            step.weight *= 25;
            step.most = Duration::MAX;
        }
    }
    Ok(steps)
}

/// Whether what is asked fits each other and the program.
fn possible(search: &SearchOptions, own: Arithmetic) -> Result<(), Reason> {
    let fixed = search.arithmetic.fixed();
    let bits = search.engine() == EngineId::Ic3Bool;
    let refuse = |message| Err(Reason::Input(message));
    match fixed {
        Some(other) if bits && other != Arithmetic::Bv => refuse(format!(
            "ic3-bool searches bits, and there are none in programs over {other}"
        )),
        _ if bits && own != Arithmetic::Bv => refuse(format!(
            "ic3-bool searches bits, and there are none in programs over {own}"
        )),
        Some(other) if own != Arithmetic::Bv && other != own => {
            refuse(format!("programs over {own} are not searched over {other}"))
        }
        _ => Ok(()),
    }
}

/// The steps of the default that fit a program, each engine in an arithmetic once or as often as
/// the strategy has it.
fn default_steps(
    strategy: &Strategy,
    own: Arithmetic,
    fixed: Option<Arithmetic>,
    features: &BTreeSet<Feature>,
) -> Vec<Step> {
    let only = match own {
        Arithmetic::Bv => fixed,
        own => Some(own),
    };
    let mut steps: Vec<Step> = Vec::new();
    for data in &strategy.step {
        let fits = data.needs.iter().all(|f| features.contains(f))
            && !data.unless.iter().any(|f| features.contains(f));
        let bits = data.engine == EngineId::Ic3Bool;
        let arithmetic = match only {
            // Every engine searches in the one arithmetic there is; there are no bits over numbers.
            Some(only) => only,
            None => data.over.arithmetic(own),
        };
        if !fits || bits && arithmetic != Arithmetic::Bv {
            continue;
        }
        let mut again = steps.iter_mut().filter(|step| step.engine == data.engine);
        if only.is_some()
            && let Some(again) = again.find(|step| step.bound == data.bound)
        {
            again.weight = again.weight.max(data.weight);
            again.most = again.most.max(data.most);
            again.least = again.least.max(data.least);
            continue;
        }
        steps.push(Step {
            engine: data.engine,
            arithmetic,
            when: match only {
                Some(_) => When::Always,
                None => data.when,
            },
            unmodelled: data.unmodelled,
            weight: data.weight,
            most: data.most,
            least: data.least,
            solver: data.solver,
            bound: data.bound,
            runs: data.runs,
        });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, Feature, When, steps};
    use crate::request::{Ability, ArithmeticChoice, EngineId, Named, SearchOptions};
    use std::collections::BTreeSet;

    fn planned(
        given: &[&str],
        own: Arithmetic,
        features: &[Feature],
    ) -> Option<Vec<(&'static str, Arithmetic)>> {
        let mut search = SearchOptions::default();
        for pair in given.chunks(2) {
            match pair {
                ["--engine", name] => search.engine = EngineId::named(name)?,
                ["--arithmetic", name] => search.arithmetic = ArithmeticChoice::named(name)?,
                other => panic!("{other:?}"),
            }
        }
        let features: BTreeSet<Feature> = features.iter().copied().collect();
        let steps = steps(&search, own, &features).ok()?;
        let exact = |s: &&super::Step| s.when == When::Exact;
        assert!(
            steps
                .iter()
                .filter(exact)
                .all(|s| s.arithmetic == Arithmetic::Wrap)
        );
        let plan = steps.iter().map(|s| (s.engine.name(), s.arithmetic));
        Some(plan.collect())
    }

    #[test]
    fn the_arithmetics_of_an_engine_end_with_bit_vectors() {
        use Arithmetic::{Bv, Checked, Int, Wrap};
        let proving = EngineId::ALL.iter();
        let proving = proving.filter(|engine| engine.ability() == Ability::Proves);
        for engine in proving.map(|engine| engine.name()) {
            let plan = planned(&["--engine", engine], Bv, &[]).expect("a plan");
            assert_eq!(plan, [Int, Checked, Wrap, Bv].map(|a| (engine, a)));
        }
    }

    #[test]
    fn the_default_depends_on_the_program() {
        let plain = planned(&[], Arithmetic::Bv, &[]).expect("a plan");
        let bits = planned(&[], Arithmetic::Bv, &[Feature::Bits]).expect("a plan");
        assert_ne!(plain, bits);
        assert!(bits.contains(&("ic3-bool", Arithmetic::Bv)));
        assert!(!plain.contains(&("ic3-bool", Arithmetic::Bv)));
        // Whatever the features, one engine proves over bit-vectors and one looks for errors.
        for plan in [plain, bits] {
            assert!(plan.contains(&("ic3-cfa", Arithmetic::Bv)), "{plan:?}");
            assert!(plan.contains(&("bmc", Arithmetic::Bv)), "{plan:?}");
        }
    }

    #[test]
    fn the_default_in_one_arithmetic_asks_each_engine_once() {
        use Arithmetic::{Int, Real};
        for (given, own, only) in [
            (&["--arithmetic", "real"][..], Arithmetic::Bv, Real),
            (&[][..], Int, Int),
        ] {
            let plan = planned(given, own, &[Feature::Bits]).expect("a plan");
            assert!(plan.iter().all(|(_, a)| *a == only), "{plan:?}");
            let times = |name| plan.iter().filter(|(n, _)| *n == name).count();
            assert_eq!((times("ic3-cfa"), times("ic3-bool")), (1, 0), "{plan:?}");
        }
    }

    #[test]
    fn searches_are_made_with_growing_time() {
        let features = BTreeSet::from([Feature::Loops]);
        let steps = steps(&SearchOptions::default(), Arithmetic::Bv, &features).expect("a plan");
        for (index, step) in steps.iter().enumerate() {
            let longer = steps[index + 1..].iter().find(|later| step.is_as(later));
            if let Some(longer) = longer {
                assert!(step.most < longer.most, "{step:?} before {longer:?}");
            }
        }
        // What is short comes before what may take all the time.
        let first = steps
            .iter()
            .position(|step| step.most.is_zero() || step.most.as_secs() > 8);
        assert!(first > Some(4), "{steps:?}");
    }

    #[test]
    fn one_arithmetic_has_all_the_time() {
        use Arithmetic::{Bv, Int, Real};
        let given = ["--engine", "bmc"];
        assert_eq!(planned(&given, Bv, &[]), Some(vec![("bmc", Bv)]));
        let given = ["--engine", "kind", "--arithmetic", "real"];
        assert_eq!(planned(&given, Bv, &[]), Some(vec![("kind", Real)]));
        let bits = Some(vec![("ic3-bool", Bv)]);
        assert_eq!(planned(&["--engine", "ic3-bool"], Bv, &[]), bits);
        assert_eq!(planned(&["--arithmetic", "bits"], Bv, &[]), bits);
        let given = ["--engine", "kind", "--arithmetic", "bits"];
        assert_eq!(planned(&given, Bv, &[]), bits);
        let given = ["--engine", "ic3-bool", "--arithmetic", "int"];
        assert_eq!(planned(&given, Bv, &[]), None);
        assert_eq!(planned(&["--arithmetic", "bits"], Int, &[]), None);
        let given = ["--engine", "ic3-cfa"];
        assert_eq!(planned(&given, Int, &[]), Some(vec![("ic3-cfa", Int)]));
        let given = ["--engine", "ic3-cfa", "--arithmetic", "bv"];
        assert_eq!(planned(&given, Int, &[]), None);
    }
}
