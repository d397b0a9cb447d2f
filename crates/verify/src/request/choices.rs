//! What a request chooses besides engines.

use super::named;
use invar_cfa::Property;
use invar_encode::Arithmetic;

named! {
    /// Which sites are judged.
    pub enum Sites {
        /// All of the program.
        All = "all",
        /// Those in the text of the function where the run starts, not those of what it calls.
        Entry = "entry",
    }
}

named! {
    /// How the program's integers are read.
    pub enum Integers {
        /// With their width: unsigned and signed arithmetic wraps around.
        Machine = "machine",
        /// Without bounds: nothing overflows, and verdicts say nothing about overflow.
        Ideal = "ideal",
    }
}

named! {
    /// What functions of the program without a body may change.
    pub enum Externals {
        /// As `arguments`; with a property of the competition, or `assert`, as `pure`.
        Auto = "auto",
        /// Nothing: they return any value.
        Pure = "pure",
        /// The objects that their arguments point to, unless the parameter points to const.
        Arguments = "arguments",
        /// Anything: what follows a call is unknown.
        Anything = "anything",
    }
}

impl Externals {
    /// What is meant where a property is asked for.
    pub fn reading(self, property: Property) -> invar_frontend::ast::Externals {
        use invar_frontend::ast::Externals as Reading;
        match self {
            Externals::Auto if property.formulas().is_some() => Reading::Pure,
            Externals::Auto | Externals::Arguments => Reading::Arguments,
            Externals::Pure => Reading::Pure,
            Externals::Anything => Reading::Anything,
        }
    }
}

named! {
    /// Whether `malloc` and its relatives may fail.
    pub enum Allocation {
        /// They do not: they return a new object.
        Succeeds = "succeeds",
        /// Each call may return null.
        MayFail = "may-fail",
    }
}

impl Allocation {
    /// For the front end.
    pub fn reading(self) -> invar_frontend::ast::AllocationReading {
        use invar_frontend::ast::AllocationReading as Reading;
        match self {
            Allocation::Succeeds => Reading::Succeeds,
            Allocation::MayFail => Reading::MayFail,
        }
    }
}

named! {
    /// What reads of volatile objects give.
    pub enum Volatile {
        /// As `input`; with a property of the competition as `memory`.
        Auto = "auto",
        /// Any value of the type, unless the object is an automatic variable.
        Input = "input",
        /// What was written last.
        Memory = "memory",
    }
}

impl Volatile {
    /// What is meant where a property is asked for.
    pub fn reading(self, property: Property) -> invar_frontend::ast::VolatileReading {
        use invar_frontend::ast::VolatileReading as Reading;
        match self {
            // A poll would be endless, or end, by the value that was written last.
            Volatile::Auto if property == Property::TERMINATION => Reading::Input,
            Volatile::Auto if property != Property::ASSERT && property.formulas().is_some() => {
                Reading::Memory
            }
            Volatile::Auto | Volatile::Input => Reading::Input,
            Volatile::Memory => Reading::Memory,
        }
    }
}

named! {
    /// Whether memory is followed.
    pub enum MemoryReading {
        /// A proof that needs no memory is looked for first, where the analysis of pointers has gaps.
        Auto = "auto",
        /// Always.
        Followed = "followed",
        /// Never: reads give any value, so that only proofs are found.
        Forgotten = "forgotten",
    }
}

named! {
    /// Which assertions get a status of their own.
    pub enum Assertions {
        /// Each.
        Each = "each",
        /// The search ends with the first violation.
        First = "first",
    }
}

named! {
    /// Whether vacuous assertions are looked for.
    pub enum Vacuity {
        /// After a proof, for a second or two.
        On = "on",
        /// Not at all.
        Off = "off",
    }
}

named! {
    /// The solvers that check proofs.
    pub enum CertifierChoice {
        /// cvc5, and Yices and Bitwuzla where cvc5 cannot decide.
        Default = "default",
        /// cvc5 alone.
        Cvc5 = "cvc5",
        /// Yices alone.
        Yices = "yices",
        /// Bitwuzla alone.
        Bitwuzla = "bitwuzla",
    }
}

named! {
    /// The arithmetic in which engines search.
    pub enum ArithmeticChoice {
        /// Ideal integers, integers without overflow, wrapping ones, bit-vectors, in this order; `bmc`,
        /// `kind` and `ic3-bool` take bit-vectors.
        Auto = "auto",
        /// Bit-vectors.
        Bv = "bv",
        /// Bits: bit-vectors blasted to a circuit, which `ic3-bool` searches, whatever the engine given.
        Bits = "bits",
        /// Integers that wrap around.
        Wrap = "wrap",
        /// Integers that must not overflow.
        Checked = "checked",
        /// Ideal integers.
        Int = "int",
        /// Reals.
        Real = "real",
    }
}

impl ArithmeticChoice {
    /// The one arithmetic that is meant, if it is one.
    pub fn fixed(self) -> Option<Arithmetic> {
        Some(match self {
            ArithmeticChoice::Auto => return None,
            ArithmeticChoice::Bv | ArithmeticChoice::Bits => Arithmetic::Bv,
            ArithmeticChoice::Wrap => Arithmetic::Wrap,
            ArithmeticChoice::Checked => Arithmetic::Checked,
            ArithmeticChoice::Int => Arithmetic::Int,
            ArithmeticChoice::Real => Arithmetic::Real,
        })
    }
}

/// The name of an arithmetic in commands and reports.
pub fn arithmetic_name(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Bv => "bv",
        Arithmetic::Wrap => "wrap",
        Arithmetic::Checked => "checked",
        Arithmetic::Int => "int",
        Arithmetic::Real => "real",
    }
}

#[cfg(test)]
mod tests {
    use super::{ArithmeticChoice, arithmetic_name};
    use crate::request::Named;

    #[test]
    fn an_arithmetic_has_one_name() {
        for choice in ArithmeticChoice::ALL {
            match choice.fixed() {
                Some(arithmetic) if *choice != ArithmeticChoice::Bits => {
                    assert_eq!(arithmetic_name(arithmetic), choice.name());
                }
                _ => {}
            }
        }
    }

    #[test]
    fn values_are_written_by_name() {
        for choice in ArithmeticChoice::ALL {
            let text = serde_json::to_string(choice).expect("text");
            assert_eq!(text, format!("{:?}", choice.name()));
            assert_eq!(ArithmeticChoice::named(choice.name()), Some(*choice));
        }
        assert_eq!(ArithmeticChoice::default(), ArithmeticChoice::Auto);
        assert!(
            ArithmeticChoice::Auto
                .help()
                .starts_with("Ideal integers, integers")
        );
        assert!(ArithmeticChoice::Auto.help().contains("`bmc`, `kind`"));
    }
}
