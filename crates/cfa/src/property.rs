//! What is to be proved.

use crate::NamedProperty;
use std::fmt;
use std::ops::BitOr;

/// One thing that an execution can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Aspect {
    /// An assertion fails.
    Assertion,
    /// An error function is called.
    ErrorCall,
    /// A signed operation leaves the range of its type.
    Overflow,
    /// A conversion changes a value.
    Conversion,
    /// A float is converted to an integer type that cannot hold it.
    FloatConversion,
    /// A division by zero.
    Division,
    /// A shift by a negative amount or by the width or more.
    Shift,
    /// An index outside its array.
    Bounds,
    /// An access outside every live object.
    Dereference,
    /// Memory is freed that was not allocated, or no longer is.
    Free,
    /// Allocated memory is lost.
    Leak,
    /// A string literal or a `const` object is written to.
    ConstantWrite,
    /// A copy overlaps its source.
    Overlap,
    /// Pointers into different objects are compared by order or subtracted.
    PointerOrder,
    /// A scalar is changed and used in an order that C leaves open.
    Sequence,
    /// A function ends without the value that its caller uses, or the text says that no execution
    /// gets there.
    Flow,
    /// A local variable is read before it has a value.
    Uninitialised,
    /// An execution does not end.
    Termination,
}

impl Aspect {
    /// Every aspect.
    pub const ALL: [Aspect; 18] = [
        Aspect::Assertion,
        Aspect::ErrorCall,
        Aspect::Overflow,
        Aspect::Conversion,
        Aspect::FloatConversion,
        Aspect::Division,
        Aspect::Shift,
        Aspect::Bounds,
        Aspect::Dereference,
        Aspect::Free,
        Aspect::Leak,
        Aspect::ConstantWrite,
        Aspect::Overlap,
        Aspect::PointerOrder,
        Aspect::Sequence,
        Aspect::Flow,
        Aspect::Uninitialised,
        Aspect::Termination,
    ];

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A property of a whole program: what no execution may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Property(u32);

impl Property {
    /// No failing assertion and no call of an error function: what a developer asks for.
    pub const ASSERT: Property = Property::of(&[Aspect::Assertion, Aspect::ErrorCall]);
    /// The competition's reading: no call of `reach_error` or `__VERIFIER_error`; in a program
    /// that has neither, no failing assertion.
    pub const UNREACH_CALL: Property = Property::of(&[Aspect::ErrorCall]);
    /// No signed operation leaves the range of its type.
    pub const NO_OVERFLOW: Property = Property::of(&[Aspect::Overflow]);
    /// No conversion changes a value.
    pub const CONVERSION: Property = Property::of(&[Aspect::Conversion, Aspect::FloatConversion]);
    /// No division by zero.
    pub const DIVISION_BY_ZERO: Property = Property::of(&[Aspect::Division]);
    /// No shift by a negative amount or by the width or more.
    pub const SHIFT: Property = Property::of(&[Aspect::Shift]);
    /// No index outside its array.
    pub const ARRAY_BOUNDS: Property = Property::of(&[Aspect::Bounds]);
    /// No access outside every live object. An index outside an array that stays inside the
    /// enclosing object is not a violation.
    pub const VALID_DEREF: Property = Property::of(&[Aspect::Dereference]);
    /// Only allocated memory is freed, and once.
    pub const VALID_FREE: Property = Property::of(&[Aspect::Free]);
    /// No allocated memory is lost.
    pub const VALID_MEMTRACK: Property = Property::of(&[Aspect::Leak]);
    /// Every access, every `free` is valid and no allocated memory is lost.
    pub const VALID_MEMSAFETY: Property =
        Property::of(&[Aspect::Dereference, Aspect::Free, Aspect::Leak]);
    /// No string literal and no `const` object is written to.
    pub const CONST_WRITE: Property = Property::of(&[Aspect::ConstantWrite]);
    /// No copy overlaps its source.
    pub const OVERLAP: Property = Property::of(&[Aspect::Overlap]);
    /// Only pointers into one object are compared by order and subtracted.
    pub const POINTER_ORDER: Property = Property::of(&[Aspect::PointerOrder]);
    /// No scalar is changed and used in an order that C leaves open.
    pub const UNSEQUENCED: Property = Property::of(&[Aspect::Sequence]);
    /// Every value of a call that is used was returned.
    pub const MISSING_RETURN: Property = Property::of(&[Aspect::Flow]);
    /// No local variable is read before it has a value.
    pub const UNINITIALISED: Property = Property::of(&[Aspect::Uninitialised]);
    /// Every execution ends. It is asked for alone.
    pub const TERMINATION: Property = Property::of(&[Aspect::Termination]);
    /// Everything but conversions between integers, which C defines, and termination.
    pub const ALL: Property = Property(
        Property::of(&Aspect::ALL).0 & !Aspect::Conversion.bit() & !Aspect::Termination.bit(),
    );
    /// What `check` looks for unless it is asked for something else: no failing assertion and no
    /// undefined behaviour. Lost memory is not undefined behaviour.
    pub const DEFAULT: Property = Property(Property::ALL.0 & !Property::VALID_MEMTRACK.0);

    const fn of(aspects: &[Aspect]) -> Property {
        let (mut bits, mut i) = (0, 0);
        while i < aspects.len() {
            bits |= aspects[i].bit();
            i += 1;
        }
        Property(bits)
    }

    /// Whether it is violated by this.
    pub fn asks_for(self, aspect: Aspect) -> bool {
        self.0 & aspect.bit() != 0
    }

    /// Whether everything that violates `other` violates it.
    pub fn includes(self, other: Property) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Property {
    type Output = Property;

    fn bitor(self, other: Property) -> Property {
        Property(self.0 | other.0)
    }
}

impl fmt::Display for Property {
    /// Its name, or the names of properties that it consists of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(entry) = Property::NAMED.iter().find(|e| e.property == *self) {
            return f.write_str(entry.name);
        }
        let within = |of: Property| {
            let parts = Property::NAMED.iter();
            parts.filter(move |entry| of.includes(entry.property))
        };
        let is_largest = |part: &NamedProperty| {
            let mut others = within(*self).filter(|other| other.property != part.property);
            !others.any(|other| other.property.includes(part.property))
        };
        let names: Vec<&str> = within(*self)
            .filter(|part| is_largest(part))
            .map(|part| part.name)
            .collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::{Aspect, Property};

    #[test]
    fn names_are_those_of_the_parts() {
        let both = Property::ASSERT | Property::NO_OVERFLOW;
        assert_eq!(both.to_string(), "assert,no-overflow");
        assert!(both.asks_for(Aspect::Overflow) && !both.asks_for(Aspect::Leak));
        let all = Aspect::ALL.iter().filter(|a| Property::ALL.asks_for(**a));
        assert_eq!(all.count(), Aspect::ALL.len() - 2);
    }
}
