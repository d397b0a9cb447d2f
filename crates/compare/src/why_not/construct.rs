//! Constructs that are not modelled, without their places, and the families into which reports
//! group them.

/// Words in the name of a construct and the family that they belong to; the first match counts.
const FAMILIES: [(&str, &str); 40] = [
    ("library function", "library functions"),
    ("assembler", "inline assembler"),
    ("pthread", "threads"),
    ("atomic", "threads"),
    ("blasted", "sorts that have no bits"),
    ("float", "floating point"),
    ("memcpy", "copying of memory"),
    ("memset", "copying of memory"),
    ("copy of", "copying of memory"),
    ("allocation", "blocks on the heap"),
    ("block ", "blocks on the heap"),
    ("variable-length", "arrays of computed length"),
    ("computed length", "arrays of computed length"),
    ("array length", "arrays of computed length"),
    ("variable arguments", "calls"),
    ("argument", "calls"),
    ("call", "calls"),
    ("function", "calls"),
    ("goto", "jumps"),
    ("jump", "jumps"),
    ("break", "jumps"),
    ("continue", "jumps"),
    ("label", "jumps"),
    ("sizeof", "sizes"),
    ("size", "sizes"),
    ("offsetof", "sizes"),
    ("union", "unions"),
    ("pointer", "pointers and addresses"),
    ("address", "pointers and addresses"),
    ("distance", "pointers and addresses"),
    ("struct", "structs and initial values"),
    ("layout", "structs and initial values"),
    ("shape", "structs and initial values"),
    ("member", "structs and initial values"),
    ("initialiser", "structs and initial values"),
    ("literal", "structs and initial values"),
    ("array", "arrays"),
    ("overflow", "overflow"),
    ("operator", "operators and conversions"),
    ("conversion", "operators and conversions"),
];

/// The family of a construct.
pub fn family(construct: &str) -> &'static str {
    let name = construct.to_lowercase();
    let found = FAMILIES.iter().find(|(word, _)| name.contains(word));
    found.map_or("other constructs", |(_, family)| family)
}

/// A construct without the place that may follow it: ` at FILE:LINE:COLUMN`.
pub fn without_place(text: &str) -> &str {
    match text.rsplit_once(" at ") {
        Some((construct, place)) if is_place(place) => construct,
        _ => text,
    }
}

fn is_place(text: &str) -> bool {
    let number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok());
    number(text.rsplit(':').next()) && text.contains(':')
}

#[cfg(test)]
mod tests {
    use super::{family, without_place};

    #[test]
    fn a_place_is_left_out_and_other_words_stay() {
        assert_eq!(
            without_place("member: union at a/b c.c:3:14"),
            "member: union"
        );
        assert_eq!(without_place("goto at a label"), "goto at a label");
        assert_eq!(without_place("offsetof"), "offsetof");
    }

    #[test]
    fn constructs_belong_to_the_family_one_looks_for_them_in() {
        for (construct, expected) in [
            ("library function memset", "library functions"),
            (
                "memcpy that the analysis of pointers did not see",
                "copying of memory",
            ),
            ("call through a function pointer", "calls"),
            ("conversion PointerToIntegral", "pointers and addresses"),
            (
                "number of an address beyond the model",
                "pointers and addresses",
            ),
            ("array element: floating point", "floating point"),
            (
                "array element: variable-length array",
                "arrays of computed length",
            ),
            ("initialiser of a union", "unions"),
            (
                "allocation that the analysis of pointers did not see",
                "blocks on the heap",
            ),
            ("something new", "other constructs"),
        ] {
            assert_eq!(family(construct), expected, "{construct}");
        }
    }
}
