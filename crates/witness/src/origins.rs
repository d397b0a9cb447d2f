//! Places in a preprocessed text, told in terms of the files it was made from.

use serde_json::Value;

/// Where the lines of a text come from.
pub struct Origins {
    /// The name of the text that reports use.
    text: String,
    /// Its name for the user.
    name: String,
    /// For each line, from 1: the file and the line there. Empty if lines stay as they are.
    lines: Vec<(String, u64)>,
}

impl Origins {
    /// Lines as they are; only the name differs.
    pub fn same(text: &str, name: &str) -> Origins {
        Origins {
            text: text.to_owned(),
            name: name.to_owned(),
            lines: Vec::new(),
        }
    }

    /// Lines as the markers in the text say: `# LINE "FILE" FLAGS`.
    pub fn marked(text: &str, name: &str, source: &str) -> Origins {
        let mut lines = Vec::new();
        let (mut file, mut line) = (name.to_owned(), 1);
        for each in source.lines() {
            match marker(each) {
                Some((number, marked)) => {
                    lines.push((file.clone(), line));
                    (file, line) = (marked, number);
                }
                None => {
                    lines.push((file.clone(), line));
                    line += 1;
                }
            }
        }
        Origins {
            lines,
            ..Origins::same(text, name)
        }
    }

    fn origin(&self, line: u64) -> (String, u64) {
        let index = usize::try_from(line).unwrap_or(0).checked_sub(1);
        let known = index.and_then(|index| self.lines.get(index));
        known.cloned().unwrap_or((self.name.clone(), line))
    }

    /// Rewrites every place and every text of a report.
    pub fn restore(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.restored(text),
            Value::Array(values) => values.iter_mut().for_each(|value| self.restore(value)),
            Value::Object(fields) => {
                let ours = fields.get("file").and_then(Value::as_str) == Some(&self.text);
                let line = fields.get("line").and_then(Value::as_u64);
                if let (true, Some(line)) = (ours, line) {
                    let (file, line) = self.origin(line);
                    fields.insert("file".to_owned(), file.into());
                    fields.insert("line".to_owned(), line.into());
                }
                fields.values_mut().for_each(|value| self.restore(value));
            }
            _ => {}
        }
    }

    /// A text that may have the name in it, with a line after it or without.
    fn restored(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(&self.text) {
            result.push_str(before);
            let digits = after.strip_prefix(':').unwrap_or_default();
            let end = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            rest = match digits[..end].parse() {
                Ok(line) => {
                    let (file, line) = self.origin(line);
                    result.push_str(&format!("{file}:{line}"));
                    &digits[end..]
                }
                Err(_) => {
                    result.push_str(&self.name);
                    after
                }
            };
        }
        result + rest
    }
}

fn marker(line: &str) -> Option<(u64, String)> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(' ')?;
    let (file, _) = rest.strip_prefix('"')?.rsplit_once('"')?;
    Some((
        number.parse().ok()?,
        file.replace("\\\\", "\\").replace("\\\"", "\""),
    ))
}

#[cfg(test)]
mod tests {
    use super::Origins;
    use serde_json::json;

    const SOURCE: &str = "# 1 \"dir/a.c\"
# 1 \"dir/a.h\" 1
int h;
# 2 \"dir/a.c\" 2
int a;
int b;
";

    #[test]
    fn places_are_told_by_the_markers() {
        let origins = Origins::marked("/tmp/x/t.i", "dir/a.c", SOURCE);
        let mut report = json!({
            "file": "/tmp/x/t.i",
            "reason": "unsupported at /tmp/x/t.i:3:1, also /tmp/x/t.i",
            "places": [{"file": "/tmp/x/t.i", "line": 6, "column": 5}, {"file": "other.c", "line": 6}],
        });
        origins.restore(&mut report);
        let wanted = json!({
            "file": "dir/a.c",
            "reason": "unsupported at dir/a.h:1:1, also dir/a.c",
            "places": [{"file": "dir/a.c", "line": 3, "column": 5}, {"file": "other.c", "line": 6}],
        });
        assert_eq!(report, wanted);
    }

    #[test]
    fn texts_without_markers_keep_their_lines() {
        let origins = Origins::same("/tmp/x/t.i", "set/t.i");
        let mut report = json!({"places": [{"file": "/tmp/x/t.i", "line": 600}]});
        origins.restore(&mut report);
        assert_eq!(
            report,
            json!({"places": [{"file": "set/t.i", "line": 600}]})
        );
    }
}
