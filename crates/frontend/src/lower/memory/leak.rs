//! Allocated memory that nothing points to any more.
//!
//! How many objects are allocated is counted. When `main` returns, its variables are gone: what is
//! still allocated is lost, unless a variable that outlives `main` leads to it. The analysis of
//! pointers says which objects that can be; they are counted apart, and compared with what such
//! variables point to. Where that is not enough to tell, the model ends.
//!
//! A run that ends otherwise, or never, is not searched for what nothing points to: `safe` then
//! needs that nothing is allocated there.

use crate::ast::{FunId, Storage, VariableId};
use crate::lower::body::Body;
use crate::lower::lowering::Lowering;
use crate::lower::shape::{Class, INDEX_BITS};
use crate::points_to::{NodeId, Object};
use invar_cfa::{Aspect, CutPoints, Ghost, LocId, LocationKind, Span, Undefined, VarId};
use invar_term::{Sort, TermId};
use rustc_hash::FxHashSet;

/// Pointers in variables that are compared with what is allocated.
const MAX_ROOTS: usize = 24;

impl Lowering<'_> {
    pub(in crate::lower) fn follows_leaks(&self) -> bool {
        self.program.property.asks_for(Aspect::Leak)
    }

    /// Whether pointers in a node, followed any number of times, start in a variable that
    /// outlives `main`.
    fn is_kept(&mut self, node: NodeId) -> bool {
        if self.memory.counts.reachable.is_none() {
            let statics = (0..self.unit.variables.len() as u32).map(VariableId);
            let statics = statics.filter(|v| self.outlives_main(*v));
            let mut todo: Vec<NodeId> = statics.map(|v| self.points_to.variable(v).node).collect();
            let mut seen = FxHashSet::default();
            while let Some(node) = todo.pop() {
                if seen.insert(node) {
                    todo.extend(&self.points_to.node(node).targets);
                }
            }
            self.memory.counts.reachable = Some(seen);
        }
        let reachable = &self.memory.counts.reachable;
        reachable.as_ref().is_some_and(|r| r.contains(&node))
    }

    fn outlives_main(&self, variable: VariableId) -> bool {
        let storage = &self.unit.variable(variable).storage;
        matches!(
            storage,
            Storage::Global | Storage::StaticLocal(_) | Storage::External
        )
    }

    /// Makes the counters, so that all of lowering knows them.
    pub(super) fn make_counters(&mut self) {
        if !self.follows_leaks() {
            return;
        }
        for number in 0..self.points_to.node_count() {
            let node = NodeId(number);
            if self.is_heap(node) {
                self.counter_of(node);
            }
        }
    }

    fn counter_of(&mut self, node: NodeId) -> VarId {
        let kept = self.is_kept(node);
        let counts = &self.memory.counts;
        let known = if kept { counts.kept } else { counts.bound };
        if let Some(known) = known {
            return known;
        }
        let name = if kept { "$kept" } else { "$allocated" };
        let counter = self.ghost(name, &Sort::BitVec(32));
        self.program.variables[counter.0 as usize].ghost = Some(Ghost::Allocations);
        let counts = &mut self.memory.counts;
        let slot = if kept {
            &mut counts.kept
        } else {
            &mut counts.bound
        };
        *slot = Some(counter);
        counter
    }
}

impl Body<'_, '_> {
    pub(super) fn count_allocation(&mut self, node: NodeId, span: Option<Span>) {
        if self.lowering.follows_leaks() {
            let t = self.terms.clone();
            let counter = self.lowering.counter_of(node);
            self.assign(counter, t.bv_add(self.symbol(counter), t.bv(32, 1)), span);
        }
    }

    pub(super) fn count_free(&mut self, node: NodeId, span: Option<Span>) {
        if self.lowering.follows_leaks() {
            let t = self.terms.clone();
            let counter = self.lowering.counter_of(node);
            self.assign(counter, t.bv_sub(self.symbol(counter), t.bv(32, 1)), span);
        }
    }

    /// Whether nothing is allocated.
    fn nothing_allocated(&mut self) -> TermId {
        let t = self.terms.clone();
        let counts = &self.lowering.memory.counts;
        let counters: Vec<VarId> = [counts.bound, counts.kept].into_iter().flatten().collect();
        let empty: Vec<TermId> = (counters.into_iter())
            .map(|counter| t.eq(self.symbol(counter), t.bv(32, 0)))
            .collect();
        t.and(&empty)
    }

    /// `main` has returned.
    pub(in crate::lower) fn check_leaks(&mut self, main: FunId) {
        if !self.lowering.follows_leaks() {
            return;
        }
        let t = self.terms.clone();
        let span = self.lowering.unit.function(main).span;
        let zero = t.bv(32, 0);
        if let Some(bound) = self.lowering.memory.counts.bound {
            self.require(t.eq(self.symbol(bound), zero), Undefined::Leak, span);
        }
        let Some(kept) = self.lowering.memory.counts.kept else {
            return;
        };
        let empty = t.eq(self.symbol(kept), zero);
        let (some, end) = (self.place_here(span), self.place_here(span));
        self.split(empty, end, some, span);
        self.at = some;
        match self.roots(span) {
            Some(roots) => self.compare_with_roots(&roots, kept, span),
            None => {
                let _ = self.unsupported::<()>(
                    "memory that a variable may point to when main has returned",
                    span,
                );
            }
        }
        self.join(end, span);
    }

    /// What variables that outlive `main` point to, against the number of objects.
    fn compare_with_roots(&mut self, roots: &[(NodeId, TermId)], kept: VarId, span: Option<Span>) {
        let t = self.terms.clone();
        let mut different = t.bv(32, 0);
        let mut leads_on = Vec::new();
        for (i, (node, pointer)) in roots.iter().enumerate() {
            let number = self.object_of(*pointer);
            let earlier = roots[..i]
                .iter()
                .map(|(_, p)| t.eq(number, self.object_of(*p)));
            let new = t.not(t.or(&earlier.collect::<Vec<_>>()));
            let there = self.is_allocated_now(*node, *pointer);
            let counts = t.and(&[new, there]);
            different = t.bv_add(different, t.ite(counts, t.bv(32, 1), t.bv(32, 0)));
            let may_lead = self.lowering.points_to.node(*node).targets.clone();
            if may_lead.into_iter().any(|node| self.lowering.is_heap(node)) {
                leads_on.push(there);
            }
        }
        // Nothing else is allocated.
        let all = t.eq(different, self.symbol(kept));
        // What is pointed to may point to the rest.
        let (fewer, end) = (self.place_here(span), self.place_here(span));
        self.split(all, end, fewer, span);
        self.at = fewer;
        let ends_here = t.not(t.or(&leads_on));
        let construct = "memory that allocated memory may point to when main has returned";
        self.require_modelled(ends_here, construct, span);
        self.require(t.fls(), Undefined::Leak, span);
        self.join(end, span);
    }

    /// Whether a pointer points into an object that is allocated.
    fn is_allocated_now(&mut self, node: NodeId, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        if !self.lowering.is_heap(node) {
            return t.fls();
        }
        if !self.lowering.has_limited_lifetimes(node) {
            return self.is_made(node, pointer);
        }
        let allocated = self.was_allocated(node, pointer);
        let freed = self.was_freed(node, pointer);
        t.and(&[allocated, t.not(freed)])
    }

    /// The pointers to allocated memory in variables that outlive `main`, with their nodes; `None`
    /// if there are too many to look at, or contents that are not seen as pointers.
    fn roots(&mut self, span: Option<Span>) -> Option<Vec<(NodeId, TermId)>> {
        let mut roots = Vec::new();
        for index in 0..self.lowering.unit.variables.len() as u32 {
            let variable = VariableId(index);
            if !self.lowering.outlives_main(variable) {
                continue;
            }
            let node = self.lowering.points_to.variable(variable).node;
            let targets = self.lowering.points_to.node(node).targets.clone();
            let leads: Vec<NodeId> = (targets.into_iter())
                .filter(|node| self.lowering.leads_to_heap(*node))
                .collect();
            if leads.is_empty() {
                continue;
            }
            let [target] = leads.as_slice() else {
                return None;
            };
            // Other fixed objects could lead on.
            if !self.lowering.is_only_heap(*target) {
                return None;
            }
            let place = self.variable_place(variable);
            let value = self.read(&place, span).ok()?;
            if value.shape.has_union() {
                return None;
            }
            let t = self.terms.clone();
            for ((scalar, dims), leaf) in value.shape.leaves().into_iter().zip(&value.leaves) {
                if scalar.class != Class::Pointer {
                    // A number that may be an address.
                    if scalar.bytes >= 4 && self.lowering.points_to.follows_integers() {
                        return None;
                    }
                    continue;
                }
                let count: u64 = dims.iter().product();
                if count as usize > MAX_ROOTS {
                    return None;
                }
                if dims.is_empty() {
                    roots.push((*target, *leaf))
                } else {
                    roots.extend((0..count).map(|i| {
                        let index = t.bv(INDEX_BITS, u128::from(i));
                        (*target, t.select(*leaf, index))
                    }))
                }
            }
            if roots.len() > MAX_ROOTS {
                return None;
            }
        }
        Some(roots)
    }

    /// The program ends before `main` returns.
    pub(in crate::lower) fn check_early_end(&mut self, span: Option<Span>) {
        let empty = self.nothing_allocated();
        self.require_modelled(empty, "end of the program while memory is allocated", span);
    }

    /// Nothing may be allocated at the head of a loop that cannot be left.
    pub(in crate::lower) fn guard_endless_loops(&mut self) {
        let empty = self.nothing_allocated();
        if self.terms.is_true(empty) {
            return;
        }
        let ends = self.cfa.location_ids().filter(|location| {
            *location == self.cfa.exit || self.cfa.location(*location).kind == LocationKind::Halt
        });
        let mut todo: Vec<LocId> = ends.collect();
        let mut can_end = vec![false; self.cfa.location_count()];
        while let Some(location) = todo.pop() {
            if !std::mem::replace(&mut can_end[location.0 as usize], true) {
                todo.extend(self.cfa.incoming(location).map(|(_, edge)| edge.from));
            }
        }
        let cut = CutPoints::of(&self.cfa);
        let heads = self.cfa.location_ids().filter(|l| cut.is_loop_head(*l));
        for head in heads.filter(|l| !can_end[l.0 as usize]).collect::<Vec<_>>() {
            let after = self.cfa.split(head);
            let span = self.cfa.location(head).span;
            self.at = head;
            self.require_modelled(empty, "loop without end while memory is allocated", span);
            self.join(after, span);
        }
    }
}

impl Lowering<'_> {
    fn is_heap(&self, node: NodeId) -> bool {
        let objects = &self.points_to.node(node).objects;
        objects.iter().any(|(o, _)| matches!(o, Object::Heap(_)))
    }

    fn is_only_heap(&self, node: NodeId) -> bool {
        let objects = &self.points_to.node(node).objects;
        objects.iter().all(|(o, _)| matches!(o, Object::Heap(_)))
    }

    /// Whether pointers to a node lead to allocated memory, at once or through others.
    fn leads_to_heap(&self, node: NodeId) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            if self.is_heap(node) {
                return true;
            }
            todo.extend(&self.points_to.node(node).targets);
        }
        false
    }
}
