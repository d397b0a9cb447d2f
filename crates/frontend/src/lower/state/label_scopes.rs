//! The variables in scope at the labels of a function, and those that jumps bring into scope.

use crate::ast::{LabelId, Statement, StatementKind, VariableId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Identity of a block in its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::lower) struct BlockKey(usize);

impl BlockKey {
    pub(in crate::lower) fn of(statement: &Statement) -> BlockKey {
        BlockKey(std::ptr::from_ref(statement).addr())
    }
}

/// The variables in scope at each label of a function, and the blocks around it.
#[derive(Default)]
pub(in crate::lower) struct LabelScopes {
    pub(in crate::lower) at: FxHashMap<LabelId, (Vec<VariableId>, Vec<BlockKey>)>,
    /// The blocks that variables are declared in.
    pub(in crate::lower) block_of: FxHashMap<VariableId, BlockKey>,
    /// Variables of blocks that jumps may bring into scope.
    pub(in crate::lower) jumped_to: FxHashMap<BlockKey, Vec<VariableId>>,
    pub(in crate::lower) scope: Vec<VariableId>,
    pub(in crate::lower) blocks: Vec<BlockKey>,
    /// How many variables are in scope at the switches around.
    pub(in crate::lower) switches: Vec<usize>,
    /// Jumps with the variables that are in scope before them.
    pub(in crate::lower) jumps: Vec<(LabelId, Vec<VariableId>)>,
    /// Variables that jumps bring into scope.
    pub(in crate::lower) brought: BTreeSet<VariableId>,
}

impl LabelScopes {
    pub(in crate::lower) fn of(body: &Statement) -> LabelScopes {
        let mut scopes = LabelScopes::default();
        scopes.visit(body);
        for (label, before) in std::mem::take(&mut scopes.jumps) {
            let there = scopes
                .at
                .get(&label)
                .into_iter()
                .flat_map(|(there, _)| there);
            let brought = there.filter(|variable| !before.contains(variable));
            scopes.brought.extend(brought);
        }
        for variable in &scopes.brought {
            if let Some(block) = scopes.block_of.get(variable) {
                scopes.jumped_to.entry(*block).or_default().push(*variable);
            }
        }
        scopes
    }

    fn visit(&mut self, statement: &Statement) {
        let depth = self.scope.len();
        match &statement.kind {
            StatementKind::Declare(variables) => {
                if let Some(block) = self.blocks.last() {
                    let of_block = variables.iter().map(|variable| (*variable, *block));
                    self.block_of.extend(of_block);
                }
                // Visible to what follows in the enclosing block.
                self.scope.extend(variables);
                return;
            }
            StatementKind::Label(label, body) => {
                let here = (self.scope.clone(), self.blocks.clone());
                self.at.insert(*label, here);
                // A declaration after a label belongs to the enclosing block too.
                return self.visit(body);
            }
            StatementKind::Case(_, body) | StatementKind::Default(body) => {
                // Those in scope at the switch keep their values.
                let inside = self.switches.last().copied().unwrap_or_default();
                self.brought.extend(&self.scope[inside..]);
                return self.visit(body);
            }
            StatementKind::Goto(label) => self.jumps.push((*label, self.scope.clone())),
            StatementKind::Compound(list) => {
                self.blocks.push(BlockKey::of(statement));
                list.iter().for_each(|s| self.visit(s));
                self.blocks.pop();
            }
            StatementKind::If {
                then, otherwise, ..
            } => {
                self.visit(then);
                otherwise.iter().for_each(|s| self.visit(s));
            }
            StatementKind::While { body, .. } | StatementKind::DoWhile { body, .. } => {
                self.visit(body)
            }
            StatementKind::Switch { body, .. } => {
                self.switches.push(depth);
                self.visit(body);
                self.switches.pop();
            }
            StatementKind::For { initial, body, .. } => {
                self.blocks.push(BlockKey::of(statement));
                initial.iter().for_each(|s| self.visit(s));
                self.visit(body);
                self.blocks.pop();
            }
            _ => {}
        }
        self.scope.truncate(depth);
    }
}
