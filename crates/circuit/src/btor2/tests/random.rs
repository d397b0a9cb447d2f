//! Random models, witnesses, and numbers for them.

use super::super::model::{Model, Operand};
use super::super::operators::{Binary, Sort, Unary};
use super::super::witness::{Assignment, Frame, Witness};

/// A generator of numbers with a fixed seed (splitmix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn flip(&mut self) -> bool {
        self.next() & 1 == 1
    }

    fn bits(&mut self, width: u32) -> Vec<bool> {
        (0..width).map(|_| self.flip()).collect()
    }
}

const SORTS: [Sort; 7] = [
    Sort::Bits(1),
    Sort::Bits(2),
    Sort::Bits(3),
    Sort::Bits(5),
    Sort::Bits(1),
    Sort::Array {
        index: 1,
        element: 3,
    },
    Sort::Array {
        index: 2,
        element: 1,
    },
];

/// What is in a model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Features {
    /// All of the format.
    All,
    /// What the oldest btorsim takes: no arrays, not every operator; few constraints.
    Simulated,
}

impl Features {
    fn sorts(self) -> &'static [Sort] {
        match self {
            Features::All => &SORTS,
            Features::Simulated => &SORTS[..5],
        }
    }

    fn has(self, operator: &str) -> bool {
        // Its sra asks whether the flipped word is one instead of what the sign is.
        let missing = ["redxor", "rol", "ror", "smod", "read", "iff", "sra"];
        let overflows = [
            "uaddo", "saddo", "sdivo", "umulo", "smulo", "usubo", "ssubo",
        ];
        self == Features::All || !(missing.contains(&operator) || overflows.contains(&operator))
    }
}

/// A model with every kind of node; what does not fit together is tried again.
pub fn model(numbers: &mut Numbers, size: usize, features: Features) -> Model {
    let sorts = features.sorts();
    let mut model = Model::new();
    let mut pool: Vec<Operand> = Vec::new();
    for sort in sorts.iter().copied() {
        pool.extend(model.input(sort, "i"));
        if let Sort::Bits(width) = sort {
            pool.extend(model.constant(numbers.bits(width)));
        }
        pool.extend(model.state(sort, "s"));
    }
    while model.nodes().len() < size {
        let pick = |numbers: &mut Numbers| {
            let operand = pool[numbers.below(pool.len())];
            if numbers.below(4) == 0 {
                !operand
            } else {
                operand
            }
        };
        let (a, b, c) = (pick(numbers), pick(numbers), pick(numbers));
        let small = numbers.below(4) as u32;
        let made = match numbers.below(12) {
            0 => {
                let operator = Unary::ALL[numbers.below(Unary::ALL.len())];
                if !features.has(operator.name()) {
                    continue;
                }
                model.unary(operator, a)
            }
            1..=6 => {
                let operator = Binary::ALL[numbers.below(Binary::ALL.len())];
                if !features.has(operator.name()) {
                    continue;
                }
                model.binary(operator, a, b)
            }
            7 => model.ite(a, b, c),
            8 => model.write_element(a, b, c),
            9 => model.slice(a, small + numbers.below(2) as u32, small),
            10 if numbers.flip() => model.zero_extend(a, small),
            10 => model.sign_extend(a, small),
            _ => {
                let state = model.state(sorts[numbers.below(sorts.len())], "t");
                // Often refused: another sort, or it reads an input.
                if let Ok(state) = state {
                    for _ in 0..20 {
                        let value = pick(numbers);
                        if numbers.below(8) == 0 || model.init(state, value).is_ok() {
                            break;
                        }
                    }
                }
                state
            }
        };
        // Words stay narrow enough for the numbers of the interpreter.
        if let Ok(operand) = made
            && model.sort(operand).width().is_none_or(|width| width <= 40)
        {
            pool.push(operand);
        }
    }
    let states: Vec<Operand> = model
        .states()
        .iter()
        .map(|state| Operand {
            node: state.node,
            negated: false,
        })
        .collect();
    for state in states {
        for _ in 0..10 {
            let value = pool[numbers.below(pool.len())];
            if model.next(state, value).is_ok() {
                break;
            }
        }
    }
    for (place, operand) in pool.iter().enumerate().filter(|(place, _)| place % 3 == 0) {
        let _ = model.add_bad(*operand, if place % 2 == 0 { "" } else { "wrong" });
        if features == Features::All || model.constraints().is_empty() {
            let _ = model.add_constraint(!*operand, "");
        }
    }
    model
}

/// Random choices for the given number of steps, complete as [`Witness::from_run`] makes them.
pub fn witness(numbers: &mut Numbers, model: &Model, steps: usize) -> Witness {
    let mut frames = Vec::new();
    for step in 0..steps {
        let mut frame = Frame::default();
        for (number, state) in model.states().iter().enumerate() {
            let given = if step == 0 { state.init } else { state.next };
            if given.is_none() {
                let node = model.node(state.node);
                frame
                    .states
                    .extend(assignments(numbers, number, node.sort, &node.symbol));
            }
        }
        for (number, node) in model.inputs().iter().enumerate() {
            let node = model.node(*node);
            frame
                .inputs
                .extend(assignments(numbers, number, node.sort, &node.symbol));
        }
        frames.push(frame);
    }
    Witness {
        property: 0,
        frames,
    }
}

fn assignments(numbers: &mut Numbers, number: usize, sort: Sort, symbol: &str) -> Vec<Assignment> {
    let symbol = symbol.to_owned();
    match sort {
        Sort::Bits(width) => {
            vec![Assignment {
                number,
                index: None,
                value: numbers.bits(width),
                symbol,
            }]
        }
        Sort::Array { index, element } => (0..1usize << index)
            .map(|place| Assignment {
                number,
                index: Some(
                    (0..index)
                        .map(|position| place >> position & 1 == 1)
                        .collect(),
                ),
                value: numbers.bits(element),
                symbol: symbol.clone(),
            })
            .collect(),
    }
}
