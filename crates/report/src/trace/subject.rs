//! What a violated check is about, with the numbers of the run.

use super::Values;
use crate::expression::value_text;
use invar_cfa::{Number, Subject};
use invar_term::{TermId, Value};

/// The numbers that decide: `index 32, size 32: buf[32]`. `value` evaluates a term in the state of the violation.
pub fn subject_text(
    values: &Values<'_>,
    subject: &Subject,
    value: &dyn Fn(TermId) -> Option<Value>,
) -> Option<String> {
    let number = |number: &Number| Some(value_text(&value(number.value)?, number.signed));
    let pointer = |term: TermId| {
        let bits = value(term)?.as_bv()?;
        Some(values.pointer(bits.unsigned() as u64))
    };
    Some(match subject {
        Subject::Index {
            array,
            index,
            length,
        } => {
            let index = number(index)?;
            match array {
                Some(array) => format!("index {index}, size {length}: {array}[{index}]"),
                None => format!("index {index}, size {length}"),
            }
        }
        Subject::Shift { amount, width } => {
            format!("by {} in {width} bits", number(amount)?)
        }
        Subject::Division {
            symbol,
            operands: [dividend, divisor],
            type_name,
        } => {
            let zero = value(divisor.value)?.as_bv()?.is_zero();
            let (dividend, divisor) = (number(dividend)?, number(divisor)?);
            if zero {
                format!("{dividend} {symbol} {divisor}")
            } else {
                format!("{dividend} {symbol} ({divisor}) does not fit {type_name}")
            }
        }
        Subject::Conversion {
            number: converted,
            type_name,
        } => format!("{} does not fit {type_name}", number(converted)?),
        Subject::Length(length) => format!("length {}", number(length)?),
        Subject::Pointer(term) => format!("the pointer is {}", pointer(*term)?),
        Subject::Pointers([a, b]) => format!("{} and {}", pointer(*a)?, pointer(*b)?),
    })
}

#[cfg(test)]
mod tests {
    use super::subject_text;
    use crate::trace::Values;
    use invar_cfa::{Cfa, DataModel, Function, Number, Program, Property, Subject};
    use invar_term::{TermId, TermStore, Value};
    use std::sync::Arc;

    #[test]
    fn numbers_are_read_in_their_type() {
        let terms = Arc::new(TermStore::new());
        let mut program = Program::new(terms, DataModel::Lp64, Property::DEFAULT);
        program.functions.push(Function {
            name: "main".into(),
            cfa: Cfa::new("main"),
            parameters: Vec::new(),
            results: Vec::new(),
            span: None,
        });
        let number = |value: i128, signed: bool| Number {
            value: program.terms.bv_signed(32, value),
            signed,
        };
        let value = |term: TermId| program.terms.as_bv(term).map(Value::Bv);
        let values = Values::of(&program);
        let text = |subject: Subject| subject_text(&values, &subject, &value);
        let index = |array: Option<&str>, index: Number| Subject::Index {
            array: array.map(Into::into),
            index,
            length: 32,
        };
        let division = |divisor: i128| Subject::Division {
            symbol: "/",
            operands: [number(-7, true), number(divisor, true)],
            type_name: "int",
        };
        let told = [
            index(Some("r->data"), number(32, true)),
            index(None, number(-1, true)),
            index(None, number(-1, false)),
            Subject::Shift {
                amount: number(40, true),
                width: 32,
            },
            division(0),
            division(-1),
            Subject::Conversion {
                number: number(300, true),
                type_name: "unsigned char",
            },
            Subject::Length(number(-3, true)),
        ]
        .map(text);
        let expected = [
            "index 32, size 32: r->data[32]",
            "index -1, size 32",
            "index 4294967295, size 32",
            "by 40 in 32 bits",
            "-7 / 0",
            "-7 / (-1) does not fit int",
            "300 does not fit unsigned char",
            "length -3",
        ];
        assert_eq!(told, expected.map(|text| Some(text.to_owned())));
        let null = Subject::Pointer(program.terms.bv(64, 0));
        assert_eq!(text(null).as_deref(), Some("the pointer is NULL"));
        let nothing = |_| None;
        let index = index(None, number(1, true));
        assert_eq!(subject_text(&values, &index, &nothing), None);
    }
}
