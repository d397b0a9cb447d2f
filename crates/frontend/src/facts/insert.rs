//! Puts facts into the text, each as the argument of a call of a function of its own.

use super::sites::{Form, Sites};
use super::{FactPlace, Site};
use invar_cfa::SourceText;
use std::collections::BTreeMap;

/// The functions' names begin so; the number of the fact follows.
pub(super) const PREFIX: &str = "__invar_fact_";

/// A fact that is to be put somewhere.
pub(super) struct Placed<'a> {
    pub(super) number: usize,
    pub(super) site: Site,
    pub(super) place: FactPlace,
    pub(super) text: &'a str,
}

/// The text with the facts in it; `None` if a place is not what it seemed.
pub(super) fn inserted(text: &SourceText, sites: &Sites, facts: &[Placed<'_>]) -> Option<Vec<u8>> {
    let mut calls: BTreeMap<(Site, bool), Vec<String>> = BTreeMap::new();
    for fact in facts {
        let call = format!("{PREFIX}{}(({}))", fact.number, fact.text);
        let is_loop = fact.place == FactPlace::Loop;
        calls.entry((fact.site, is_loop)).or_default().push(call);
    }
    let mut pieces: Vec<(usize, String)> = Vec::new();
    for ((site, is_loop), calls) in calls {
        let calls = calls.join(", ");
        let offset = |site: Site| text.offset(site.line, site.column);
        pieces.push(match (is_loop, sites.loops.get(&site)) {
            (true, Some(Some(condition))) => (offset(*condition)?, format!("{calls}, ")),
            (true, _) => (empty_condition(text, offset(site)?)?, calls),
            (false, _) => match sites.statements.get(&site)? {
                Form::Declaration => (offset(site)?, format!("{calls}; ")),
                Form::Statement => (offset(site)?, format!("if ({calls}) {{ }} else ")),
            },
        });
    }
    pieces.sort_by_key(|(offset, _)| *offset);
    let mut out = Vec::new();
    let mut done = 0;
    for (offset, piece) in pieces {
        out.extend_from_slice(text.bytes().get(done..offset)?);
        out.extend_from_slice(piece.as_bytes());
        done = offset;
    }
    out.extend_from_slice(&text.bytes()[done..]);
    Some(out)
}

/// Where the condition of a `for` would be that has none.
fn empty_condition(text: &SourceText, keyword: usize) -> Option<usize> {
    if text.word(keyword) != b"for" {
        return None;
    }
    let open = text.skip_blanks(keyword + 3);
    let close = text.matching(open)?;
    let first = (open..close).find(|at| text.bytes()[*at] == b';')?;
    let second = text.skip_blanks(first + 1);
    (text.bytes().get(second) == Some(&b';')).then_some(second)
}
