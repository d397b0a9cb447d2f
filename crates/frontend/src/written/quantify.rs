//! Quantifiers: values that are chosen before, loops over a range, or some values that matter.

use super::translate::{CHOSEN, MAX_CHOSEN, Polarity, Refusal, Role, Translated, Translator};
use std::ops::Range;

/// Quantifier, type, variable and body.
pub(super) struct Quantified {
    is_forall: bool,
    ty: String,
    variable: String,
    body: Range<usize>,
}

/// The range of a quantified variable, and what is said about each value.
struct Bounds {
    first: Range<usize>,
    end: Range<usize>,
    /// Whether the end belongs to it.
    inclusive: bool,
    /// What is said.
    predicate: Range<usize>,
}

impl Translator<'_> {
    /// `a == b` where `b` is a quantifier: both or neither hold.
    pub(super) fn compared_quantifier(
        &mut self,
        range: Range<usize>,
        role: Role,
        polarity: Polarity,
    ) -> Result<Option<String>, Refusal> {
        let sides = self.tokens.split(range, &["=="]);
        let [left, right] = sides.as_slice() else {
            return Ok(None);
        };
        let inner = self.stripped(right.clone());
        let is_quantifier = matches!(
            self.tokens.word(inner.start),
            "__CPROVER_forall" | "__CPROVER_exists"
        );
        if !is_quantifier || polarity != Polarity::Plain || !self.is_plain(left.clone()) {
            return Ok(None);
        }
        let value = self.plain(left.clone(), role)?;
        let holds = self.logical(inner.clone(), role, Polarity::Plain)?;
        let fails = self.logical(inner, role, Polarity::Negated)?;
        Ok(Some(format!(
            "((!({value}) || {holds}) && (({value}) || !{fails}))"
        )))
    }

    pub(super) fn quantified(&self, range: Range<usize>) -> Result<Option<Quantified>, Refusal> {
        let word = self.tokens.word(range.start);
        let is_forall = match word {
            "__CPROVER_forall" => true,
            "__CPROVER_exists" => false,
            _ => return Ok(None),
        };
        if !self.spans(range.start + 1, range.end) {
            return Err("a quantifier that is part of a larger expression".into());
        }
        let parts = self.tokens.split(range.start + 2..range.end - 1, &[";"]);
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let [declared, body] = parts.as_slice() else {
            return Err("a quantifier over other than one variable".into());
        };
        let name = declared.end - 1;
        let is_type = |index: usize| self.tokens.is_name(index);
        if declared.len() < 2 || !declared.clone().all(is_type) {
            return Err("a quantifier over what is no number".into());
        }
        Ok(Some(Quantified {
            is_forall,
            ty: self.tokens.joined(declared.start..name),
            variable: self.tokens.word(name).to_owned(),
            body: body.clone(),
        }))
    }

    pub(super) fn quantifier(
        &mut self,
        quantified: &Quantified,
        role: Role,
        polarity: Polarity,
    ) -> Translated {
        // Some value decides, where one for which it fails is looked for, or one for which it holds.
        let is_chosen = match polarity {
            Polarity::Plain => quantified.is_forall != role.assumes(),
            Polarity::Negated => quantified.is_forall == role.assumes(),
            Polarity::Both => false,
        };
        if self.numbers.reading.is_for_proofs() {
            return self.some_values(quantified, role, polarity, is_chosen);
        }
        let name = format!("__invar_k{}", self.numbers.next());
        let outer = (self.renamed.clone(), self.ranges.clone(), self.is_in_loop);
        self.renamed
            .insert(quantified.variable.clone(), name.clone());
        let text = if is_chosen && !self.is_in_loop {
            self.declarations.push(format!("{} {name};", quantified.ty));
            self.logical(quantified.body.clone(), role, polarity)
                .map(|body| format!("({body})"))
        } else {
            self.all_values(quantified, &name, role)
        };
        (self.renamed, self.ranges, self.is_in_loop) = outer;
        text
    }

    /// A quantifier in a proof. What holds for all values holds for some that matter; values that checks are about are arbitrary
    /// but the same from the beginning.
    fn some_values(
        &mut self,
        quantified: &Quantified,
        role: Role,
        polarity: Polarity,
        is_chosen: bool,
    ) -> Translated {
        if polarity == Polarity::Both {
            return Err("a quantifier whose value is compared".into());
        }
        if is_chosen && role.assumes() {
            // The value for which it holds is not known: the assumption is left out.
            return Ok(match polarity {
                Polarity::Negated => "0".into(),
                Polarity::Plain | Polarity::Both => "1".into(),
            });
        }
        let before = self.chosen.next;
        if self.renamed.len().max(before) >= MAX_CHOSEN {
            return Err("too many quantifiers in one condition".into());
        }
        // Each of the values that are tried would need a value of its own.
        if is_chosen && self.is_in_loop {
            return Err("a quantifier inside another one that asks for one value".into());
        }
        let was_in_loop = self.is_in_loop;
        self.is_in_loop |= !is_chosen && !role.assumes();
        let values = if is_chosen {
            self.chosen.next += 1;
            self.chosen.end = self.chosen.end.max(self.chosen.next);
            vec![format!("{CHOSEN}{before}")]
        } else {
            self.numbers.values()
        };
        let outer = (self.renamed.clone(), self.ranges.clone());
        let mut parts = Vec::new();
        for value in values {
            let name = format!("(({}){value})", quantified.ty);
            self.renamed.insert(quantified.variable.clone(), name);
            let part = self.logical(quantified.body.clone(), role, polarity);
            (self.renamed, self.ranges) = outer.clone();
            parts.push(part.map(|part| format!("({part})")));
        }
        self.is_in_loop = was_in_loop;
        self.chosen.next = before;
        let parts = parts
            .into_iter()
            .collect::<Result<Vec<String>, Refusal>>()?;
        let operator = if quantified.is_forall { " && " } else { " || " };
        Ok(format!("({})", parts.join(operator)))
    }

    /// A quantifier as a loop over the range of its variable.
    fn all_values(&mut self, quantified: &Quantified, name: &str, role: Role) -> Translated {
        let bounds = self.bounds(quantified);
        let bounds =
            bounds.ok_or("a quantifier without a range of the form first <= k && k < end")?;
        self.is_in_loop = true;
        let first = self.plain(bounds.first, role)?;
        let end = self.plain(bounds.end, role)?;
        let predicate = self.logical(bounds.predicate, role, Polarity::Both)?;
        let ty = &quantified.ty;
        let (start, change, compare, stop) = match (quantified.is_forall, bounds.inclusive) {
            (true, false) => (1, "!", "<", String::new()),
            (false, false) => (0, "", "<", String::new()),
            (true, true) => (1, "!", "<=", format!("if ({name} == ({end})) break;")),
            (false, true) => (0, "", "<=", format!("if ({name} == ({end})) break;")),
        };
        let value = format!("__invar_v{}", self.numbers.next());
        // After the largest number of its type a counter begins again.
        let half = format!("(({ty})1 << (sizeof({ty}) * 8 - 2))");
        let largest = format!("(({ty})-1 > 0 ? ({ty})-1 : ({ty})({half} - 1 + {half}))");
        let stop = format!(
            "{stop} if ({name} == {largest}) {{ __invar_unread(\"a quantifier up to the largest number of its type\"); break; }}"
        );
        // The loop begins with the first value and takes those in between in their order only if conversions change nothing.
        let is_first = format!("({first}) == {name} && (({first}) < 0) == ({name} < 0)");
        let is_signed = |bound: &str| format!("(({ty})0 + ({bound})) * 0 - 1 < 0");
        let in_order = format!(
            "(({ty})-1 > 0 || ({} && {}))",
            is_signed(&first),
            is_signed(&end)
        );
        let other = "__invar_unread(\"a quantifier whose bounds are no values of its type\");";
        Ok(format!(
            "({{ int {value} = {start}; {ty} {name} = ({first}); if (!({is_first} && {in_order})) {other} else for (; {name} {compare} ({end}); {name}++) {{ if ({change}({predicate})) {value} = {}; {stop} }} {value}; }})",
            1 - start
        ))
    }

    fn bounds(&self, quantified: &Quantified) -> Option<Bounds> {
        let (range, predicate) = if quantified.is_forall {
            let parts = self.tokens.split(quantified.body.clone(), &["==>"]);
            let [range, predicate] = parts.as_slice() else {
                return None;
            };
            (range.clone(), predicate.clone())
        } else {
            let parts = self.tokens.split(quantified.body.clone(), &["&&"]);
            let [range, predicate] = parts.as_slice() else {
                return None;
            };
            (range.clone(), predicate.clone())
        };
        let parts = self.tokens.split(self.stripped(range), &["&&"]);
        let [low, high] = parts.as_slice() else {
            return None;
        };
        let is_variable = |range: Range<usize>| {
            let range = self.stripped(range);
            range.len() == 1 && self.tokens.is(range.start, &quantified.variable)
        };
        let low = self.stripped(low.clone());
        let low = self.tokens.split(low, &["<="]);
        let high = self.stripped(high.clone());
        let (high, inclusive) = match self.tokens.split(high.clone(), &["<"]).as_slice() {
            [_, _] => (self.tokens.split(high, &["<"]), false),
            _ => (self.tokens.split(high, &["<="]), true),
        };
        let ([first, a], [b, end]) = (low.as_slice(), high.as_slice()) else {
            return None;
        };
        (is_variable(a.clone()) && is_variable(b.clone())).then(|| Bounds {
            first: first.clone(),
            end: end.clone(),
            inclusive,
            predicate,
        })
    }
}
