//! Pointers as the source would write them.

use invar_cfa::{Extent, OFFSET_BITS, Object, Program};

/// `NULL`, `&x`, `&a[3]`, `&s.count`, `heap object 2 + 8`.
pub fn pointer_text(program: &Program, pointer: u64) -> String {
    if pointer == 0 {
        return "NULL".into();
    }
    let (number, offset) = parts(pointer);
    let objects = &program.objects;
    if let Some(object) = objects.named.get(&number) {
        return address(object, offset).unwrap_or_else(|| {
            let base = address(object, 0).unwrap_or_else(|| object.name.to_string());
            moved(&base, offset)
        });
    }
    if number & (0xf << 28) != objects.program {
        return format!("address {pointer:#x}");
    }
    let plain = number & !objects.marks;
    let made = plain.checked_sub(objects.first_made);
    match made {
        Some(index) if objects.first_made > 0 && index < 1 << 26 => {
            moved(&format!("heap object {}", index + 1), offset)
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

/// Number of the object and offset.
pub(crate) fn parts(pointer: u64) -> (u32, i32) {
    ((pointer >> OFFSET_BITS) as u32, pointer as u32 as i32)
}

fn moved(base: &str, offset: i32) -> String {
    match offset {
        0 => base.to_owned(),
        1.. => format!("{base} + {offset} bytes"),
        _ => format!("{base} - {} bytes", i64::from(offset).abs()),
    }
}
