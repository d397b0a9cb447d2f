//! What all functions share while a unit is lowered: the program, the variables of its objects, their names.

use super::shape::{Member, Scalar, Shape, Shapes, Storage, leaf_sort};
use super::state::{
    Blocks, CutLoops, Frame, Memory, Outcome, Range, Repeated, SharedData, TouchedByFunction,
    blocks,
};
use crate::ast::{self, FunId, Type, Unit, VariableId};
use crate::facts::Annotations;
use crate::models::has_allocator;
use crate::points_to::{Cell, ExprKey, NodeId, PointsTo};
use invar_cfa::{
    Aspect, Cfa, Check, CheckId, DataModel, External, ExternalEffect, Function, FunctionId,
    Indexing, Layout, Program, Property, Scope, Span, TextNotes, VarId,
};
use invar_term::TermStore;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Stands for an index in the path of an array's elements.
pub(super) const INDEX: &str = "[#]";

fn add_name(names: &mut FxHashSet<String>, wanted: String) -> String {
    let mut name = wanted.clone();
    let mut count = 1;
    while !names.insert(name.clone()) {
        count += 1;
        name = format!("{wanted}#{count}");
    }
    name
}

/// What the source calls a part of an object.
pub(super) struct PartName {
    /// The object's name and the members that lead to it.
    pub path: String,
    /// What its elements are called if it is an array from offsets.
    pub indexing: Indexing,
    /// The scalar that is declared there.
    pub scalar: Option<Scalar>,
}

/// A check in the text: the name of its function and where that is, what is checked where, and how many such checks come
/// before it.
type TextCheck = (Arc<str>, Option<Span>, Check, usize);

/// What all functions share while a unit is lowered.
pub(super) struct Lowering<'u> {
    pub unit: &'u Unit,
    pub program: Program,
    pub shapes: Shapes<'u>,
    pub points_to: PointsTo<'u>,
    pub memory: Memory,
    /// Strings that are mentioned, with their objects.
    pub strings: FxHashMap<ExprKey, Cell>,
    /// Variables that hold the addresses of locals.
    pub holders: FxHashMap<VariableId, VarId>,
    /// Bytes that allocating calls ask for, where constant.
    pub heap_sizes: FxHashMap<ExprKey, Option<u64>>,
    /// Sizes of fixed objects that are looked up at run time.
    pub recorded_sizes: BTreeMap<u32, u32>,
    /// Where local variables are declared.
    pub blocks: Blocks,
    pub(super) repeated: Repeated,
    /// Locals that exist until the program ends.
    pub program_lifetime: FxHashSet<VariableId>,
    /// Nodes that the arguments of `main` but `argv` lead to.
    pub arguments: FxHashSet<NodeId>,
    /// Whether `main` has an array of arguments.
    pub has_argument_vector: bool,
    /// Whether a library function gave a result that is only bounded, where one can.
    pub approximated: Option<VariableId>,
    /// Whether the run begins and ends as the program does.
    pub starts_at_main: bool,
    /// Whether the program makes pointers of numbers, once that was asked.
    pub address_casts: Option<bool>,
    /// Whether the last function that may end without a value did so, once that is needed.
    pub unreturned: Option<VarId>,
    /// The function that is entered first, if it is entered only once.
    pub(super) first: Option<FunId>,
    /// Whether the unit has one of the competition's error functions.
    has_error_function: bool,
    /// Whether the library allocates with a function of the unit.
    pub(super) has_allocator: bool,
    pub(super) storage: FxHashMap<VariableId, Storage>,
    functions: FxHashMap<FunId, FunctionId>,
    results: FxHashMap<FunctionId, Storage>,
    pub(super) pending: Vec<(FunId, FunctionId)>,
    pub notes: TextNotes,
    /// The memory from outside that the precondition speaks of, if there is one.
    pub ranges: Option<Vec<Range>>,
    /// What may be written, if a contract says so.
    pub frame: Option<Frame>,
    /// Loops of which one round is looked at.
    pub cut_loops: CutLoops,
    /// What interrupt handlers and other code touch.
    pub shared: SharedData,
    /// What functions touch, once that is needed.
    pub touched: Option<TouchedByFunction>,
    /// What others say about the program, and what became of it.
    pub annotations: Option<&'u Annotations>,
    pub outcome: Outcome,
    pub segment: Option<VarId>,
    /// The checks that the text has.
    checks: FxHashMap<TextCheck, CheckId>,
    names: FxHashSet<String>,
    function_names: FxHashSet<String>,
}

impl<'u> Lowering<'u> {
    pub(super) fn new(
        unit: &'u Unit,
        data_model: DataModel,
        property: Property,
        points_to: PointsTo<'u>,
    ) -> Self {
        let mut program = Program::new(Arc::new(TermStore::new()), data_model, property);
        program.sources = unit.sources.clone();
        let has_error_function = unit
            .functions
            .iter()
            .any(|f| crate::library::is_error_function(&f.name));
        Lowering {
            unit,
            program,
            shapes: Shapes::new(unit, data_model),
            memory: Memory::new(unit, points_to.literals()),
            points_to,
            strings: FxHashMap::default(),
            holders: FxHashMap::default(),
            heap_sizes: FxHashMap::default(),
            recorded_sizes: BTreeMap::new(),
            blocks: blocks(unit),
            repeated: Repeated::of(unit),
            program_lifetime: FxHashSet::default(),
            arguments: FxHashSet::default(),
            has_argument_vector: false,
            approximated: None,
            starts_at_main: true,
            address_casts: None,
            unreturned: None,
            first: None,
            has_error_function,
            has_allocator: has_allocator(unit),
            storage: FxHashMap::default(),
            functions: FxHashMap::default(),
            results: FxHashMap::default(),
            pending: Vec::new(),
            notes: TextNotes {
                open_orders: unit.open_orders.clone(),
                ..TextNotes::default()
            },
            ranges: None,
            frame: None,
            cut_loops: CutLoops::default(),
            shared: SharedData::default(),
            touched: None,
            annotations: None,
            outcome: Outcome::default(),
            segment: None,
            checks: FxHashMap::default(),
            names: FxHashSet::default(),
            function_names: FxHashSet::default(),
        }
    }

    /// Whether a failing assertion violates the property.
    pub fn assertions_count(&self) -> bool {
        let property = self.program.property;
        property.asks_for(Aspect::Assertion)
            || property.asks_for(Aspect::ErrorCall) && !self.has_error_function
    }

    /// The id of a function with a body, lowered later if it is new.
    pub fn function_id(&mut self, fun: FunId) -> FunctionId {
        if let Some(id) = self.functions.get(&fun) {
            return *id;
        }
        let unit = self.unit;
        let declared = unit.function(fun);
        let id = FunctionId(self.program.functions.len() as u32);
        self.functions.insert(fun, id);
        self.program
            .functions
            .push(empty_function(&declared.name, declared.span));
        let mut parameters = Vec::new();
        for parameter in &declared.parameters {
            parameters.extend(self.storage_of(*parameter, id).leaves.iter());
        }
        let shape = match &declared.ty.result {
            Type::Void => Shape::nothing(),
            other => self.shapes.of(other),
        };
        let prefix = format!("{}::$result", declared.name);
        let result = self.allocate(&prefix, None, shape, Scope::Local(id), declared.span);
        let function = &mut self.program.functions[id.0 as usize];
        function.parameters = parameters;
        function.results = result.leaves.to_vec();
        self.results.insert(id, result);
        self.pending.push((fun, id));
        id
    }

    /// The number of a check in a function. Copies of a function share those of the function.
    pub fn check_id(&mut self, function: FunctionId, check: Check, before: usize) -> CheckId {
        let function = self.program.function(function);
        let key = (function.name.clone(), function.span, check, before);
        let checks = &mut self.program.checks;
        let id = self.checks.entry(key).or_insert_with(|| {
            checks.push(check);
            CheckId(checks.len() as u32 - 1)
        });
        *id
    }

    /// Whether a function may be active more than once at a time.
    pub fn is_recursive(&self, id: FunctionId) -> bool {
        let source = self.functions.iter().find(|(_, known)| **known == id);
        source.is_some_and(|(function, _)| self.points_to.recursive(*function))
    }

    /// The function of the text.
    pub fn source_of(&self, id: FunctionId) -> Option<FunId> {
        let source = self.functions.iter().find(|(_, known)| **known == id);
        source.map(|(function, _)| *function)
    }

    /// Whether nothing runs after the end of a function: it is `main`, and not called again.
    pub fn stays_active(&self, id: FunctionId) -> bool {
        let source = self.source_of(id);
        source.is_some_and(|function| self.first == Some(function))
    }

    /// The variables that hold a function's result.
    pub fn result_of(&self, id: FunctionId) -> Storage {
        self.results.get(&id).cloned().unwrap_or_else(|| Storage {
            shape: Shape::nothing(),
            leaves: Rc::from([]),
        })
    }

    /// The variables of a C variable; locals belong to `function`.
    pub fn storage_of(&mut self, variable: VariableId, function: FunctionId) -> Storage {
        if let Some(storage) = self.storage.get(&variable) {
            return storage.clone();
        }
        let unit = self.unit;
        let declared = unit.variable(variable);
        let scope = match &declared.storage {
            ast::Storage::Local(_) | ast::Storage::Parameter(_) => Scope::Local(function),
            _ => Scope::Global,
        };
        let owner = owner_prefix(unit, &declared.storage);
        // The argument of a parameter in memory is stored there first of all.
        let prefix = if self.points_to.in_memory(variable) {
            format!("{owner}$argument {}", declared.name)
        } else {
            format!("{owner}{}", declared.name)
        };
        let shape = self.shapes.of(&declared.ty);
        let storage = self.allocate(&prefix, Some(&declared.name), shape, scope, declared.span);
        self.storage.insert(variable, storage.clone());
        storage
    }

    /// New variables for a value of some shape.
    pub fn allocate(
        &mut self,
        prefix: &str,
        source_name: Option<&str>,
        shape: Rc<Shape>,
        scope: Scope,
        span: Option<Span>,
    ) -> Storage {
        let paths = self.member_paths(&shape, "");
        let mut leaves = Vec::new();
        for ((scalar, dims), pattern) in shape.leaves().into_iter().zip(paths) {
            let path = pattern.replace(INDEX, "");
            let name = self.unique(format!("{prefix}{path}"));
            let source = source_name.map(|s| format!("{s}{path}"));
            let variable = self.program.add_variable(
                &name,
                source.as_deref(),
                &leaf_sort(scalar, &dims),
                scalar.integer(),
                scalar.name,
                scope,
                span,
            );
            if let (Some(source), false) = (source_name, dims.is_empty()) {
                let indexing = plain_indexing(&format!("{source}{pattern}"), &dims);
                self.program.variables[variable.0 as usize].indexing = indexing;
            }
            leaves.push(variable);
        }
        Storage {
            shape,
            leaves: leaves.into(),
        }
    }

    /// A scalar variable for a value that the text does not name.
    pub fn temporary(&mut self, owner: &str, scalar: Scalar, function: FunctionId) -> Storage {
        let prefix = format!("{owner}::$t");
        self.allocate(
            &prefix,
            None,
            Rc::new(Shape::Scalar(scalar)),
            Scope::Local(function),
            None,
        )
    }

    /// `.range[#].low`-like paths, one per variable of a shape, in the order of [`Shape::leaves`].
    pub(super) fn member_paths(&self, shape: &Shape, prefix: &str) -> Vec<String> {
        match shape {
            Shape::Scalar(_) | Shape::Union { .. } => vec![prefix.to_owned()],
            Shape::Array(element, _) => self.member_paths(element, &format!("{prefix}{INDEX}")),
            Shape::Struct { members, .. } => members
                .iter()
                .flat_map(|m| match &*m.name {
                    // The members of an anonymous struct are members of the outer one.
                    "" => self.member_paths(&m.shape, prefix),
                    name => self.member_paths(&m.shape, &format!("{prefix}.{name}")),
                })
                .collect(),
            Shape::Opaque(_) => Vec::new(),
        }
    }

    /// What is at an offset of a type: the path of the member, e.g. `.range.low`, the names of
    /// elements if it is in an array, and the scalar, as far as it is plain.
    pub fn part_at(&self, name: &str, ty: &Type, offset: i64) -> PartName {
        let mut shape = self.shapes.of(ty);
        let mut rest = u64::try_from(offset).unwrap_or(0);
        let (mut path, mut units, mut skipped) = (String::from(name), Vec::new(), 0);
        loop {
            let next = match &*shape {
                Shape::Struct { members, .. } => {
                    let inside = |m: &&Member| {
                        let start = m.bit_offset / 8;
                        start <= rest && rest < start + m.shape.size().max(1)
                    };
                    let Some(member) = members.iter().rev().find(inside) else {
                        break;
                    };
                    if !member.name.is_empty() {
                        path.push('.');
                        path.push_str(&member.name);
                    }
                    rest -= member.bit_offset / 8;
                    member.shape.clone()
                }
                Shape::Array(element, _) if element.size() > 0 => {
                    path.push_str(INDEX);
                    units.push(element.size());
                    skipped += rest - rest % element.size();
                    rest %= element.size();
                    element.clone()
                }
                _ => break,
            };
            shape = next;
        }
        let scalar = match &*shape {
            Shape::Scalar(scalar) if rest == 0 => Some(*scalar),
            _ => None,
        };
        let layout = Layout {
            pieces: path.split(INDEX).map(str::to_owned).collect(),
            units,
            base: u64::try_from(offset).unwrap_or(0).saturating_sub(skipped),
        };
        PartName {
            path: path.replace(INDEX, ""),
            indexing: match scalar {
                Some(_) => Indexing::Layout(Arc::new(layout)),
                None => Indexing::Unnamed,
            },
            scalar,
        }
    }

    pub fn unique(&mut self, wanted: String) -> String {
        add_name(&mut self.names, wanted)
    }

    /// The name of a function and, where several have it, its number among them.
    pub(super) fn unique_function(&mut self, name: &str) -> String {
        add_name(&mut self.function_names, name.to_owned())
    }

    /// Remembers that a function without a body is called.
    pub fn note_external(&mut self, name: &Arc<str>, effect: ExternalEffect, span: Option<Span>) {
        let externals = &mut self.program.externals;
        let same = |external: &&mut External| external.name == *name && external.effect == effect;
        match externals.iter_mut().find(same) {
            Some(external) => external.calls += 1,
            None => externals.push(External {
                name: name.clone(),
                effect,
                span,
                calls: 1,
            }),
        }
    }
}

/// What the elements of a plain array are called, given the path with marks for the indices.
fn plain_indexing(pattern: &str, dims: &[u64]) -> Indexing {
    let pieces: Vec<String> = pattern.split(INDEX).map(str::to_owned).collect();
    // A union is an array of its bytes.
    if pieces.len() != dims.len() + 1 {
        return Indexing::Unnamed;
    }
    let inner = |i: usize| dims[i + 1..].iter().product();
    Indexing::Layout(Arc::new(Layout {
        pieces,
        units: (0..dims.len()).map(inner).collect(),
        base: 0,
    }))
}

pub(super) fn empty_function(name: &str, span: Option<Span>) -> Function {
    Function {
        name: name.into(),
        cfa: Cfa::new(name),
        parameters: Vec::new(),
        results: Vec::new(),
        span,
    }
}

/// `function::` for what belongs to a function.
pub(super) fn owner_prefix(unit: &Unit, storage: &ast::Storage) -> String {
    match storage {
        ast::Storage::Global | ast::Storage::External => String::new(),
        ast::Storage::StaticLocal(f) | ast::Storage::Local(f) | ast::Storage::Parameter(f) => {
            format!("{}::", unit.function(*f).name)
        }
    }
}
