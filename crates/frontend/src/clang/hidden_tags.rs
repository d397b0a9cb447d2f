//! Structs, unions and enumerations that a function defines inside a parameter list, a cast or a
//! `sizeof`. clang's dump does not show them, and prints their types as if an outer one of the same
//! tag were meant. Where the text of a function defines a tag more often than the dump, the tag is
//! not used any more.

use super::convert::Converter;
use super::node::Node;
use super::scan::{TAG_KEYWORDS, closing, is_word_part, without_comments};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often each `struct tag`, `union tag` or `enum tag` is defined.
type Definitions = BTreeMap<String, usize>;

impl Converter {
    /// Makes the tags unusable that mean something in this function which is not in the dump.
    pub(super) fn poison_hidden_tags(&mut self, function: &Node) {
        let Some(extent) = function.extent() else {
            return;
        };
        let Some(text) = extent.written_or_used(&mut self.files) else {
            return;
        };
        if !TAG_KEYWORDS.iter().any(|word| text.contains(word)) {
            return;
        }
        let in_text = defined_in(&without_comments(&text));
        let mut in_dump = Definitions::new();
        count(function, &mut in_dump);
        let hidden = in_text
            .into_iter()
            .filter(|(tag, times)| *times > in_dump.get(tag).copied().unwrap_or(0));
        let hidden: Vec<Arc<str>> = hidden.map(|(tag, _)| tag.into()).collect();
        if !hidden.is_empty() {
            self.names.poison(hidden);
        }
    }
}

fn count(node: &Node, definitions: &mut Definitions) {
    let keyword = match &*node.kind {
        "RecordDecl" if node.flags.complete => node.word.as_deref(),
        "EnumDecl" => Some("enum"),
        _ => None,
    };
    if let (Some(keyword), Some(tag)) = (keyword, node.name.as_deref()) {
        *definitions.entry(format!("{keyword} {tag}")).or_default() += 1;
    }
    node.inner
        .iter()
        .for_each(|child| count(child, definitions));
}

/// The definitions in a text: a keyword, perhaps attributes, a tag and an opening brace.
fn defined_in<'t>(text: &'t str) -> Definitions {
    let mut definitions = Definitions::new();
    let is_part = |c: char| is_word_part(c) || !c.is_ascii();
    let word = |text: &'t str| text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()));
    let opens = |text: &str| text.trim_start().starts_with(['{', '<']);
    for keyword in TAG_KEYWORDS {
        for (at, _) in text.match_indices(keyword) {
            if text[..at].ends_with(is_part) {
                continue;
            }
            let mut rest = &text[at + keyword.len()..];
            if rest.starts_with(is_part) {
                continue;
            }
            rest = rest.trim_start();
            while let Some(attribute) = rest.strip_prefix("__attribute__") {
                let attribute = attribute.trim_start();
                match closing(attribute) {
                    Some(end) => rest = attribute[end + 1..].trim_start(),
                    None => break,
                }
            }
            let (mut tag, mut after) = word(rest);
            if !opens(after) {
                // It may be a macro for attributes, with arguments.
                after = after.trim_start();
                if after.starts_with('(') {
                    let end = closing(after).map_or(after.len(), |end| end + 1);
                    after = after[end..].trim_start();
                }
                (tag, after) = word(after);
            }
            if !tag.is_empty() && opens(after) {
                *definitions.entry(format!("{keyword} {tag}")).or_default() += 1;
            }
        }
    }
    definitions
}

#[cfg(test)]
mod tests {
    use super::defined_in;

    #[test]
    fn definitions_are_told_from_uses() {
        let text = "struct a x; sizeof(struct b { int i; }); union\n c{int i;} u; mystruct d {};
            struct __attribute__((packed)) e { int i; }; enum f {A}; struct b {int k;} y; struct {} z;";
        let found: Vec<(String, usize)> = defined_in(text).into_iter().collect();
        let found: Vec<(&str, usize)> = found.iter().map(|(tag, n)| (&**tag, *n)).collect();
        let expected = [
            ("enum f", 1),
            ("struct b", 2),
            ("struct e", 1),
            ("union c", 1),
        ];
        assert_eq!(found, expected);
    }
}
