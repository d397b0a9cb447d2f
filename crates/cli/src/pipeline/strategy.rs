//! Strategy: what is tried in which order, and with which share of the time.

use super::Run;
use super::load::{RECURSION_DEPTHS, inlined};
use crate::arguments::{EngineArgument, IntegersArgument, SearchArguments};
use invar_bitlevel::Method;
use invar_cfa::Program;
use invar_encode::{Arithmetic, translate};
use invar_engine::{
    Bmc, Engine, Facts, Ic3Bool, Ic3Cegar, Ic3Cfa, Ic3Smt, Impact, Kind, Options, Predabs, Spacer,
    TreeIc3, TreeIc3Itp,
};
use invar_interp::HuntLimits;
use invar_passes::{PassOptions, RECURSION, Switch};
use invar_verdict::{Limit, Reason, Trace};
use invar_witness::report::{Conclusion, Report};
use std::time::{Duration, Instant};

/// Seed of the concrete runs.
const HUNT_SEED: u64 = 1;

/// The ladder of arithmetics: shares of the time, in percent. A rung that ends early leaves its
/// time to the next.
///
/// Ideal integers come first: linear invariants are found fastest there, and most survive the
/// way to bit-vectors. A proof that does not survive mostly lacks the bounds that keep operations
/// from overflowing: so overflow becomes a target, and the bounds part of the proof; if overflow
/// can be reached that shows soon. Wrapping integers are exact where nothing had to be abstracted, but their
/// case distinctions cost more than they bring on programs with bit operations. Bit-vectors
/// decide the rest.
const LADDER: [(Arithmetic, When, u32); 4] = [
    (Arithmetic::Int, When::Always, 35),
    (Arithmetic::Checked, When::Refused, 20),
    (Arithmetic::Wrap, When::Exact, 15),
    (Arithmetic::Bv, When::Always, 30),
];

/// Percent of the time, and the most of it, that `default` gives to a bounded search before IC3: it
/// finds shallow errors and ends on programs whose loops are bounded, and both soon or not at all.
/// Whoever waits for a proof waits for it too; on small programs the depth ends it first.
const BOUNDED_SHARE: u32 = 10;
const BOUNDED_MOST: Duration = Duration::from_secs(1);
const BOUNDED_DEPTH: u32 = 500;

/// On which programs a search is worth its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// On all.
    Always,
    /// Where the arithmetic has every operation of the program.
    Exact,
    /// Where a proof in another arithmetic did not hold over bit-vectors.
    Refused,
}

/// Who goes on once something was reached that is not modelled: nothing can be proved then, only
/// errors can still be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unproved {
    /// The next step: this one may have been wrong about it.
    Next,
    /// The same step, with all the time there is.
    Same,
}

/// One search: who, in which arithmetic, on which programs, with which share of the time.
pub(super) struct Step {
    pub(super) engine: Box<dyn Engine>,
    pub(super) arithmetic: Arithmetic,
    pub(super) when: When,
    pub(super) unproved: Unproved,
    /// In percent; a step may also use what earlier ones left.
    pub(super) share: u32,
    /// It ends after this time at the latest.
    pub(super) most: Duration,
}

/// The engine that is asked for; `default` is an order of engines and none itself.
fn engine(search: &SearchArguments, options: Options) -> Box<dyn Engine> {
    match search.engine() {
        EngineArgument::Facts => Box::new(Facts::default()),
        EngineArgument::Bmc => Box::new(Bmc::default()),
        EngineArgument::Kind => Box::new(Kind::plain()),
        EngineArgument::Default | EngineArgument::Ic3Cfa => Box::new(Ic3Cfa::new(options)),
        EngineArgument::Ic3Smt => Box::new(Ic3Smt::new(options)),
        EngineArgument::Ic3Bool => {
            let bits = search.bits.options(Method::Ic3);
            Box::new(Ic3Bool::new(options).searching(bits))
        }
        EngineArgument::Ic3Cegar => Box::new(Ic3Cegar::new(options, search.cegar.options())),
        EngineArgument::TreeIc3 => Box::new(TreeIc3::new(options)),
        EngineArgument::TreeIc3Itp => Box::new(TreeIc3Itp::new(options)),
        EngineArgument::TreeIc3ItpMono => Box::new(TreeIc3Itp::monolithic(options)),
        EngineArgument::Impact => Box::new(Impact::new(options)),
        EngineArgument::Predabs => Box::new(Predabs::new(options)),
        EngineArgument::Spacer => Box::new(Spacer),
    }
}

/// The arithmetics in which an engine searches a program, with their shares of its time.
fn rungs(
    search: &SearchArguments,
    own: Arithmetic,
) -> Result<Vec<(Arithmetic, When, u32)>, Reason> {
    let only = |arithmetic| Ok(vec![(arithmetic, When::Always, 100)]);
    match (search.arithmetic.fixed(), search.engine()) {
        (Some(other), EngineArgument::Ic3Bool) if other != Arithmetic::Bv => Err(Reason::Input(
            format!("ic3-bool searches bits, and there are none in programs over {other}"),
        )),
        (_, EngineArgument::Ic3Bool) if own != Arithmetic::Bv => Err(Reason::Input(format!(
            "ic3-bool searches bits, and there are none in programs over {own}"
        ))),
        // A program over integers has no other reading.
        (Some(other), _) if own != Arithmetic::Bv && other != own => Err(Reason::Input(format!(
            "programs over {own} are not searched over {other}"
        ))),
        _ if own != Arithmetic::Bv => only(own),
        (Some(arithmetic), _) => only(arithmetic),
        (None, EngineArgument::Bmc | EngineArgument::Kind | EngineArgument::Ic3Bool) => {
            only(Arithmetic::Bv)
        }
        (None, _) => Ok(LADDER.to_vec()),
    }
}

/// An overflow that is reached ends a search that must not reach one.
fn options(search: &SearchArguments, arithmetic: Arithmetic) -> Options {
    match arithmetic {
        Arithmetic::Checked => search.options().stopping_at_unsupported(),
        _ => search.options(),
    }
}

/// The searches that the arguments ask for on a program of some arithmetic.
pub(super) fn steps(search: &SearchArguments, own: Arithmetic) -> Result<Vec<Step>, Reason> {
    let mut steps = Vec::new();
    if search.engine() == EngineArgument::Default {
        steps.push(Step {
            engine: Box::new(Bmc {
                bound: Some(BOUNDED_DEPTH),
            }),
            arithmetic: own,
            when: When::Always,
            unproved: Unproved::Same,
            share: BOUNDED_SHARE,
            most: BOUNDED_MOST,
        });
    }
    let left = 100 - steps.iter().map(|s| s.share).sum::<u32>();
    for (arithmetic, when, share) in rungs(search, own)? {
        steps.push(Step {
            engine: engine(search, options(search, arithmetic)),
            arithmetic,
            when,
            unproved: Unproved::Next,
            share: share * left / 100,
            most: Duration::MAX,
        });
    }
    if search.engine() == EngineArgument::Default {
        // Whatever is left when IC3 has given up.
        steps.push(Step {
            engine: Box::new(Bmc::default()),
            arithmetic: own,
            when: When::Always,
            unproved: Unproved::Next,
            share: 0,
            most: Duration::MAX,
        });
    }
    Ok(steps)
}

/// The program about which evidence is stated.
pub(super) struct Source<'p> {
    /// The inlined program, or its reading over ideal integers.
    pub(super) program: &'p Program,
    pub(super) arithmetic: Arithmetic,
    /// Operations that the reading replaced by any value.
    pub(super) abstracted: usize,
    /// What it is looked at for.
    pub(super) role: Role,
}

/// What a program is looked at for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The verdict.
    Program,
    /// Whether an assertion can be reached.
    Probe,
}

impl<'p> Source<'p> {
    /// The inlined program as it is.
    fn of(program: &'p Program) -> Source<'p> {
        Source {
            program,
            arithmetic: Arithmetic::Bv,
            abstracted: 0,
            role: Role::Program,
        }
    }
}

impl Run<'_> {
    /// Inlines recursive calls to growing depths: proofs and errors often need few of them, and
    /// the size of the inlined program can grow exponentially.
    pub(super) fn deepen_recursion(&mut self, program: &Program) -> Result<Report, Reason> {
        let limit = self.arguments.recursion;
        let whole = self.budget.clone();
        for depth in RECURSION_DEPTHS.into_iter().filter(|d| *d < limit) {
            let source = self.phase("inlining", |run| run.selected(program, depth))?;
            if !source
                .unsupported
                .iter()
                .any(|u| u.construct.starts_with(RECURSION))
            {
                // Deep enough already.
                return self.source(&source);
            }
            let left = whole.left();
            self.budget = whole.at_most(left / 4);
            let result = self.source(&source);
            self.budget = whole.clone();
            match result {
                Err(Reason::Unsupported { construct, .. }) if construct.starts_with(RECURSION) => {}
                // More of the program may make it easier, and there is more time.
                Err(
                    Reason::Timeout { .. }
                    | Reason::SolverGaveUp { .. }
                    | Reason::Bound(Limit::Unrolling(_) | Limit::Facts)
                    | Reason::CertificateRejected { .. },
                ) if !whole.is_exhausted() => {}
                decided => return decided,
            }
        }
        let source = self.phase("inlining", |run| run.selected(program, limit))?;
        self.source(&source)
    }

    /// The inlined program with the checks that are open.
    fn selected(&self, program: &Program, recursion: u32) -> Result<Program, Reason> {
        let inlined = inlined(program, recursion)?;
        if self.open.len() == inlined.checks.len() {
            return Ok(inlined);
        }
        Ok(inlined.restricted(|check| self.open.contains(&check)))
    }

    /// Everything that is tried on one inlined program, read as the arguments say.
    fn source(&mut self, inlined: &Program) -> Result<Report, Reason> {
        match self.arguments.integers {
            IntegersArgument::Machine => self.certifiable(&Source::of(inlined)),
            IntegersArgument::Ideal => {
                let translated = self.phase("translating", |_| translate(inlined, Arithmetic::Int));
                let translated = translated.map_err(|error| Reason::Unsupported {
                    construct: error.to_string(),
                    place: None,
                })?;
                self.count("operations abstracted", translated.abstracted as f64);
                self.certifiable(&Source {
                    program: &translated.program,
                    arithmetic: Arithmetic::Int,
                    abstracted: translated.abstracted,
                    role: Role::Program,
                })
            }
        }
    }

    /// Everything that is tried on the program about which evidence is stated.
    fn certifiable(&mut self, source: &Source<'_>) -> Result<Report, Reason> {
        if self.stating
            && let Some(report) = self.by_statement(source.program)
        {
            return Ok(report);
        }
        if self.arguments.search.engine() == EngineArgument::Default
            && source.arithmetic == Arithmetic::Bv
            && let Some(trace) = self.phase("running", |run| run.hunt(source.program))
        {
            self.found_by = "run";
            self.found_over = Some(source.arithmetic);
            return self.certified_trace(source, &trace);
        }
        let rejected = self.rejected;
        let mut report = self.attempt(source, &PassOptions::default());
        // Slicing forgets that loops may run for ever; without it fewer claims are refused.
        if report.is_err() && self.rejected > rejected && !self.budget.is_exhausted() {
            let unsliced = PassOptions {
                slice: Switch::Off,
                ..PassOptions::default()
            };
            report = self.attempt(source, &unsliced);
        }
        if let Ok(report) = &report
            && report.verdict == Conclusion::Safe
        {
            self.look_for_vacuity(source);
        }
        report
    }

    /// Short bug hunting first: some concrete runs.
    fn hunt(&self, source: &Program) -> Option<Trace> {
        let left = self.budget.remaining().unwrap_or(Duration::from_secs(60));
        let deadline = Instant::now() + left / 4;
        let limits = HuntLimits {
            deadline: Some(deadline),
            ..HuntLimits::default()
        };
        self.hunt_within(source, &limits)
    }

    /// Concrete runs within limits.
    pub(super) fn hunt_within(&self, source: &Program, limits: &HuntLimits) -> Option<Trace> {
        let choices = invar_interp::hunt(source, HUNT_SEED, limits)?;
        Some(choices.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, When, steps};
    use crate::arguments::{CheckArguments, Cli, Command};
    use clap::Parser;

    fn planned(
        arguments: &[&str],
        own: Arithmetic,
    ) -> Option<Vec<(&'static str, Arithmetic, u32)>> {
        let line = ["invar", "check", "x.c"].iter().chain(arguments);
        let Command::Check(CheckArguments { search, .. }) = Cli::parse_from(line).command else {
            return None;
        };
        let steps = steps(&search, own).ok()?;
        assert!(steps.iter().map(|s| s.share).sum::<u32>() <= 100);
        let exact = |s: &&super::Step| s.when == When::Exact;
        assert!(
            steps
                .iter()
                .filter(exact)
                .all(|s| s.arithmetic == Arithmetic::Wrap)
        );
        let plan = steps
            .iter()
            .map(|s| (s.engine.name(), s.arithmetic, s.share));
        Some(plan.collect())
    }

    #[test]
    fn the_ladder_ends_with_bit_vectors_and_uses_all_the_time() {
        use Arithmetic::{Bv, Checked, Int, Wrap};
        let engines = [
            "facts",
            "ic3-cfa",
            "ic3-smt",
            "ic3-cegar",
            "tree-ic3",
            "tree-ic3-itp",
            "tree-ic3-itp-mono",
            "impact",
            "predabs",
            "spacer",
        ];
        for engine in engines {
            let plan = planned(&["--engine", engine], Bv).expect("a plan");
            let expected = [(Int, 35), (Checked, 20), (Wrap, 15), (Bv, 30)];
            let expected = expected.map(|(a, s)| (engine, a, s));
            assert_eq!(plan, expected);
        }
        let plan = planned(&[], Bv).expect("a plan");
        let expected = [
            ("bmc", Bv, 10),
            ("ic3-cfa", Int, 31),
            ("ic3-cfa", Checked, 18),
            ("ic3-cfa", Wrap, 13),
            ("ic3-cfa", Bv, 27),
            ("bmc", Bv, 0),
        ];
        assert_eq!(plan, expected);
    }

    #[test]
    fn one_arithmetic_has_all_the_time() {
        use Arithmetic::{Bv, Int, Real};
        let given = ["--engine", "bmc"];
        assert_eq!(planned(&given, Bv), Some(vec![("bmc", Bv, 100)]));
        let given = ["--engine", "kind", "--arithmetic", "real"];
        assert_eq!(planned(&given, Bv), Some(vec![("kind", Real, 100)]));
        let bits = Some(vec![("ic3-bool", Bv, 100)]);
        assert_eq!(planned(&["--engine", "ic3-bool"], Bv), bits);
        assert_eq!(planned(&["--arithmetic", "bits"], Bv), bits);
        let given = ["--engine", "kind", "--arithmetic", "bits"];
        assert_eq!(planned(&given, Bv), bits);
        let given = ["--engine", "ic3-bool", "--arithmetic", "int"];
        assert_eq!(planned(&given, Bv), None);
        assert_eq!(planned(&["--arithmetic", "bits"], Int), None);
        let given = ["--engine", "ic3-cfa"];
        assert_eq!(planned(&given, Int), Some(vec![("ic3-cfa", Int, 100)]));
        let given = ["--engine", "ic3-cfa", "--arithmetic", "bv"];
        assert_eq!(planned(&given, Int), None);
    }
}
