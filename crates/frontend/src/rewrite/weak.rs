//! Weak symbols that are defined nowhere may be missing: their address is null then.

use super::build::{At, hidden_variable, int};
use super::calls::direct;
use super::walk::{self, Parts, Visitor};
use crate::ast::{CastKind, Expr, ExprKind, FunId, Linkage, Storage, UnaryOp, Unit, VariableId};
use std::collections::BTreeMap;

/// Something that may be missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    Function(FunId),
    Variable(VariableId),
}

/// Gives each weak symbol without a definition a variable of which nothing is known: whether it is there.
pub(super) fn rewrite(unit: &mut Unit) {
    let mut symbols = Vec::new();
    for (number, function) in unit.functions.iter().enumerate() {
        if function.linkage == Linkage::Weak && function.body.is_none() {
            symbols.push((
                Symbol::Function(FunId(number as u32)),
                function.name.clone(),
            ));
        }
    }
    for (number, variable) in unit.variables.iter().enumerate() {
        if variable.linkage == Linkage::Weak && variable.storage == Storage::External {
            let id = VariableId(number as u32);
            symbols.push((Symbol::Variable(id), variable.name.clone()));
        }
    }
    if symbols.is_empty() {
        return;
    }
    let mut there = BTreeMap::new();
    for (symbol, name) in symbols {
        let name = format!("$defined {name}");
        let variable = hidden_variable(unit, &name, int(), Storage::External, None);
        there.insert(symbol, variable);
    }
    let mut visitor = Weak {
        there,
        place: Place::Body,
    };
    for number in 0..unit.functions.len() {
        walk::function(unit, FunId(number as u32), &mut visitor);
    }
    visitor.place = Place::Initialiser;
    walk::static_initialisers(unit, &mut visitor);
}

/// What is rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Body,
    Initialiser,
}

struct Weak {
    there: BTreeMap<Symbol, VariableId>,
    place: Place,
}

impl Visitor for Weak {
    fn call(&self, callee: &Expr) -> Parts {
        // What is called must be there.
        match direct(callee) {
            Some(_) => Parts::Arguments,
            None => Parts::All,
        }
    }

    fn expression(&mut self, expr: &mut Expr) {
        let symbol = match &expr.kind {
            ExprKind::Cast(CastKind::FunctionToPointer | CastKind::ArrayToPointer, operand)
            | ExprKind::Unary(UnaryOp::AddressOf, operand) => match operand.kind {
                ExprKind::Function(id) => Symbol::Function(id),
                ExprKind::Variable(id) => Symbol::Variable(id),
                _ => return,
            },
            _ => return,
        };
        let Some(there) = self.there.get(&symbol) else {
            return;
        };
        let at = At(expr.span);
        if self.place == Place::Initialiser {
            // It would be known only after the variables have their values.
            *expr = at.unsupported("weak symbol in an initialiser", expr.ty.clone());
            return;
        }
        let is_there = at.read(at.variable(*there, &int()));
        let null = at.cast(CastKind::NullToPointer, at.number(0), expr.ty.clone());
        *expr = at.choice(is_there, expr.clone(), null);
    }
}
