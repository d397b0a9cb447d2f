//! Terms that Z3 made, in our store.
//!
//! Booleans, integers, reals, bit-vectors and arrays; everything else is refused. Bound variables
//! are read as the symbols they were bound to.
#![allow(unsafe_code)]

use super::context::{Context, Failure, Outcome, text};
use super::operators::{left_associative, same_arguments, turned};
use crate::numeral;
use invar_term::{BvValue, Op, Sort, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::ffi::c_uint;
use std::rc::Rc;
use z3_sys as z3;
use z3_sys::DeclKind as K;

/// An application: its kind, declaration and arguments.
pub(super) type Application = (K, z3::Z3_func_decl, Vec<z3::Z3_ast>);

/// Reads terms of one context. The caller keeps the outermost term alive, and with it all parts.
pub(super) struct Reader<'a> {
    context: &'a Rc<Context>,
    store: &'a TermStore,
    bound: FxHashMap<c_uint, TermId>,
    known: FxHashMap<z3::Z3_ast, TermId>,
}

fn refused(what: impl std::fmt::Display) -> Failure {
    Failure::Other(format!("cannot read Z3's term: {what}"))
}

impl<'a> Reader<'a> {
    pub(super) fn new(context: &'a Rc<Context>, store: &'a TermStore) -> Reader<'a> {
        Reader {
            context,
            store,
            bound: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    fn kind(&self, ast: z3::Z3_ast) -> z3::AstKind {
        // SAFETY: part of a term that the caller keeps alive.
        unsafe { z3::Z3_get_ast_kind(self.context.raw(), ast) }
    }

    /// The term taken apart, if it is an application.
    pub(super) fn application(&self, ast: z3::Z3_ast) -> Outcome<Option<Application>> {
        if self.kind(ast) != z3::AstKind::App {
            return Ok(None);
        }
        let c = self.context.raw();
        // SAFETY: an application, part of a term that the caller keeps alive.
        unsafe {
            let app = self.context.expect(z3::Z3_to_app(c, ast))?;
            let declaration = self.context.expect(z3::Z3_get_app_decl(c, app))?;
            let count = z3::Z3_get_app_num_args(c, app);
            let arguments = (0..count)
                .map(|i| self.context.expect(z3::Z3_get_app_arg(c, app, i)))
                .collect::<Outcome<Vec<_>>>()?;
            let kind = z3::Z3_get_decl_kind(c, declaration);
            Ok(Some((kind, declaration, arguments)))
        }
    }

    /// The body of a universal quantifier; the term itself, if it is none.
    pub(super) fn under_quantifier(&self, ast: z3::Z3_ast) -> Outcome<z3::Z3_ast> {
        if self.kind(ast) != z3::AstKind::Quantifier {
            return Ok(ast);
        }
        let c = self.context.raw();
        // SAFETY: a quantifier, part of a term that the caller keeps alive.
        unsafe {
            if !z3::Z3_is_quantifier_forall(c, ast) {
                return Err(refused("another quantifier than for all"));
            }
            self.context.expect(z3::Z3_get_quantifier_body(c, ast))
        }
    }

    /// Reads the bound variables `arguments` as `symbols`.
    pub(super) fn bind(&mut self, arguments: &[z3::Z3_ast], symbols: &[TermId]) -> Outcome<()> {
        for (argument, symbol) in arguments.iter().zip(symbols) {
            if self.kind(*argument) != z3::AstKind::Var {
                return Err(refused("a parameter that is no variable"));
            }
            // SAFETY: a variable, part of a term that the caller keeps alive.
            let index = unsafe { z3::Z3_get_index_value(self.context.raw(), *argument) };
            if self.bound.insert(index, *symbol).is_some() {
                return Err(refused("one variable for two parameters"));
            }
        }
        Ok(())
    }

    /// The term; deep terms need no deep stack.
    pub(super) fn read(&mut self, root: z3::Z3_ast) -> Outcome<TermId> {
        let mut stack = vec![root];
        while let Some(ast) = stack.last().copied() {
            if self.known.contains_key(&ast) {
                stack.pop();
                continue;
            }
            let term = match self.application(ast)? {
                None => self.leaf(ast)?,
                Some((kind, declaration, arguments)) => {
                    let open = stack.len();
                    stack.extend(arguments.iter().filter(|a| !self.known.contains_key(a)));
                    if stack.len() > open {
                        continue;
                    }
                    let arguments: Vec<TermId> = arguments.iter().map(|a| self.known[a]).collect();
                    self.apply(ast, kind, declaration, &arguments)?
                }
            };
            self.known.insert(ast, term);
            stack.pop();
        }
        Ok(self.known[&root])
    }

    fn leaf(&self, ast: z3::Z3_ast) -> Outcome<TermId> {
        let c = self.context.raw();
        match self.kind(ast) {
            z3::AstKind::Numeral => {
                // SAFETY: a number, part of a term that the caller keeps alive; copied at once.
                let digits = unsafe { text(z3::Z3_get_numeral_string(c, ast)) };
                let number = || refused(format!("the number {digits}"));
                let value = match self.sort_of(ast)? {
                    Sort::Int => numeral::integer(&digits).map(Value::Int),
                    Sort::Real => numeral::rational(&digits).map(Value::Real),
                    Sort::BitVec(width) => {
                        let bits = digits.parse().ok();
                        bits.map(|bits| Value::Bv(BvValue::new(width, bits)))
                    }
                    _ => None,
                };
                Ok(self.store.constant(&value.ok_or_else(number)?))
            }
            z3::AstKind::Var => {
                // SAFETY: a variable, part of a term that the caller keeps alive.
                let index = unsafe { z3::Z3_get_index_value(c, ast) };
                let symbol = self.bound.get(&index).copied();
                symbol.ok_or_else(|| refused("a variable that is no parameter"))
            }
            other => Err(refused(format!("{other:?}"))),
        }
    }

    fn sort_of(&self, ast: z3::Z3_ast) -> Outcome<Sort> {
        // SAFETY: part of a term that the caller keeps alive.
        let sort = unsafe { z3::Z3_get_sort(self.context.raw(), ast) };
        self.sort(self.context.expect(sort)?)
    }

    fn sort(&self, sort: z3::Z3_sort) -> Outcome<Sort> {
        let c = self.context.raw();
        // SAFETY: the sort of a live term, hence alive.
        unsafe {
            Ok(match z3::Z3_get_sort_kind(c, sort) {
                z3::SortKind::Bool => Sort::Bool,
                z3::SortKind::Int => Sort::Int,
                z3::SortKind::Real => Sort::Real,
                z3::SortKind::Bv => {
                    let width = z3::Z3_get_bv_sort_size(c, sort);
                    if !(1..=BvValue::MAX_WIDTH).contains(&width) {
                        return Err(refused(format!("{width} bits")));
                    }
                    Sort::BitVec(width)
                }
                z3::SortKind::Array => {
                    let index = self.context.expect(z3::Z3_get_array_sort_domain(c, sort))?;
                    let element = self.context.expect(z3::Z3_get_array_sort_range(c, sort))?;
                    Sort::array(self.sort(index)?, self.sort(element)?)
                }
                other => return Err(refused(format!("a sort of kind {other:?}"))),
            })
        }
    }

    /// A parameter of an operator, such as a width.
    fn parameter(&self, declaration: z3::Z3_func_decl, place: c_uint) -> Outcome<u32> {
        let c = self.context.raw();
        // SAFETY: the declaration of a live term; Z3 checks place and kind.
        let value = unsafe { z3::Z3_get_decl_int_parameter(c, declaration, place) };
        self.context.failure().map_or(Ok(()), Err)?;
        u32::try_from(value).map_err(|_| refused("a negative parameter"))
    }

    /// Applies an operator after looking whether it can be applied.
    fn make(&self, op: Op, arguments: &[TermId]) -> Outcome<TermId> {
        let raw = self.store.try_raw(op.clone(), arguments);
        raw.map_err(refused)?;
        Ok(self.store.app(op, arguments))
    }

    /// `((a op b) op c) ...`.
    fn fold(&self, op: &Op, arguments: &[TermId]) -> Outcome<TermId> {
        let (first, rest) = arguments
            .split_first()
            .ok_or_else(|| refused("an operator without arguments"))?;
        rest.iter().try_fold(*first, |so_far, next| {
            self.make(op.clone(), &[so_far, *next])
        })
    }

    fn swapped(&self, op: Op, arguments: &[TermId]) -> Outcome<TermId> {
        let turned: Vec<TermId> = arguments.iter().rev().copied().collect();
        self.make(op, &turned)
    }

    fn not(&self, term: TermId) -> Outcome<TermId> {
        self.make(Op::Not, &[term])
    }

    fn apply(
        &self,
        ast: z3::Z3_ast,
        kind: K,
        declaration: z3::Z3_func_decl,
        arguments: &[TermId],
    ) -> Outcome<TermId> {
        if let Some(op) = same_arguments(kind) {
            return self.make(op, arguments);
        }
        if let Some(op) = left_associative(kind) {
            return self.fold(&op, arguments);
        }
        if let Some(op) = turned(kind) {
            return self.swapped(op, arguments);
        }
        match (kind, arguments) {
            (K::Implies, [a, b]) => self.make(Op::Or, &[self.not(*a)?, *b]),
            (K::Distinct, _) => {
                let mut differ = Vec::new();
                for (place, a) in arguments.iter().enumerate() {
                    for b in &arguments[place + 1..] {
                        differ.push(self.not(self.make(Op::Eq, &[*a, *b])?)?);
                    }
                }
                self.make(Op::And, &differ)
            }
            (K::Sub, [first, rest @ ..]) => rest.iter().try_fold(*first, |so_far, next| {
                self.make(Op::Add, &[so_far, self.make(Op::Neg, &[*next])?])
            }),
            (K::Bnand | K::Bnor | K::Bxnor, [a, b]) => {
                let op = match kind {
                    K::Bnand => Op::BvAnd,
                    K::Bnor => Op::BvOr,
                    _ => Op::BvXor,
                };
                self.make(Op::BvNot, &[self.make(op, &[*a, *b])?])
            }
            (K::Bcomp, [a, b]) => {
                let equal = self.make(Op::Eq, &[*a, *b])?;
                self.make(Op::Ite, &[equal, self.store.bv(1, 1), self.store.bv(1, 0)])
            }
            (K::Bit2bool, [a]) => {
                let place = self.parameter(declaration, 0)?;
                let (high, low) = (place, place);
                let bit = self.make(Op::Extract { high, low }, &[*a])?;
                self.make(Op::Eq, &[bit, self.store.bv(1, 1)])
            }
            (K::Extract, [_]) => {
                let high = self.parameter(declaration, 0)?;
                let low = self.parameter(declaration, 1)?;
                self.make(Op::Extract { high, low }, arguments)
            }
            (K::ZeroExt, [_]) => {
                self.make(Op::ZeroExtend(self.parameter(declaration, 0)?), arguments)
            }
            (K::SignExt, [_]) => {
                self.make(Op::SignExtend(self.parameter(declaration, 0)?), arguments)
            }
            (K::Repeat, [a]) => {
                let copies = self.parameter(declaration, 0)?.min(BvValue::MAX_WIDTH + 1);
                self.fold(&Op::Concat, &vec![*a; copies as usize])
            }
            (K::Int2bv, [_]) => match self.sort_of(ast)? {
                Sort::BitVec(width) => self.make(Op::IntToBv(width), arguments),
                _ => Err(refused("int2bv")),
            },
            (K::ConstArray, [_]) => match self.sort_of(ast)?.as_array() {
                Some((index, _)) => self.make(Op::ConstArray(index.clone()), arguments),
                None => Err(refused("a constant array of another sort")),
            },
            (other, _) => Err(refused(format!("operator {other:?}"))),
        }
    }
}
