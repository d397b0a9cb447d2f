//! Pointers as the source would write them.

use super::objects::RunObjects;
use invar_cfa::{Extent, OFFSET_BITS, Object, Program};

/// `NULL`, `&x`, `&a[3]`, `&s.count`, `heap object of line 12, offset 8`, `r->next`.
pub fn pointer_text(program: &Program, run: &RunObjects, pointer: u64) -> String {
    if pointer == 0 {
        return "NULL".into();
    }
    let (number, offset) = parts(pointer);
    let objects = &program.objects;
    if let Some(object) = objects.named.get(&number) {
        return address(object, offset)
            .or_else(|| before(object, offset))
            .unwrap_or_else(|| {
                let base = address(object, 0).unwrap_or_else(|| object.name.to_string());
                moved(&base, offset)
            });
    }
    if number & (0xf << 28) != objects.program {
        let named = run.outside_address(program, pointer);
        return named.unwrap_or_else(|| format!("address {pointer:#x}"));
    }
    let plain = number & !objects.marks;
    let made = plain.checked_sub(objects.first_made);
    match made {
        Some(index) if objects.first_made > 0 && index < 1 << 26 => {
            let object = run.made(index + 1);
            match offset {
                0 => object,
                _ => format!("{object}, offset {offset}"),
            }
        }
        _ => format!("invalid pointer {pointer:#x}"),
    }
}

/// The address of an object or of a part of it, in C.
pub(crate) fn address(object: &Object, offset: i32) -> Option<String> {
    let name = &*object.name;
    let offset = u64::try_from(offset).ok()?;
    let member = |rest: u64| {
        let path = object.members.iter().find(|(at, _)| *at == rest);
        match (path, rest) {
            (Some((_, path)), 1..) => Some(&**path),
            (_, 0) => Some(""),
            _ => None,
        }
    };
    match object.extent {
        Extent::Function => (offset == 0).then(|| name.to_owned()),
        Extent::One(bytes) if offset < bytes.max(1) => Some(format!("&{name}{}", member(offset)?)),
        // The address after the last element is one too.
        Extent::Array(bytes) if bytes > 0 => {
            let (index, rest) = (offset / bytes, offset % bytes);
            Some(format!("&{name}[{index}]{}", member(rest)?))
        }
        _ => None,
    }
}

/// The address of an element that an array would have before its first, which is none in C.
fn before(object: &Object, offset: i32) -> Option<String> {
    let Extent::Array(bytes) = object.extent else {
        return None;
    };
    let (offset, bytes) = (i64::from(offset), i64::try_from(bytes).ok()?);
    let is_element = offset < 0 && bytes > 0 && offset % bytes == 0;
    is_element.then(|| format!("&{}[{}]", object.name, offset / bytes))
}

/// Number of the object and offset. An offset before the object has borrowed from the number.
pub(crate) fn parts(pointer: u64) -> (u32, i32) {
    let offset = pointer as u32 as i32;
    let base = pointer.wrapping_sub(i64::from(offset) as u64);
    ((base >> OFFSET_BITS) as u32, offset)
}

fn moved(base: &str, offset: i32) -> String {
    match offset {
        0 => base.to_owned(),
        1.. => format!("{base} + {offset} bytes"),
        _ => format!("{base} - {} bytes", i64::from(offset).abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::pointer_text;
    use crate::trace::RunObjects;
    use invar_cfa::{DataModel, Extent, Object, Program, Property};
    use invar_term::TermStore;
    use std::sync::Arc;

    #[test]
    fn pointers_near_objects_are_told_by_their_names() {
        let terms = Arc::new(TermStore::new());
        let mut program = Program::new(terms, DataModel::Lp64, Property::DEFAULT);
        let object = |name: &str, extent| Object {
            name: name.into(),
            extent,
            members: vec![(4, ".low".into())],
            span: None,
        };
        let objects = &mut program.objects;
        (objects.program, objects.marks) = (0xa000_0000, 0xa800_0000);
        objects.first_made = 64;
        objects
            .named
            .insert(0xa000_0001, object("buf", Extent::Array(8)));
        objects
            .named
            .insert(0xa000_0002, object("s", Extent::One(8)));
        let text = |number: u64, offset: i64| {
            let pointer = (number << 32).wrapping_add(offset as u64);
            pointer_text(&program, &RunObjects::default(), pointer)
        };
        for (number, offset, expected) in [
            (0xa000_0001, 32, "&buf[4]"),
            (0xa000_0001, 4, "&buf[0].low"),
            (0xa000_0001, -8, "&buf[-1]"),
            (0xa000_0001, -1, "&buf[0] - 1 bytes"),
            (0xa000_0002, 4, "&s.low"),
            (0xa000_0002, -1, "&s - 1 bytes"),
            (0xa000_0002, 9, "&s + 9 bytes"),
            (0xa800_0040, 8, "heap object 1, offset 8"),
            (0xa800_0041, -4, "heap object 2, offset -4"),
            (0, 0x1008, "address 0x1008"),
        ] {
            assert_eq!(text(number, offset), expected);
        }
    }
}
