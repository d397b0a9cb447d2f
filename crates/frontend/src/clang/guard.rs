//! C text that clang rejects where it and our own reading of types disagree: sizes, alignments, signs, the order of bytes.
//! An option may have changed them, or a row of the table of machines may not be what clang means by its target.

use super::options::{ParseOptions, TypeRules};
use invar_cfa::{ByteOrder, CharSign, DataModel, EnumSize, NamelessBitFields, Target};

/// What must hold, and what it is about.
type Demand = (String, &'static str);

impl ParseOptions {
    /// The demands as C text; empty if nothing can differ.
    pub(super) fn guard(&self) -> String {
        let target = self.target();
        let mut demands = Vec::new();
        if !self.further.arguments().is_empty() || !target.is_x86() {
            demands.extend(of_options(target, self.type_rules()));
        }
        if !target.is_x86() {
            demands.extend(of_machine(target));
        }
        let mut text = String::new();
        for (demand, message) in demands {
            text.push_str(&format!(
                "# 1 \"<invar-guard>\"\n_Static_assert({demand}, \"{message}: an option of clang changed it\");\n"
            ));
        }
        text
    }
}

/// What options can change.
fn of_options(target: &Target, rules: TypeRules) -> Vec<Demand> {
    let word = target.data_model.pointer_bits() / 8;
    let (long_double, _) = target.long_double.size();
    let long_long = 8 + target.member_limit.unwrap_or(8).min(8);
    let mut demands = vec![
        (
            match rules.char_sign {
                CharSign::Signed => "(char)-1 < 0",
                CharSign::Unsigned => "(char)-1 > 0",
            }
            .to_owned(),
            "char must have its usual sign",
        ),
        (
            format!("sizeof(long) == {word} && sizeof(void *) == {word}"),
            "long and pointers must have the size of the data model",
        ),
        (
            format!(
                "sizeof(long double) == {long_double} && __LDBL_MANT_DIG__ == {}",
                target.long_double.significand()
            ),
            "long double must have its usual format",
        ),
        (
            format!(
                "sizeof(struct {{ char a; int b; }}) == 8 && sizeof(struct {{ char a; long \
                 long b; }}) == {long_long} && sizeof(struct {{ char a; int b : 4; short c; }}) == 4"
            ),
            "members of structs must have their usual places",
        ),
    ];
    if target.is_x86() {
        // Elsewhere it is a type that clang names with each use.
        demands.push((
            "sizeof(__WCHAR_TYPE__) == 4 && (__WCHAR_TYPE__)-1 < 0".to_owned(),
            "wchar_t must be int",
        ));
    }
    let enum_bytes = match rules.enum_size {
        EnumSize::Int => Some(4),
        EnumSize::Smallest => Some(1),
        // Enumerations are refused.
        EnumSize::Undecided => None,
    };
    demands.extend(enum_bytes.map(|bytes| {
        (
            format!("sizeof(enum {{ __invar_guard_constant }}) == {bytes}"),
            "enumerations must have their usual size",
        )
    }));
    demands
}

/// What else a row of the table says.
fn of_machine(target: &Target) -> Vec<Demand> {
    let word = target.data_model.pointer_bits() / 8;
    let (_, long_double) = target.long_double.size();
    let limit = target.member_limit.unwrap_or(u64::MAX);
    let aligned = |ty: &str, bytes: u64| {
        let align = bytes.min(limit);
        (
            format!("__builtin_offsetof(struct {{ char a; {ty} b; }}, b) == {align}"),
            "scalars must have their usual alignment",
        )
    };
    let mut demands = vec![
        (
            "sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8 && sizeof(float) == 4 && sizeof(double) == 8 \
             && __FLT_MANT_DIG__ == 24 && __DBL_MANT_DIG__ == 53 && __CHAR_BIT__ == 8"
                .to_owned(),
            "int, long long, float and double must have their usual sizes",
        ),
        (
            match target.byte_order {
                ByteOrder::Little => "__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__",
                ByteOrder::Big => "__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__",
            }
            .to_owned(),
            "bytes must have the order of the target",
        ),
        (
            format!("_Generic(sizeof 0, {}: 1, default: 0)", target.size_type.name()),
            "size_t must have its usual type",
        ),
        (
            format!("__BIGGEST_ALIGNMENT__ == {}", target.largest_alignment),
            "the largest alignment must be the usual one",
        ),
        (
            format!(
                "sizeof(struct {{ char a; int : 0; char b; }}) == {}",
                match target.nameless_bit_fields {
                    NamelessBitFields::Ignored => 5,
                    NamelessBitFields::Align => 8,
                }
            ),
            "bit-fields without a name must align as usual",
        ),
        (
            "__FLT_EVAL_METHOD__ == 0".to_owned(),
            "operations must be rounded to their own types",
        ),
    ];
    let scalars = [
        ("short", 2),
        ("int", 4),
        ("long", word.into()),
        ("long long", 8),
        ("float", 4),
        ("double", 8),
        ("long double", long_double.into()),
        ("void *", word.into()),
    ];
    demands.extend(scalars.map(|(ty, bytes)| aligned(ty, bytes)));
    demands
}

/// The options that make clang's target the one of a row. Without SSE, clang has FLT_EVAL_METHOD say that
/// intermediate results are those of the x87 unit; the instructions themselves are left out, as in gcc's `-m32`.
pub(super) fn machine(options: &ParseOptions) -> Vec<String> {
    let owned = |options: &[&str]| options.iter().map(|option| (*option).to_owned()).collect();
    match (&options.machine, options.data_model) {
        (Some(machine), _) if !machine.target.is_x86() => {
            vec![format!("--target={}", machine.triple)]
        }
        (_, DataModel::Ilp32) => owned(&["-m32", "-msse2", "-U__MMX__", "-U__SSE__", "-U__SSE2__"]),
        (_, DataModel::Lp64) => owned(&["-m64", "-msse2"]),
    }
}
