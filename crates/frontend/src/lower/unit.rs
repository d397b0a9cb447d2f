//! Lowering of a whole translation unit.

use super::annotate::Outcome;
use super::body::Body;
use super::cut_loops::CutLoops;
use super::interrupts::SharedData;
use super::memory::{Blocks, Frame, Memory, Range, blocks};
use super::repeated::Repeated;
use super::shape::{Member, Scalar, Shape, Shapes, Storage, leaf_sort};
use super::touched::TouchedByFunction;
use crate::ast::{self, FunId, Type, Unit, VariableId};
use crate::facts::Annotations;
use crate::library::{APPROXIMATE, APPROXIMATED};
use crate::models::{has_allocator, is_model};
use crate::points_to::{Cell, ExprKey, NodeId, PointsTo};
use crate::specialise::specialised;
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

/// The name of the function that initialises the globals and calls `main`.
pub(super) const START: &str = "$start";

/// Turns a unit into a program for one property; `None` if it has no `main` with a body.
pub fn lower(unit: &Unit, data_model: DataModel, property: Property) -> Option<Program> {
    let main = main_of(unit)?;
    let copies = specialised(unit, main);
    let unit = copies.as_ref().unwrap_or(unit);
    let points_to = PointsTo::analyse(unit, data_model, main);
    let lowering = Lowering::new(unit, data_model, property, points_to);
    Some(lower_with(lowering, main).0)
}

/// As [`lower`], with what others say about the program as part of it.
pub fn lower_annotated(
    unit: &Unit,
    data_model: DataModel,
    property: Property,
    annotations: &Annotations,
) -> Option<(Program, Outcome)> {
    let main = main_of(unit)?;
    let points_to = PointsTo::analyse(unit, data_model, main);
    let mut lowering = Lowering::new(unit, data_model, property, points_to);
    lowering.annotations = Some(annotations);
    Some(lower_with(lowering, main))
}

/// Which memory of code that is not there can be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutsideMemory {
    /// As much as the accesses need, at every pointer that is not null.
    Assumed,
    /// What the precondition says.
    Required,
}

/// As [`lower`], for a program that starts at a function of a unit that [`open`](crate::entry::open) made
/// ready for it.
pub fn lower_entry(
    unit: &Unit,
    data_model: DataModel,
    property: Property,
    entry: FunId,
    outside: OutsideMemory,
) -> Program {
    let copies = specialised(unit, entry);
    let unit = copies.as_ref().unwrap_or(unit);
    let points_to = PointsTo::analyse_entry(unit, data_model, entry);
    let mut lowering = Lowering::new(unit, data_model, property, points_to);
    lowering.starts_at_main = false;
    if outside == OutsideMemory::Required {
        lowering.ranges = Some(Vec::new());
    }
    lower_with(lowering, entry).0
}

fn add_name(names: &mut FxHashSet<String>, wanted: String) -> String {
    let mut name = wanted.clone();
    let mut count = 1;
    while !names.insert(name.clone()) {
        count += 1;
        name = format!("{wanted}#{count}");
    }
    name
}

fn main_of(unit: &Unit) -> Option<FunId> {
    let main = unit
        .functions
        .iter()
        .position(|f| &*f.name == "main" && f.body.is_some())?;
    Some(FunId(main as u32))
}

fn lower_with(mut lowering: Lowering<'_>, main: FunId) -> (Program, Outcome) {
    lowering.find_immortal(main);
    lowering.find_arguments(main);
    lowering.find_approximations();
    lowering.survey_objects();
    lowering.find_shared_data();
    lowering.program.functions.push(empty_function(START, None));
    lowering.function_id(main);
    while let Some((function, id)) = lowering.pending.pop() {
        lowering.function(function, id);
    }
    lowering.cut_loops();
    // Last, since only what the functions mention needs a value.
    lowering.start(main);
    lowering.name_objects();
    lowering.note_enumerations();
    lowering.note_volatile();
    lowering.program.notes = Arc::new(lowering.notes);
    (lowering.program, lowering.outcome)
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
    pub immortal: FxHashSet<VariableId>,
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
    first: Option<FunId>,
    /// Whether the unit has one of the competition's error functions.
    has_error_function: bool,
    /// Whether the library allocates with a function of the unit.
    pub(super) has_allocator: bool,
    pub(super) storage: FxHashMap<VariableId, Storage>,
    functions: FxHashMap<FunId, FunctionId>,
    results: FxHashMap<FunctionId, Storage>,
    pending: Vec<(FunId, FunctionId)>,
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
    fn new(
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
            immortal: FxHashSet::default(),
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

    /// What the arguments of `main` lead to, but for `argv`.
    fn find_arguments(&mut self, main: FunId) {
        if !self.starts_at_main {
            return;
        }
        let vector = crate::points_to::argument_vector(self.unit, main);
        self.has_argument_vector = vector.is_some();
        let parameters = self.unit.function(main).parameters.iter();
        let others = parameters.filter(|parameter| vector != Some(**parameter));
        let nodes = others.map(|p| self.points_to.variable(*p).node);
        let mut todo: Vec<NodeId> = nodes
            .flat_map(|node| self.points_to.node(node).targets.iter().copied())
            .collect();
        while let Some(node) = todo.pop() {
            if self.arguments.insert(node) {
                todo.extend(&self.points_to.node(node).targets);
            }
        }
    }

    /// Whether functions without a body may write to one of several objects.
    fn has_several_written_outside(&mut self) -> bool {
        let nodes = (0..).map(NodeId).zip(self.points_to.nodes());
        let written = nodes.filter(|(_, node)| node.written_outside);
        let written: Vec<NodeId> = written.map(|(id, _)| id).collect();
        written.into_iter().any(|node| self.single(node).is_none())
    }

    /// Whether results of the library, or what functions without a body write, may be only bounded.
    fn find_approximations(&mut self) {
        let unit = self.unit;
        let is_called = (self.points_to.functions().iter()).any(|id| {
            let function = unit.function(*id);
            &*function.name == APPROXIMATE && is_model(unit, function.span)
        });
        let is_state = |v: &ast::VariableDecl| {
            &*v.name == APPROXIMATED && (v.span.is_none() || is_model(unit, v.span))
        };
        self.approximated = (unit.variables.iter().position(is_state))
            .filter(|_| is_called || self.has_several_written_outside())
            .map(|number| VariableId(number as u32));
    }

    /// Locals of `main` outside inner blocks exist until the program ends, except arrays of computed length: a jump
    /// back over the declaration ends them.
    fn find_immortal(&mut self, main: FunId) {
        if self.points_to.recursive(main) {
            return;
        }
        self.first = Some(main);
        let unit = self.unit;
        let declared = unit.function(main);
        self.immortal.extend(&declared.parameters);
        let body = declared.body.as_ref().map(|body| &body.kind);
        let Some(ast::StatementKind::Compound(list)) = body else {
            return;
        };
        for statement in list {
            if let ast::StatementKind::Declare(variables) = &statement.kind {
                let is_fixed =
                    |id: &&VariableId| !matches!(unit.variable(**id).ty, Type::VariableArray(..));
                self.immortal.extend(variables.iter().filter(is_fixed));
            }
        }
    }

    /// The function that gives globals their values and calls `main`.
    fn start(&mut self, main: FunId) {
        let mut body = Body::new(self, FunctionId(0), START, Cfa::new(START));
        body.contents();
        // Initialisers give values to what the functions mention, and mention nothing more.
        body.initialising = true;
        body.globals();
        body.strings();
        body.initialising = false;
        body.call_main(main);
        if body.lowering.starts_at_main {
            body.check_leaks(main);
        }
        body.finish();
    }

    fn function(&mut self, fun: FunId, id: FunctionId) {
        let unit = self.unit;
        let declared = unit.function(fun);
        let name = declared.name.clone();
        let stable_name = self.unique_function(&name);
        let mut body = Body::new(self, id, &stable_name, Cfa::new(&name));
        if let Some(statement) = &declared.body {
            body.take_parameters(&declared.parameters);
            body.scope.extend(&declared.parameters);
            body.function_body(statement);
        }
        body.finish();
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
    fn unique_function(&mut self, name: &str) -> String {
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

impl Body<'_, '_> {
    /// Arguments go where the parameters live.
    fn take_parameters(&mut self, parameters: &[VariableId]) {
        for parameter in parameters {
            if !self.lowering.points_to.in_memory(*parameter) {
                continue;
            }
            let span = self.lowering.unit.variable(*parameter).span;
            let argument = self.storage(*parameter);
            let value = super::place::Value {
                leaves: argument.leaves.iter().map(|v| self.symbol(*v)).collect(),
                shape: argument.shape,
            };
            self.begin_life(*parameter, span);
            if self.lowering.has_own_address(*parameter)
                && self.make_local(*parameter, span).is_err()
            {
                continue;
            }
            let place = self.variable_place(*parameter);
            // What could not be lowered already leads into its own location.
            let _ = self.write(&place, &value, span);
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

fn empty_function(name: &str, span: Option<Span>) -> Function {
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
