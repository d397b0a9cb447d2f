//! Which steps of a run, and which inputs, the violation depends on.
//!
//! Two backward slices over one recorded run of an inlined program:
//!
//! - the *path* slice keeps every condition that the run passed. What it does not contain may take
//!   any value, and the run still takes the same path: inputs are classified by this.
//! - the *dynamic* slice (Agrawal, Horgan: Dynamic Program Slicing, 1990) follows data dependence
//!   and dynamic control dependence back from the error. It is for reading: a branch whose sides
//!   meet again before anything that matters is left out, and so are assertions that held.

use crate::machine::{Limits, Machine, Outcome, element_writes};
use crate::oracle::{Choices, Silent};
use crate::reads::{Cell, Element, reads};
use invar_cfa::{Cfa, EdgeId, Flow, LocId, LocationKind, Operation, Postdominators, Program};
use invar_term::{TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// How much work the analysis may do.
#[derive(Clone, Copy, Debug)]
pub struct RelevanceLimits {
    /// Steps of the run.
    pub steps: u64,
    /// Reads of all steps together.
    pub reads: usize,
}

impl Default for RelevanceLimits {
    fn default() -> Self {
        RelevanceLimits {
            steps: 200_000,
            reads: 4_000_000,
        }
    }
}

/// What matters in a run.
#[derive(Clone, Debug)]
pub struct Relevance {
    /// For each executed edge whether it is in the dynamic slice.
    pub steps: Vec<bool>,
    /// For each executed havoc edge, in order, whether the path depends on its value.
    pub inputs: Vec<bool>,
    /// For each of them the elements that it depends on, in order, if it is an array.
    pub elements: Vec<Vec<u128>>,
}

/// What matters in the run of an inlined program with these choices; `None` if it does not end at
/// an error within the limits.
pub fn relevance(
    program: &Program,
    choices: Vec<(EdgeId, Value)>,
    limits: &RelevanceLimits,
) -> Option<Relevance> {
    let run = Recorded::of(program, choices, limits)?;
    let mut elements = Vec::new();
    let path = run.slice(program, None, &mut elements);
    elements.reverse();
    let havocs = run.steps.iter().zip(&path);
    let inputs = havocs.filter(|(step, _)| step.kind == Kind::Havoc);
    let control = Control::of(program.entry_cfa());
    Some(Relevance {
        inputs: inputs.map(|(_, relevant)| *relevant).collect(),
        elements,
        steps: run.slice(program, Some(&control), &mut Vec::new()),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Assume,
    Assign,
    Havoc,
    Skip,
}

/// One executed edge: ranges into the lists of reads and of written elements.
struct RecordedStep {
    edge: EdgeId,
    kind: Kind,
    reads: std::ops::Range<u32>,
    writes: std::ops::Range<u32>,
}

struct Recorded {
    steps: Vec<RecordedStep>,
    reads: Vec<Cell>,
    writes: Vec<Cell>,
}

impl Recorded {
    fn of(
        program: &Program,
        choices: Vec<(EdgeId, Value)>,
        limits: &RelevanceLimits,
    ) -> Option<Recorded> {
        let mut machine = Machine::new(program).ok()?;
        machine.restart();
        let mut oracle = Choices::new(choices);
        let mut run = Recorded {
            steps: Vec::new(),
            reads: Vec::new(),
            writes: Vec::new(),
        };
        let most = limits.steps.min(Limits::default().steps);
        while (run.steps.len() as u64) < most && run.reads.len() < limits.reads {
            if let Some(edge) = next_edge(&mut machine)? {
                run.record(&mut machine, edge)?;
            }
            match machine.step(&mut oracle, &mut Silent) {
                Ok(()) => {}
                Err(Outcome::Error(_)) => return Some(run),
                Err(_) => return None,
            }
        }
        None
    }

    fn record(&mut self, machine: &mut Machine<'_>, edge: EdgeId) -> Option<()> {
        let program = machine.program;
        let (reads, writes) = (self.reads.len() as u32, self.writes.len() as u32);
        let whole = |variable: u32| Cell {
            variable,
            element: Element::Whole,
        };
        let kind = match &program.entry_cfa().edge(edge).operation {
            Operation::Skip => Kind::Skip,
            Operation::Assume { condition, .. } => {
                self.read(machine, *condition)?;
                Kind::Assume
            }
            Operation::Havoc { target, .. } => {
                self.writes.push(whole(target.0));
                Kind::Havoc
            }
            Operation::Assign { target, value } => {
                let (elements, base) = element_writes(program, *value);
                if elements.is_empty() || base != program.symbol(*target) {
                    self.read(machine, *value)?;
                    self.writes.push(whole(target.0));
                } else {
                    for (index, element) in elements {
                        self.read(machine, index)?;
                        self.read(machine, element)?;
                        let index = machine.eval(index).ok()?;
                        self.writes.push(Cell {
                            variable: target.0,
                            element: Element::at(&index),
                        });
                    }
                }
                Kind::Assign
            }
            Operation::Call { .. } => return None,
        };
        self.steps.push(RecordedStep {
            edge,
            kind,
            reads: reads..self.reads.len() as u32,
            writes: writes..self.writes.len() as u32,
        });
        Some(())
    }

    fn read(&mut self, machine: &mut Machine<'_>, term: TermId) -> Option<()> {
        let code = machine.compiler.code(term)?;
        let mut values = Vec::new();
        code.values(&machine.state, &mut values).ok()?;
        reads(&code, &values, &mut self.reads);
        Some(())
    }

    /// The steps on which the end of the run depends: by every passed condition, or by the
    /// branches that control what matters. Adds the elements of arrays that matter of each havoc edge, the last first.
    fn slice(
        &self,
        program: &Program,
        control: Option<&Control>,
        elements: &mut Vec<Vec<u128>>,
    ) -> Vec<bool> {
        let cfa = program.entry_cfa();
        let mut needed = Needed::default();
        let mut relevant = vec![false; self.steps.len()];
        let mut wanted = Wanted::default();
        if let (Some(control), Some(last)) = (control, self.steps.last()) {
            wanted.add(control, cfa.edge(last.edge).to);
        }
        for (number, step) in self.steps.iter().enumerate().rev() {
            let writes = &self.writes[step.writes.start as usize..step.writes.end as usize];
            let from = cfa.edge(step.edge).from;
            if let (Kind::Havoc, [cell]) = (step.kind, writes) {
                elements.push(needed.elements(cell.variable));
            }
            let matters = match (step.kind, control) {
                (Kind::Skip, _) => false,
                (Kind::Assume, None) => true,
                (Kind::Assume, Some(control)) => {
                    let decides = wanted.meet(from);
                    let held = decides && control.is_passed_check(cfa, step.edge);
                    if held {
                        wanted.add(control, from);
                    }
                    decides && !held
                }
                (Kind::Assign | Kind::Havoc, _) => needed.take(writes),
            };
            if !matters {
                continue;
            }
            relevant[number] = true;
            for cell in &self.reads[step.reads.start as usize..step.reads.end as usize] {
                needed.add(*cell);
            }
            if let Some(control) = control {
                wanted.add(control, from);
            }
        }
        relevant
    }
}

/// The edge that the machine takes next; `Some(None)` if it is at its end.
fn next_edge(machine: &mut Machine<'_>) -> Option<Option<EdgeId>> {
    let program = machine.program;
    for (id, edge) in program.entry_cfa().outgoing(machine.at.location) {
        if let Operation::Assume { condition, .. } = edge.operation
            && machine.eval(condition).ok()? != Value::Bool(true)
        {
            continue;
        }
        return Some(Some(id));
    }
    Some(None)
}

/// Cells whose values matter.
#[derive(Default)]
struct Needed {
    cells: FxHashMap<u32, FxHashSet<Element>>,
}

impl Needed {
    fn add(&mut self, cell: Cell) {
        let elements = self.cells.entry(cell.variable).or_default();
        elements.insert(cell.element);
    }

    /// The elements of a variable that matter, in order.
    fn elements(&self, variable: u32) -> Vec<u128> {
        let known = self.cells.get(&variable).into_iter().flatten();
        let mut elements: Vec<u128> = known
            .filter_map(|element| match element {
                Element::At(index) => Some(*index),
                Element::Whole => None,
            })
            .collect();
        elements.sort_unstable();
        elements
    }

    /// Whether one of the cells matters; what was written does not matter before.
    fn take(&mut self, writes: &[Cell]) -> bool {
        let mut matters = false;
        for cell in writes {
            match cell.element {
                Element::Whole => matters |= self.cells.remove(&cell.variable).is_some(),
                Element::At(_) => {
                    if let Some(elements) = self.cells.get_mut(&cell.variable) {
                        matters |= elements.remove(&cell.element);
                        matters |= elements.contains(&Element::Whole);
                        if elements.is_empty() {
                            self.cells.remove(&cell.variable);
                        }
                    }
                }
            }
        }
        matters
    }
}

/// Which branches decide whether a location is reached.
struct Control {
    controllers: Vec<Vec<LocId>>,
}

impl Control {
    fn of(cfa: &Cfa) -> Control {
        let flow = Flow::where_defined(cfa);
        let postdominators = Postdominators::of(cfa, &flow);
        Control {
            controllers: postdominators.control_dependence(cfa, &flow),
        }
    }

    /// Whether the other side of the edge's branch is the failure of a check.
    fn is_passed_check(&self, cfa: &Cfa, edge: EdgeId) -> bool {
        let from = cfa.edge(edge).from;
        let others = cfa.outgoing(from).filter(|(id, _)| *id != edge);
        others.into_iter().any(|(_, other)| fails(cfa, other.to))
    }
}

/// Whether nothing but an error follows at once.
fn fails(cfa: &Cfa, mut location: LocId) -> bool {
    const NEAR: usize = 6;
    for _ in 0..NEAR {
        let here = cfa.location(location);
        match (here.kind, here.outgoing()) {
            (LocationKind::Error(_), _) => return true,
            (_, [only]) if cfa.edge(*only).operation == Operation::Skip => {
                location = cfa.edge(*only).to;
            }
            _ => return false,
        }
    }
    false
}

/// Locations that matter, each waiting for the branch that last decided about it.
#[derive(Default)]
struct Wanted {
    waiting: FxHashSet<LocId>,
    by_branch: FxHashMap<LocId, Vec<LocId>>,
}

impl Wanted {
    fn add(&mut self, control: &Control, location: LocId) {
        if self.waiting.insert(location) {
            for branch in &control.controllers[location.0 as usize] {
                self.by_branch.entry(*branch).or_default().push(location);
            }
        }
    }

    /// Whether a branch is the last that decided about a location that matters.
    fn meet(&mut self, branch: LocId) -> bool {
        let mut decides = false;
        for location in self.by_branch.remove(&branch).unwrap_or_default() {
            decides |= self.waiting.remove(&location);
        }
        decides
    }
}
