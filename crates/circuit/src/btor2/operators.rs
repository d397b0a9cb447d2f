//! Sorts and operators: their names in the format, and the sort of a result.

use std::fmt;

/// The widest word that is read; wider ones are mistakes or attacks.
pub(super) const MAX_WIDTH: u32 = 1 << 20;

/// What a node's values are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Words of this width.
    Bits(u32),
    /// Arrays, by the widths of their indices and elements.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
}

impl Sort {
    /// One bit: conditions and properties.
    pub const BIT: Sort = Sort::Bits(1);

    /// The width, of words.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bits(width) => Some(width),
            Sort::Array { .. } => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bits(width) => write!(f, "bitvec {width}"),
            Sort::Array { index, element } => {
                write!(f, "array of bitvec {element} indexed by bitvec {index}")
            }
        }
    }
}

/// Declares an enumeration of operators with their names in the format.
macro_rules! operators {
    ($(#[$outer:meta])* $type:ident { $($(#[$inner:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type {
            $($(#[$inner])* #[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$variant,)*];

            /// The name in the format.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }

            /// The operator with this name.
            pub fn from_name(name: &str) -> Option<$type> {
                match name {
                    $($name => Some($type::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    /// Operators of one operand.
    Unary {
        Not = "not",
        Increment = "inc",
        Decrement = "dec",
        Negate = "neg",
        ReduceAnd = "redand",
        ReduceOr = "redor",
        ReduceXor = "redxor",
    }
}

operators! {
    /// Operators of two operands.
    Binary {
        Iff = "iff",
        Implies = "implies",
        Equal = "eq",
        NotEqual = "neq",
        UnsignedGreater = "ugt",
        UnsignedGreaterOrEqual = "ugte",
        UnsignedLess = "ult",
        UnsignedLessOrEqual = "ulte",
        SignedGreater = "sgt",
        SignedGreaterOrEqual = "sgte",
        SignedLess = "slt",
        SignedLessOrEqual = "slte",
        And = "and",
        Nand = "nand",
        Nor = "nor",
        Or = "or",
        Xnor = "xnor",
        Xor = "xor",
        RotateLeft = "rol",
        RotateRight = "ror",
        ShiftLeft = "sll",
        ShiftRightArithmetic = "sra",
        ShiftRight = "srl",
        Add = "add",
        Multiply = "mul",
        UnsignedDivide = "udiv",
        SignedDivide = "sdiv",
        SignedModulo = "smod",
        SignedRemainder = "srem",
        UnsignedRemainder = "urem",
        Subtract = "sub",
        UnsignedAddOverflows = "uaddo",
        SignedAddOverflows = "saddo",
        SignedDivideOverflows = "sdivo",
        UnsignedMultiplyOverflows = "umulo",
        SignedMultiplyOverflows = "smulo",
        UnsignedSubtractOverflows = "usubo",
        SignedSubtractOverflows = "ssubo",
        Concat = "concat",
        Read = "read",
    }
}

impl Unary {
    /// The sort of the result, if the operand has a sort it applies to.
    pub fn result(self, operand: Sort) -> Option<Sort> {
        operand.width()?;
        match self {
            Unary::ReduceAnd | Unary::ReduceOr | Unary::ReduceXor => Some(Sort::BIT),
            Unary::Not | Unary::Increment | Unary::Decrement | Unary::Negate => Some(operand),
        }
    }
}

impl Binary {
    /// The sort of the result, if the operands have sorts it applies to.
    pub fn result(self, a: Sort, b: Sort) -> Option<Sort> {
        match (self, a, b) {
            (Binary::Iff | Binary::Implies, Sort::BIT, Sort::BIT) => Some(Sort::BIT),
            (Binary::Iff | Binary::Implies, ..) => None,
            (Binary::Equal | Binary::NotEqual, ..) => (a == b).then_some(Sort::BIT),
            (Binary::Concat, Sort::Bits(a), Sort::Bits(b)) => {
                let width = a.checked_add(b)?;
                (width <= MAX_WIDTH).then_some(Sort::Bits(width))
            }
            (Binary::Read, Sort::Array { index, element }, Sort::Bits(width)) => {
                (index == width).then_some(Sort::Bits(element))
            }
            (Binary::Read, ..) => None,
            (_, Sort::Bits(left), Sort::Bits(right)) if left == right => {
                Some(if self.is_predicate() { Sort::BIT } else { a })
            }
            _ => None,
        }
    }

    /// Whether it takes words of one width to a bit.
    fn is_predicate(self) -> bool {
        matches!(
            self,
            Binary::UnsignedGreater
                | Binary::UnsignedGreaterOrEqual
                | Binary::UnsignedLess
                | Binary::UnsignedLessOrEqual
                | Binary::SignedGreater
                | Binary::SignedGreaterOrEqual
                | Binary::SignedLess
                | Binary::SignedLessOrEqual
                | Binary::UnsignedAddOverflows
                | Binary::SignedAddOverflows
                | Binary::SignedDivideOverflows
                | Binary::UnsignedMultiplyOverflows
                | Binary::SignedMultiplyOverflows
                | Binary::UnsignedSubtractOverflows
                | Binary::SignedSubtractOverflows
        )
    }
}
