//! A survey as GitLab's code quality report.

use crate::row::Row;
use crate::site::Site;
use serde_json::{Value, json};

/// One entry per violation; the rows have keys.
pub fn code_quality(rows: &[Row]) -> Value {
    let mut entries: Vec<Value> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for row in rows {
        for (number, site) in row.violations.iter().enumerate() {
            let mut fingerprint = format!("{}-{}", row.function, site.key);
            if seen.contains(&fingerprint) {
                fingerprint = format!("{fingerprint}-{number}");
            }
            entries.push(entry(row, site, &fingerprint));
            seen.push(fingerprint);
        }
    }
    Value::Array(entries)
}

fn entry(row: &Row, site: &Site, fingerprint: &str) -> Value {
    let place = site.place.as_ref();
    json!({
        "type": "issue",
        "description": format!("{} in {}", site.told(), row.function),
        "check_name": site.property,
        "fingerprint": fingerprint,
        "severity": "major",
        "location": {
            "path": place.map_or(&row.file, |place| &place.file),
            "lines": { "begin": place.map_or(row.line, |place| place.line).max(1) },
        },
    })
}
