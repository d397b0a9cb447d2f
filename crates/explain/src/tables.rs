//! Tables that are made from data; the book shows them, and `scripts/check-book` compares.

use super::annex_j2::{Treatment, rows};
use invar_cfa::{AssumptionKind, LibraryFunctions, Precision, Printed, Strict};

/// A table: its name, and what makes its text.
type Table = (&'static str, fn() -> String);

/// The tables by name.
pub(super) const TABLES: [Table; 3] = [
    ("assumptions", assumptions),
    ("annex j2", annex_j2),
    ("library", library),
];

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

/// Every function of the C library that has a meaning.
fn library() -> String {
    let mut text = String::from(
        "Functions of the C library that have a meaning here, also with the compiler's prefix __builtin_. A call of any
other function of the library is not modelled: `unknown`, if an execution gets there.

exact     the result that the standard, or glibc where it has the choice, prescribes
possible  each result that a call may have; what the state of the system, or earlier calls, exclude is not followed
bounded   results within limits that hold: what is proved holds; a violation after it is not claimed\n",
    );
    for precision in Precision::ALL {
        text.push_str(&format!("\n{}\n", precision.name()));
        let rows = LibraryFunctions::ALL.iter();
        for row in rows.filter(|row| row.precision == precision) {
            text.push_str(&indented(row.names, "  "));
            text.push_str(&indented(row.about, "      "));
        }
    }
    text
}

fn indented(text: &str, by: &str) -> String {
    let lines = super::wrapped(text);
    let lines = lines.lines().filter(|line| !line.is_empty());
    lines.map(|line| format!("{by}{line}\n")).collect()
}

/// Every entry of Annex J.2, by number.
fn annex_j2() -> String {
    let mut text = String::from(
        "Undefined behaviour: the entries of Annex J.2 of C11, numbered in their order, in our words.

checked      a property of this name looks for it
in part      a property of this name looks for some forms of it
refused      the program is not read
not modelled unknown, if an execution gets there
assumed      an assumption of this kind says how it is read
no           cannot occur, or has a meaning here
open         not looked for: a verdict says nothing about it\n\n",
    );
    for (number, row) in rows().enumerate() {
        let treatment = match row.treatment {
            Treatment::Checked(property) => format!("checked: {property}"),
            Treatment::Partly(property) => format!("in part: {property}"),
            Treatment::Refused => "refused".to_owned(),
            Treatment::NotModelled => "not modelled".to_owned(),
            Treatment::Assumed(kind) => format!("assumed: {kind}"),
            Treatment::CannotOccur => "no".to_owned(),
            Treatment::Open => "open".to_owned(),
        };
        let (number, clause, what) = (number + 1, row.clause, row.what);
        text.push_str(&format!(
            "{number:>3}  {clause:<11} {treatment:<26} {what}\n"
        ));
    }
    let open = rows().filter(|row| row.treatment == Treatment::Open);
    text.push_str(&format!(
        "\n{} entries, {} open\n",
        rows().count(),
        open.count()
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::{Treatment, rows, table};
    use invar_cfa::{AssumptionKind, Property};

    #[test]
    fn every_property_of_undefined_behaviour_has_an_entry() {
        let checked = |name: &'static str| {
            let mut rows = rows();
            rows.any(|row| {
                [Treatment::Checked(name), Treatment::Partly(name)].contains(&row.treatment)
            })
        };
        for row in rows() {
            if let Treatment::Checked(name) | Treatment::Partly(name) = row.treatment {
                let property = Property::named(name).expect("a property");
                assert!(
                    Property::DEFAULT.includes(property) || name == "conversion",
                    "{name} is not looked for by default"
                );
            }
        }
        // Of those that are no set of others.
        for name in [
            "shift",
            "no-overflow",
            "const-write",
            "overlap",
            "pointer-order",
        ] {
            assert!(checked(name), "{name}");
        }
        for name in [
            "unsequenced",
            "missing-return",
            "uninitialised",
            "valid-free",
        ] {
            assert!(checked(name), "{name}");
        }
    }

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
