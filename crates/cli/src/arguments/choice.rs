//! Values that have names, as clap reads them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use invar_cfa::Property;
use invar_verify::request::Named;

/// A parser for the names of a choice, which shows what they mean.
pub fn one_of<T: Named>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|value| {
        let help = value.help();
        // As clap shows comments.
        let help = help.strip_suffix('.').unwrap_or(&help).to_owned();
        let former = value.former_name();
        PossibleValue::new(value.name()).aliases(former).help(help)
    });
    PossibleValuesParser::new(values)
        .map(|name| T::named(&name).expect("only names are possible values"))
}

/// The name of the default of a choice.
pub fn default_of<T: Named + Default>() -> &'static str {
    T::default().name()
}

/// What can be asked for, from the table of properties.
pub fn properties() -> String {
    let mut text = String::from(
        "What to prove; several with commas: a name of the list, a .prp file, or single assertions as \
         assert:LINE or assert:FILE:LINE; of hardware models all bad states, or some as bad:NUMBER.\n",
    );
    for entry in Property::NAMED {
        let help = entry.help.strip_suffix('.').unwrap_or(entry.help);
        text.push_str(&format!("\n- {}: {help}", entry.name));
    }
    text
}
