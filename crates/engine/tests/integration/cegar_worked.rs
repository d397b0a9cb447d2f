//! What Birgmeier's thesis "Software Verification with IC3 via Abstraction and Interpolation" (2013)
//! says of single programs (chapter 4), on programs of the same kind: a domain that grows
//! without end until states are mined, and one that grows until refinement is lazy.
//!
//! Everything is over ideal integers and without candidates. Proofs are checked by the certifier. A
//! search that diverges is stopped at a level, never by time: what is asserted does not depend on
//! the machine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::OverSort;
use invar_certify::certify_proof;
use invar_cfa::{Program, VarId};
use invar_engine::{CegarOptions, Engine, Event, Ic3Cegar, Observer, Options, Part, Preset};
use invar_solver::{Budget, Z3Factory};
use invar_term::{Sort, TermId};
use invar_verdict::{Reason, Support, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// A variable with its symbol.
fn variable(a: &mut OverSort, name: &str) -> (VarId, TermId) {
    let id = a.variable(name);
    (id, a.symbol(id))
}

/// ```text
/// lead = 1; rear = 0;
/// while (*) { lead++; rear++; }
/// while (rear > 0) { lead--; rear--; }
/// assert(lead == 1);
/// ```
fn lead_and_rear() -> Program {
    let mut a = OverSort::new(&Sort::Int);
    let (lead, lead_symbol) = variable(&mut a, "lead");
    let (rear, rear_symbol) = variable(&mut a, "rear");
    let (choice, choice_symbol) = variable(&mut a, "choice");
    let [begun, up, chosen, rising, raised] = a.places();
    let [down, falling, fallen, end] = a.places();
    let (zero, one) = (a.number(0), a.number(1));
    let (lead_up, rear_up) = (a.plus(lead_symbol, 1), a.plus(rear_symbol, 1));
    let (lead_down, rear_down) = (a.plus(lead_symbol, -1), a.plus(rear_symbol, -1));
    let goes_on = a.terms.eq(choice_symbol, zero);
    let is_above = a.terms.lt(zero, rear_symbol);
    let holds = a.terms.eq(lead_symbol, one);
    let b = &mut a.builder;
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    b.assign(entry, begun, lead, one);
    b.assign(begun, up, rear, zero);
    b.havoc(up, chosen, choice);
    b.branch(chosen, goes_on, rising, down);
    b.assign(rising, raised, lead, lead_up);
    b.assign(raised, up, rear, rear_up);
    b.branch(down, is_above, falling, end);
    b.assign(falling, fallen, lead, lead_down);
    b.assign(fallen, down, rear, rear_down);
    b.branch(end, holds, exit, error);
    a.builder.build()
}

/// ```text
/// k = *; i = *; j = 0;
/// assume(k <= 100 && i >= 1);
/// while (i < k) { i++; j++; }
/// assert(j <= 99);
/// ```
///
/// Going back from the error one meets states with ever smaller i and j; i is below one before j
/// is zero.
fn part_of_text() -> Program {
    let mut a = OverSort::new(&Sort::Int);
    let (k, k_symbol) = variable(&mut a, "k");
    let (i, i_symbol) = variable(&mut a, "i");
    let (j, j_symbol) = variable(&mut a, "j");
    let [length, from, counted, bounded] = a.places();
    let [head, taken, passed, end] = a.places();
    let (zero, one) = (a.number(0), a.number(1));
    let (longest, most) = (a.number(100), a.number(99));
    let (next_i, next_j) = (a.plus(i_symbol, 1), a.plus(j_symbol, 1));
    let is_short = a.terms.le(k_symbol, longest);
    let is_inside = a.terms.le(one, i_symbol);
    let goes_on = a.terms.lt(i_symbol, k_symbol);
    let holds = a.terms.le(j_symbol, most);
    let b = &mut a.builder;
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    b.havoc(entry, length, k);
    b.havoc(length, from, i);
    b.assign(from, counted, j, zero);
    b.branch(counted, is_short, bounded, exit);
    b.branch(bounded, is_inside, head, exit);
    b.branch(head, goes_on, taken, end);
    b.assign(taken, passed, i, next_i);
    b.assign(passed, head, j, next_j);
    b.branch(end, holds, exit, error);
    a.builder.build()
}

/// Stops a search whose frontier gets to a level.
struct Ceiling {
    level: u32,
    budget: Budget,
}

impl Observer for Ceiling {
    fn event(&self, event: &Event<'_>) {
        if event.depth >= self.level {
            self.budget.cancel.cancel();
        }
    }
}

/// What came of a run.
struct Run {
    verdict: Verdict,
    counters: BTreeMap<&'static str, u64>,
}

impl Run {
    /// `program` in a configuration, up to a level.
    fn of(program: &Program, cegar: CegarOptions, level: u32) -> Run {
        let setup = Setup::of(program);
        let task = setup.task(&[]);
        let budget = Budget::lasting(Duration::from_secs(120));
        let ceiling = Ceiling {
            level,
            budget: budget.clone(),
        };
        let context = setup.context(budget).observed(&ceiling);
        let engine = Ic3Cegar::new(Options::without([Part::Candidates]), cegar);
        let verdict = engine.run(&task, &context).unwrap();
        let counters = context.counters.all().into_iter().collect();
        let run = Run { verdict, counters };
        eprintln!("{:?}", run.counters);
        run
    }

    fn counter(&self, name: &str) -> u64 {
        self.counters.get(name).copied().unwrap_or(0)
    }

    /// The run of a program is a proof that the certifier accepts.
    fn assert_proved(&self, program: &Program) {
        let Verdict::Safe(proof) = &self.verdict else {
            panic!("{:?}\n{}", self.verdict, program.listing())
        };
        let factory = Z3Factory::default();
        let budget = Budget::lasting(Duration::from_secs(60));
        certify_proof(program, proof, &Support::default(), &factory, &budget).unwrap();
    }

    /// The run got to its ceiling.
    fn assert_stopped(&self) {
        let cancelled = matches!(self.verdict, Verdict::Unknown(Reason::Cancelled));
        assert!(cancelled, "{:?}", self.verdict);
    }
}

/// A level that proofs of these programs stay far below.
const NO_CEILING: u32 = 100;

/// The thesis on `xy0.c`: without mining "the abstract domain gets repeatedly refined with
/// interpolants around concrete states" (1, 0), (2, 1), (3, 2)...; with it, x - y = 1 is found.
#[test]
fn mining_ends_the_refinement_of_counters_that_go_up_and_down() {
    let program = lead_and_rear();
    let mined = Run::of(&program, Preset::Cr.options(), NO_CEILING);
    mined.assert_proved(&program);
    assert!(mined.counter("predicates mined") >= 1);
    let frames = mined.counter("frames");
    assert!(frames <= 20, "{frames}");

    let level = 4 * frames as u32;
    let plain = Run::of(&program, Preset::C.options(), level);
    plain.assert_stopped();
    assert_eq!(plain.counter("predicates mined"), 0);
    for name in ["refinements", "predicates"] {
        let (with, without) = (mined.counter(name), plain.counter(name));
        assert!(2 * without > 3 * with, "{name}: {with} and {without}");
    }
}

/// The thesis on `substring1.c`: lazy refinement "admits spurious transitions into the abstractions
/// of such concrete states, and discovers that the trace never reaches the initial condition, thus
/// enabling IC3-CEGAR to exclude all such concrete states without refinement".
///
/// Without laziness the thesis' search does not end on that program, ours does: it mines all
/// equations through the states, not one. Of twenty choices of its numbers none was found on which
/// only laziness helps.
#[test]
fn lazy_refinement_needs_no_refinement_at_all() {
    let program = part_of_text();
    let eager = Run::of(&program, Preset::Cr.options(), NO_CEILING);
    eager.assert_proved(&program);
    assert!(eager.counter("refinements") >= 1);
    let lazy = Run::of(&program, Preset::Crl.options(), NO_CEILING);
    lazy.assert_proved(&program);
    assert!(lazy.counter("spurious steps") >= 1);
    assert_eq!(lazy.counter("refinements"), 0);
}
