//! Text to a model, line by line: `<id> <keyword> <sort and operands> [symbol] [; comment]`.
//!
//! Accepted beyond the format: identifiers in any order as long as definitions come before uses,
//! any white space between words.

use super::build::width;
use super::constant::{self, Base};
use super::error::{Btor2Error, Problem};
use super::model::{Model, Operand};
use super::operators::{Binary, Sort, Unary};
use rustc_hash::FxHashMap;

/// Most bits that the constants of a model have together.
const MAX_CONSTANT_BITS: u64 = 1 << 26;

/// The model that a BTOR2 text describes.
///
/// # Errors
/// If a line is not of the format, or its sorts do not fit; the error names the line.
pub fn read(text: &[u8]) -> Result<Model, Btor2Error> {
    let mut reader = Reader {
        model: Model::new(),
        known: FxHashMap::default(),
        constant_bits: 0,
    };
    for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
        reader.model.line = number + 1;
        // Only names and comments can have other characters in them; those are kept as they come.
        let line = String::from_utf8_lossy(line);
        reader
            .line(&line)
            .map_err(|problem| problem.at(number + 1))?;
    }
    reader.model.line = 0;
    Ok(reader.model)
}

/// What an identifier refers to.
#[derive(Clone, Copy)]
enum Entry {
    Sort(Sort),
    Value(Operand),
    /// A property or a part of a state; nothing can refer to it.
    Neither,
}

struct Reader {
    model: Model,
    known: FxHashMap<u64, Entry>,
    /// Bits of all constants so far: a short line can ask for a long one.
    constant_bits: u64,
}

/// The words of a line, up to its comment.
struct Words<'a> {
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Words<'a> {
        Words {
            words: line.split_whitespace(),
        }
    }

    /// The next word; a comment ends the line.
    fn try_next(&mut self) -> Option<&'a str> {
        let word = self.words.next()?;
        if word.starts_with(';') {
            self.words = "".split_whitespace();
            return None;
        }
        Some(word)
    }

    fn next(&mut self, what: &'static str) -> Result<&'a str, Problem> {
        self.try_next().ok_or(Problem::Missing(what))
    }

    fn number(&mut self, what: &'static str) -> Result<u64, Problem> {
        number(self.next(what)?)
    }

    fn narrow(&mut self, what: &'static str) -> Result<u32, Problem> {
        let word = self.next(what)?;
        u32::try_from(number(word)?).map_err(|_| Problem::NotANumber(word.to_owned()))
    }

    /// The symbol, if there is one, and nothing after it.
    fn symbol(&mut self) -> Result<&'a str, Problem> {
        let symbol = self.try_next().unwrap_or("");
        match self.try_next() {
            None => Ok(symbol),
            Some(more) => Err(Problem::Unexpected(more.to_owned())),
        }
    }
}

fn number(word: &str) -> Result<u64, Problem> {
    let digits = word.bytes().all(|digit| digit.is_ascii_digit());
    let value = if digits { word.parse().ok() } else { None };
    value.ok_or_else(|| Problem::NotANumber(word.to_owned()))
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let mut words = Words::new(line);
        let Some(id) = words.try_next() else {
            return Ok(());
        };
        let id = number(id)?;
        if self.known.contains_key(&id) {
            return Err(Problem::DefinedTwice(id));
        }
        let keyword = words.next("keyword")?;
        let entry = match keyword {
            "sort" => Entry::Sort(self.sort_definition(&mut words)?),
            "init" | "next" => {
                self.state_part(keyword, &mut words)?;
                Entry::Neither
            }
            "bad" | "constraint" | "fair" | "output" | "justice" => {
                self.property(keyword, &mut words)?;
                Entry::Neither
            }
            _ => Entry::Value(self.value(keyword, &mut words)?),
        };
        let symbol = words.symbol()?;
        if let Entry::Value(operand) = entry {
            self.model.nodes[operand.node.index()].symbol = symbol.to_owned();
        }
        self.known.insert(id, entry);
        Ok(())
    }

    fn sort_definition(&self, words: &mut Words<'_>) -> Result<Sort, Problem> {
        match words.next("sort")? {
            "bitvec" => Ok(Sort::Bits(width(words.number("width")?)?)),
            "array" => match (self.sort(words)?, self.sort(words)?) {
                (Sort::Bits(index), Sort::Bits(element)) => Ok(Sort::Array { index, element }),
                _ => Err(Problem::NestedArray),
            },
            other => Err(Problem::UnknownKeyword(other.to_owned())),
        }
    }

    fn sort(&self, words: &mut Words<'_>) -> Result<Sort, Problem> {
        let id = words.number("sort")?;
        match self.known.get(&id) {
            Some(Entry::Sort(sort)) => Ok(*sort),
            _ => Err(Problem::NoSuchSort(id)),
        }
    }

    fn operand(&self, words: &mut Words<'_>) -> Result<Operand, Problem> {
        let word = words.next("operand")?;
        let (id, negated) = match word.strip_prefix('-') {
            Some(id) => (number(id)?, true),
            None => (number(word)?, false),
        };
        match self.known.get(&id) {
            Some(Entry::Value(operand)) => Ok(Operand {
                negated,
                ..*operand
            }),
            _ => Err(Problem::NoSuchNode(id)),
        }
    }

    fn state_part(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<(), Problem> {
        let declared = self.sort(words)?;
        let state = self.operand(words)?;
        let value = self.operand(words)?;
        self.declared(declared, state)?;
        match keyword {
            "init" => self.model.init(state, value),
            _ => self.model.next(state, value),
        }
    }

    fn declared(&self, declared: Sort, operand: Operand) -> Result<(), Problem> {
        let found = self.model.sort(operand);
        if declared == found {
            Ok(())
        } else {
            Err(Problem::Declared { declared, found })
        }
    }

    fn property(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<(), Problem> {
        if keyword == "justice" {
            let count = words.number("number of operands")?;
            let mut operands = Vec::new();
            for _ in 0..count {
                let operand = self.operand(words)?;
                operands.push(self.model.signal("justice", operand, "")?.operand);
            }
            self.model.justice.push(operands);
            return Ok(());
        }
        let operand = self.operand(words)?;
        let symbol = words.symbol()?;
        match keyword {
            "bad" => self.model.add_bad(operand, symbol),
            "constraint" => self.model.add_constraint(operand, symbol),
            "output" => self.model.add_output(operand, symbol),
            _ => {
                let signal = self.model.signal("fair", operand, symbol)?;
                self.model.fair.push(signal);
                Ok(())
            }
        }
    }

    fn value(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<Operand, Problem> {
        let unary = Unary::from_name(keyword);
        let binary = Binary::from_name(keyword);
        let other = matches!(
            keyword,
            "const" | "constd" | "consth" | "zero" | "one" | "ones" | "input" | "state"
        ) || matches!(keyword, "slice" | "uext" | "sext" | "ite" | "write");
        if unary.is_none() && binary.is_none() && !other {
            return Err(Problem::UnknownKeyword(keyword.to_owned()));
        }
        let declared = self.sort(words)?;
        let operand = if let Some(operator) = unary {
            let a = self.operand(words)?;
            self.model.unary(operator, a)?
        } else if let Some(operator) = binary {
            let (a, b) = (self.operand(words)?, self.operand(words)?);
            self.model.binary(operator, a, b)?
        } else {
            self.other_value(keyword, declared, words)?
        };
        self.declared(declared, operand)?;
        Ok(operand)
    }

    fn other_value(
        &mut self,
        keyword: &str,
        declared: Sort,
        words: &mut Words<'_>,
    ) -> Result<Operand, Problem> {
        match keyword {
            "input" => self.model.input(declared, ""),
            "state" => self.model.state(declared, ""),
            "ite" => {
                let condition = self.operand(words)?;
                let (then, otherwise) = (self.operand(words)?, self.operand(words)?);
                self.model.ite(condition, then, otherwise)
            }
            "write" => {
                let array = self.operand(words)?;
                let (index, element) = (self.operand(words)?, self.operand(words)?);
                self.model.write_element(array, index, element)
            }
            "slice" => {
                let operand = self.operand(words)?;
                let (high, low) = (words.narrow("upper bit")?, words.narrow("lower bit")?);
                self.model.slice(operand, high, low)
            }
            "uext" | "sext" => {
                let operand = self.operand(words)?;
                let more = words.narrow("number of bits")?;
                match keyword {
                    "uext" => self.model.zero_extend(operand, more),
                    _ => self.model.sign_extend(operand, more),
                }
            }
            _ => self.constant(keyword, declared, words),
        }
    }

    fn constant(
        &mut self,
        keyword: &str,
        declared: Sort,
        words: &mut Words<'_>,
    ) -> Result<Operand, Problem> {
        // Of an array there is no constant: the check of the declared sort refuses it.
        let width = declared.width().unwrap_or(1);
        self.constant_bits += u64::from(width);
        if self.constant_bits > MAX_CONSTANT_BITS {
            return Err(Problem::TooLarge);
        }
        let same = |bit: bool| vec![bit; width as usize];
        let bits = match keyword {
            "zero" => same(false),
            "ones" => same(true),
            "one" => {
                let mut bits = same(false);
                bits[0] = true;
                bits
            }
            _ => {
                let base = match keyword {
                    "const" => Base::Binary,
                    "constd" => Base::Decimal,
                    _ => Base::Hexadecimal,
                };
                constant::parse(base, words.next("constant")?, width)?
            }
        };
        self.model.constant(bits)
    }
}
