//! The automaton of one function under construction.

use super::lowering::Lowering;
use super::shape::{Scalar, Shape, Storage};
use super::state::{BlockKey, LabelScopes, UNINTERRUPTED, WatchedAccesses};
use crate::ast::{LabelId, VariableId};
use crate::points_to::{ExprKey, NodeId};
use invar_cfa::{
    Aspect, AssumeReason, CallPathId, Cfa, Check, CheckKind, Edge, EdgeId, FunctionId, HavocOrigin,
    LocId, LocationKind, Operation, Span, StableId, Subject, Undefined, Unsupported, UnsupportedId,
    VarId,
};
use invar_term::{TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The rest of an expression or statement cannot be lowered; the automaton already leads into
/// an `Unsupported` location and goes on from an unreachable one.
pub(super) struct Stop;

pub(super) type Lowered<T> = Result<T, Stop>;

/// Where `break`, `continue` and `case` lead.
pub(super) struct SwitchContext {
    /// The values of each label, where it leads and what is in scope there.
    pub cases: Vec<(crate::ast::CaseRange, LocId, Vec<VariableId>)>,
    pub default: Option<(LocId, Vec<VariableId>)>,
}

/// One function under construction; new edges start at `at`.
pub(super) struct Body<'l, 'u> {
    pub lowering: &'l mut Lowering<'u>,
    pub terms: Arc<TermStore>,
    pub function: FunctionId,
    pub name: Arc<str>,
    pub cfa: Cfa,
    pub at: LocId,
    /// Where jumps out of statements lead, and how much is in scope there.
    pub breaks: Vec<(LocId, usize)>,
    pub continues: Vec<(LocId, usize)>,
    pub switches: Vec<SwitchContext>,
    /// Local variables in scope at `at`.
    pub scope: Vec<VariableId>,
    /// Blocks around `at`, with how much was in scope before each.
    pub blocks: Vec<(BlockKey, usize)>,
    /// Where `return` leads, if something is to be done before the exit.
    pub leave: Option<LocId>,
    /// What holds addresses of objects that `alloca` made.
    pub allocas: Vec<(NodeId, VarId)>,
    pub label_scopes: LabelScopes,
    labels: FxHashMap<LabelId, LocId>,
    ordinal: u32,
    /// The statement that is lowered.
    pub statement: Option<Span>,
    /// Globals are being initialised: what no code mentions is left out.
    pub initialising: bool,
    /// What holds where C computes an operand that a term computes in any case.
    pub guards: Vec<TermId>,
    /// Whether the end of the function may be reached where a value is due.
    pub may_fall_off: bool,
    /// Flags of local variables: whether they have no value yet.
    pub missing_values: FxHashMap<VarId, VarId>,
    /// Accesses whose order with others is open.
    pub accesses: WatchedAccesses,
    /// The pointers that elements were designated from, where a precondition says what can be accessed.
    pub element_bases: FxHashMap<TermId, TermId>,
    /// Pointers whose numbers are compared with constants and not kept: which other objects there are does not matter.
    pub compared_with_constants: FxHashSet<ExprKey>,
    /// Which interrupt handlers may run in between.
    pub level: u32,
    /// How many checks of a kind there are at a place.
    checks: FxHashMap<Check, usize>,
}

impl<'l, 'u> Body<'l, 'u> {
    pub fn new(lowering: &'l mut Lowering<'u>, function: FunctionId, name: &str, cfa: Cfa) -> Self {
        let terms = lowering.program.terms.clone();
        let at = cfa.entry;
        let level = match lowering.source_of(function) {
            Some(source) => lowering.level_of(source),
            None => UNINTERRUPTED,
        };
        Body {
            level,
            lowering,
            terms,
            function,
            name: name.into(),
            cfa,
            at,
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            scope: Vec::new(),
            blocks: Vec::new(),
            leave: None,
            allocas: Vec::new(),
            label_scopes: LabelScopes::default(),
            labels: FxHashMap::default(),
            ordinal: 0,
            statement: None,
            initialising: false,
            guards: Vec::new(),
            may_fall_off: false,
            missing_values: FxHashMap::default(),
            accesses: WatchedAccesses::default(),
            element_bases: FxHashMap::default(),
            compared_with_constants: FxHashSet::default(),
            checks: FxHashMap::default(),
        }
    }

    /// Connects the end with the exit and hands the automaton over.
    pub fn finish(mut self) {
        let exit = self.cfa.exit;
        self.go(exit, None);
        self.end_loose_paths();
        self.settle_missing_values();
        self.guard_endless_loops();
        self.lowering.program.functions[self.function.0 as usize].cfa = self.cfa;
    }

    /// A path without a successor, because some construct was not lowered, leads to an `Unsupported` location: no execution
    /// is dropped.
    fn end_loose_paths(&mut self) {
        for location in self.cfa.location_ids() {
            let end = self.cfa.location(location);
            let is_loose = end.kind == LocationKind::Plain
                && location != self.cfa.exit
                && end.outgoing().is_empty()
                && (self.cfa.incoming(location)).any(|(_, edge)| !self.ends_here(edge));
            if is_loose {
                let span = end.span;
                self.at = location;
                // The location is made; nothing follows it.
                let _ =
                    self.unsupported::<()>("what follows a construct that is not modelled", span);
            }
        }
    }

    /// Whether no execution gets along an edge.
    fn ends_here(&self, edge: &Edge) -> bool {
        matches!(edge.operation, Operation::Assume { condition, .. } if self.terms.is_false(condition))
    }

    /// A new location, not connected yet.
    pub fn location(&mut self, kind: LocationKind, span: Option<Span>) -> LocId {
        self.ordinal += 1;
        let stable = StableId::of(&[&self.name, &self.ordinal.to_string()]);
        self.cfa.add_location(kind, span, stable, CallPathId::ROOT)
    }

    /// A new ordinary location.
    pub fn place_here(&mut self, span: Option<Span>) -> LocId {
        self.location(LocationKind::Plain, span)
    }

    /// Adds an edge from here to a new location and moves there.
    pub fn emit(&mut self, operation: Operation, span: Option<Span>) -> EdgeId {
        let to = self.place_here(span);
        let written = self.flags_of_written(&operation);
        let edge = self.cfa.add_edge(self.at, to, operation, span);
        self.at = to;
        self.note_values(&written, span);
        edge
    }

    /// Leads from here to `to`; what follows is unreachable until a label is passed.
    pub fn go(&mut self, to: LocId, span: Option<Span>) {
        self.cfa.add_edge(self.at, to, Operation::Skip, span);
        self.at = self.place_here(None);
    }

    /// Leads from here to `to` and continues there.
    pub fn join(&mut self, to: LocId, span: Option<Span>) {
        self.cfa.add_edge(self.at, to, Operation::Skip, span);
        self.at = to;
    }

    /// Branches on a Boolean term; constant conditions give one edge.
    pub fn split(&mut self, condition: TermId, then: LocId, otherwise: LocId, span: Option<Span>) {
        let reason = AssumeReason::Branch;
        if self.terms.is_true(condition) {
            return self.go(then, span);
        }
        if self.terms.is_false(condition) {
            return self.go(otherwise, span);
        }
        let negation = self.terms.not(condition);
        self.cfa
            .add_edge(self.at, then, Operation::Assume { condition, reason }, span);
        let operation = Operation::Assume {
            condition: negation,
            reason,
        };
        self.cfa.add_edge(self.at, otherwise, operation, span);
        self.at = self.place_here(None);
    }

    /// Goes on only where the condition holds.
    pub fn assume(&mut self, condition: TermId, reason: AssumeReason, span: Option<Span>) {
        if !self.terms.is_true(condition) {
            self.emit(Operation::Assume { condition, reason }, span);
        }
    }

    /// Goes on only where the behaviour is defined.
    pub fn require(&mut self, condition: TermId, undefined: Undefined, span: Option<Span>) {
        self.require_exact(condition, Some(undefined.aspect()), span);
        self.assume(condition, AssumeReason::Undefined(undefined), span);
    }

    /// Goes on only where the behaviour is defined, and keeps what decides about it for readers of
    /// a run.
    pub fn require_of(
        &mut self,
        subject: Subject,
        condition: TermId,
        undefined: Undefined,
        span: Option<Span>,
    ) {
        self.require_exact(condition, Some(undefined.aspect()), span);
        if !self.terms.is_true(condition) {
            self.cfa.set_subject(self.at, subject);
        }
        self.assume(condition, AssumeReason::Undefined(undefined), span);
    }

    /// A violation is one only while every result of the library was exact: what is merely bounded need not be
    /// possible.
    pub(super) fn require_exact(
        &mut self,
        condition: TermId,
        aspect: Option<Aspect>,
        span: Option<Span>,
    ) {
        let property = self.lowering.program.property;
        if self.terms.is_true(condition) || aspect.is_some_and(|a| !property.asks_for(a)) {
            return;
        }
        let Some(exact) = self.is_exact() else { return };
        let t = self.terms.clone();
        let construct =
            "violation after a function whose result, or what it writes, is only bounded";
        self.require_modelled(t.or(&[condition, exact]), construct, span);
    }

    /// Whether all results of the library were exact so far; `None` if they always are.
    fn is_exact(&mut self) -> Option<TermId> {
        let variable = self.lowering.approximated?;
        let leaf = self.storage(variable).leaves[0];
        let t = self.terms.clone();
        let state = self.symbol(leaf);
        Some(t.eq(state, t.bv(t.width(state), 0)))
    }

    pub fn assign(&mut self, target: VarId, value: TermId, span: Option<Span>) {
        if self.symbol(target) != value {
            self.emit(Operation::Assign { target, value }, span);
        }
    }

    pub fn symbol(&self, variable: VarId) -> TermId {
        self.lowering.program.symbol(variable)
    }

    /// The type of pointers.
    pub fn pointer_scalar(&self) -> Scalar {
        Scalar::pointer(self.lowering.program.data_model)
    }

    /// The shape of a type.
    pub fn shape(&self, ty: &crate::ast::Type) -> std::rc::Rc<Shape> {
        self.lowering.shapes.of(ty)
    }

    /// The variables of a plain C variable.
    pub fn storage(&mut self, variable: VariableId) -> Storage {
        self.lowering.storage_of(variable, self.function)
    }

    /// A new variable that holds `value`, so that later effects do not change it.
    pub fn save(&mut self, value: TermId, scalar: Scalar, span: Option<Span>) -> TermId {
        if self.terms.as_constant(value).is_some() {
            return value;
        }
        let leaf = self.temporary(scalar.in_full());
        self.assign(leaf, value, span);
        self.symbol(leaf)
    }

    /// A new scalar variable.
    pub fn temporary(&mut self, scalar: Scalar) -> VarId {
        let name = self.name.clone();
        self.lowering.temporary(&name, scalar, self.function).leaves[0]
    }

    /// Any value for each variable of an object.
    pub fn havoc_all(&mut self, storage: &Storage, origin: &HavocOrigin, span: Option<Span>) {
        for leaf in storage.leaves.iter() {
            self.emit(
                Operation::Havoc {
                    target: *leaf,
                    origin: origin.clone(),
                },
                span,
            );
        }
    }

    /// The location of a label.
    pub fn label(&mut self, label: LabelId, span: Option<Span>) -> LocId {
        if let Some(location) = self.labels.get(&label) {
            return *location;
        }
        let location = self.place_here(span);
        self.labels.insert(label, location);
        location
    }

    /// The program ends here.
    pub fn halt(&mut self, span: Option<Span>) {
        self.check_early_end(span);
        let end = self.location(LocationKind::Halt, span);
        self.go(end, span);
    }

    /// The property is violated here.
    pub fn error(&mut self, kind: CheckKind, span: Option<Span>) {
        let counts = match kind {
            // Whether assertions count is for the caller to say.
            CheckKind::Assertion => true,
            _ => {
                (kind.aspect()).is_none_or(|aspect| self.lowering.program.property.asks_for(aspect))
            }
        };
        if !counts || !self.violates(kind, span) {
            return self.halt(span);
        }
        self.require_exact(self.terms.fls(), None, span);
        let check = Check { kind, span };
        let before = self.checks.entry(check).or_default();
        *before += 1;
        let before = *before - 1;
        let id = self.lowering.check_id(self.function, check, before);
        let error = self.location(LocationKind::Error(id), span);
        self.go(error, span);
    }

    /// Something is not modelled here.
    pub fn unsupported<T>(&mut self, construct: &str, span: Option<Span>) -> Lowered<T> {
        self.stop_at(Unsupported::construct(construct, span))
    }

    /// A library function is not modelled.
    pub fn unsupported_function<T>(&mut self, name: &str, span: Option<Span>) -> Lowered<T> {
        self.stop_at(Unsupported::library_function(name, span))
    }

    fn stop_at<T>(&mut self, unsupported: Unsupported) -> Lowered<T> {
        let span = unsupported.span;
        let list = &mut self.lowering.program.unsupported;
        let id = UnsupportedId(list.len() as u32);
        list.push(unsupported);
        let stop = self.location(LocationKind::Unsupported(id), span);
        self.go(stop, span);
        Err(Stop)
    }

    /// As [`Self::unsupported`], for a value of a shape that is not modelled.
    pub fn opaque<T>(&mut self, what: &str, shape: &Shape, span: Option<Span>) -> Lowered<T> {
        let construct = format!("{what}: {}", shape.construct());
        self.unsupported(&construct, span)
    }
}
