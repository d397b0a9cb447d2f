//! Test harnesses: a C file that is compiled beside the program and leads it to the error.
//!
//! The program's text stays as it is. What the program does not define is defined here, weakly, so
//! that the program's own definitions win. Calls of the error functions are seen through gcc's
//! instrumentation of function entries, because a program may define those functions itself, with
//! a body that shows nothing.

use crate::report::{AssumptionKind, Input, InputOrigin, Report, ViolationReport};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What a harness prints when the error is reached.
pub const ERROR_REACHED: &str = "invar: error reached";
/// The exit status of a run that reached the error.
pub const ERROR_STATUS: u8 = 107;
/// The exit status of a run that left the execution that was found.
const ASSUMPTION_STATUS: u8 = 108;

/// What the harness needs to know beside the report.
#[derive(Clone, Debug, Default)]
pub struct HarnessOptions {
    /// Name of the harness file, for the command line in its head.
    pub name: String,
    /// Options of the compiler that the program needs, such as `-I` and `-D`.
    pub compiler: Vec<String>,
}

/// The harness of a violation.
pub fn harness(report: &Report, violation: &ViolationReport, options: &HarnessOptions) -> String {
    let mut text = String::new();
    let plan = Plan::of(report, violation);
    // Writing into a string does not fail.
    let _ = head(&mut text, report, violation, options, &plan);
    let _ = ends(&mut text, violation);
    let _ = values(&mut text, &plan);
    text
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
        let mut uninitialised = !violation.memory_is_zero;
        for input in &violation.inputs {
            match input.origin {
                InputOrigin::Uninitialised => uninitialised |= !is_zero(input),
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
    matches!(input.value.as_str(), "0" | "0.0")
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
    let mut files = report.files.clone();
    if files.is_empty() {
        files.push(report.file.clone());
    }
    let files = files.join(" ");
    let place = violation.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!(" at {place}"));
    let mut flags = vec!["-std=gnu11".to_owned(), "-w".into()];
    if report.data_model == "ILP32" {
        // Floating point as IEEE says, not as the old coprocessor rounds.
        flags.extend(["-m32", "-msse2", "-mfpmath=sse"].map(String::from));
    }
    flags.extend(["-fwrapv", "-ftrivial-auto-var-init=zero"].map(String::from));
    flags.push("-finstrument-functions".into());
    // Functions that are never called may use others that exist nowhere.
    flags.extend(["-ffunction-sections", "-Wl,--gc-sections"].map(String::from));
    flags.extend(options.compiler.iter().cloned());
    writeln!(out, "/* Test harness written by invar.")?;
    writeln!(out, " *")?;
    writeln!(
        out,
        " * Leads {} to: {}.",
        comment(&files),
        comment(&format!("{}{place}", violation.what))
    )?;
    writeln!(out, " * Compile and run:")?;
    writeln!(out, " *")?;
    writeln!(
        out,
        " *   gcc {} -o run {} {} -lm && ./run",
        comment(&flags.join(" ")),
        comment(&files),
        comment(&options.name)
    )?;
    writeln!(out, " *")?;
    writeln!(
        out,
        " * The run prints \"{ERROR_REACHED}\" and exits with status {ERROR_STATUS}."
    )?;
    for doubt in &plan.doubts {
        writeln!(out, " * It may not do so here: {}.", comment(doubt))?;
    }
    writeln!(out, " */\n")
}

/// Text inside a comment must not end it.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

/// The ways in which a run ends.
fn ends(out: &mut String, violation: &ViolationReport) -> fmt::Result {
    let asserted = violation.property == invar_cfa::Property::ASSERT.to_string();
    let failed = match asserted {
        true => "invar_error()",
        false => "__builtin_abort()",
    };
    let quiet = "__attribute__((no_instrument_function))";
    let weak = "__attribute__((weak, no_instrument_function))";
    write!(
        out,
        "\
extern long write(int, const void *, unsigned long);
extern void _exit(int) __attribute__((noreturn));

{quiet} static void invar_say(const char *text, unsigned long length)
{{
    if (write(2, text, length) < 0)
        _exit(1);
}}

{quiet} static void invar_error(void)
{{
    static const char text[] = \"{ERROR_REACHED}\\n\";
    invar_say(text, sizeof text - 1);
    _exit({ERROR_STATUS});
}}

{quiet} static void invar_assume(int condition)
{{
    static const char text[] = \"invar: an assumption does not hold\\n\";
    if (!condition) {{
        invar_say(text, sizeof text - 1);
        _exit({ASSUMPTION_STATUS});
    }}
}}

/* The program's own definitions replace these. */
{weak} void reach_error(void) {{ invar_error(); }}
{weak} void __VERIFIER_error(void) {{ invar_error(); }}
{weak} void __VERIFIER_assume(int condition) {{ invar_assume(condition); }}
{weak} void assume(int condition) {{ invar_assume(condition); }}
{weak} void __assert_fail(void) {{ {failed}; }}
{weak} void assert(int condition)
{{
    if (!condition)
        {failed};
}}

/* gcc calls this at the start of every function of the program. */
{quiet} void __cyg_profile_func_enter(void *function, void *site)
{{
    if (function == (void *)reach_error || function == (void *)__VERIFIER_error)
        invar_error();
}}

{quiet} void __cyg_profile_func_exit(void *function, void *site) {{ }}
"
    )
}

/// The functions that return inputs, and variables that nobody defines.
fn values(out: &mut String, plan: &Plan<'_>) -> fmt::Result {
    let defined = [
        "reach_error",
        "__VERIFIER_error",
        "__VERIFIER_assume",
        "assume",
        "__assert_fail",
        "assert",
    ];
    let weak = "__attribute__((weak, no_instrument_function))";
    for (name, inputs) in &plan.functions {
        if defined.contains(name) {
            continue;
        }
        let kind = &inputs[0].type_name;
        let literals: Vec<&str> = inputs
            .iter()
            .map(|input| input.literal.as_deref().unwrap_or("0"))
            .collect();
        writeln!(out, "\n{weak} {kind} {name}(void)\n{{")?;
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
        writeln!(out, "\n{weak} {kind} {name}(void) {body}")?;
    }
    Ok(())
}
