//! Markup that cannot be forged: what comes from outside is always escaped.

use std::fmt::{Display, Write};

/// HTML under construction. Markup is text of this program; anything else goes through
/// [`Html::text`].
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Markup.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Html {
        self.0.push_str(markup);
        self
    }

    /// Text, also inside the quotes of an attribute.
    pub(super) fn text(&mut self, text: impl Display) -> &mut Html {
        let _ = write!(Escaper(&mut self.0), "{text}");
        self
    }

    /// A number with one decimal: coordinates.
    pub(super) fn number(&mut self, number: f64) -> &mut Html {
        let _ = write!(self.0, "{number:.1}");
        self
    }

    /// JSON as the contents of a script element of that type.
    pub(super) fn json(&mut self, value: &serde_json::Value) -> &mut Html {
        // In JSON these characters occur inside strings only; escaped there they end no element.
        for c in value.to_string().chars() {
            match c {
                '<' => self.0.push_str("\\u003c"),
                '>' => self.0.push_str("\\u003e"),
                '&' => self.0.push_str("\\u0026"),
                c => self.0.push(c),
            }
        }
        self
    }

    /// The whole.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Escapes what is written to it.
struct Escaper<'s>(&'s mut String);

impl Write for Escaper<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for c in text.chars() {
            match c {
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '&' => self.0.push_str("&amp;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                // Not allowed in HTML; a source file can hold them all the same.
                c if c.is_control() && !matches!(c, '\t' | '\n') => self.0.push('\u{fffd}'),
                c => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    #[test]
    fn text_is_never_markup() {
        let mut html = Html::default();
        html.raw("<a title=\"").text("\"><script>&'").raw("\">");
        assert_eq!(
            html.finish(),
            "<a title=\"&quot;&gt;&lt;script&gt;&amp;&#39;\">"
        );
    }

    #[test]
    fn json_does_not_end_its_element() {
        let mut html = Html::default();
        html.json(&serde_json::json!(["</script><!--", "a&b"]));
        assert_eq!(
            html.finish(),
            r#"["\u003c/script\u003e\u003c!--","a\u0026b"]"#
        );
    }
}
