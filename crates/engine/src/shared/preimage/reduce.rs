//! Terms inside atoms, as the model sees them: conditionals become the branch that is taken,
//! reads of written arrays become the element or a read of the array before. What that depends
//! on becomes a goal.

use super::implicant::Search;
use invar_term::{EvalError, Op, Sort, TermId};

/// The path of a read through writes and conditionals.
struct ReadPath {
    /// Conditions on the path.
    conditions: Vec<TermId>,
    /// Indices of the writes that were compared with the read index.
    compared: Vec<TermId>,
    end: End,
}

/// Where a read ends.
enum End {
    /// At an element that was written, or of which the array consists.
    Element(TermId),
    /// At an array that is not written here.
    Array(TermId),
}

impl Search<'_, '_> {
    /// The atom with its arguments reduced; itself if nothing is to be done.
    pub(super) fn reduce_atom(&mut self, atom: TermId) -> Result<TermId, EvalError> {
        for needed in self.needed(atom)? {
            self.reduce(needed)?;
        }
        self.build(atom)
    }

    fn reduce(&mut self, root: TermId) -> Result<(), EvalError> {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.reduced.contains_key(&term) {
                stack.pop();
                continue;
            }
            let mut open = self.needed_inside(term)?;
            open.retain(|t| !self.reduced.contains_key(t));
            if open.is_empty() {
                let result = self.build_inside(term)?;
                self.reduced.insert(term, result);
                self.reduced.insert(result, result);
                stack.pop();
            } else {
                stack.append(&mut open);
            }
        }
        Ok(())
    }

    /// Truth values inside atoms (indices and elements of arrays) become constants.
    fn needed_inside(&mut self, term: TermId) -> Result<Vec<TermId>, EvalError> {
        if *self.terms.sort(term) == Sort::Bool {
            return Ok(Vec::new());
        }
        self.needed(term)
    }

    fn build_inside(&mut self, term: TermId) -> Result<TermId, EvalError> {
        if *self.terms.sort(term) == Sort::Bool {
            let value = self.values.eval_bool(term)?;
            self.goals.push(term);
            return Ok(self.terms.bool(value));
        }
        self.build(term)
    }

    /// The terms that must be reduced before `term` can be.
    fn needed(&mut self, term: TermId) -> Result<Vec<TermId>, EvalError> {
        let args = self.terms.args(term);
        Ok(match self.terms.op(term) {
            Op::Ite => vec![self.branch(term)?],
            Op::Select => {
                let read_path = self.read_path(term)?;
                let mut needed = read_path.compared;
                needed.push(args[1]);
                needed.push(match read_path.end {
                    End::Element(end) | End::Array(end) => end,
                });
                needed
            }
            _ => args.to_vec(),
        })
    }

    /// `term` from its reduced parts.
    fn build(&mut self, term: TermId) -> Result<TermId, EvalError> {
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::Ite => {
                self.goals.push(args[0]);
                let branch = self.branch(term)?;
                Ok(self.reduced[&branch])
            }
            Op::Select => {
                let read_path = self.read_path(term)?;
                let index = self.reduced[&args[1]];
                self.goals.extend(read_path.conditions);
                for written in read_path.compared {
                    self.goals
                        .push(self.terms.eq(self.reduced[&written], index));
                }
                Ok(match read_path.end {
                    End::Element(element) => self.reduced[&element],
                    End::Array(array) => {
                        let array = self.reduced[&array];
                        if [array, index] == *args {
                            term
                        } else {
                            self.terms.select(array, index)
                        }
                    }
                })
            }
            op => {
                let parts: Vec<TermId> = args.iter().map(|a| self.reduced[a]).collect();
                Ok(if parts == args {
                    term
                } else {
                    self.terms.app(op.clone(), &parts)
                })
            }
        }
    }

    fn branch(&mut self, conditional: TermId) -> Result<TermId, EvalError> {
        let args = self.terms.args(conditional);
        let taken = self.values.eval_bool(args[0])?;
        Ok(args[if taken { 1 } else { 2 }])
    }

    fn read_path(&mut self, select: TermId) -> Result<ReadPath, EvalError> {
        let args = self.terms.args(select);
        let index = self.values.eval(args[1])?;
        let mut read_path = ReadPath {
            conditions: Vec::new(),
            compared: Vec::new(),
            end: End::Array(args[0]),
        };
        let mut array = args[0];
        loop {
            let parts = self.terms.args(array);
            match self.terms.op(array) {
                Op::Ite => {
                    read_path.conditions.push(parts[0]);
                    array = self.branch(array)?;
                }
                Op::Store => {
                    read_path.compared.push(parts[1]);
                    if self.values.eval(parts[1])? == index {
                        read_path.end = End::Element(parts[2]);
                        return Ok(read_path);
                    }
                    array = parts[0];
                }
                Op::ConstArray(_) => {
                    read_path.end = End::Element(parts[0]);
                    return Ok(read_path);
                }
                _ => {
                    read_path.end = End::Array(array);
                    return Ok(read_path);
                }
            }
        }
    }
}
