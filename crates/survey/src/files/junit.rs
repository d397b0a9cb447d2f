//! A survey as JUnit XML, which most services show as tests: one case per function.

use crate::row::Row;
use std::fmt::Write;

/// One suite per file, one case per function: failed if something is violated, skipped if something is open.
pub fn junit(rows: &[Row]) -> String {
    let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    files.dedup();
    files.sort_unstable();
    files.dedup();
    let mut out =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"invar\">\n");
    for file in files {
        let of_file = || rows.iter().filter(|row| row.file == file);
        let failed = of_file().filter(|row| is_failed(row)).count();
        let skipped = of_file().filter(|row| is_skipped(row)).count();
        let seconds: f64 = of_file().map(|row| row.seconds).sum();
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\" time=\"{seconds:.3}\">",
            escaped(file),
            of_file().count()
        );
        for row in of_file() {
            case(&mut out, row);
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn is_failed(row: &Row) -> bool {
    row.violated > 0 || !row.called_violations.is_empty()
}

fn is_skipped(row: &Row) -> bool {
    !is_failed(row) && !row.is_done()
}

fn case(out: &mut String, row: &Row) {
    let (name, class) = (escaped(&row.function), escaped(&row.file));
    let _ = write!(
        out,
        "    <testcase name=\"{name}\" classname=\"{class}\" file=\"{class}\" line=\"{}\" time=\"{:.3}\"",
        row.line, row.seconds
    );
    let sites = row.violations.iter().chain(&row.called_violations);
    let violations: Vec<String> = sites
        .map(|site| match &site.place {
            Some(place) => format!("{place}: {}", site.told()),
            None => site.told(),
        })
        .collect();
    if let Some(first) = violations.first() {
        let (first, all) = (escaped(first), escaped(&violations.join("\n")));
        let _ = writeln!(
            out,
            ">\n      <failure message=\"{first}\">{all}</failure>\n    </testcase>"
        );
    } else if is_skipped(row) {
        let reason = row
            .reason
            .as_deref()
            .unwrap_or("neither proved nor violated");
        let message = escaped(&format!(
            "{} of {} places open: {reason}",
            row.unknown, row.sites
        ));
        let _ = writeln!(
            out,
            ">\n      <skipped message=\"{message}\"/>\n    </testcase>"
        );
    } else {
        out.push_str("/>\n");
    }
}

/// A text inside an attribute or an element; characters that XML does not have become question marks.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            c if c < ' ' || ('\u{fffe}'..='\u{ffff}').contains(&c) => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{escaped, junit};
    use crate::row::{Function, Row};
    use invar_report::Report;

    #[test]
    fn what_is_open_is_skipped_and_text_is_escaped() {
        let function = Function {
            name: "f<int>".into(),
            file: "a\"b.c".into(),
            ..Function::default()
        };
        let mut row = Row::of(&function, Report::default());
        row.reason = Some("time & memory".into());
        let text = junit(&[row]);
        assert!(
            text.contains("name=\"f&lt;int&gt;\"") && text.contains("a&quot;b.c"),
            "{text}"
        );
        assert!(
            text.contains("skipped=\"1\"") && text.contains("time &amp; memory"),
            "{text}"
        );
        assert_eq!(escaped("\u{1b}[31m"), "?[31m");
    }
}
