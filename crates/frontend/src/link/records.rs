//! Which structs and unions of another unit are known: those with the same tag whose members have
//! the same names, places and types (C11 6.2.7). One that is only declared is the one of its tag
//! that is defined.
//!
//! Taking two structs for one is harmless where they are laid out alike, so the scope of a tag need
//! not be known.

use crate::ast::{Field, Record, RecordId, Type, Unit};
use std::collections::BTreeMap;

/// The records of `next` that `whole` has, by their numbers there.
pub(super) fn known(whole: &Unit, next: &Unit) -> BTreeMap<RecordId, RecordId> {
    let mut by_tag: BTreeMap<&str, Vec<RecordId>> = BTreeMap::new();
    for (number, record) in whole.records.iter().enumerate() {
        let ids = by_tag.entry(&record.tag).or_default();
        ids.push(RecordId(number as u32));
    }
    // Defined ones first: they say more.
    for ids in by_tag.values_mut() {
        ids.sort_by_key(|id| (whole.record(*id).fields.is_none(), *id));
    }
    let mut matching = Matching {
        whole,
        next,
        sure: Pairs::default(),
        assumed: Pairs::default(),
    };
    for number in 0..next.records.len() {
        let id = RecordId(number as u32);
        if matching.sure.of.contains_key(&id) {
            continue;
        }
        let candidates = by_tag.get(&*next.record(id).tag);
        for candidate in candidates.into_iter().flatten() {
            matching.assumed = Pairs::default();
            if matching.record(id, *candidate) {
                matching.keep();
                break;
            }
        }
    }
    matching.sure.of
}

/// Records of the next unit with those they are.
#[derive(Default)]
struct Pairs {
    of: BTreeMap<RecordId, RecordId>,
    /// What defines a record that was only declared.
    defined_by: BTreeMap<RecordId, RecordId>,
}

struct Matching<'a> {
    whole: &'a Unit,
    next: &'a Unit,
    sure: Pairs,
    /// Assumed while the pair that led here is compared: structs refer to each other in circles.
    assumed: Pairs,
}

impl Matching<'_> {
    fn keep(&mut self) {
        let assumed = std::mem::take(&mut self.assumed);
        self.sure.of.extend(assumed.of);
        self.sure.defined_by.extend(assumed.defined_by);
    }

    fn record(&mut self, next: RecordId, whole: RecordId) -> bool {
        let before = self.sure.of.get(&next).or(self.assumed.of.get(&next));
        if let Some(before) = before {
            return *before == whole;
        }
        let (new, old) = (self.next.record(next), self.whole.record(whole));
        if new.tag != old.tag || new.kind != old.kind {
            return false;
        }
        match (&new.fields, &old.fields) {
            (Some(new_fields), Some(old_fields)) => {
                if !same_head(new, old) || new_fields.len() != old_fields.len() {
                    return false;
                }
                self.assumed.of.insert(next, whole);
                let mut fields = new_fields.iter().zip(old_fields);
                fields.all(|(new, old)| self.field(new, old))
            }
            _ if new.tag.is_empty() => false,
            (Some(_), None) => {
                let known = &self.sure.defined_by;
                let known = known.get(&whole).or(self.assumed.defined_by.get(&whole));
                if known.is_some_and(|known| *known != next) {
                    return false;
                }
                self.assumed.of.insert(next, whole);
                self.assumed.defined_by.insert(whole, next);
                true
            }
            (None, _) => {
                self.assumed.of.insert(next, whole);
                true
            }
        }
    }

    fn field(&mut self, new: &Field, old: &Field) -> bool {
        let same = new.name == old.name && new.bits == old.bits && new.placing == old.placing;
        same && self.ty(&new.ty, &old.ty)
    }

    fn ty(&mut self, new: &Type, old: &Type) -> bool {
        match (new, old) {
            (Type::Pointer(new), Type::Pointer(old)) => self.ty(new, old),
            (Type::Array(new, a), Type::Array(old, b)) => a == b && self.ty(new, old),
            (Type::Record(new), Type::Record(old)) => self.record(*new, *old),
            (Type::Enum(new), Type::Enum(old)) => {
                self.next.enums.get(new.0 as usize) == self.whole.enums.get(old.0 as usize)
            }
            (Type::Function(new), Type::Function(old)) => {
                new.variadic == old.variadic
                    && new.without_prototype == old.without_prototype
                    && new.parameters.len() == old.parameters.len()
                    && self.ty(&new.result, &old.result)
                    && (new.parameters.iter().zip(&old.parameters)).all(|(n, o)| self.ty(n, o))
            }
            (Type::VariableArray(..) | Type::Other(_), _) => false,
            (new, old) => new == old,
        }
    }
}

fn same_head(new: &Record, old: &Record) -> bool {
    new.placing == old.placing && !new.special_layout && !old.special_layout
}
