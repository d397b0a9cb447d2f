//! The typed tree between a C parser and lowering: every cast explicit, every name resolved,
//! every type known under the data model. Nothing in it is particular to clang.

mod effects;
mod expression;
pub mod layout;
mod size_expression;
mod statement;
mod types;

pub(crate) use effects::{has_effects, names_function};
pub use expression::{
    AssignOp, BinaryOp, CastKind, Expr, ExprKind, Initialiser, IntegerValue, UnaryOp, VariadicOp,
};
pub use statement::{CaseRange, LabelId, Statement, StatementKind};
pub(crate) use types::UNDECLARED;
pub use types::{
    EnumId, Field, FieldPlacing, FloatKind, FunctionType, IntKind, Record, RecordId, RecordKind,
    RecordPlacing, Type,
};

use invar_cfa::{DataModel, InterruptStart, SourceMap, Span, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Name of a variable in its [`Unit`]: globals, static locals, parameters and locals alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariableId(pub u32);

/// Name of a function in its [`Unit`], with or without a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunId(pub u32);

/// How long a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// At file scope, with or without `static`.
    Global,
    /// Declared `extern` and defined nowhere in this unit: any value.
    External,
    /// `static` inside a function.
    StaticLocal(FunId),
    /// `auto`: one instance per activation.
    Local(FunId),
    /// A parameter.
    Parameter(FunId),
}

/// Which declarations in other units mean the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// All of its name.
    External,
    /// All of its name, and a definition without this attribute comes before one with it.
    Weak,
    /// An inline definition: it serves its own unit and no other.
    Inline,
    /// None: `static` things, parameters and locals.
    Internal,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct VariableDecl {
    /// Its name; empty for unnamed parameters.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// How long it lives.
    pub storage: Storage,
    /// Its initialiser. Globals without one are zero, locals without one hold any value.
    pub initialiser: Option<Expr>,
    /// Whether it certainly never changes: `const`, and not `volatile`.
    pub constant: bool,
    /// Whether the whole object is `volatile`.
    pub volatile: bool,
    /// The alignment that an attribute asks for, beyond that of the type.
    pub alignment: Option<u64>,
    /// Whether other units can name it.
    pub linkage: Linkage,
    /// Where it is declared.
    pub span: Option<Span>,
    /// What declares it.
    pub declared_by: DeclaredBy,
}

/// What declares a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclaredBy {
    /// The text.
    Text,
    /// The front end, which may use one without a value for any value.
    FrontEnd,
}

/// A declared function.
#[derive(Clone, Debug)]
pub struct FunctionDecl {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: FunctionType,
    /// The variables that take its arguments, if it has a body.
    pub parameters: Vec<VariableId>,
    /// Its body.
    pub body: Option<Statement>,
    /// The parameters, by position, that point to what is `const`.
    pub const_parameters: BTreeSet<usize>,
    /// Whether it is known never to return (`noreturn`, `__attribute__((noreturn))`).
    pub no_return: bool,
    /// Whether a header of the system declares it.
    pub in_system_header: bool,
    /// Whether other units can name it.
    pub linkage: Linkage,
    /// Whether calls of it run its body.
    pub definition_counts: DefinitionCounts,
    /// What the linker knows it as, where that is another name (`asm("name")`).
    pub symbol: Option<Arc<str>>,
    /// Where it is defined, or first declared.
    pub span: Option<Span>,
}

/// Whether calls of a function run the body that the program gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DefinitionCounts {
    /// As C says.
    #[default]
    Always,
    /// gcc has the function built in, and computes its result without a call.
    Never,
}

/// What is not modelled and concerns a whole program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refusal {
    /// Some function runs before or after `main`.
    RunsOutsideMain,
    /// A variable has another name for the linker, which may be that of a second one.
    RenamedVariable,
    /// Numbers are stored in another order of bytes, which clang does not see.
    ReversedBytes,
    /// Attributes or pragmas ask gcc for floating-point arithmetic that is not that of IEEE 754.
    OtherArithmetic,
    /// Variables hold what they held before the program was started.
    KeptMemory,
    /// A struct whose layout is another one in clang than the attributes say that were read.
    OtherLayout,
    /// A struct whose layout is another one in gcc than in clang. This is told where both hold.
    DisputedLayout,
    /// Enumerations whose size compilers for the machine do not agree on.
    EnumSize,
    /// Assembler at file scope: it may define, name and place anything.
    FileScopeAssembler,
    /// A macro defines a struct, union or enumeration where clang's dump does not show it.
    HiddenDefinition,
    /// A macro has an effect in the bound of an array parameter, which clang's dump does not show.
    HiddenEffect,
}

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Every variable.
    pub variables: Vec<VariableDecl>,
    /// Every function; names may repeat only where several units were linked.
    pub functions: Vec<FunctionDecl>,
    /// Every struct and union.
    pub records: Vec<Record>,
    /// Underlying integer type of every enumeration.
    pub enums: Vec<IntKind>,
    /// Constants of enumerations in the order of the text, for messages.
    pub enumerators: BTreeMap<EnumId, Vec<(IntegerValue, Arc<str>)>>,
    /// Variables at file scope that are only other names of known ones.
    pub aliases: Vec<Arc<str>>,
    /// How many files besides the first one were linked.
    pub linked: u32,
    /// The number of labels.
    pub labels: u32,
    /// What is not modelled and concerns the whole program.
    pub refusals: BTreeSet<Refusal>,
    /// Calls with variable arguments whose values depend on an order that C leaves open.
    pub open_orders: BTreeSet<Span>,
    /// Whether a variable is `volatile`, or points to what is.
    pub has_volatile: bool,
    /// Where a pointer to volatile objects first becomes a pointer to others.
    pub dropped_volatile: Option<Span>,
    /// Whether it calls generic functions of the compiler that are written out as assignments: what they do is
    /// sequenced with the rest of an expression, in an order that C leaves open.
    pub has_generic_functions: bool,
    /// Whether it has atomic objects or operations, which are written out as several accesses.
    pub has_atomics: bool,
    /// Whether its output matters.
    pub output: Output,
    /// What functions without a body may change.
    pub externals: Externals,
    /// Whether allocation may fail.
    pub allocation: AllocationReading,
    /// How its memory is read.
    pub memory: MemoryReading,
    /// What reads of volatile objects give.
    pub volatile: VolatileReading,
    /// What interrupt handlers add.
    pub interrupts: Interrupts,
    /// Addresses of registers.
    pub registers: Vec<AddressRange>,
    /// The machine, where it is not the x86 of the data model.
    pub target: Option<&'static Target>,
    /// Files of the positions.
    pub sources: SourceMap,
}

/// What functions of the program without a body may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// Nothing.
    #[default]
    Pure,
    /// The objects that their arguments point to, unless the parameter points to `const`.
    Arguments,
    /// Anything: what follows a call is not modelled.
    Anything,
}

/// Whether `malloc` and its relatives may return null.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AllocationReading {
    /// They do not.
    #[default]
    Succeeds,
    /// Each call may.
    MayFail,
}

/// Interrupt handlers in a unit (`interrupts`).
#[derive(Clone, Debug, Default)]
pub struct Interrupts {
    /// By the level of the code that is interrupted: the function that runs handlers.
    pub dispatchers: BTreeMap<u32, FunId>,
    /// The levels of functions that only handlers call; all others run at level 0.
    pub levels: BTreeMap<FunId, u32>,
    /// Functions without a body that the program calls to change masks.
    pub masking: BTreeSet<Arc<str>>,
    /// How interrupts are at the start.
    pub start: InterruptStart,
    /// How the machine starts by what the program has of it.
    pub machine: InterruptStart,
}

/// Addresses where the registers of devices lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressRange {
    /// The first byte.
    pub first: u64,
    /// The last byte.
    pub last: u64,
}

/// What reads of volatile objects give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VolatileReading {
    /// What was written last.
    #[default]
    Memory,
    /// Any value of the type, unless the object is an automatic variable.
    Input,
}

/// How exactly objects in memory are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryReading {
    /// They hold what was written.
    #[default]
    Exact,
    /// Every read gives any value. More executions than the program has: for proofs only.
    Forgotten,
}

/// What becomes of the output of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Output {
    /// Nothing: it is not even made up, but for results that the program uses.
    #[default]
    Unobserved,
    /// Observers of a run see it, character by character.
    Shown,
}

impl Unit {
    /// The machine that the program is compiled for.
    pub fn target(&self, model: DataModel) -> &'static Target {
        self.target.unwrap_or_else(|| Target::of_model(model))
    }

    /// Whether some expression in a statement has a property: in inner statements, initialisers and parts too.
    pub fn any_expression(
        &self,
        statement: &Statement,
        property: &mut dyn FnMut(&Expr) -> bool,
    ) -> bool {
        let declared = match &statement.kind {
            StatementKind::Declare(declared) => declared.as_slice(),
            _ => &[],
        };
        let variables = declared.iter().map(|id| self.variable(*id));
        let initialisers = variables.filter_map(|variable| variable.initialiser.as_ref());
        let mut expressions = initialisers.chain(statement.kind.expressions());
        expressions.any(|expr| self.any_part(expr, property))
            || (statement.kind.statements().into_iter())
                .any(|inner| self.any_expression(inner, property))
    }

    /// Whether an expression or a part of it has a property.
    pub fn any_part(&self, expr: &Expr, property: &mut dyn FnMut(&Expr) -> bool) -> bool {
        let inside = match &expr.kind {
            ExprKind::Statement(statement) => self.any_expression(statement, property),
            _ => false,
        };
        inside
            || property(expr)
            || (expr.parts().into_iter()).any(|part| self.any_part(part, property))
    }

    /// A variable.
    pub fn variable(&self, id: VariableId) -> &VariableDecl {
        &self.variables[id.0 as usize]
    }

    /// A function.
    pub fn function(&self, id: FunId) -> &FunctionDecl {
        &self.functions[id.0 as usize]
    }

    /// A struct or union.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }
}
