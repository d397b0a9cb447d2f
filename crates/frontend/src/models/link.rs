//! Makes models the bodies of the functions they stand for.

use super::{MODEL_PREFIX, is_model};
use crate::ast::{FunId, FunctionDecl, FunctionType, Storage, Type, Unit};
use std::collections::BTreeMap;

/// Gives every function without a body its model, if there is one of the same type; removes the
/// bodies of the models that are left.
pub(crate) fn link(unit: &mut Unit) {
    let mut models: BTreeMap<String, usize> = BTreeMap::new();
    for (number, function) in unit.functions.iter().enumerate() {
        // A program that defines such a name keeps it.
        let is_ours = is_model(unit, function.span);
        if let Some(name) = function.name.strip_prefix(MODEL_PREFIX).filter(|_| is_ours) {
            models.insert(name.to_owned(), number);
        }
    }
    if models.is_empty() {
        return;
    }
    // Where each model's variables go.
    let mut owners: BTreeMap<FunId, FunId> = BTreeMap::new();
    for number in 0..unit.functions.len() {
        let Some(model) = models.get(&*unit.functions[number].name) else {
            continue;
        };
        if stands_for(&unit.functions[*model], &unit.functions[number], unit) {
            move_body(unit, *model, number);
            owners.insert(FunId(*model as u32), FunId(number as u32));
        }
    }
    for model in models.values() {
        unit.functions[*model].body = None;
        unit.functions[*model].parameters.clear();
    }
    for variable in &mut unit.variables {
        match &mut variable.storage {
            Storage::StaticLocal(owner) | Storage::Local(owner) | Storage::Parameter(owner) => {
                *owner = owners.get(owner).copied().unwrap_or(*owner);
            }
            Storage::Global | Storage::External => {}
        }
    }
}

fn move_body(unit: &mut Unit, from: usize, to: usize) {
    let model = &mut unit.functions[from];
    let (body, parameters) = (model.body.take(), std::mem::take(&mut model.parameters));
    let (ty, span) = (model.ty.clone(), model.span);
    let function = &mut unit.functions[to];
    (function.body, function.parameters) = (body, parameters);
    (function.ty, function.span) = (ty, span);
}

/// Whether a declared function may be what the model defines.
fn stands_for(model: &FunctionDecl, declared: &FunctionDecl, unit: &Unit) -> bool {
    let is_open = declared.body.is_none() && !declared.no_return;
    is_open && model.body.is_some() && agree(&model.ty, &declared.ty, unit)
}

fn agree(model: &FunctionType, declared: &FunctionType, unit: &Unit) -> bool {
    let same = |(model, declared): (&Type, &Type)| represents(model, declared, unit);
    let parameters = declared.without_prototype
        || (model.parameters.len() == declared.parameters.len()
            && model.variadic == declared.variadic
            && model.parameters.iter().zip(&declared.parameters).all(same));
    parameters && represents(&model.result, &declared.result, unit)
}

/// Whether values of both types are alike in memory and in registers.
fn represents(model: &Type, declared: &Type, unit: &Unit) -> bool {
    match (model, declared) {
        (Type::Int(model), Type::Enum(id)) => unit
            .enums
            .get(id.0 as usize)
            .is_some_and(|declared| *declared == *model),
        (Type::Int(model), Type::Int(declared)) => {
            model.width == declared.width && model.signed == declared.signed
        }
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (model, declared) => model == declared,
    }
}
