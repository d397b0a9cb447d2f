//! Tables that are made from data; the book shows them, and `scripts/check-book` compares.

use invar_cfa::{AssumptionKind, Printed, Strict};

/// The tables by name.
pub(super) const TABLES: [(&str, fn() -> String); 1] = [("assumptions", assumptions)];

/// The table of a name.
pub(super) fn table(name: &str) -> Option<String> {
    let found = TABLES.iter().find(|(known, _)| *known == name)?;
    Some(found.1())
}

/// Every kind of assumption.
fn assumptions() -> String {
    let mut text = String::from(
        "Kinds of assumptions. `--assume KIND=off` refuses one: a proof that rests on it is no proof.
`--strict` refuses those marked strict.\n\n",
    );
    for kind in AssumptionKind::ALL {
        let strict = match kind.strict() {
            Strict::Refused => "strict",
            Strict::Kept => "",
        };
        let printed = match kind.printed() {
            Printed::OwnLine => "own line",
            Printed::SharedLine => "safe only",
            Printed::ReportsOnly => "reports",
        };
        let line = format!(
            "{:<20} {printed:<10} {strict:<7} {}",
            kind.name(),
            kind.about()
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::table;
    use invar_cfa::AssumptionKind;

    #[test]
    fn every_kind_of_assumption_has_a_row() {
        let text = table("assumptions").expect("a table");
        for kind in AssumptionKind::ALL {
            assert!(
                text.lines().any(|line| line.starts_with(kind.name())),
                "{kind}"
            );
        }
        assert_eq!(table("assumption"), None);
    }
}
