//! A model to text: sorts when first needed, nodes in order, then next values and properties.

use super::model::{Kind, Model, Node, Operand, Signal};
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
}

impl Writer<'_> {
    fn run(&mut self) {
        let model = self.model;
        for node in model.nodes() {
            let id = self.node(node);
            self.ids.push(id);
            let Kind::State(number) = node.kind else {
                continue;
            };
            if let Some(init) = model.states()[number as usize].init {
                self.state_part("init", node.sort, id, init);
            }
        }
        for state in model.states() {
            if let Some(next) = state.next {
                let sort = model.node(state.node).sort;
                self.state_part("next", sort, self.ids[state.node.index()], next);
            }
        }
        for (keyword, signals) in [
            ("constraint", model.constraints()),
            ("bad", model.bad()),
            ("output", model.outputs()),
            ("fair", model.fair()),
        ] {
            for Signal { operand, symbol } in signals {
                let operand = self.operand(*operand);
                self.line(&format!("{keyword} {operand}"), symbol);
            }
        }
        for operands in model.justice() {
            let mut body = format!("justice {}", operands.len());
            for operand in operands {
                append(&mut body, format_args!(" {}", self.operand(*operand)));
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

    fn state_part(&mut self, keyword: &str, sort: Sort, state: u64, value: Operand) {
        let sort = self.sort(sort);
        let value = self.operand(value);
        self.line(&format!("{keyword} {sort} {state} {value}"), "");
    }

    fn node(&mut self, node: &Node) -> u64 {
        let keyword = match &node.kind {
            Kind::Constant(bits) => constant_keyword(bits),
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
        let mut body = format!("{keyword} {}", self.sort(node.sort));
        for operand in node.kind.operands() {
            append(&mut body, format_args!(" {}", self.operand(operand)));
        }
        match &node.kind {
            Kind::Constant(bits) if keyword == "const" => {
                append(&mut body, format_args!(" {}", digits(bits)));
            }
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

fn constant_keyword(bits: &[bool]) -> &'static str {
    let ones = bits.iter().filter(|bit| **bit).count();
    match ones {
        0 => "zero",
        1 if bits[0] => "one",
        _ if ones == bits.len() => "ones",
        _ => "const",
    }
}

/// The bits as text, the most significant first.
pub(super) fn digits(bits: &[bool]) -> String {
    bits.iter()
        .rev()
        .map(|bit| if *bit { '1' } else { '0' })
        .collect()
}
