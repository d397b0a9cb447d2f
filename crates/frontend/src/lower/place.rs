//! Objects that expressions designate, and reading and writing them.

use super::body::{Body, Lowered};
use super::conversion;
use super::shape::{INDEX_BITS, Scalar, Shape};
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, UnaryOp};
use invar_cfa::{Span, Undefined, VarId};
use invar_term::{Sort, TermId};
use std::rc::Rc;

/// Elements copied one by one when part of an array is used as a value.
const MAX_COPIED: u64 = 4096;

/// An object: some variables, seen through indices applied so far.
#[derive(Clone)]
pub(super) struct Place {
    pub shape: Rc<Shape>,
    leaves: Rc<[VarId]>,
    first: usize,
    /// Index terms with the lengths of their dimensions, outermost first.
    indices: Vec<(TermId, u64)>,
}

/// A value: one term per variable of its shape.
pub(super) struct Value {
    pub shape: Rc<Shape>,
    pub leaves: Vec<TermId>,
}

impl Place {
    pub fn of(storage: &super::shape::Storage) -> Place {
        Place {
            shape: storage.shape.clone(),
            leaves: storage.leaves.clone(),
            first: 0,
            indices: Vec::new(),
        }
    }

    /// The variables under this place.
    pub fn variables(&self) -> &[VarId] {
        &self.leaves[self.first..self.first + self.shape.leaf_count()]
    }

    /// A member of a struct.
    pub fn member(&self, field: usize) -> Option<Place> {
        let Shape::Struct(fields) = &*self.shape else {
            return None;
        };
        let before = fields.get(..field)?;
        let skipped: usize = before.iter().map(|(_, f)| f.leaf_count()).sum();
        Some(Place {
            shape: fields.get(field)?.1.clone(),
            first: self.first + skipped,
            ..self.clone()
        })
    }

    /// An element of an array; the index is a term of [`INDEX_BITS`] known to be in range.
    pub fn element(&self, index: TermId) -> Option<Place> {
        let Shape::Array(element, length) = &*self.shape else {
            return None;
        };
        let mut indices = self.indices.clone();
        indices.push((index, *length));
        Some(Place {
            shape: element.clone(),
            indices,
            ..self.clone()
        })
    }
}

impl Body<'_, '_> {
    /// The object that an expression designates.
    pub fn place(&mut self, expr: &Expr) -> Lowered<Place> {
        match &expr.kind {
            ExprKind::Variable(variable) => Ok(Place::of(&self.storage(*variable))),
            ExprKind::Member { base, field, .. } => {
                let base = self.place(base)?;
                match base.member(*field as usize) {
                    Some(place) => Ok(place),
                    None => self.opaque("member", &base.shape, expr.span),
                }
            }
            ExprKind::Index { base, index } => self.element_behind(base, Some(index), expr),
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.dereference(pointer, expr),
            ExprKind::Cast(CastKind::NoOp, inner) => self.place(inner),
            ExprKind::CompoundLiteral(initialiser) => {
                let shape = self.shape(&expr.ty);
                let scope = invar_cfa::Scope::Local(self.function);
                let name = format!("{}::$literal", self.name);
                let storage = self.lowering.allocate(&name, None, shape, scope, expr.span);
                let place = Place::of(&storage);
                self.initialise(&place, initialiser)?;
                Ok(place)
            }
            // Members of values that are not objects, e.g. `f().x`: a copy serves.
            _ => self.temporary_object(expr),
        }
    }

    /// `*p` where `p` visibly points to an object of the program.
    fn dereference(&mut self, pointer: &Expr, expr: &Expr) -> Lowered<Place> {
        match &pointer.kind {
            ExprKind::Unary(UnaryOp::AddressOf, object) => self.place(object),
            ExprKind::Binary(BinaryOp::Add, base, index) if base.is_pointer() => {
                self.element_behind(base, Some(index), expr)
            }
            ExprKind::Binary(BinaryOp::Add, index, base) if base.is_pointer() => {
                self.element_behind(base, Some(index), expr)
            }
            _ => self.element_behind(pointer, None, expr),
        }
    }

    /// `base[index]` where `base` is a decayed array.
    fn element_behind(&mut self, base: &Expr, index: Option<&Expr>, expr: &Expr) -> Lowered<Place> {
        let ExprKind::Cast(CastKind::ArrayToPointer, array) = &base.kind else {
            return match &base.kind {
                ExprKind::Cast(CastKind::NoOp, inner) => self.element_behind(inner, index, expr),
                _ => self.unsupported("pointer dereference", expr.span),
            };
        };
        if let ExprKind::String(_) = array.kind {
            return self.unsupported("string literal as an object", expr.span);
        }
        let array = self.place(array)?;
        let Shape::Array(_, length) = &*array.shape else {
            return self.opaque("array element", &array.shape, expr.span);
        };
        let index = match index {
            Some(index) => self.checked_index(index, *length)?,
            None => self.terms.bv(INDEX_BITS, 0),
        };
        match array.element(index) {
            Some(place) => Ok(place),
            None => self.opaque("array element", &array.shape, expr.span),
        }
    }

    /// An index in range, as a term of [`INDEX_BITS`].
    fn checked_index(&mut self, index: &Expr, length: u64) -> Lowered<TermId> {
        let (value, scalar) = self.scalar(index)?;
        let t = self.terms.clone();
        // Wide enough that the comparison with the length is exact in both directions.
        let width = scalar.width.max(INDEX_BITS);
        let wide = conversion::extend(&t, value, scalar.width, scalar.signed, width);
        let in_range = t.bv_ult(wide, t.bv(width, u128::from(length)));
        self.require(in_range, Undefined::ArrayBounds, index.span);
        Ok(t.extract(INDEX_BITS - 1, 0, wide))
    }

    /// A copy of a value, so that its members can be designated.
    fn temporary_object(&mut self, expr: &Expr) -> Lowered<Place> {
        let value = self.value(expr)?;
        let scope = invar_cfa::Scope::Local(self.function);
        let name = format!("{}::$copy", self.name);
        let shape = (*value.shape).clone();
        let storage = self.lowering.allocate(&name, None, shape, scope, expr.span);
        let place = Place::of(&storage);
        self.write(&place, &value, expr.span)?;
        Ok(place)
    }

    /// Keeps index terms from changing when something is evaluated before the place is used.
    pub fn fix_indices(&mut self, place: &mut Place, span: Option<Span>) {
        let index = Scalar {
            width: INDEX_BITS,
            stored: INDEX_BITS,
            signed: false,
            name: "index",
        };
        for i in 0..place.indices.len() {
            place.indices[i].0 = self.save(place.indices[i].0, index, span);
        }
    }

    /// The position of a place's element in a variable that has further dimensions `rest`.
    fn flat_index(&self, place: &Place, rest: &[u64]) -> TermId {
        let t = &self.terms;
        let mut flat = t.bv(INDEX_BITS, 0);
        for (index, length) in &place.indices {
            flat = t.bv_add(
                t.bv_mul(flat, t.bv(INDEX_BITS, u128::from(*length))),
                *index,
            );
        }
        for length in rest {
            flat = t.bv_mul(flat, t.bv(INDEX_BITS, u128::from(*length)));
        }
        flat
    }

    /// The value of an object. Opaque parts have no terms.
    pub fn read(&mut self, place: &Place, span: Option<Span>) -> Lowered<Value> {
        let mut leaves = Vec::new();
        for ((scalar, dims), variable) in place.shape.leaves().into_iter().zip(place.variables()) {
            let whole = self.symbol(*variable);
            leaves.push(if place.indices.is_empty() {
                whole
            } else if dims.is_empty() {
                self.terms.select(whole, self.flat_index(place, &[]))
            } else {
                self.read_part(place, whole, scalar, &dims, span)?
            });
        }
        Ok(Value {
            shape: place.shape.clone(),
            leaves,
        })
    }

    /// The part of an array under a place, as an array of its own.
    fn read_part(
        &mut self,
        place: &Place,
        whole: TermId,
        scalar: Scalar,
        dims: &[u64],
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let count: u64 = dims.iter().product();
        if count > MAX_COPIED {
            return self.unsupported("copy of a large part of an array", span);
        }
        let t = self.terms.clone();
        let start = self.flat_index(place, dims);
        let mut part = t.const_array(Sort::BitVec(INDEX_BITS), t.bv(scalar.stored, 0));
        for i in 0..u128::from(count) {
            let offset = t.bv(INDEX_BITS, i);
            part = t.store(part, offset, t.select(whole, t.bv_add(start, offset)));
        }
        Ok(part)
    }

    /// Replaces the value of an object; opaque parts are skipped.
    pub fn write(&mut self, place: &Place, value: &Value, span: Option<Span>) -> Lowered<()> {
        if *place.shape != *value.shape {
            return self.unsupported("assignment between different shapes", span);
        }
        let leaves = place.shape.leaves();
        let variables = place.variables().to_vec();
        // Values may mention variables that an earlier member's assignment changes.
        let mut updates = Vec::new();
        for (((_, dims), variable), new) in leaves.iter().zip(variables).zip(&value.leaves) {
            let t = self.terms.clone();
            let whole = self.symbol(variable);
            let updated = if place.indices.is_empty() {
                *new
            } else if dims.is_empty() {
                t.store(whole, self.flat_index(place, &[]), *new)
            } else {
                let count: u64 = dims.iter().product();
                if count > MAX_COPIED {
                    return self.unsupported("copy of a large part of an array", span);
                }
                let start = self.flat_index(place, dims);
                (0..u128::from(count)).fold(whole, |array, i| {
                    let offset = t.bv(INDEX_BITS, i);
                    t.store(array, t.bv_add(start, offset), t.select(*new, offset))
                })
            };
            updates.push((variable, updated));
        }
        if let [(variable, updated)] = updates.as_slice() {
            self.assign(*variable, *updated, span);
            return Ok(());
        }
        self.assign_together(&updates, span);
        Ok(())
    }

    /// Assigns several variables whose new values are all meant in the state before.
    fn assign_together(&mut self, updates: &[(VarId, TermId)], span: Option<Span>) {
        let targets: Vec<TermId> = updates.iter().map(|(v, _)| self.symbol(*v)).collect();
        let mut late = Vec::new();
        for (i, (variable, value)) in updates.iter().enumerate() {
            let t = self.terms.clone();
            let mentions_earlier = t
                .symbols_of(&[*value])
                .iter()
                .any(|s| targets[..i].contains(&t.symbol_term(*s)));
            if mentions_earlier {
                // Saved before anything is assigned, below.
                late.push((*variable, *value));
            }
        }
        let mut saved = Vec::new();
        for (variable, value) in &late {
            let copy = self.copy_variable(*variable);
            self.assign(copy, *value, span);
            saved.push((*variable, self.symbol(copy)));
        }
        for (variable, value) in updates {
            match saved.iter().find(|(v, _)| v == variable) {
                Some((_, copy)) => self.assign(*variable, *copy, span),
                None => self.assign(*variable, *value, span),
            }
        }
    }

    /// A temporary of the same sort as a variable.
    fn copy_variable(&mut self, variable: VarId) -> VarId {
        let original = self.lowering.program.variable(variable).clone();
        let sort = self.terms.sort(original.symbol).clone();
        let name = self.terms.fresh_symbol("$copy", &sort);
        let name = self
            .terms
            .as_symbol(name)
            .map(|s| self.terms.symbol_name(s).to_owned())
            .unwrap_or_default();
        self.lowering.program.add_variable(
            &name,
            None,
            &sort,
            original.integer,
            &original.type_name,
            invar_cfa::Scope::Local(self.function),
            None,
        )
    }
}

impl Expr {
    /// Whether the expression's value is a pointer.
    pub(super) fn is_pointer(&self) -> bool {
        matches!(self.ty, crate::ast::Type::Pointer(_))
    }
}
