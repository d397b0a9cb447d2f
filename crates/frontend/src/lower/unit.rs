//! Lowering of a whole translation unit.

use super::body::Body;
use super::shape::{Scalar, Shape, Storage, leaf_sort, shape_of};
use crate::ast::{self, FunId, Type, Unit, VariableId};
use invar_cfa::{
    Cfa, DataModel, External, Function, FunctionId, HavocOrigin, Operation, Program, Property,
    Scope, Span,
};
use invar_term::TermStore;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The name of the function that initialises the globals and calls `main`.
const START: &str = "$start";

/// Turns a unit into a program for one property; `None` if it has no `main` with a body.
pub fn lower(unit: &Unit, data_model: DataModel, property: Property) -> Option<Program> {
    let main = unit
        .functions
        .iter()
        .position(|f| &*f.name == "main" && f.body.is_some())?;
    let mut lowering = Lowering::new(unit, data_model, property);
    lowering.program.functions.push(empty_function(START, None));
    lowering.start(FunId(main as u32));
    while let Some((function, id)) = lowering.pending.pop() {
        lowering.function(function, id);
    }
    Some(lowering.program)
}

/// What all functions share while a unit is lowered.
pub(super) struct Lowering<'u> {
    pub unit: &'u Unit,
    pub program: Program,
    /// Whether the unit has one of the competition's error functions.
    has_error_function: bool,
    storage: FxHashMap<VariableId, Storage>,
    functions: FxHashMap<FunId, FunctionId>,
    results: FxHashMap<FunctionId, Storage>,
    pending: Vec<(FunId, FunctionId)>,
    names: FxHashSet<String>,
    externals: FxHashSet<Arc<str>>,
}

impl<'u> Lowering<'u> {
    fn new(unit: &'u Unit, data_model: DataModel, property: Property) -> Self {
        let mut program = Program::new(Arc::new(TermStore::new()), data_model, property);
        program.sources = unit.sources.clone();
        let has_error_function = unit
            .functions
            .iter()
            .any(|f| super::library::is_error_function(&f.name));
        Lowering {
            unit,
            program,
            has_error_function,
            storage: FxHashMap::default(),
            functions: FxHashMap::default(),
            results: FxHashMap::default(),
            pending: Vec::new(),
            names: FxHashSet::default(),
            externals: FxHashSet::default(),
        }
    }

    /// Whether a failing assertion violates the property.
    pub fn assertions_count(&self) -> bool {
        match self.program.property {
            Property::Assert => true,
            Property::UnreachCall => !self.has_error_function,
        }
    }

    /// The function that gives globals their values and calls `main`.
    fn start(&mut self, main: FunId) {
        let mut body = Body::new(self, FunctionId(0), START, Cfa::new(START));
        body.globals();
        body.call_main(main);
        body.finish();
    }

    fn function(&mut self, fun: FunId, id: FunctionId) {
        let unit = self.unit;
        let declared = unit.function(fun);
        let name = declared.name.clone();
        let mut body = Body::new(self, id, &name, Cfa::new(&name));
        if let Some(statement) = &declared.body {
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
            Type::Void => Shape::Struct(Vec::new()),
            other => shape_of(self.unit, other),
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

    /// The variables that hold a function's result.
    pub fn result_of(&self, id: FunctionId) -> Storage {
        self.results.get(&id).cloned().unwrap_or(Storage {
            shape: Rc::new(Shape::Struct(Vec::new())),
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
        let owner = |f: &FunId| unit.function(*f).name.to_string();
        let (prefix, scope) = match &declared.storage {
            ast::Storage::Global | ast::Storage::External => {
                (declared.name.to_string(), Scope::Global)
            }
            ast::Storage::StaticLocal(f) => {
                (format!("{}::{}", owner(f), declared.name), Scope::Global)
            }
            ast::Storage::Local(f) | ast::Storage::Parameter(f) => (
                format!("{}::{}", owner(f), declared.name),
                Scope::Local(function),
            ),
        };
        let shape = shape_of(unit, &declared.ty);
        let storage = self.allocate(&prefix, Some(&declared.name), shape, scope, declared.span);
        self.storage.insert(variable, storage.clone());
        storage
    }

    /// New variables for a value of some shape.
    pub fn allocate(
        &mut self,
        prefix: &str,
        source_name: Option<&str>,
        shape: Shape,
        scope: Scope,
        span: Option<Span>,
    ) -> Storage {
        let paths = self.member_paths(&shape, "");
        let mut leaves = Vec::new();
        for ((scalar, dims), path) in shape.leaves().into_iter().zip(paths) {
            let name = self.unique(format!("{prefix}{path}"));
            let source = source_name.map(|s| format!("{s}{path}"));
            leaves.push(self.program.add_variable(
                &name,
                source.as_deref(),
                &leaf_sort(scalar, &dims),
                scalar.integer(),
                scalar.name,
                scope,
                span,
            ));
        }
        Storage {
            shape: Rc::new(shape),
            leaves: leaves.into(),
        }
    }

    /// A scalar variable for a value that the text does not name.
    pub fn temporary(&mut self, owner: &str, scalar: Scalar, function: FunctionId) -> Storage {
        let prefix = format!("{owner}::$t");
        self.allocate(
            &prefix,
            None,
            Shape::Scalar(scalar),
            Scope::Local(function),
            None,
        )
    }

    /// `.range.low`-like paths, one per variable of a shape, in the order of [`Shape::leaves`].
    fn member_paths(&self, shape: &Shape, prefix: &str) -> Vec<String> {
        match shape {
            Shape::Scalar(_) => vec![prefix.to_owned()],
            Shape::Array(element, _) => self.member_paths(element, prefix),
            Shape::Struct(fields) => fields
                .iter()
                .flat_map(|(name, f)| match &**name {
                    // The members of an anonymous struct are members of the outer one.
                    "" => self.member_paths(f, prefix),
                    name => self.member_paths(f, &format!("{prefix}.{name}")),
                })
                .collect(),
            Shape::Opaque(_) => Vec::new(),
        }
    }

    fn unique(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        let mut count = 1;
        while !self.names.insert(name.clone()) {
            count += 1;
            name = format!("{wanted}#{count}");
        }
        name
    }

    /// Remembers that a function without a body is called.
    pub fn note_external(&mut self, name: &Arc<str>, span: Option<Span>) {
        if self.externals.insert(name.clone()) {
            self.program.externals.push(External {
                name: name.clone(),
                span,
            });
        }
    }
}

impl Body<'_, '_> {
    /// Initialises globals, static locals and externals.
    fn globals(&mut self) {
        let unit = self.lowering.unit;
        for (index, declared) in unit.variables.iter().enumerate() {
            let variable = VariableId(index as u32);
            match declared.storage {
                ast::Storage::Global | ast::Storage::StaticLocal(_) => {
                    if let Some(initialiser) = &declared.initialiser {
                        let storage = self.storage(variable);
                        self.initialise_global(&storage, initialiser);
                    }
                }
                ast::Storage::External => {
                    let storage = self.storage(variable);
                    let origin = HavocOrigin::External(declared.name.clone());
                    self.havoc_all(&storage, &origin, declared.span);
                }
                ast::Storage::Local(_) | ast::Storage::Parameter(_) => {}
            }
        }
    }

    /// Calls `main` with any arguments.
    fn call_main(&mut self, main: FunId) {
        let unit = self.lowering.unit;
        let function = self.lowering.function_id(main);
        let mut arguments = Vec::new();
        for parameter in &unit.function(main).parameters {
            // Parameters belong to `main`; fresh temporaries take the arbitrary values.
            let shape = shape_of(unit, &unit.variable(*parameter).ty);
            let scope = Scope::Local(self.function);
            let name = format!("{START}::{}", unit.variable(*parameter).name);
            let storage = self.lowering.allocate(&name, None, shape, scope, None);
            let origin = HavocOrigin::Input("argument of main".into());
            self.havoc_all(&storage, &origin, None);
            arguments.extend(storage.leaves.iter().map(|leaf| self.symbol(*leaf)));
        }
        let span = unit.function(main).span;
        self.emit(
            Operation::Call {
                function,
                arguments,
                results: Vec::new(),
            },
            span,
        );
    }
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
