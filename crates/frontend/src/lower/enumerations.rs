//! Constants of enumerations by name, for showing values.

use super::lowering::Lowering;
use crate::ast::{Type, Unit};
use invar_cfa::Enumeration;
use std::sync::Arc;

/// Members of a variable that are looked at.
const MAX_MEMBERS: usize = 256;

impl Lowering<'_> {
    /// Remembers which variables and members are of enumerations.
    pub(super) fn note_enumerations(&mut self) {
        let unit = self.unit;
        for variable in &unit.variables {
            let Some(span) = variable.span else {
                continue;
            };
            for (path, enumeration) in members(unit, &variable.ty, &variable.name) {
                let key = (span, Arc::from(path));
                self.notes.enumerations.insert(key, enumeration);
            }
        }
    }
}

/// The enumeration that a type is.
pub(super) fn enumeration(unit: &Unit, ty: &Type) -> Option<Arc<Enumeration>> {
    let Type::Enum(id) = ty else {
        return None;
    };
    let mut found = Enumeration::default();
    for (value, name) in unit.enumerators.get(id)? {
        found
            .constants
            .entry(*value)
            .or_insert_with(|| name.clone());
    }
    Some(Arc::new(found))
}

/// The paths of a type that lead to enumerations, without indices.
fn members(unit: &Unit, ty: &Type, name: &str) -> Vec<(String, Arc<Enumeration>)> {
    let mut found = Vec::new();
    let mut pending = vec![(ty, name.to_owned())];
    let mut seen = 0;
    while let Some((ty, path)) = pending.pop() {
        seen += 1;
        match ty {
            _ if seen > MAX_MEMBERS => break,
            Type::Enum(_) => found.extend(enumeration(unit, ty).map(|e| (path, e))),
            Type::Array(element, _) => pending.push((element, path)),
            Type::Record(id) => {
                let fields = unit.record(*id).fields.iter().flatten();
                pending.extend(fields.map(|field| match &*field.name {
                    "" => (&field.ty, path.clone()),
                    name => (&field.ty, format!("{path}.{name}")),
                }));
            }
            _ => {}
        }
    }
    found
}
