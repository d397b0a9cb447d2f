//! Functions that gcc has built in: it computes them itself, also where the program defines them.

use super::ParseOptions;
use crate::ast::{FunctionType, Type};
use invar_cfa::DataModel;

/// Built-in functions with the width of their argument and result, where they need not be that of
/// `long`. They return the magnitude of a number.
const MAGNITUDES: [(&str, Width); 4] = [
    ("abs", Width::Bits(32)),
    ("labs", Width::Word),
    ("llabs", Width::Bits(64)),
    ("imaxabs", Width::Bits(64)),
];

/// Those that came with C99: under an older standard without extensions they are ordinary functions.
const SINCE_C99: [&str; 2] = ["llabs", "imaxabs"];

#[derive(Clone, Copy)]
enum Width {
    Bits(u32),
    /// That of `long`.
    Word,
}

/// The functions that gcc computes itself, under some options.
#[derive(Clone, Debug, Default)]
pub(super) struct BuiltIns {
    names: Vec<(&'static str, u32)>,
}

impl BuiltIns {
    pub(super) fn of(options: &ParseOptions) -> BuiltIns {
        let word = match options.data_model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        };
        let is_strictly_old = options
            .standard
            .as_ref()
            .is_some_and(|standard| standard.is_old() && !standard.name().starts_with("gnu"));
        let is_left_out = |name: &str| {
            let mut out = is_strictly_old && SINCE_C99.contains(&name);
            for argument in options.further.arguments() {
                match argument.as_str() {
                    "-fno-builtin" | "-ffreestanding" => out = true,
                    "-fbuiltin" | "-fhosted" => out = false,
                    other => out |= other.strip_prefix("-fno-builtin-") == Some(name),
                }
            }
            out
        };
        let widths = MAGNITUDES.iter().map(|(name, width)| match width {
            Width::Bits(bits) => (*name, *bits),
            Width::Word => (*name, word),
        });
        BuiltIns {
            names: widths.filter(|(name, _)| !is_left_out(name)).collect(),
        }
    }

    /// Whether a definition of a function has no effect on calls. One of another type, or without a
    /// prototype, is no definition of the built-in function.
    pub(super) fn replace(&self, name: &str, ty: &FunctionType) -> bool {
        let known = self.names.iter().find(|(known, _)| *known == name);
        known.is_some_and(|(_, width)| {
            let fits =
                |ty: &Type| matches!(ty, Type::Int(kind) if kind.signed && kind.width == *width);
            !ty.without_prototype
                && fits(&ty.result)
                && matches!(&*ty.parameters, [only] if fits(only))
        })
    }
}
