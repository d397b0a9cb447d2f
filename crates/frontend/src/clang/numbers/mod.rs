//! Values of several numbers: complex numbers and vectors. Such a type is a struct with an array of
//! its numbers. Operators take their operands apart, compute number by number, and put the results
//! together, in statement expressions with hidden variables.

mod assignment;
mod conversion;
mod operator;

use super::convert::Converter;
use super::hidden::Block;
use super::node::Node;
use super::numbers_type::{Form, Numbers};
use super::typed::{cast, constant, int};
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, Field, FieldPlacing, FloatKind, Initialiser, RecordKind,
    Type, UnaryOp, layout,
};
use invar_cfa::{DataModel, Span};
use std::sync::Arc;

/// Positions of the parts of a complex number.
const REAL: u64 = 0;
const IMAGINARY: u64 = 1;

/// Bytes of the vectors that every x86-64 has registers for.
const WIDEST: u64 = 16;

/// Vectors with more elements are not taken apart.
const MAX_NUMBERS: u64 = 256;

impl Converter {
    /// The struct that represents a type of several numbers.
    pub(super) fn numbers_type(&mut self, numbers: Numbers) -> Option<Type> {
        let known = self.numbers.iter().find(|(_, known)| **known == numbers);
        if let Some((id, _)) = known {
            return Some(Type::Record(*id));
        }
        let size = layout::size_of(&self.unit, self.data_model, &numbers.element)?;
        let name = match &numbers.element {
            Type::Int(kind) => kind.name,
            Type::Float(FloatKind::Float) => "float",
            Type::Float(FloatKind::Double) => "double",
            Type::Float(FloatKind::LongDouble) => "long double",
            _ => return None,
        };
        let (tag, aligned) = match numbers.form {
            Form::Complex => (format!("_Complex {name}"), None),
            Form::Vector => {
                // Other machines have other alignments and other orders of elements.
                if !self.target().is_x86() {
                    return None;
                }
                // gcc aligns vectors to their size.
                let size = size.checked_mul(numbers.count)?;
                if !size.is_power_of_two() || numbers.count > MAX_NUMBERS {
                    return None;
                }
                // Where such a member lies depends on the instructions that gcc may use.
                if size == 8 && self.data_model == DataModel::Ilp32 {
                    return None;
                }
                (format!("vector of {} {name}", numbers.count), Some(size))
            }
        };
        let id = self.new_record(&tag, RecordKind::Struct);
        let record = &mut self.unit.records[id.0 as usize];
        record.placing.aligned = aligned;
        record.fields = Some(vec![Field {
            name: "numbers".into(),
            ty: Type::Array(Arc::new(numbers.element.clone()), Some(numbers.count)),
            bits: None,
            placing: FieldPlacing::default(),
            volatile: false,
        }]);
        self.numbers.insert(id, numbers);
        Some(Type::Record(id))
    }

    /// The numbers of a type, if it is one of several numbers.
    pub(super) fn numbers(&self, ty: &Type) -> Option<&Numbers> {
        match ty {
            Type::Record(id) => self.numbers.get(id),
            _ => None,
        }
    }

    /// Whether a type has a vector in it of which `_Alignof` depends on the instructions that gcc may use.
    pub(super) fn has_wide_vector(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) | Type::VariableArray(element, _) => {
                self.has_wide_vector(element)
            }
            Type::Record(id) => {
                let record = self.unit.record(*id);
                let is_vector = self
                    .numbers(ty)
                    .is_some_and(|numbers| numbers.form == Form::Vector);
                let fields = record.fields.iter().flatten();
                (is_vector && record.placing.aligned > Some(WIDEST))
                    || fields.clone().any(|field| self.has_wide_vector(&field.ty))
            }
            _ => false,
        }
    }

    fn is_complex(&self, ty: &Type) -> bool {
        self.numbers(ty).is_some_and(|n| n.form == Form::Complex)
    }

    /// An expression whose operands are of several numbers, number by number; any other stays.
    pub(super) fn by_numbers(&mut self, node: &Node, expr: Expr) -> Expr {
        if self.numbers.is_empty() || !self.has_numbers(&expr) {
            return expr;
        }
        let ty = expr.ty.clone();
        match self.apart(expr) {
            Some(made) => made,
            None => Expr {
                kind: ExprKind::Unsupported("operation on complex numbers or vectors".to_owned()),
                ty,
                span: node.begin,
            },
        }
    }

    /// Whether C computes with several numbers here.
    fn has_numbers(&self, expr: &Expr) -> bool {
        let is_one = |expr: &Expr| self.numbers(&expr.ty).is_some();
        match &expr.kind {
            ExprKind::Unary(UnaryOp::AddressOf | UnaryOp::Dereference, _) => false,
            ExprKind::Unary(_, operand) => is_one(operand),
            ExprKind::Binary(BinaryOp::Comma, ..) => false,
            ExprKind::Binary(_, left, right) => is_one(left) || is_one(right),
            ExprKind::Assign { op, target, .. } => match op {
                crate::ast::AssignOp::Plain => false,
                crate::ast::AssignOp::Compound { left, result, .. } => {
                    is_one(target) || self.numbers(left).is_some() || self.numbers(result).is_some()
                }
            },
            ExprKind::Conditional { condition, .. } => is_one(condition),
            ExprKind::Cast(kind, operand) => match kind {
                CastKind::LValueToRValue
                | CastKind::NoOp
                | CastKind::Volatile
                | CastKind::ToVoid => false,
                _ => is_one(operand) || is_one(expr),
            },
            ExprKind::Index { base, index } => is_one(base) || is_one(index),
            _ => false,
        }
    }

    fn apart(&mut self, expr: Expr) -> Option<Expr> {
        let (ty, span) = (expr.ty, expr.span);
        match expr.kind {
            ExprKind::Unary(op, operand) => self.unary_numbers(op, *operand, ty, span),
            ExprKind::Binary(op, left, right) => {
                let mut block = Block::new(self, span);
                let value = self.binary_numbers(op, *left, *right, ty, &mut block)?;
                Some(block.end(value))
            }
            ExprKind::Assign {
                op: crate::ast::AssignOp::Compound { op, left, result },
                target,
                value,
            } => self.compound_numbers(op, left, result, *target, *value),
            ExprKind::Conditional {
                condition,
                then: Some(then),
                otherwise,
            } => {
                let kind = ExprKind::Conditional {
                    condition: Box::new(self.truth(*condition)),
                    then: Some(then),
                    otherwise,
                };
                Some(Expr { kind, ty, span })
            }
            ExprKind::Cast(kind, operand) => self.convert_numbers(&kind, *operand, ty, span),
            ExprKind::Index { base, index } => {
                if self.numbers(&base.ty).is_some() {
                    self.element_of(*base, *index, span)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// A condition as a scalar.
    pub(super) fn truth(&mut self, condition: Expr) -> Expr {
        if !self.is_complex(&condition.ty) {
            return condition;
        }
        let (ty, span) = (int(), condition.span);
        let mut block = Block::new(self, span);
        match self.is_not_zero(condition, &mut block) {
            Some(value) => block.end(value),
            None => Expr {
                kind: ExprKind::Unsupported("operation on complex numbers or vectors".to_owned()),
                ty,
                span,
            },
        }
    }

    /// Whether a complex number differs from zero, as an `int`.
    fn is_not_zero(&mut self, value: Expr, block: &mut Block) -> Option<Expr> {
        let element = self.numbers(&value.ty)?.element.clone();
        let numbers = self.take_apart(value, block)?;
        let [real, imaginary] = numbers.try_into().ok()?;
        let zero = zero(&element, real.span);
        let real = self.compare(BinaryOp::NotEqual, real, zero.clone())?;
        let imaginary = self.compare(BinaryOp::NotEqual, imaginary, zero)?;
        Some(logical(BinaryOp::LogicalOr, real, imaginary))
    }

    /// The numbers of a value, each to be read as often as needed.
    fn take_apart(&mut self, value: Expr, block: &mut Block) -> Option<Vec<Expr>> {
        let Numbers { element, count, .. } = self.numbers(&value.ty)?.clone();
        if let Some(mut list) = constants(&value) {
            list.resize(count as usize, zero(&element, value.span));
            return Some(list);
        }
        let place = block.place(value, self)?;
        (0..count)
            .map(|i| {
                let number = self.number(place.clone(), i)?;
                Some(self.read(number))
            })
            .collect()
    }

    /// A scalar to be read as often as needed.
    fn hold(&mut self, value: Expr, block: &mut Block) -> Option<Expr> {
        if is_constant(&value) {
            Some(value)
        } else {
            block.keep(value, self)
        }
    }

    /// A value of several numbers.
    fn put_together(&mut self, numbers: Vec<Expr>, ty: Type, block: &mut Block) -> Option<Expr> {
        let whole = self.listed(numbers, ty, None)?;
        match constants(&whole) {
            Some(_) => Some(whole),
            None => block.keep(whole, self),
        }
    }

    /// The initialiser of a type of several numbers.
    pub(super) fn listed(&self, list: Vec<Expr>, ty: Type, span: Option<Span>) -> Option<Expr> {
        let Numbers { element, count, .. } = self.numbers(&ty)?;
        if list.len() as u64 > *count || list.iter().any(|number| number.ty != *element) {
            return None;
        }
        let span = span.or(list.first().and_then(|number| number.span));
        let array = Expr {
            ty: Type::Array(Arc::new(element.clone()), Some(*count)),
            kind: ExprKind::Initialiser(Initialiser::Array(list)),
            span,
        };
        let kind = ExprKind::Initialiser(Initialiser::Struct(vec![array]));
        Some(Expr { kind, ty, span })
    }

    /// Designates one of the numbers of an object.
    fn number(&self, object: Expr, position: u64) -> Option<Expr> {
        let span = object.span;
        self.number_at(object, constant(position.into(), int(), span))
    }

    fn number_at(&self, object: Expr, index: Expr) -> Option<Expr> {
        let Type::Record(record) = object.ty else {
            return None;
        };
        let Numbers { element, count, .. } = self.numbers(&object.ty)?;
        let span = object.span;
        let array = Expr {
            kind: ExprKind::Member {
                base: Box::new(object),
                record,
                field: 0,
            },
            ty: Type::Array(Arc::new(element.clone()), Some(*count)),
            span,
        };
        Some(Expr {
            kind: ExprKind::Index {
                base: Box::new(self.read(array)),
                index: Box::new(index),
            },
            ty: element.clone(),
            span,
        })
    }

    /// `vector[index]`: an object where the vector is one.
    fn element_of(&mut self, vector: Expr, index: Expr, span: Option<Span>) -> Option<Expr> {
        if is_designator(&vector) {
            return self.number_at(vector, index);
        }
        let mut block = Block::new(self, span);
        let place = block.place(vector, self)?;
        let number = self.number_at(place, index)?;
        let number = self.read(number);
        Some(block.end(number))
    }

    /// `__real__ operand` or `__imag__ operand`: an object where the operand is one.
    pub(super) fn part(&mut self, operand: Expr, opcode: &str) -> Option<Expr> {
        let position = match opcode {
            "__real" => REAL,
            "__imag" => IMAGINARY,
            _ => return None,
        };
        let span = operand.span;
        if self.is_complex(&operand.ty) {
            let index = constant(position.into(), int(), span);
            return self.element_of(operand, index, span);
        }
        if !matches!(operand.ty, Type::Int(_) | Type::Float(_)) {
            return None;
        }
        match position {
            REAL => Some(operand),
            _ => {
                let ty = operand.ty.clone();
                let zero = zero(&ty, span);
                let dropped = cast(CastKind::ToVoid, operand, Type::Void);
                let kind = ExprKind::Binary(BinaryOp::Comma, Box::new(dropped), Box::new(zero));
                Some(Expr { kind, ty, span })
            }
        }
    }

    /// `2.0i`.
    pub(super) fn imaginary(&mut self, node: &Node, value: &Node) -> Option<Expr> {
        let ty = self.type_of(node);
        let value = self.expression(value);
        let real = zero(&value.ty, node.begin);
        self.listed(vec![real, value], ty, node.begin)
    }

    /// `{ ... }` for a type of several numbers.
    pub(super) fn initialised_numbers(&mut self, node: &Node, ty: Type) -> Option<Expr> {
        let mut list: Vec<Expr> = node
            .inner
            .iter()
            .map(|each| self.expression(each))
            .collect();
        if let [only] = list.as_slice()
            && only.ty == ty
        {
            return list.pop();
        }
        self.listed(list, ty, node.begin)
    }
}

/// Whether an expression designates an object.
fn is_designator(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_)
        | ExprKind::Index { .. }
        | ExprKind::CompoundLiteral(_)
        | ExprKind::Unary(UnaryOp::Dereference, _) => true,
        ExprKind::Member { base, .. } => is_designator(base),
        _ => false,
    }
}

/// Zero of an arithmetic type.
fn zero(ty: &Type, span: Option<Span>) -> Expr {
    let kind = match ty {
        Type::Float(_) => ExprKind::Floating("0".into()),
        _ => ExprKind::Integer(0),
    };
    let ty = ty.clone();
    Expr { kind, ty, span }
}

/// `left && right`, `left || right`.
fn logical(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr {
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        ty: int(),
        span,
    }
}

/// The numbers of a value that is a list of constants; zeros at the end may be missing.
fn constants(value: &Expr) -> Option<Vec<Expr>> {
    let ExprKind::Initialiser(Initialiser::Struct(members)) = &value.kind else {
        return None;
    };
    let [array] = members.as_slice() else {
        return None;
    };
    match &array.kind {
        ExprKind::Initialiser(Initialiser::Array(list)) if list.iter().all(is_constant) => {
            Some(list.clone())
        }
        _ => None,
    }
}

/// Whether an arithmetic expression is made of constants alone.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Floating(_) => true,
        ExprKind::Cast(_, operand)
        | ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, operand) => {
            is_constant(operand)
        }
        ExprKind::Binary(op, left, right) if *op != BinaryOp::Comma => {
            is_constant(left) && is_constant(right)
        }
        _ => false,
    }
}
