//! How an argument lies in memory that has no parameter.

use super::build::{At, int, integer, pointer};
use crate::ast::{
    BinaryOp, CastKind, Expr, Field, FieldPlacing, FloatKind, IntKind, Record, RecordId,
    RecordKind, RecordPlacing, Type, Unit,
};
use invar_cfa::{DataModel, Target};

/// Members of the structs that `va_list` is, or is an array of; clang does not print them. By the name of the machine: the
/// struct, and the types of its members: `i` unsigned int, `l` long, `c` unsigned char, `h` unsigned short, `p` pointer, `n` the
/// pointer that holds the place of the next argument. Elsewhere the list is a pointer.
const LISTS: [(&str, &str, &str); 6] = [
    ("x86-64", "struct __va_list_tag", "iinp"),
    ("s390x", "struct __va_list_tag", "llnp"),
    ("powerpc", "struct __va_list_tag", "cchnp"),
    ("arm", "struct __va_list", "n"),
    ("arm-linux", "struct __va_list", "n"),
    ("aarch64", "struct __va_list", "nppii"),
];

/// The member that holds the place of the next argument.
const NEXT: &str = "overflow_arg_area";

/// The members of a struct that clang does not print, if it is the machine's list of arguments.
pub(crate) fn list_fields(target: &Target, name: &str) -> Option<Vec<Field>> {
    let (_, _, members) = LISTS
        .iter()
        .find(|(machine, state, _)| *machine == target.name && *state == name)?;
    let long = target.data_model.pointer_bits();
    let fields = members
        .chars()
        .enumerate()
        .map(|(number, kind)| match kind {
            'n' => field(NEXT, pointer(Type::Void)),
            'p' => field(&format!("area{number}"), pointer(Type::Void)),
            'l' => field(&format!("offset{number}"), integer("long", long)),
            'c' => field(&format!("offset{number}"), integer("unsigned char", 8)),
            'h' => field(&format!("offset{number}"), integer("unsigned short", 16)),
            _ => field(&format!("offset{number}"), integer("unsigned int", 32)),
        });
    Some(fields.collect())
}

fn field(name: &str, ty: Type) -> Field {
    Field {
        name: name.into(),
        ty,
        bits: None,
        placing: FieldPlacing::default(),
        volatile: false,
    }
}

/// How an argument is passed: in which member of its slot, and the number that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Wide,
    Huge,
    Double,
    LongDouble,
    Pointer,
    /// A copy of it is somewhere else, and the slot points there.
    Record(RecordId),
}

impl Kind {
    /// What the slot says; zero ends the list.
    pub(super) fn number(self) -> i128 {
        match self {
            Kind::Record(id) => 16 + i128::from(id.0),
            _ => i128::from(self.member()),
        }
    }

    /// The member of the slot.
    pub(super) fn member(self) -> u32 {
        match self {
            Kind::Word => 1,
            Kind::Wide => 2,
            Kind::Double => 3,
            Kind::Pointer | Kind::Record(_) => 4,
            Kind::LongDouble => 5,
            Kind::Huge => 6,
        }
    }
}

/// The struct of a slot.
pub(super) struct Slots {
    record: RecordId,
    fields: Vec<Field>,
    enums: Vec<IntKind>,
}

impl Slots {
    /// Adds the struct to a unit.
    pub(super) fn new(unit: &mut Unit, data_model: DataModel) -> Slots {
        let mut fields = vec![
            field("kind", int()),
            field("word", int()),
            field("wide", integer("long long", 64)),
            field("number", Type::Float(FloatKind::Double)),
            field("pointer", pointer(Type::Void)),
            field("extended", Type::Float(FloatKind::LongDouble)),
        ];
        if data_model == DataModel::Lp64 {
            fields.push(field("huge", integer("__int128", 128)));
        }
        let record = RecordId(unit.records.len() as u32);
        unit.records.push(Record {
            tag: "$argument".into(),
            kind: RecordKind::Struct,
            fields: Some(fields.clone()),
            placing: RecordPlacing::default(),
            special_layout: false,
        });
        Slots {
            record,
            fields,
            enums: unit.enums.clone(),
        }
    }

    /// The type of a slot.
    pub(super) fn ty(&self) -> Type {
        Type::Record(self.record)
    }

    /// The kind of arguments of a type after the default promotions; `None` for types that arguments never
    /// have there, or that are not modelled.
    pub(super) fn kind(&self, ty: &Type) -> Option<Kind> {
        match ty {
            Type::Int(kind) => match kind.width {
                32 => Some(Kind::Word),
                64 => Some(Kind::Wide),
                128 if self.fields.len() > 6 => Some(Kind::Huge),
                _ => None,
            },
            Type::Enum(id) => self.kind(&Type::Int(*self.enums.get(id.0 as usize)?)),
            Type::Float(FloatKind::Double) => Some(Kind::Double),
            Type::Float(FloatKind::LongDouble) => Some(Kind::LongDouble),
            Type::Pointer(_) => Some(Kind::Pointer),
            Type::Record(id) => Some(Kind::Record(*id)),
            _ => None,
        }
    }

    /// The member of a slot that holds arguments of a kind.
    pub(super) fn value(&self, at: At, slot: Expr, kind: Kind) -> Expr {
        self.member(at, slot, kind.member())
    }

    /// The member of a slot that says its kind.
    pub(super) fn tag(&self, at: At, slot: Expr) -> Expr {
        self.member(at, slot, 0)
    }

    fn member(&self, at: At, slot: Expr, number: u32) -> Expr {
        let ty = self.fields[number as usize].ty.clone();
        at.member(slot, self.record, number, ty)
    }

    /// A value as the member of its kind holds it.
    pub(super) fn stored(&self, at: At, value: Expr, kind: Kind) -> Expr {
        let ty = self.fields[kind.member() as usize].ty.clone();
        converted(at, value, kind, ty)
    }

    /// The object that holds the place of the next argument; `None` if the list is of an unknown type.
    pub(super) fn next(&self, at: At, unit: &Unit, list: Expr) -> Option<Expr> {
        match list.ty.clone() {
            // The pointer points to the state of the list.
            Type::Pointer(state) if matches!(*state, Type::Record(_)) => {
                let Type::Record(id) = *state else {
                    return None;
                };
                let state = at.dereference(list, Type::Record(id));
                self.next_in(at, unit, state, id)
            }
            // The list is the pointer, or a struct with it.
            Type::Pointer(_) => Some(list),
            Type::Record(id) => self.next_in(at, unit, list, id),
            _ => None,
        }
    }

    fn next_in(&self, at: At, unit: &Unit, state: Expr, id: RecordId) -> Option<Expr> {
        let fields = unit.record(id).fields.as_ref()?;
        let number = fields.iter().position(|field| &*field.name == NEXT)?;
        let ty = fields[number].ty.clone();
        Some(at.member(state, id, number as u32, ty))
    }

    /// The next slot, moved by a number of slots.
    pub(super) fn slot(&self, at: At, next: &Expr, by: i128) -> Expr {
        at.dereference(self.address(at, next, by), self.ty())
    }

    /// Its address.
    pub(super) fn address(&self, at: At, next: &Expr, by: i128) -> Expr {
        let ty = pointer(self.ty());
        let address = at.cast(CastKind::BitCast, at.read(next.clone()), ty.clone());
        match by {
            0 => address,
            _ => at.binary(BinaryOp::Add, address, at.number(by), ty),
        }
    }
}

/// A value as a type of the same kind.
pub(super) fn converted(at: At, value: Expr, kind: Kind, ty: Type) -> Expr {
    match kind {
        _ if value.ty == ty => value,
        Kind::Word | Kind::Wide | Kind::Huge => at.cast(CastKind::WrittenIntegralCast, value, ty),
        Kind::Pointer => at.cast(CastKind::BitCast, value, ty),
        Kind::Double | Kind::LongDouble | Kind::Record(_) => value,
    }
}
