//! How far a location is from a violation: branches that have to be taken, through calls and returns.

use invar_budget::Moment;
use invar_cfa::{Edge, FunctionId, LocId, LocationKind, Operation, Program};

/// No violation can be reached.
pub(super) const FAR: u32 = u32::MAX / 4;

/// Per function and location.
pub(super) struct Distances {
    to_error: Vec<Vec<u32>>,
    to_exit: Vec<Vec<u32>>,
}

impl Distances {
    /// The distances in a program; those that are known at the deadline, if it comes first.
    pub(super) fn of(program: &Program, deadline: Option<Moment>) -> Distances {
        let unknown = |_: &_| Vec::new();
        let mut distances = Distances {
            to_error: program.functions.iter().map(unknown).collect(),
            to_exit: program.functions.iter().map(unknown).collect(),
        };
        for (index, function) in program.functions.iter().enumerate() {
            let cfa = &function.cfa;
            distances.to_exit[index] = vec![FAR; cfa.location_count()];
            distances.to_exit[index][cfa.exit.0 as usize] = 0;
            let at_error = |at: LocId| match cfa.location(at).kind {
                LocationKind::Error(_) => 0,
                _ => FAR,
            };
            distances.to_error[index] = cfa.location_ids().map(at_error).collect();
        }
        // Callees may come before their callers or after them.
        let mut order: Vec<usize> = (0..program.functions.len()).collect();
        let is_late = || deadline.is_some_and(|deadline| Moment::now() >= deadline);
        while distances.improve(program, &order) && !is_late() {
            order.reverse();
        }
        distances
    }

    /// One round over all edges of the functions, in an order; whether something got nearer.
    fn improve(&mut self, program: &Program, order: &[usize]) -> bool {
        let mut improved = false;
        for index in order.iter().copied() {
            let cfa = &program.functions[index].cfa;
            let ids: Vec<_> = cfa.edge_ids().collect();
            for id in ids.into_iter().rev() {
                let edge = cfa.edge(id);
                let is_branch = cfa.location(edge.from).outgoing().len() > 1;
                let cost = u32::from(is_branch);
                let (error, exit) = self.after(program, FunctionId(index as u32), edge);
                let from = edge.from.0 as usize;
                for (list, new) in [
                    (&mut self.to_error[index], error),
                    (&mut self.to_exit[index], exit),
                ] {
                    let new = new.saturating_add(cost).min(FAR);
                    if new < list[from] {
                        list[from] = new;
                        improved = true;
                    }
                }
            }
        }
        improved
    }

    /// The distances from the end of an edge, or through the function that it calls.
    fn after(&self, program: &Program, function: FunctionId, edge: &Edge) -> (u32, u32) {
        let (index, to) = (function.0 as usize, edge.to.0 as usize);
        let (error, exit) = (self.to_error[index][to], self.to_exit[index][to]);
        let Operation::Call {
            function: callee, ..
        } = edge.operation
        else {
            return (error, exit);
        };
        let entry = program.function(callee).cfa.entry.0 as usize;
        let callee = callee.0 as usize;
        let through = self.to_exit[callee][entry];
        let inside = self.to_error[callee][entry];
        (
            inside.min(through.saturating_add(error)),
            through.saturating_add(exit),
        )
    }

    /// The distance at a location, given where the calls on the stack return to, innermost first.
    pub(super) fn at(
        &self,
        function: FunctionId,
        location: LocId,
        returns: impl Iterator<Item = (FunctionId, LocId)>,
    ) -> u32 {
        let of = |list: &Vec<Vec<u32>>, f: FunctionId, l: LocId| list[f.0 as usize][l.0 as usize];
        let mut nearest = of(&self.to_error, function, location);
        let mut exit = of(&self.to_exit, function, location);
        for (function, location) in returns {
            if exit >= FAR {
                break;
            }
            nearest = nearest.min(exit.saturating_add(of(&self.to_error, function, location)));
            exit = exit.saturating_add(of(&self.to_exit, function, location));
        }
        nearest
    }
}
