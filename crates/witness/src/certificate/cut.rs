//! A program without loops that has a violation if the program has one: every loop is cut at its head.
//!
//! Where the head is reached first, the invariant is asserted, what the loop changes gets any value, and the invariant is
//! assumed; where it is reached again, the invariant is asserted and the execution ends. The loop stays in the text, so that
//! `break`, `continue` and `return` mean what they meant: it is left after one iteration at most. Nothing is inserted but
//! within lines, so lines keep their numbers.

use crate::tokens::{Token, tokens};
use invar_report::LoopCut;
use std::fmt::Write;

/// The text with all its loops cut, without the macros that it uses.
///
/// # Errors
/// Why it cannot be cut.
pub(super) fn cut_text(text: &str, cuts: &[LoopCut]) -> Result<String, String> {
    let tokens = tokens(text);
    let mut insertions: Vec<(usize, u8, String)> = Vec::new();
    for (number, cut) in cuts.iter().enumerate() {
        let number = number + 1;
        let at = format!("the loop in line {}", cut.place.line);
        let offset = offset(text, cut.place.line, cut.place.column);
        let first = tokens.iter().position(|token| Some(token.start) == offset);
        let first = first.ok_or_else(|| format!("{at} is written by a macro"))?;
        let parser = Parser {
            text,
            tokens: &tokens,
        };
        let made = parser.loop_at(first);
        let made =
            made.ok_or_else(|| format!("{at} is written in a way that is not understood"))?;
        if parser.is_entered(first, made.end) {
            return Err(format!("a label is inside {at}"));
        }
        let open = format!("{{ int invar_first_{number} = 1; ");
        insertions.push((tokens[first].start, 1, open));
        insertions.push((made.head.0, 2, head(number, made.head.1)));
        if made.head.1 == Head::Body {
            insertions.push((tokens[made.body_end].end, 0, " }".into()));
        }
        insertions.push((tokens[made.end].end, 0, " }".into()));
    }
    insertions.sort_by_key(|(at, rank, _)| (*at, *rank));
    let mut cut = String::new();
    let mut done = 0;
    for (at, _, inserted) in insertions {
        cut.push_str(&text[done..at]);
        cut.push_str(&inserted);
        done = at;
    }
    cut.push_str(&text[done..]);
    Ok(cut)
}

fn head(number: usize, kind: Head) -> String {
    match kind {
        Head::Condition => format!("INVAR_HEAD({number}), "),
        Head::NoCondition => format!("INVAR_HEAD({number}), 1"),
        Head::Body => format!("{{ INVAR_HEAD({number}); "),
    }
}

/// What the macros of each loop mean.
pub(super) fn loop_macros(cuts: &[LoopCut]) -> String {
    let mut text = String::new();
    for (number, cut) in cuts.iter().enumerate() {
        let number = number + 1;
        let facts: Vec<String> = cut.facts.iter().map(|fact| format!("({fact})")).collect();
        let facts = if facts.is_empty() {
            "1".to_owned()
        } else {
            facts.join(" && ")
        };
        let any: Vec<String> = cut
            .changed
            .iter()
            .map(|v| format!("INVAR_ANY({v})"))
            .collect();
        let any = if any.is_empty() {
            "(void)0".to_owned()
        } else {
            any.join(", ")
        };
        let _ = writeln!(
            text,
            "/* the loop in line {} */\n#define INVARIANT_{number} ({facts})\n#define CHANGED_{number} ({any})",
            cut.place.line
        );
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// In front of a condition.
    Condition,
    /// Where a `for` has none.
    NoCondition,
    /// In front of the body of a `do`.
    Body,
}

/// A loop in the text.
struct LoopText {
    /// Where the head is.
    head: (usize, Head),
    /// The last token of the body of a `do`.
    body_end: usize,
    /// Its last token.
    end: usize,
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Parser<'_> {
    fn word(&self, at: usize) -> Option<&str> {
        let token = self.tokens.get(at)?;
        self.text.get(token.start..token.end)
    }

    /// The loop whose keyword is this token.
    fn loop_at(&self, first: usize) -> Option<LoopText> {
        match self.word(first)? {
            "while" => {
                let close = self.closing(first + 1)?;
                let head = (self.tokens[first + 1].end, Head::Condition);
                let end = self.statement(close + 1)?;
                Some(LoopText {
                    head,
                    body_end: end,
                    end,
                })
            }
            "for" => {
                let close = self.closing(first + 1)?;
                let condition = self.semicolon(first + 2, close)? + 1;
                let kind = match self.word(condition)? {
                    ";" => Head::NoCondition,
                    _ => Head::Condition,
                };
                let head = (self.tokens[condition].start, kind);
                let end = self.statement(close + 1)?;
                Some(LoopText {
                    head,
                    body_end: end,
                    end,
                })
            }
            "do" => {
                let body_end = self.statement(first + 1)?;
                let head = (self.tokens[first + 1].start, Head::Body);
                let end = self.do_end(body_end)?;
                Some(LoopText {
                    head,
                    body_end,
                    end,
                })
            }
            _ => None,
        }
    }

    /// The last token of a `do`, after its body.
    fn do_end(&self, body_end: usize) -> Option<usize> {
        if self.word(body_end + 1)? != "while" {
            return None;
        }
        let close = self.closing(body_end + 2)?;
        (self.word(close + 1)? == ";").then_some(close + 1)
    }

    /// The token that closes the bracket which this one opens.
    fn closing(&self, open: usize) -> Option<usize> {
        if !matches!(self.word(open)?, "(" | "{" | "[") {
            return None;
        }
        let mut depth = 0;
        for at in open..self.tokens.len() {
            match self.word(at)? {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The first semicolon between two tokens that no bracket encloses.
    fn semicolon(&self, from: usize, to: usize) -> Option<usize> {
        let mut at = from;
        while at < to {
            match self.word(at)? {
                ";" => return Some(at),
                "(" | "{" | "[" => at = self.closing(at)? + 1,
                _ => at += 1,
            }
        }
        None
    }

    /// The last token of the statement that begins with this one.
    fn statement(&self, first: usize) -> Option<usize> {
        match self.word(first)? {
            "{" => self.closing(first),
            "if" => {
                let close = self.closing(first + 1)?;
                let end = self.statement(close + 1)?;
                match self.word(end + 1) {
                    Some("else") => self.statement(end + 2),
                    _ => Some(end),
                }
            }
            "while" | "for" | "switch" => {
                let close = self.closing(first + 1)?;
                self.statement(close + 1)
            }
            "do" => self.do_end(self.statement(first + 1)?),
            "case" | "default" => {
                let mut at = first + 1;
                while self.word(at)? != ":" {
                    at += 1;
                }
                self.statement(at + 1)
            }
            _ if self.is_label(first) => self.statement(first + 2),
            _ => self.semicolon(first, self.tokens.len()),
        }
    }

    /// Whether a name and a colon are a label: what comes before ends a statement.
    fn is_label(&self, at: usize) -> bool {
        let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let named = self.word(at).is_some_and(is_name) && self.word(at) != Some("default");
        let before = at.checked_sub(1).and_then(|at| self.word(at));
        named
            && self.word(at + 1) == Some(":")
            && before.is_none_or(|word| matches!(word, "{" | "}" | ";" | ")" | ":" | "else" | "do"))
    }

    /// Whether a jump may lead between two tokens from outside: there is a label, or a `case` of a `switch` outside.
    fn is_entered(&self, first: usize, end: usize) -> bool {
        let mut at = first;
        while at <= end {
            match self.word(at) {
                Some("switch") => {
                    let Some(close) = self.closing(at + 1) else {
                        return true;
                    };
                    let Some(last) = self.statement(close + 1) else {
                        return true;
                    };
                    if (close..last).any(|at| self.is_label(at) && !self.is_case(at)) {
                        return true;
                    }
                    at = last;
                }
                Some("case" | "default") => return true,
                _ if self.is_label(at) => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Whether a name and a colon belong to a `case`.
    fn is_case(&self, at: usize) -> bool {
        at > 0 && self.word(at - 1) == Some("case")
    }
}

/// Where a line and a column are, which begin at 1; columns count bytes.
fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start += text.get(start..)?.find('\n')? + 1;
    }
    Some(start + column as usize - 1)
}

#[cfg(test)]
mod tests {
    use super::cut_text;
    use invar_report::{LoopCut, Place};

    /// The loops at the keywords that are marked by `@`, cut.
    fn cut(marked: &str) -> Result<String, String> {
        let mut cuts = Vec::new();
        for (number, line) in marked.lines().enumerate() {
            for (before, _) in line.match_indices('@') {
                let marks = line[..before].matches('@').count();
                let place = Place {
                    line: number as u32 + 1,
                    column: (before - marks) as u32 + 1,
                    ..Place::default()
                };
                cuts.push(LoopCut {
                    place,
                    ..LoopCut::default()
                });
            }
        }
        cut_text(&marked.replace('@', ""), &cuts)
    }

    #[test]
    fn loops_of_all_kinds_are_cut_within_their_lines() {
        assert_eq!(
            cut("if (a) @while (i < n) i++; else b();").as_deref(),
            Ok("if (a) { int invar_first_1 = 1; while (INVAR_HEAD(1), i < n) i++; } else b();")
        );
        assert_eq!(
            cut("@for (int i = f(1, 2);;) { if (x) break; }").as_deref(),
            Ok(
                "{ int invar_first_1 = 1; for (int i = f(1, 2);INVAR_HEAD(1), 1;) { if (x) break; } }"
            )
        );
        assert_eq!(
            cut("@do x--; while (x);").as_deref(),
            Ok("{ int invar_first_1 = 1; do { INVAR_HEAD(1); x--; } while (x); }")
        );
    }

    #[test]
    fn loops_in_loops_are_cut_each_in_its_place() {
        let text =
            "@while (a) /* } */ @for (i = 0; i < 3; i++) if (b[i]) c(\"}\"); else d();\ne();";
        let wanted = "{ int invar_first_1 = 1; while (INVAR_HEAD(1), a) /* } */ \
                      { int invar_first_2 = 1; for (i = 0; INVAR_HEAD(2), i < 3; i++) \
                      if (b[i]) c(\"}\"); else d(); } }\ne();";
        assert_eq!(cut(text).as_deref(), Ok(wanted));
        let text = "@do { @while (a) b(); } while (c);";
        let wanted = "{ int invar_first_1 = 1; do { INVAR_HEAD(1); \
                      { { int invar_first_2 = 1; while (INVAR_HEAD(2), a) b(); } } } while (c); }";
        assert_eq!(cut(text).as_deref(), Ok(wanted));
    }

    #[test]
    fn what_may_be_entered_from_outside_or_is_no_loop_is_refused() {
        for text in [
            "@while (a) { again: b(); }",
            "switch (x) { case 0: @while (a) { case 1: b(); } }",
            "@LOOP(a) b();",
            "@while (a) { b();",
        ] {
            assert!(cut(text).is_err(), "{text}");
        }
        let whole = "@while (a) switch (x) { case 1: b(); break; default: c(x ? y : z); }";
        assert!(cut(whole).is_ok(), "{:?}", cut(whole));
    }
}
