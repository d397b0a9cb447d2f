//! Conversions from and to values of several numbers.

use super::super::arithmetic::integer;
use super::super::convert::Converter;
use super::super::hidden::Block;
use super::super::node::Node;
use super::super::typed::{cast, constant, int};
use super::zero;
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, Field, FieldPlacing, FloatKind, Initialiser, IntKind,
    RecordKind, Type, layout,
};
use crate::clang::numbers_type::{Form, Numbers};
use invar_cfa::Span;

impl Converter {
    /// A cast whose operand or result is of several numbers.
    pub(super) fn convert_numbers(
        &mut self,
        kind: &CastKind,
        operand: Expr,
        ty: Type,
        span: Option<Span>,
    ) -> Option<Expr> {
        let mut block = Block::new(self, span);
        let value = match kind {
            CastKind::BitCast => self.reinterpret(operand, ty, &mut block)?,
            CastKind::Other(name) => match name.as_str() {
                "VectorSplat" => {
                    let Numbers { element, count, .. } = self.numbers(&ty)?.clone();
                    let number = self.number_as(operand, &element)?;
                    let number = self.hold(number, &mut block)?;
                    let numbers = vec![number; count as usize];
                    self.put_together(numbers, ty, &mut block)?
                }
                "FloatingComplexToBoolean" | "IntegralComplexToBoolean" => {
                    let holds = self.is_not_zero(operand, &mut block)?;
                    cast(CastKind::IntegralToBoolean, holds, Type::Bool)
                }
                "FloatingRealToComplex"
                | "IntegralRealToComplex"
                | "FloatingComplexToReal"
                | "IntegralComplexToReal"
                | "FloatingComplexCast"
                | "IntegralComplexCast"
                | "FloatingComplexToIntegralComplex"
                | "IntegralComplexToFloatingComplex" => {
                    self.number_or_numbers_as(operand, ty, &mut block)?
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(block.end(value))
    }

    /// A real or complex number, or a vector, in another type; vectors only in their own.
    pub(super) fn number_or_numbers_as(
        &mut self,
        value: Expr,
        ty: Type,
        block: &mut Block,
    ) -> Option<Expr> {
        if value.ty == ty {
            return Some(value);
        }
        let (from, to) = (self.numbers(&value.ty).cloned(), self.numbers(&ty).cloned());
        let is_vector = |n: &Option<Numbers>| n.as_ref().is_some_and(|n| n.form == Form::Vector);
        if is_vector(&from) || is_vector(&to) {
            return None;
        }
        match (from, to) {
            (None, None) => self.number_as(value, &ty),
            (None, Some(to)) => {
                let real = self.number_as(value, &to.element)?;
                let zero = zero(&to.element, real.span);
                self.put_together(vec![real, zero], ty, block)
            }
            (Some(_), None) => {
                let real = self.take_apart(value, block)?.into_iter().next()?;
                self.number_as(real, &ty)
            }
            (Some(_), Some(to)) => {
                let mut made = Vec::new();
                for number in self.take_apart(value, block)? {
                    made.push(self.number_as(number, &to.element)?);
                }
                self.put_together(made, ty, block)
            }
        }
    }

    /// A number in another arithmetic type.
    pub(super) fn number_as(&self, value: Expr, ty: &Type) -> Option<Expr> {
        let kind = match (&value.ty, ty) {
            (from, to) if from == to => return Some(value),
            (Type::Int(_) | Type::Enum(_) | Type::Bool, Type::Int(_)) => CastKind::IntegralCast,
            (Type::Int(_) | Type::Enum(_) | Type::Bool, Type::Float(_)) => {
                CastKind::IntegralToFloating
            }
            (Type::Float(_), Type::Int(_)) => CastKind::FloatingToIntegral,
            (Type::Float(_), Type::Float(_)) => CastKind::FloatingCast,
            _ => return None,
        };
        Some(cast(kind, value, ty.clone()))
    }

    /// `__builtin_convertvector`.
    pub(in super::super) fn converted_vector(
        &mut self,
        node: &Node,
        operand: &Node,
    ) -> Option<Expr> {
        let ty = self.type_of(node);
        let element = self.numbers(&ty)?.element.clone();
        let operand = self.expression(operand);
        let mut block = Block::new(self, node.begin);
        let mut made = Vec::new();
        for number in self.take_apart(operand, &mut block)? {
            made.push(self.number_as(number, &element)?);
        }
        let value = self.put_together(made, ty, &mut block)?;
        Some(block.end(value))
    }

    /// The bytes of a value, read as another type.
    fn reinterpret(&mut self, value: Expr, ty: Type, block: &mut Block) -> Option<Expr> {
        let element_of = |converter: &Converter, ty: &Type| match converter.numbers(ty) {
            Some(numbers) => numbers.element.clone(),
            None => ty.clone(),
        };
        let (from, to) = (element_of(self, &value.ty), element_of(self, &ty));
        let size = |ty: &Type| layout::size_of(&self.unit, self.data_model, ty);
        if size(&value.ty)? != size(&ty)? {
            return None;
        }
        let values = if self.numbers(&value.ty).is_some() {
            self.take_apart(value, block)?
        } else {
            vec![self.hold(value, block)?]
        };
        let mut made = values;
        if from != to {
            let mut bits = Vec::new();
            for number in made {
                bits.push(self.as_bits(number, block)?);
            }
            let wanted = match &to {
                Type::Int(kind) => *kind,
                other => unsigned(size_in_bits(self, other)?)?,
            };
            made = self.regroup(bits, wanted)?;
            if matches!(to, Type::Float(FloatKind::Float | FloatKind::Double)) {
                let mut floats = Vec::new();
                for number in made {
                    floats.push(self.through_union(number, to.clone(), block)?);
                }
                made = floats;
            }
        }
        if self.numbers(&ty).is_some() {
            self.put_together(made, ty, block)
        } else {
            made.into_iter().next()
        }
    }

    /// A number as an integer with the same bits.
    fn as_bits(&mut self, number: Expr, block: &mut Block) -> Option<Expr> {
        match &number.ty {
            Type::Int(_) => Some(number),
            Type::Float(FloatKind::Float | FloatKind::Double) => {
                let kind = unsigned(size_in_bits(self, &number.ty)?)?;
                self.through_union(number, Type::Int(kind), block)
            }
            _ => None,
        }
    }

    /// Integers of another width with the same bits, the lowest first.
    fn regroup(&self, numbers: Vec<Expr>, wanted: IntKind) -> Option<Vec<Expr>> {
        let Type::Int(given) = numbers.first()?.ty else {
            return None;
        };
        let computed = Type::Int(unsigned(given.width.max(wanted.width).max(32))?);
        let own = Type::Int(unsigned(given.width)?);
        let mut wide = Vec::new();
        for number in numbers {
            let number = self.convert_integer(number, own.clone())?;
            wide.push(self.convert_integer(number, computed.clone())?);
        }
        let total = given.width * wide.len() as u32;
        (0..total / wanted.width)
            .map(|i| {
                let start = i * wanted.width;
                let first = (start / given.width) as usize;
                let mut value = wide.get(first)?.clone();
                let shifted = |op, value: Expr, by: u32| {
                    let distance = constant(by.into(), int(), value.span);
                    self.combine(op, value, distance)
                };
                if given.width >= wanted.width {
                    value = shifted(BinaryOp::Shr, value, start % given.width)?;
                }
                for j in 1..wanted.width.div_ceil(given.width) {
                    let next = wide.get(first + j as usize)?.clone();
                    let next = shifted(BinaryOp::Shl, next, j * given.width)?;
                    value = self.combine(BinaryOp::BitOr, value, next)?;
                }
                self.convert_integer(value, Type::Int(wanted))
            })
            .collect()
    }

    /// The bits of a number as another type of its size.
    fn through_union(&mut self, number: Expr, ty: Type, block: &mut Block) -> Option<Expr> {
        let tag = "bits of a number";
        let (from, span) = (number.ty.clone(), number.span);
        let record = self.new_record(tag, RecordKind::Union);
        let field = |name: &str, ty: &Type| Field {
            name: name.into(),
            ty: ty.clone(),
            bits: None,
            placing: FieldPlacing::default(),
            volatile: false,
        };
        self.unit.records[record.0 as usize].fields =
            Some(vec![field("given", &from), field("read", &ty)]);
        let whole = Expr {
            kind: ExprKind::Initialiser(Initialiser::Union(0, Box::new(number))),
            ty: Type::Record(record),
            span,
        };
        let place = block.place(whole, self)?;
        let kind = ExprKind::Member {
            base: Box::new(place),
            record,
            field: 1,
        };
        let read = self.read(Expr { kind, ty, span });
        block.keep(read, self)
    }
}

fn size_in_bits(converter: &Converter, ty: &Type) -> Option<u32> {
    let bytes = layout::size_of(&converter.unit, converter.data_model, ty)?;
    u32::try_from(bytes.checked_mul(8)?).ok()
}

fn unsigned(width: u32) -> Option<IntKind> {
    Some(match width {
        8 => integer("unsigned char", 8),
        16 => integer("unsigned short", 16),
        32 => integer("unsigned int", 32),
        64 => integer("unsigned long long", 64),
        128 => integer("unsigned __int128", 128),
        _ => return None,
    })
}
