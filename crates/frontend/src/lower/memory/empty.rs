//! Objects without bytes (GNU C): compilers may give several of them, or one and its neighbour, the same address.

use crate::ast::layout;
use crate::lower::body::Body;
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, Object};
use invar_cfa::Span;
use invar_term::TermId;

impl Body<'_, '_> {
    /// Whether two pointers may be compared for equality: neither is the address of an object without bytes, unless
    /// both point to the same one.
    pub(in crate::lower) fn check_empty_objects(
        &mut self,
        (a, left): (TermId, Cell),
        (b, right): (TermId, Cell),
        span: Option<Span>,
    ) {
        if self.forgets_memory() {
            return;
        }
        let t = self.terms.clone();
        let (first, second) = (self.object_of(a), self.object_of(b));
        let mut empty = Vec::new();
        for (node, object) in [(left.node, first), (right.node, second)] {
            for number in self.empty_objects(node) {
                empty.push(t.eq(object, t.bv(32, u128::from(number))));
            }
        }
        if empty.is_empty() {
            return;
        }
        let null = |x: TermId| t.eq(x, t.bv(t.width(x), 0));
        let reached = t.and(&self.guards);
        let different = t.and(&[t.ne(first, second), t.not(null(a)), t.not(null(b))]);
        let fine = t.not(t.and(&[reached, different, t.or(&empty)]));
        self.require_modelled(
            fine,
            "comparison of the address of an object without bytes",
            span,
        );
    }

    fn empty_objects(&mut self, node: crate::points_to::NodeId) -> Vec<u32> {
        let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
        let objects = self.lowering.points_to.node(node).objects.iter();
        let variables = objects.filter_map(|(object, _)| match object {
            Object::Variable(variable) => Some(*variable),
            _ => None,
        });
        let is_empty = |variable: &crate::ast::VariableId| {
            layout::size_of(unit, model, &unit.variable(*variable).ty) == Some(0)
        };
        let empty: Vec<_> = variables.filter(is_empty).collect();
        let fixed = empty
            .into_iter()
            .filter(|variable| !self.lowering.has_own_address(*variable))
            .collect::<Vec<_>>();
        fixed
            .into_iter()
            .map(|variable| {
                self.lowering
                    .object_number(StaticObject::Variable(variable))
            })
            .collect()
    }
}
