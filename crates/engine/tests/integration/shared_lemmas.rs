//! Lemmas that other engines find during a search: each engine is given the one fact that it lacks
//! after its first round, and proves what it does not prove alone.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::evidence::assert_proof;
use crate::setup::Setup;
use crate::support::Builder;
use invar_cfa::{LocId, Program};
use invar_engine::{
    CegarOptions, Engine, Exchange, FramesOf, Ic3Cegar, Ic3Cfa, Ic3Smt, Impact, Kind, Options,
    Part, Predabs, Preset, TreeIc3, TreeIc3Itp,
};
use invar_solver::Budget;
use invar_term::TermId;
use invar_verdict::{Proof, Reason, Verdict};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// `while (*) x += 2;` with an error if `x` is 1: that `x` is even is neither a candidate here nor
/// among the predicates that the engines take from states.
struct Even {
    program: Program,
    head: LocId,
    even: TermId,
}

fn even() -> Even {
    let mut b = Builder::new();
    let (x, z) = (b.variable("x", 32), b.variable("z", 32));
    let (entry, head, read) = (b.cfa.entry, b.plain(), b.plain());
    let (body, after, error, exit) = (b.plain(), b.plain(), b.error(), b.cfa.exit);
    b.skip(entry, head);
    b.havoc(head, read, z);
    let goes_on = b.terms().bv_ult(b.symbol(z), b.terms().bv(32, 9));
    b.branch(read, goes_on, body, after);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(32, 2));
    b.assign(body, head, x, more);
    let wrong = b.terms().eq(b.symbol(x), b.terms().bv(32, 1));
    b.branch(after, wrong, error, exit);
    let lowest = b.terms().extract(0, 0, b.symbol(x));
    let even = b.terms().eq(lowest, b.terms().bv(1, 0));
    let program = b.build();
    Even {
        program,
        head,
        even,
    }
}

/// Hands over facts at the second request.
struct Late {
    asked: AtomicU32,
    facts: Vec<(LocId, TermId)>,
}

impl Exchange for Late {
    fn shared_lemmas(&self) -> Vec<(LocId, TermId)> {
        match self.asked.fetch_add(1, Ordering::Relaxed) {
            1 => self.facts.clone(),
            _ => Vec::new(),
        }
    }
}

fn run(engine: &dyn Engine, even: &Even, help: Option<&dyn Exchange>, limit: Duration) -> Verdict {
    let setup = Setup::of(&even.program);
    let task = setup.task(&[]);
    let mut context = setup.context(Budget::lasting(limit));
    context.exchange = help;
    let verdict = engine.run(&task, &context).unwrap();
    match &verdict {
        Verdict::Safe(Proof::Inductive { .. }) => {
            assert_proof(&task, &verdict);
        }
        // The step case says nothing without the fact.
        Verdict::Safe(Proof::KInductive { facts, .. }) => {
            assert_eq!(facts.facts(even.head), [even.even]);
        }
        _ => {}
    }
    verdict
}

#[test]
fn one_fact_from_others_makes_the_proof() {
    let without = || Options::without([Part::Candidates]);
    let cegar = |frames| {
        let options = CegarOptions {
            frames,
            ..Preset::Cr.options()
        };
        Ic3Cegar::new(without(), options)
    };
    let engines: [&dyn Engine; 10] = [
        &Ic3Cfa::new(without()),
        &Ic3Smt::new(without()),
        &cegar(FramesOf::Locations),
        &cegar(FramesOf::Counter),
        &TreeIc3::new(without()),
        &TreeIc3Itp::new(without()),
        &TreeIc3Itp::monolithic(without()),
        &Impact::new(without()),
        &Predabs::new(without()),
        &Kind::plain(),
    ];
    for engine in engines {
        let name = engine.name();
        let even = even();
        let alone = run(engine, &even, None, Duration::from_millis(700));
        assert!(
            matches!(alone, Verdict::Unknown(Reason::Timeout { .. })),
            "{name}: {alone:?}"
        );
        // A location that no system has is of no interest.
        let elsewhere = (LocId(10_000), even.program.terms.fls());
        let late = Late {
            asked: AtomicU32::new(0),
            facts: vec![elsewhere, (even.head, even.even)],
        };
        let helped = run(engine, &even, Some(&late), Duration::from_secs(60));
        assert!(matches!(helped, Verdict::Safe(_)), "{name}: {helped:?}");
    }
}
