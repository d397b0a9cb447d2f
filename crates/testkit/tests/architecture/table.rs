//! Reads the table of crates in ARCHITECTURE.md: the name of each crate and the crates that it may use.

/// The heading above the table.
const SECTION: &str = "## Crates";

/// The columns of the table, in their order.
const COLUMNS: &str = "| crate | does | may use | must not know |";

/// A row: a crate and the crates that its library may use.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub room: String,
    pub may_use: Vec<String>,
}

/// The rows in the order of the page, or what is wrong with the page.
pub fn rows(page: &str) -> Result<Vec<Row>, String> {
    let mut lines = page
        .lines()
        .skip_while(|line| *line != SECTION)
        .skip_while(|line| *line != COLUMNS);
    lines
        .next()
        .ok_or_else(|| format!("no table {COLUMNS:?} below {SECTION:?}"))?;
    // The line of dashes.
    lines.next();
    lines
        .take_while(|line| line.starts_with('|'))
        .map(row)
        .collect()
}

fn row(line: &str) -> Result<Row, String> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [room, _, may_use, _] = cells.as_slice() else {
        return Err(format!("not four cells: {line:?}"));
    };
    let room = room
        .strip_prefix('`')
        .and_then(|rest| rest.strip_suffix('`'))
        .ok_or_else(|| format!("no name of a crate: {line:?}"))?;
    let names = may_use.split(',').map(str::trim);
    let may_use: Vec<String> = names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    match may_use.iter().find(|name| name.contains(' ')) {
        Some(words) => Err(format!(
            "{room}: {words:?} is not the name of a crate; the column lists names"
        )),
        None => Ok(Row {
            room: room.to_owned(),
            may_use,
        }),
    }
}
