//! Expressions of contracts as expressions of C.
//!
//! A quantified variable of what is checked is a value that is chosen before: the check fails if it fails for some value. What
//! is assumed for all values of a range is a loop over them. Values of earlier states are saved where that state is.

use super::reading::ContractReading;
use super::tokens::{Kind, Tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What an expression is translated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Assumed when the function that is checked begins.
    Entered,
    /// Checked when it returns.
    Returned,
    /// Checked before a call.
    Called,
    /// Assumed after a call.
    CallReturned,
    /// Checked at the head of a loop.
    LoopHead,
    /// Assumed at the head of a loop, where anything may have happened in it.
    LoopGoesOn,
    /// Assumed in a body.
    Stated,
}

impl Role {
    pub(super) fn assumes(self) -> bool {
        !matches!(self, Role::Returned | Role::Called | Role::LoopHead)
    }

    /// The word for values of the earlier state that it can refer to.
    fn earlier(self) -> Option<&'static str> {
        match self {
            Role::Returned | Role::CallReturned => Some("__CPROVER_old"),
            Role::LoopHead | Role::LoopGoesOn => Some("__CPROVER_loop_entry"),
            Role::Entered | Role::Called | Role::Stated => None,
        }
    }
}

/// Whether an expression is negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Polarity {
    Plain,
    Negated,
    /// Its value is used otherwise.
    Both,
}

impl Polarity {
    fn negated(self) -> Polarity {
        match self {
            Polarity::Plain => Polarity::Negated,
            Polarity::Negated => Polarity::Plain,
            Polarity::Both => Polarity::Both,
        }
    }
}

/// When the value of a quantified variable matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    /// Where this holds.
    Known(String),
    /// That cannot be said in the earlier state.
    Open,
}

/// Why an expression is not translated.
pub(super) type Refusal = String;

pub(super) type Translated = Result<String, Refusal>;

/// Names for what translations need.
pub(super) struct Numbers {
    last: usize,
    /// What contracts are read for.
    pub(super) reading: ContractReading,
    /// How many positions of arrays have a name.
    pub(super) positions: usize,
}

impl Numbers {
    pub(super) fn new(reading: ContractReading, positions: usize) -> Numbers {
        Numbers {
            last: 0,
            reading,
            positions,
        }
    }

    pub(super) fn next(&mut self) -> usize {
        self.last += 1;
        self.last
    }

    /// The values of quantified variables that are looked at in a proof: the one that checks are about, and the
    /// positions that are read.
    pub(super) fn values(&self) -> Vec<String> {
        let positions = (0..self.positions).map(|number| format!("{POSITION}{number}"));
        std::iter::once(format!("{CHOSEN}0"))
            .chain(positions)
            .collect()
    }
}

/// Begins the names of values that quantified variables of checks have.
pub(super) const CHOSEN: &str = "__invar_chosen";
/// Quantifiers inside each other.
pub(super) const MAX_CHOSEN: usize = 3;
/// Begins the names of positions of arrays.
pub(super) const POSITION: &str = "__invar_position";

/// Translates expressions of one contract.
pub(super) struct Translator<'t> {
    pub(super) tokens: &'t Tokens,
    pub(super) numbers: &'t mut Numbers,
    /// Parameters of the function, with the text of their declarations.
    parameters: Vec<(String, String)>,
    /// What is declared first.
    pub(super) declarations: Vec<String>,
    /// What is saved of the earlier state.
    pub(super) saved: Vec<String>,
    /// Pointers and sizes of the objects that must be apart.
    pub(super) apart: Vec<(String, String)>,
    /// Parameters that point to objects of their own.
    pub(super) fresh: BTreeSet<String>,
    /// Those of which one may be the same as another.
    pub(super) accessible: Vec<(String, String)>,
    /// Quantified variables in scope: their names, and what they are called in C.
    pub(super) renamed: BTreeMap<String, String>,
    /// When the values of quantified variables in scope matter.
    pub(super) ranges: Vec<Guard>,
    /// Whether one of them runs through a range.
    pub(super) is_in_loop: bool,
    /// Values that checks are about, which quantifiers here can have for themselves.
    pub(super) chosen: Chosen,
}

/// Numbers of the values that checks are about.
#[derive(Clone, Copy, Default)]
pub(super) struct Chosen {
    /// The next one for a quantifier here.
    pub(super) next: usize,
    /// One more than the largest that a quantifier of this condition has.
    pub(super) end: usize,
}

impl<'t> Translator<'t> {
    pub(super) fn new(
        tokens: &'t Tokens,
        numbers: &'t mut Numbers,
        parameters: Vec<(String, String)>,
    ) -> Self {
        Translator {
            tokens,
            numbers,
            parameters,
            declarations: Vec::new(),
            saved: Vec::new(),
            apart: Vec::new(),
            fresh: BTreeSet::new(),
            accessible: Vec::new(),
            renamed: BTreeMap::new(),
            ranges: Vec::new(),
            is_in_loop: false,
            chosen: Chosen::default(),
        }
    }

    /// Whether a clause can be left out.
    pub(super) fn may_leave_out(&self, role: Role) -> bool {
        self.numbers.reading.is_for_proofs() && role.assumes()
    }

    /// A condition.
    pub(super) fn condition(&mut self, range: Range<usize>, role: Role) -> Translated {
        if range.is_empty() {
            return Err("an empty clause".into());
        }
        self.logical(range, role, Polarity::Plain)
    }

    pub(super) fn logical(
        &mut self,
        range: Range<usize>,
        role: Role,
        polarity: Polarity,
    ) -> Translated {
        let parts = self.tokens.split(range.clone(), &["==>"]);
        if let [first, .., last] = parts.as_slice() {
            let before = self.chosen;
            let condition = self.logical(first.clone(), role, polarity.negated())?;
            let rest = first.end + 1..last.end;
            let guard = self.guard(first.clone(), role);
            self.chosen.next = self.chosen.end;
            let then = self.within(guard, |t| t.logical(rest, role, polarity))?;
            self.chosen.next = before.next;
            return Ok(format!("(!({condition}) || ({then}))"));
        }
        if !self.is_special(range.clone()) {
            return self.plain(range, role);
        }
        let operands = self.tokens.split(range.clone(), &["&&", "||"]);
        if operands.len() > 1 {
            let mut text = String::new();
            let before = self.chosen;
            // "For all: A, and for all: B" is "for all: A and B"; of "or" that is not so.
            let shares = match polarity {
                Polarity::Plain => "&&",
                Polarity::Negated => "||",
                Polarity::Both => "",
            };
            let starts = operands[1..].iter().map(|operand| operand.start - 1);
            let is_shared = starts.into_iter().all(|at| self.tokens.is(at, shares));
            for operand in operands {
                if operand.start > range.start {
                    text += &format!(" {} ", self.tokens.word(operand.start - 1));
                }
                text += &self.logical(operand, role, polarity)?;
                if !is_shared {
                    self.chosen.next = self.chosen.end;
                }
            }
            self.chosen.next = before.next;
            return Ok(text);
        }
        if self.tokens.is(range.start, "!") {
            let inner = self.logical(range.start + 1..range.end, role, polarity.negated())?;
            return Ok(format!("!{inner}"));
        }
        if self.tokens.is(range.start, "(") && self.spans(range.start, range.end) {
            let inner = self.logical(range.start + 1..range.end - 1, role, polarity)?;
            return Ok(format!("({inner})"));
        }
        if let Some(text) = self.compared_quantifier(range.clone(), role, polarity)? {
            return Ok(text);
        }
        if let Some(quantified) = self.quantified(range.clone())? {
            return self.quantifier(&quantified, role, polarity);
        }
        if self.spans(range.start + 1, range.end)
            && let Some(text) = self.predicate(range.clone(), role, polarity)?
        {
            return Ok(text);
        }
        self.plain(range, role)
    }

    /// Whether the bracket at an index closes at the end of a range.
    pub(super) fn spans(&self, open: usize, end: usize) -> bool {
        let is_open = matches!(self.tokens.word(open), "(" | "{");
        is_open
            && self
                .tokens
                .closing(open)
                .is_some_and(|close| close + 1 == end)
    }

    /// Whether a range is a comparison of C, whose value is 0 or 1.
    pub(super) fn is_plain(&self, range: Range<usize>) -> bool {
        const COMPARISONS: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];
        let inner = self.stripped(range);
        let is_comparison = self.tokens.split(inner.clone(), &COMPARISONS).len() == 2;
        let is_simple = self.tokens.split(inner.clone(), &["?", ","]).len() == 1;
        is_comparison && is_simple && !self.is_special(inner)
    }

    /// Whether quantifiers or predicates about memory are in a range.
    fn is_special(&self, mut range: Range<usize>) -> bool {
        range.any(|index| {
            let word = self.tokens.word(index);
            is_predicate(word) || matches!(word, "__CPROVER_forall" | "__CPROVER_exists" | "==>")
        })
    }

    /// Translates with the range of a quantified variable known.
    fn within<T>(&mut self, guard: Option<Guard>, act: impl FnOnce(&mut Self) -> T) -> T {
        let is_new = guard.is_some();
        self.ranges.extend(guard);
        let result = act(self);
        if is_new {
            self.ranges.pop();
        }
        result
    }

    /// A condition as far as it can be evaluated in the earlier state; nothing outside quantifiers.
    fn guard(&mut self, range: Range<usize>, role: Role) -> Option<Guard> {
        if self.renamed.is_empty() {
            return None;
        }
        let mut words = range.clone().map(|index| self.tokens.word(index));
        if self.is_special(range.clone()) || words.any(|word| word.starts_with("__CPROVER_")) {
            return Some(Guard::Open);
        }
        let parts = match role {
            // What loops may change has other values before.
            Role::LoopHead | Role::LoopGoesOn => {
                let parts = self.tokens.split(self.stripped(range), &["&&"]);
                let is_fixed = |part: &Range<usize>| part.clone().all(|at| self.is_fixed(at));
                if !parts.last().is_some_and(is_fixed) {
                    return Some(Guard::Open);
                }
                parts.into_iter().filter(is_fixed).collect()
            }
            _ => vec![range],
        };
        let mut conditions = Vec::new();
        for part in parts {
            match self.plain(part, Role::Called) {
                Ok(condition) => conditions.push(condition),
                Err(_) => return Some(Guard::Open),
            }
        }
        Some(Guard::Known(conditions.join(" && ")))
    }

    /// Whether a token is no variable, or a quantified one.
    fn is_fixed(&self, index: usize) -> bool {
        let tokens = self.tokens;
        let is_cast = index > 0
            && tokens.is(index - 1, "(")
            && tokens.is(index + 1, ")")
            && (tokens.is(index + 2, "(")
                || tokens
                    .list
                    .get(index + 2)
                    .is_some_and(|t| t.kind != Kind::Mark));
        !tokens.is_name(index) || is_cast || self.renamed.contains_key(tokens.word(index))
    }

    fn predicate(
        &mut self,
        range: Range<usize>,
        role: Role,
        polarity: Polarity,
    ) -> Result<Option<String>, Refusal> {
        let word = self.tokens.word(range.start).to_owned();
        if !is_predicate(&word) {
            return Ok(None);
        }
        let arguments = self.tokens.split(range.start + 2..range.end - 1, &[","]);
        let [pointer, size] = arguments.as_slice() else {
            return Err(format!("`{word}` without a pointer and a size"));
        };
        if polarity != Polarity::Plain {
            return Err(format!("`{word}` that is not asserted as such"));
        }
        if !self.renamed.is_empty() {
            return Err(format!("`{word}` inside a quantifier"));
        }
        let (place, bytes) = (pointer.clone(), size.clone());
        let is_constant = self.is_constant(bytes.clone());
        let pointer = self.plain(place.clone(), role)?;
        let size = self.plain(bytes, role)?;
        let is_fresh = word == "__CPROVER_is_fresh";
        Ok(Some(match (role, is_fresh) {
            (Role::Entered, true) => self.new_object(place, &pointer, &size, is_constant),
            (Role::Entered, false) => {
                format!("__invar_allow(({pointer}), (unsigned long)({size}))")
            }
            (Role::Called, _) => {
                let number = self.numbers.next();
                let (p, n) = (format!("__invar_p{number}"), format!("__invar_n{number}"));
                self.declarations.push(format!(
                    "__typeof__(&*({pointer})) {p} = 0; unsigned long {n} = 0;"
                ));
                // A fresh object is one, also without bytes.
                let is_object = if is_fresh {
                    format!(" && {p} != 0")
                } else {
                    String::new()
                };
                let text = format!(
                    "({p} = ({pointer}), {n} = ({size}), __invar_valid({p}, {n}){is_object})"
                );
                if is_fresh {
                    self.apart.push((p, n))
                } else {
                    self.accessible.push((p, n))
                }
                text
            }
            (_, true) => return Err("`__CPROVER_is_fresh` after a call".into()),
            (_, false) => format!("__invar_valid(({pointer}), (unsigned long)({size}))"),
        }))
    }

    /// Whether an expression is made of numbers and sizes of types.
    fn is_constant(&self, range: Range<usize>) -> bool {
        let mut index = range.start;
        while index < range.end {
            if self.tokens.is(index, "sizeof") && self.tokens.is(index + 1, "(") {
                index = self.tokens.closing(index + 1).unwrap_or(range.end);
            } else if !self.is_fixed(index) {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Makes a pointer point to an object of its own.
    fn new_object(
        &mut self,
        place: Range<usize>,
        pointer: &str,
        size: &str,
        is_constant: bool,
    ) -> String {
        let declared = (self.parameters.iter())
            .find(|(name, _)| place.len() == 1 && self.tokens.is(place.start, name));
        let kept = format!("__invar_keep({size})");
        let Some((_, text)) = declared.filter(|_| is_constant) else {
            return format!("(({pointer}) = {kept}, 1)");
        };
        if text.contains('(') {
            return format!("(({pointer}) = {kept}, 1)");
        }
        let object = format!("__invar_object{}", self.numbers.next());
        self.fresh.insert(self.tokens.word(place.start).to_owned());
        let is_void = text.split_whitespace().any(|word| word == "void");
        let element = if is_void {
            "unsigned char".to_owned()
        } else {
            format!("__typeof__((0, *({pointer})))")
        };
        let ty = format!("{object}_type");
        self.declarations.push(format!(
            "typedef {element} {ty}; {ty} {object}[(({size}) / sizeof({ty})) ? (({size}) / sizeof({ty})) : 1];"
        ));
        format!(
            "(({pointer}) = __builtin_choose_expr(({size}) == sizeof({object}), (void *){object}, {kept}), 1)"
        )
    }

    /// A range without the parentheses around it.
    pub(super) fn stripped(&self, mut range: Range<usize>) -> Range<usize> {
        while range.len() > 2
            && self.tokens.is(range.start, "(")
            && self.spans(range.start, range.end)
        {
            range = range.start + 1..range.end - 1;
        }
        range
    }

    /// An expression without quantifiers and predicates, but for those in parentheses.
    pub(super) fn plain(&mut self, range: Range<usize>, role: Role) -> Translated {
        let mut words: Vec<String> = Vec::new();
        let mut index = range.start;
        while index < range.end {
            if let Some((text, next)) = self.earlier_value(index..range.end, role)? {
                words.push(text);
                index = next;
                continue;
            }
            let word = self.tokens.word(index).to_owned();
            let is_call = index + 1 < range.end && self.tokens.is(index + 1, "(");
            match self.tokens.list[index].kind {
                Kind::Name if word == "__CPROVER_return_value" => match role {
                    Role::Returned | Role::CallReturned => words.push(word),
                    _ => return Err("`__CPROVER_return_value` where nothing is returned".into()),
                },
                Kind::Name if word.starts_with("__CPROVER_") => {
                    return Err(format!("`{word}` here"));
                }
                Kind::Name if word.starts_with("__invar_") => {
                    return Err("a name that is reserved".into());
                }
                Kind::Name if is_call && !is_operator(&word) => {
                    return Err(format!("a call of `{word}`"));
                }
                Kind::Name => {
                    let is_member =
                        index > range.start && matches!(self.tokens.word(index - 1), "." | "->");
                    let renamed = self.renamed.get(&word).filter(|_| !is_member);
                    words.push(renamed.cloned().unwrap_or(word));
                }
                Kind::Mark if word == "(" => {
                    let close = self.tokens.closing(index).filter(|c| *c < range.end);
                    let close = close.ok_or("brackets that do not match")?;
                    let mut parts = Vec::new();
                    for part in self.tokens.split(index + 1..close, &[","]) {
                        parts.push(self.logical(part, role, Polarity::Both)?);
                    }
                    words.push(format!("({})", parts.join(", ")));
                    index = close;
                }
                Kind::Mark if changes(&word) => {
                    return Err("an expression that changes something".into());
                }
                _ => words.push(word),
            }
            index += 1;
        }
        Ok(words.join(" "))
    }

    /// The value that an expression had in the earlier state, and what follows it.
    fn earlier_value(
        &mut self,
        range: Range<usize>,
        role: Role,
    ) -> Result<Option<(String, usize)>, Refusal> {
        let Some(word) = role.earlier() else {
            return Ok(None);
        };
        // Parentheses around it do not matter.
        let mut start = range.start;
        while self.tokens.is(start, "(") && start + 1 < range.end {
            start += 1;
        }
        if !self.tokens.is(start, word) || !self.tokens.is(start + 1, "(") {
            return Ok(None);
        }
        let close = self
            .tokens
            .closing(start + 1)
            .ok_or("brackets that do not match")?;
        let mut after = close + 1;
        for _ in range.start..start {
            if !self.tokens.is(after, ")") {
                return Ok(None);
            }
            after += 1;
        }
        let inner = self.plain(start + 2..close, Role::Called)?;
        let mut accesses = Accesses::default();
        loop {
            let next = match self.tokens.word(after) {
                "[" => self.tokens.closing(after).map(|close| close + 1),
                "." | "->" => Some(after + 2),
                _ => None,
            };
            let Some(next) = next.filter(|next| *next <= range.end) else {
                break;
            };
            if self.tokens.is(after, "[") {
                let may_change = |at: usize| {
                    let word = self.tokens.word(at);
                    self.tokens.is_name(at) && !self.renamed.contains_key(word)
                };
                if (after + 1..next - 1).any(may_change) {
                    return Err("a position in an earlier value that may have changed".into());
                }
                let position = self.plain(after + 1..next - 1, Role::Called)?;
                accesses
                    .positions
                    .push((accesses.text.clone(), position.clone()));
                accesses.text += &format!("[{position}]");
            } else {
                accesses.text += &self.tokens.joined(after..next);
            }
            after = next;
        }
        let text = self.saved_value(&inner, &accesses)?;
        Ok(Some((text, after)))
    }

    /// Saves what an expression leads to in the earlier state, and returns its name. A pointer is the earlier one, but what
    /// it points to is that of now.
    fn saved_value(&mut self, inner: &str, accesses: &Accesses) -> Translated {
        let name = format!("__invar_old{}", self.numbers.next());
        let text = &accesses.text;
        if text.starts_with("->") {
            self.saved.push(format!("__auto_type {name} = ({inner});"));
            return Ok(format!("({name}{text})"));
        }
        if text.contains("->") {
            return Err("earlier values through several pointers".into());
        }
        let value = format!("(({inner}){text})");
        let is_quantified = |text: &str| self.renamed.values().any(|name| text.contains(&**name));
        if self.is_in_loop && is_quantified(&value) {
            return Err("earlier values of all elements".into());
        }
        let mut guards: Vec<String> = Vec::new();
        if is_quantified(inner) {
            for guard in &self.ranges {
                match guard {
                    Guard::Known(condition) => guards.push(format!("({condition})")),
                    Guard::Open => return Err("earlier values in a range that changes".into()),
                }
            }
        }
        let is_pointer =
            |base: &str| format!("_Generic(&({base}), __typeof__(*({base})) **: 1, default: 0)");
        let may_be_pointer = text.starts_with('[') && !inner.trim_start().starts_with('*');
        for (number, (before, position)) in accesses.positions.iter().enumerate() {
            let base = format!("({inner}){before}");
            if !(may_be_pointer && number == 0) {
                // An earlier value through a pointer is not read: clang rejects the length.
                let is_pointer = is_pointer(&base);
                self.saved.push(format!(
                    "char {name}_through_a_pointer{number}[{is_pointer} ? -1 : 1];"
                ));
            }
            guards.push(format!(
                "(unsigned long)({position}) < sizeof({base}) / sizeof(({base})[0])"
            ));
        }
        if may_be_pointer {
            guards.push(format!("!{}", is_pointer(inner)));
            self.saved.push(format!("__auto_type {name}p = ({inner});"));
        }
        let guard = if guards.is_empty() {
            String::new()
        } else {
            format!("if ({}) ", guards.join(" && "))
        };
        self.saved.push(format!(
            "__typeof__((0, {value})) {name}; {guard}{name} = {value};"
        ));
        Ok(if may_be_pointer {
            format!(
                "__builtin_choose_expr({}, {name}p{text}, {name})",
                is_pointer(inner)
            )
        } else {
            name
        })
    }
}

/// Members and elements that are accessed.
#[derive(Default)]
struct Accesses {
    text: String,
    /// What is before each element, and its position.
    positions: Vec<(String, String)>,
}

fn is_predicate(word: &str) -> bool {
    matches!(
        word,
        "__CPROVER_is_fresh" | "__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok"
    )
}

/// Whether a name before a parenthesis is an operator.
fn is_operator(word: &str) -> bool {
    matches!(word, "sizeof" | "_Alignof" | "__typeof__" | "typeof")
}

fn changes(mark: &str) -> bool {
    matches!(mark, "=" | "++" | "--" | "{" | "}" | ";")
        || mark.len() > 1 && mark.ends_with('=') && !matches!(mark, "==" | "!=" | "<=" | ">=")
}
