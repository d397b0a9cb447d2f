//! The program that fails where an execution is in a state in which it was before.

use super::{add_check, add_ghost, assign_all, assume, beside, entry_cfa, live_at};
use invar_cfa::{CheckKind, LocId, LocationKind, Operation, Program, VarId};
use invar_term::{Sort, TermId};

/// Bits of the number of visits; where it wraps around, it misses a repetition and invents none.
const COUNTER: u32 = 64;

/// The program with a check at a location: no later visit finds all live variables as the visit number `visit`, counted from one,
/// found them. An execution that fails it can go on for ever: the inputs between the two visits lead from the
/// second to the second again. Edges of the program keep their names.
pub fn with_repetition(program: &Program, location: LocId, visit: u64) -> Program {
    let live: Vec<VarId> = live_at(program, location).into_iter().collect();
    let terms = program.terms.clone();
    let mut program = program.clone();
    let counter = add_ghost(&mut program, "visit", &Sort::BitVec(COUNTER));
    let count = program.symbol(counter);
    let mut kept = Vec::new();
    let mut same = Vec::new();
    for variable in live {
        let value = program.symbol(variable);
        let sort = program.sort(variable).clone();
        let ghost = add_ghost(&mut program, "kept", &sort);
        kept.push((ghost, value));
        same.push(terms.eq(program.symbol(ghost), value));
    }
    let same = terms.and(&same);
    let check = add_check(&mut program, CheckKind::Endless, location);
    let cfa = entry_cfa(&mut program);
    let after = cfa.split(location);
    let counted = beside(cfa, location, LocationKind::Plain, "counted");
    let keeping = beside(cfa, location, LocationKind::Plain, "keeping");
    let error = beside(cfa, location, LocationKind::Error(check), "repeated");
    let count_up = Operation::Assign {
        target: counter,
        value: terms.bv_add(count, terms.bv(COUNTER, 1)),
    };
    cfa.add_edge(location, counted, count_up, None);
    let number = terms.bv(COUNTER, u128::from(visit));
    let later = terms.bv_ult(number, count);
    let at: TermId = terms.eq(count, number);
    let go_on = terms.or(&[
        terms.bv_ult(count, number),
        terms.and(&[later, terms.not(same)]),
    ]);
    cfa.add_edge(counted, after, assume(go_on), None);
    cfa.add_edge(counted, keeping, assume(at), None);
    cfa.add_edge(counted, error, assume(terms.and(&[later, same])), None);
    assign_all(cfa, keeping, after, &kept, "kept");
    program
}
