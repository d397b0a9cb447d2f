//! What a violation is about: the numbers that decide, the pointer, its object, where that was allocated and freed. All
//! but the names is read off the run.

use invar_cfa::{
    CheckKind, EdgeId, Ghost, OFFSET_BITS, Operation, Program, Span, Subject, Undefined, VarId,
};
use invar_interp::{Choices, Limits, Observer, Step, run};
use invar_report::{Note, Place};
use invar_report::{OutsideCell, RunObjects, Values, is_pointer, subject_text};
use invar_term::{ArrayValue, BvValue, Evaluator, SymbolId, TermId, Value};
use invar_verdict::Trace;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The state of an object that was freed, as the front end numbers them.
const FREED: u128 = 3;

/// An object that was made at run time.
#[derive(Default)]
struct Made {
    span: Option<Span>,
    bytes: Option<u32>,
    allocated: bool,
    freed: Option<Option<Span>>,
}

/// The state in which a run ends, and what led to the objects in it.
pub struct Log<'p> {
    program: &'p Program,
    /// For each havoc edge of the run the elements of arrays that matter.
    elements: &'p [Vec<u128>],
    /// Havoc edges so far.
    havocs: usize,
    values: FxHashMap<SymbolId, Value>,
    /// By position, from one.
    made: BTreeMap<u32, Made>,
    cells: Vec<OutsideCell>,
    last: Option<EdgeId>,
}

/// What is said about a violation.
#[derive(Default)]
pub struct Explanation {
    /// The numbers that decide.
    pub detail: Option<String>,
    /// Remarks about other places.
    pub notes: Vec<Note>,
}

impl Observer for Log<'_> {
    fn step(&mut self, step: Step<'_>) {
        self.last = Some(step.edge);
        let Some((variable, value)) = step.changed else {
            return;
        };
        let edge = self.program.entry_cfa().edge(step.edge);
        let span = edge.span;
        if let Operation::Havoc { .. } = edge.operation {
            if let (Some(elements), Value::Array(array)) = (self.elements.get(self.havocs), value) {
                self.keep_cells(variable, array, elements);
            }
            self.havocs += 1;
        }
        let before = self.keep(variable, value, step.element);
        let Some(ghost) = self.program.variable(variable).ghost else {
            return;
        };
        match (ghost, step.element, value) {
            (Ghost::NewestObject, _, Value::Bv(count)) => {
                let made = self.made.entry(count.unsigned() as u32).or_default();
                made.span = span;
            }
            (Ghost::Sizes, Some((Value::Bv(number), Value::Bv(size))), _) => {
                if let Some(made) = self.object(number.unsigned() as u32) {
                    made.bytes = Some(size.unsigned() as u32);
                }
            }
            (Ghost::Allocations, _, Value::Bv(count))
                if before.is_none_or(|before| before < count.unsigned()) =>
            {
                if let Some(mut newest) = self.made.last_entry() {
                    newest.get_mut().allocated = true;
                }
            }
            (Ghost::States, Some((Value::Bv(number), Value::Bv(state))), _)
                if state.unsigned() == FREED =>
            {
                if let Some(made) = self.object(number.unsigned() as u32) {
                    made.freed = Some(span);
                }
            }
            _ => {}
        }
    }
}

impl<'p> Log<'p> {
    /// Follows the run with the values of a trace, for this number of steps; `elements` are those of its inputs that matter.
    pub fn of(
        program: &'p Program,
        trace: &Trace,
        steps: u64,
        elements: &'p [Vec<u128>],
    ) -> Log<'p> {
        let mut log = Log {
            program,
            elements,
            havocs: 0,
            values: FxHashMap::default(),
            made: BTreeMap::new(),
            cells: Vec::new(),
            last: None,
        };
        let limits = Limits {
            steps: steps + 1,
            ..Limits::default()
        };
        let mut choices = Choices::new(trace.values());
        run(program, &mut choices, &mut log, &limits);
        log
    }

    /// Names of the objects of the run.
    pub fn objects(&self) -> RunObjects {
        let made = self.made.iter();
        let made = made.map(|(position, made)| (*position, made.span));
        let argument = |variable: VarId| {
            let value = self.value(self.program.symbol(variable))?;
            value.as_bv().map(|bits| bits.unsigned() as u64)
        };
        RunObjects::of(self.program, made, argument, &self.cells)
    }

    /// Scalars of memory from outside on which the run depends, as they were at the start.
    pub fn cells(&self) -> &[OutsideCell] {
        &self.cells
    }

    /// What the violation is about.
    pub fn explanation(&self, kind: CheckKind, values: &Values<'_>) -> Explanation {
        if kind == CheckKind::Undefined(Undefined::Leak) {
            return Explanation {
                detail: None,
                notes: self.lost(),
            };
        }
        let last = self
            .last
            .map(|edge| self.program.entry_cfa().edge(edge).from);
        match last.and_then(|location| self.program.entry_cfa().subject(location)) {
            Some(Subject::Pointer(pointer)) => self.about_pointer(*pointer, values),
            Some(subject) => Explanation {
                detail: subject_text(values, subject, &|term| self.value(term)),
                notes: Vec::new(),
            },
            None => Explanation::default(),
        }
    }

    fn keep_cells(&mut self, variable: VarId, array: &ArrayValue, elements: &[u128]) {
        let declared = self.program.variable(variable);
        for index in elements {
            let at = Value::Bv(BvValue::new(64, *index));
            let (Ok(address), Value::Bv(value)) = (u64::try_from(*index), array.select(&at)) else {
                continue;
            };
            let bits = if is_pointer(declared) {
                self.program.data_model.pointer_bits()
            } else {
                value.width()
            };
            self.cells.push(OutsideCell {
                variable,
                address,
                bytes: u64::from(bits.div_ceil(8)),
                value: value.unsigned() as u64,
            });
        }
    }

    /// Remembers a value; of arrays only what is written, so that nothing is copied.
    /// The number that it had before, if it is one.
    fn keep(
        &mut self,
        variable: VarId,
        value: &Value,
        element: Option<(&Value, &Value)>,
    ) -> Option<u128> {
        let terms = &self.program.terms;
        let symbol = terms.as_symbol(self.program.symbol(variable))?;
        let before = match self.values.get(&symbol) {
            Some(Value::Bv(number)) => Some(number.unsigned()),
            _ => None,
        };
        match (element, self.values.get_mut(&symbol)) {
            (Some((index, new)), Some(Value::Array(array))) => {
                array.store(index.clone(), new.clone());
            }
            _ => {
                self.values.insert(symbol, value.clone());
            }
        }
        before
    }

    /// The position of an object made at run time.
    fn position(&self, number: u32) -> Option<u32> {
        let objects = &self.program.objects;
        let index = (number & !objects.marks).checked_sub(objects.first_made)?;
        Some(index + 1)
    }

    fn object(&mut self, number: u32) -> Option<&mut Made> {
        let position = self.position(number)?;
        self.made.get_mut(&position)
    }

    fn place(&self, span: Option<Span>) -> Option<Place> {
        span.map(|span| Place::of(&self.program.sources, span, None))
    }

    /// The pointer of the access, and its object.
    fn about_pointer(&self, pointer: TermId, values: &Values<'_>) -> Explanation {
        let Some(pointer) = self.value(pointer).and_then(|value| value.as_bv()) else {
            return Explanation::default();
        };
        let pointer = pointer.unsigned() as u64;
        let mut detail = format!("the pointer is {}", values.pointer(pointer));
        let offset = pointer as u32 as i32;
        let base = pointer.wrapping_sub(i64::from(offset) as u64);
        let position = self.position((base >> OFFSET_BITS) as u32);
        let Some(made) = position.and_then(|position| self.made.get(&position)) else {
            return Explanation {
                detail: Some(detail),
                notes: Vec::new(),
            };
        };
        if let Some(bytes) = made.bytes {
            detail.push_str(&distance(offset, bytes));
        }
        let mut notes = vec![Note {
            place: self.place(made.span),
            text: "the object is allocated here".into(),
        }];
        if let Some(freed) = made.freed {
            notes.push(Note {
                place: self.place(freed),
                text: "it is freed here".into(),
            });
        }
        Explanation {
            detail: Some(detail),
            notes,
        }
    }

    /// What was allocated and not freed.
    fn lost(&self) -> Vec<Note> {
        let lost = self
            .made
            .values()
            .filter(|m| m.allocated && m.freed.is_none());
        lost.map(|made| Note {
            place: self.place(made.span),
            text: match made.bytes {
                Some(1) => "1 byte is allocated here and never freed".into(),
                Some(bytes) => format!("{bytes} bytes are allocated here and never freed"),
                None => "memory is allocated here and never freed".into(),
            },
        })
        .collect()
    }

    /// The value of a term where the run ends.
    fn value(&self, term: TermId) -> Option<Value> {
        let terms = &self.program.terms;
        // What was never assigned is zero.
        let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
        for symbol in terms.symbols_of(&[term]) {
            let known = self.values.get(&symbol).cloned();
            let zero = || Value::zero(terms.sort(terms.symbol_term(symbol)));
            values.insert(symbol, known.or_else(zero)?);
        }
        Evaluator::new(terms, &values).eval(term).ok()
    }
}

/// How an offset lies to an object of some bytes.
fn distance(offset: i32, bytes: u32) -> String {
    let count = |n: i64| match n {
        1 => "1 byte".to_owned(),
        n => format!("{n} bytes"),
    };
    let (at, size) = (i64::from(offset), i64::from(bytes));
    match at {
        ..0 => format!(", {} before the {} of the object", count(-at), count(size)),
        _ if at == size => format!(", just after the {} of the object", count(size)),
        _ if at > size => {
            let far = count(at - size);
            format!(", {far} after the end of the {} of the object", count(size))
        }
        _ => format!(", inside the {} of the object", count(size)),
    }
}
