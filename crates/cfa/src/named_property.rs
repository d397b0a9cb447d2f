//! The table of properties: everything that is said about one by its name is made from it.

use crate::Property;

/// A property that users select by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedProperty {
    /// Its name on the command line, in reports and in tables.
    pub name: &'static str,
    /// What it asks for.
    pub property: Property,
    /// The competition's formula, where it has one.
    pub formula: Option<&'static str>,
    /// What holds if it does, in one sentence.
    pub help: &'static str,
}

const fn named(
    name: &'static str,
    property: Property,
    formula: Option<&'static str>,
    help: &'static str,
) -> NamedProperty {
    NamedProperty {
        name,
        property,
        formula,
        help,
    }
}

impl Property {
    /// Every property that has a name.
    pub const NAMED: [NamedProperty; 20] = [
        named(
            "default",
            Property::DEFAULT,
            None,
            "No assertion fails, and no execution has undefined behaviour of the kinds below; leaks \
             are no undefined behaviour.",
        ),
        named(
            "assert",
            Property::ASSERT,
            Some("G assert"),
            "No assertion fails and no error function is called.",
        ),
        named(
            "unreach-call",
            Property::UNREACH_CALL,
            Some("G ! call(reach_error())"),
            "No error function is called; in a program that has none, no assertion fails.",
        ),
        named(
            "no-overflow",
            Property::NO_OVERFLOW,
            Some("G ! overflow"),
            "The exact result of every signed operation fits its type.",
        ),
        named(
            "conversion",
            Property::CONVERSION,
            None,
            "No conversion changes a value.",
        ),
        named(
            "division-by-zero",
            Property::DIVISION_BY_ZERO,
            None,
            "No integer is divided by zero.",
        ),
        named(
            "shift",
            Property::SHIFT,
            None,
            "No shift is by a negative amount or by the width or more.",
        ),
        named(
            "array-bounds",
            Property::ARRAY_BOUNDS,
            None,
            "No index is outside its array.",
        ),
        named(
            "valid-deref",
            Property::VALID_DEREF,
            Some("G valid-deref"),
            "Every access is inside a live object.",
        ),
        named(
            "valid-free",
            Property::VALID_FREE,
            Some("G valid-free"),
            "Only allocated memory is freed, and once.",
        ),
        named(
            "valid-memtrack",
            Property::VALID_MEMTRACK,
            Some("G valid-memtrack"),
            "No allocated memory is lost.",
        ),
        named(
            "valid-memsafety",
            Property::VALID_MEMSAFETY,
            None,
            "Every access and every free is valid, and no allocated memory is lost.",
        ),
        named(
            "const-write",
            Property::CONST_WRITE,
            None,
            "No string literal and no const object is written to.",
        ),
        named(
            "overlap",
            Property::OVERLAP,
            None,
            "No memcpy copies between objects that overlap.",
        ),
        named(
            "pointer-order",
            Property::POINTER_ORDER,
            None,
            "Only pointers into one object are compared by order and subtracted.",
        ),
        named(
            "unsequenced",
            Property::UNSEQUENCED,
            None,
            "No object is changed and used in an order that C leaves open.",
        ),
        named(
            "missing-return",
            Property::MISSING_RETURN,
            None,
            "Every value of a call that is used was returned, and __builtin_unreachable is not reached.",
        ),
        named(
            "uninitialised",
            Property::UNINITIALISED,
            None,
            "No local variable is read before it has a value.",
        ),
        named(
            "all",
            Property::ALL,
            None,
            "Everything above but conversions between integers, which C defines.",
        ),
        named(
            "termination",
            Property::TERMINATION,
            Some("F end"),
            "Every execution ends; asked for alone.",
        ),
    ];

    /// The property of a name.
    pub fn named(name: &str) -> Option<Property> {
        let entry = Property::NAMED.iter().find(|entry| entry.name == name);
        entry.map(|entry| entry.property)
    }

    /// The competition's formulas that say it together; `None` if some part has none.
    pub fn formulas(self) -> Option<Vec<&'static str>> {
        let exact = Property::NAMED.iter().find(|entry| entry.property == self);
        if let Some(formula) = exact.and_then(|entry| entry.formula) {
            return Some(vec![formula]);
        }
        let parts = Property::NAMED
            .iter()
            .filter(|entry| self.includes(entry.property));
        let parts = parts.filter_map(|entry| Some((entry.property, entry.formula?)));
        let parts: Vec<_> = parts
            .filter(|(part, _)| *part != Property::UNREACH_CALL)
            .collect();
        let said = parts.iter().map(|(part, _)| *part).reduce(|a, b| a | b);
        (said == Some(self)).then(|| parts.iter().map(|(_, formula)| *formula).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::Property;

    #[test]
    fn names_are_unique_and_lead_to_their_property() {
        for entry in Property::NAMED {
            assert_eq!(Property::named(entry.name), Some(entry.property));
            assert_eq!(entry.property.to_string(), entry.name);
        }
    }

    #[test]
    fn formulas_say_all_of_a_property_or_nothing() {
        let call = Property::UNREACH_CALL.formulas();
        assert_eq!(call, Some(vec!["G ! call(reach_error())"]));
        let memory = Property::VALID_MEMSAFETY.formulas();
        let memory = memory.expect("formulas");
        assert_eq!(
            memory,
            ["G valid-deref", "G valid-free", "G valid-memtrack"]
        );
        assert_eq!(Property::ALL.formulas(), None);
        assert_eq!(Property::SHIFT.formulas(), None);
    }
}
