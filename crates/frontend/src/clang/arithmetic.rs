//! Arithmetic types by their words.

use super::type_text::Resolve;
use crate::ast::{FloatKind, IntKind, Type};
use invar_cfa::{CharSign, LongDouble};

/// The integer type of a kind and width under its plain name.
pub(super) fn integer(name: &'static str, width: u32) -> IntKind {
    let signed = !name.starts_with("unsigned");
    IntKind {
        width,
        signed,
        name,
    }
}

/// The words of an arithmetic type.
#[derive(Default)]
pub(super) struct Words {
    pub(super) signed: bool,
    pub(super) unsigned: bool,
    pub(super) short: bool,
    pub(super) long: u32,
    pub(super) base: Option<&'static str>,
}

/// The words that can be combined with `unsigned` and the like, and those that stand alone.
pub(super) fn plain(word: &str) -> Option<&'static str> {
    const PLAIN: [&str; 9] = [
        "int",
        "char",
        "float",
        "double",
        "void",
        "_Bool",
        "__int128",
        "__float128",
        "_Float128",
    ];
    PLAIN.into_iter().find(|name| *name == word)
}

impl Words {
    /// Whether a word has been read.
    pub(super) fn is_started(&self) -> bool {
        self.signed || self.unsigned || self.short || self.long > 0 || self.base.is_some()
    }

    /// The type the words stand for.
    pub(super) fn into_type(self, names: &dyn Resolve) -> Option<Type> {
        let long = names.data_model().pointer_bits();
        let size = (self.base.unwrap_or("int"), self.short, self.long);
        let kind = match (size, self.unsigned) {
            (("int", false, 0), false) if self.is_started() => integer("int", 32),
            (("int", false, 0), true) => integer("unsigned int", 32),
            (("int", true, 0), false) => integer("short", 16),
            (("int", true, 0), true) => integer("unsigned short", 16),
            (("int", false, 1), false) => integer("long", long),
            (("int", false, 1), true) => integer("unsigned long", long),
            (("int", false, 2), false) => integer("long long", 64),
            (("int", false, 2), true) => integer("unsigned long long", 64),
            (("char", false, 0), true) => integer("unsigned char", 8),
            (("char", false, 0), false) if self.signed => integer("signed char", 8),
            (("char", false, 0), false) => IntKind {
                signed: names.char_sign() == CharSign::Signed,
                ..integer("char", 8)
            },
            (("__int128", false, 0), false) => integer("__int128", 128),
            (("__int128", false, 0), true) => integer("unsigned __int128", 128),
            _ if self.signed || self.unsigned => return None,
            (("void", false, 0), _) => return Some(Type::Void),
            (("_Bool", false, 0), _) => return Some(Type::Bool),
            (("float", false, 0), _) => return Some(Type::Float(FloatKind::Float)),
            (("double", false, 0), _) => return Some(Type::Float(FloatKind::Double)),
            (("double", false, 1), _) => {
                return Some(Type::Float(match names.long_double() {
                    LongDouble::X87 { .. } => FloatKind::LongDouble,
                    LongDouble::Binary64 => FloatKind::Double,
                    LongDouble::Binary128 { .. } => FloatKind::Quad,
                    LongDouble::DoubleDouble => return None,
                }));
            }
            (("__float128" | "_Float128", false, 0), _) => {
                return Some(Type::Float(FloatKind::Quad));
            }
            _ => return None,
        };
        Some(Type::Int(kind))
    }
}
