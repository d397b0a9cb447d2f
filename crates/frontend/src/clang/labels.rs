//! The labels of a function, as clang's addresses.

use super::node::Node;
use crate::ast::IntegerValue;
use rustc_hash::{FxHashMap, FxHashSet};

/// The labels of the function that is read, as clang's addresses.
#[derive(Default)]
pub(super) struct Labels {
    /// Labels with the number of their place; labels of one statement share it.
    pub(super) places: FxHashMap<u64, IntegerValue>,
    /// The labels whose address is taken, in order.
    pub(super) taken: Vec<u64>,
    seen: FxHashSet<u64>,
}

impl Labels {
    /// The labels of a function's body.
    pub(super) fn of(body: &Node) -> Labels {
        let mut labels = Labels::default();
        let mut next = 1;
        labels.visit(body, &mut next);
        labels
    }

    fn visit(&mut self, node: &Node, next: &mut IntegerValue) {
        match &*node.kind {
            "AddrLabelExpr" if self.seen.insert(node.link) => self.taken.push(node.link),
            "LabelStmt" => {
                self.places.insert(node.link, *next);
                let is_label = |child: &Node| &*child.kind == "LabelStmt";
                if !node.inner.iter().any(is_label) {
                    *next += 1;
                }
            }
            _ => {}
        }
        for child in &node.inner {
            self.visit(child, next);
        }
        let filler = node.rare.as_ref().and_then(|rare| rare.filler.as_ref());
        for child in filler.into_iter().flatten() {
            self.visit(child, next);
        }
    }
}
