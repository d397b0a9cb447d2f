//! Generation: walks what `main` reaches once and turns every expression into unifications and
//! facts. Here: the state, the worklists and the statements.

use super::facts::{Access, Extent, Facts, Touch};
use super::graph::{Graph, Raw};
use super::layouts::Layouts;
use super::model::{ExprKey, Object};
use crate::ast::{Expr, FunId, Statement, StatementKind, Storage, Type, Unit, VariableId};
use invar_cfa::DataModel;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Whether integers that are wide enough are followed like pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carry {
    /// Only pointers: enough while no integer becomes a pointer.
    Pointers,
    /// Integers of at least the width of a pointer too.
    Integers,
}

/// How the contents of an object start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Zero,
    Any,
    /// Functions have no contents.
    Nothing,
}

/// A call through a pointer.
pub(super) struct IndirectCall<'u> {
    pub callee: Raw,
    pub expr: &'u Expr,
    pub caller: Option<FunId>,
    /// Where the result goes.
    pub result: Raw,
}

/// Which objects from outside may be the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sharing {
    /// None, unless the program itself mixes the pointers.
    Apart,
    /// Those of one type.
    ByType,
}

/// The state of generation.
pub(super) struct Generator<'u> {
    pub unit: &'u Unit,
    pub model: DataModel,
    pub carry: Carry,
    pub layouts: Layouts<'u>,
    pub graph: Graph,
    pub facts: Facts,
    /// The objects that lvalues designate, and temporaries for values of struct type.
    pub places: FxHashMap<ExprKey, Raw>,
    /// What values point to.
    pub pointees: FxHashMap<ExprKey, Raw>,
    pub literals: FxHashMap<ExprKey, Raw>,
    pub objects: Vec<(Object, Raw, Start)>,
    /// Variables whose address is used, by position.
    pub taken: Vec<bool>,
    pub functions: FxHashMap<FunId, Raw>,
    pub results: FxHashMap<FunId, Raw>,
    pub calls: Vec<IndirectCall<'u>>,
    /// The first of the string literals with the same text and type.
    pub strings: FxHashMap<(&'u [u32], &'u Type), ExprKey>,
    /// Further string literals, with the first one.
    pub same: FxHashMap<ExprKey, ExprKey>,
    /// Literals and allocating calls.
    pub makers: FxHashMap<ExprKey, &'u Expr>,
    pub bound: FxHashSet<(usize, FunId)>,
    pub targets: FxHashMap<ExprKey, BTreeSet<FunId>>,
    pub edges: BTreeSet<(FunId, FunId)>,
    /// Functions with a body that are reached, by position.
    pub reached: Vec<bool>,
    seen_variables: Vec<bool>,
    waiting_functions: Vec<FunId>,
    waiting_variables: Vec<VariableId>,
    pub current: Option<FunId>,
    /// Whether variables from outside may point to the same objects.
    pub sharing: Sharing,
    /// Objects from outside by their type, where pointers of one type may share them.
    pub outside_objects: FxHashMap<Type, Raw>,
    /// Places whose contents are not the program's, beside `extern` variables.
    pub from_elsewhere: Vec<Raw>,
    /// What functions without a body may write to.
    pub written_outside: Vec<Raw>,
    /// What is handed to `free`.
    pub freed: Vec<Raw>,
    /// What pointers among variadic arguments point to.
    pub variadic: Raw,
    /// What pointers point to that were put together from pieces.
    pub escaped: Raw,
    /// What integers point to that were computed with, and the results of that.
    pub lost: Vec<Raw>,
    pub computed: Vec<Raw>,
    /// What pointers made from integers point to.
    pub from_integers: Vec<Raw>,
    /// An integer becomes a pointer, and integers are not followed.
    pub needs_integers: bool,
    /// What pointers made from constants point to.
    pub constant_addresses: Vec<Raw>,
    /// What pointers point to that are compared for equality.
    pub compared: Vec<(Raw, Raw)>,
}

impl<'u> Generator<'u> {
    pub fn new(unit: &'u Unit, model: DataModel, carry: Carry) -> Generator<'u> {
        let mut graph = Graph::new();
        // The first nodes are the variables, by position.
        for _ in &unit.variables {
            graph.fresh();
        }
        let (variadic, escaped) = (graph.fresh(), graph.fresh());
        Generator {
            unit,
            model,
            carry,
            layouts: Layouts::new(unit, model),
            graph,
            facts: Facts::default(),
            places: FxHashMap::default(),
            pointees: FxHashMap::default(),
            literals: FxHashMap::default(),
            objects: Vec::new(),
            taken: vec![false; unit.variables.len()],
            functions: FxHashMap::default(),
            results: FxHashMap::default(),
            calls: Vec::new(),
            strings: FxHashMap::default(),
            same: FxHashMap::default(),
            makers: FxHashMap::default(),
            bound: FxHashSet::default(),
            targets: FxHashMap::default(),
            edges: BTreeSet::new(),
            reached: vec![false; unit.functions.len()],
            seen_variables: vec![false; unit.variables.len()],
            waiting_functions: Vec::new(),
            waiting_variables: Vec::new(),
            current: None,
            sharing: Sharing::Apart,
            outside_objects: FxHashMap::default(),
            from_elsewhere: Vec::new(),
            written_outside: Vec::new(),
            freed: Vec::new(),
            variadic,
            escaped,
            lost: Vec::new(),
            computed: Vec::new(),
            from_integers: Vec::new(),
            needs_integers: false,
            constant_addresses: Vec::new(),
            compared: Vec::new(),
        }
    }

    /// The program starts at any function, with arguments and variables from outside.
    pub fn start_anywhere(&mut self, entry: FunId) {
        self.sharing = Sharing::ByType;
        self.reach(entry);
        let unit = self.unit;
        for parameter in &unit.function(entry).parameters {
            self.fill_from_outside(variable(*parameter), &unit.variable(*parameter).ty);
            self.from_elsewhere.push(variable(*parameter));
        }
    }

    /// The program starts here, with arguments from outside.
    pub fn start(&mut self, main: FunId) {
        self.reach(main);
        let unit = self.unit;
        let vector = argument_vector(unit, main);
        for parameter in &unit.function(main).parameters {
            if vector == Some(*parameter) {
                let strings = self.of_main(Object::ArgumentVector);
                let slot = self.graph.slot(variable(*parameter));
                self.graph.unify(slot, strings);
                let characters = self.of_main(Object::Argument);
                // A string may be longer than the literals that share its pointers.
                let any_length = Extent {
                    length: None,
                    stride: 1,
                };
                self.facts.extents.add((characters, any_length));
                let slot = self.graph.slot(strings);
                self.graph.unify(slot, characters);
            } else if let Type::Pointer(_) = unit.variable(*parameter).ty {
                let strings = self.external();
                let slot = self.graph.slot(variable(*parameter));
                self.graph.unify(slot, strings);
                let characters = self.external();
                let slot = self.graph.slot(strings);
                self.graph.unify(slot, characters);
            }
        }
    }

    /// A function with a body may be called.
    pub fn reach(&mut self, function: FunId) {
        if self.unit.function(function).body.is_some()
            && !std::mem::replace(&mut self.reached[function.0 as usize], true)
        {
            self.waiting_functions.push(function);
        }
    }

    /// Generates until nothing waits and every call through a pointer has met its functions.
    pub fn drain(&mut self) {
        loop {
            while let Some(function) = self.waiting_functions.pop() {
                self.function(function);
            }
            while let Some(variable) = self.waiting_variables.pop() {
                self.current = None;
                self.initialise_variable(variable);
            }
            let idle = self.waiting_functions.is_empty() && self.waiting_variables.is_empty();
            if idle && !self.bind_indirect_calls() {
                return;
            }
        }
    }

    fn function(&mut self, function: FunId) {
        self.current = Some(function);
        let unit = self.unit;
        let declared = unit.function(function);
        for parameter in &declared.parameters {
            self.mention(*parameter);
        }
        if let Some(body) = &declared.body {
            self.statement(body);
        }
    }

    fn initialise_variable(&mut self, id: VariableId) {
        let unit = self.unit;
        let declared = unit.variable(id);
        if let Some(initialiser) = &declared.initialiser {
            self.initialise(variable(id), &declared.ty, initialiser);
        }
    }

    /// A variable is used: it becomes an object, and if it lives forever, its initialiser counts.
    pub fn mention(&mut self, id: VariableId) -> Raw {
        let at = variable(id);
        if std::mem::replace(&mut self.seen_variables[id.0 as usize], true) {
            return at;
        }
        let start = if self.starts_zero(id) {
            Start::Zero
        } else {
            Start::Any
        };
        self.objects.push((Object::Variable(id), at, start));
        let unit = self.unit;
        let declared = unit.variable(id);
        if declared.storage == Storage::External && self.sharing == Sharing::ByType {
            self.fill_from_outside(at, &declared.ty);
        }
        match self.unit.variable(id).storage {
            Storage::Global | Storage::External | Storage::StaticLocal(_) => {
                self.waiting_variables.push(id);
            }
            Storage::Local(_) | Storage::Parameter(_) => {}
        }
        at
    }

    /// Whether a variable is used.
    pub fn is_mentioned(&self, id: VariableId) -> bool {
        self.seen_variables[id.0 as usize]
    }

    /// Whether a variable's object is zero when it comes into being.
    pub fn starts_zero(&mut self, id: VariableId) -> bool {
        let unit = self.unit;
        let declared = unit.variable(id);
        match declared.storage {
            Storage::Global | Storage::StaticLocal(_) => true,
            Storage::External | Storage::Parameter(_) => false,
            Storage::Local(_) => declared.initialiser.is_some() && self.is_large(&declared.ty),
        }
    }

    /// Large objects are made zero at once before they are initialised.
    pub fn is_large(&mut self, ty: &Type) -> bool {
        self.layouts.size(ty).is_some_and(|size| size > 1024)
    }

    /// A new node for something outside of the program.
    pub fn external(&mut self) -> Raw {
        let at = self.graph.fresh();
        self.objects.push((Object::External, at, Start::Any));
        at
    }

    /// A new node for what `main` gets.
    fn of_main(&mut self, object: Object) -> Raw {
        let at = self.graph.fresh();
        self.objects.push((object, at, Start::Any));
        at
    }

    /// Whether values of a type are followed.
    pub fn carries(&mut self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(_) => true,
            Type::Int(_) | Type::Enum(_) if self.carry == Carry::Integers => {
                let width = self.layouts.pointer();
                self.layouts.size(ty).is_some_and(|size| size >= width)
            }
            _ => false,
        }
    }

    /// A scalar of a type is read or written.
    pub fn touch(&mut self, at: Raw, ty: &Type) {
        match self.layouts.scalar(ty) {
            Some(touch) => self.facts.touches.add((at, touch)),
            None => self.crush(at),
        }
    }

    /// Nothing is known about the layout here: every offset may be meant.
    pub fn crush(&mut self, at: Raw) {
        self.facts.recasts.add((at, 1));
        self.facts.steps.add((at, 1));
        let access = Access::Bytes;
        self.facts.touches.add((at, Touch { size: 1, access }));
    }

    /// The address of an object of a type is used.
    pub fn extent(&mut self, at: Raw, ty: &Type, end: End) {
        let stride = self.layouts.stride(ty);
        let length = match end {
            End::Open => None,
            End::Declared => match ty {
                Type::Function(_) | Type::Void => return,
                _ => match (self.layouts.size(ty), ty) {
                    (Some(length), _) if length > 0 => Some(length),
                    (_, Type::Array(..) | Type::VariableArray(..)) => None,
                    _ => return,
                },
            },
        };
        self.facts.extents.add((at, Extent { length, stride }));
    }

    /// A statement with everything in it.
    pub fn statement(&mut self, statement: &'u Statement) {
        match &statement.kind {
            StatementKind::Compound(list) => list.iter().for_each(|each| self.statement(each)),
            StatementKind::Declare(variables) => {
                for id in variables {
                    self.mention(*id);
                    if let Storage::Local(_) = self.unit.variable(*id).storage {
                        self.initialise_variable(*id);
                    }
                }
            }
            StatementKind::Expression(expr) => {
                self.value(expr);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.value(condition);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StatementKind::While { condition, body }
            | StatementKind::DoWhile { body, condition }
            | StatementKind::Switch { condition, body } => {
                self.value(condition);
                self.statement(body);
            }
            StatementKind::For {
                initial,
                condition,
                step,
                body,
            } => {
                if let Some(initial) = initial {
                    self.statement(initial);
                }
                for expr in [condition, step].into_iter().flatten() {
                    self.value(expr);
                }
                self.statement(body);
            }
            StatementKind::Case(_, body)
            | StatementKind::Default(body)
            | StatementKind::Label(_, body) => self.statement(body),
            StatementKind::Return(Some(value)) => {
                if let Some(function) = self.current {
                    let unit = self.unit;
                    let result = self.result(function);
                    self.assign(result, &unit.function(function).ty.result, value);
                }
            }
            StatementKind::Assembler {
                outputs, inputs, ..
            } => self.assembler(outputs, inputs),
            StatementKind::Return(None)
            | StatementKind::Empty
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::Unsupported(_) => {}
        }
    }

    /// Where a function leaves its result.
    pub fn result(&mut self, function: FunId) -> Raw {
        if let Some(known) = self.results.get(&function) {
            return *known;
        }
        let at = self.graph.fresh();
        self.results.insert(function, at);
        at
    }
}

/// Whether an array ends where its type says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Declared,
    Open,
}

/// The parameter of `main` that is the array of its arguments: `char **` after an integer.
pub(crate) fn argument_vector(unit: &Unit, main: FunId) -> Option<VariableId> {
    let [count, vector, ..] = unit.function(main).parameters[..] else {
        return None;
    };
    let Type::Pointer(strings) = &unit.variable(vector).ty else {
        return None;
    };
    let Type::Pointer(character) = &**strings else {
        return None;
    };
    let is_count =
        matches!(unit.variable(count).ty, Type::Int(kind) if kind.signed && kind.width == 32);
    let is_character = matches!(&**character, Type::Int(kind) if kind.width == 8);
    (is_count && is_character).then_some(vector)
}

/// Where a variable's object starts.
pub(super) fn variable(id: VariableId) -> Raw {
    Raw {
        node: id.0,
        offset: 0,
    }
}
