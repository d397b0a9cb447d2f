//! Copying the body of a call instance into the result.

use super::{Inliner, PendingCall, stable_in};
use invar_cfa::{
    CallPathId, Cfa, EdgeId, FunctionId, LocId, LocationKind, Operation, OverflowSite, Span,
    StableId, VarId,
};
use invar_term::TermId;

impl Inliner<'_> {
    /// Copies the body of an instance; its calls become pending.
    pub(super) fn copy_body(&mut self, index: usize) {
        let source = self.source;
        let function = self.instances[index].function;
        let body = &source.function(function).cfa;
        let places = self.copy_locations(index, body);
        self.copy_watches(index, body, &places);
        self.copy_subjects(index, body, &places);
        for edge_id in body.edge_ids() {
            let edge = body.edge(edge_id);
            let (Some(from), Some(to)) = (places[edge.from.0 as usize], places[edge.to.0 as usize])
            else {
                continue;
            };
            if matches!(edge.operation, Operation::Call { .. }) {
                self.calls.push_back(PendingCall {
                    caller: index,
                    from,
                    to,
                    edge: edge_id,
                });
                continue;
            }
            let operation = self.rename_operation(index, &edge.operation);
            self.add_edge(from, to, operation, edge.span, (function, edge_id));
        }
    }

    /// New locations for those of `body` that edges lead to from its entry.
    pub(super) fn copy_locations(&mut self, index: usize, body: &Cfa) -> Vec<Option<LocId>> {
        let reached = body.reached();
        let instance = &self.instances[index];
        let (function, path, site) = (instance.function, instance.path, instance.site);
        let (start, end, check) = (instance.start, instance.end, instance.check);
        let mut places = vec![None; body.location_count()];
        for id in body.location_ids() {
            let place = if id == body.entry {
                start
            } else if id == body.exit {
                end
            } else if reached[id.0 as usize] {
                let old = body.location(id);
                let stable = stable_in(site, old.stable);
                let calls = if site.is_some() { path } else { old.calls };
                let kind = self.checks.kind(old.kind, check);
                self.add_location(kind, old.span, stable, calls)
            } else {
                continue;
            };
            self.locations[place.0 as usize] = Some((function, id));
            places[id.0 as usize] = Some(place);
        }
        places
    }

    /// The signed operations of a body that may overflow, over the instance's variables.
    fn copy_watches(&mut self, index: usize, body: &Cfa, places: &[Option<LocId>]) {
        if !body.has_overflow_sites() {
            return;
        }
        let terms = &self.source.terms;
        for (old, new) in body.location_ids().zip(places) {
            let Some(new) = new else { continue };
            for site in body.overflow_sites(old) {
                let substitution = &mut self.instances[index].substitution;
                let mut rename = |term: TermId| substitution.apply(terms, term);
                let site = OverflowSite {
                    operands: site.operands.map(&mut rename),
                    guards: site.guards.iter().map(|g| rename(*g)).collect(),
                    ..site.clone()
                };
                self.cfa.add_overflow_site(*new, site);
            }
        }
    }

    /// What the checks of a body are about, over the instance's variables.
    fn copy_subjects(&mut self, index: usize, body: &Cfa, places: &[Option<LocId>]) {
        let terms = &self.source.terms;
        for (old, subject) in body.subjects() {
            let Some(new) = places[old.0 as usize] else {
                continue;
            };
            let substitution = &mut self.instances[index].substitution;
            let subject = subject.renamed(|term| substitution.apply(terms, term));
            self.cfa.set_subject(new, subject);
        }
    }

    pub(super) fn rename_operation(&mut self, instance: usize, operation: &Operation) -> Operation {
        let terms = &self.source.terms;
        let target = |v: &VarId| {
            self.instances[instance]
                .renaming
                .get(v)
                .copied()
                .unwrap_or(*v)
        };
        match operation {
            Operation::Skip => Operation::Skip,
            Operation::Assume { condition, reason } => {
                let substitution = &mut self.instances[instance].substitution;
                let condition = substitution.apply(terms, *condition);
                Operation::Assume {
                    condition,
                    reason: *reason,
                }
            }
            Operation::Assign { target: t, value } => {
                let target = target(t);
                let value = self.instances[instance].substitution.apply(terms, *value);
                Operation::Assign { target, value }
            }
            Operation::Havoc { target: t, origin } => Operation::Havoc {
                target: target(t),
                origin: origin.clone(),
            },
            Operation::Call { .. } => unreachable!("calls are expanded, not copied"),
        }
    }

    pub(super) fn add_location(
        &mut self,
        kind: LocationKind,
        span: Option<Span>,
        stable: StableId,
        calls: CallPathId,
    ) -> LocId {
        self.locations.push(None);
        self.cfa.add_location(kind, span, stable, calls)
    }

    pub(super) fn add_edge(
        &mut self,
        from: LocId,
        to: LocId,
        operation: Operation,
        span: Option<Span>,
        origin: (FunctionId, EdgeId),
    ) {
        self.edges.push(origin);
        self.cfa.add_edge(from, to, operation, span);
    }
}
