//! The store of hash-consed terms and the sort rules of the operators.

use crate::{Op, Sort};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard};

/// Name of a term in its [`TermStore`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(u32);

/// Name of a symbol in its [`TermStore`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(u32);

/// A term: an operator applied to arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The operator.
    pub op: Op,
    /// Its arguments.
    pub args: SmallVec<[TermId; 3]>,
    /// The sort of the result.
    pub sort: Sort,
}

struct Symbol {
    name: String,
    term: TermId,
}

/// An application that is not well sorted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("operator {op:?} cannot be applied to arguments of sorts {sorts:?}")]
pub struct SortError {
    /// The operator.
    pub op: Op,
    /// The sorts it was given.
    pub sorts: Vec<Sort>,
}

/// An append-only set of terms, shared between threads by reference.
pub struct TermStore {
    nodes: boxcar::Vec<Node>,
    symbols: boxcar::Vec<Symbol>,
    index: Mutex<Index>,
}

#[derive(Default)]
struct Index {
    terms: HashTable<u32>,
    symbols: FxHashMap<String, SymbolId>,
    fresh: u64,
}

impl Default for TermStore {
    fn default() -> Self {
        TermStore::new()
    }
}

impl std::fmt::Debug for TermStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TermStore({} terms)", self.nodes.count())
    }
}

impl TermStore {
    /// An empty store.
    pub fn new() -> TermStore {
        TermStore {
            nodes: boxcar::Vec::new(),
            symbols: boxcar::Vec::new(),
            index: Mutex::new(Index::default()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Index> {
        // A panic while the lock is held leaves at worst an unreferenced node.
        self.index
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The operator, arguments and sort of a term.
    ///
    /// # Panics
    /// If `term` belongs to another store.
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The operator of a term.
    pub fn op(&self, term: TermId) -> &Op {
        &self.node(term).op
    }

    /// The arguments of a term.
    pub fn args(&self, term: TermId) -> &[TermId] {
        &self.node(term).args
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> &Sort {
        &self.node(term).sort
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Whether the store has no term.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector.
    #[track_caller]
    pub fn width(&self, term: TermId) -> u32 {
        match self.sort(term) {
            Sort::BitVec(width) => *width,
            other => panic!("expected a bit-vector, found sort {other}"),
        }
    }

    /// Applies `op` without simplification.
    ///
    /// # Errors
    /// If the application is not well sorted.
    pub fn try_raw(&self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = self.result_sort(&op, args).ok_or_else(|| SortError {
            op: op.clone(),
            sorts: args.iter().map(|a| self.sort(*a).clone()).collect(),
        })?;
        Ok(self.intern(
            &mut self.lock(),
            Node {
                op,
                args: args.into(),
                sort,
            },
        ))
    }

    /// Applies `op` without simplification.
    ///
    /// # Panics
    /// If the application is not well sorted: a bug in the caller.
    #[track_caller]
    pub fn raw(&self, op: Op, args: &[TermId]) -> TermId {
        match self.try_raw(op, args) {
            Ok(term) => term,
            Err(error) => panic!("{error}"),
        }
    }

    fn intern(&self, index: &mut Index, node: Node) -> TermId {
        let hash = hash_of(&node);
        let found = index.terms.find(hash, |id| {
            let other = &self.nodes[*id as usize];
            other.op == node.op && other.args == node.args && other.sort == node.sort
        });
        if let Some(id) = found {
            return TermId(*id);
        }
        let id = self.nodes.push(node) as u32;
        index
            .terms
            .insert_unique(hash, id, |id| hash_of(&self.nodes[*id as usize]));
        TermId(id)
    }

    /// The symbol of this name, created at first use.
    ///
    /// # Panics
    /// If the name is in use with another sort.
    #[track_caller]
    pub fn symbol(&self, name: &str, sort: &Sort) -> TermId {
        let mut index = self.lock();
        if let Some(id) = index.symbols.get(name) {
            let term = self.symbols[id.0 as usize].term;
            assert_eq!(self.sort(term), sort, "symbol {name} has another sort");
            return term;
        }
        self.new_symbol(&mut index, name.to_owned(), sort)
    }

    /// A symbol whose name starts with `prefix` and is not in use.
    pub fn fresh_symbol(&self, prefix: &str, sort: &Sort) -> TermId {
        let mut index = self.lock();
        loop {
            index.fresh += 1;
            let name = format!("{prefix}!{}", index.fresh);
            if !index.symbols.contains_key(&name) {
                return self.new_symbol(&mut index, name, sort);
            }
        }
    }

    fn new_symbol(&self, index: &mut Index, name: String, sort: &Sort) -> TermId {
        let id = SymbolId(index.symbols.len() as u32);
        let node = Node {
            op: Op::Symbol(id),
            args: SmallVec::new(),
            sort: sort.clone(),
        };
        let term = self.intern(index, node);
        self.symbols.push(Symbol {
            name: name.clone(),
            term,
        });
        index.symbols.insert(name, id);
        term
    }

    /// The symbol that a term is, if it is one.
    pub fn as_symbol(&self, term: TermId) -> Option<SymbolId> {
        match self.op(term) {
            Op::Symbol(id) => Some(*id),
            _ => None,
        }
    }

    /// The term that is this symbol.
    pub fn symbol_term(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol.0 as usize].term
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.0 as usize].name
    }

    /// The sort of `op` applied to `args`, or `None` if it is not well sorted.
    fn result_sort(&self, op: &Op, args: &[TermId]) -> Option<Sort> {
        use Op as O;
        let sort = |i: usize| args.get(i).map(|a| self.sort(*a));
        let count = |n: usize| (args.len() == n).then_some(());
        let all = |wanted: &Sort| args.iter().all(|a| self.sort(*a) == wanted).then_some(());
        let same = || all(sort(0)?);
        let number = || matches!(sort(0)?, Sort::Int | Sort::Real).then_some(());
        Some(match op {
            O::Symbol(_) => return None,
            O::True | O::False => count(0).map(|()| Sort::Bool)?,
            O::BvConst(value) => count(0).map(|()| Sort::BitVec(value.width()))?,
            O::IntConst(_) => count(0).map(|()| Sort::Int)?,
            O::RealConst(_) => count(0).map(|()| Sort::Real)?,
            O::FpConst(value) => count(0).map(|()| value.sort())?,
            O::Fp(op) => op.result_sort(&args.iter().map(|a| self.sort(*a)).collect::<Vec<_>>())?,
            O::Not => {
                count(1)?;
                all(&Sort::Bool)?;
                Sort::Bool
            }
            O::And | O::Or => {
                all(&Sort::Bool)?;
                Sort::Bool
            }
            O::Xor => {
                count(2)?;
                all(&Sort::Bool)?;
                Sort::Bool
            }
            O::Ite => {
                count(3)?;
                (*sort(0)? == Sort::Bool && sort(1)? == sort(2)?).then_some(())?;
                sort(1)?.clone()
            }
            O::Eq => {
                count(2)?;
                same()?;
                Sort::Bool
            }
            O::BvNot | O::BvNeg => {
                count(1)?;
                Sort::BitVec(sort(0)?.width()?)
            }
            O::BvAdd
            | O::BvSub
            | O::BvMul
            | O::BvUdiv
            | O::BvUrem
            | O::BvSdiv
            | O::BvSrem
            | O::BvAnd
            | O::BvOr
            | O::BvXor
            | O::BvShl
            | O::BvLshr
            | O::BvAshr => {
                count(2)?;
                same()?;
                Sort::BitVec(sort(0)?.width()?)
            }
            O::BvUlt | O::BvUle | O::BvSlt | O::BvSle => {
                count(2)?;
                same()?;
                sort(0)?.width()?;
                Sort::Bool
            }
            O::Concat => {
                count(2)?;
                bit_vector(sort(0)?.width()? + sort(1)?.width()?)?
            }
            O::Extract { high, low } => {
                count(1)?;
                (low <= high && *high < sort(0)?.width()?).then_some(())?;
                Sort::BitVec(high - low + 1)
            }
            O::ZeroExtend(by) | O::SignExtend(by) => {
                count(1)?;
                bit_vector(sort(0)?.width()?.checked_add(*by)?)?
            }
            O::Add | O::Mul => {
                count(2)?;
                same()?;
                number()?;
                sort(0)?.clone()
            }
            O::Neg => {
                count(1)?;
                number()?;
                sort(0)?.clone()
            }
            O::IntDiv | O::IntMod => {
                count(2)?;
                all(&Sort::Int)?;
                Sort::Int
            }
            O::RealDiv => {
                count(2)?;
                all(&Sort::Real)?;
                Sort::Real
            }
            O::Lt | O::Le => {
                count(2)?;
                same()?;
                number()?;
                Sort::Bool
            }
            O::ToReal => {
                count(1)?;
                all(&Sort::Int)?;
                Sort::Real
            }
            O::ToInt => {
                count(1)?;
                all(&Sort::Real)?;
                Sort::Int
            }
            O::BvToInt => {
                count(1)?;
                sort(0)?.width()?;
                Sort::Int
            }
            O::IntToBv(width) => {
                count(1)?;
                all(&Sort::Int)?;
                bit_vector(*width)?
            }
            O::Select => {
                count(2)?;
                let (index, element) = sort(0)?.as_array()?;
                (index == sort(1)?).then(|| element.clone())?
            }
            O::Store => {
                count(3)?;
                let (index, element) = sort(0)?.as_array()?;
                (index == sort(1)? && element == sort(2)?).then(|| sort(0).cloned())??
            }
            O::ConstArray(index) => {
                count(1)?;
                Sort::array(index.clone(), sort(0)?.clone())
            }
        })
    }
}

fn bit_vector(width: u32) -> Option<Sort> {
    (1..=crate::BvValue::MAX_WIDTH)
        .contains(&width)
        .then_some(Sort::BitVec(width))
}

fn hash_of(node: &Node) -> u64 {
    let mut hasher = FxHasher::default();
    node.op.hash(&mut hasher);
    node.args.hash(&mut hasher);
    hasher.finish()
}
