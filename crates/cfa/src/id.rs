//! Names of the parts of a program.

/// Name of a variable in its [`Program`](crate::Program).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

/// Name of a function in its [`Program`](crate::Program).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

/// Name of an unsupported construct in its [`Program`](crate::Program).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UnsupportedId(pub u32);

/// Name of a chain of inlined calls in its [`Program`](crate::Program).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallPathId(pub u32);

impl CallPathId {
    /// No call: the code is in its own function.
    pub const ROOT: CallPathId = CallPathId(0);
}

/// Name of a location in its [`Cfa`](crate::Cfa).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocId(pub u32);

/// Name of an edge in its [`Cfa`](crate::Cfa).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeId(pub u32);

/// Name of a check in its [`Program`](crate::Program).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CheckId(pub u32);
