//! The ledger: everything that a verdict about a program assumes, by kind.

use crate::program::removed_assertions::removed_assertions;
use crate::request::{Allocation, Input, Integers};
use invar_cfa::{
    Aspect, AssumeReason, AssumptionKind, Edge, External, InterruptStart, Operation, Program,
    Target, VolatileMemory,
};
use invar_frontend::models::{FILE_PREFIX, told_as};
use invar_report::{Assumption, Place};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the ledger is made from.
pub(crate) struct AssumptionLedger<'a> {
    pub(crate) program: &'a Program,
    pub(crate) input: &'a Input,
    pub(crate) integers: Integers,
}

impl AssumptionLedger<'_> {
    /// Every assumption, in the order of the table.
    pub(crate) fn assumptions(&self) -> Vec<Assumption> {
        let kinds = AssumptionKind::ALL.iter();
        kinds.flat_map(|kind| self.of_kind(*kind)).collect()
    }

    /// The entries of a kind; a new kind has to say here where its entries come from.
    fn of_kind(&self, kind: AssumptionKind) -> Vec<Assumption> {
        let program = self.program;
        let asks_for = |aspect| program.property.asks_for(aspect);
        let general = |text: &str| vec![Assumption::general(kind, text)];
        let machine = self.integers == Integers::Machine;
        match kind {
            AssumptionKind::RemovedAssertions if asks_for(Aspect::Assertion) => {
                removed_assertions(self.input)
            }
            AssumptionKind::UndefinedBehaviour => self.unchecked_places().into_iter().collect(),
            AssumptionKind::MissingBody => self.missing_bodies(),
            AssumptionKind::CalledContract => self.called_contracts(),
            AssumptionKind::MissingVariable => self.missing_variables().into_iter().collect(),
            AssumptionKind::Model => self.models().into_iter().collect(),
            AssumptionKind::DataModel => {
                let target = self.input.foreign_target();
                let target = target.unwrap_or_else(|| Target::of_model(program.data_model));
                general(&target.describe())
            }
            AssumptionKind::Overflow if machine && asks_for(Aspect::Overflow) => {
                general("signed arithmetic that overflows is a violation and ends the run")
            }
            AssumptionKind::Wrapping if machine && !asks_for(Aspect::Overflow) => {
                general("signed arithmetic wraps around as unsigned does, as with gcc -fwrapv")
            }
            AssumptionKind::IdealIntegers if !machine => {
                general("integers have no bounds: nothing overflows")
            }
            AssumptionKind::Uninitialised => {
                self.at_edges(kind, "variables without an initial value hold any value")
            }
            AssumptionKind::Volatile => self.volatile_memory(),
            AssumptionKind::EvaluationOrder => self.open_orders().into_iter().collect(),
            AssumptionKind::Placement => self.at_edges(
                kind,
                "objects lie anywhere in memory: not at null, aligned for their types, apart from each other",
            ),
            AssumptionKind::Allocation => self.at_edges(
                kind,
                match self.input.allocation {
                    Allocation::Succeeds => "memory does not run out: a request of 2 GB or more, or the 2^26th object, ends the run",
                    Allocation::MayFail => "a request of 2 GB or more, or the 2^26th object, fails or ends the run",
                },
            ),
            AssumptionKind::MainArguments => {
                self.at_edges(kind, "argc is not negative, and argv[argc] is null")
            }
            AssumptionKind::Assume => self.at_edges(
                kind,
                "executions end where the argument of __VERIFIER_assume is zero",
            ),
            AssumptionKind::Entry => self.entry().into_iter().collect(),
            AssumptionKind::Precondition if self.input.precondition.is_none() => {
                self.at_edges(kind, "the caller keeps what the contract requires")
            }
            AssumptionKind::Precondition => self.precondition().into_iter().collect(),
            AssumptionKind::OpenRules => {
                general("rules of C that no check looks at are kept: `invar explain annex-j2`")
            }
            AssumptionKind::NotModelled => self.not_modelled().into_iter().collect(),
            AssumptionKind::RemovedAssertions
            | AssumptionKind::Overflow
            | AssumptionKind::Wrapping
            | AssumptionKind::IdealIntegers => Vec::new(),
        }
    }

    /// Volatile objects that are not read as inputs.
    fn volatile_memory(&self) -> Vec<Assumption> {
        let entry = |(kept, span): (&VolatileMemory, &Option<invar_cfa::Span>)| Assumption {
            place: self.place(*span),
            ..Assumption::general(AssumptionKind::Volatile, kept.about())
        };
        let notes = &self.program.notes.volatile_memory;
        notes.iter().map(entry).chain(self.handlers()).collect()
    }

    /// Interrupts, and what else is assumed about the data that handlers share with other code.
    fn handlers(&self) -> Option<Assumption> {
        let handlers = self.input.handlers.iter();
        let names: Vec<&str> = handlers.map(|handler| &*handler.function).collect();
        let notes = &self.program.notes.interrupts;
        let listed = |names: &BTreeSet<Arc<str>>| {
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            names.join(", ")
        };
        let mut parts = vec![format!("interrupts come from {} only", names.join(", "))];
        if !notes.masking.is_empty() {
            let masking = listed(&notes.masking);
            parts.push(format!("calls of {masking} change the mask of interrupts"));
        }
        if notes.start == InterruptStart::Masked {
            parts.push("interrupts are masked at the start".into());
        }
        if !notes.memory.is_empty() {
            let memory = listed(&notes.memory);
            parts.push(format!(
                "volatile objects that the program may write change only by that ({memory})"
            ));
        }
        parts.push(
            "what they share with other code is accessed where the text says, volatile or not, and an access to at \
             most the size of an address is not interrupted"
                .into(),
        );
        let text = parts.join("; ");
        (!names.is_empty()).then(|| Assumption {
            subject: Some(names.join(", ")),
            count: names.len(),
            ..Assumption::general(AssumptionKind::Volatile, text)
        })
    }

    /// Expressions whose value depends on an order that C leaves open.
    fn open_orders(&self) -> Option<Assumption> {
        let open = &self.program.notes.open_orders;
        let first = self.place(open.first().copied())?;
        let text = format!(
            "operands are evaluated from left to right where a call or an interrupt handler between them changes what \
             they use ({first}): other orders are not checked"
        );
        Some(Assumption {
            place: Some(first),
            count: open.len(),
            ..Assumption::general(AssumptionKind::EvaluationOrder, text)
        })
    }

    /// A place in the text of the user: models of library functions are none.
    fn place(&self, span: Option<invar_cfa::Span>) -> Option<Place> {
        let sources = &self.program.sources;
        let own = span.filter(|span| !sources.is_model(*span));
        own.map(|span| Place::of(sources, span, None))
    }

    fn edges(&self) -> impl Iterator<Item = &Edge> {
        let functions = self.program.functions.iter();
        functions.flat_map(|function| function.cfa.edge_ids().map(|id| function.cfa.edge(id)))
    }

    /// One entry for all edges that rest on an assumption.
    fn at_edges(&self, kind: AssumptionKind, text: &str) -> Vec<Assumption> {
        let rests = self.edges().filter(|edge| match &edge.operation {
            Operation::Assume { reason, .. } => reason.assumption() == Some(kind),
            Operation::Havoc { target, origin } => {
                let is_named = self.program.variable(*target).source_name.is_some();
                // What the front end adds is no variable without an initial value.
                origin.assumption() == Some(kind)
                    && (is_named || kind != AssumptionKind::Uninitialised)
            }
            Operation::Skip | Operation::Assign { .. } | Operation::Call { .. } => false,
        });
        let spans: BTreeSet<_> = rests.map(|edge| edge.span).collect();
        if spans.is_empty() {
            return Vec::new();
        }
        let known: Vec<_> = spans.into_iter().flatten().collect();
        vec![Assumption {
            place: known.iter().find_map(|span| self.place(Some(*span))),
            count: known.len(),
            ..Assumption::general(kind, text)
        }]
    }

    /// Places where executions end because C leaves undefined what follows, without being violations.
    fn unchecked_places(&self) -> Option<Assumption> {
        let program = self.program;
        let asks_for_ends = program.property.asks_for(Aspect::Termination);
        let mut places = BTreeSet::new();
        for edge in self.edges() {
            if let Operation::Assume {
                reason: AssumeReason::Undefined(undefined),
                ..
            } = &edge.operation
                && !program.property.asks_for(undefined.aspect())
                // Inside models too an execution would end there.
                && (asks_for_ends
                    || !edge.span.is_some_and(|span| program.sources.is_model(span)))
            {
                places.insert((edge.span, *undefined));
            }
        }
        let text = match places.len() {
            0 => return None,
            1 => "1 place was not checked: --checks default".to_owned(),
            n => format!("{n} places were not checked: --checks default"),
        };
        let text = format!("undefined behaviour is taken not to happen; {text}");
        Some(Assumption {
            place: self.place(places.first().and_then(|(span, _)| *span)),
            count: places.len(),
            ..Assumption::general(AssumptionKind::UndefinedBehaviour, text)
        })
    }

    /// Places in called functions that were not asked for: executions end where they go wrong.
    pub(crate) fn places_of_callees(&self, places: usize) -> Option<Assumption> {
        let text = match places {
            0 => return None,
            1 => "1 place in them was not checked: --sites all".to_owned(),
            n => format!("{n} places in them were not checked: --sites all"),
        };
        let text = format!("called functions do nothing wrong; {text}");
        Some(Assumption {
            count: places,
            ..Assumption::general(AssumptionKind::UndefinedBehaviour, text)
        })
    }

    fn externals(&self, kind: AssumptionKind) -> impl Iterator<Item = &External> {
        let all = self.program.externals.iter();
        all.filter(move |external| external.effect.assumption() == kind)
    }

    /// Functions without a body that are called.
    fn missing_bodies(&self) -> Vec<Assumption> {
        let kind = AssumptionKind::MissingBody;
        let entry = |external: &External| {
            let place = self.place(external.span);
            let called = place.as_ref();
            let called = called.map_or_else(String::new, |place| format!(" (called at {place})"));
            let text = format!("{} has no body: {}{called}", external.name, external.effect);
            Assumption {
                subject: Some(external.name.to_string()),
                place,
                count: external.calls,
                ..Assumption::general(kind, text)
            }
        };
        self.externals(kind).map(entry).collect()
    }

    /// Functions that are called by contract.
    fn called_contracts(&self) -> Vec<Assumption> {
        let kind = AssumptionKind::CalledContract;
        let entry = |external: &External| Assumption {
            subject: Some(external.name.to_string()),
            place: self.place(external.span),
            count: external.calls,
            ..Assumption::general(
                kind,
                format!(
                    "{name} is called by its contract and keeps it: checked by `--entry {name}`",
                    name = external.name
                ),
            )
        };
        self.externals(kind).map(entry).collect()
    }

    /// Variables that no file defines.
    fn missing_variables(&self) -> Option<Assumption> {
        let kind = AssumptionKind::MissingVariable;
        let variables: Vec<&External> = self.externals(kind).collect();
        let first = variables.first()?;
        let names: Vec<&str> = variables.iter().map(|v| &*v.name).collect();
        let text = format!(
            "variables that no file defines hold any value at the start, but no address of an object of the program: {}",
            names.join(", ")
        );
        Some(Assumption {
            subject: Some(first.name.to_string()),
            place: self.place(first.span),
            count: variables.len(),
            ..Assumption::general(kind, text)
        })
    }

    /// Library functions that do what their models do.
    fn models(&self) -> Option<Assumption> {
        let program = self.program;
        let functions = program.functions.iter().filter(|function| {
            let file = function.span.map(|span| program.sources.path(span.file));
            file.is_some_and(|path| path.starts_with(FILE_PREFIX))
        });
        let names = functions.filter_map(|function| told_as(&function.name));
        let names: BTreeSet<&str> = names.collect();
        let names: Vec<&str> = names.into_iter().collect();
        let text = format!("modelled as the C standard has them: {}", names.join(", "));
        (!names.is_empty()).then(|| Assumption {
            count: names.len(),
            ..Assumption::general(AssumptionKind::Model, text)
        })
    }

    /// How a run that does not start at `main` starts.
    fn entry(&self) -> Option<Assumption> {
        let name = self.input.entry.as_deref();
        let name = name.filter(|name| *name != "main")?;
        let text = format!(
            "the run starts in {name}: arguments and variables that are not const have any value; a pointer that is \
             an argument is null or points to an aligned object from outside, with any contents; pointers to \
             different types point to different objects, all below 2 GB; pointers from outside whose order or distance \
             is asked for point into one object"
        );
        Some(Assumption {
            subject: Some(name.to_owned()),
            ..Assumption::general(AssumptionKind::Entry, text)
        })
    }

    /// What callers of the entry function have to keep.
    fn precondition(&self) -> Option<Assumption> {
        let precondition = self.input.precondition.as_ref()?;
        let lines = &precondition.text;
        let text = format!("the caller keeps: {}", lines.join(" "));
        (!lines.is_empty()).then(|| Assumption {
            subject: self.input.entry.clone(),
            count: lines.len(),
            ..Assumption::general(AssumptionKind::Precondition, text)
        })
    }

    /// What a proof shows to be unreachable, because it could not be followed.
    fn not_modelled(&self) -> Option<Assumption> {
        let all = &self.program.unsupported;
        let first = all.first()?;
        let kind = AssumptionKind::NotModelled;
        let text = format!(
            "what is not modelled is not followed, and `safe` shows that no execution gets there; the first: {}",
            first.construct
        );
        Some(Assumption {
            subject: Some(first.construct.clone()),
            place: self.place(first.span),
            count: all.len(),
            ..Assumption::general(kind, text)
        })
    }
}
