//! What a run finds where it begins, so that a native run can be given the same: the arguments of the function that is
//! called first, variables of the program, and the cells of memory from outside that the run touches.
//!
//! Pointers to different types from outside point to different objects, also where the model gives them the same number.
//! A native run has one memory, so such pointers are moved apart, one by one, and each move is kept if the interpreter
//! still reaches the same error.

mod follow;

use follow::{Followed, Touched, follow};
use invar_cfa::{
    CallFrame, CallPathId, CheckId, HavocOrigin, Indexing, Operation, Program, VarId, Variable,
};
use invar_interp::Relevance;
use invar_report::{Place, Start, StartCell, StartValue, StartVariable};
use invar_report::{c_literal, is_pointer};
use invar_term::{BvValue, Sort, Value};
use invar_verdict::Trace;

/// Longer runs are not looked at.
const LONGEST_RUN: u64 = 20_000;
/// Addresses below are near null: no object lies there.
const FIRST_ADDRESS: u64 = 4096;
/// How far apart pointers are moved, and how much of memory moves with one.
const DISTANCE: u64 = 1 << 24;
/// Longer arguments of `main` are cut.
const LONGEST_ARGUMENT: u128 = 4096;

/// How the run of an inlined program begins; `None` if it is a call of `main` to which the arguments do not matter.
pub fn start(
    program: &Program,
    trace: &Trace,
    check: CheckId,
    length: u64,
    known: Option<&Relevance>,
) -> Option<Start> {
    let frame = first_call(program)?;
    let place = frame
        .span
        .map(|span| Place::of(&program.sources, span, None));
    let mut start = Start {
        function: frame.callee.to_string(),
        file: place.map(|place| place.file),
        ..Start::default()
    };
    let is_main = start.function == "main";
    if length > LONGEST_RUN {
        start.missing.push("what a long run begins with".into());
        return (!is_main).then_some(start);
    }
    let mut followed = follow(program, frame, trace, length);
    let is_zero = |value: &Value| Value::zero(&value.sort()).as_ref() == Some(value);
    if is_main && followed.arguments.values().all(is_zero) {
        return None;
    }
    let mut cells = Cells::of(program, &followed);
    if cells.overlap() {
        let apart = separated(program, trace, check, length);
        followed = follow(program, frame, &apart, length);
        cells = Cells::of(program, &followed);
    }
    start.arguments = arguments(program, frame, &followed, &mut start.missing);
    if is_main {
        start.command_line = command_line(program, frame, &followed, &mut start.missing);
    }
    start.variables = variables(program, &followed, known, &mut start.missing);
    if cells.overlap() {
        start
            .missing
            .push("objects of different types at one address".into());
    }
    if followed.uninitialised {
        start
            .missing
            .push("memory that was never written and holds other values than zero".into());
    }
    start.missing.extend(cells.missing);
    let mut end = 0;
    for (_, cell) in cells.all {
        if cell.address >= end {
            end = cell.address + u64::from(cell.bytes);
            start.memory.push(cell);
        }
    }
    Some(start)
}

/// The call of the function where the run begins.
fn first_call(program: &Program) -> Option<&CallFrame> {
    let calls = program.call_paths.iter().skip(1);
    calls
        .into_iter()
        .find(|frame| frame.parent == CallPathId::ROOT)
}

fn arguments(
    program: &Program,
    frame: &CallFrame,
    followed: &Followed,
    missing: &mut Vec<String>,
) -> Vec<StartValue> {
    let mut arguments = Vec::new();
    for parameter in &frame.parameters {
        let variable = program.variable(*parameter);
        let name = variable.source_name.as_deref().unwrap_or(&variable.name);
        let sort = program.terms.sort(variable.symbol);
        let value = followed.arguments.get(parameter).cloned();
        let value = value.or_else(|| Value::zero(sort));
        let value = value.and_then(|value| scalar(variable, &value));
        match value.filter(|_| !name.contains(['.', '['])) {
            Some(value) => arguments.push(value),
            None => missing.push(format!("argument {name}")),
        }
    }
    arguments
}

/// The strings that `argv` points to at first; `None` if it is not what the model makes for `main`.
fn command_line(
    program: &Program,
    frame: &CallFrame,
    followed: &Followed,
    missing: &mut Vec<String>,
) -> Option<Vec<Vec<u8>>> {
    let number = |name: &str| {
        let mut named = program.objects.named.iter();
        named
            .find(|(_, object)| &*object.name == name)
            .map(|(number, _)| *number)
    };
    number("argv")?;
    let count = followed.arguments.get(frame.parameters.first()?);
    let count = count
        .and_then(Value::as_bv)
        .map_or(0, |count| count.unsigned());
    let mut lengths = followed.arrays.iter().filter(|(id, _)| {
        let variable = program.variable(**id);
        &*variable.name == invar_frontend::lower::ARGUMENT_LENGTHS
    });
    let lengths = lengths.next();
    let mut strings = Vec::new();
    for index in 0..count {
        let Some(number) = number(&format!("argv[{index}]")) else {
            missing.push("as many arguments".into());
            break;
        };
        let place = Value::Bv(BvValue::new(32, u128::from(number)));
        let length = lengths.and_then(|(_, first)| first.array.select(&place).as_bv());
        let length = length.map_or(0, |length| length.unsigned());
        if length > LONGEST_ARGUMENT {
            missing.push("a long argument".into());
        }
        let mut string = vec![b'a'; length.min(LONGEST_ARGUMENT) as usize];
        for touched in &followed.touched {
            let Some(at) = touched.index.as_bv().filter(|at| at.width() == 64) else {
                continue;
            };
            let at = at.unsigned();
            let first = followed.arrays.get(&touched.array);
            let held = first.and_then(|first| first.array.select(&touched.index).as_bv());
            if let Some(held) = held.filter(|held| held.width() == 8)
                && at >> 32 == u128::from(number)
                && let Some(byte) = string.get_mut((at & 0xffff_ffff) as usize)
            {
                // The model has 1 where the array says 0: the first zero is the end.
                *byte = (held.unsigned() as u8).max(1);
            }
        }
        strings.push(string);
    }
    Some(strings)
}

/// The variables that hold values from outside on which the run depends, and the elements of arrays that it touches.
fn variables(
    program: &Program,
    followed: &Followed,
    known: Option<&Relevance>,
    missing: &mut Vec<String>,
) -> Vec<StartVariable> {
    let matters = |number: usize| known.is_none_or(|known| known.inputs[number]);
    let mut variables = Vec::new();
    let mut add = |name: Option<String>, id: VarId, value: &Value| {
        let variable = program.variable(id);
        let told = scalar(variable, value);
        match name.zip(told) {
            Some((name, value)) => variables.push(StartVariable { name, value }),
            None => {
                let name = variable.source_name.as_deref().unwrap_or(&variable.name);
                missing.push(format!("the value of {}", name.trim_end_matches('$')));
            }
        }
    };
    for (id, first) in &followed.scalars {
        if matters(first.havoc) {
            add(plain_name(program.variable(*id)), *id, &first.value);
        }
    }
    for (id, first) in &followed.arrays {
        let is_named = matches!(
            first.origin,
            HavocOrigin::External(_) | HavocOrigin::Written(_)
        );
        if !is_named || !matters(first.havoc) {
            continue;
        }
        for touched in followed
            .touched
            .iter()
            .filter(|touched| touched.array == *id)
        {
            let name = element_name(program.variable(*id), &touched.index);
            add(name, *id, first.array.select(&touched.index));
        }
    }
    variables
}

/// The name of a variable, if C can say it.
fn plain_name(variable: &Variable) -> Option<String> {
    let name = variable.source_name.as_deref()?;
    (!name.ends_with('$')).then(|| name.to_owned())
}

/// The name of an element, if C can say it.
fn element_name(variable: &Variable, index: &Value) -> Option<String> {
    let number = index.as_bv()?.unsigned();
    match &variable.indexing {
        Indexing::Layout(layout) => layout.element(number),
        Indexing::Plain => Some(format!("{}[{number}]", plain_name(variable)?)),
        Indexing::Unnamed => None,
    }
}

/// The value of a variable, or of an element of one, if it is a scalar.
fn scalar(variable: &Variable, value: &Value) -> Option<StartValue> {
    match value {
        Value::Bv(bits) if is_pointer(variable) => {
            Some(StartValue::Address(u64::try_from(bits.unsigned()).ok()?))
        }
        Value::Array(_) => None,
        _ => Some(StartValue::Number {
            type_name: match value.sort() {
                Sort::SINGLE => "float".into(),
                Sort::DOUBLE => "double".into(),
                Sort::Float { .. } => "long double".into(),
                _ => variable.type_name.to_string(),
            },
            literal: c_literal(value, variable.integer.signed)?,
        }),
    }
}

/// What the run touches of memory from outside.
struct Cells {
    /// In the order of the addresses, with the array that holds it.
    all: Vec<(VarId, StartCell)>,
    /// What has no form in C.
    missing: Vec<String>,
}

impl Cells {
    fn of(program: &Program, followed: &Followed) -> Cells {
        let mut cells = Cells {
            all: Vec::new(),
            missing: Vec::new(),
        };
        for Touched { array, index } in &followed.touched {
            let Some(first) = followed.arrays.get(array) else {
                continue;
            };
            let address = index.as_bv().filter(|index| index.width() == 64);
            let address = address.and_then(|index| u64::try_from(index.unsigned()).ok());
            let address = address.filter(|address| is_external(program, *address));
            let (HavocOrigin::Uninitialised, Some(address)) = (&first.origin, address) else {
                continue;
            };
            let variable = program.variable(*array);
            let value = first.array.select(index);
            match scalar(variable, value) {
                Some(StartValue::Address(target)) if is_program(program, target) => {
                    cells
                        .missing
                        .push("pointers from outside into the program".into());
                }
                Some(told) => cells.all.push((
                    *array,
                    StartCell {
                        address,
                        bytes: bytes(program, variable, value),
                        value: told,
                    },
                )),
                None => cells.missing.push("memory from outside".into()),
            }
        }
        cells.missing.dedup();
        cells
            .all
            .sort_by_key(|(array, cell)| (cell.address, *array));
        cells
    }

    /// Whether two arrays say something about one byte.
    fn overlap(&self) -> bool {
        let pairs = self.all.iter().zip(self.all.iter().skip(1));
        let end = |cell: &StartCell| cell.address.saturating_add(u64::from(cell.bytes));
        pairs.into_iter().any(|((_, a), (_, b))| b.address < end(a))
    }
}

fn is_program(program: &Program, address: u64) -> bool {
    (address >> 32) as u32 & (0xf << 28) == program.objects.program && program.objects.program != 0
}

/// Whether an index is the address of something in an object of the program.
fn is_own(program: &Program, index: &Value) -> bool {
    let address = index.as_bv().filter(|index| index.width() == 64);
    address.is_some_and(|address| is_program(program, address.unsigned() as u64))
}

fn is_external(program: &Program, address: u64) -> bool {
    address >= FIRST_ADDRESS && !is_program(program, address)
}

/// The bytes of a scalar in memory.
fn bytes(program: &Program, variable: &Variable, value: &Value) -> u32 {
    match value.sort() {
        _ if is_pointer(variable) => program.data_model.pointer_bits() / 8,
        Sort::BitVec(width) => width.div_ceil(8),
        Sort::SINGLE => 4,
        Sort::DOUBLE => 8,
        _ => 16,
    }
}

/// A trace to the same error whose pointers from outside are far from each other, as far as the error allows.
fn separated(program: &Program, trace: &Trace, check: CheckId, length: u64) -> Trace {
    let mut trace = trace.clone();
    let mut room = 1;
    for number in 0..trace.choices.len() {
        let choice = &trace.choices[number];
        let Value::Bv(bits) = &choice.value else {
            continue;
        };
        let Operation::Havoc { target, .. } = &program.entry_cfa().edge(choice.edge).operation
        else {
            continue;
        };
        let old = bits.unsigned() as u64;
        if !is_pointer(program.variable(*target)) || !is_external(program, old) {
            continue;
        }
        let new = room * DISTANCE + old % FIRST_ADDRESS;
        let moved = moved(&trace, number, old, new);
        if follow::reaches(program, &moved, check, length) {
            trace = moved;
            room += 1;
        }
    }
    trace
}

/// The trace with another value of a pointer, and with the contents of memory at its new target too.
fn moved(trace: &Trace, pointer: usize, old: u64, new: u64) -> Trace {
    let mut moved = trace.clone();
    for (number, choice) in moved.choices.iter_mut().enumerate() {
        match &mut choice.value {
            Value::Bv(bits) if number == pointer => {
                *bits = invar_term::BvValue::new(bits.width(), u128::from(new));
            }
            Value::Array(array) if *array.index_sort() == Sort::BitVec(64) => {
                let entries = array.entries().filter_map(|(index, element)| {
                    let offset = (index.as_bv()?.unsigned() as u64).checked_sub(old)?;
                    (offset < DISTANCE / 2).then(|| (offset, element.clone()))
                });
                for (offset, element) in entries.collect::<Vec<_>>() {
                    let index = invar_term::BvValue::new(64, u128::from(new + offset));
                    array.store(Value::Bv(index), element);
                }
            }
            _ => {}
        }
    }
    moved
}
