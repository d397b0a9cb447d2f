//! Pointers in C expressions.
//!
//! A pointer is a number inside invar and none in C. All that has an equivalent text is comparing
//! pointers with each other, with the null pointer and with addresses of named objects.

use super::text::{Text, Top};
use super::{comparison, infix};
use crate::trace::{POINTER, address, parts};
use invar_cfa::{Extent, Object, Program, VarId};
use invar_term::{Op, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The terms among `subterms`, given in postorder, that are pointers or arrays of pointers.
pub(super) fn pointers(
    program: &Program,
    variables: &FxHashMap<SymbolId, VarId>,
    subterms: &[TermId],
) -> FxHashSet<TermId> {
    let terms = &program.terms;
    let mut found = FxHashSet::default();
    for term in subterms {
        let is_pointer = match terms.op(*term) {
            Op::Symbol(symbol) => variables
                .get(symbol)
                .is_some_and(|v| &*program.variable(*v).type_name == POINTER),
            Op::Select => found.contains(&terms.args(*term)[0]),
            _ => false,
        };
        if is_pointer {
            found.insert(*term);
        }
    }
    found
}

/// An operator applied to at least one pointer.
pub(super) fn application(
    program: &Program,
    op: &Op,
    terms: &[TermId],
    args: &[&Text],
    pointers: &FxHashSet<TermId>,
) -> Option<Text> {
    match op {
        Op::Eq => {
            let side = |i: usize| {
                if pointers.contains(&terms[i]) {
                    Some(args[i].clone())
                } else {
                    Some(Text {
                        text: constant(program, program.terms.as_bv(terms[i])?.unsigned() as u64)?,
                        constant: None,
                        top: Top::Atom,
                        ..args[i].clone()
                    })
                }
            };
            let (a, b) = (side(0)?, side(1)?);
            Some(Text {
                negated: Some(infix(&a, "!=", &b)),
                ..comparison(&a, "==", &b)
            })
        }
        _ => None,
    }
}

/// A pointer that is the same in every run: null, or the address of a named object.
fn constant(program: &Program, pointer: u64) -> Option<String> {
    if pointer == 0 {
        return Some("0".into());
    }
    let (number, offset) = parts(pointer);
    let object = program.objects.named.get(&number)?;
    let is_part = match object.extent {
        Extent::Function => true,
        // Equal strings may be one object in C.
        Extent::One(_) | Extent::Array(_) => !object.name.starts_with('"'),
    };
    (is_part && is_only(program, object)).then_some(())?;
    address(object, offset)
}

/// Whether nothing else has the name of an object.
fn is_only(program: &Program, object: &Object) -> bool {
    let root = |name: &str| -> String {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        name[..end].to_owned()
    };
    let objects = program.objects.named.values();
    let same = objects.filter(|other| other.name == object.name).count();
    let elsewhere = program.variables.iter().any(|variable| {
        let name = variable.source_name.as_deref();
        name.is_some_and(|name| root(name) == *object.name) && variable.span != object.span
    });
    same == 1 && !elsewhere
}
