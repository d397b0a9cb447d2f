//! Structs, unions and enumerations that a macro defines inside parentheses: in a `sizeof`, a cast, a parameter list.
//! clang's dump does not show them (see `hidden_tags`), and the text of the function does not either. And macros with an
//! effect where the dump shows none.

use super::scan::{
    TAG_KEYWORDS, closing, is_quiet, is_word_part, joined_lines, leading_word, quoted,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a macro may add to a definition of a tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// A keyword, with what follows still to come.
    Keyword,
    /// What is between the braces.
    Members,
    /// All of it.
    Definition,
    /// All of it, inside parentheses of its own.
    Inside,
}

/// Where a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Program,
    Macro,
    /// In a macro that is used inside parentheses.
    MacroInside,
}

/// The macros of a program's files, and the text beside their definitions.
#[derive(Default)]
pub(super) struct WrittenMacros {
    bodies: BTreeMap<String, String>,
    texts: Vec<String>,
}

impl WrittenMacros {
    pub(super) fn of(texts: &[&str]) -> WrittenMacros {
        let mut macros = WrittenMacros::default();
        // Preprocessed text has none.
        if texts.iter().any(|text| text.contains("define")) {
            let beside = |text: &&str| without_definitions(&joined_lines(text), &mut macros.bodies);
            macros.texts = texts.iter().map(beside).collect();
        }
        macros
    }

    /// Whether a tag is defined by a macro inside parentheses.
    pub(super) fn has_hidden_definition(&self) -> bool {
        let parts = parts(&self.bodies);
        let mut texts = self.texts.iter();
        !parts.is_empty() && texts.any(|text| uses(text, &parts, Where::Program))
    }

    /// Whether a word is a macro which does more than to compute a value.
    pub(super) fn has_effect(&self, word: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![word];
        while let Some(word) = pending.pop() {
            let Some((name, body)) = self.bodies.get_key_value(word) else {
                continue;
            };
            if !is_quiet(body) {
                return true;
            }
            if seen.insert(name) {
                pending.extend(tokens(body));
            }
        }
        false
    }
}

/// The text without its macro definitions, which are kept apart.
fn without_definitions(text: &str, macros: &mut BTreeMap<String, String>) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let Some(directive) = directive else {
            kept.push_str(line);
            kept.push('\n');
            continue;
        };
        let Some(definition) = directive.strip_prefix("define") else {
            continue;
        };
        let (name, mut body) = leading_word(definition.trim_start());
        if body.starts_with('(') {
            let end = closing(body).map_or(body.len(), |end| end + 1);
            body = &body[end..];
        }
        // Of several definitions each may be the one.
        let bodies = macros.entry(name.to_owned()).or_default();
        bodies.push_str(" ; ");
        bodies.push_str(body);
    }
    kept
}

/// What the macros may add.
fn parts(macros: &BTreeMap<String, String>) -> BTreeMap<&str, Part> {
    let mut parts = BTreeMap::new();
    loop {
        let mut found = BTreeMap::new();
        for (name, body) in macros {
            if let Some(part) = part(body, &parts)
                && parts.get(&**name).is_none_or(|known| *known < part)
            {
                found.insert(&**name, part);
            }
        }
        if found.is_empty() {
            return parts;
        }
        parts.extend(found);
    }
}

fn part(body: &str, parts: &BTreeMap<&str, Part>) -> Option<Part> {
    if uses(body, parts, Where::Macro) {
        return Some(Part::Inside);
    }
    // As if it were inside parentheses.
    if uses(body, parts, Where::MacroInside) {
        return Some(Part::Definition);
    }
    let words: Vec<&str> = tokens(body).collect();
    let is_keyword = |word: &&str| {
        TAG_KEYWORDS.contains(word) || parts.get(word).is_some_and(|part| *part == Part::Keyword)
    };
    let is_open = |at: usize| words.get(at).is_some_and(|word| is_brace(word));
    let starts = |at: usize| words[at] == ";" && is_open(at + 1);
    if (0..words.len()).any(starts) {
        return Some(Part::Members);
    }
    let last = words.len().checked_sub(1)?;
    let ends = (last.saturating_sub(1)..=last).any(|at| is_keyword(&words[at]));
    ends.then_some(Part::Keyword)
}

/// Whether a text has a definition inside parentheses to which a macro adds something.
fn uses(text: &str, parts: &BTreeMap<&str, Part>, at_start: Where) -> bool {
    let words: Vec<&str> = tokens(text).collect();
    let mut depth = usize::from(at_start == Where::MacroInside);
    for (at, word) in words.iter().enumerate() {
        match *word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let next = |n: usize| words.get(at + n).copied().unwrap_or_default();
        let part = parts.get(word).copied();
        let is_members = |word: &str| parts.get(word) == Some(&Part::Members);
        let found = match part {
            Some(Part::Inside) => true,
            _ if depth == 0 => false,
            Some(Part::Definition) => true,
            Some(Part::Keyword) => {
                let opens = |word: &str| is_brace(word) || is_members(word);
                opens(next(1)) || opens(next(2))
            }
            _ if TAG_KEYWORDS.contains(word) => {
                // In the text itself a function's own definitions are counted elsewhere.
                is_members(next(2)) || (at_start != Where::Program && is_brace(next(2)))
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

fn is_brace(word: &str) -> bool {
    matches!(word, "{" | "<%")
}

/// The words and signs of a text, strings left out.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let length = match first {
            '"' | '\'' => quoted(rest).unwrap_or(rest.len()),
            '<' if rest.starts_with("<%") => 2,
            c if is_word_part(c) => leading_word(rest).0.len(),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::WrittenMacros;

    #[test]
    fn definitions_by_macros_are_seen_inside_parentheses() {
        let has = |text: &str| WrittenMacros::of(&[text]).has_hidden_definition();
        let whole = "#define DEF(n) struct n { char c[9]; }\n";
        assert!(has(&format!("{whole} int k = sizeof(DEF(s));")));
        assert!(has(
            "#define SIZE sizeof(struct s { char c; })\n int k = SIZE;"
        ));
        assert!(has(
            "#define STRUCT struct\n int k = sizeof(STRUCT s { char c; });"
        ));
        assert!(has(
            "#define BODY { char c; }\n int k = sizeof(union s BODY);"
        ));
        assert!(has("#define P struct s <% char c; %>\n int f(P *p);"));
        assert!(has(&format!(
            "{whole}#define AGAIN(n) DEF(n)\n int k = sizeof(AGAIN(s));"
        )));
    }

    #[test]
    fn other_macros_are_not() {
        let has = |text: &str| WrittenMacros::of(&[text]).has_hidden_definition();
        let whole = "#define DEF(n) struct n { char c[9]; }\n";
        assert!(!has(&format!("{whole} DEF(s); int k = sizeof(struct s);")));
        assert!(!has(
            "#define NODE struct node\n void f(NODE *p) { if (p) { } }"
        ));
        assert!(!has(
            "#define BOTH(x) do { struct s *p = (x); } while (0)\n void f(void) { BOTH(0); }"
        ));
        assert!(!has(
            "#define ZERO {0}\n void f(void) { struct s v = ZERO; g((struct s)ZERO); }"
        ));
        assert!(!has("int f(void) { return sizeof(struct s { int i; }); }"));
    }

    #[test]
    fn effects_of_macros_are_seen_through_others() {
        let macros =
            WrittenMacros::of(&["#define NEXT n++\n#define LEN (NEXT)\n#define N (10 * 2)\n"]);
        assert!(macros.has_effect("LEN"));
        assert!(!macros.has_effect("N"));
        assert!(!macros.has_effect("other"));
    }
}
