//! Braced initialisers, which clang prints with every designator resolved.

use super::convert::Converter;
use super::node::Node;
use crate::ast::has_effects;
use crate::ast::{Expr, ExprKind, Initialiser, RecordId, RecordKind, Type};

/// Arrays are padded with a filler that is not zero up to this length.
const LONGEST_FILLED: u64 = 1 << 16;

/// What the braces around an array's initialiser hold.
enum Elements {
    Listed(Initialiser),
    /// One string for the whole array, as in `{"text"}`.
    String(Expr),
    Unknown,
}

impl Converter {
    /// `{ ... }`.
    pub(super) fn initialiser(&mut self, node: &Node, ty: Type) -> Expr {
        let span = node.begin;
        let kind = match &ty {
            Type::Array(_, length) => match self.array(node, *length) {
                Elements::Listed(list) => Some(list),
                Elements::String(whole) => return whole,
                Elements::Unknown => None,
            },
            Type::Record(_) if self.numbers(&ty).is_some() => {
                return match self.initialised_numbers(node, ty) {
                    Some(list) => list,
                    None => self.unsupported(node, "initialiser"),
                };
            }
            Type::Record(id) => match self.unit.record(*id).kind {
                RecordKind::Struct => self.structure(node, *id),
                RecordKind::Union => self.union(node, *id),
            },
            Type::Other(_) | Type::VariableArray(..) | Type::Function(_) | Type::Void => {
                return self.unsupported(node, "initialiser of a type that is not represented");
            }
            _ => match node.inner.as_slice() {
                [value] => Some(Initialiser::Scalar(Box::new(self.expression(value)))),
                [] => Some(Initialiser::Empty),
                _ => None,
            },
        };
        match kind {
            Some(initialiser) => Expr {
                kind: ExprKind::Initialiser(initialiser),
                ty,
                span,
            },
            None => self.unsupported(node, "initialiser"),
        }
    }

    /// The elements of an array.
    fn array(&mut self, node: &Node, length: Option<u64>) -> Elements {
        if self.repeats_effect(node) {
            return Elements::Unknown;
        }
        let Some(filler) = node.rare.as_ref().and_then(|rare| rare.filler.as_ref()) else {
            let mut elements: Vec<Expr> = node
                .inner
                .iter()
                .map(|child| self.expression(child))
                .collect();
            let is_string = |expr: &Expr| matches!(expr.kind, ExprKind::String(_));
            if elements.len() == 1 && elements.first().is_some_and(is_string) {
                // An element of character type is never a string itself.
                return Elements::String(elements.remove(0));
            }
            return Elements::Listed(Initialiser::Array(elements));
        };
        let Some((filler, elements)) = filler.split_first() else {
            return Elements::Unknown;
        };
        let mut elements: Vec<Expr> = elements
            .iter()
            .map(|child| self.expression(child))
            .collect();
        let filler = self.expression(filler);
        if !is_zero(&filler) {
            match length.filter(|length| *length <= LONGEST_FILLED) {
                Some(length) => elements.resize(length as usize, filler),
                None => return Elements::Unknown,
            }
        }
        Elements::Listed(Initialiser::Array(elements))
    }

    /// Whether a value with an effect is given to several elements (`[0 ... 3] = f()`): it is evaluated once.
    fn repeats_effect(&mut self, node: &Node) -> bool {
        let filler = node.rare.as_ref().and_then(|rare| rare.filler.as_ref());
        let children = filler.unwrap_or(&node.inner);
        let pairs = children.windows(2);
        let repeated = pairs.filter(|pair| pair[0].id == pair[1].id && pair[0].id != 0);
        let repeated: Vec<&Node> = repeated.map(|pair| &pair[0]).collect();
        let mut last = 0;
        repeated.into_iter().any(|child| {
            std::mem::replace(&mut last, child.id) != child.id
                && has_effects(&self.expression(child))
        })
    }

    /// clang prints no entry for nameless bit-fields.
    fn structure(&mut self, node: &Node, id: RecordId) -> Option<Initialiser> {
        let fields = self.unit.record(id).fields.as_ref()?;
        let skipped: Vec<Option<Type>> = fields
            .iter()
            .map(|field| {
                let is_padding = field.bits.is_some() && field.name.is_empty();
                is_padding.then(|| field.ty.clone())
            })
            .collect();
        let mut values = node.inner.iter();
        let mut members = Vec::new();
        for skipped in skipped {
            match skipped {
                Some(ty) => {
                    members.push(Expr {
                        kind: ExprKind::ZeroInitialiser,
                        ty,
                        span: node.begin,
                    });
                }
                None => match values.next() {
                    Some(value) => members.push(self.expression(value)),
                    None => break,
                },
            }
        }
        values
            .next()
            .is_none()
            .then_some(Initialiser::Struct(members))
    }

    fn union(&mut self, node: &Node, id: RecordId) -> Option<Initialiser> {
        let Some(reference) = node.reference() else {
            return node.inner.is_empty().then_some(Initialiser::Empty);
        };
        let (record, field) = self.fields.get(&reference.id).copied()?;
        match node.inner.as_slice() {
            // `{}` makes all of it zero.
            [] => Some(Initialiser::Empty),
            [value] if record == id => {
                Some(Initialiser::Union(field, Box::new(self.expression(value))))
            }
            _ => None,
        }
    }
}

/// Whether an initialiser is all zero by its form.
fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::ZeroInitialiser => true,
        ExprKind::Initialiser(Initialiser::Array(values) | Initialiser::Struct(values)) => {
            values.iter().all(is_zero)
        }
        ExprKind::Initialiser(Initialiser::Union(_, value) | Initialiser::Scalar(value)) => {
            is_zero(value)
        }
        ExprKind::Initialiser(Initialiser::Empty) => true,
        _ => false,
    }
}
