//! The result as text.

use super::model::{Content, Kind, NodeId, Object};
use super::result::PointsTo;
use crate::ast::{FloatKind, VariableId};
use std::fmt::Write;

impl PointsTo<'_> {
    /// Every node with a function, or with accessed objects that are not plain variables; and the
    /// variables in memory.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        let mut numbers = Numbers::default();
        for i in 0..self.node_count() {
            let node = self.node(NodeId(i));
            let names: Vec<String> = node
                .objects
                .iter()
                .map(|(object, offset)| {
                    let name = self.object_name(*object, &mut numbers);
                    match offset {
                        0 => name,
                        offset => format!("{name}@{offset}"),
                    }
                })
                .collect();
            let is_plain = |(object, _): &(Object, i64)| match object {
                Object::Variable(id) => !self.in_memory(*id),
                _ => false,
            };
            if node.objects.iter().all(is_plain)
                || node.parts.is_empty() && node.functions().next().is_none()
            {
                continue;
            }
            let _ = write!(text, "{}:", names.join(" "));
            if let Some(stride) = node.stride {
                let _ = write!(text, " stride {stride}");
            }
            let starts = [
                (node.starts_zero, " zero"),
                (node.starts_any, " any"),
                (node.misalignable, " misalignable"),
            ];
            for (_, word) in starts.iter().filter(|(holds, _)| *holds) {
                text.push_str(word);
            }
            text.push('\n');
            for part in &node.parts {
                let content = match part.content {
                    Content::Bytes => "bytes".to_owned(),
                    Content::Scalar(Kind::Pointer) => "pointer".to_owned(),
                    Content::Scalar(Kind::Integer(size)) => format!("int{}", size * 8),
                    Content::Scalar(Kind::Float(kind)) => float_name(kind).to_owned(),
                };
                let folded = if part.folded { " folded" } else { "" };
                let _ = writeln!(text, "  {}+{} {content}{folded}", part.offset, part.size);
            }
        }
        let mut used: Vec<VariableId> = self
            .nodes
            .iter()
            .flat_map(|node| &node.objects)
            .filter_map(|(object, _)| match object {
                Object::Variable(id) => Some(*id),
                _ => None,
            })
            .collect();
        used.sort_unstable();
        let in_memory: Vec<&str> = used
            .into_iter()
            .filter(|id| self.in_memory(*id))
            .map(|id| &*self.unit.variable(id).name)
            .collect();
        let _ = writeln!(text, "in memory: {}", in_memory.join(" "));
        text
    }

    fn object_name(&self, object: Object, numbers: &mut Numbers) -> String {
        match object {
            Object::Variable(id) => self.unit.variable(id).name.to_string(),
            Object::Function(id) => format!("{}()", self.unit.function(id).name),
            Object::Literal(_) => numbers.next("literal"),
            Object::Heap(_) => numbers.next("heap"),
            Object::ArgumentVector => "argv".to_owned(),
            Object::Argument => "argument".to_owned(),
            Object::External => "outside".to_owned(),
        }
    }
}

/// Numbers for objects without a name, in order of appearance.
#[derive(Default)]
struct Numbers(u32);

impl Numbers {
    fn next(&mut self, word: &str) -> String {
        self.0 += 1;
        format!("{word}{}", self.0)
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Quad => "quad",
    }
}
