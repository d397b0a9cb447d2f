//! Initialisers.

use super::assignment::is_converted_float;
use super::body::{Body, Lowered};
use super::memory::{Padding, initialises_with_zeros};
use super::place::{Place, Value};
use super::shape::Shape;
use crate::ast::{Expr, ExprKind, Initialiser, VariableId};
use invar_cfa::{HavocOrigin, Span};

/// Array elements initialised by edges of their own; beyond, only constants are taken.
const MAX_ELEMENTS: u64 = 100_000;

/// Its elements make the object larger than its type.
const FLEXIBLE: &str = "initialiser of a flexible array member";

impl Initialiser {
    /// The expressions inside.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            Initialiser::Array(list) | Initialiser::Struct(list) => list.iter().collect(),
            Initialiser::Union(_, inner) | Initialiser::Scalar(inner) => vec![inner],
            Initialiser::Empty => Vec::new(),
        }
    }
}

impl Body<'_, '_> {
    /// A local variable comes into being.
    pub fn declare(&mut self, variable: VariableId) -> Lowered<()> {
        let unit = self.lowering.unit;
        let declared = unit.variable(variable);
        if !matches!(declared.storage, crate::ast::Storage::Local(_)) {
            return Ok(());
        }
        if let Some(initialiser) = &declared.initialiser {
            self.full_expression(initialiser)?;
            self.check_variable_initialiser(variable, initialiser)?;
        }
        if self.lowering.points_to.in_memory(variable) {
            return self.declare_in_memory(variable);
        }
        let storage = self.storage(variable);
        if self.reads_itself(variable) {
            self.havoc_all(&storage, &HavocOrigin::Uninitialised, declared.span);
            self.begin_without_value(variable, &storage, declared.span);
        }
        match &declared.initialiser {
            Some(initialiser) => self.initialise(&Place::of(&storage), initialiser),
            None => {
                self.havoc_all(&storage, &HavocOrigin::Uninitialised, declared.span);
                self.begin_without_value(variable, &storage, declared.span);
                Ok(())
            }
        }
    }

    /// Whether the initialiser of a variable mentions it: it has no value before.
    fn reads_itself(&self, variable: VariableId) -> bool {
        let unit = self.lowering.unit;
        let initialiser = unit.variable(variable).initialiser.as_ref();
        let is_it = |part: &Expr| matches!(part.kind, ExprKind::Variable(id) if id == variable);
        initialiser.is_some_and(|initialiser| unit.any_part(initialiser, &mut |part| is_it(part)))
    }

    fn declare_in_memory(&mut self, variable: VariableId) -> Lowered<()> {
        let declared = self.lowering.unit.variable(variable);
        let Some(initialiser) = &declared.initialiser else {
            return self.make_local(variable, declared.span);
        };
        self.begin_lifetime(variable, declared.span);
        if self.reads_itself(variable) && !self.lowering.has_own_address(variable) {
            self.forget_contents(variable, declared.span)?;
        }
        let known = if self.lowering.has_own_address(variable) {
            self.make_local(variable, declared.span)?;
            if self.lowering.points_to.starts_zero(variable) {
                Known::Zero
            } else {
                Known::Nothing
            }
        } else if !matches!(
            &initialiser.kind,
            ExprKind::Initialiser(_) | ExprKind::String(_)
        ) {
            Known::Nothing
        } else if self.clear_contents(variable, declared.span) {
            Known::Zero
        } else {
            Known::Nothing
        };
        let place = self.variable_place(variable);
        let known = match self.initialise_padding(&place, initialiser)? {
            Padding::Anything => Known::Nothing,
            Padding::Unused | Padding::Zero => known,
        };
        self.initialise_into(&place, initialiser, known)
    }

    /// A global takes its value before `main`. Everything is zero already, and opaque parts
    /// need no value: a read of one ends in an unsupported location.
    pub fn initialise_global(&mut self, place: &Place, initialiser: &Expr) {
        // What could not be lowered already leads into its own location.
        let _ = self.initialise_into(place, initialiser, Known::Zero);
    }

    /// Gives an object the value of its initialiser.
    pub fn initialise(&mut self, place: &Place, initialiser: &Expr) -> Lowered<()> {
        self.initialise_into(place, initialiser, Known::Nothing)
    }

    fn initialise_into(&mut self, place: &Place, expr: &Expr, known: Known) -> Lowered<()> {
        match (&*place.shape().clone(), &expr.kind) {
            (Shape::Opaque(_), _) => match known {
                Known::Zero => Ok(()),
                Known::Nothing => self.effects(expr),
            },
            (Shape::Scalar(scalar), _) => {
                let (value, _) = self.scalar(expr)?;
                if is_converted_float(expr) {
                    self.require_held_bits(value, *scalar, expr.span);
                }
                if known == Known::Zero && self.is_zero(value) {
                    return Ok(());
                }
                self.write_scalar(place, value, expr.span)
            }
            (_, ExprKind::ZeroInitialiser | ExprKind::Initialiser(Initialiser::Empty)) => {
                self.zero(place, expr.span, known)
            }
            (_, ExprKind::Cast(_, inner) | ExprKind::CompoundLiteral(inner))
                if matches!(inner.kind, ExprKind::Initialiser(_) | ExprKind::String(_)) =>
            {
                self.initialise_into(place, inner, known)
            }
            (Shape::Array(_, 0), ExprKind::String(_)) => self.unsupported(FLEXIBLE, expr.span),
            (Shape::Array(_, 0), ExprKind::Initialiser(Initialiser::Array(list)))
                if !list.is_empty() =>
            {
                self.unsupported(FLEXIBLE, expr.span)
            }
            (Shape::Array(_, length), ExprKind::String(characters)) => {
                let length = *length;
                self.zero(place, expr.span, known)?;
                self.string(place, characters, length, expr.span)
            }
            (Shape::Array(_, length), ExprKind::Initialiser(Initialiser::Array(list))) => {
                let length = *length;
                if list.len() as u64 > MAX_ELEMENTS {
                    return self.unsupported("initialiser with very many elements", expr.span);
                }
                // `char s[] = {"..."}`
                if let [only] = list.as_slice()
                    && let ExprKind::String(_) = only.kind
                    && !only_array_of_arrays(place)
                {
                    return self.initialise_into(place, only, known);
                }
                self.zero(place, expr.span, known)?;
                for (i, element) in list.iter().take(length as usize).enumerate() {
                    if let Some(target) = self.constant_element(place, i as u64) {
                        self.initialise_into(&target, element, Known::Zero)?;
                    }
                }
                Ok(())
            }
            (Shape::Struct { members, .. }, ExprKind::Initialiser(Initialiser::Struct(list))) => {
                let count = members.len();
                if known == Known::Nothing
                    && matches!(place, Place::Memory(_))
                    && members.iter().any(|m| m.bit_field)
                {
                    self.zero(place, expr.span, known)?;
                }
                for i in 0..count {
                    let Some(target) = self.struct_member(place, i) else {
                        continue;
                    };
                    match list.get(i) {
                        Some(element) => self.initialise_into(&target, element, known)?,
                        None => self.zero(&target, expr.span, known)?,
                    }
                }
                Ok(())
            }
            (Shape::Union { .. }, ExprKind::Initialiser(Initialiser::Union(field, inner))) => {
                // Bytes of an automatic union that its member does not have are not cleared by every compiler.
                let known = if self.initialising || initialises_with_zeros(inner) {
                    self.zero(place, expr.span, known)?;
                    Known::Zero
                } else {
                    self.forget_place(place, expr.span)?;
                    Known::Nothing
                };
                match self.union_place(place, *field as usize, &expr.ty) {
                    Some(target) => self.initialise_into(&target, inner, known),
                    None => self.unsupported("initialiser of a union", expr.span),
                }
            }
            _ => {
                let value = self.value(expr)?;
                self.write(place, &value, expr.span)
            }
        }
    }

    /// Stores a string; the object is zero already.
    fn string(
        &mut self,
        place: &Place,
        characters: &[u32],
        length: u64,
        span: Option<Span>,
    ) -> Lowered<()> {
        for (i, character) in characters.iter().take(length as usize).enumerate() {
            let Some(target) = self.constant_element(place, i as u64) else {
                return Ok(());
            };
            let Shape::Scalar(scalar) = **target.shape() else {
                return self.unsupported("string literal as an initialiser", span);
            };
            let value = self.terms.bv(scalar.width, u128::from(*character));
            self.write_scalar(&target, value, span)?;
        }
        Ok(())
    }

    /// Makes an object zero.
    fn zero(&mut self, place: &Place, span: Option<Span>, known: Known) -> Lowered<()> {
        if known == Known::Zero {
            return Ok(());
        }
        let zero = |(scalar, dims): (super::shape::Scalar, Vec<u64>)| {
            if dims.is_empty() {
                self.zero_of(scalar)
            } else {
                self.zero_array(scalar)
            }
        };
        let leaves = place.shape().leaves().into_iter().map(zero).collect();
        let shape = place.shape().clone();
        self.write_members(place, &Value { shape, leaves }, span)
    }

    /// Whether a value is the zero that memory begins with.
    fn is_zero(&self, value: invar_term::TermId) -> bool {
        match self.terms.as_fp(value) {
            Some(number) => number.is_zero() && !number.is_negative(),
            None => self.terms.as_bv(value).is_some_and(|v| v.is_zero()),
        }
    }
}

/// Whether the elements of an array are arrays themselves.
fn only_array_of_arrays(place: &Place) -> bool {
    matches!(&**place.shape(), Shape::Array(element, _) if matches!(**element, Shape::Array(..)))
}

/// What is known about an object before it is initialised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Zero,
}
