//! What firmware has around it: registers of devices and interrupts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Addresses where the registers of devices lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AddressRange {
    /// The first byte.
    pub first: u64,
    /// The last byte.
    pub last: u64,
}

impl FromStr for AddressRange {
    type Err = String;

    fn from_str(text: &str) -> Result<AddressRange, String> {
        let parts = text.split_once('-');
        let range = parts.and_then(|(first, last)| Some((number(first)?, number(last)?)));
        match range {
            Some((first, last)) if first <= last => Ok(AddressRange { first, last }),
            _ => {
                Err("two addresses are meant, the first and the last: 0x40000000-0x5fffffff".into())
            }
        }
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}-{:#x}", self.first, self.last)
    }
}

fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A function that interrupts the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InterruptHandler {
    /// The function.
    pub function: String,
    /// Handlers of a higher priority interrupt it.
    pub priority: u32,
}

impl FromStr for InterruptHandler {
    type Err = String;

    fn from_str(text: &str) -> Result<InterruptHandler, String> {
        let (function, priority) = match text.split_once(':') {
            Some((function, priority)) => (function, priority.parse().ok()),
            None => (text, Some(0)),
        };
        match priority {
            Some(priority) if !function.is_empty() => Ok(InterruptHandler {
                function: function.to_owned(),
                priority,
            }),
            _ => Err("a function is meant, or a function and its priority: uart_isr:2".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressRange, InterruptHandler};

    #[test]
    fn ranges_have_two_ends_in_order() {
        let range: AddressRange = "0x40000000-0x5fffffff".parse().expect("a range");
        assert_eq!((range.first, range.last), (0x4000_0000, 0x5fff_ffff));
        assert_eq!(range.to_string(), "0x40000000-0x5fffffff");
        for text in ["0x10", "0x20-0x10", "a-b", ""] {
            assert!(text.parse::<AddressRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn handlers_may_have_a_priority() {
        let handler: InterruptHandler = "uart:3".parse().expect("a handler");
        assert_eq!((&*handler.function, handler.priority), ("uart", 3));
        let handler: InterruptHandler = "tick".parse().expect("a handler");
        assert_eq!((&*handler.function, handler.priority), ("tick", 0));
        for text in ["", ":1", "f:", "f:x"] {
            assert!(text.parse::<InterruptHandler>().is_err(), "{text}");
        }
    }
}
