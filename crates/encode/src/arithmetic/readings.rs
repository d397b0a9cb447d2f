//! How each variable of a program is read: its view, and its symbol among the numbers.
//!
//! Scalars follow their C type. Arrays that are copied into one another must be read alike, so
//! they form classes: elements follow the type of the class's first member, indices follow what
//! most indices used with the class prefer.

use super::numbers::Numbers;
use super::view::{Shape, View, Want};
use super::{Arithmetic, EncodeError};
use invar_cfa::{Operation, Program, VarId};
use invar_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

/// Whether elements of an array may be out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contents {
    /// Every element was written by the program.
    Written,
    /// Elements may come from a havoc, which knows no range.
    Havocked,
}

/// How one variable is read.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Its symbol in the translated program.
    pub(crate) symbol: TermId,
    /// What it is there; `None` for sorts that are not translated.
    pub(crate) want: Option<Want>,
    /// Where its elements come from.
    pub(crate) contents: Contents,
}

/// How all variables are read.
#[derive(Clone, Debug)]
pub(crate) struct Readings {
    of_symbol: FxHashMap<SymbolId, usize>,
    readings: Vec<Reading>,
}

impl Readings {
    /// The readings of the variables of a program whose entry function has no calls.
    pub(crate) fn of(program: &Program, numbers: Numbers<'_>) -> Result<Readings, EncodeError> {
        let mut readings = Readings {
            of_symbol: FxHashMap::default(),
            readings: Vec::new(),
        };
        for (index, variable) in program.variables.iter().enumerate() {
            let symbol = program.terms.as_symbol(variable.symbol);
            let symbol = symbol.expect("a variable's symbol is a symbol");
            readings.of_symbol.insert(symbol, index);
            let sort = program.terms.sort(variable.symbol);
            let view = if variable.integer.signed {
                View::Signed
            } else {
                View::Unsigned
            };
            let (want, sort) = match sort {
                Sort::Bool => (Some(Want::Truth), Sort::Bool),
                Sort::BitVec(width) => (
                    Some(Want::Number(scalar_view(view, *width))),
                    numbers.sort(),
                ),
                Sort::Array(pair) => match shape(&pair.0, &pair.1, view) {
                    Some(shape) => {
                        let element = match shape.element {
                            Some(_) => numbers.sort(),
                            None => Sort::Bool,
                        };
                        let sort = Sort::array(numbers.sort(), element);
                        (Some(Want::Array(shape)), sort)
                    }
                    None => (None, sort.clone()),
                },
                Sort::Int | Sort::Real | Sort::Float { .. } => (None, sort.clone()),
            };
            let symbol = match want {
                Some(_) => {
                    let name = format!("{}{}", variable.name, suffix(numbers.arithmetic));
                    program.terms.symbol(&name, &sort)
                }
                None => variable.symbol,
            };
            readings.readings.push(Reading {
                symbol,
                want,
                contents: Contents::Written,
            });
        }
        Classes::of(program, &readings)?.settle(program, &mut readings);
        Ok(readings)
    }

    /// The reading of a variable.
    pub(crate) fn variable(&self, variable: VarId) -> &Reading {
        &self.readings[variable.0 as usize]
    }

    /// The reading of the variable after a symbol of the original program.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> Option<&Reading> {
        Some(&self.readings[*self.of_symbol.get(&symbol)?])
    }

    /// The reading of a variable inside an array term, if there is one; all of them are alike.
    pub(crate) fn array(&self, terms: &TermStore, array: TermId) -> Option<&Reading> {
        let mut work = vec![array];
        while let Some(term) = work.pop() {
            match terms.op(term) {
                Op::Symbol(symbol) => return self.symbol(*symbol),
                Op::Store => work.push(terms.args(term)[0]),
                Op::Ite => work.extend(&terms.args(term)[1..]),
                _ => {}
            }
        }
        None
    }

    /// The shape of an array term.
    pub(crate) fn shape(&self, terms: &TermStore, array: TermId) -> Option<Shape> {
        match self.array(terms, array) {
            Some(reading) => match reading.want {
                Some(Want::Array(shape)) => Some(shape),
                _ => None,
            },
            None => {
                let (index, element) = terms.sort(array).as_array()?;
                shape(index, element, View::Unsigned)
            }
        }
    }

    /// The view in which a bit-vector term reads most simply; `None` if any will do.
    pub(crate) fn preferred(&self, terms: &TermStore, mut term: TermId) -> Option<View> {
        loop {
            let args = terms.args(term);
            if *terms.sort(term) == Sort::BitVec(1) {
                return Some(View::Unsigned);
            }
            term = match terms.op(term) {
                Op::Symbol(symbol) => {
                    return match self.symbol(*symbol)?.want? {
                        Want::Number(view) => Some(view),
                        _ => None,
                    };
                }
                Op::BvConst(_) => return None,
                Op::Select => return self.shape(terms, args[0])?.element,
                Op::SignExtend(_) | Op::BvAshr | Op::BvSdiv | Op::BvSrem => {
                    return Some(View::Signed);
                }
                Op::Ite if terms.as_bv(args[1]).is_none() => args[1],
                Op::Ite => args[2],
                Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvNot | Op::BvShl => {
                    *args.iter().find(|a| terms.as_bv(**a).is_none())?
                }
                _ => return Some(View::Unsigned),
            };
        }
    }
}

/// The suffix of the names of translated variables.
pub(crate) fn suffix(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Bv => "",
        Arithmetic::Wrap => "#wrap",
        Arithmetic::Checked => "#checked",
        Arithmetic::Int => "#int",
        Arithmetic::Real => "#real",
    }
}

/// A single bit is 0 or 1, whatever its type says.
fn scalar_view(view: View, width: u32) -> View {
    if width == 1 { View::Unsigned } else { view }
}

fn shape(index: &Sort, element: &Sort, view: View) -> Option<Shape> {
    index.width()?;
    let element = match element {
        Sort::Bool => None,
        Sort::BitVec(width) => Some(scalar_view(view, *width)),
        _ => return None,
    };
    let index = View::Unsigned;
    Some(Shape { index, element })
}

/// Arrays that flow into one another.
struct Classes {
    parents: Vec<usize>,
    /// Indices that prefer to be signed, minus those that prefer not to be, per variable.
    votes: Vec<i64>,
    havocked: Vec<usize>,
}

impl Classes {
    fn of(program: &Program, readings: &Readings) -> Result<Classes, EncodeError> {
        let terms = &program.terms;
        let mut classes = Classes {
            parents: (0..program.variables.len()).collect(),
            votes: vec![0; program.variables.len()],
            havocked: Vec::new(),
        };
        let cfa = program.entry_cfa();
        let mut roots = Vec::new();
        for id in cfa.edge_ids() {
            match &cfa.edge(id).operation {
                Operation::Skip => {}
                Operation::Assume { condition, .. } => roots.push(*condition),
                Operation::Assign { value, .. } => roots.push(*value),
                Operation::Havoc { target, .. } => classes.havocked.push(target.0 as usize),
                Operation::Call { .. } => return Err(EncodeError::Call(id)),
            }
        }
        // A variable of the class of each array term.
        let mut member: FxHashMap<TermId, usize> = FxHashMap::default();
        for term in terms.postorder(&roots) {
            let args = terms.args(term);
            let of = |member: &FxHashMap<TermId, usize>, i: usize| member.get(&args[i]).copied();
            let found = match terms.op(term) {
                Op::Symbol(symbol) if terms.sort(term).as_array().is_some() => {
                    readings.of_symbol.get(symbol).copied()
                }
                Op::Ite => classes.union(of(&member, 1), of(&member, 2)),
                Op::Eq => {
                    classes.union(of(&member, 0), of(&member, 1));
                    None
                }
                op @ (Op::Store | Op::Select) => {
                    let array = of(&member, 0);
                    if let Some(array) = array {
                        classes.votes[array] += match readings.preferred(terms, args[1]) {
                            Some(View::Signed) => 1,
                            Some(View::Unsigned) => -1,
                            None => 0,
                        };
                    }
                    if *op == Op::Store { array } else { None }
                }
                _ => None,
            };
            if let Some(found) = found {
                member.insert(term, found);
            }
        }
        for id in cfa.edge_ids() {
            if let Operation::Assign { target, value } = &cfa.edge(id).operation {
                classes.union(member.get(value).copied(), Some(target.0 as usize));
            }
        }
        Ok(classes)
    }

    fn root(&self, mut index: usize) -> usize {
        while self.parents[index] != index {
            index = self.parents[index];
        }
        index
    }

    fn union(&mut self, a: Option<usize>, b: Option<usize>) -> Option<usize> {
        let (Some(a), Some(b)) = (a, b) else {
            return a.or(b);
        };
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
        Some(a.min(b))
    }

    fn settle(self, program: &Program, readings: &mut Readings) {
        let mut votes = vec![0; self.parents.len()];
        let mut havocked = vec![false; self.parents.len()];
        for index in 0..self.parents.len() {
            votes[self.root(index)] += self.votes[index];
        }
        for index in &self.havocked {
            havocked[self.root(*index)] = true;
        }
        for variable in program.variable_ids() {
            let index = variable.0 as usize;
            let root = self.root(index);
            let Some(Want::Array(first)) = readings.readings[root].want else {
                continue;
            };
            let view = if votes[root] > 0 {
                View::Signed
            } else {
                View::Unsigned
            };
            let reading = &mut readings.readings[index];
            reading.want = Some(Want::Array(Shape {
                index: view,
                element: first.element,
            }));
            if havocked[root] {
                reading.contents = Contents::Havocked;
            }
        }
    }
}
