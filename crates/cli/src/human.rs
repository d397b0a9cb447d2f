//! Results for people.

use invar_witness::report::{
    AssumptionKind, Conclusion, InputOrigin, ProofReport, Report, ViolationReport,
};
use std::fmt::Write;

/// Steps shown of a long trace.
const SHOWN_STEPS: usize = 60;

/// The result as text.
pub fn text(report: &Report, verbose: bool) -> String {
    let mut out = String::new();
    let _ = match report.verdict {
        Conclusion::Safe => safe(&mut out, report),
        Conclusion::Unsafe => violation(&mut out, report),
        Conclusion::Unknown => unknown(&mut out, report),
    };
    if report.integers == "ideal" && report.verdict != Conclusion::Unknown {
        let _ = writeln!(out, "over ideal integers: overflow is not modelled");
    }
    // What every verdict assumes stands in SOUNDNESS.md.
    let general = [
        AssumptionKind::DataModel,
        AssumptionKind::Overflow,
        AssumptionKind::Other,
    ];
    let special = report.assumptions.iter();
    for assumption in special.filter(|a| !general.contains(&a.kind)) {
        let _ = writeln!(out, "assumed: {}", assumption.text);
    }
    if verbose {
        let _ = statistics(&mut out, report);
    }
    out
}

fn safe(out: &mut String, report: &Report) -> std::fmt::Result {
    writeln!(
        out,
        "{}: safe: no execution violates `{}`",
        report.file, report.property
    )?;
    if let Some(proof) = &report.proof {
        proved(out, proof)?;
    }
    let by = report.certifier.as_deref().unwrap_or("nobody");
    writeln!(out, "certified by {by} ({:.2} s)", report.wall_seconds)
}

fn proved(out: &mut String, proof: &ProofReport) -> std::fmt::Result {
    match (proof.kind.as_str(), proof.bound) {
        ("k-inductive", Some(k)) => writeln!(out, "proof: k-induction with k = {k}")?,
        ("exhausted", Some(n)) => writeln!(
            out,
            "proof: every path ends within {n} steps between loop heads"
        )?,
        _ => writeln!(out, "proof: inductive invariant")?,
    }
    for invariant in &proof.invariants {
        writeln!(
            out,
            "  loop at {} in {}:",
            invariant.place,
            invariant.place.function.as_deref().unwrap_or("main")
        )?;
        for fact in &invariant.facts {
            writeln!(out, "    {fact}")?;
        }
    }
    Ok(())
}

fn violation(out: &mut String, report: &Report) -> std::fmt::Result {
    writeln!(
        out,
        "{}: unsafe: `{}` can be violated",
        report.file, report.property
    )?;
    for violation in &report.violations {
        trace(out, violation)?;
    }
    let by = report.certifier.as_deref().unwrap_or("nobody");
    writeln!(out, "certified by {by} ({:.2} s)", report.wall_seconds)
}

fn trace(out: &mut String, violation: &ViolationReport) -> std::fmt::Result {
    let place = violation.place.as_ref();
    let place = place.map_or_else(|| "unknown place".into(), ToString::to_string);
    writeln!(
        out,
        "{} at {place}, after {} steps",
        violation.what, violation.length
    )?;
    if !violation.inputs.is_empty() {
        let shown: Vec<String> = violation
            .inputs
            .iter()
            .filter(|input| matches!(input.origin, InputOrigin::Input | InputOrigin::External))
            .take(20)
            .map(|input| format!("{}() returns {}", input.name, input.value))
            .collect();
        let more = violation.inputs.len().saturating_sub(shown.len());
        let rest = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        writeln!(out, "inputs: {}{rest}", shown.join(", "))?;
    }
    let skipped = violation.steps.len().saturating_sub(SHOWN_STEPS) + violation.omitted;
    if skipped > 0 {
        writeln!(out, "  ... {skipped} earlier steps")?;
    }
    let mut sources = Sources::default();
    let mut last = None;
    for step in violation.steps.iter().rev().take(SHOWN_STEPS).rev() {
        let place = step.place.as_ref();
        let file = place.map(|p| p.file.as_str());
        let number = place.map(|p| p.line);
        let function = place
            .and_then(|p| p.function.as_deref())
            .unwrap_or_default();
        let here = (file, number, function);
        if last.as_ref() != Some(&here) {
            let line = number.map_or_else(|| "?".into(), |l| l.to_string());
            let source = sources.line(file, number);
            writeln!(out, "  {line:>5} | {source:<50} {function}")?;
            last = Some(here);
        }
        writeln!(out, "        |     {}", step.text)?;
    }
    Ok(())
}

fn unknown(out: &mut String, report: &Report) -> std::fmt::Result {
    writeln!(out, "{}: unknown", report.file)?;
    writeln!(
        out,
        "reason: {}",
        report.reason.as_deref().unwrap_or("none given")
    )?;
    if let Some(hint) = &report.hint {
        writeln!(out, "hint: {hint}")?;
    }
    Ok(())
}

fn statistics(out: &mut String, report: &Report) -> std::fmt::Result {
    writeln!(out, "statistics:")?;
    writeln!(out, "  engine                 {}", report.engine)?;
    writeln!(out, "  arithmetic             {}", report.arithmetic)?;
    writeln!(out, "  wall seconds           {:.3}", report.wall_seconds)?;
    writeln!(out, "  solver seconds         {:.3}", report.solver_seconds)?;
    writeln!(out, "  queries                {}", report.queries)?;
    writeln!(out, "  peak megabytes         {}", report.peak_mb)?;
    writeln!(
        out,
        "  rejected certificates  {}",
        report.rejected_certificates
    )?;
    for group in GROUPS {
        let numbers = report.statistics.iter();
        let mut numbers = numbers
            .filter_map(|(name, value)| Some((name.strip_prefix(group.prefix)?, value)))
            .filter(|(name, _)| !group.prefix.is_empty() || is_ungrouped(name))
            .peekable();
        if numbers.peek().is_some() {
            writeln!(out, "{}:", group.title)?;
        }
        for (name, value) in numbers {
            writeln!(out, "  {name:<32} {}", number(*value))?;
        }
    }
    Ok(())
}

/// Numbers that belong together have names with the same first word.
struct Group {
    prefix: &'static str,
    title: &'static str,
}

const GROUPS: [Group; 7] = [
    Group {
        prefix: "",
        title: "counts",
    },
    Group {
        prefix: "edges ",
        title: "edges",
    },
    Group {
        prefix: "int ",
        title: "over ideal integers",
    },
    Group {
        prefix: "real ",
        title: "over reals",
    },
    Group {
        prefix: "wrap ",
        title: "over wrapping integers",
    },
    Group {
        prefix: "bv ",
        title: "over bit-vectors",
    },
    Group {
        prefix: "seconds ",
        title: "seconds",
    },
];

fn is_ungrouped(name: &str) -> bool {
    let named = GROUPS.iter().filter(|g| !g.prefix.is_empty());
    named.into_iter().all(|g| !name.starts_with(g.prefix))
}

/// Counts without, times with decimals.
fn number(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value}")
    } else {
        format!("{value:.3}")
    }
}

/// Lines of source files, read once.
#[derive(Default)]
struct Sources(std::collections::BTreeMap<String, Vec<String>>);

impl Sources {
    fn line(&mut self, file: Option<&str>, line: Option<u32>) -> String {
        let (Some(file), Some(line)) = (file, line) else {
            return String::new();
        };
        let lines = self.0.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes)
                .lines()
                .map(str::to_owned)
                .collect()
        });
        let text = lines
            .get(line.saturating_sub(1) as usize)
            .map_or("", |l| l.trim());
        text.chars().take(50).collect()
    }
}
