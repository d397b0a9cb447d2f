//! Places as SARIF locations.

use crate::Sources;
use invar_report::Place;
use serde_json::{Value, json};
use std::fmt::Write;

/// What is needed to speak of places.
pub(super) struct Places<'r> {
    files: &'r [String],
    sources: &'r Sources,
}

impl<'r> Places<'r> {
    pub(super) fn new(files: &'r [String], sources: &'r Sources) -> Places<'r> {
        Places { files, sources }
    }

    /// A `location` object.
    pub(super) fn location(&self, place: &Place) -> Value {
        let mut artifact = json!({ "uri": uri(&place.file) });
        if let Some(index) = self.files.iter().position(|file| *file == place.file) {
            artifact["index"] = json!(index);
        }
        let mut physical = json!({ "artifactLocation": artifact });
        // Lines and columns start at 1; a place without a line is the whole file.
        if place.line > 0 {
            let column = self.sources.character_column(place).max(1);
            physical["region"] = json!({ "startLine": place.line, "startColumn": column });
            let line = self.sources.line(place);
            if !line.is_empty() {
                physical["contextRegion"] = json!({
                    "startLine": place.line,
                    "snippet": { "text": line },
                });
            }
        }
        let mut location = json!({ "physicalLocation": physical });
        if let Some(function) = &place.function {
            location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
        }
        location
    }

    /// The source line at a place.
    pub(super) fn line(&self, place: &Place) -> &str {
        self.sources.line(place)
    }
}

/// A file name as a URI reference: relative names stay relative.
pub(super) fn uri(file: &str) -> String {
    let mut uri = String::from(if file.starts_with('/') { "file://" } else { "" });
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn names_become_references() {
        assert_eq!(uri("src/a b#1.c"), "src/a%20b%231.c");
        assert_eq!(uri("/home/ä.c"), "file:///home/%C3%A4.c");
        assert_eq!(uri("c:x"), "c%3Ax", "not a scheme");
    }
}
