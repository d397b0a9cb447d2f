//! Interrupt handlers (`--isr`). A handler may run at any time while interrupts are enabled. What it does matters only
//! where that can make a difference: it is enough that handlers run at the start, and after each operation of the interrupted
//! code that touches what handlers touch. A run of a handler at another time can be moved back to the last such
//! operation before it, since nothing in between depends on it.
//!
//! This pass makes the parts; lowering (`lower::interrupts`) puts calls of the dispatchers after those operations:
//!
//! - code runs at a level: 0 for the program, higher ones for handlers by priority. Functions that handlers call are
//!   copied for each level, so that no call goes back to a lower level;
//! - the dispatcher of a level runs handlers of higher levels, any number of them, while no mask is set;
//! - functions and instructions that mask interrupts (`table`) get bodies that set the masks.

mod copy;
mod masks;
mod table;

use crate::ast::{
    DefinitionCounts, Expr, FunId, FunctionDecl, FunctionType, Linkage, Statement, StatementKind,
    Type, Unit,
};
use crate::diagnostic::Diagnostic;
use crate::library::CHOICE;
use crate::rewrite::build::{At, int, intrinsic, precede};
use masks::Masks;
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use table::STATUS_ADDRESSES;

/// Levels above the program's, at most.
const MAX_LEVELS: usize = 30;

/// They are written out as several accesses.
const ATOMIC: &str = "interrupt handlers in a program with atomic operations";

const AT: At = At(None);

/// An interrupt handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The function.
    pub name: String,
    /// Handlers of a higher priority interrupt it.
    pub priority: u32,
}

/// Lets handlers interrupt a program that starts at a function.
///
/// # Errors
///
/// A handler is no function with a body and without parameters, or there are too many priorities.
pub fn insert(unit: &mut Unit, entry: FunId, handlers: &[Handler]) -> Result<(), Diagnostic> {
    // A unit may be read twice.
    if handlers.is_empty() || !unit.interrupts.dispatchers.is_empty() {
        return Ok(());
    }
    let priorities: BTreeSet<u32> = handlers.iter().map(|handler| handler.priority).collect();
    if priorities.len() > MAX_LEVELS {
        let message = format!("more than {MAX_LEVELS} priorities of interrupt handlers");
        return Err(Diagnostic::new(message));
    }
    let mut at_level: BTreeMap<u32, Vec<FunId>> = BTreeMap::new();
    for handler in handlers {
        let function = crate::entry::find(unit, &handler.name)?;
        if !unit.function(function).parameters.is_empty() {
            let message = format!("the interrupt handler `{}` has parameters", handler.name);
            return Err(Diagnostic::new(message));
        }
        let below = priorities.range(..handler.priority).count() as u32;
        at_level.entry(below + 1).or_default().push(function);
    }
    let masks = Masks::insert(unit, entry);
    let mut copies: BTreeMap<u32, Vec<FunId>> = BTreeMap::new();
    for (level, functions) in &at_level {
        let copied = copy::at_level(unit, *level, functions);
        copies.insert(*level, copied);
    }
    masks.refuse_in_handlers(unit);
    let levels: Vec<u32> = copies.keys().copied().collect();
    for level in std::iter::once(0).chain(levels) {
        let above: Vec<FunId> = (copies.range(level + 1..))
            .flat_map(|(_, functions)| functions.iter().copied())
            .collect();
        if above.is_empty() {
            continue;
        }
        let dispatcher = dispatcher(unit, &masks, &above);
        unit.interrupts.dispatchers.insert(level, dispatcher);
        let interrupted = match level {
            0 => vec![entry],
            level => copies[&level].clone(),
        };
        for function in interrupted {
            let call = call(unit, dispatcher);
            if let Some(body) = &mut unit.functions[function.0 as usize].body {
                precede(body, call);
            }
        }
    }
    Ok(())
}

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: None }
}

fn compound(list: Vec<Statement>) -> Statement {
    statement(StatementKind::Compound(list))
}

/// A call of a function without parameters.
fn call(unit: &Unit, function: FunId) -> Statement {
    let ty = &unit.function(function).ty;
    let at = At(unit.function(function).span);
    let call = at.call(at.function(function, ty), Vec::new(), ty.result.clone());
    Statement {
        kind: StatementKind::Expression(call),
        span: at.0,
    }
}

fn choice(unit: &mut Unit) -> Expr {
    let (function, ty) = intrinsic(unit, CHOICE, int(), Vec::new());
    AT.call(AT.function(function, &ty), Vec::new(), int())
}

/// `while (choice()) { if (masked) break; if (choice()) first(); else second(); }`
fn dispatcher(unit: &mut Unit, masks: &Masks, handlers: &[FunId]) -> FunId {
    let mut chosen: Option<Statement> = None;
    for handler in handlers {
        let run = call(unit, *handler);
        chosen = Some(match chosen {
            None => run,
            Some(others) => statement(StatementKind::If {
                condition: choice(unit),
                then: Box::new(run),
                otherwise: Some(Box::new(others)),
            }),
        });
    }
    let mut round: Vec<Statement> = Vec::new();
    if unit.has_atomics {
        round.push(statement(StatementKind::Unsupported(ATOMIC.into())));
    }
    for masked in masks.conditions(unit) {
        round.push(statement(StatementKind::If {
            condition: masked,
            then: Box::new(statement(StatementKind::Break)),
            otherwise: None,
        }));
    }
    round.extend(chosen);
    let condition = choice(unit);
    let body = compound(vec![statement(StatementKind::While {
        condition,
        body: Box::new(compound(round)),
    })]);
    let id = FunId(unit.functions.len() as u32);
    unit.functions.push(FunctionDecl {
        name: "interrupt".into(),
        ty: FunctionType {
            result: Type::Void,
            parameters: Vec::new(),
            variadic: false,
            without_prototype: false,
        },
        parameters: Vec::new(),
        body: Some(body),
        const_parameters: BTreeSet::new(),
        no_return: false,
        in_system_header: false,
        linkage: Linkage::Internal,
        definition_counts: DefinitionCounts::Always,
        symbol: None,
        span: None,
    });
    id
}
