//! Reports in short: what decides, with lists that are cut.

use serde_json::{Map, Value, json};

/// Entries of a list that are shown.
const LISTED: usize = 10;

/// A report of `check` in short.
pub(crate) fn report(report: &Value) -> Value {
    let mut short = Map::new();
    copy(
        report,
        &mut short,
        &[
            "verdict",
            "certified",
            "certifier",
            "reason",
            "hint",
            "blocked_at",
        ],
    );
    let assertions = report["assertions"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let count = |status: &str| assertions.iter().filter(|a| a["status"] == status).count();
    let statuses = ["proved", "unreachable", "violated", "unknown", "unaffected"];
    let counts = statuses.map(|status| (status.to_owned(), json!(count(status))));
    short.insert("places".into(), counts.into_iter().collect());
    let open = assertions.iter().filter(|a| a["status"] == "unknown");
    short.insert(
        "open".into(),
        listed(open.map(|a| part(a, &["what", "property", "place", "reason"]))),
    );
    let violations = report["violations"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let violations = violations.iter().map(|violation| {
        let mut short = part(violation, &["what", "property", "detail", "place"]);
        let inputs = violation["inputs"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        short["inputs"] = listed(inputs.iter().cloned());
        short
    });
    short.insert("violations".into(), listed(violations));
    let facts = report["facts"].as_array().map_or(&[][..], Vec::as_slice);
    short.insert("facts".into(), listed(facts.iter().cloned()));
    let assumptions = report["assumptions"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let assumptions = assumptions
        .iter()
        .map(|assumption| assumption["text"].clone());
    short.insert("assumed".into(), listed(assumptions));
    without_nothing(short)
}

/// The assertions of a report at a line, with what there is to say about the search.
pub(crate) fn why(report: &Value, line: u64) -> Value {
    let assertions = report["assertions"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let here = assertions.iter().filter(|a| a["place"]["line"] == line);
    let here = here.map(|a| {
        part(
            a,
            &["what", "property", "status", "reason", "certifier", "place"],
        )
    });
    let mut short = Map::new();
    short.insert("places".into(), listed(here));
    copy(
        report,
        &mut short,
        &["verdict", "reason", "hint", "blocked_at"],
    );
    let facts = report["facts"].as_array().map_or(&[][..], Vec::as_slice);
    short.insert("facts".into(), listed(facts.iter().cloned()));
    without_nothing(short)
}

/// The rows of a survey in short.
pub(crate) fn rows(rows: &Value) -> Value {
    let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
    let short = rows.iter().map(|row| {
        let names = [
            "function",
            "file",
            "line",
            "sites",
            "proved",
            "needs",
            "violated",
            "accepted",
            "unknown",
            "reason",
            "contract",
            "precondition",
        ];
        let mut short = part(row, &names);
        for list in ["violations", "called_violations", "open"] {
            let sites = row[list].as_array().map_or(&[][..], Vec::as_slice);
            let names = ["what", "property", "detail", "place", "reason"];
            short[list] = listed(sites.iter().map(|site| part(site, &names)));
        }
        match short {
            Value::Object(short) => without_nothing(short),
            other => other,
        }
    });
    Value::Array(short.collect())
}

fn copy(from: &Value, to: &mut Map<String, Value>, names: &[&str]) {
    for name in names {
        to.insert((*name).to_owned(), from[*name].clone());
    }
}

fn part(of: &Value, names: &[&str]) -> Value {
    let mut short = Map::new();
    copy(of, &mut short, names);
    without_nothing(short)
}

/// A list without what comes after its first entries, and how many these are.
fn listed(items: impl Iterator<Item = Value>) -> Value {
    let mut items: Vec<Value> = items.collect();
    let more = items.len().saturating_sub(LISTED);
    items.truncate(LISTED);
    if more > 0 {
        items.push(json!(format!("{more} more")));
    }
    Value::Array(items)
}

/// Without nulls and empty lists.
fn without_nothing(mut of: Map<String, Value>) -> Value {
    of.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    Value::Object(of)
}

#[cfg(test)]
mod tests {
    use super::{report, why};
    use serde_json::json;

    #[test]
    fn a_report_is_cut_and_keeps_what_decides() {
        let open = |line: u32| json!({ "what": "overflow", "status": "unknown", "place": { "line": line } });
        let full = json!({
            "verdict": "unknown", "reason": "timeout",
            "assertions": (0..30).map(open).collect::<Vec<_>>(),
            "violations": [], "steps": "long",
        });
        let short = report(&full);
        assert_eq!(short["verdict"], "unknown");
        assert_eq!(short["places"]["unknown"], 30);
        assert_eq!(short["open"].as_array().map(Vec::len), Some(11));
        assert_eq!(short["open"][10], "20 more");
        assert!(short.get("violations").is_none() && short.get("steps").is_none());
        assert_eq!(why(&full, 7)["places"].as_array().map(Vec::len), Some(1));
    }
}
