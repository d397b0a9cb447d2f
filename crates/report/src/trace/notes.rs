//! Remarks about runs: behaviour that C leaves undefined.

use crate::data::{Input, InputOrigin, Note, Place};
use invar_cfa::{Program, SignedOperator, Span};
use invar_term::BvValue;

/// A signed operation of a run that left the range of its type.
#[derive(Clone, Copy, Debug)]
pub struct OverflowAt {
    /// The operation.
    pub operator: SignedOperator,
    /// Its operands.
    pub operands: [BvValue; 2],
    /// The C type.
    pub type_name: &'static str,
    /// Where it is in the source.
    pub span: Option<Span>,
}

/// What an overflow is about, with its numbers.
pub fn overflow_text(overflow: &OverflowAt) -> String {
    let [a, b] = overflow.operands.map(BvValue::signed);
    let symbol = overflow.operator.symbol();
    let operation = match overflow.operator {
        SignedOperator::Negate => format!("-({a})"),
        _ if b < 0 => format!("{a} {symbol} ({b})"),
        _ => format!("{a} {symbol} {b}"),
    };
    format!("{operation} does not fit {}", overflow.type_name)
}

/// Says that a run passes a signed overflow.
pub fn overflow_note(program: &Program, overflow: &OverflowAt) -> Note {
    let text = overflow_text(overflow);
    Note {
        place: overflow
            .span
            .map(|span| Place::of(&program.sources, span, None)),
        text: format!("signed overflow: {text}; invar wraps it as gcc -fwrapv does"),
    }
}

/// Says that a run depends on a variable that was never given a value.
pub fn uninitialised_note(input: &Input) -> Option<Note> {
    (input.origin == InputOrigin::Uninitialised && input.relevant).then(|| Note {
        place: input.place.clone(),
        text: format!(
            "the run depends on {}, which is read before it is given a value",
            input.name
        ),
    })
}
