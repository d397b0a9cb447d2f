//! The proof as a C program, for checkers that read C by themselves.

use super::cut::{cut_text, loop_macros};
use super::{CertificateFile, CertificateTask};
use crate::tokens::tokens;
use invar_report::visible;
use invar_report::{Aspect, Property};
use invar_report::{CutProgram, ProofObligations, Report};
use std::collections::BTreeSet;
use std::fmt::Write;

const PRELUDE: &str = include_str!("prelude.h");
const CHECK: &str = include_str!("check-c.sh");
/// Functions whose call is a violation.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];
/// Functions whose call is a failing assertion.
const ASSERTIONS: [&str; 2] = ["invar_assert_fail", "invar_failed_assertion"];
/// An iteration and the return to the head are fewer.
const UNWIND: u32 = 3;

/// What CBMC calls the checks of aspects.
const CHECKS: [(Aspect, &str); 5] = [
    (Aspect::Bounds, "bounds-check"),
    (Aspect::Dereference, "pointer-check"),
    (Aspect::Division, "div-by-zero-check"),
    (Aspect::Shift, "undefined-shift-check"),
    (Aspect::Overflow, "signed-overflow-check"),
];

/// The program and the script that checks it.
///
/// # Errors
/// Why the proof cannot be written as C.
pub(super) fn files(
    report: &Report,
    proofs: &[ProofObligations],
    task: &CertificateTask,
) -> Result<Vec<CertificateFile>, String> {
    let [(name, bytes)] = task.files.as_slice() else {
        return Err("the program has several files".into());
    };
    let text = std::str::from_utf8(bytes).map_err(|_| "the program is not UTF-8")?;
    let whole = joint(proofs)?;
    if let Some(cut) = whole.loops.iter().find(|cut| cut.place.file != *name) {
        return Err(format!("a loop is in {}", cut.place.file));
    }
    let property = property(&report.property).ok_or("the property has parts of its own")?;
    let names = Names::of(text, property);
    let cut = cut_text(text, &whole.loops)?;
    let mut program = format!(
        "/* {}: the proof of invar {} that no execution violates the property {}, as a program without loops. \
         check-c.sh has CBMC check it. */\n",
        visible(name).replace("*/", "* /"),
        task.version,
        report.property
    );
    program.push_str(PRELUDE);
    program.push_str(&loop_macros(&whole.loops));
    program.push_str(&names.macros());
    let shown = name.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(program, "#line 1 \"{shown}\"\n{cut}");
    program.push_str(names.end());
    let asked = CHECKS
        .iter()
        .filter(|(aspect, _)| property.asks_for(*aspect));
    let asked: Vec<&str> = asked.map(|(_, check)| *check).collect();
    let wrapping = if property.asks_for(Aspect::Overflow) {
        ""
    } else {
        "signed-overflow-check"
    };
    let removed = names.errors().iter();
    let removed: Vec<String> = removed
        .map(|f| format!("--remove-function-body {f}"))
        .collect();
    let model = match report.data_model.as_str() {
        "ILP32" => "-m32",
        _ => "-m64",
    };
    let beside = std::path::Path::new(name).parent();
    let beside = beside.map(|folder| folder.display().to_string());
    let beside = beside.filter(|folder| !folder.is_empty());
    let beside = beside.unwrap_or_else(|| ".".into());
    let own = ["-iquote".to_owned(), beside];
    let options = task.compiler.iter().chain(&own);
    let options: Vec<String> = options.map(|option| quoted(option)).collect();
    let script = CHECK
        .replace("@ASKED@", &asked.join(" "))
        .replace("@WRAPPING@", wrapping)
        .replace("@MODEL@", model)
        .replace("@OPTIONS@", &options.join(" "))
        .replace("@REMOVED@", &removed.join(" "))
        .replace("@TARGETS@", &names.targets())
        .replace("@ENDS@", names.ends())
        .replace("@UNWIND@", &(whole.rounds + UNWIND).to_string());
    let file = |path: &str, text: String| CertificateFile {
        path: path.into(),
        bytes: text.into_bytes(),
    };
    Ok(vec![file("program.c", program), file("check-c.sh", script)])
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn property(name: &str) -> Option<Property> {
    let parts = name.split(',').map(Property::named);
    parts.reduce(|all, part| Some(all? | part?)).flatten()
}

/// The facts of all proofs together: each keeps its own, so together they are kept too.
fn joint(proofs: &[ProofObligations]) -> Result<CutProgram, String> {
    let mut whole: Option<CutProgram> = None;
    for proof in proofs {
        let cut = proof.program.clone().ok_or("it was not asked for")?;
        let cut = cut?;
        whole = Some(match whole {
            None => cut,
            Some(known) => known.with(cut)?,
        });
    }
    let whole = whole.unwrap_or_default();
    match whole.loops.iter().find(|cut| cut.untold > 0) {
        Some(cut) => Err(format!(
            "{} facts at the loop in line {} have no text in C",
            cut.untold, cut.place.line
        )),
        None => Ok(whole),
    }
}

/// The functions by which a program tells of violations.
struct Names {
    called: BTreeSet<String>,
    defined: BTreeSet<String>,
    asked: BTreeSet<Aspect>,
}

impl Names {
    fn of(text: &str, property: Property) -> Names {
        let tokens = tokens(text);
        let word = |at: usize| tokens.get(at).map(|t| &text[t.start..t.end]);
        let mut called = BTreeSet::new();
        let mut defined = BTreeSet::new();
        for at in 0..tokens.len() {
            let Some(name) = word(at).filter(|_| word(at + 1) == Some("(")) else {
                continue;
            };
            called.insert(name.to_owned());
            let mut close = at + 1;
            while word(close).is_some_and(|word| word != ")") {
                close += 1;
            }
            if word(close + 1) == Some("{") {
                defined.insert(name.to_owned());
            }
        }
        let calls_errors = ERRORS.iter().any(|name| called.contains(*name));
        let mut asked: BTreeSet<Aspect> = [Aspect::Assertion, Aspect::ErrorCall]
            .into_iter()
            .filter(|aspect| property.asks_for(*aspect))
            .collect();
        if asked.contains(&Aspect::ErrorCall) && !calls_errors {
            asked.insert(Aspect::Assertion);
        }
        Names {
            called,
            defined,
            asked,
        }
    }

    /// Other names for what CBMC would read in its own way.
    fn macros(&self) -> String {
        let mut text = String::new();
        if !self.defined.contains("__assert_fail") {
            text.push_str("#define __assert_fail invar_assert_fail\n");
        }
        if self.called.contains("assert") && !self.defined.contains("assert") {
            text.push_str("#define assert invar_assert\n");
        }
        if self.called.contains("assume") && !self.defined.contains("assume") {
            text.push_str("#define assume __VERIFIER_assume\n");
        }
        text
    }

    /// What comes after the program.
    fn end(&self) -> &'static str {
        if self.called.contains("assert") && !self.defined.contains("assert") {
            "extern void invar_failed_assertion(void);\n\
                 void invar_assert(int condition) { if (!condition) invar_failed_assertion(); }\n"
        } else {
            ""
        }
    }

    /// The error functions that are asked for: they lose their bodies.
    fn errors(&self) -> &'static [&'static str] {
        if self.asked.contains(&Aspect::ErrorCall) {
            &ERRORS
        } else {
            &[]
        }
    }

    /// The functions whose call is a violation, as a regular expression.
    fn targets(&self) -> String {
        let mut targets = vec!["invar_target"];
        if self.asked.contains(&Aspect::Assertion) {
            targets.extend(ASSERTIONS);
        }
        targets.extend(self.errors());
        targets.join("|")
    }

    /// The functions whose call ends the execution.
    fn ends(&self) -> &'static str {
        if self.asked.contains(&Aspect::Assertion) {
            "invar_end"
        } else {
            "invar_end|invar_assert_fail|invar_failed_assertion"
        }
    }
}
