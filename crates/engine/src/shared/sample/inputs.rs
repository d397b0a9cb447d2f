//! Inputs for sampled executions, of several magnitudes: what C's types allow is stated by guards
//! that come after, and small values take the branches of most programs.

use invar_encode::BlockGraph;
use invar_term::{BvValue, IBig, Op, RBig, Sort, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Constants of the program to draw from, per sort.
const MAX_CONSTANTS: usize = 40;

/// Where a number is drawn from.
#[derive(Clone, Copy)]
enum Magnitude {
    Zero,
    Tiny,
    Small,
    /// A constant of the program or its neighbour.
    Mentioned,
    /// The number drawn before, or its neighbour: guards compare inputs with one another.
    Repeated,
    Negative,
    Large,
}

/// A fixed generator of values.
pub(super) struct Inputs {
    state: u64,
    run: u32,
    constants: BTreeMap<Sort, Vec<IBig>>,
    last: IBig,
}

impl Inputs {
    pub(super) fn new(graph: &BlockGraph) -> Inputs {
        Inputs {
            state: 0,
            run: 0,
            constants: constants(graph),
            last: IBig::ZERO,
        }
    }

    /// Begins with the values of execution `run`; the first one has zeros only.
    pub(super) fn start(&mut self, run: u32) {
        self.run = run;
        self.state = u64::from(run);
        self.last = IBig::ZERO;
    }

    /// The next value of a sort; the zero of sorts without numbers.
    pub(super) fn next(&mut self, sort: &Sort) -> Option<Value> {
        match sort {
            Sort::Bool => Some(Value::Bool(self.run > 0 && self.bits() & 1 == 1)),
            Sort::BitVec(width) => {
                let number = self.number(sort);
                let modulus = IBig::from(1) << (*width as usize);
                let residue = ((number % &modulus) + &modulus) % &modulus;
                let bits = u128::try_from(residue).ok()?;
                Some(Value::Bv(BvValue::new(*width, bits)))
            }
            Sort::Int => Some(Value::Int(self.number(sort))),
            Sort::Real => Some(Value::Real(RBig::from(self.number(sort)))),
            other => Value::zero(other),
        }
    }

    fn bits(&mut self) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.state >> 33
    }

    fn below(&mut self, limit: u64) -> IBig {
        IBig::from(self.bits() % limit)
    }

    fn number(&mut self, sort: &Sort) -> IBig {
        let number = match self.magnitude() {
            Magnitude::Zero => IBig::ZERO,
            Magnitude::Tiny => self.below(4),
            Magnitude::Small => self.below(50),
            Magnitude::Negative => -self.below(20) - IBig::ONE,
            // Bits all over the width find wrap-around.
            Magnitude::Large if sort.width().is_some() => {
                let bits = u128::from(self.bits());
                IBig::from(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
            }
            Magnitude::Large => {
                let sign = self.below(2) * IBig::from(-2) + IBig::ONE;
                self.below(1 << 31) * sign
            }
            Magnitude::Repeated => self.below(3) + &self.last - IBig::ONE,
            Magnitude::Mentioned => {
                let index = self.bits() as usize;
                let constants = self.constants.get(sort).map_or(&[][..], Vec::as_slice);
                let chosen = constants.get(index % constants.len().max(1)).cloned();
                chosen.unwrap_or_default() + self.below(3) - IBig::ONE
            }
        };
        self.last = number.clone();
        number
    }

    /// Every execution has its favourite magnitude and now and then takes another one.
    fn magnitude(&mut self) -> Magnitude {
        let favourites = [
            Magnitude::Tiny,
            Magnitude::Small,
            Magnitude::Mentioned,
            Magnitude::Tiny,
            Magnitude::Small,
            Magnitude::Large,
            Magnitude::Repeated,
            Magnitude::Negative,
        ];
        if self.run == 0 {
            return Magnitude::Zero;
        }
        let choice = self.bits() as usize;
        let favourite = favourites[self.run as usize % favourites.len()];
        match choice % 8 {
            0 => favourites[choice / 8 % favourites.len()],
            1 => Magnitude::Repeated,
            _ => favourite,
        }
    }
}

/// The numbers that occur in the program's terms, by sort; bit-vectors in their signed reading.
fn constants(graph: &BlockGraph) -> BTreeMap<Sort, Vec<IBig>> {
    let mut roots = Vec::new();
    for block in graph.blocks() {
        roots.push(block.guard);
        roots.extend(block.updates.iter().map(|(_, term)| *term));
    }
    let mut found: BTreeMap<Sort, BTreeSet<IBig>> = BTreeMap::new();
    for term in graph.terms.postorder(&roots) {
        let number = match graph.terms.op(term) {
            Op::BvConst(value) => IBig::from(value.signed()),
            Op::IntConst(value) => value.clone(),
            Op::RealConst(value) => value.floor(),
            _ => continue,
        };
        let here = found.entry(graph.terms.sort(term).clone()).or_default();
        here.insert(number);
    }
    let take = |all: BTreeSet<IBig>| all.into_iter().take(MAX_CONSTANTS).collect();
    found
        .into_iter()
        .map(|(sort, all)| (sort, take(all)))
        .collect()
}
