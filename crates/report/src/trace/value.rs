//! Values as people of C read them: in the type of their variable.

use super::objects::RunObjects;
use super::pointer::{parts, pointer_text};
use crate::expression::value_text;
use invar_cfa::{Enumeration, Indexing, Operation, PointeeMember, Program, VarId};
use invar_term::{ArrayValue, BvValue, Op, TermId, Value};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The type name of all pointers.
pub(crate) const POINTER: &str = "void *";
/// Elements of an array that are shown.
const SHOWN_ELEMENTS: usize = 8;
/// Numbers below need no second writing in hexadecimal.
const SMALL: u128 = 10;

/// Writes values of the variables of one program.
pub struct Values<'p> {
    program: &'p Program,
    objects: RunObjects,
    enumerations: BTreeMap<VarId, Arc<Enumeration>>,
    /// Variables whose bits are worked on one by one.
    masks: BTreeSet<VarId>,
}

impl<'p> Values<'p> {
    /// The values of an inlined program.
    pub fn of(program: &'p Program) -> Values<'p> {
        Values::in_run(program, RunObjects::default())
    }

    /// The values of one run.
    pub fn in_run(program: &'p Program, objects: RunObjects) -> Values<'p> {
        Values {
            program,
            objects,
            enumerations: enumerations(program),
            masks: masks(program),
        }
    }

    /// A pointer as the source would write it.
    pub fn pointer(&self, pointer: u64) -> String {
        pointer_text(self.program, &self.objects, pointer)
    }

    /// What a pointer among the arguments holds when the function is called, if `id` is one.
    pub(super) fn argument(&self, id: VarId) -> Option<u64> {
        let is_pointer = &*self.program.variable(id).type_name == POINTER;
        self.objects.argument(id).filter(|_| is_pointer)
    }

    /// A scalar of memory from outside in C, if a named pointer leads there.
    pub(super) fn outside_scalar(
        &self,
        address: u64,
        bytes: u64,
    ) -> Option<(String, &'p PointeeMember)> {
        self.objects.outside_scalar(self.program, address, bytes)
    }

    /// A value of a member, which knows more of its type than memory does.
    pub(super) fn of_member(&self, id: VarId, member: &PointeeMember, value: &Value) -> String {
        let constant = member.enumeration.as_deref();
        match (value, member.integer) {
            (Value::Bv(bits), Some(integer)) => {
                let named = constant.and_then(|c| constant_name(c, *bits, integer.signed));
                named.unwrap_or_else(|| value_text(value, integer.signed))
            }
            _ => self.text(id, value),
        }
    }

    /// A value of a variable, or of an element of an array variable.
    pub fn text(&self, id: VarId, value: &Value) -> String {
        let variable = self.program.variable(id);
        let signed = variable.integer.signed;
        let enumeration = self.enumerations.get(&id);
        if let (Value::Bv(bits), Some(enumeration)) = (value, enumeration)
            && let Some(name) = constant_name(enumeration, *bits, signed)
        {
            return name;
        }
        match value {
            Value::Bv(bits) if &*variable.type_name == POINTER && bits.width() == 64 => {
                self.pointer(bits.unsigned() as u64)
            }
            Value::Bv(bits) if bits.width() == 1 => bits.unsigned().to_string(),
            Value::Bv(bits) if &*variable.type_name == "char" => character(*bits, signed),
            // In memory signs are not known: bit operations tell.
            Value::Bv(bits) if signed && bits.sign_bit() => bits.signed().to_string(),
            Value::Bv(bits) => self.number(id, bits.unsigned(), signed),
            Value::Array(array) => self.array(id, array),
            other => value_text(other, signed),
        }
    }

    /// The name of an element of an array variable.
    pub fn element_name(&self, id: VarId, index: &Value) -> String {
        let variable = self.program.variable(id);
        let name = self.name(id).unwrap_or(&variable.name);
        let number = index.as_bv().map_or(0, |index| index.unsigned());
        match &variable.indexing {
            Indexing::Layout(layout) => layout.element(number),
            Indexing::Plain => Some(format!("{name}[{number}]")),
            Indexing::Unnamed => None,
        }
        .unwrap_or_else(|| format!("byte {number} of {name}"))
    }

    /// What is at the target of a pointer that indexes memory shared by several objects; `bytes` are
    /// those of the element, if it is a number.
    pub fn pointed_at(&self, index: &Value, bytes: Option<u64>) -> Option<String> {
        let pointer = index.as_bv().filter(|bits| bits.width() == 64)?;
        let pointer = pointer.unsigned() as u64;
        let outside = bytes.and_then(|bytes| self.outside_scalar(pointer, bytes));
        if let Some((name, _)) = outside {
            return Some(name);
        }
        let text = self.pointer(pointer);
        Some(match text.strip_prefix('&') {
            Some(object) if !object.contains(' ') => object.to_owned(),
            _ => format!("*({text})"),
        })
    }

    /// Whether memory at a pointer is an object that the text of the program declares.
    pub(super) fn is_declared_by_program(&self, index: &Value) -> bool {
        let pointer = index.as_bv().filter(|bits| bits.width() == 64);
        let number = pointer.map(|bits| parts(bits.unsigned() as u64).0);
        let object = number.and_then(|number| self.program.objects.named.get(&number));
        let span = object.and_then(|object| object.span);
        span.is_some_and(|span| !self.program.sources.is_model(span))
    }

    /// What people call a variable, if it has a name.
    pub fn name(&self, id: VarId) -> Option<&'p str> {
        let name = self.program.variable(id).source_name.as_deref();
        // What the source declares as something else ends with a mark.
        name.map(|name| name.trim_end_matches('$'))
    }

    /// The position of an element in its array.
    fn position(&self, id: VarId, index: &Value) -> Option<u128> {
        let index = index.as_bv()?.unsigned();
        match &self.program.variable(id).indexing {
            Indexing::Layout(layout) => match layout.units.as_slice() {
                [unit] => Some((index.checked_sub(layout.base.into())?) / u128::from(*unit)),
                _ => Some(index),
            },
            Indexing::Plain | Indexing::Unnamed => Some(index),
        }
    }

    /// Decimal, and hexadecimal where the bits are what matters.
    fn number(&self, id: VarId, number: u128, signed: bool) -> String {
        let has_form = has_mask_form(number);
        let in_bits = self.masks.contains(&id) && number >= SMALL && (!signed || has_form);
        if in_bits || (!signed && number >= 1 << 16 && has_form) {
            format!("{number} ({number:#x})")
        } else {
            number.to_string()
        }
    }

    /// `"abc"` for characters that end with a zero, `{1, 2, 3}` for others.
    fn array(&self, id: VarId, array: &ArrayValue) -> String {
        let variable = self.program.variable(id);
        let mut entries: Vec<(u128, &Value)> = array
            .entries()
            .filter_map(|(index, value)| Some((self.position(id, index)?, value)))
            .collect();
        entries.sort_by_key(|(index, _)| *index);
        if variable.type_name.ends_with("char")
            && let Some(text) = string(&entries)
        {
            return text;
        }
        let in_order = entries.iter().zip(0..).all(|((index, _), i)| *index == i);
        let shown = entries.iter().take(SHOWN_ELEMENTS);
        let mut parts: Vec<String> = shown
            .map(|(index, value)| {
                if in_order {
                    self.text(id, value)
                } else {
                    format!("[{index}] = {}", self.text(id, value))
                }
            })
            .collect();
        if entries.len() > SHOWN_ELEMENTS {
            parts.push("...".into());
        } else if array
            .default_element()
            .as_bv()
            .is_some_and(|v| !v.is_zero())
        {
            parts.push(format!(
                "all others {}",
                self.text(id, array.default_element())
            ));
        }
        format!("{{{}}}", parts.join(", "))
    }
}

/// The variables that are of enumerations, or whose elements are.
pub(crate) fn enumerations(program: &Program) -> BTreeMap<VarId, Arc<Enumeration>> {
    let known = &program.notes.enumerations;
    let of = |id: VarId| {
        let variable = program.variable(id);
        let name = without_indices(variable.source_name.as_deref()?);
        let found = known.get(&(variable.span?, Arc::from(name)))?;
        Some((id, found.clone()))
    };
    if known.is_empty() {
        BTreeMap::new()
    } else {
        program.variable_ids().filter_map(of).collect()
    }
}

/// `a.x` of `a[3].x`, and without the mark of what is declared as something else.
fn without_indices(name: &str) -> String {
    let name = name.trim_end_matches('$');
    let pieces = name.split('[');
    let rest = |piece: &str| match piece.split_once(']') {
        Some((_, rest)) => rest.to_owned(),
        None => piece.to_owned(),
    };
    pieces.map(rest).collect()
}

/// The constant of an enumeration that a number is.
pub(crate) fn constant_name(
    enumeration: &Enumeration,
    bits: BvValue,
    signed: bool,
) -> Option<String> {
    let number = if signed {
        bits.signed()
    } else {
        i128::try_from(bits.unsigned()).ok()?
    };
    let name = enumeration.constants.get(&number)?;
    Some(name.to_string())
}

/// A number that is a character, with the character.
fn character(bits: BvValue, signed: bool) -> String {
    let number = if signed {
        bits.signed()
    } else {
        bits.unsigned() as i128
    };
    let shown = match u8::try_from(number) {
        Ok(b'\n') => "'\\n'".into(),
        Ok(b'\t') => "'\\t'".into(),
        Ok(b'\'') => "'\\''".into(),
        Ok(b'\\') => "'\\\\'".into(),
        Ok(byte @ b' '..=b'~') => format!("'{}'", char::from(byte)),
        _ => return number.to_string(),
    };
    format!("{number} {shown}")
}

/// The elements from index 0 on as a string, if they are printable and a zero follows.
fn string(entries: &[(u128, &Value)]) -> Option<String> {
    let mut text = String::from('"');
    for ((index, value), position) in entries.iter().zip(0..) {
        let byte = u8::try_from(value.as_bv()?.unsigned()).ok()?;
        if *index != position {
            return None;
        }
        match byte {
            0 if position > 0 => {
                text.push('"');
                return Some(text);
            }
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            _ => return None,
        }
    }
    None
}

/// One block of ones, such as `0xff00` or `0x80000000`, or one block of zeros inside ones.
fn has_mask_form(number: u128) -> bool {
    let is_block = |n: u128| {
        let shifted = n >> n.trailing_zeros().min(127);
        n != 0 && shifted & shifted.wrapping_add(1) == 0
    };
    let width = if number >> 32 == 0 { 32 } else { 64 };
    let complement = !number & ((1u128 << width) - 1);
    is_block(number) || is_block(complement)
}

/// Variables that are operands of bit operations.
fn masks(program: &Program) -> BTreeSet<VarId> {
    let terms = &program.terms;
    let cfa = program.entry_cfa();
    let mut seen = FxHashSet::default();
    let mut symbols = FxHashSet::default();
    for id in cfa.edge_ids() {
        let term = match cfa.edge(id).operation {
            Operation::Assume { condition, .. } => condition,
            Operation::Assign { value, .. } => value,
            _ => continue,
        };
        for subterm in terms.postorder_new(&[term], &mut seen) {
            let operands: &[TermId] = match terms.op(subterm) {
                Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot => terms.args(subterm),
                Op::BvShl | Op::BvLshr => &terms.args(subterm)[..1],
                _ => continue,
            };
            symbols.extend(operands.iter().map(|operand| root(program, *operand)));
        }
    }
    let variables = program.variable_ids();
    variables
        .filter(|v| symbols.contains(&program.symbol(*v)))
        .collect()
}

/// The term below extensions, cuts and elements.
fn root(program: &Program, mut term: TermId) -> TermId {
    let terms = &program.terms;
    while let Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { .. } | Op::Select =
        terms.op(term)
    {
        term = terms.args(term)[0];
    }
    term
}
