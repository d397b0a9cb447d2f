//! Which properties of a hardware model are asked for.

use crate::request::PropertyRequest;
use invar_cfa::{Aspect, Property};

/// The numbers of the requested properties of a model with `all` properties, in order.
///
/// # Errors
/// What is wrong with a name.
pub fn selected(asked: &PropertyRequest, all: usize) -> Result<Selected, String> {
    let mut numbers = Vec::new();
    for value in &asked.names {
        // What programs are asked by default, and what witnesses say.
        let is_error = |p: Property| p.asks_for(Aspect::ErrorCall);
        if value == "bad" || Property::named(value).is_some_and(is_error) {
            return Ok(Selected::All);
        }
        let number = value.strip_prefix("bad:").and_then(|n| n.parse().ok());
        let Some(number) = number else {
            return Err(format!(
                "'{value}' is no property of a hardware model\n\
                 hint: --property bad is all of them, bad:0 and so on are single ones"
            ));
        };
        if number >= all {
            return Err(format!(
                "there is no property {number}, the model has {all}\nhint: they are numbered from 0"
            ));
        }
        numbers.push(number);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(Selected::Some(numbers))
}

/// What is wrong with the names of properties, as far as it can be said without a model.
pub fn property_problem(asked: &PropertyRequest) -> Option<String> {
    selected(asked, usize::MAX).err()
}

/// Properties that are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selected {
    /// All.
    All,
    /// Those with these numbers.
    Some(Vec<usize>),
}

impl Selected {
    /// Their numbers in a model with `all` properties.
    pub fn numbers(self, all: usize) -> Vec<usize> {
        match self {
            Selected::All => (0..all).collect(),
            Selected::Some(numbers) => numbers,
        }
    }
}

/// The name of what is asked, for reports.
pub fn property_name(asked: &PropertyRequest) -> String {
    match selected(asked, usize::MAX) {
        Ok(Selected::Some(numbers)) => {
            let names: Vec<String> = numbers.iter().map(|n| format!("bad:{n}")).collect();
            names.join(",")
        }
        _ => "bad".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{PropertyRequest, Selected, property_name, selected};

    fn texts(values: &[&str]) -> PropertyRequest {
        let names = values.iter().map(|value| (*value).to_owned());
        PropertyRequest {
            names: names.collect(),
        }
    }

    #[test]
    fn properties_are_selected_by_number() {
        assert_eq!(selected(&texts(&["assert"]), 3), Ok(Selected::All));
        let some = texts(&["bad:2", "bad:0", "bad:2"]);
        assert_eq!(selected(&some, 3), Ok(Selected::Some(vec![0, 2])));
        assert_eq!(property_name(&some), "bad:0,bad:2");
        assert_eq!(property_name(&texts(&["bad"])), "bad");
        assert!(selected(&some, 2).is_err());
        for wrong in ["bad:x", "assert:3", "no-overflow", "bad:"] {
            assert!(selected(&texts(&[wrong]), 9).is_err(), "{wrong}");
        }
    }
}
