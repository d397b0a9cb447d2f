//! What is known about memory while a unit is lowered: numbers of objects, variables of parts.

use crate::ast::{FunId, Type, Unit, VariableId};
use crate::points_to::{ExprKey, NodeId, PartId};
use invar_cfa::VarId;
use rustc_hash::{FxHashMap, FxHashSet};

/// An object with a fixed number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::lower) enum StaticObject {
    Variable(VariableId),
    Literal(ExprKey),
    Function(FunId),
}

/// The variables of a part.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum PartStorage {
    /// The only element there is.
    Scalar(VarId),
    /// Indexed by offsets in the only object.
    Offsets(VarId),
    /// Indexed by pointers: contents of objects that begin as zero, and of the others.
    Pointers {
        zero: Option<VarId>,
        any: Option<VarId>,
    },
}

impl PartStorage {
    /// All of them.
    pub fn variables(self) -> impl Iterator<Item = VarId> {
        let all = match self {
            PartStorage::Scalar(variable) | PartStorage::Offsets(variable) => {
                [Some(variable), None]
            }
            PartStorage::Pointers { zero, any } => [zero, any],
        };
        all.into_iter().flatten()
    }
}

/// What is known about memory while a unit is lowered.
#[derive(Default)]
pub(in crate::lower) struct Memory {
    pub(in crate::lower) objects: FxHashMap<StaticObject, u32>,
    pub(in crate::lower) parts: FxHashMap<PartId, PartStorage>,
    /// Which bytes of a part belong to pointers, for parts where that can change.
    pub(in crate::lower) marks: FxHashMap<PartId, PartStorage>,
    /// Which elements of a part were written, where the arguments of `main` may be among them.
    pub(in crate::lower) overwritten: FxHashMap<PartId, VarId>,
    pub(in crate::lower) arguments: Arguments,
    pub(in crate::lower) singles: FxHashMap<NodeId, Option<StaticObject>>,
    /// Parts whose arrays are arbitrary when the program starts, in the order of allocation.
    pub arbitrary: Vec<VarId>,
    /// Counts objects made at run time, once there are any.
    pub next: Option<VarId>,
    /// Sizes of objects made at run time, once they are needed.
    pub sizes: Option<VarId>,
    /// Addresses of objects, once they are looked at.
    pub addresses: Option<VarId>,
    /// The first and the last address that is taken, once objects are placed at run time.
    pub occupied: Option<(VarId, VarId)>,
    /// Nodes of objects made at run time, once they are needed.
    pub owners: Option<VarId>,
    /// Numbers below belong to fixed objects.
    pub(in crate::lower) first_dynamic: u32,
    /// States of objects made at run time, by node.
    pub(in crate::lower) states: FxHashMap<NodeId, VarId>,
    /// Whether variables are in scope.
    pub(in crate::lower) flags: FxHashMap<VariableId, VarId>,
    /// Whether a pointer to a variable may be kept longer than it is there, as far as that is known.
    pub(in crate::lower) outlived: FxHashMap<VariableId, bool>,
    /// How much is allocated.
    pub(in crate::lower) counts: Counts,
    /// Types that pointers among the arguments of the entry function lead to, with their positions.
    pub pointees: FxHashMap<Type, usize>,
}

impl Memory {
    pub fn new(unit: &Unit, literals: usize) -> Memory {
        let fixed = unit.variables.len() + unit.functions.len() + literals + 1;
        Memory {
            first_dynamic: fixed.next_power_of_two().max(64) as u32,
            ..Memory::default()
        }
    }

    /// The number of a literal that has one.
    pub fn known_object(&self, literal: ExprKey) -> u32 {
        let known = self.objects.get(&StaticObject::Literal(literal));
        known.copied().unwrap_or(0)
    }

    /// Whether a part has variables already.
    pub fn is_mentioned(&self, part: PartId) -> bool {
        self.parts.contains_key(&part)
    }

    pub fn first_dynamic(&self) -> u32 {
        self.first_dynamic
    }

    /// Every fixed object that has a number, in the order of the numbers.
    pub fn numbered(&self) -> Vec<StaticObject> {
        let mut numbered: Vec<_> = self.objects.iter().map(|(o, n)| (*n, *o)).collect();
        numbered.sort_unstable_by_key(|(number, _)| *number);
        numbered.into_iter().map(|(_, object)| object).collect()
    }

    /// The number of a fixed object, without `ANY`.
    pub fn object(&mut self, object: StaticObject) -> u32 {
        let next = self.objects.len() as u32 + 1;
        *self.objects.entry(object).or_insert(next)
    }
}

/// How much is allocated.
#[derive(Default)]
pub(in crate::lower) struct Counts {
    /// Objects that nothing can lead to once `main` has returned.
    pub(in crate::lower) bound: Option<VarId>,
    /// Objects that variables which outlive `main` may lead to.
    pub(in crate::lower) kept: Option<VarId>,
    /// Nodes that such variables lead to.
    pub(in crate::lower) reachable: Option<FxHashSet<NodeId>>,
}

/// What the arguments need beside the arrays of their parts.
#[derive(Default)]
pub(in crate::lower) struct Arguments {
    /// How many there are.
    pub(in crate::lower) count: Option<VarId>,
    /// How long each string is.
    pub(in crate::lower) lengths: Option<VarId>,
    /// Whether an element of the array was written.
    pub(in crate::lower) changed: Option<VarId>,
    /// The nodes that the program assigns to, once that was asked.
    pub(in crate::lower) assigned: Option<FxHashSet<NodeId>>,
    /// Whether the elements have another order than at first, and which.
    pub(in crate::lower) order: Option<(VarId, VarId)>,
}
