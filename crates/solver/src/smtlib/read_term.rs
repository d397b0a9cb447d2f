//! Terms in the replies of SMT-LIB solvers, over symbols that we know.
//!
//! Everything that is not known is refused: quantifiers, functions of the solver's own, sorts.
//! Replies can be very deep, so that nothing here recurses.

use super::read_application::apply;
use super::sexpr::Sexpr;
use crate::numeral;
use invar_term::{BvValue, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

/// Parts of a reply that are looked at; an interpolant that is larger is of no use.
const SIZE: usize = 500_000;

/// Something in a reply that we do not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) String);

/// The operator of an application, with the numbers of an indexed one.
pub(crate) struct Head<'a> {
    pub(crate) name: &'a str,
    pub(crate) indices: Vec<u32>,
}

/// What is still to be done; terms that were read wait on a stack of their own.
enum Task<'a> {
    Read(&'a Sexpr),
    /// Applies the head to this many terms.
    Apply(Head<'a>, usize),
    /// Binds the names to as many terms.
    Bind(Vec<&'a str>),
    /// Leaves the scope of the names.
    Unbind(Vec<&'a str>),
}

struct Reader<'a> {
    terms: &'a TermStore,
    symbols: &'a FxHashMap<String, TermId>,
    /// Names bound by `let`, the innermost binding last.
    bound: FxHashMap<&'a str, Vec<TermId>>,
    tasks: Vec<Task<'a>>,
    done: Vec<TermId>,
}

/// The term that `text` denotes, where `symbols` has the constants by their names without bars.
///
/// # Errors
/// What is not read.
pub(crate) fn read_term(
    terms: &TermStore,
    symbols: &FxHashMap<String, TermId>,
    text: &Sexpr,
) -> Result<TermId, Refused> {
    let mut reader = Reader {
        terms,
        symbols,
        bound: FxHashMap::default(),
        tasks: vec![Task::Read(text)],
        done: Vec::new(),
    };
    let mut steps = 0;
    while let Some(task) = reader.tasks.pop() {
        steps += 1;
        if steps > SIZE {
            return Err(Refused("a very large term".into()));
        }
        reader.step(task)?;
    }
    match reader.done.as_slice() {
        [term] => Ok(*term),
        _ => Err(Refused("no term".into())),
    }
}

impl<'a> Reader<'a> {
    fn step(&mut self, task: Task<'a>) -> Result<(), Refused> {
        match task {
            Task::Read(Sexpr::Atom(name)) => {
                let term = self.atom(name)?;
                self.done.push(term);
            }
            Task::Read(Sexpr::Text(_)) => return Err(Refused("a string".into())),
            Task::Read(Sexpr::List(members)) => self.list(members)?,
            Task::Apply(head, count) => {
                let arguments = self.take(count);
                let term = apply(self.terms, &head, &arguments)?;
                self.done.push(term);
            }
            Task::Bind(names) => {
                let values = self.take(names.len());
                for (name, value) in names.iter().zip(values) {
                    self.bound.entry(name).or_default().push(value);
                }
            }
            Task::Unbind(names) => {
                for name in names {
                    self.bound.get_mut(name).and_then(Vec::pop);
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, count: usize) -> Vec<TermId> {
        self.done.split_off(self.done.len().saturating_sub(count))
    }

    fn atom(&self, name: &str) -> Result<TermId, Refused> {
        if let Some(term) = self.bound.get(name).and_then(|b| b.last()) {
            return Ok(*term);
        }
        if let Some(term) = self.symbols.get(name) {
            return Ok(*term);
        }
        match name {
            "true" => return Ok(self.terms.tru()),
            "false" => return Ok(self.terms.fls()),
            _ => {}
        }
        let value = literal(name).ok_or_else(|| refused(name))?;
        Ok(self.terms.constant(&value))
    }

    fn list(&mut self, members: &'a [Sexpr]) -> Result<(), Refused> {
        match members {
            [Sexpr::Atom(head), Sexpr::List(pairs), body] if head == "let" => {
                let mut names = Vec::new();
                let mut values = Vec::new();
                for pair in pairs {
                    let Some([Sexpr::Atom(name), value]) = pair.list() else {
                        return Err(refused("let"));
                    };
                    names.push(name.as_str());
                    values.push(value);
                }
                // The last task comes first: the values are read outside the new scope.
                self.tasks.push(Task::Unbind(names.clone()));
                self.tasks.push(Task::Read(body));
                self.tasks.push(Task::Bind(names));
                self.tasks.extend(values.into_iter().rev().map(Task::Read));
                Ok(())
            }
            [Sexpr::Atom(mark), Sexpr::Atom(digits), Sexpr::Atom(width)] if mark == "_" => {
                let value = numbered(digits, width).ok_or_else(|| refused(digits))?;
                self.done.push(self.terms.constant(&value));
                Ok(())
            }
            [head, arguments @ ..] if !arguments.is_empty() => {
                let head = head_of(head)?;
                self.tasks.push(Task::Apply(head, arguments.len()));
                self.tasks.extend(arguments.iter().rev().map(Task::Read));
                Ok(())
            }
            _ => Err(refused("()")),
        }
    }
}

fn head_of(head: &Sexpr) -> Result<Head<'_>, Refused> {
    if let Some(name) = head.atom() {
        let indices = Vec::new();
        return Ok(Head { name, indices });
    }
    match head.list() {
        Some([Sexpr::Atom(mark), Sexpr::Atom(name), numbers @ ..]) if mark == "_" => {
            let number = |n: &Sexpr| n.atom().and_then(|digits| digits.parse().ok());
            let indices: Option<Vec<u32>> = numbers.iter().map(number).collect();
            let indices = indices.ok_or_else(|| refused(name))?;
            Ok(Head { name, indices })
        }
        _ => Err(refused("an application of an application")),
    }
}

/// `12`, `-12`, `1.5`, `#b01`, `#xff`.
fn literal(text: &str) -> Option<Value> {
    if let Some(digits) = text.strip_prefix("#b") {
        return bits(digits.len(), u128::from_str_radix(digits, 2).ok()?);
    }
    if let Some(digits) = text.strip_prefix("#x") {
        return bits(4 * digits.len(), u128::from_str_radix(digits, 16).ok()?);
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if digits.contains(['.', '/']) {
        return numeral::rational(text).map(Value::Real);
    }
    numeral::integer(text).map(Value::Int)
}

/// `(_ bv5 8)`.
fn numbered(digits: &str, width: &str) -> Option<Value> {
    let value = digits.strip_prefix("bv")?.parse().ok()?;
    bits(width.parse().ok()?, value)
}

fn bits(width: usize, value: u128) -> Option<Value> {
    let width = u32::try_from(width).ok()?;
    (1..=BvValue::MAX_WIDTH)
        .contains(&width)
        .then(|| Value::Bv(BvValue::new(width, value)))
}

/// That a name is not read.
pub(crate) fn refused(name: &str) -> Refused {
    let mut text = format!("`{name}`");
    text.truncate(text.floor_char_boundary(60));
    Refused(text)
}

#[cfg(test)]
mod tests;
