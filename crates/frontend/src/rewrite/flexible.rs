//! Static objects whose initialiser gives a flexible array member elements are larger than their type. Such a variable gets a
//! type of its own, in which the array has a length, and is mentioned through a pointer to what it was declared as:
//! `*(struct s *)&variable`.

use super::build::{At, pointer};
use super::walk::{self, Visitor};
use crate::ast::{
    CastKind, Expr, ExprKind, FunId, Initialiser, Record, RecordId, RecordKind, Storage, Type,
    Unit, VariableId, layout,
};
use invar_cfa::DataModel;
use std::collections::BTreeMap;

pub(super) fn rewrite(unit: &mut Unit, data_model: DataModel) {
    let mut enlarged = BTreeMap::new();
    for number in 0..unit.variables.len() {
        let id = VariableId(number as u32);
        if let Some(record) = enlarged_type(unit, data_model, id) {
            enlarged.insert(id, enlarge(unit, id, record));
        }
    }
    if enlarged.is_empty() {
        return;
    }
    let mut visitor = Mentions { enlarged };
    for number in 0..unit.functions.len() {
        walk::function(unit, FunId(number as u32), &mut visitor);
    }
    walk::static_initialisers(unit, &mut visitor);
}

/// The type of a variable with the length that the initialiser gives its last member.
fn enlarged_type(unit: &Unit, data_model: DataModel, id: VariableId) -> Option<Record> {
    let variable = unit.variable(id);
    let is_static = matches!(variable.storage, Storage::Global | Storage::StaticLocal(_));
    let Type::Record(declared) = variable.ty else {
        return None;
    };
    let ExprKind::Initialiser(Initialiser::Struct(values)) = &variable.initialiser.as_ref()?.kind
    else {
        return None;
    };
    let mut record = unit.record(declared).clone();
    let fields = record.fields.as_mut()?;
    let is_whole = record.kind == RecordKind::Struct && values.len() == fields.len();
    let Type::Array(element, None) = &fields.last()?.ty else {
        return None;
    };
    let length = length(values.last()?).filter(|length| is_static && is_whole && *length > 0)?;
    let array = Type::Array(element.clone(), Some(length));
    let layout = layout::record_layout(unit, data_model, declared)?;
    let elements = layout::size_of(unit, data_model, &array)?;
    let end = layout.offsets.last()?.bytes().checked_add(elements)?;
    fields.last_mut()?.ty = array;
    record.placing.size = Some(end.max(layout.size));
    Some(record)
}

/// The elements that an initialiser gives an array.
fn length(value: &Expr) -> Option<u64> {
    match (&value.ty, &value.kind) {
        (Type::Array(_, Some(length)), ExprKind::String(_) | ExprKind::Initialiser(_)) => {
            Some(*length)
        }
        (_, ExprKind::Initialiser(Initialiser::Array(list))) => Some(list.len() as u64),
        _ => None,
    }
}

/// Gives a variable such a type.
fn enlarge(unit: &mut Unit, id: VariableId, record: Record) -> Type {
    let ty = Type::Record(RecordId(unit.records.len() as u32));
    let array = record
        .fields
        .iter()
        .flatten()
        .last()
        .map(|field| field.ty.clone());
    unit.records.push(record);
    let variable = &mut unit.variables[id.0 as usize];
    variable.ty = ty.clone();
    if let Some(initialiser) = &mut variable.initialiser {
        initialiser.ty = ty.clone();
        if let ExprKind::Initialiser(Initialiser::Struct(values)) = &mut initialiser.kind
            && let (Some(last), Some(array)) = (values.last_mut(), array)
        {
            last.ty = array;
        }
    }
    ty
}

/// Mentions variables as what they were declared as.
struct Mentions {
    /// With the types they have now.
    enlarged: BTreeMap<VariableId, Type>,
}

impl Visitor for Mentions {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Variable(id) = expr.kind else {
            return;
        };
        let Some(ty) = self.enlarged.get(&id) else {
            return;
        };
        let at = At(expr.span);
        let address = at.address(at.variable(id, ty));
        let address = at.cast(CastKind::BitCast, address, pointer(expr.ty.clone()));
        *expr = at.dereference(address, expr.ty.clone());
    }
}
