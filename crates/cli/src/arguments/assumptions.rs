//! Which assumptions a proof may rest on.

use clap::Args;
use invar_cfa::AssumptionKind;
use std::collections::BTreeSet;
use std::str::FromStr;

/// Which assumptions a proof may rest on.
#[derive(Args, Debug, Clone, Default)]
pub struct AssumptionArguments {
    /// Say unknown instead of safe where the proof rests on an assumption that may hide a violation; `invar explain
    /// assumptions` lists the kinds.
    #[arg(long)]
    pub strict: bool,
    /// Accept a kind of assumption, or refuse it: safe then becomes unknown. Comes before --strict.
    #[arg(long, value_name = "KIND=on|off")]
    pub assume: Vec<AssumptionChoice>,
}

/// One kind, accepted or refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssumptionChoice {
    kind: AssumptionKind,
    choice: Choice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Accepted,
    Refused,
}

impl FromStr for AssumptionChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<AssumptionChoice, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let kind = AssumptionKind::named(name).ok_or_else(|| {
            let names: Vec<&str> = AssumptionKind::ALL.iter().map(|kind| kind.name()).collect();
            format!("no kind of assumption: the kinds are {}", names.join(", "))
        })?;
        let choice = match value {
            "on" => Choice::Accepted,
            "off" => Choice::Refused,
            _ => return Err(format!("write {name}=on or {name}=off")),
        };
        Ok(AssumptionChoice { kind, choice })
    }
}

impl AssumptionArguments {
    /// The kinds on which no proof may rest; the last word about a kind counts.
    pub fn refused(&self) -> BTreeSet<AssumptionKind> {
        let mut refused: BTreeSet<AssumptionKind> = if self.strict {
            AssumptionKind::refused_by_strict().collect()
        } else {
            BTreeSet::new()
        };
        for AssumptionChoice { kind, choice } in &self.assume {
            match choice {
                Choice::Accepted => refused.remove(kind),
                Choice::Refused => refused.insert(*kind),
            };
        }
        refused
    }
}

#[cfg(test)]
mod tests {
    use super::AssumptionArguments;
    use invar_cfa::AssumptionKind;

    #[test]
    fn a_choice_comes_before_strict() {
        let choices = ["volatile=on", "model=off"].map(|text| text.parse().expect("a choice"));
        let arguments = AssumptionArguments {
            strict: true,
            assume: choices.to_vec(),
        };
        let refused = arguments.refused();
        assert!(!refused.contains(&AssumptionKind::Volatile));
        assert!(refused.contains(&AssumptionKind::Model));
        assert!(refused.contains(&AssumptionKind::MissingBody));
        assert!(AssumptionArguments::default().refused().is_empty());
    }
}
