//! Random formulas and the answer by trying everything.

#![allow(dead_code, reason = "each test file uses some of it")]

use invar_sat::{Lit, Sat, SolverKind, Var, make};

/// Numbers that look random and are the same in every run (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn literal(&mut self, variables: usize) -> Lit {
        Lit::new(self.below(variables) as u32, self.below(2) == 1)
    }

    /// A clause with up to `limit` literals.
    pub fn short_clause(&mut self, variables: usize, limit: usize) -> Vec<Lit> {
        let length = self.below(limit + 1);
        self.clause(variables, length)
    }

    /// Literals of different variables, at most `length`.
    pub fn clause(&mut self, variables: usize, length: usize) -> Vec<Lit> {
        let mut clause: Vec<Lit> = Vec::new();
        for _ in 0..length {
            let literal = self.literal(variables);
            if clause.iter().all(|l| l.var() != literal.var()) {
                clause.push(literal);
            }
        }
        clause
    }
}

/// A solver with this many variables.
pub fn solver(kind: SolverKind, variables: usize) -> Box<dyn Sat> {
    let mut solver = make(kind);
    for index in 0..variables {
        assert_eq!(solver.new_var(), Var::new(index as u32));
    }
    solver
}

/// Whether the assignment, one bit per variable, satisfies the clause.
pub fn satisfies(assignment: u32, clause: &[Lit]) -> bool {
    clause
        .iter()
        .any(|l| (assignment >> l.vidx32() & 1 == 1) == l.is_pos())
}

/// Whether some assignment satisfies all clauses.
pub fn is_satisfiable(variables: usize, clauses: &[Vec<Lit>]) -> bool {
    (0..1_u32 << variables).any(|a| clauses.iter().all(|c| satisfies(a, c)))
}
