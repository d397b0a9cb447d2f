//! Which functions may be active more than once at a time: those on a cycle of the call graph.

use crate::ast::FunId;
use std::collections::BTreeSet;

/// For each function, by position, whether it is on a cycle (Tarjan 1972, without recursion).
pub(crate) fn recursive(count: usize, edges: &BTreeSet<(FunId, FunId)>) -> Vec<bool> {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut result = vec![false; count];
    for (from, to) in edges {
        successors[from.0 as usize].push(to.0 as usize);
        result[from.0 as usize] |= from == to;
    }
    const NEW: usize = usize::MAX;
    let mut index = vec![NEW; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut next = 0;
    for start in 0..count {
        if index[start] != NEW {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((at, done)) = path.pop() {
            if done == 0 {
                (index[at], low[at]) = (next, next);
                next += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(to) = successors[at].get(done) {
                path.push((at, done + 1));
                if index[*to] == NEW {
                    path.push((*to, 0));
                } else if on_stack[*to] {
                    low[at] = low[at].min(index[*to]);
                }
                continue;
            }
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[at]);
            }
            if low[at] == index[at] {
                let first = stack.iter().rposition(|each| *each == at);
                let component = stack.split_off(first.expect("its root is on the stack"));
                for member in &component {
                    on_stack[*member] = false;
                    result[*member] |= component.len() > 1;
                }
            }
        }
    }
    result
}

/// Whether a function calls another one, directly or through others.
pub(super) fn may_call(edges: &BTreeSet<(FunId, FunId)>, caller: FunId, callee: FunId) -> bool {
    let mut seen = BTreeSet::from([caller]);
    let mut pending = vec![caller];
    while let Some(at) = pending.pop() {
        for (_, to) in edges.range((at, FunId(0))..=(at, FunId(u32::MAX))) {
            if *to == callee {
                return true;
            }
            if seen.insert(*to) {
                pending.push(*to);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::recursive;
    use crate::ast::FunId;

    #[test]
    fn cycles_and_self_calls_count() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 4), (5, 5), (4, 0)]
            .map(|(a, b)| (FunId(a), FunId(b)));
        let found = recursive(7, &edges.into());
        assert_eq!(found, [true, true, true, true, true, true, false]);
        let found = recursive(7, &edges[..6].iter().copied().collect());
        assert_eq!(found, [false, true, true, false, false, true, false]);
    }
}
