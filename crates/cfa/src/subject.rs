//! What checks of undefined behaviour are about: not part of the semantics of a program, but what a reader of a
//! violation wants to know.

use invar_term::TermId;
use std::sync::Arc;

/// A number that a check is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// A bit-vector or a float.
    pub value: TermId,
    /// Two's complement, or unsigned.
    pub signed: bool,
}

/// What decides whether the check holds that applies where execution leaves a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An index into an array.
    Index {
        /// The array as the source designates it, if that is short.
        array: Option<Arc<str>>,
        /// The index.
        index: Number,
        /// The number of elements.
        length: u64,
    },
    /// An amount to shift by.
    Shift {
        /// The amount.
        amount: Number,
        /// Bits of the number that is shifted.
        width: u32,
    },
    /// A quotient or a remainder.
    Division {
        /// The operator in C.
        symbol: &'static str,
        /// Dividend and divisor.
        operands: [Number; 2],
        /// The C type.
        type_name: &'static str,
    },
    /// A number that is converted.
    Conversion {
        /// The number.
        number: Number,
        /// The C type of the result.
        type_name: &'static str,
    },
    /// The length of an array that is computed.
    Length(Number),
    /// A pointer that is followed, written through or freed.
    Pointer(TermId),
    /// Pointers that are compared or subtracted.
    Pointers([TermId; 2]),
}

impl Subject {
    /// The subject with its terms renamed.
    pub fn renamed(&self, mut rename: impl FnMut(TermId) -> TermId) -> Subject {
        let mut renamed = self.clone();
        for term in renamed.terms_mut() {
            *term = rename(*term);
        }
        renamed
    }

    fn terms_mut(&mut self) -> Vec<&mut TermId> {
        match self {
            Subject::Index { index: number, .. }
            | Subject::Shift { amount: number, .. }
            | Subject::Conversion { number, .. }
            | Subject::Length(number) => vec![&mut number.value],
            Subject::Division { operands, .. } => {
                operands.iter_mut().map(|n| &mut n.value).collect()
            }
            Subject::Pointer(pointer) => vec![pointer],
            Subject::Pointers(pointers) => pointers.iter_mut().collect(),
        }
    }
}
