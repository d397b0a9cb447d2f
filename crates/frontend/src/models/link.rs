//! Makes models the bodies of the functions they stand for.

use super::{MODEL_PREFIX, has_allocator, is_model};
use crate::ast::{
    CastKind, DeclaredBy, Expr, ExprKind, FunId, FunctionDecl, FunctionType, Linkage, Statement,
    StatementKind, Storage, Type, Unit, VariableDecl, VariableId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Gives every function without a body its model, if there is one of the same type, or lets it call
/// the model; removes the bodies of the models that are left.
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
    let mut called: BTreeSet<usize> = BTreeSet::new();
    for number in 0..unit.functions.len() {
        let Some(model) = models.get(&*unit.functions[number].name) else {
            continue;
        };
        if stands_for(&unit.functions[*model], &unit.functions[number], unit) {
            move_body(unit, *model, number);
            owners.insert(FunId(*model as u32), FunId(number as u32));
        } else if narrows(&unit.functions[*model], &unit.functions[number], unit) {
            forward(unit, *model, number);
            called.insert(*model);
        }
    }
    if has_allocator(unit) {
        forget_allocating(unit);
    }
    for model in models.values().filter(|model| !called.contains(model)) {
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

/// Streams, sorting and what runs at the end allocate, with the allocator of the program if it has one: they are not
/// modelled then.
fn forget_allocating(unit: &mut Unit) {
    for number in 0..unit.functions.len() {
        let file = unit.functions[number].span.map(|span| span.file);
        let path = file.map_or("", |file| unit.sources.path(file));
        if super::allocates(path) {
            let function = &mut unit.functions[number];
            function.body = None;
            function.parameters.clear();
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

/// Whether a function is declared with a narrower integer as its result, as in `int strlen(char *)`:
/// its callers see the lower bits of what the library returns.
fn narrows(model: &FunctionDecl, declared: &FunctionDecl, unit: &Unit) -> bool {
    let mut seen = declared.ty.clone();
    let (Type::Int(wide), Type::Int(narrow)) = (&model.ty.result, &declared.ty.result) else {
        return false;
    };
    let is_narrower = narrow.width >= 32 && narrow.width < wide.width;
    seen.result = model.ty.result.clone();
    let is_open = declared.body.is_none()
        && !declared.no_return
        && !declared.ty.without_prototype
        && !has_wide_time(declared);
    is_open && is_narrower && model.body.is_some() && agree(&model.ty, &seen, unit)
}

/// `T function(parameters) { return (T)model(parameters); }`
fn forward(unit: &mut Unit, model: usize, to: usize) {
    let ty = unit.functions[to].ty.clone();
    let span = unit.functions[model].span;
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    let make = |kind, ty| Expr { kind, ty, span };
    let wanted = unit.functions[model].ty.clone();
    for (declared, wanted) in ty.parameters.iter().zip(&wanted.parameters) {
        let id = VariableId(unit.variables.len() as u32);
        unit.variables.push(VariableDecl {
            name: "".into(),
            ty: declared.clone(),
            storage: Storage::Parameter(FunId(to as u32)),
            initialiser: None,
            constant: false,
            volatile: false,
            alignment: None,
            linkage: Linkage::Internal,
            span,
            declared_by: DeclaredBy::FrontEnd,
        });
        parameters.push(id);
        let place = make(ExprKind::Variable(id), declared.clone());
        let mut value = make(
            ExprKind::Cast(CastKind::LValueToRValue, Box::new(place)),
            declared.clone(),
        );
        if matches!(wanted, Type::Pointer(_)) && wanted != declared {
            let kind = ExprKind::Cast(CastKind::BitCast, Box::new(value));
            value = make(kind, wanted.clone());
        }
        arguments.push(value);
    }
    let function = Type::Function(Arc::new(wanted.clone()));
    let named = make(ExprKind::Function(FunId(model as u32)), function.clone());
    let callee = make(
        ExprKind::Cast(CastKind::FunctionToPointer, Box::new(named)),
        Type::Pointer(Arc::new(function)),
    );
    let callee = Box::new(callee);
    let call = make(ExprKind::Call { callee, arguments }, wanted.result);
    let kind = ExprKind::Cast(CastKind::IntegralCast, Box::new(call));
    let result = make(kind, ty.result);
    let function = &mut unit.functions[to];
    function.parameters = parameters;
    function.body = Some(Statement {
        kind: StatementKind::Return(Some(result)),
        span,
    });
    function.span = span;
}

/// Whether a declared function may be what the model defines.
fn stands_for(model: &FunctionDecl, declared: &FunctionDecl, unit: &Unit) -> bool {
    let is_open = declared.body.is_none() && !declared.no_return && !has_wide_time(declared);
    is_open && model.body.is_some() && agree(&model.ty, &declared.ty, unit)
}

/// Whether a header lets the name stand for a function whose structs have 64-bit times beside a 32-bit `long`
/// (`__clock_gettime64`).
fn has_wide_time(declared: &FunctionDecl) -> bool {
    let other = declared.symbol.as_ref();
    other.is_some_and(|other| other.starts_with("__") && other.ends_with("64"))
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
