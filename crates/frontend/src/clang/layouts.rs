//! The layouts that clang computes, compared with ours where attributes or pragmas choose them: the dump of the tree shows
//! `packed`, but not the numbers of `aligned` and `#pragma pack`, which are read from the text.

use super::convert::Converter;
use super::printed_layouts::{Shown, key};
use crate::ast::{FieldPlacing, RecordPlacing, Refusal, layout};

impl Converter {
    /// Whether attributes or pragmas choose the layout of a struct of the program.
    fn has_chosen_layouts(&self) -> bool {
        let is_chosen = |shown: &Shown| {
            let record = self.unit.record(shown.id);
            let mut fields = record.fields.iter().flatten();
            let has_placing = record.placing != RecordPlacing::default()
                || fields.any(|field| field.placing != FieldPlacing::default());
            has_placing && !shown.is_in_system_header
        };
        self.shown_records.iter().any(is_chosen)
    }

    /// The bytes of a struct or union without a name that is defined inside a `sizeof`: the dump does not show it.
    pub(super) fn hidden_size(&mut self, printed_type: &str) -> Option<u64> {
        if !printed_type.ends_with(')') {
            return None;
        }
        let layouts = self.layouts.layouts().ok()?;
        match layouts.0.get(&key(printed_type))?.as_slice() {
            [only] => Some(only.size / 8),
            _ => None,
        }
    }

    /// Refuses a file in which clang lays out a struct in another way than we do, or does not say how.
    pub(super) fn compare_layouts(&mut self) {
        if !self.has_chosen_layouts() {
            return;
        }
        let ours = layout::Layouts::new(&self.unit, self.data_model);
        let is_sure = self.layouts.layouts().is_ok_and(|printed| {
            let differs = |shown: &Shown| {
                let layout = ours.record(shown.id);
                layout.is_some_and(|layout| printed.contradict(&shown.names, &layout))
            };
            !self.shown_records.iter().any(differs)
        });
        if !is_sure {
            self.unit.refusals.insert(Refusal::OtherLayout);
        }
    }
}
