//! Numbers about the search.

use invar_report::Report;
use std::fmt::Write;

pub(super) fn show(out: &mut String, report: &Report) -> std::fmt::Result {
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
