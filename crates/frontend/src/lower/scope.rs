//! Scopes: which variables exist where, so that a jump into a block after a declaration leaves
//! the declared variable with any value, as C says, and that variables end with their block.

use super::body::{Body, Lowered};
use super::state::BlockKey;
use crate::ast::{LabelId, Statement, Storage, Type, VariableId};
use crate::points_to::Cell;
use invar_cfa::{HavocOrigin, LocId, Scope, Span};
use invar_term::TermId;
use std::rc::Rc;

impl Body<'_, '_> {
    /// `goto`: what the jump brings into scope without passing its declaration holds any value.
    pub(super) fn goto_statement(&mut self, label: LabelId, span: Option<Span>) -> Lowered<()> {
        let Some((there, blocks)) = self.label_scopes.at.get(&label).cloned() else {
            return self.unsupported("jump into a statement expression", span);
        };
        let around = self.blocks.iter().zip(&blocks);
        let common = around.take_while(|((a, _), b)| a == *b).count();
        let left = self.blocks.get(common);
        let depth = left.map_or(self.scope.len(), |(_, depth)| *depth);
        let gone = self.scope[depth..].to_vec();
        self.end_lives(&gone, span);
        let kept = self.scope[..depth].to_vec();
        self.jump_back(&kept, &there, span)?;
        self.enter_scope(&there, span);
        let target = self.label(label, None);
        self.go(target, span);
        Ok(())
    }

    /// Inside a block, back to before declarations: an array of computed length ends there, other objects live on.
    fn jump_back(
        &mut self,
        here: &[VariableId],
        there: &[VariableId],
        span: Option<Span>,
    ) -> Lowered<()> {
        for variable in here.iter().filter(|variable| !there.contains(variable)) {
            let declared = self.lowering.unit.variable(*variable);
            let is_computed = matches!(declared.ty, Type::VariableArray(..));
            if !matches!(declared.storage, Storage::Local(_))
                || !self.lowering.points_to.in_memory(*variable)
            {
                continue;
            }
            if is_computed {
                self.end_lives(&[*variable], span);
            } else if self.lowering.has_own_address(*variable) {
                return self.unsupported("jump back over the declaration of an object", span);
            }
        }
        Ok(())
    }

    /// Any value for the variables that are in scope there and not here. Those of a block around here exist already: they keep
    /// what they hold, which is any value unless their declaration was passed before.
    pub(super) fn enter_scope(&mut self, there: &[VariableId], span: Option<Span>) {
        for variable in there {
            if self.scope.contains(variable) || self.is_in_open_block(*variable) {
                continue;
            }
            self.come_without_value(*variable, span);
        }
    }

    /// Whether a block around here declares a variable, which exists since the block began.
    fn is_in_open_block(&mut self, variable: VariableId) -> bool {
        let block = self.label_scopes.block_of.get(&variable);
        let is_open = block.is_some_and(|block| self.blocks.iter().any(|(open, _)| open == block));
        is_open
            && self.label_scopes.brought.contains(&variable)
            && !self.lowering.has_own_address(variable)
    }

    /// A variable exists whose declaration was not passed.
    fn come_without_value(&mut self, variable: VariableId, span: Option<Span>) {
        let declared = self.lowering.unit.variable(variable);
        if !matches!(declared.storage, Storage::Local(_)) {
            return;
        }
        if self.lowering.points_to.in_memory(variable) {
            // What could not be lowered already leads into its own location.
            let _ = self.make_local(variable, span);
            return;
        }
        let storage = self.storage(variable);
        self.havoc_all(&storage, &HavocOrigin::Uninitialised, span);
        self.begin_without_value(variable, &storage, span);
    }

    /// A block begins, and with it the variables to which jumps may lead past their declarations.
    pub(super) fn open_block(&mut self, statement: &Statement) {
        let depth = self.scope.len();
        let block = BlockKey::of(statement);
        self.blocks.push((block, depth));
        let jumped_to = self.label_scopes.jumped_to.get(&block).cloned();
        for variable in jumped_to.unwrap_or_default() {
            if self.is_in_open_block(variable) {
                self.come_without_value(variable, statement.span);
            }
        }
    }

    /// The innermost block ends.
    pub(super) fn close_block(&mut self, span: Option<Span>) {
        if let Some((_, depth)) = self.blocks.pop() {
            let gone = self.scope.split_off(depth);
            // What a function declares at its outset ends with the activation.
            if !self.blocks.is_empty() {
                self.end_lives(&gone, span);
            }
        }
    }

    /// `break` and `continue`: variables that are not in scope there end.
    pub(super) fn jump_out(&mut self, target: LocId, depth: usize, span: Option<Span>) {
        let gone = self.scope[depth..].to_vec();
        self.end_lives(&gone, span);
        self.go(target, span);
    }

    /// A function is left, however: its variables end, and what `alloca` made.
    pub(super) fn end_activation(&mut self, span: Option<Span>) {
        let Some(function) = self.lowering.source_of(self.function) else {
            return;
        };
        let unit = self.lowering.unit;
        let owned = (0..unit.variables.len() as u32).map(VariableId);
        let owned: Vec<VariableId> = owned
            .filter(|v| match unit.variable(*v).storage {
                Storage::Local(owner) | Storage::Parameter(owner) => owner == function,
                _ => false,
            })
            .collect();
        self.end_lives(&owned, span);
        for (node, holder) in std::mem::take(&mut self.allocas) {
            self.end_alloca(node, holder, span);
        }
    }

    /// An object of `alloca` ends with the function.
    pub(super) fn note_alloca(&mut self, pointer: TermId, cell: Cell, span: Option<Span>) {
        if !self.lowering.follows_lifetimes() || self.lowering.stays_active(self.function) {
            return;
        }
        let name = format!("{}::$alloca", self.name);
        let shape = Rc::new(super::shape::Shape::Scalar(self.pointer_scalar()));
        let scope = Scope::Local(self.function);
        let holder = self
            .lowering
            .allocate(&name, None, shape, scope, span)
            .leaves[0];
        let t = self.terms.clone();
        let first = t.eq(self.symbol(holder), t.bv(super::pointer_bits::WIDTH, 0));
        self.require_modelled(first, "alloca more than once at one place", span);
        self.assign(holder, pointer, span);
        self.allocas.push((cell.node, holder));
    }
}
