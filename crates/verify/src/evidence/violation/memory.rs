//! What a violation of memory safety is about: the pointer, its object, where that was allocated
//! and freed. All of it is read off the run; the program carries nothing for it.

use invar_cfa::{CheckKind, EdgeId, OFFSET_BITS, Operation, Program, Span, Undefined, VarId};
use invar_interp::{Choices, Limits, Observer, Step, run};
use invar_term::{Evaluator, Op, SymbolId, TermId, Value};
use invar_verdict::Trace;
use invar_witness::pointer_text;
use invar_witness::report::{Note, Place};
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

/// Follows a run.
struct Log<'p> {
    program: &'p Program,
    values: FxHashMap<SymbolId, Value>,
    /// By position, from one.
    made: BTreeMap<u32, Made>,
    last: Option<EdgeId>,
}

/// Remarks about the memory that a violation is about.
pub fn memory_notes(program: &Program, trace: &Trace, kind: CheckKind, steps: u64) -> Vec<Note> {
    let CheckKind::Undefined(undefined) = kind else {
        return Vec::new();
    };
    let about_pointer = match undefined {
        Undefined::Pointer
        | Undefined::Freed
        | Undefined::OutOfScope
        | Undefined::Free
        | Undefined::DoubleFree => true,
        Undefined::Leak => false,
        _ => return Vec::new(),
    };
    let mut log = Log {
        program,
        values: FxHashMap::default(),
        made: BTreeMap::new(),
        last: None,
    };
    let limits = Limits {
        steps: steps + 1,
        ..Limits::default()
    };
    run(
        program,
        &mut Choices::new(trace.values()),
        &mut log,
        &limits,
    );
    match about_pointer {
        true => log.about_pointer(),
        false => log.lost(),
    }
}

impl Observer for Log<'_> {
    fn step(&mut self, step: Step<'_>) {
        self.last = Some(step.edge);
        let Some((variable, value)) = step.changed else {
            return;
        };
        let span = self.program.entry_cfa().edge(step.edge).span;
        let before = self.keep(variable, value, step.element);
        let name = &*self.program.variable(variable).name;
        match (name, step.element, value) {
            ("$objects", _, Value::Bv(count)) => {
                let made = self.made.entry(count.unsigned() as u32).or_default();
                made.span = span;
            }
            ("$sizes", Some((Value::Bv(number), Value::Bv(size))), _) => {
                if let Some(made) = self.object(number.unsigned() as u32) {
                    made.bytes = Some(size.unsigned() as u32);
                }
            }
            ("$allocated" | "$kept", _, Value::Bv(count))
                if before.is_none_or(|before| before < count.unsigned()) =>
            {
                if let Some(mut newest) = self.made.last_entry() {
                    newest.get_mut().allocated = true;
                }
            }
            (_, Some((Value::Bv(number), Value::Bv(state))), _)
                if name.starts_with("$state") && state.unsigned() == FREED =>
            {
                if let Some(made) = self.object(number.unsigned() as u32) {
                    made.freed = Some(span);
                }
            }
            _ => {}
        }
    }
}

impl Log<'_> {
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

    fn object(&mut self, number: u32) -> Option<&mut Made> {
        let objects = &self.program.objects;
        let position = (number & !objects.marks).checked_sub(objects.first_made)?;
        self.made.get_mut(&(position + 1))
    }

    fn place(&self, span: Option<Span>) -> Option<Place> {
        span.map(|span| Place::of(&self.program.sources, span, None))
    }

    /// The pointer of the access, and its object.
    fn about_pointer(mut self) -> Vec<Note> {
        let Some(pointer) = self.pointer() else {
            return Vec::new();
        };
        let name = pointer_text(self.program, pointer);
        let (number, offset) = ((pointer >> OFFSET_BITS) as u32, pointer as u32 as i32);
        let mut notes = Vec::new();
        let Some(made) = self.object(number) else {
            let text = format!("the pointer is {name}");
            return vec![Note { place: None, text }];
        };
        let (span, bytes, freed) = (made.span, made.bytes, made.freed);
        let mut text = format!("the pointer is {name}");
        if let Some(bytes) = bytes {
            text.push_str(&distance(offset, bytes));
        }
        notes.push(Note { place: None, text });
        notes.push(Note {
            place: self.place(span),
            text: "the object is allocated here".into(),
        });
        if let Some(freed) = freed {
            notes.push(Note {
                place: self.place(freed),
                text: "it is freed here".into(),
            });
        }
        notes
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

    /// The value of the pointer that the last condition speaks of.
    fn pointer(&self) -> Option<u64> {
        let edge = self.program.entry_cfa().edge(self.last?);
        let Operation::Assume { condition, .. } = edge.operation else {
            return None;
        };
        let term = self.pointer_in(condition)?;
        // What was never assigned is zero.
        let mut values = self.values.clone();
        let terms = &self.program.terms;
        for symbol in terms.symbols_of(&[term]) {
            let zero = Value::zero(terms.sort(terms.symbol_term(symbol)))?;
            values.entry(symbol).or_insert(zero);
        }
        match Evaluator::new(terms, &values).eval(term).ok()? {
            Value::Bv(value) => Some(value.unsigned() as u64),
            _ => None,
        }
    }

    /// A term whose object a condition asks for, or else one that it compares with an address.
    fn pointer_in(&self, condition: TermId) -> Option<TermId> {
        let terms = &self.program.terms;
        let (mut todo, mut compared) = (vec![condition], None);
        while let Some(term) = todo.pop() {
            let node = terms.node(term);
            let wide = |t: &&TermId| terms.as_bv(**t).is_none() && terms.sort(**t) == &ADDRESS;
            match (&node.op, node.args.as_slice()) {
                (Op::Extract { high: 63, low: 32 }, [pointer]) => return Some(*pointer),
                (Op::BvSub, [pointer, _]) if node.sort == ADDRESS => {
                    compared = Some(*pointer);
                }
                (Op::BvAdd, [a, b]) if node.sort == ADDRESS => {
                    // A difference to a constant is written as a sum.
                    compared = [a, b].into_iter().find(wide).copied();
                }
                (Op::Eq, args) if args.iter().any(|t| terms.sort(*t) == &ADDRESS) => {
                    compared = compared.or_else(|| args.iter().find(wide).copied());
                }
                (_, args) => todo.extend(args.iter().rev()),
            }
        }
        compared
    }
}

const ADDRESS: invar_term::Sort = invar_term::Sort::BitVec(64);

/// How an offset lies to an object of some bytes.
fn distance(offset: i32, bytes: u32) -> String {
    let count = |n: i64| match n {
        1 => "1 byte".to_owned(),
        n => format!("{n} bytes"),
    };
    let (at, size) = (i64::from(offset), i64::from(bytes));
    match at {
        ..0 => format!(", {} before the {} of the object", count(-at), count(size)),
        _ if at == size => format!(", just behind the {} of the object", count(size)),
        _ if at > size => {
            let far = count(at - size);
            format!(
                ", {far} behind the end of the {} of the object",
                count(size)
            )
        }
        _ => format!(", inside the {} of the object", count(size)),
    }
}
