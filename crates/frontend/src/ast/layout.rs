//! Sizes, alignments and member offsets as gcc lays them out on x86 (System V), 32 and 64 bit.

use super::{
    BinaryOp, CastKind, Expr, ExprKind, Field, FloatKind, IntKind, RecordId, RecordKind, Type, Unit,
};
use invar_cfa::{DataModel, Span};

/// Where a member stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldOffset {
    /// Bits from the start of the struct or union; a multiple of 8 except for bit-fields.
    pub bits: u64,
}

impl FieldOffset {
    /// Bytes from the start; of a bit-field, the byte that holds its first bit.
    pub fn bytes(self) -> u64 {
        self.bits / 8
    }
}

/// A struct or union with its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    /// Bytes, padding at the end included.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// One per member, in order.
    pub offsets: Vec<FieldOffset>,
}

/// Bytes of a type: `None` if it is incomplete, of computed length, specially laid out or not
/// represented. As in GNU C, `void` and functions have one byte.
pub fn size_of(unit: &Unit, data_model: DataModel, ty: &Type) -> Option<u64> {
    Some(measure(unit, data_model, ty)?.0)
}

/// Alignment of a type in bytes, as a member of a struct (`_Alignof`).
pub fn align_of(unit: &Unit, data_model: DataModel, ty: &Type) -> Option<u64> {
    Some(measure(unit, data_model, ty)?.1)
}

/// Layout of a struct or union; `None` if it is incomplete or specially laid out.
pub fn record_layout(unit: &Unit, data_model: DataModel, id: RecordId) -> Option<RecordLayout> {
    let record = unit.records.get(id.0 as usize)?;
    if record.special_layout {
        return None;
    }
    let mut layout = Layout {
        kind: record.kind,
        end: 0,
        size: 0,
        align: 1,
        offsets: Vec::new(),
    };
    for field in record.fields.as_ref()? {
        layout.place(unit, data_model, field)?;
    }
    let size = layout.size.div_ceil(8).next_multiple_of(layout.align);
    Some(RecordLayout {
        size,
        align: layout.align,
        offsets: layout.offsets,
    })
}

/// Size and alignment, in bytes.
fn measure(unit: &Unit, data_model: DataModel, ty: &Type) -> Option<(u64, u64)> {
    let pointer = u64::from(data_model.pointer_bits() / 8);
    Some(match ty {
        Type::Void | Type::Bool | Type::Function(_) => (1, 1),
        Type::Int(kind) => integer(data_model, *kind),
        Type::Enum(id) => integer(data_model, *unit.enums.get(id.0 as usize)?),
        Type::Float(kind) => match (kind, data_model) {
            (FloatKind::Float, _) => (4, 4),
            (FloatKind::Double, DataModel::Ilp32) => (8, 4),
            (FloatKind::Double, DataModel::Lp64) => (8, 8),
            (FloatKind::LongDouble, DataModel::Ilp32) => (12, 4),
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Quad, _) => (16, 16),
        },
        Type::Pointer(_) => (pointer, pointer),
        Type::Array(element, length) => {
            let (size, align) = measure(unit, data_model, element)?;
            (size.checked_mul((*length)?)?, align)
        }
        Type::Record(id) => {
            let layout = record_layout(unit, data_model, *id)?;
            (layout.size, layout.align)
        }
        Type::VariableArray(..) | Type::Other(_) => return None,
    })
}

/// The size of a type as an expression of type `size_t`, for arrays of computed length too; `None`
/// where [`size_of`] has none for another reason.
pub fn size_expression(
    unit: &Unit,
    data_model: DataModel,
    ty: &Type,
    span: Option<Span>,
) -> Option<Expr> {
    let size_type = Type::Int(size_kind(data_model));
    let made = |kind| Expr {
        kind,
        ty: size_type.clone(),
        span,
    };
    let (element, length) = match ty {
        Type::VariableArray(element, length) => {
            let variable = Box::new(made(ExprKind::Variable(*length)));
            let value = ExprKind::Cast(CastKind::LValueToRValue, variable);
            (element, made(value))
        }
        Type::Array(element, Some(length)) if size_of(unit, data_model, element).is_none() => {
            (element, made(ExprKind::Integer((*length).into())))
        }
        _ => {
            let size = size_of(unit, data_model, ty)?;
            return Some(made(ExprKind::Integer(size.into())));
        }
    };
    let size = size_expression(unit, data_model, element, span)?;
    let product = ExprKind::Binary(BinaryOp::Mul, Box::new(length), Box::new(size));
    Some(made(product))
}

/// `size_t`.
pub fn size_kind(data_model: DataModel) -> IntKind {
    let (width, name) = match data_model {
        DataModel::Ilp32 => (32, "unsigned int"),
        DataModel::Lp64 => (64, "unsigned long"),
    };
    IntKind {
        width,
        signed: false,
        name,
    }
}

fn integer(data_model: DataModel, kind: IntKind) -> (u64, u64) {
    let size = u64::from(kind.width.div_ceil(8));
    match data_model {
        // i386: eight-byte scalars are aligned to four inside structs.
        DataModel::Ilp32 if size == 8 => (8, 4),
        _ => (size, size),
    }
}

/// A layout in the making. Sizes in bits, alignments in bytes.
struct Layout {
    kind: RecordKind,
    /// First free bit.
    end: u64,
    /// Largest end so far.
    size: u64,
    align: u64,
    offsets: Vec<FieldOffset>,
}

impl Layout {
    fn place(&mut self, unit: &Unit, data_model: DataModel, field: &Field) -> Option<()> {
        if self.kind == RecordKind::Union {
            self.end = 0;
        }
        match field.bits {
            Some(bits) => self.bit_field(unit, data_model, field, u64::from(bits))?,
            None => self.member(unit, data_model, field)?,
        }
        self.size = self.size.max(self.end);
        Some(())
    }

    fn member(&mut self, unit: &Unit, data_model: DataModel, field: &Field) -> Option<()> {
        let (size, align) = match &field.ty {
            // A flexible array member takes no room but keeps its alignment.
            Type::Array(element, None) => (0, measure(unit, data_model, element)?.1),
            ty => measure(unit, data_model, ty)?,
        };
        let start = self.end.next_multiple_of(align.checked_mul(8)?);
        self.offsets.push(FieldOffset { bits: start });
        self.end = start.checked_add(size.checked_mul(8)?)?;
        self.align = self.align.max(align);
        Some(())
    }

    /// System V: a bit-field does not cross a boundary of its declared type; a nameless one does
    /// not align the struct; a width of zero starts the next unit.
    fn bit_field(
        &mut self,
        unit: &Unit,
        data_model: DataModel,
        field: &Field,
        bits: u64,
    ) -> Option<()> {
        let (size, align) = measure(unit, data_model, &field.ty)?;
        let (unit_bits, align_bits) = (size * 8, align * 8);
        if bits > unit_bits {
            return None;
        }
        let mut start = self.end;
        if bits == 0 {
            start = start.next_multiple_of(align_bits);
        } else if start % align_bits + bits > unit_bits {
            // i386 counts units of eight bytes from every four-byte boundary.
            start = start.next_multiple_of(align_bits);
        }
        self.offsets.push(FieldOffset { bits: start });
        self.end = start + bits;
        if !field.name.is_empty() {
            self.align = self.align.max(align);
        }
        Some(())
    }
}
