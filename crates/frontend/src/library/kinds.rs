//! Types of functions by the kinds of their results and parameters.

use crate::ast::{FloatKind, FunctionType, Type};

/// As the table writes it: `i(pp.)`.
pub(super) type Kinds = &'static str;

/// Whether a declaration may be one of a function with these kinds. Integers count as one kind, since
/// declarations by hand often have another one; so does a result that one of both leaves out.
pub(super) fn agree(kinds: &str, ty: &FunctionType) -> bool {
    let Some((result, parameters)) = kinds.trim_end_matches(')').split_once('(') else {
        return true;
    };
    let wanted = result.chars().next().unwrap_or('v');
    let given = kind(&ty.result);
    let result_agrees = is_same(wanted, given) || wanted == 'v' || given == 'v';
    let fixed = parameters.trim_end_matches('.');
    let parameters_agree = ty.without_prototype
        || ty.variadic == (fixed != parameters)
            && fixed.chars().count() == ty.parameters.len()
            && (fixed.chars().zip(&ty.parameters))
                .all(|(kind_there, ty)| is_same(kind_there, kind(ty)));
    result_agrees && parameters_agree
}

/// Complex numbers are structs in the tree.
fn is_same(wanted: char, given: char) -> bool {
    wanted == given || (wanted, given) == ('c', 's')
}

fn kind(ty: &Type) -> char {
    match ty {
        Type::Void => 'v',
        Type::Bool | Type::Int(_) | Type::Enum(_) => 'i',
        Type::Float(FloatKind::Float) => 'f',
        Type::Float(FloatKind::Double) => 'd',
        Type::Float(FloatKind::LongDouble) => 'l',
        Type::Float(FloatKind::Quad) => 'q',
        Type::Pointer(_) | Type::Array(..) | Type::VariableArray(..) => 'p',
        Type::Record(_) => 's',
        Type::Function(_) => 'p',
        Type::Other(_) => 'c',
    }
}
