//! The driver: the passes in order, from the inlined program to the one that engines see.
//!
//! Constants and intervals run before slicing, so that every fact is inductive on the inlined
//! program itself; pruning between them keeps the later ones cheap. Large programs are sliced first as
//! well: most of their loops are irrelevant, and certification passes those by forgetting what they change. Facts are stated at the loop
//! heads of the inlined program, also where a loop no longer exists because its back edge is
//! infeasible. At the end, each cut point of the inlined program that was found unreachable gets
//! the fact `false`: the removal of what lies after it rests on that.
//!
//! All passes must state their facts at the same places. A loop with several entries can get
//! another head when one of them goes; a fact there that only a later pass states cuts paths on
//! which facts of an earlier pass rest. So when heads appear that were none, everything runs again
//! with their places among those for facts.

use crate::{
    BackMap, Landing, Rewritten, contract, propagate_constants, propagate_copies,
    propagate_intervals, prune, remove_dead_assignments, slice, split_arrays,
};
use invar_cfa::{CutPoints, LocId, Program};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Whether a pass runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// It runs.
    On,
    /// It does not.
    Off,
}

/// Which passes run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassOptions {
    /// Removal of what lies on no path to a target.
    pub prune: Switch,
    /// Constant propagation.
    pub constants: Switch,
    /// Copy propagation.
    pub copies: Switch,
    /// Interval analysis.
    pub intervals: Switch,
    /// Elements of small arrays as variables.
    pub elements: Switch,
    /// Slicing.
    pub slice: Switch,
    /// Removal of dead assignments.
    pub dead_assignments: Switch,
    /// Contraction of edges that do nothing.
    pub contract: Switch,
    /// Constants and intervals are skipped, with a note, in programs with more edges.
    pub dataflow_edges: usize,
    /// Programs with more edges are sliced before values are analysed, and keep their arrays: splitting them makes a
    /// second analysis of values necessary.
    pub large: usize,
}

impl Default for PassOptions {
    fn default() -> Self {
        PassOptions {
            dataflow_edges: 500_000,
            large: 10_000,
            ..PassOptions::all(Switch::On)
        }
    }
}

impl PassOptions {
    /// No pass runs.
    pub fn none() -> PassOptions {
        PassOptions::all(Switch::Off)
    }

    fn all(switch: Switch) -> PassOptions {
        PassOptions {
            prune: switch,
            constants: switch,
            copies: switch,
            intervals: switch,
            elements: switch,
            slice: switch,
            dead_assignments: switch,
            contract: switch,
            dataflow_edges: usize::MAX,
            large: usize::MAX,
        }
    }
}

/// A program made ready for engines.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// The map back to the inlined program.
    pub back: BackMap,
    /// What ran, in order, and how long it took.
    pub timings: Vec<(&'static str, Duration)>,
    /// What was left out and why.
    pub notes: Vec<String>,
}

/// Rounds in which heads that appear are given to the passes. Heads that still appear then may cost
/// a certificate, not its truth.
const ROUNDS: usize = 4;

/// Runs the passes on an inlined program.
pub fn prepare(program: &Program, options: &PassOptions) -> Prepared {
    let cuts = CutPoints::of(program.entry_cfa());
    let heads = cuts.points.iter().copied();
    let mut run = Run {
        places: heads.filter(|l| cuts.is_loop_head(*l)).collect(),
        appeared: BTreeSet::new(),
        current: Rewritten::unchanged(program),
        timings: Vec::new(),
        notes: Vec::new(),
    };
    for _ in 0..ROUNDS {
        run.all(program, options);
        if run.appeared.is_empty() {
            break;
        }
        run.places.append(&mut run.appeared);
    }
    let Rewritten {
        program: result,
        mut back,
        ..
    } = run.current;
    for point in cuts.points.iter().chain(&run.places) {
        if back.landing(*point) == Landing::Unreachable {
            back.add_fact(*point, program.terms.fls());
        }
    }
    back.tidy();
    Prepared {
        program: result,
        back,
        timings: run.timings,
        notes: run.notes,
    }
}

/// Whether arrays were split into elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Split {
    None,
    Some,
}

struct Run {
    /// Where facts are stated: locations of the inlined program.
    places: BTreeSet<LocId>,
    /// Other locations of the inlined program that were loop heads between passes.
    appeared: BTreeSet<LocId>,
    current: Rewritten,
    timings: Vec<(&'static str, Duration)>,
    notes: Vec<String>,
}

impl Run {
    /// Every pass, from the inlined program on.
    fn all(&mut self, program: &Program, options: &PassOptions) {
        self.current = Rewritten::unchanged(program);
        self.timings.clear();
        self.notes.clear();
        self.pass("prune", options.prune, prune);
        if self.edges() > options.large {
            self.pass("slice", options.slice, slice);
        }
        let edges = self.edges();
        let dataflow = options.constants == Switch::On || options.intervals == Switch::On;
        if edges > options.dataflow_edges && dataflow {
            let limit = options.dataflow_edges;
            self.notes.push(format!(
                "constants and intervals skipped: {edges} edges, limit {limit}"
            ));
        } else {
            self.values(options);
            // The bounds of indices are facts of the intervals.
            if options.elements == Switch::On
                && options.intervals == Switch::On
                && self.edges() <= options.large
                && self.split_arrays() == Split::Some
            {
                self.values(options);
            }
        }
        self.pass("copies", options.copies, propagate_copies);
        self.pass("slice", options.slice, slice);
        self.pass(
            "dead assignments",
            options.dead_assignments,
            remove_dead_assignments,
        );
        self.pass("contract", options.contract, contract);
    }

    /// Edges of the program so far.
    fn edges(&self) -> usize {
        self.current.program.entry_cfa().edge_count()
    }

    /// What the values of variables decide.
    fn values(&mut self, options: &PassOptions) {
        self.pass_with_facts("constants", options.constants, propagate_constants);
        self.pass("prune", options.prune, prune);
        self.pass_with_facts("intervals", options.intervals, propagate_intervals);
        if options.intervals == Switch::On {
            // Values and branches that only intervals decide make new constants.
            self.pass_with_facts("constants", options.constants, propagate_constants);
        }
        self.pass("prune", options.prune, prune);
    }

    fn split_arrays(&mut self) -> Split {
        let mut split = Split::None;
        self.pass("elements", Switch::On, |program| {
            match split_arrays(program) {
                Some(rewritten) => {
                    split = Split::Some;
                    rewritten
                }
                None => Rewritten::unchanged(program),
            }
        });
        split
    }

    fn pass(
        &mut self,
        name: &'static str,
        switch: Switch,
        pass: impl FnOnce(&Program) -> Rewritten,
    ) {
        if switch == Switch::Off {
            return;
        }
        let start = Instant::now();
        let later = pass(&self.current.program);
        self.current.back = std::mem::take(&mut self.current.back).then(&later.back);
        self.current.program = later.program;
        self.note_heads();
        self.notes.extend(later.note.map(String::from));
        self.timings.push((name, start.elapsed()));
    }

    /// Remembers the loop heads at which no facts are stated.
    fn note_heads(&mut self) {
        let cuts = CutPoints::of(self.current.program.entry_cfa());
        for head in cuts.points.iter().filter(|l| cuts.is_loop_head(**l)) {
            let source = self.current.back.location(*head);
            if !self.places.contains(&source) {
                self.appeared.insert(source);
            }
        }
    }

    fn pass_with_facts(
        &mut self,
        name: &'static str,
        switch: Switch,
        pass: fn(&Program, &[LocId]) -> Rewritten,
    ) {
        let places: Vec<LocId> = self
            .current
            .program
            .entry_cfa()
            .location_ids()
            .filter(|l| self.places.contains(&self.current.back.location(*l)))
            .collect();
        self.pass(name, switch, |program| pass(program, &places));
    }
}
