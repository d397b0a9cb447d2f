//! Attributes and pragmas that change where members are: `packed`, `aligned`, `#pragma pack`.

use super::convert::Converter;
use super::node::{Node, TypeText};
use super::scan::{TAG_KEYWORDS, joined_lines, words};
use super::type_text::parse_type;
use crate::ast::{FieldPlacing, RecordId, Type, layout};
use std::sync::Arc;

/// Attributes after which a layout is not known.
const UNKNOWN: [&str; 2] = ["MSStructAttr", "AlignMac68kAttr"];

impl Converter {
    /// What is attached to a struct or union.
    pub(super) fn record_placing(&mut self, node: &Node, id: RecordId) {
        let mut special = node.has_attribute(&UNKNOWN);
        let mut placing = self.unit.record(id).placing;
        placing.packed |= node.has_attribute(&["PackedAttr"]);
        match self.alignment(node) {
            Some(aligned) => placing.aligned = placing.aligned.max(aligned),
            None => special = true,
        }
        if node.has_attribute(&["MaxFieldAlignmentAttr"]) {
            placing.pack = self.pragma(node);
            special |= placing.pack.is_none();
        }
        let record = &mut self.unit.records[id.0 as usize];
        record.placing = placing;
        record.special_layout |= special;
    }

    /// What is attached to a member, and to the typedef it is declared with; `None` if not known.
    pub(super) fn field_placing(&mut self, node: &Node, ty: &Type) -> Option<FieldPlacing> {
        if node.has_attribute(&UNKNOWN) {
            return None;
        }
        Some(FieldPlacing {
            packed: node.has_attribute(&["PackedAttr"]),
            aligned: self.alignment(node)?,
            type_aligned: self.alignment_of_type(node.ty.as_ref(), ty)?,
        })
    }

    /// Keeps the alignment of a typedef, its own or that of the typedef it names.
    pub(super) fn typedef_placing(&mut self, node: &Node, name: &Arc<str>) {
        let ty = self.typedefs.get(&node.id).cloned();
        let aligned = match self.alignment(node) {
            Some(None) => ty.and_then(|ty| self.alignment_of_type(node.ty.as_ref(), &ty)),
            own => own,
        };
        let is_known = self.aligned_typedefs.contains_key(name);
        match aligned {
            Some(None) if !is_known => {}
            // Two of one name in different scopes.
            Some(aligned) if is_known && self.aligned_typedefs[name] != aligned => {
                self.aligned_typedefs.insert(Arc::clone(name), None);
            }
            // Its scope ends before the file does.
            Some(_) if self.current.is_some() => {
                self.aligned_typedefs.insert(Arc::clone(name), None);
            }
            other => {
                self.aligned_typedefs
                    .insert(Arc::clone(name), other.flatten());
            }
        }
    }

    /// The alignment that the typedef in a declared type asks for: `Some(None)` if none does, `None`
    /// if that is not known.
    pub(super) fn alignment_of_type(
        &self,
        text: Option<&TypeText>,
        ty: &Type,
    ) -> Option<Option<u64>> {
        let Some(text) = text else {
            return Some(None);
        };
        let element = innermost(ty);
        // A typedef of a pointer may have an alignment, a pointer to something aligned has none.
        let is_address = matches!(element, Type::Pointer(_) | Type::Function(_));
        if is_address && text.written.contains(['*', '(']) {
            return Some(None);
        }
        if text.written.contains("_Atomic") {
            // gcc aligns atomic scalars to their size, on i386 too.
            let size = layout::size_of(&self.unit, self.data_model, element)?;
            // On other machines that is tried with up to eight bytes only.
            if !self.target().is_x86() && size > 8 {
                return None;
            }
            return Some((self.target().member_limit.is_some() && size == 8).then_some(8));
        }
        if self.aligned_typedefs.is_empty() {
            return Some(None);
        }
        if text.written.contains("typeof") {
            return None;
        }
        let declarator = text.written.split('[').next().unwrap_or_default();
        let words: Vec<&str> = words(declarator).collect();
        let is_tag = |at: usize| at > 0 && TAG_KEYWORDS.contains(&words[at - 1]);
        let typedefs = (0..words.len()).filter(|at| !is_tag(*at));
        let mut names = typedefs.filter_map(|at| self.aligned_typedefs.get(words[at]));
        match (names.next(), names.next()) {
            (None, _) => Some(None),
            (Some(Some(aligned)), None) => Some(Some(*aligned)),
            _ => None,
        }
    }

    /// The alignment that attributes ask for a variable, its own and that of its type.
    pub(super) fn variable_alignment(&mut self, node: &Node, ty: &Type) -> Option<u64> {
        let own = self.alignment(node).flatten();
        own.max(self.alignment_of_type(node.ty.as_ref(), ty).flatten())
    }

    /// The largest of the alignments attached to a declaration: `Some(None)` without one, `None` if
    /// one is not known.
    fn alignment(&mut self, node: &Node) -> Option<Option<u64>> {
        let mut largest = None;
        for attribute in &node.inner {
            if &*attribute.kind == "AlignedAttr" {
                let aligned = self.aligned(attribute)?;
                // `_Alignas(0)` has no effect.
                largest = largest.max(Some(aligned).filter(|aligned| *aligned > 0));
            }
        }
        Some(largest)
    }

    fn aligned(&mut self, attribute: &Node) -> Option<u64> {
        match attribute.inner.as_slice() {
            [] => self.aligned_as_type(attribute),
            [number] if number.is_missing() => Some(self.target().largest_alignment),
            [number] => {
                let number = self.expression(number);
                let bytes = u64::try_from(self.evaluate(&number)?).ok()?;
                (bytes == 0 || bytes.is_power_of_two()).then_some(bytes)
            }
            _ => None,
        }
    }

    /// `_Alignas(type)`: the type is not in the dump.
    fn aligned_as_type(&mut self, attribute: &Node) -> Option<u64> {
        let extent = attribute.extent()?;
        let text = extent.text_from_use(&mut self.files)?;
        let (file, begin, _) = extent.before(&mut self.files)?;
        let text_before = file.get(..begin)?;
        let after = text.strip_prefix("_Alignas")?.trim_start();
        let end = super::scan::closing(after)?;
        let operand = after[1..end].trim();
        // A macro may mean something else.
        let is_defined = |word: &str| {
            let mut definitions = text_before
                .match_indices(word)
                .map(|(at, _)| &text_before[..at]);
            definitions.any(|before| before.trim_end().ends_with("define"))
        };
        if words(operand).any(is_defined) {
            return None;
        }
        let ty = parse_type(operand, self);
        layout::align_of(&self.unit, self.data_model, &ty)
    }

    /// `#pragma pack` is attached without its number: it is read from the file, from the start to
    /// the struct.
    fn pragma(&mut self, node: &Node) -> Option<u64> {
        let (text, begin, end) = node.extent()?.before(&mut self.files)?;
        // gcc uses what is in force at the end of the struct, clang at its start.
        if text.get(begin..end)?.contains("pragma") {
            return None;
        }
        pack_in_force(text.get(..begin)?)
    }
}

/// The element of an array of arrays, or the type itself.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) | Type::VariableArray(element, _) => innermost(element),
        ty => ty,
    }
}

/// The alignment that `#pragma pack` sets at the end of a text; `None` if there is none, or doubt.
fn pack_in_force(text: &str) -> Option<u64> {
    let mut current: Option<u64> = None;
    let mut stack: Vec<(Option<String>, Option<u64>)> = Vec::new();
    let (mut conditions, mut is_doubtful) = (0_u32, false);
    let text = joined_lines(text).replace("%:", "#").replace("??=", "#");
    for line in text.lines() {
        if line.contains("_Pragma") {
            return None;
        }
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let directive = directive.trim_start();
        if directive.starts_with("if") {
            conditions += 1;
        } else if directive.starts_with("endif") {
            conditions = conditions.saturating_sub(1);
        } else if directive.starts_with("include") {
            // An included file may set another one.
            is_doubtful = true;
        }
        let Some(pragma) = directive.strip_prefix("pragma") else {
            continue;
        };
        let Some(arguments) = pragma.trim_start().strip_prefix("pack") else {
            continue;
        };
        if conditions > 0 {
            return None;
        }
        is_doubtful = false;
        let arguments = arguments.trim();
        let inside = arguments.strip_prefix('(')?.split(')').next()?;
        let mut words = inside.split(',').map(str::trim);
        match words.next()? {
            "" => current = None,
            "push" => {
                let mut name = None;
                let before = current;
                for word in words {
                    match word.parse() {
                        Ok(bytes) => current = Some(bytes),
                        Err(_) => name = Some(word.to_owned()),
                    }
                }
                stack.push((name, before));
            }
            "pop" => {
                let mut popped = None;
                let mut set = None;
                for word in words {
                    match word.parse::<u64>() {
                        Ok(bytes) => set = Some(bytes),
                        Err(_) => {
                            let is_it =
                                |entry: &(Option<String>, _)| entry.0.as_deref() == Some(word);
                            let at = stack.iter().rposition(is_it)?;
                            stack.truncate(at + 1);
                        }
                    }
                }
                if let Some((_, before)) = stack.pop() {
                    popped = before;
                }
                current = set.or(popped);
            }
            number => current = Some(number.parse().ok()?),
        }
    }
    current.filter(|bytes| bytes.is_power_of_two() && *bytes <= 16 && !is_doubtful)
}

#[cfg(test)]
mod tests {
    use super::pack_in_force;

    #[test]
    fn the_last_pragma_in_force_is_found() {
        for (text, expected) in [
            ("", None),
            ("#pragma pack(1)", Some(1)),
            ("# pragma pack ( push , 2 )\nint x;", Some(2)),
            (
                "#pragma pack(push, 2)\n#pragma pack(4)\n#pragma pack(pop)",
                None,
            ),
            (
                "#pragma pack(8)\n#pragma pack(push)\n#pragma pack(1)\n#pragma pack(pop)",
                Some(8),
            ),
            (
                "#pragma pack(push, a, 1)\n#pragma pack(push, 2)\n#pragma pack(pop, a)",
                None,
            ),
            ("#pragma pack(1)\n#pragma pack()", None),
            ("#pragma pack(3)", None),
            ("#if X\n#pragma pack(1)\n#endif\n#pragma pack(2)", None),
            ("#pragma pack(1)\n#include \"other.h\"", None),
            ("#pragma pack(1)\n_Pragma(\"pack(2)\")", None),
            ("#pragma once\n#pragma pack(push, 4) // note", Some(4)),
            ("#pragma pack(2)\n/*\n#pragma pack(1)\n*/", Some(2)),
            ("#pragma pack(1)\n%:pragma \\\n pack(2)", Some(2)),
            ("#pragma pack(1)\n/**/ # /* x */ pragma pack(2)", Some(2)),
            ("#pragma pack(2)\n#define X \\\n#pragma pack(1)", Some(2)),
            ("#pragma pack(2)\n\"x\\\n#pragma pack(1)\\\n\"", Some(2)),
        ] {
            assert_eq!(pack_in_force(text), expected, "{text}");
        }
    }
}
