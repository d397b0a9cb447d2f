//! The lifted trace of the thesis' example (section 3.2): of five variables, the two that matter.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::mine::Point;
use super::{Cegar, CegarOptions, FramesOf, Ic3Cegar, Known, Preset};
use crate::engines::ic3_smt::{CounterSort, Monolith};
use crate::shared::ic3::{
    Discharge, ObligationId, Options, Part, Path, PlaceId, Search, Stop, System,
};
use crate::{Context, Task};
use invar_certify::replay;
use invar_cfa::{IntegerType, Program, Scope, VarId};
use invar_encode::{Arithmetic, BlockGraph};
use invar_interp::Limits;
use invar_solver::{Budget, Z3Factory};
use invar_term::{IBig, Sort, SymbolId, TermId, Value};
use invar_testkit::programs::Builder;
use invar_verdict::{Invariant, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// The variables of the example, in the order of their numbers.
const NAMES: [&str; 5] = ["m", "n", "i", "j", "k"];

/// ```text
/// m = *; n = *; i = 0; j = *; k = *;
/// if (n <= m) return;
/// while (m < n) { m++; i++; }
/// assert(m == n + 1);
/// while (j < k) { j++; i++; }
/// assert(i >= 0);
/// ```
///
/// The thesis' program, with an unreachable continuation that keeps i, j and k alive.
fn counted() -> Program {
    let mut b = Builder::new();
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let [m, n, i, j, k] = NAMES.map(|name| {
        let program = &mut b.program;
        program.add_variable(
            name,
            Some(name),
            &Sort::Int,
            integer,
            "int",
            Scope::Global,
            None,
        )
    });
    let terms = Arc::clone(&b.program.terms);
    let number = |value: i32| terms.constant(&Value::Int(IBig::from(value)));
    let [sm, sn, si, sj, sk] = [m, n, i, j, k].map(|v| b.symbol(v));
    let next = |symbol: TermId| terms.add(symbol, number(1));
    let (entry, exit, error, wrong) = (b.cfa.entry, b.cfa.exit, b.error(), b.error());
    let at: Vec<_> = (0..13).map(|_| b.plain()).collect();
    let (head, sequel) = (at[5], at[9]);
    b.havoc(entry, at[0], m);
    b.havoc(at[0], at[1], n);
    b.assign(at[1], at[2], i, number(0));
    b.havoc(at[2], at[3], j);
    b.havoc(at[3], at[4], k);
    b.branch(at[4], terms.le(sn, sm), exit, head);
    b.branch(head, terms.lt(sm, sn), at[6], at[8]);
    b.assign(at[6], at[7], m, next(sm));
    b.assign(at[7], head, i, next(si));
    b.branch(at[8], terms.eq(sm, next(sn)), sequel, error);
    b.branch(sequel, terms.lt(sj, sk), at[10], at[12]);
    b.assign(at[10], at[11], j, next(sj));
    b.assign(at[11], sequel, i, next(si));
    b.branch(at[12], terms.le(number(0), si), exit, wrong);
    b.build()
}

/// Keeps the lifted states of the trace that is found, from the start to the error.
struct Recording<'r> {
    cegar: Cegar<'r>,
    trace: Vec<(PlaceId, Point)>,
}

impl<'r> Discharge<'r> for Recording<'r> {
    fn begin(&mut self, search: &mut Search<'r>) -> Result<(), Stop> {
        self.cegar.begin(search)
    }

    fn discharge(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<Path>, Stop> {
        let path = self.cegar.discharge(search, level, id)?;
        let mut at = path.as_ref().map(|path| path.into);
        while let Some(id) = at {
            let obligation = search.queue.get(id);
            if let Some(point) = self.cegar.points.get(&id) {
                self.trace.push((obligation.place, point.clone()));
            }
            at = obligation.cause.map(|(_, cause)| cause);
        }
        Ok(path)
    }
}

/// The values of m and n along a trace whose states mention nothing else but a program counter.
fn along(
    program: &Program,
    system: &System,
    counter: Option<SymbolId>,
    trace: &[(PlaceId, Point)],
) -> Vec<[IBig; 2]> {
    let symbol = |index| {
        let term = program.symbol(VarId(index));
        program.terms.as_symbol(term).unwrap()
    };
    let all: BTreeSet<SymbolId> = (0..5).map(symbol).collect();
    let values = trace.iter().map(|(place, point)| {
        assert!(all.is_subset(&system.place(*place).live), "nothing is dead");
        let mut values: BTreeMap<SymbolId, Value> = point.iter().cloned().collect();
        if let Some(counter) = counter {
            values.remove(&counter);
        }
        let pair = [symbol(0), symbol(1)].map(|s| match values.remove(&s) {
            Some(Value::Int(value)) => value,
            other => panic!("{other:?} in {point:?}"),
        });
        assert!(values.is_empty(), "more than m and n: {point:?}");
        pair
    });
    values.collect()
}

/// Searches for the error with frames of the configured kind; the trace is executed.
fn lifted_trace(cegar: &CegarOptions) -> Vec<[IBig; 2]> {
    let program = counted();
    let blocks = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    let task = Task {
        program: &program,
        blocks: &blocks,
        facts: &[],
    };
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::lasting(Duration::from_secs(60)));
    let engine = Ic3Cegar::new(Options::without([Part::Candidates]), cegar.clone());
    let (system, counter) = match cegar.frames {
        FramesOf::Locations => (System::of_blocks(&blocks), None),
        FramesOf::Counter => {
            let monolith = Monolith::of(&blocks, CounterSort::Number);
            let counter = monolith.counter();
            (monolith.system, counter)
        }
    };
    let known = Known {
        facts: BTreeMap::new(),
        predicates: Vec::new(),
        counter,
        placing: Box::new(|_| BTreeMap::new()),
    };
    let mut recording = Recording {
        cegar: engine.prepared(&task, &context, &system, &known, BTreeMap::new()),
        trace: Vec::new(),
    };
    let options = &engine.options;
    let facts = BTreeMap::new();
    let mut search = Search::new("test", &system, &context, options, facts, blocks.entry);
    let no_proof = |_: &BTreeMap<PlaceId, Vec<TermId>>| Invariant::default();
    let verdict = search.verdict(&task, &mut recording, no_proof).unwrap();
    let Verdict::Unsafe(trace) = verdict else {
        panic!("{verdict:?}\n{}", program.listing())
    };
    replay(&program, &trace, &Limits::default(), 1000).unwrap();
    along(&program, &system, counter, &recording.trace)
}

/// m comes up to n, which stays, and one step later the assertion is wrong; i, j and k, which are
/// alive, are in no state of the trace.
#[test]
fn a_lifted_trace_mentions_only_what_matters() {
    let by_location = CegarOptions {
        frames: FramesOf::Locations,
        ..Preset::Cr.options()
    };
    let presets = [Preset::C, Preset::Cr, Preset::Crl].map(Preset::options);
    for cegar in presets.into_iter().chain([by_location]) {
        let trace = lifted_trace(&cegar);
        assert!(trace.len() >= 2, "{cegar:?}: {trace:?}");
        for pair in trace.windows(2) {
            let ([m, n], [next, bound]) = (&pair[0], &pair[1]);
            assert_eq!((m + IBig::ONE, n), (next.clone(), bound), "{cegar:?}");
        }
        let [m, n] = trace.last().unwrap();
        assert_eq!(m, n, "{cegar:?}");
    }
}
