//! A model to text: sorts when first needed, nodes in order, then next values and properties.
//!
//! A flipped operand is written with its minus sign, but not where the tools of the format's authors
//! take the sign for a part of the number: properties, constraints and initial values refer to a
//! separate `not` node.

use super::model::{Kind, Model, Node, NodeId, Operand, Signal};
use super::operators::Sort;
use rustc_hash::FxHashMap;
use std::fmt::Write;

impl Model {
    /// The model as BTOR2 text.
    pub fn write(&self) -> String {
        let mut writer = Writer {
            model: self,
            text: String::new(),
            last: 0,
            sorts: FxHashMap::default(),
            ids: Vec::with_capacity(self.nodes().len()),
            flipped: FxHashMap::default(),
        };
        writer.run();
        writer.text
    }
}

struct Writer<'m> {
    model: &'m Model,
    text: String,
    /// The identifier given last.
    last: u64,
    sorts: FxHashMap<Sort, u64>,
    /// Of each node written so far, its identifier.
    ids: Vec<u64>,
    /// The nodes whose negation has a separate line.
    flipped: FxHashMap<NodeId, u64>,
}

impl Writer<'_> {
    fn run(&mut self) {
        let model = self.model;
        for node in model.nodes() {
            let init = match node.kind {
                Kind::State(number) => model.states()[number as usize].init,
                _ => None,
            };
            if let Some(init) = init {
                // Older than the state, as every initial value is.
                self.flip(init);
            }
            let id = self.node(node);
            self.ids.push(id);
            if let Some(init) = init {
                let (sort, init) = (self.sort(node.sort), self.root(init));
                self.line(&format!("init {sort} {id} {init}"), "");
            }
        }
        let signals = [
            model.constraints(),
            model.bad(),
            model.outputs(),
            model.fair(),
        ];
        let operands = signals.into_iter().flatten().map(|signal| signal.operand);
        for operand in operands.chain(model.justice().iter().flatten().copied()) {
            self.flip(operand);
        }
        for state in model.states() {
            if let Some(next) = state.next {
                let (sort, id) = (self.sort(model.sort(next)), self.ids[state.node.index()]);
                self.line(&format!("next {sort} {id} {}", self.operand(next)), "");
            }
        }
        for (keyword, signals) in [
            ("constraint", model.constraints()),
            ("bad", model.bad()),
            ("output", model.outputs()),
            ("fair", model.fair()),
        ] {
            for Signal { operand, symbol } in signals {
                let operand = self.root(*operand);
                self.line(&format!("{keyword} {operand}"), symbol);
            }
        }
        for operands in model.justice() {
            let mut body = format!("justice {}", operands.len());
            for operand in operands {
                append(&mut body, format_args!(" {}", self.root(*operand)));
            }
            self.line(&body, "");
        }
    }

    fn line(&mut self, body: &str, symbol: &str) -> u64 {
        self.last += 1;
        append(&mut self.text, format_args!("{} {body}", self.last));
        // A name that the format cannot hold is left out.
        let plain = !symbol.starts_with(';') && !symbol.contains(char::is_whitespace);
        if !symbol.is_empty() && plain {
            append(&mut self.text, format_args!(" {symbol}"));
        }
        self.text.push('\n');
        self.last
    }

    fn sort(&mut self, sort: Sort) -> u64 {
        if let Some(id) = self.sorts.get(&sort) {
            return *id;
        }
        let body = match sort {
            Sort::Bits(width) => format!("sort bitvec {width}"),
            Sort::Array { index, element } => {
                let (index, element) =
                    (self.sort(Sort::Bits(index)), self.sort(Sort::Bits(element)));
                format!("sort array {index} {element}")
            }
        };
        let id = self.line(&body, "");
        self.sorts.insert(sort, id);
        id
    }

    fn operand(&self, operand: Operand) -> String {
        let sign = if operand.negated { "-" } else { "" };
        format!("{sign}{}", self.ids[operand.node.index()])
    }

    /// Gives the negation a line, if the operand is one.
    fn flip(&mut self, operand: Operand) {
        if operand.negated && !self.flipped.contains_key(&operand.node) {
            let sort = self.sort(self.model.sort(operand));
            let body = match &self.model.node(operand.node).kind {
                // A constant stays one: arrays begin with no other words.
                Kind::Constant(bits) => {
                    let flipped: Vec<bool> = bits.iter().map(|bit| !bit).collect();
                    constant(&flipped, sort)
                }
                _ => format!("not {sort} {}", self.operand(!operand)),
            };
            let id = self.line(&body, "");
            self.flipped.insert(operand.node, id);
        }
    }

    /// The operand of a property or initial value: without a sign.
    fn root(&self, operand: Operand) -> u64 {
        if operand.negated {
            self.flipped[&operand.node]
        } else {
            self.ids[operand.node.index()]
        }
    }

    fn node(&mut self, node: &Node) -> u64 {
        let sort = self.sort(node.sort);
        let keyword = match &node.kind {
            Kind::Constant(bits) => return self.line(&constant(bits, sort), &node.symbol),
            Kind::Input(_) => "input",
            Kind::State(_) => "state",
            Kind::Unary(operator, _) => operator.name(),
            Kind::Binary(operator, ..) => operator.name(),
            Kind::Ite(..) => "ite",
            Kind::Write(..) => "write",
            Kind::Slice { .. } => "slice",
            Kind::ZeroExtend(..) => "uext",
            Kind::SignExtend(..) => "sext",
        };
        let mut body = format!("{keyword} {sort}");
        for operand in node.kind.operands() {
            append(&mut body, format_args!(" {}", self.operand(operand)));
        }
        match &node.kind {
            Kind::Slice { high, low, .. } => append(&mut body, format_args!(" {high} {low}")),
            Kind::ZeroExtend(_, more) | Kind::SignExtend(_, more) => {
                append(&mut body, format_args!(" {more}"));
            }
            _ => (),
        }
        self.line(&body, &node.symbol)
    }
}

fn append(text: &mut String, piece: std::fmt::Arguments<'_>) {
    text.write_fmt(piece).expect("a string takes every piece");
}

/// A constant without its identifier.
fn constant(bits: &[bool], sort: u64) -> String {
    let ones = bits.iter().filter(|bit| **bit).count();
    match ones {
        0 => format!("zero {sort}"),
        1 if bits[0] => format!("one {sort}"),
        _ if ones == bits.len() => format!("ones {sort}"),
        _ => format!("const {sort} {}", digits(bits)),
    }
}

/// The bits as text, the most significant first.
pub(super) fn digits(bits: &[bool]) -> String {
    bits.iter()
        .rev()
        .map(|bit| if *bit { '1' } else { '0' })
        .collect()
}
