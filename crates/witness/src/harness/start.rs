//! The call with which a run begins, in C: objects for what pointers from outside point to, then variables and arguments.
//!
//! Addresses of the model are no addresses of a machine. Cells that lie near each other become one object, and a pointer
//! into it points to the same offset; other pointers keep their numbers, since the run does not follow them.

use invar_report::{Start, StartCell, StartValue};
use std::fmt::{self, Write};

/// Cells that are not further from each other belong to one object.
const NEAR: u64 = 1 << 20;
/// Objects begin at such addresses, so that alignment is as in the model.
const ALIGNMENT: u64 = 64;

/// An object that represents memory from outside.
struct Object {
    first: u64,
    end: u64,
}

/// Writes the part of a harness that is compiled after the text of the program, up to its other part.
pub(super) fn start(out: &mut String, start: &Start) -> fmt::Result {
    let objects = objects(start);
    writeln!(out, "#ifdef INVAR_START")?;
    writeln!(out, "/* The text of the program comes before this. */")?;
    writeln!(out, "#undef main\n")?;
    for (number, object) in objects.iter().enumerate() {
        writeln!(
            out,
            "static unsigned char invar_memory_{}[{}] __attribute__((aligned({ALIGNMENT})));",
            number + 1,
            object.end - object.first
        )?;
    }
    writeln!(
        out,
        "\n__attribute__((no_instrument_function)) int main(void)\n{{"
    )?;
    for StartCell { address, value, .. } in &start.memory {
        let kind = match value {
            StartValue::Number { type_name, .. } => type_name,
            StartValue::Address(_) => "void *",
        };
        let (value, place) = (text(value, &objects), pointer(*address, &objects));
        writeln!(out, "    {{ {kind} invar_value = {value};")?;
        writeln!(
            out,
            "      __builtin_memcpy({place}, &invar_value, sizeof invar_value); }}"
        )?;
    }
    for variable in &start.variables {
        let value = text(&variable.value, &objects);
        writeln!(out, "    {} = {value};", variable.name)?;
    }
    let mut arguments: Vec<String> = start
        .arguments
        .iter()
        .map(|argument| text(argument, &objects))
        .collect();
    if let (Some(strings), Some(vector)) = (&start.command_line, arguments.get_mut(1)) {
        command_line(out, strings)?;
        *vector = "invar_arguments".to_owned();
    }
    let function = if start.function == "main" {
        "invar_main"
    } else {
        &start.function
    };
    writeln!(out, "    {function}({});", arguments.join(", "))?;
    writeln!(out, "    return 0;\n}}\n\n#else\n")
}

/// What arguments hold where the run does not look.
const FILLER: u8 = b'a';

/// An array of strings that end with zero, and a null pointer.
fn command_line(out: &mut String, strings: &[Vec<u8>]) -> fmt::Result {
    let mut names = Vec::new();
    for (number, string) in strings.iter().enumerate() {
        let length = string.len();
        let name = format!("invar_argument_{number}");
        write!(out, "    static unsigned char {name}[{}] = {{", length + 1)?;
        // Most characters of a long string do not matter, and are the same.
        if length > 0 {
            write!(out, "[0 ... {}] = {FILLER}, ", length - 1)?;
        }
        for (at, byte) in string.iter().enumerate().filter(|(_, b)| **b != FILLER) {
            write!(out, "[{at}] = {byte}, ")?;
        }
        writeln!(out, "[{length}] = 0}};")?;
        names.push(format!("(char *)invar_argument_{number}, "));
    }
    let names = names.concat();
    writeln!(out, "    char *invar_arguments[] = {{{names}(char *)0}};")
}

/// The objects, in the order of their addresses.
fn objects(start: &Start) -> Vec<Object> {
    let values = start.memory.iter().map(|cell| &cell.value);
    let variables = start.variables.iter().map(|variable| &variable.value);
    let values = values.chain(variables).chain(&start.arguments);
    let pointers = values.filter_map(|value| match value {
        StartValue::Address(address) if *address != 0 => Some((*address, *address)),
        _ => None,
    });
    let cells = start.memory.iter();
    let cells = cells.map(|cell| (cell.address, cell.address + u64::from(cell.bytes)));
    let mut cells: Vec<(u64, u64)> = cells.collect();
    // Pointers to objects may point before and after what the run touches.
    let is_near = |(address, _): &(u64, u64)| {
        let near = |(first, end): &(u64, u64)| {
            first.saturating_sub(NEAR) <= *address && *address <= end.saturating_add(NEAR)
        };
        cells.iter().any(near)
    };
    let pointers: Vec<(u64, u64)> = pointers.filter(is_near).collect();
    cells.extend(pointers);
    cells.sort_unstable();
    let mut objects: Vec<Object> = Vec::new();
    for (first, end) in cells {
        match objects.last_mut() {
            Some(last) if first <= last.end.saturating_add(NEAR) => last.end = last.end.max(end),
            _ => objects.push(Object {
                first: first - first % ALIGNMENT,
                end,
            }),
        }
    }
    objects
}

/// A value as a C expression.
fn text(value: &StartValue, objects: &[Object]) -> String {
    match value {
        StartValue::Number { literal, .. } => literal.clone(),
        StartValue::Address(address) => pointer(*address, objects),
    }
}

/// An address as a C expression.
fn pointer(address: u64, objects: &[Object]) -> String {
    let holds = |object: &Object| object.first <= address && address <= object.end;
    match objects.iter().position(holds) {
        Some(number) => {
            let offset = address - objects[number].first;
            format!("(void *)(invar_memory_{} + {offset})", number + 1)
        }
        None => format!("(void *){address:#x}"),
    }
}
