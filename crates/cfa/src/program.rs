//! Programs: variables and functions.

use crate::{
    AssumptionKind, CallPathId, Cfa, Check, CheckId, DataModel, FunctionId, Indexing, IntegerType,
    LocId, LocationKind, Objects, Property, Scope, SourceMap, Span, TextNotes, VarId, Variable,
};
use invar_term::{Sort, SymbolId, TermId, TermStore};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Variables by their symbols.
pub type SymbolMap = BTreeMap<SymbolId, VarId>;

/// One call in a chain of inlined calls.
#[derive(Clone, Debug)]
pub struct CallFrame {
    /// The chain that leads to the caller.
    pub parent: CallPathId,
    /// The function that was called.
    pub callee: Arc<str>,
    /// Where it was called.
    pub span: Option<Span>,
    /// The copies of its parameters.
    pub parameters: Vec<VarId>,
    /// The copies of the variables that hold its result.
    pub results: Vec<VarId>,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name in the source.
    pub name: Arc<str>,
    /// Its body.
    pub cfa: Cfa,
    /// Variables that take the arguments.
    pub parameters: Vec<VarId>,
    /// Variables that hold the result at the exit.
    pub results: Vec<VarId>,
    /// Where it is defined.
    pub span: Option<Span>,
}

/// Something the front end read but does not model, or a call that inlining did not expand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unsupported {
    /// What it is.
    pub kind: UnsupportedKind,
    /// The construct, e.g. `pointer dereference`.
    pub construct: String,
    /// Where it is in the source.
    pub span: Option<Span>,
}

impl Unsupported {
    /// A construct that is not modelled.
    pub fn construct(construct: impl Into<String>, span: Option<Span>) -> Unsupported {
        Unsupported {
            kind: UnsupportedKind::Construct,
            construct: construct.into(),
            span,
        }
    }

    /// A call of a library function that is not modelled: its name, and how it is called if that matters.
    pub fn library_function(name: &str, span: Option<Span>) -> Unsupported {
        let kind = UnsupportedKind::LibraryFunction;
        Unsupported {
            kind,
            construct: format!("{}{name}", kind.beginning()),
            span,
        }
    }
}

/// Why executions are not followed past an [`Unsupported`] place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnsupportedKind {
    /// A construct that is not modelled.
    Construct,
    /// A call of a library function that is not modelled; the construct goes on with its name.
    LibraryFunction,
    /// A recursive call beyond the depth to which calls are inlined.
    Recursion,
    /// A call beyond the limit of edges.
    InliningLimit,
    /// A call that is not on the run along which calls are inlined.
    NotCalled,
}

impl UnsupportedKind {
    /// How the text of such a place begins in reports; nothing where it is the construct itself.
    pub const fn beginning(self) -> &'static str {
        match self {
            UnsupportedKind::Construct => "",
            UnsupportedKind::LibraryFunction => "library function ",
            UnsupportedKind::Recursion => "recursion deeper",
            UnsupportedKind::InliningLimit => "inlining limit",
            UnsupportedKind::NotCalled => "call beside the run",
        }
    }
}

/// A function without a body that is called, or a variable that no file defines.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct External {
    /// Its name.
    pub name: Arc<str>,
    /// What its calls are taken to do.
    pub effect: ExternalEffect,
    /// Where it is called first, or declared.
    pub span: Option<Span>,
    /// The number of its calls in the text.
    pub calls: usize,
}

/// What code that is not there is taken to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ExternalEffect {
    /// It returns any value.
    ReturnsAnyValue,
    /// It returns pointers, to no object of the program.
    ReturnsForeignPointers,
    /// It also writes to the objects that its arguments point to.
    WritesArguments,
    /// It ends the execution where its argument is zero.
    Assumes,
    /// It does not return.
    EndsExecution,
    /// It is a variable that no file defines.
    HoldsAnyValue,
    /// It does what its contract says.
    HoldsContract,
}

impl ExternalEffect {
    /// The assumption that this makes.
    pub fn assumption(self) -> AssumptionKind {
        match self {
            ExternalEffect::ReturnsAnyValue
            | ExternalEffect::ReturnsForeignPointers
            | ExternalEffect::WritesArguments
            | ExternalEffect::Assumes
            | ExternalEffect::EndsExecution => AssumptionKind::MissingBody,
            ExternalEffect::HoldsAnyValue => AssumptionKind::MissingVariable,
            ExternalEffect::HoldsContract => AssumptionKind::CalledContract,
        }
    }
}

impl fmt::Display for ExternalEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExternalEffect::ReturnsAnyValue => "it returns any value and changes nothing else",
            ExternalEffect::ReturnsForeignPointers => {
                "it returns any value but addresses of the program's objects, and changes nothing else"
            }
            ExternalEffect::WritesArguments => {
                "it returns any value and writes any contents to the objects that its arguments \
                 point to, unless they point to const, but no addresses of the program's objects; it changes nothing else"
            }
            ExternalEffect::Assumes => "executions end where its argument is zero",
            ExternalEffect::EndsExecution => "it does not return: executions end there",
            ExternalEffect::HoldsAnyValue => "it holds any value",
            ExternalEffect::HoldsContract => "it does what its contract says",
        })
    }
}

/// A program with its property.
#[derive(Clone, Debug)]
pub struct Program {
    /// Owns the terms on the edges.
    pub terms: Arc<TermStore>,
    /// Sizes of types.
    pub data_model: DataModel,
    /// The property that its checks belong to.
    pub property: Property,
    /// Every variable.
    pub variables: Vec<Variable>,
    /// Every function with a body.
    pub functions: Vec<Function>,
    /// Where the run starts; initialises the globals and calls `main`.
    pub entry: FunctionId,
    /// Places where the property can be violated.
    pub checks: Vec<Check>,
    /// Constructs that are not modelled.
    pub unsupported: Vec<Unsupported>,
    /// The first construct whose terms say nothing about integers without bounds.
    pub beyond_ideal: Option<Unsupported>,
    /// Functions without a body that are called, and variables that no file defines.
    pub externals: Vec<External>,
    /// Chains of inlined calls; the first is the root.
    pub call_paths: Vec<CallFrame>,
    /// Files of the positions.
    pub sources: SourceMap,
    /// Objects in memory that have names.
    pub objects: Objects,
    /// What the text says around places; shared by all forms of the program.
    pub notes: Arc<TextNotes>,
}

impl Program {
    /// A program without functions.
    pub fn new(terms: Arc<TermStore>, data_model: DataModel, property: Property) -> Program {
        Program {
            terms,
            data_model,
            property,
            variables: Vec::new(),
            functions: Vec::new(),
            entry: FunctionId(0),
            checks: Vec::new(),
            unsupported: Vec::new(),
            beyond_ideal: None,
            externals: Vec::new(),
            call_paths: vec![CallFrame {
                parent: CallPathId::ROOT,
                callee: "".into(),
                span: None,
                parameters: Vec::new(),
                results: Vec::new(),
            }],
            sources: SourceMap::default(),
            objects: Objects::default(),
            notes: Arc::default(),
        }
    }

    /// A variable.
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id.0 as usize]
    }

    /// Every variable, in order.
    pub fn variable_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.variables.len() as u32).map(VarId)
    }

    /// The variables by their symbols.
    pub fn variables_by_symbol(&self) -> SymbolMap {
        let ids = self.variable_ids();
        let pairs = ids.filter_map(|v| Some((self.terms.as_symbol(self.symbol(v))?, v)));
        pairs.collect()
    }

    /// The symbol of a variable.
    pub fn symbol(&self, id: VarId) -> TermId {
        self.variable(id).symbol
    }

    /// The sort of a variable.
    pub fn sort(&self, id: VarId) -> &Sort {
        self.terms.sort(self.symbol(id))
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The function of this name, if it has a body.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|f| &*f.name == name)?;
        Some(FunctionId(index as u32))
    }

    /// The automaton of the entry function: the whole program once calls are inlined.
    pub fn entry_cfa(&self) -> &Cfa {
        &self.function(self.entry).cfa
    }

    /// Adds a variable whose symbol is called `name`, which must not be in use.
    ///
    /// # Panics
    /// If a symbol of that name exists with another sort.
    #[allow(
        clippy::too_many_arguments,
        reason = "a variable has this many attributes"
    )]
    pub fn add_variable(
        &mut self,
        name: &str,
        source_name: Option<&str>,
        sort: &Sort,
        integer: IntegerType,
        type_name: &str,
        scope: Scope,
        span: Option<Span>,
    ) -> VarId {
        let symbol = self.terms.symbol(name, sort);
        self.variables.push(Variable {
            name: name.into(),
            source_name: source_name.map(Into::into),
            symbol,
            integer,
            type_name: type_name.into(),
            scope,
            span,
            indexing: Indexing::Plain,
            ghost: None,
        });
        VarId(self.variables.len() as u32 - 1)
    }

    /// A check.
    pub fn check(&self, id: CheckId) -> &Check {
        &self.checks[id.0 as usize]
    }

    /// Functions of the call chain, innermost first.
    pub fn call_chain(&self, mut path: CallPathId) -> Vec<&CallFrame> {
        let mut chain = Vec::new();
        while path != CallPathId::ROOT {
            let frame = &self.call_paths[path.0 as usize];
            chain.push(frame);
            path = frame.parent;
        }
        chain
    }

    /// Whether a location must be unreachable for the program to be safe: an error, or
    /// something that is not modelled.
    pub fn is_target(cfa: &Cfa, location: LocId) -> bool {
        matches!(
            cfa.location(location).kind,
            LocationKind::Error(_) | LocationKind::Unsupported(_)
        )
    }
}
