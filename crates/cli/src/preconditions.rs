//! Preconditions of an entry function, found by checks in processes of their own.

use crate::interrupt::Interrupt;
use crate::supervise::{self, Display};
use invar_cfa::DataModel;
use invar_frontend::ast::{FunId, Unit};
use invar_frontend::contract::{self, Clause, Stage};
use invar_report::{Conclusion, Report};
use invar_store::{Found, Key, Limits, Room, Store};
use invar_verify::infer::{self, Checker, Inferred, Remembered};
use invar_verify::request::{Precondition, PreconditionQuestion, PropertyRequest, Request, Sites};
use invar_witness::tokens::tokens;
use std::time::Duration;

/// Finds a precondition under which most places of the entry function are proved, in the time that the request has. With a
/// store, what was found for the same text is checked first.
pub fn infer(unit: &Unit, function: FunId, request: &Request, interrupt: &Interrupt) -> Inferred {
    let stages = Stage::ALL.map(|stage| contract::candidates(unit, function, stage));
    let mut checks = Checks {
        unit,
        model: request.input.model(),
        function,
        request,
        interrupt,
        used: Duration::ZERO,
    };
    let time = request.limits.time;
    let memory = Memory::of(unit, request);
    let known = memory.as_ref().and_then(Memory::get);
    let again = known.and_then(|known| infer::again(&known, &stages, time, &mut checks));
    if let Some(found) = again {
        return found;
    }
    let found = infer::infer(&stages, time, &mut checks);
    if let Some(memory) = memory.filter(|_| !interrupt.came()) {
        memory.put(&Remembered::from(&found));
    }
    found
}

/// Where the preconditions of a text are kept.
struct Memory {
    store: Store,
    key: Key,
}

impl Memory {
    /// The place for what is asked, by the tokens of all files that were read: comments and blanks do not count.
    fn of(unit: &Unit, request: &Request) -> Option<Memory> {
        let location = request.store.location().ok()??;
        let store = Store::open(&location, Limits::default()).ok()?;
        let input = serde_json::to_vec(&request.input).ok()?;
        let asked = format!(
            "{} {:?} {:?} {}",
            env!("CARGO_PKG_VERSION"),
            request.property.names,
            request.sites,
            request.limits.time.as_millis()
        );
        let mut text = String::new();
        for (_, path) in unit.sources.files() {
            let file = std::fs::read(path).unwrap_or_default();
            let file = String::from_utf8_lossy(&file);
            for token in tokens(&file) {
                text.push_str(file.get(token.start..token.end).unwrap_or_default());
                text.push(' ');
            }
            text.push('\n');
        }
        let parts: [&[u8]; 4] = [b"precondition", &input, asked.as_bytes(), text.as_bytes()];
        let key = Key::of(&parts);
        Some(Memory { store, key })
    }

    fn get(&self) -> Option<Remembered> {
        match self.store.get(Room::Lemmas, &self.key) {
            Ok(Found::Entry(bytes)) => serde_json::from_slice(&bytes).ok(),
            _ => None,
        }
    }

    /// A store that cannot be written costs time next time; the checks say so.
    fn put(&self, known: &Remembered) {
        if let Ok(bytes) = serde_json::to_vec(known) {
            let _ = self.store.put(Room::Lemmas, &self.key, &bytes);
        }
    }
}

/// Clauses with their text.
pub fn precondition(
    unit: &Unit,
    model: DataModel,
    function: FunId,
    clauses: &[Clause],
) -> Precondition {
    Precondition {
        clauses: clauses.to_vec(),
        text: contract::requirements(unit, model, function, clauses),
        question: PreconditionQuestion::Function,
    }
}

/// Checks of one function under preconditions.
struct Checks<'a> {
    unit: &'a Unit,
    model: DataModel,
    function: FunId,
    request: &'a Request,
    interrupt: &'a Interrupt,
    /// Time by the clock of the request's limits.
    used: Duration,
}

impl Checks<'_> {
    fn precondition(&self, clauses: &[Clause]) -> Precondition {
        precondition(self.unit, self.model, self.function, clauses)
    }

    fn answer(&mut self, request: &Request) -> Report {
        let report = supervise::answer(request, self.interrupt, Display::Nothing);
        self.used += Duration::from_secs_f64(report.limited_seconds);
        report
    }
}

impl Checker for Checks<'_> {
    fn check(&mut self, clauses: &[Clause], time: Duration) -> Report {
        let mut request = self.request.clone();
        request.input.precondition = Some(self.precondition(clauses));
        request.limits.time = time;
        self.answer(&request)
    }

    fn can_be_kept(&mut self, clauses: &[Clause], time: Duration) -> bool {
        let mut request = self.request.clone();
        request.property = PropertyRequest {
            names: vec!["unreach-call".into()],
        };
        request.sites = Sites::All;
        request.input.precondition = Some(Precondition {
            question: PreconditionQuestion::CanBeKept,
            ..self.precondition(clauses)
        });
        request.limits.time = time;
        self.answer(&request).verdict == Conclusion::Unsafe
    }

    fn used(&self) -> Duration {
        self.used
    }
}
