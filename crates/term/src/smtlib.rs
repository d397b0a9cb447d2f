//! Terms as SMT-LIB 2 text, with one definition per shared subterm so that text stays linear in
//! the size of the term graph.

use crate::value::Value;
use crate::{FpOp, IBig, Op, RBig, Sort, SymbolId, TermId, TermStore, float};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Write};

/// A sort as SMT-LIB text.
pub fn sort_text(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Int => "Int".into(),
        Sort::Real => "Real".into(),
        Sort::Float {
            exponent,
            significand,
        } => {
            format!("(_ FloatingPoint {exponent} {significand})")
        }
        Sort::Array(pair) => format!("(Array {} {})", sort_text(&pair.0), sort_text(&pair.1)),
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sort_text(self))
    }
}

/// A value as SMT-LIB text.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Bv(v) => format!("(_ bv{} {})", v.unsigned(), v.width()),
        Value::Int(v) => int_text(v),
        Value::Real(v) => real_text(v),
        Value::Float(v) => float::float_text(*v),
        Value::Array(a) => {
            let sort = sort_text(&value.sort());
            let mut text = format!("((as const {sort}) {})", value_text(a.default_element()));
            for (index, element) in a.entries() {
                text = format!(
                    "(store {text} {} {})",
                    value_text(index),
                    value_text(element)
                );
            }
            text
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&value_text(self))
    }
}

fn int_text(v: &IBig) -> String {
    if *v < IBig::ZERO {
        format!("(- {})", -v)
    } else {
        v.to_string()
    }
}

fn real_text(v: &RBig) -> String {
    let numerator = v.numerator().clone();
    let magnitude = if numerator < IBig::ZERO {
        -numerator.clone()
    } else {
        numerator.clone()
    };
    let quotient = format!("(/ {magnitude}.0 {}.0)", v.denominator());
    if numerator < IBig::ZERO {
        format!("(- {quotient})")
    } else {
        quotient
    }
}

/// The name of a symbol as SMT-LIB text, always quoted. Different symbols have different texts,
/// and none is a name that [`ScriptPrinter`] makes up, which start with `$`, or that a solver
/// knows: quoting does not help there, `|and|` is `and`.
pub fn symbol_text(store: &TermStore, symbol: SymbolId) -> String {
    let name = store.symbol_name(symbol);
    let mut text = String::from("|");
    for c in name.chars() {
        match c {
            // `|` and `\` cannot occur in quoted symbols, and old parsers know only ASCII.
            '|' | '\\' | '%' => {
                let _ = write!(text, "%{:02X}", u32::from(c));
            }
            '$' if text.len() == 1 => text.push_str("%24"),
            ' '..='~' => text.push(c),
            other => {
                let _ = write!(text, "%u{:X};", u32::from(other));
            }
        }
    }
    // Solvers have no functions with these characters in their names.
    if !name.contains(['@', ':', '!', '#', ' ']) {
        text.push('%');
    }
    text.push('|');
    text
}

fn op_text(op: &Op) -> String {
    match op {
        Op::Not => "not".into(),
        Op::And => "and".into(),
        Op::Or => "or".into(),
        Op::Xor => "xor".into(),
        Op::Ite => "ite".into(),
        Op::Eq => "=".into(),
        Op::BvNot => "bvnot".into(),
        Op::BvNeg => "bvneg".into(),
        Op::BvAdd => "bvadd".into(),
        Op::BvSub => "bvsub".into(),
        Op::BvMul => "bvmul".into(),
        Op::BvUdiv => "bvudiv".into(),
        Op::BvUrem => "bvurem".into(),
        Op::BvSdiv => "bvsdiv".into(),
        Op::BvSrem => "bvsrem".into(),
        Op::BvAnd => "bvand".into(),
        Op::BvOr => "bvor".into(),
        Op::BvXor => "bvxor".into(),
        Op::BvShl => "bvshl".into(),
        Op::BvLshr => "bvlshr".into(),
        Op::BvAshr => "bvashr".into(),
        Op::BvUlt => "bvult".into(),
        Op::BvUle => "bvule".into(),
        Op::BvSlt => "bvslt".into(),
        Op::BvSle => "bvsle".into(),
        Op::Concat => "concat".into(),
        Op::Extract { high, low } => format!("(_ extract {high} {low})"),
        Op::ZeroExtend(by) => format!("(_ zero_extend {by})"),
        Op::SignExtend(by) => format!("(_ sign_extend {by})"),
        Op::Add => "+".into(),
        Op::Mul => "*".into(),
        Op::Neg => "-".into(),
        Op::IntDiv => "div".into(),
        Op::IntMod => "mod".into(),
        Op::RealDiv => "/".into(),
        Op::Lt => "<".into(),
        Op::Le => "<=".into(),
        Op::ToReal => "to_real".into(),
        Op::ToInt => "to_int".into(),
        Op::BvToInt => "bv2nat".into(),
        Op::IntToBv(width) => format!("(_ int2bv {width})"),
        Op::Select => "select".into(),
        Op::Store => "store".into(),
        Op::Symbol(_)
        | Op::True
        | Op::False
        | Op::BvConst(_)
        | Op::IntConst(_)
        | Op::RealConst(_)
        | Op::FpConst(_)
        | Op::Fp(_)
        | Op::ConstArray(_) => unreachable!("printed by node_text"),
    }
}

/// An operator applied to arguments.
fn application_text(store: &TermStore, term: TermId, args: &[&str]) -> String {
    let node = store.node(term);
    match &node.op {
        Op::Fp(op) => float::application_text(*op, store.sort(node.args[0]), args),
        Op::ConstArray(_) => {
            format!("((as const {}) {})", sort_text(&node.sort), args.join(" "))
        }
        other => format!("({} {})", op_text(other), args.join(" ")),
    }
}

/// A definition of `body` as a function of some of its symbols, on one line. The parameters are
/// called like the symbols with `?` in front, so that they hide nothing; what is used more than once is
/// named by `let`. All symbols of `body` are parameters, and it has no bits of IEEE numbers
/// ([`FpOp::ToBits`]).
pub fn function_text(
    store: &TermStore,
    name: &str,
    parameters: &[SymbolId],
    body: TermId,
) -> String {
    let parameter = |symbol: SymbolId| symbol_text(store, symbol).replacen('|', "|?", 1);
    let order = store.postorder(&[body]);
    let mut uses: FxHashMap<TermId, usize> = FxHashMap::default();
    for argument in order.iter().flat_map(|term| &store.node(*term).args) {
        *uses.entry(*argument).or_default() += 1;
    }
    let mut lets = String::new();
    let mut opened = 0;
    let mut texts: FxHashMap<TermId, String> = FxHashMap::default();
    for term in order {
        let node = store.node(term);
        let text = match &node.op {
            Op::Symbol(symbol) => parameter(*symbol),
            Op::And if node.args.is_empty() => "true".into(),
            Op::Or if node.args.is_empty() => "false".into(),
            Op::And | Op::Or if node.args.len() == 1 => texts[&node.args[0]].clone(),
            _ => match store.as_constant(term) {
                Some(value) => value_text(&value),
                None => {
                    let args: Vec<&str> = node.args.iter().map(|a| texts[a].as_str()).collect();
                    let text = application_text(store, term, &args);
                    if uses.get(&term).copied().unwrap_or_default() < 2 {
                        text
                    } else {
                        opened += 1;
                        let _ = write!(lets, "(let (($l{opened} {text})) ");
                        format!("$l{opened}")
                    }
                }
            },
        };
        texts.insert(term, text);
    }
    let parameters: Vec<String> = parameters
        .iter()
        .map(|symbol| {
            let sort = sort_text(store.sort(store.symbol_term(*symbol)));
            format!("({} {sort})", parameter(*symbol))
        })
        .collect();
    let (parameters, body) = (parameters.join(" "), &texts[&body]);
    let closed = ")".repeat(opened);
    format!("(define-fun {name} ({parameters}) Bool {lets}{body}{closed})\n")
}

/// Writes the declarations and definitions that a growing script needs, each once.
#[derive(Default)]
pub struct ScriptPrinter {
    done: FxHashSet<TermId>,
    names: FxHashMap<TermId, String>,
    declared: Vec<SymbolId>,
    definitions: FxHashMap<TermId, String>,
}

impl ScriptPrinter {
    /// A printer that has printed nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Symbols declared so far, in order.
    pub fn declared(&self) -> &[SymbolId] {
        &self.declared
    }

    /// The formula that a script must assert wherever it uses `term`, which is printed as a declared
    /// constant: SMT-LIB has no function from IEEE numbers to their bits ([`FpOp::ToBits`]). It has
    /// exactly one solution. `None` for every other term.
    pub fn definition(&self, term: TermId) -> Option<&str> {
        self.definitions.get(&term).map(String::as_str)
    }

    /// Whether any term so far has a definition.
    pub fn has_definitions(&self) -> bool {
        !self.definitions.is_empty()
    }

    fn bits(&mut self, store: &TermStore, term: TermId, script: &mut String) -> String {
        let number = store.args(term)[0];
        let name = format!("$b{}", self.names.len());
        let sort = sort_text(store.sort(term));
        let _ = writeln!(script, "(declare-const {name} {sort})");
        let format = store.fp_format(number);
        let definition = float::bits_definition(format, &name, &self.names[&number]);
        self.definitions.insert(term, definition);
        name
    }

    /// Writes what is missing to `script` and returns the text that denotes `term` after it.
    /// Declarations are global: a caller that uses scopes sets `:global-declarations`.
    pub fn term(&mut self, store: &TermStore, term: TermId, script: &mut String) -> String {
        for t in store.postorder_new(&[term], &mut self.done) {
            let node = store.node(t);
            let text = match &node.op {
                Op::Symbol(symbol) => {
                    let name = symbol_text(store, *symbol);
                    let sort = sort_text(&node.sort);
                    let _ = writeln!(script, "(declare-const {name} {sort})");
                    self.declared.push(*symbol);
                    name
                }
                Op::True
                | Op::False
                | Op::BvConst(_)
                | Op::IntConst(_)
                | Op::RealConst(_)
                | Op::FpConst(_) => store
                    .as_constant(t)
                    .map(|v| value_text(&v))
                    .unwrap_or_default(),
                Op::Fp(FpOp::ToBits) => self.bits(store, t, script),
                // SMT-LIB has no connectives of fewer than two arguments.
                Op::And if node.args.is_empty() => "true".into(),
                Op::Or if node.args.is_empty() => "false".into(),
                Op::And | Op::Or if node.args.len() == 1 => self.names[&node.args[0]].clone(),
                _ => {
                    let args: Vec<&str> =
                        node.args.iter().map(|a| self.names[a].as_str()).collect();
                    let body = application_text(store, t, &args);
                    let name = format!("$t{}", self.names.len());
                    let sort = sort_text(&node.sort);
                    let _ = writeln!(script, "(define-fun {name} () {sort} {body})");
                    name
                }
            };
            self.names.insert(t, text);
        }
        self.names[&term].clone()
    }
}
