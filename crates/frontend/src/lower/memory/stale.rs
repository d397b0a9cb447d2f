//! Pointers to an earlier instance of a local variable: from an earlier round of a loop, or an earlier
//! call. Where one can be kept, each instance gets a number of its own, so that it is not taken for
//! the instance that is there now.

use crate::ast::{Expr, FunId, Statement, StatementKind, Storage, Type, VariableId};
use crate::lower::lowering::Lowering;
use crate::points_to::{Cell, ExprKey, NodeId, Object};
use rustc_hash::FxHashSet;

/// Blocks around what a function declares at its outset: its body.
const OUTERMOST: usize = 1;

impl Lowering<'_> {
    /// Whether a pointer to a local variable may be kept longer than the variable is there.
    pub(super) fn may_be_outlived(&mut self, variable: VariableId) -> bool {
        if !self.follows_lifetimes()
            || !self.has_limited_lifetime(variable)
            || !self.points_to.in_memory(variable)
        {
            return false;
        }
        if let Some(known) = self.memory.outlived.get(&variable) {
            return *known;
        }
        let holders = self.holders_of(self.points_to.variable(variable).node);
        let outlives = |(object, _): &(Object, i64)| match object {
            Object::Variable(holder) => !self.ends_before(*holder, variable),
            Object::Function(_) => false,
            Object::Heap(_)
            | Object::Literal(_)
            | Object::ArgumentVector
            | Object::Argument
            | Object::External => true,
        };
        let outlived = (holders.iter()).any(|node| {
            let objects = &self.points_to.node(*node).objects;
            objects.iter().any(outlives)
        });
        self.memory.outlived.insert(variable, outlived);
        outlived
    }

    /// The nodes with pointers to a node.
    fn holders_of(&self, node: NodeId) -> FxHashSet<NodeId> {
        let nodes = (0..self.points_to.node_count()).map(NodeId);
        nodes
            .filter(|holder| self.points_to.node(*holder).targets.contains(&node))
            .collect()
    }

    /// Whether a pointer to a compound literal may be kept longer than the block around the literal runs.
    pub(in crate::lower) fn may_outlive_literal(&self, literal: &Expr, cell: Cell) -> bool {
        let Some((function, block)) = self.blocks.literals.get(&ExprKey::of(literal)) else {
            return false;
        };
        if !self.follows_lifetimes() {
            return false;
        }
        let outlives = |(object, _): &(Object, i64)| match object {
            Object::Variable(holder) => match self.unit.variable(*holder).storage {
                Storage::Parameter(of) if of == *function => block.len() > OUTERMOST,
                Storage::Local(of) if of == *function => {
                    let holder = self.blocks.variables.get(holder);
                    !holder.is_some_and(|holder| holder.starts_with(block))
                }
                // What is only called from here ends before.
                Storage::Parameter(of) | Storage::Local(of) => {
                    self.points_to.may_call(of, *function)
                }
                Storage::Global | Storage::External | Storage::StaticLocal(_) => true,
            },
            Object::Function(_) => false,
            Object::Heap(_)
            | Object::Literal(_)
            | Object::ArgumentVector
            | Object::Argument
            | Object::External => true,
        };
        let mut holders = self.holders_of(cell.node).into_iter();
        let is_kept = holders.any(|node| self.points_to.node(node).objects.iter().any(outlives));
        is_kept || self.may_return(*function, cell.node)
    }

    /// Whether a function may return a pointer to a node.
    fn may_return(&self, function: FunId, node: NodeId) -> bool {
        let declared = self.unit.function(function);
        let Some(body) = &declared.body else {
            return false;
        };
        match &declared.ty.result {
            Type::Record(_) => true,
            Type::Pointer(_) => returned(body).into_iter().any(|value| {
                let pointee = self.points_to.pointee(value);
                pointee.is_none_or(|cell| cell.node == node)
            }),
            Type::Int(_) => returned(body).into_iter().any(|value| {
                let pointee = self.points_to.pointee(value);
                pointee.is_some_and(|cell| cell.node == node)
            }),
            _ => false,
        }
    }

    /// Whether a variable is gone when another one comes into being again.
    fn ends_before(&self, holder: VariableId, variable: VariableId) -> bool {
        let of = |id: VariableId| self.unit.variable(id).storage;
        match (of(holder), of(variable)) {
            (Storage::Parameter(a), Storage::Local(b)) if a == b => {
                let block = self.blocks.variables.get(&variable);
                block.is_some_and(|block| block.len() <= OUTERMOST)
            }
            (Storage::Parameter(a), Storage::Parameter(b)) if a == b => true,
            (Storage::Parameter(a), Storage::Local(b) | Storage::Parameter(b)) => {
                !self.points_to.may_call(a, b)
            }
            (Storage::Local(a), Storage::Local(b)) if a == b => {
                // A jump back over its declaration ends an array of computed length within its block.
                let is_computed =
                    matches!(self.unit.variable(variable).ty, Type::VariableArray(..));
                if is_computed && self.blocks.labelled.contains(&a) {
                    return false;
                }
                let blocks = &self.blocks.variables;
                match (blocks.get(&holder), blocks.get(&variable)) {
                    (Some(inner), Some(outer)) => inner.starts_with(outer),
                    _ => false,
                }
            }
            (Storage::Local(a), Storage::Parameter(b)) => a == b,
            _ => false,
        }
    }
}

/// The values that a function returns.
fn returned(statement: &Statement) -> Vec<&Expr> {
    let own = match &statement.kind {
        StatementKind::Return(value) => value.iter().collect(),
        _ => Vec::new(),
    };
    let inner = statement.kind.statements().into_iter();
    own.into_iter().chain(inner.flat_map(returned)).collect()
}
