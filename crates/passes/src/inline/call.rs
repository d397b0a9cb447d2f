//! Expanding one call: the instance, its variables, the passing of arguments and results.

use super::{Activation, InlineError, Inliner, Instance, PendingCall, stable_in};
use invar_cfa::{
    CallFrame, CallPathId, EdgeId, Function, FunctionId, LocId, LocationKind, Operation, Scope,
    Span, StableId, Unsupported, UnsupportedId, UnsupportedKind, VarId,
};
use invar_term::{Substitution, TermId};
use rustc_hash::FxHashMap;

impl Inliner<'_> {
    pub(super) fn expand(&mut self, call: PendingCall) -> Result<(), InlineError> {
        let source = self.source;
        let caller = self.instances[call.caller].function;
        let edge = source.function(caller).cfa.edge(call.edge);
        let Operation::Call {
            function,
            arguments,
            results,
        } = &edge.operation
        else {
            unreachable!("only call edges are pending");
        };
        let callee = source.function(*function);
        let unused = results.is_empty();
        if arguments.len() != callee.parameters.len()
            || !(unused || results.len() == callee.results.len())
        {
            return Err(InlineError::Malformed {
                function: callee.name.to_string(),
                arguments: arguments.len(),
                results: results.len(),
            });
        }
        let origin = (caller, call.edge);
        if let Some(procedure) = self.procedure(*function) {
            let (arguments, results) = self.in_caller(&call, arguments, results);
            let from = (origin, edge.span);
            self.call_procedure(&call, procedure, &arguments, &results, from);
            return Ok(());
        }
        let activation = match self.along {
            None => Some(Activation::ENTRY),
            Some(calls) => calls.callee(self.instances[call.caller].activation, call.edge),
        };
        let Some(activation) = activation else {
            let kind = UnsupportedKind::NotCalled;
            self.refuse(&call, origin, kind, "", edge.span);
            return Ok(());
        };
        if self.limits.recursion < u32::MAX
            && self.activations(call.caller, *function) > self.limits.recursion
        {
            let depth = self.limits.recursion;
            let rest = format!(" than {depth} calls of {}", callee.name);
            let kind = UnsupportedKind::Recursion;
            self.refuse(&call, origin, kind, &rest, edge.span);
            return Ok(());
        }
        // Two more for the ends of a callee whose entry is its exit or a call's target.
        let size = self.sizes[function.0 as usize] + arguments.len() + results.len() + 2;
        if self.reserved + size > self.limits.edges {
            let kind = UnsupportedKind::InliningLimit;
            self.refuse(&call, origin, kind, "", edge.span);
            return Ok(());
        }
        self.reserved += size;
        let (arguments, results) = self.in_caller(&call, arguments, results);
        let index = self.add_instance(&call, *function, callee, edge.span);
        self.instances[index].activation = activation;
        self.pass_arguments(&call, index, callee, &arguments, (origin, edge.span));
        self.pass_results(&call, index, callee, &results, (origin, edge.span));
        Ok(())
    }

    /// Arguments and results of a call over the caller's variables.
    fn in_caller(
        &mut self,
        call: &PendingCall,
        arguments: &[TermId],
        results: &[VarId],
    ) -> (Vec<TermId>, Vec<VarId>) {
        let terms = &self.source.terms;
        let substitution = &mut self.instances[call.caller].substitution;
        let arguments = arguments
            .iter()
            .map(|argument| substitution.apply(terms, *argument))
            .collect();
        let results = results.iter().map(|r| self.renamed(call.caller, *r));
        (arguments, results.collect())
    }

    /// Activations of `function` on the chain of calls that leads to an instance.
    pub(super) fn activations(&self, instance: usize, function: FunctionId) -> u32 {
        let mut count = 0;
        let mut current = Some(instance);
        while let Some(index) = current {
            count += u32::from(self.instances[index].function == function);
            current = self.instances[index].parent;
        }
        count
    }

    /// Lets a call end in an unsupported location; its text is that of the kind and the rest.
    pub(super) fn refuse(
        &mut self,
        call: &PendingCall,
        origin: (FunctionId, EdgeId),
        kind: UnsupportedKind,
        rest: &str,
        span: Option<Span>,
    ) {
        self.unexpanded += 1;
        let id = UnsupportedId(self.program.unsupported.len() as u32);
        self.program.unsupported.push(Unsupported {
            kind,
            construct: format!("{}{rest}", kind.beginning()),
            span,
        });
        let place = self.cfa.location(call.from);
        let stable = StableId::of(&[&place.stable.to_string(), "unexpanded call"]);
        let calls = place.calls;
        let end = self.add_location(LocationKind::Unsupported(id), span, stable, calls);
        self.add_edge(call.from, end, Operation::Skip, span, origin);
    }

    pub(super) fn add_instance(
        &mut self,
        call: &PendingCall,
        function: FunctionId,
        callee: &Function,
        span: Option<Span>,
    ) -> usize {
        let place = self.cfa.location(call.from);
        let (site, calls) = (place.stable, place.calls);
        let path = CallPathId(self.program.call_paths.len() as u32);
        let frame = CallFrame {
            parent: calls,
            callee: callee.name.clone(),
            span,
            parameters: Vec::new(),
            results: Vec::new(),
        };
        self.program.call_paths.push(frame);
        let number = self.instances.len();
        let renaming = self.copy_locals(function, callee, number);
        let copies = |of: &[VarId]| {
            let copy = |v| renaming.get(v).copied().unwrap_or(*v);
            of.iter().map(copy).collect::<Vec<_>>()
        };
        if let Some(frame) = self.program.call_paths.last_mut() {
            frame.parameters = copies(&callee.parameters);
            frame.results = copies(&callee.results);
        }
        let substitution = self.substitution(&renaming);
        let body = &callee.cfa;
        let end_of = |inliner: &mut Self, id: LocId| {
            let old = body.location(id);
            inliner.add_location(old.kind, old.span, stable_in(Some(site), old.stable), path)
        };
        let start = end_of(self, body.entry);
        let end = if body.exit == body.entry {
            start
        } else {
            end_of(self, body.exit)
        };
        let caller = self.instances[call.caller].function;
        self.instances.push(Instance {
            function,
            check: self.checks.of_call(caller, call.edge),
            parent: Some(call.caller),
            path,
            renaming,
            substitution,
            site: Some(site),
            start,
            end,
            activation: Activation::ENTRY,
        });
        number
    }

    /// The substitution of copies for the variables they copy.
    pub(super) fn substitution(&self, renaming: &FxHashMap<VarId, VarId>) -> Substitution {
        let symbols =
            |(old, new): (&VarId, &VarId)| (self.source.symbol(*old), self.program.symbol(*new));
        let mut pairs: Vec<(TermId, TermId)> = renaming.iter().map(symbols).collect();
        pairs.sort_unstable();
        Substitution::new(&self.source.terms, pairs)
    }

    /// New variables `function@number::name` for the locals of a function.
    pub(super) fn copy_locals(
        &mut self,
        function: FunctionId,
        callee: &Function,
        number: usize,
    ) -> FxHashMap<VarId, VarId> {
        let source = self.source;
        let own = format!("{}::", callee.name);
        let mut renaming = FxHashMap::default();
        for &old in &self.locals[function.0 as usize] {
            let variable = source.variable(old);
            let base = variable.name.strip_prefix(&*own).unwrap_or(&variable.name);
            let mut name = format!("{}@{number}::{base}", callee.name);
            while !self.names.insert(name.clone()) {
                name.push('\'');
            }
            let new = self.program.add_variable(
                &name,
                variable.source_name.as_deref(),
                source.sort(old),
                variable.integer,
                &variable.type_name,
                Scope::Local(FunctionId(0)),
                variable.span,
            );
            self.program.variables[new.0 as usize].indexing = variable.indexing.clone();
            renaming.insert(old, new);
        }
        renaming
    }

    pub(super) fn pass_arguments(
        &mut self,
        call: &PendingCall,
        index: usize,
        callee: &Function,
        arguments: &[TermId],
        (origin, span): ((FunctionId, EdgeId), Option<Span>),
    ) {
        let start = self.instances[index].start;
        let targets: Vec<VarId> = callee
            .parameters
            .iter()
            .map(|p| self.renamed(index, *p))
            .collect();
        let steps = targets
            .iter()
            .zip(arguments)
            .map(|(target, value)| Operation::Assign {
                target: *target,
                value: *value,
            });
        self.chain(
            call.from,
            start,
            steps.collect(),
            ("argument", call.from),
            (origin, span),
        );
    }

    pub(super) fn pass_results(
        &mut self,
        call: &PendingCall,
        index: usize,
        callee: &Function,
        results: &[VarId],
        (origin, span): ((FunctionId, EdgeId), Option<Span>),
    ) {
        let end = self.instances[index].end;
        let steps = results.iter().zip(&callee.results).map(|(target, result)| {
            let value = self.program.symbol(self.renamed(index, *result));
            Operation::Assign {
                target: *target,
                value,
            }
        });
        self.chain(
            end,
            call.to,
            steps.collect(),
            ("result", call.from),
            (origin, span),
        );
    }

    /// Edges with the given operations one after the other; a skip if there are none.
    pub(super) fn chain(
        &mut self,
        from: LocId,
        to: LocId,
        mut steps: Vec<Operation>,
        (role, site): (&str, LocId),
        (origin, span): ((FunctionId, EdgeId), Option<Span>),
    ) {
        if steps.is_empty() {
            steps.push(Operation::Skip);
        }
        let place = self.cfa.location(site);
        let (stable, calls) = (place.stable.to_string(), place.calls);
        let last = steps.len() - 1;
        let mut here = from;
        for (i, operation) in steps.into_iter().enumerate() {
            let there = if i == last {
                to
            } else {
                let stable = StableId::of(&[&stable, role, &i.to_string()]);
                self.add_location(LocationKind::Plain, span, stable, calls)
            };
            self.add_edge(here, there, operation, span, origin);
            here = there;
        }
    }

    pub(super) fn renamed(&self, instance: usize, variable: VarId) -> VarId {
        self.instances[instance]
            .renaming
            .get(&variable)
            .copied()
            .unwrap_or(variable)
    }
}
