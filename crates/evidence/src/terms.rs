//! Terms in serialized form: a list in which arguments come before their uses.

use crate::words::{operator, words};
use invar_term::{BvValue, Op, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The word before the name of a symbol.
const SYMBOL: &str = "symbol ";

/// An operator in words, and its arguments: positions in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenTerm(pub String, pub Vec<u32>);

/// A list of terms.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WrittenTerms(pub Vec<WrittenTerm>);

/// Writes terms down, each once.
pub(crate) struct Writer<'w> {
    store: &'w TermStore,
    /// What symbols are called.
    name: &'w dyn Fn(SymbolId) -> Option<String>,
    list: Vec<WrittenTerm>,
    /// Positions of terms; none of those that have no words.
    places: FxHashMap<TermId, Option<u32>>,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(store: &'w TermStore, name: &'w dyn Fn(SymbolId) -> Option<String>) -> Self {
        Writer {
            store,
            name,
            list: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    /// The position of a term; `None` if a symbol of it has no name.
    pub(crate) fn term(&mut self, term: TermId) -> Option<u32> {
        // Deep terms: no recursion.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.places.contains_key(&top) {
                stack.pop();
                continue;
            }
            let args = self.store.args(top);
            let open = args.iter().filter(|arg| !self.places.contains_key(arg));
            let before = stack.len();
            stack.extend(open);
            if stack.len() == before {
                let place = self.write(top);
                self.places.insert(top, place);
                stack.pop();
            }
        }
        self.places[&term]
    }

    fn write(&mut self, term: TermId) -> Option<u32> {
        let text = match self.store.op(term) {
            Op::Symbol(symbol) => format!("{SYMBOL}{}", (self.name)(*symbol)?),
            op => words(op)?,
        };
        let args = self.store.args(term).iter();
        let args: Option<Vec<u32>> = args.map(|arg| self.places[arg]).collect();
        self.list.push(WrittenTerm(text, args?));
        u32::try_from(self.list.len() - 1).ok()
    }

    pub(crate) fn finish(self) -> WrittenTerms {
        WrittenTerms(self.list)
    }
}

impl WrittenTerms {
    /// The terms of the list in a store; nothing where a symbol is unknown, an operator does not
    /// exist, or sorts do not fit.
    pub fn read(
        &self,
        store: &TermStore,
        symbol: &dyn Fn(&str) -> Option<TermId>,
    ) -> Vec<Option<TermId>> {
        let mut read: Vec<Option<TermId>> = Vec::with_capacity(self.0.len());
        for WrittenTerm(text, args) in &self.0 {
            let args = args.iter().map(|at| *read.get(*at as usize)?);
            let args: Option<Vec<TermId>> = args.collect();
            read.push(args.and_then(|args| match text.strip_prefix(SYMBOL) {
                Some(name) => symbol(name).filter(|_| args.is_empty()),
                None => built(store, operator(text)?, &args),
            }));
        }
        read
    }
}

/// A term, if it is well sorted and of a sort that values have.
fn built(store: &TermStore, op: Op, args: &[TermId]) -> Option<TermId> {
    let term = store.try_raw(op, args).ok()?;
    let width = store.sort(term).width().unwrap_or(1);
    (1..=BvValue::MAX_WIDTH).contains(&width).then_some(term)
}

#[cfg(test)]
mod tests {
    use super::{Writer, WrittenTerm, WrittenTerms};
    use invar_term::{Sort, TermStore};

    #[test]
    fn terms_come_back_under_other_names() {
        let store = TermStore::new();
        let sort = Sort::BitVec(32);
        let (x, y) = (store.symbol("x", &sort), store.symbol("y", &sort));
        let sum = store.bv_add(x, y);
        let fact = store.bv_ult(sum, x);
        let name = |symbol| Some(store.symbol_name(symbol).to_uppercase());
        let mut writer = Writer::new(&store, &name);
        let place = writer.term(fact).expect("it has words") as usize;
        let written = writer.finish();
        let read = written.read(&store, &|name| match name {
            "X" => Some(x),
            "Y" => Some(y),
            _ => None,
        });
        assert_eq!(read[place], Some(fact));
        let other = TermStore::new();
        let unknown = written.read(&other, &|_| None);
        assert!(unknown.iter().all(Option::is_none));
    }

    #[test]
    fn malformed_lists_have_no_terms() {
        let store = TermStore::new();
        let bit = store.symbol("b", &Sort::BitVec(100));
        let list = [
            ("bvadd", vec![0, 1]),
            ("symbol b", vec![]),
            ("bvadd", vec![1]),
            ("bvadd", vec![1, 9]),
            ("symbol b", vec![1]),
            ("concat", vec![1, 1]),
            ("extract 3 7", vec![1]),
            ("nonsense", vec![]),
        ];
        let list = list.map(|(words, args)| WrittenTerm(words.to_owned(), args));
        let read = WrittenTerms(list.into()).read(&store, &|_| Some(bit));
        let there: Vec<usize> = (0..read.len()).filter(|i| read[*i].is_some()).collect();
        assert_eq!(there, [1]);
    }
}
