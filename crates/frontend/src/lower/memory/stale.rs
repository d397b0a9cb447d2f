//! Pointers to an earlier instance of a local variable: from an earlier round of a loop, or an earlier
//! call. Where one can be kept, each instance gets a number of its own, so that it is not taken for
//! the instance that is there now.

use crate::ast::{FunId, Statement, StatementKind, Storage, Unit, VariableId};
use crate::lower::unit::Lowering;
use crate::regions::{NodeId, Object};
use rustc_hash::{FxHashMap, FxHashSet};

/// The blocks around the declarations of local variables, outermost first.
pub(in crate::lower) type Blocks = FxHashMap<VariableId, Vec<u32>>;

/// Where the local variables of a unit are declared.
pub(in crate::lower) fn blocks(unit: &Unit) -> Blocks {
    let mut walk = Walk::default();
    for index in 0..unit.functions.len() as u32 {
        if let Some(body) = &unit.function(FunId(index)).body {
            walk.statement(body);
        }
    }
    walk.found
}

#[derive(Default)]
struct Walk {
    path: Vec<u32>,
    next: u32,
    found: Blocks,
}

impl Walk {
    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Declare(variables) = &statement.kind {
            for variable in variables {
                self.found.insert(*variable, self.path.clone());
            }
        }
        let opens = matches!(
            statement.kind,
            StatementKind::Compound(_) | StatementKind::For { .. }
        );
        if opens {
            self.next += 1;
            self.path.push(self.next);
        }
        for inner in statement.kind.statements() {
            self.statement(inner);
        }
        if opens {
            self.path.pop();
        }
    }
}

impl Lowering<'_> {
    /// Whether a pointer to a local variable may be kept longer than the variable is there.
    pub(super) fn may_be_outlived(&mut self, variable: VariableId) -> bool {
        if !self.follows_life() || !self.is_mortal(variable) || !self.regions.in_memory(variable) {
            return false;
        }
        if let Some(known) = self.memory.outlived.get(&variable) {
            return *known;
        }
        let node = self.regions.variable(variable).node;
        let mut holders: FxHashSet<NodeId> = FxHashSet::default();
        for number in 0..self.regions.node_count() {
            if self.regions.node(NodeId(number)).targets.contains(&node) {
                holders.insert(NodeId(number));
            }
        }
        let outlives = |(object, _): &(Object, i64)| match object {
            Object::Variable(holder) => !self.ends_before(*holder, variable),
            Object::Function(_) => false,
            Object::Heap(_) | Object::Literal(_) | Object::External => true,
        };
        let outlived = (holders.iter()).any(|node| {
            let objects = &self.regions.node(*node).objects;
            objects.iter().any(outlives)
        });
        self.memory.outlived.insert(variable, outlived);
        outlived
    }

    /// Whether a variable is gone when another one comes into being again.
    fn ends_before(&self, holder: VariableId, variable: VariableId) -> bool {
        let of = |id: VariableId| self.unit.variable(id).storage;
        match (of(holder), of(variable)) {
            (Storage::Parameter(_), _) => true,
            (Storage::Local(a), Storage::Local(b)) if a == b => {
                match (self.blocks.get(&holder), self.blocks.get(&variable)) {
                    (Some(inner), Some(outer)) => inner.starts_with(outer),
                    _ => false,
                }
            }
            (Storage::Local(a), Storage::Parameter(b)) => a == b,
            _ => false,
        }
    }
}
