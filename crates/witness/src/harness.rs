//! Test harnesses: a C file that is compiled beside the program and leads it to the error.
//!
//! The program's text stays as it is. What the program does not define is defined here, weakly, so
//! that the program's own definitions win. Calls of the error functions are seen through the
//! compiler's instrumentation of function entries, because a program may define those functions itself,
//! with a body that shows nothing; undefined behaviour is seen by the compiler's sanitizers.
//!
//! Where the run begins with a call that has arguments, the file is compiled twice: once after the text of the file that
//! defines the function (`start`), so that it can name static functions, variables and types, and once by itself.

mod command;
mod start;

pub use command::{Build, Locals, harness_commands};

use invar_report::{
    AssumptionKind, Failure, Input, InputOrigin, Report, Sanitizers, ViolationReport,
};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What a harness prints when the error is reached.
pub const ERROR_REACHED: &str = "invar: error reached";
/// The exit status of a run that reached the error.
pub const ERROR_STATUS: u8 = 107;
/// The exit status of a run that left the execution that was found.
pub const ASSUMPTION_STATUS: u8 = 108;

/// How the parts of a harness that look at the program are kept out of what they look at.
const QUIET: &str = "INVAR_QUIET";
/// `QUIET`, for definitions that those of the program replace.
const WEAK: &str = "__attribute__((weak)) INVAR_QUIET";
/// Finds error functions with internal linkage.
const SYMBOLS: &str = include_str!("harness/symbols.c");

/// What the harness needs to know beside the report.
#[derive(Clone, Debug, Default)]
pub struct HarnessOptions {
    /// Name of the harness file, for the command line in its head.
    pub name: String,
    /// The edition of C, if one was chosen.
    pub standard: Option<String>,
    /// Options of the compiler that the program needs, such as `-I` and `-D`.
    pub compiler: Vec<String>,
}

/// The harness of a violation.
pub fn harness(report: &Report, violation: &ViolationReport, options: &HarnessOptions) -> String {
    let mut text = String::new();
    let plan = Plan::of(report, violation);
    // Writing into a string does not fail.
    let _ = head(&mut text, report, violation, options, &plan);
    if let Some(begun) = &violation.start {
        let _ = start::start(&mut text, begun);
    }
    let _ = ends(&mut text, violation);
    let _ = values(&mut text, &plan);
    if violation.start.is_some() {
        text.push_str("\n#endif\n");
    }
    text
}

/// Why a native run may differ from the run of a violation.
pub fn harness_doubts(report: &Report, violation: &ViolationReport) -> Vec<String> {
    Plan::of(report, violation).doubts
}

/// What is defined, and what cannot be.
struct Plan<'a> {
    /// Values per function, in order.
    functions: BTreeMap<&'a str, Vec<&'a Input>>,
    /// Values of variables that other files define.
    variables: BTreeMap<&'a str, &'a Input>,
    /// Functions that the run does not call, with their types.
    others: BTreeMap<&'a str, &'a str>,
    /// Why the run may differ.
    doubts: Vec<String>,
}

impl<'a> Plan<'a> {
    fn of(report: &'a Report, violation: &'a ViolationReport) -> Plan<'a> {
        let mut plan = Plan {
            functions: BTreeMap::new(),
            variables: BTreeMap::new(),
            others: BTreeMap::new(),
            doubts: Vec::new(),
        };
        let missing = report.assumptions.iter();
        let missing = missing.filter(|a| a.kind == AssumptionKind::MissingBody);
        let names = missing.filter_map(|a| a.subject.as_deref());
        let inputs = report.input_functions.iter();
        let inputs = inputs.map(|function| (&*function.name, &*function.type_name));
        let others = names.map(|name| (name, "void")).chain(inputs);
        plan.others = others.filter(|(name, _)| is_identifier(name)).collect();
        let begun = violation.start.as_ref();
        let mut uninitialised = begun.is_none() && !violation.memory_is_zero;
        for input in &violation.inputs {
            match input.origin {
                InputOrigin::Uninitialised => uninitialised |= !is_zero(input),
                // Arguments: the call at the start has them.
                InputOrigin::Input if begun.is_some() && !is_identifier(&input.name) => {}
                InputOrigin::Argument if begun.is_some() => {}
                InputOrigin::Argument | InputOrigin::Volatile | InputOrigin::Written => {
                    plan.doubt(input);
                }
                _ if !is_identifier(&input.name) => plan.doubt(input),
                InputOrigin::Variable => {
                    plan.variables.insert(&input.name, input);
                }
                _ => {
                    if input.literal.is_none() {
                        plan.doubt(input);
                    }
                    plan.functions.entry(&input.name).or_default().push(input);
                }
            }
        }
        if uninitialised {
            plan.doubts.push(
                "the run reads memory that was never written and holds other values than zero"
                    .into(),
            );
        }
        let missing = begun.iter().flat_map(|begun| &begun.missing);
        let missing = missing.map(|what| format!("the harness cannot give it {what}"));
        plan.doubts.extend(missing);
        plan
    }

    fn doubt(&mut self, input: &Input) {
        if !is_zero(input) {
            let doubt = format!("{} is {}, which C text cannot say", input.name, input.value);
            if !self.doubts.contains(&doubt) {
                self.doubts.push(doubt);
            }
        }
    }
}

fn is_zero(input: &Input) -> bool {
    matches!(input.value.as_str(), "0" | "0.0" | "NULL")
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn head(
    out: &mut String,
    report: &Report,
    violation: &ViolationReport,
    options: &HarnessOptions,
    plan: &Plan<'_>,
) -> fmt::Result {
    let place = violation.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!(" at {place}"));
    let build = Build {
        sanitizers: if violation.failure.is_error() {
            Sanitizers::Absent
        } else {
            Sanitizers::AddressAndUndefined
        },
        ..Build::default()
    };
    let mut lines: Vec<String> = harness_commands(report, violation, options, &build)
        .iter()
        .map(|command| command::quoted(command))
        .collect();
    lines.push("./run".into());
    writeln!(out, "/* Test harness written by invar.")?;
    writeln!(out, " *")?;
    writeln!(
        out,
        " * Leads {} to: {}.",
        comment(&command::files(report).join(" ")),
        comment(&format!("{}{place}", violation.what))
    )?;
    writeln!(out, " * Compile and run:")?;
    writeln!(out, " *")?;
    writeln!(out, " *   {}", lines.join(" && "))?;
    writeln!(out, " *")?;
    if violation.failure.is_error() {
        writeln!(
            out,
            " * The run prints \"{ERROR_REACHED}\" and exits with status {ERROR_STATUS}."
        )?;
    } else if violation.failure == Failure::Endless {
        writeln!(
            out,
            " * The run does not end, if the inputs of its last round are repeated for ever."
        )?;
    } else {
        writeln!(
            out,
            " * A sanitizer reports it, and the run exits with status {ERROR_STATUS}."
        )?;
    }
    for doubt in &plan.doubts {
        writeln!(out, " * It may not do so here: {}.", comment(doubt))?;
    }
    writeln!(out, " */\n")
}

/// Text inside a comment must not end it.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\n', " ")
}

/// The ways in which a run ends.
fn ends(out: &mut String, violation: &ViolationReport) -> fmt::Result {
    let abort = "__builtin_abort()";
    let (error, failed) = match violation.failure {
        Failure::Assertion => ("invar_error()", "invar_error()"),
        Failure::ErrorCall => ("invar_error()", abort),
        Failure::Undefined | Failure::Leak | Failure::Endless => (abort, abort),
    };
    write!(
        out,
        "\
#include <sys/syscall.h>

#define INVAR_QUIET __attribute__((no_instrument_function, no_sanitize(\"address\"), no_sanitize(\"undefined\")))

extern long invar_system(long, ...) __asm__(\"syscall\");

{QUIET} static void invar_end(const char *text, unsigned long length, int status)
{{
    invar_system(SYS_write, 2, text, length);
    invar_system(SYS_exit_group, status);
}}

{QUIET} static void invar_assume(int condition)
{{
    static const char text[] = \"invar: an assumption does not hold\\n\";
    if (!condition)
        invar_end(text, sizeof text - 1, {ASSUMPTION_STATUS});
}}
"
    )?;
    if violation.failure.is_error() {
        write!(
            out,
            "
{QUIET} static void invar_error(void)
{{
    static const char text[] = \"{ERROR_REACHED}\\n\";
    invar_end(text, sizeof text - 1, {ERROR_STATUS});
}}
"
        )?;
    }
    write!(
        out,
        "
/* The program's own definitions replace these. */
{WEAK} void reach_error(void) {{ {error}; }}
{WEAK} void __VERIFIER_error(void) {{ {error}; }}
{WEAK} void __VERIFIER_assume(int condition) {{ invar_assume(condition); }}
{WEAK} void assume(int condition) {{ invar_assume(condition); }}
{WEAK} void __assert_fail(void) {{ {failed}; }}
{WEAK} void assert(int condition)
{{
    if (!condition)
        {failed};
}}
"
    )?;
    let leaks = u8::from(violation.failure == Failure::Leak);
    if violation.failure.is_error() {
        write!(out, "\n{SYMBOLS}")?;
        write!(
            out,
            "
{QUIET} const char *__asan_default_options(void) {{ return \"detect_leaks=0:detect_odr_violation=0\"; }}
"
        )
    } else {
        write!(
            out,
            "
/* How a run ends that a sanitizer stops. */
{QUIET} const char *__asan_default_options(void)
{{
    return \"exitcode={ERROR_STATUS}:detect_leaks={leaks}:detect_odr_violation=0:detect_stack_use_after_return=1\";
}}
{QUIET} const char *__ubsan_default_options(void) {{ return \"exitcode={ERROR_STATUS}\"; }}
"
        )
    }
}

/// The functions that return inputs, and variables that no file defines.
fn values(out: &mut String, plan: &Plan<'_>) -> fmt::Result {
    let defined = [
        "reach_error",
        "__VERIFIER_error",
        "__VERIFIER_assume",
        "assume",
        "__assert_fail",
        "assert",
    ];
    for (name, inputs) in &plan.functions {
        if defined.contains(name) {
            continue;
        }
        let kind = &inputs[0].type_name;
        let literals: Vec<&str> = inputs
            .iter()
            .map(|input| input.literal.as_deref().unwrap_or("0"))
            .collect();
        writeln!(out, "\n{WEAK} {kind} {name}(void)\n{{")?;
        writeln!(out, "    static const {kind} values[] = {{")?;
        for literal in &literals {
            writeln!(out, "        {literal},")?;
        }
        writeln!(out, "    }};")?;
        writeln!(out, "    static unsigned long next;")?;
        let count = literals.len();
        writeln!(out, "    return next < {count}ul ? values[next++] : 0;\n}}")?;
    }
    for (name, input) in &plan.variables {
        let literal = input.literal.as_deref().unwrap_or("0");
        writeln!(
            out,
            "\n__attribute__((weak)) {} {name} = {literal};",
            input.type_name
        )?;
    }
    for (name, kind) in &plan.others {
        if plan.functions.contains_key(name) || defined.contains(name) {
            continue;
        }
        let body = match *kind {
            "void" => "{ }",
            _ => "{ return 0; }",
        };
        writeln!(out, "\n{WEAK} {kind} {name}(void) {body}")?;
    }
    Ok(())
}
