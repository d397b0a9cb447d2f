//! An inlined program as a drawing that one can look at.
//!
//! Straight pieces become one label. If too many places are left, only the cut points (start, loop
//! heads, what must not be reached) are drawn.

use crate::data::{Graph, GraphDetail, GraphEdge, GraphNode, GraphNodeKind, Place};
use crate::trace::POINTER;
use crate::{RunObjects, c_expression, calls_to, has_internal_names, place_at, pointer_text};
use invar_cfa::{
    AssumeReason, Cfa, CutPoints, Edge, HavocOrigin, LocId, LocationKind, Operation, Program, VarId,
};
use invar_term::{Op, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// Places of a drawing; more are not drawn.
const MAX_NODES: usize = 70;
/// Ways of a drawing.
const MAX_EDGES: usize = 160;
/// Texts on one label.
const MAX_TEXTS: usize = 12;

/// The drawing of a program whose calls are inlined.
pub fn graph(program: &Program) -> Graph {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let kept: Vec<LocId> = cfa
        .location_ids()
        .filter(|l| cuts.position(*l).is_some())
        .filter(|l| cuts.contains(*l) || is_branch_or_end(cfa, &cuts, *l))
        .collect();
    if kept.len() <= MAX_NODES {
        return branches(program, &cuts, &kept);
    }
    loops(program, &cuts)
}

/// Whether ways part, meet or end at a location.
fn is_branch_or_end(cfa: &Cfa, cuts: &CutPoints, location: LocId) -> bool {
    let reached = |edge: &Edge| cuts.position(edge.from).is_some();
    let incoming = cfa.incoming(location).filter(|(_, edge)| reached(edge));
    incoming.count() != 1 || cfa.location(location).outgoing().len() != 1
}

/// Collects places and ways.
struct Drawing<'p> {
    program: &'p Program,
    cuts: &'p CutPoints,
    numbers: BTreeMap<LocId, usize>,
    /// All ends of the program are drawn as one.
    end: Option<usize>,
    graph: Graph,
}

impl<'p> Drawing<'p> {
    fn new(program: &'p Program, cuts: &'p CutPoints, detail: GraphDetail) -> Drawing<'p> {
        Drawing {
            program,
            cuts,
            numbers: BTreeMap::new(),
            end: None,
            graph: Graph {
                detail,
                ..Graph::default()
            },
        }
    }

    /// The number of a location's place, made where it is first met.
    fn node(&mut self, location: LocId) -> usize {
        if let Some(number) = self.numbers.get(&location) {
            return *number;
        }
        let node = node(self.program, self.cuts, location);
        let number = match (node.kind, self.end) {
            (GraphNodeKind::End, Some(end)) => end,
            (kind, _) => {
                self.graph.nodes.push(node);
                let number = self.graph.nodes.len() - 1;
                if kind == GraphNodeKind::End {
                    self.end = Some(number);
                }
                number
            }
        };
        self.numbers.insert(location, number);
        number
    }
}

fn node(program: &Program, cuts: &CutPoints, location: LocId) -> GraphNode {
    let cfa = program.entry_cfa();
    let at = cfa.location(location);
    let kind = match at.kind {
        LocationKind::Error(_) => GraphNodeKind::Error,
        LocationKind::Unsupported(_) => GraphNodeKind::Unsupported,
        _ if location == cfa.entry => GraphNodeKind::Start,
        _ if cuts.is_loop_head(location) => GraphNodeKind::Loop,
        _ if at.outgoing().is_empty() => GraphNodeKind::End,
        _ => GraphNodeKind::Plain,
    };
    let mut place = place_at(program, location);
    if place.is_none() {
        // Branches have no place of their own; what they decide has.
        let span = cfa.outgoing(location).find_map(|(_, edge)| edge.span);
        place = span.map(|span| Place::of(&program.sources, span, None));
    }
    // The assertion's own place says more than that of the code around it.
    if let LocationKind::Error(check) = at.kind
        && let Some(span) = program.check(check).span
    {
        let function = place.as_ref().and_then(|place| place.function.clone());
        place = Some(Place::of(&program.sources, span, function.as_deref()));
    }
    let mut calls = calls_to(program, location);
    // What library functions do is shown where the program calls them.
    if place.as_ref().is_some_and(Place::is_in_model) {
        calls.retain(|call| !call.is_in_model());
        place = calls.pop();
    }
    GraphNode { kind, place, calls }
}

/// Every branch.
fn branches(program: &Program, cuts: &CutPoints, kept: &[LocId]) -> Graph {
    let cfa = program.entry_cfa();
    let kept: BTreeSet<LocId> = kept.iter().copied().collect();
    let mut drawing = Drawing::new(program, cuts, GraphDetail::Branches);
    drawing.node(cfa.entry);
    for from in &kept {
        for (_, first) in cfa.outgoing(*from) {
            let mut label = PathLabel::default();
            let mut edge = first;
            label.add(program, edge);
            while !kept.contains(&edge.to) {
                let Some((_, next)) = cfa.outgoing(edge.to).next() else {
                    break;
                };
                edge = next;
                label.add(program, edge);
            }
            let (from, to) = (drawing.node(*from), drawing.node(edge.to));
            drawing.graph.edges.push(label.finish(from, to));
        }
    }
    drawing.graph
}

/// What is met between two places.
#[derive(Default)]
struct PathLabel {
    texts: Vec<String>,
    lines: Option<(u32, u32)>,
}

impl PathLabel {
    fn add(&mut self, program: &Program, edge: &Edge) {
        if let Some(span) = edge.span {
            let (first, last) = self.lines.unwrap_or((span.line, span.line));
            self.lines = Some((first.min(span.line), last.max(span.line)));
        }
        if self.texts.len() < MAX_TEXTS {
            self.texts.extend(operation_text(program, &edge.operation));
        }
    }

    fn finish(self, from: usize, to: usize) -> GraphEdge {
        GraphEdge {
            from,
            to,
            texts: self.texts,
            lines: self.lines,
        }
    }
}

/// An operation as C, if it has a text that people understand.
fn operation_text(program: &Program, operation: &Operation) -> Option<String> {
    let name = |variable| program.variable(variable).source_name.clone();
    let text = match operation {
        Operation::Assume { condition, reason } => {
            let condition = c_expression(program, *condition)?;
            match reason {
                AssumeReason::Branch => format!("[{condition}]"),
                AssumeReason::Assumption(_) => format!("assume {condition}"),
                AssumeReason::Check | AssumeReason::Premise | AssumeReason::Undefined(_) => {
                    return None;
                }
            }
        }
        Operation::Assign { target, value } => {
            let (name, value) = (name(*target)?, assigned(program, *target, *value)?);
            // A parameter that is called as its argument.
            if *name == *value {
                return None;
            }
            format!("{name} = {value}")
        }
        Operation::Havoc { target, origin } => match origin {
            HavocOrigin::Input(function) | HavocOrigin::External(function) => {
                format!("{function}()")
            }
            HavocOrigin::Written(function) => format!("{function}() writes"),
            HavocOrigin::Uninitialised => format!("{} = any value", name(*target)?),
            HavocOrigin::Volatile(name) => format!("{name} is read"),
            HavocOrigin::Placement => return None,
        },
        Operation::Skip | Operation::Call { .. } => return None,
    };
    (!has_internal_names(&text)).then_some(text)
}

/// What is assigned to a variable, as C. Pointers are numbers inside invar: only those that are copied, or the same in
/// every run, have a text.
fn assigned(program: &Program, target: VarId, value: TermId) -> Option<String> {
    let terms = &program.terms;
    let is_pointer = &*program.variable(target).type_name == POINTER;
    match (is_pointer, terms.op(value)) {
        (true, Op::BvConst(address)) => {
            let address = address.unsigned() as u64;
            Some(pointer_text(program, &RunObjects::default(), address))
        }
        (true, Op::Symbol(_) | Op::Select) | (false, _) => c_expression(program, value),
        (true, _) => None,
    }
}

/// Only cut points, with the lines between them.
fn loops(program: &Program, cuts: &CutPoints) -> Graph {
    let cfa = program.entry_cfa();
    let mut drawing = Drawing::new(program, cuts, GraphDetail::Loops);
    let shown: BTreeSet<LocId> = cuts.points.iter().copied().take(MAX_NODES).collect();
    drawing.graph.omitted = cuts.points.len() - shown.len();
    drawing.node(cfa.entry);
    for from in cuts.points.iter().filter(|l| shown.contains(l)) {
        for (to, lines) in ways(cfa, cuts, *from) {
            if !shown.contains(&to) {
                continue;
            }
            if drawing.graph.edges.len() == MAX_EDGES {
                return drawing.graph;
            }
            let (from, to) = (drawing.node(*from), drawing.node(to));
            let label = PathLabel {
                texts: Vec::new(),
                lines,
            };
            drawing.graph.edges.push(label.finish(from, to));
        }
    }
    drawing.graph
}

/// Cut points that can be reached from one without passing another, with the lines that lead
/// there in its file.
fn ways(cfa: &Cfa, cuts: &CutPoints, from: LocId) -> BTreeMap<LocId, Option<(u32, u32)>> {
    let file = cfa.location(from).span.map(|span| span.file);
    let mut found: BTreeMap<LocId, Option<(u32, u32)>> = BTreeMap::new();
    // Lines from the start to each inner location; the first way there counts.
    let mut seen = BTreeSet::new();
    let mut pending = vec![(from, None::<(u32, u32)>)];
    while let Some((location, lines)) = pending.pop() {
        for (_, edge) in cfa.outgoing(location) {
            let mut lines = lines;
            if let Some(span) = edge
                .span
                .filter(|span| Some(span.file) == file || file.is_none())
            {
                let (first, last) = lines.unwrap_or((span.line, span.line));
                lines = Some((first.min(span.line), last.max(span.line)));
            }
            if cuts.contains(edge.to) {
                found.entry(edge.to).or_insert(lines);
            } else if seen.insert(edge.to) {
                pending.push((edge.to, lines));
            }
        }
    }
    found
}
