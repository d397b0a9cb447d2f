//! The leaves of a node: texts, addresses, types, references, positions.

use super::node::{Reader, Reference, TypeText};
use super::position::Printed;
use super::source_text::{Located, Origin};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::sync::Arc;

/// A text, a number or a truth value, as text; anything else as nothing.
pub(super) struct Text<'a>(pub(super) &'a mut Reader);

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = Arc<str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Arc<str>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Text<'_> {
    type Value = Arc<str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Arc<str>, E> {
        Ok(self.0.intern(text))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Arc<str>, E> {
        Ok(self.0.intern(&number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Arc<str>, E> {
        Ok(self.0.intern(&number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Arc<str>, E> {
        Ok(self.0.intern(&number.to_string()))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Arc<str>, E> {
        Ok(self.0.intern(if truth { "true" } else { "false" }))
    }

    fn visit_unit<E: Error>(self) -> Result<Arc<str>, E> {
        Ok(self.0.intern(""))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arc<str>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(self.0.intern(""))
    }
}

/// An address `0x...`.
pub(super) struct Id;

impl<'de> DeserializeSeed<'de> for Id {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Id {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        u64::from_str_radix(digits, 16).map_err(|_| E::custom(format!("not an address: {text}")))
    }
}

/// Declares a seed that reads an object attribute by attribute into a default value.
macro_rules! object {
    ($seed:ident, $value:ty, $reader:ident, $map:ident, $into:ident, { $($arms:tt)* }, $end:expr) => {
        pub(super) struct $seed<'a>(pub(super) &'a mut Reader);

        impl<'de> DeserializeSeed<'de> for $seed<'_> {
            type Value = $value;

            fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<$value, D::Error> {
                from.deserialize_map(self)
            }
        }

        impl<'de> Visitor<'de> for $seed<'_> {
            type Value = $value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut $map: A) -> Result<$value, A::Error> {
                let $reader = self.0;
                let mut $into: $value = Default::default();
                while let Some(key) = $map.next_key_seed(Text($reader))? {
                    match &*key {
                        $($arms)*
                        _ => {
                            $map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok($end)
            }
        }
    };
}

object!(TypeSeed, TypeText, reader, map, ty, {
    "qualType" => ty.written = map.next_value_seed(Text(reader))?,
    "desugaredQualType" => ty.desugared = Some(map.next_value_seed(Text(reader))?),
    "typeAliasDeclId" => ty.alias = map.next_value_seed(Id)?,
}, ty);

object!(ReferenceSeed, Reference, reader, map, reference, {
    "id" => reference.id = map.next_value_seed(Id)?,
    "kind" => reference.kind = map.next_value_seed(Text(reader))?,
    "name" => reference.name = map.next_value_seed(Text(reader))?,
    "type" => reference.ty = Some(map.next_value_seed(TypeSeed(reader))?),
}, reference);

object!(Range, (Option<Located>, Option<Located>), reader, map, range, {
    "begin" => range.0 = map.next_value_seed(Position(reader))?,
    "end" => range.1 = map.next_value_seed(Position(reader))?,
}, range);

/// A position; that of the expansion where a macro is used.
pub(super) struct Position<'a>(pub(super) &'a mut Reader);

impl<'de> DeserializeSeed<'de> for Position<'_> {
    type Value = Option<Located>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<Located>, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Position<'_> {
    type Value = Option<Located>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<Located>, A::Error> {
        let reader = self.0;
        let mut printed = Printed::default();
        let (mut spelling, mut expansion) = (None, None);
        let mut origin = Origin::Plain;
        while let Some(key) = map.next_key_seed(Text(reader))? {
            match &*key {
                "file" => printed.file = Some(map.next_value_seed(Text(reader))?),
                "line" => printed.line = Some(map.next_value()?),
                "presumedFile" => printed.presumed_file = Some(map.next_value_seed(Text(reader))?),
                "presumedLine" => printed.presumed_line = Some(map.next_value()?),
                "col" => printed.column = Some(map.next_value()?),
                "offset" => printed.offset = Some(map.next_value()?),
                "tokLen" => printed.length = Some(map.next_value()?),
                "isMacroArgExpansion" => {
                    map.next_value::<IgnoredAny>()?;
                    origin = Origin::Argument;
                }
                "spellingLoc" => spelling = map.next_value_seed(Position(reader))?,
                "expansionLoc" => expansion = map.next_value_seed(Position(reader))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if let Some(place) = reader.positions.next(printed) {
            return Ok(Some(Located {
                place,
                spelling: None,
                origin,
            }));
        }
        Ok(expansion.map(|expansion: Located| Located {
            place: expansion.place,
            spelling: spelling.map(|spelling: Located| spelling.place),
            origin: match expansion.origin {
                Origin::Plain => Origin::Body,
                origin => origin,
            },
        }))
    }
}
