//! Sizes, alignments and member offsets as gcc lays them out, with the attributes `packed` and `aligned` and
//! `#pragma pack`. Where machines differ (`invar_cfa::Target`), the machine of the unit decides.
//!
//! gcc's rules in the order in which they apply to a member, as tests against gcc confirm:
//! its alignment is that of its type unless it is a bit-field; `aligned` raises it; `packed` without
//! `aligned` on the member makes it one byte; i386 limits eight-byte scalars to four bytes unless an
//! attribute asked for more; `#pragma pack` limits everything but bit-fields of width zero. A
//! bit-field must not span more units of its type than the type has, except where it is packed or a
//! pragma is in force. Named bit-fields align the struct as their type; nameless ones do so
//! on ARM only.

use super::{Field, FloatKind, IntKind, Record, RecordId, RecordKind, RecordPlacing, Type, Unit};
use invar_cfa::{DataModel, LongDouble, NamelessBitFields, Target};
use std::cell::RefCell;

pub use super::size_expression::{size_expression, size_kind};

/// Where a member is.
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
    Layouts::new(unit, data_model).size_of(ty)
}

/// Alignment of a type in bytes, as a member of a struct (`_Alignof`).
pub fn align_of(unit: &Unit, data_model: DataModel, ty: &Type) -> Option<u64> {
    Layouts::new(unit, data_model).align_of(ty)
}

/// Layout of a struct or union; `None` if it is incomplete or specially laid out.
pub fn record_layout(unit: &Unit, data_model: DataModel, id: RecordId) -> Option<RecordLayout> {
    Layouts::new(unit, data_model).record(id)
}

/// Whether compilers differ in the layout of a struct or union. What is computed here is gcc's.
pub fn has_disputed_layout(record: &Record) -> bool {
    let mut fields = record.fields.iter().flatten();
    fields.any(|field| is_disputed(record.placing, field))
}

/// Whether compilers differ in the place of a member: an aligned bit-field under `#pragma pack`, or one as wide as its type,
/// which has an alignment of its own.
fn is_disputed(placing: RecordPlacing, field: &Field) -> bool {
    let Some(bits) = field.bits else {
        return false;
    };
    let is_full = matches!(&field.ty, Type::Int(kind) if kind.width == bits);
    let is_aligned = field.placing.aligned.is_some() && placing.pack.is_some();
    is_aligned || is_full && field.placing.type_aligned.is_some()
}

/// The layouts of a unit, each computed once.
pub struct Layouts<'u> {
    unit: &'u Unit,
    target: &'static Target,
    known: RefCell<Vec<Option<Known>>>,
}

/// A layout that was asked for before, or that there is none.
type Known = Option<(RecordLayout, Origin)>;

/// Whether an attribute chose an alignment, directly or inside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Origin {
    Type,
    Attribute,
}

/// A type as a member sees it. Bits.
#[derive(Clone, Copy)]
struct Measure {
    size: u64,
    /// Before what the machine does to members.
    align: u64,
    origin: Origin,
    /// The most that the machine gives members of such a type.
    limit: Option<u64>,
}

impl Measure {
    fn new(target: &Target, bytes: u64, align: u64) -> Measure {
        Measure {
            size: bytes * 8,
            align: align * 8,
            origin: Origin::Type,
            limit: target.member_limit.map(|bytes| bytes * 8),
        }
    }

    /// The alignment as a member.
    fn adjusted(self) -> u64 {
        match (self.origin, self.limit) {
            (Origin::Type, Some(limit)) => self.align.min(limit),
            _ => self.align,
        }
    }
}

impl<'u> Layouts<'u> {
    /// Nothing computed yet.
    pub fn new(unit: &'u Unit, data_model: DataModel) -> Layouts<'u> {
        Layouts {
            unit,
            target: unit.target(data_model),
            known: RefCell::new(Vec::new()),
        }
    }

    /// As [`size_of`].
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        Some(self.measure(ty)?.size / 8)
    }

    /// As [`align_of`].
    pub fn align_of(&self, ty: &Type) -> Option<u64> {
        // An array has it from its elements, however many there are.
        if let Type::Array(element, None) | Type::VariableArray(element, _) = ty {
            return self.align_of(element);
        }
        Some(self.measure(ty)?.adjusted() / 8)
    }

    /// As [`record_layout`].
    pub fn record(&self, id: RecordId) -> Option<RecordLayout> {
        Some(self.known(id)?.0)
    }

    fn known(&self, id: RecordId) -> Known {
        let index = id.0 as usize;
        if let Some(Some(known)) = self.known.borrow().get(index) {
            return known.clone();
        }
        let layout = self.lay_out(id);
        let mut known = self.known.borrow_mut();
        if known.len() <= index {
            known.resize(index + 1, None);
        }
        known[index] = Some(layout.clone());
        layout
    }

    fn lay_out(&self, id: RecordId) -> Known {
        let record = self.unit.records.get(id.0 as usize)?;
        if record.special_layout {
            return None;
        }
        let (align, origin) = match record.placing.aligned {
            Some(align) => (align.checked_mul(8)?.max(8), Origin::Attribute),
            None => (8, Origin::Type),
        };
        let mut layout = Layout {
            layouts: self,
            kind: record.kind,
            placing: record.placing,
            end: 0,
            size: 0,
            align,
            origin,
            offsets: Vec::new(),
        };
        for field in record.fields.as_ref()? {
            layout.place(field)?;
        }
        let size = layout.size.checked_next_multiple_of(layout.align)? / 8;
        let whole = RecordLayout {
            size: record.placing.size.unwrap_or(size),
            align: layout.align / 8,
            offsets: layout.offsets,
        };
        Some((whole, layout.origin))
    }

    fn measure(&self, ty: &Type) -> Option<Measure> {
        let target = self.target;
        let pointer = u64::from(target.data_model.pointer_bits() / 8);
        Some(match ty {
            Type::Void | Type::Bool | Type::Function(_) => Measure::new(target, 1, 1),
            Type::Int(kind) => self.integer(*kind),
            Type::Enum(id) => self.integer(*self.unit.enums.get(id.0 as usize)?),
            Type::Float(FloatKind::Float) => Measure::new(target, 4, 4),
            Type::Float(FloatKind::Double) => Measure::new(target, 8, 8),
            Type::Float(FloatKind::LongDouble) => {
                let (bytes, align) = target.long_double.size();
                Measure::new(target, bytes.into(), align.into())
            }
            Type::Float(FloatKind::Quad) => {
                let align = match target.long_double {
                    LongDouble::Binary128 { align } => align.into(),
                    _ => 16,
                };
                Measure {
                    limit: None,
                    ..Measure::new(target, 16, align)
                }
            }
            Type::Pointer(_) => Measure::new(target, pointer, pointer),
            Type::Array(element, length) => {
                let element = self.measure(element)?;
                Measure {
                    size: element.size.checked_mul((*length)?)?,
                    ..element
                }
            }
            Type::Record(id) => {
                let (layout, origin) = self.known(*id)?;
                Measure {
                    size: layout.size.checked_mul(8)?,
                    align: layout.align * 8,
                    origin,
                    limit: None,
                }
            }
            Type::VariableArray(..) | Type::Other(_) => return None,
        })
    }

    fn integer(&self, kind: IntKind) -> Measure {
        let size = u64::from(kind.width.div_ceil(8));
        Measure::new(self.target, size, size)
    }
}

/// A layout in the making, in bits.
struct Layout<'l, 'u> {
    layouts: &'l Layouts<'u>,
    kind: RecordKind,
    placing: RecordPlacing,
    /// First free bit.
    end: u64,
    /// Largest end so far.
    size: u64,
    align: u64,
    origin: Origin,
    offsets: Vec<FieldOffset>,
}

impl Layout<'_, '_> {
    fn place(&mut self, field: &Field) -> Option<()> {
        if self.kind == RecordKind::Union {
            self.end = 0;
        }
        let ty = self.measure(field)?;
        match field.bits {
            Some(bits) => self.bit_field(field, ty, u64::from(bits))?,
            None => self.member(field, ty)?,
        }
        self.size = self.size.max(self.end);
        Some(())
    }

    /// The type of a member; a flexible array member takes no room but keeps its alignment.
    fn measure(&self, field: &Field) -> Option<Measure> {
        let ty = match &field.ty {
            Type::Array(element, None) => Measure {
                size: 0,
                ..self.layouts.measure(element)?
            },
            ty => self.layouts.measure(ty)?,
        };
        Some(match field.placing.type_aligned {
            Some(align) => Measure {
                align: align.checked_mul(8)?,
                origin: Origin::Attribute,
                ..ty
            },
            None => ty,
        })
    }

    /// A member is not packed by its struct if its type has no alignment to lose, unless it is a
    /// bit-field.
    fn is_packed(&self, field: &Field, ty: Measure) -> bool {
        let matters = field.bits.is_some() || ty.align > 8;
        field.placing.packed || self.placing.packed && matters
    }

    /// The alignment of a member, and whether an attribute chose it.
    fn alignment(&self, field: &Field, ty: Measure) -> Option<(u64, Origin)> {
        let own = field.placing.aligned;
        let (mut align, mut origin) = match own {
            Some(align) => (align.checked_mul(8)?, Origin::Attribute),
            None => (1, Origin::Type),
        };
        let is_packed = self.is_packed(field, ty) && field.bits != Some(0);
        let takes_type = match field.bits {
            Some(bits) => bits == 0,
            None => !(is_packed && own.is_some()),
        };
        if takes_type && ty.align > align {
            (align, origin) = (ty.align, ty.origin);
        }
        if is_packed && own.is_none() {
            align = align.min(8);
        }
        if let (false, Origin::Type, Some(limit)) = (is_packed, origin, ty.limit) {
            align = align.min(limit);
        }
        if let (Some(pack), true) = (self.placing.pack, field.bits != Some(0)) {
            align = align.min(pack.checked_mul(8)?);
        }
        Some((align, origin))
    }

    fn member(&mut self, field: &Field, ty: Measure) -> Option<()> {
        let (align, origin) = self.alignment(field, ty)?;
        let start = self.end.checked_next_multiple_of(align.max(8))?;
        self.offsets.push(FieldOffset { bits: start });
        self.end = start.checked_add(ty.size)?;
        self.align = self.align.max(align);
        self.origin = self.origin.max(origin);
        Some(())
    }

    fn bit_field(&mut self, field: &Field, ty: Measure, bits: u64) -> Option<()> {
        if bits > ty.size {
            return None;
        }
        let (align, origin) = self.alignment(field, ty)?;
        let mut start = self.end.checked_next_multiple_of(align)?;
        let is_packed = self.is_packed(field, ty);
        let unit = ty.adjusted();
        if bits > 0 && !is_packed && self.placing.pack.is_none() {
            let spanned = (start % unit + bits).div_ceil(unit);
            if spanned > ty.size / unit {
                start = start.checked_next_multiple_of(unit)?;
            }
        }
        self.offsets.push(FieldOffset { bits: start });
        self.end = start.checked_add(bits)?;
        let aligns = self.layouts.target.nameless_bit_fields == NamelessBitFields::Align;
        if aligns || !field.name.is_empty() {
            let of_type = match (self.placing.pack, is_packed) {
                (Some(pack), _) => unit.min(pack.checked_mul(8)?),
                (None, true) => unit.min(8),
                (None, false) => unit,
            };
            self.align = self.align.max(of_type).max(align);
            self.origin = self.origin.max(origin).max(ty.origin);
        }
        Some(())
    }
}
