//! Tables and cells in Markdown.

/// To which side the cells of a column go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// A table with a heading and a side for each column.
pub fn table(columns: &[(&str, Side)], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let header = line(columns.iter().map(|(heading, _)| *heading).collect());
    let rule = |side: &Side| match side {
        Side::Left => "---",
        Side::Right => "--:",
    };
    let rule = line(columns.iter().map(|(_, side)| rule(side)).collect());
    let body = rows
        .iter()
        .map(|row| line(row.iter().map(String::as_str).collect()));
    header + &rule + &body.collect::<String>()
}

/// Words that may hold signs with a meaning in Markdown. Underscores stay as they are: names are to be found again.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '|' | '*' | '<' | '`' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(if sign == '\n' { ' ' } else { sign });
    }
    out
}

/// A part of a whole in percent; a dash where there is nothing to have a part of.
pub fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::{Side, percent, plain, table};

    #[test]
    fn cells_do_not_break_a_table() {
        let row = vec![plain("a|b_2 *c*"), "1".to_owned()];
        let text = table(&[("x", Side::Left), ("y", Side::Right)], &[row]);
        assert_eq!(text, "| x | y |\n| --- | --: |\n| a\\|b_2 \\*c\\* | 1 |\n");
    }

    #[test]
    fn nothing_has_no_parts() {
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(0, 0), "-");
    }
}
