//! What a run finds where it begins: arguments, variables and memory that the program did not make.

use serde::{Deserialize, Serialize};

/// The call with which a run begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The function that is called.
    pub function: String,
    /// The file that defines it, as the user named it.
    pub file: Option<String>,
    /// Its arguments, in order.
    pub arguments: Vec<StartValue>,
    /// The strings that `argv` points to, without their last bytes, if it is called with some.
    #[serde(default)]
    pub command_line: Option<Vec<Vec<u8>>>,
    /// Variables of the program that hold something else than their initialisers say.
    pub variables: Vec<StartVariable>,
    /// Memory from outside that the run reads or writes, by address; no two cells overlap.
    pub memory: Vec<StartCell>,
    /// What the run needs and this does not say, in words.
    pub missing: Vec<String>,
}

/// A variable, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartVariable {
    /// Its name in C, e.g. `state.mode`.
    pub name: String,
    /// Its value.
    pub value: StartValue,
}

/// A scalar in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartCell {
    /// Where it lies in the model.
    pub address: u64,
    /// How many bytes it has.
    pub bytes: u32,
    /// Its value.
    pub value: StartValue,
}

/// A scalar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartValue {
    /// A number.
    Number {
        /// The C type.
        type_name: String,
        /// The value as a C expression.
        literal: String,
    },
    /// A pointer: null, or an address in the model.
    Address(u64),
}
