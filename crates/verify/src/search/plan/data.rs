//! The strategy as data: `strategy.toml`, or the file that the user gives.

use super::features::Feature;
use super::{Solving, Unmodelled, When};
use crate::goal::Effort;
use crate::request::{EngineId, Named};
use invar_encode::Arithmetic;
use invar_verdict::Reason;
use serde::{Deserialize, Deserializer};
use std::path::Path;
use std::time::Duration;

/// The strategy that comes with invar.
const BUILT_IN: &str = include_str!("strategy.toml");

/// A file of the form that `strategy.toml` explains.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Strategy {
    /// The default.
    pub step: Vec<StepData>,
    /// The arithmetics of a single engine.
    #[serde(rename = "ladder")]
    pub arithmetic_order: Vec<ArithmeticStepData>,
}

/// A step of the default.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct StepData {
    #[serde(deserialize_with = "engine")]
    pub engine: EngineId,
    pub over: Over,
    pub weight: u32,
    #[serde(default = "unlimited", deserialize_with = "seconds")]
    pub most: Duration,
    #[serde(default, deserialize_with = "seconds")]
    pub least: Duration,
    pub bound: Option<u32>,
    #[serde(default)]
    pub solver: Solving,
    #[serde(default, rename = "if")]
    pub needs: Vec<Feature>,
    #[serde(default)]
    pub unless: Vec<Feature>,
    #[serde(default)]
    pub when: When,
    #[serde(default)]
    pub unmodelled: Unmodelled,
    pub runs: Option<Effort>,
}

/// A step of a single engine.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ArithmeticStepData {
    pub over: Over,
    pub weight: u32,
    #[serde(default)]
    pub when: When,
}

/// An arithmetic.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Over {
    Own,
    Int,
    Checked,
    Wrap,
    Bv,
    Real,
}

impl Over {
    /// The arithmetic, for a program that has its own.
    pub(super) fn arithmetic(self, own: Arithmetic) -> Arithmetic {
        match self {
            Over::Own => own,
            Over::Int => Arithmetic::Int,
            Over::Checked => Arithmetic::Checked,
            Over::Wrap => Arithmetic::Wrap,
            Over::Bv => Arithmetic::Bv,
            Over::Real => Arithmetic::Real,
        }
    }
}

fn unlimited() -> Duration {
    Duration::MAX
}

fn seconds<'d, D: Deserializer<'d>>(from: D) -> Result<Duration, D::Error> {
    let seconds = f64::deserialize(from)?;
    Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)
}

fn engine<'d, D: Deserializer<'d>>(from: D) -> Result<EngineId, D::Error> {
    let name = String::deserialize(from)?;
    match EngineId::named(&name) {
        Some(EngineId::Default) | None => {
            let message = format!("there is no engine {name}");
            Err(serde::de::Error::custom(message))
        }
        Some(engine) => Ok(engine),
    }
}

impl Strategy {
    /// The one that is used.
    pub(super) fn read(file: Option<&Path>) -> Result<Strategy, Reason> {
        let Some(file) = file else {
            return parse(BUILT_IN).map_err(Reason::Internal);
        };
        let refuse = |error: String| Reason::Input(format!("{}: {error}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| refuse(error.to_string()))?;
        parse(&text).map_err(refuse)
    }
}

fn parse(text: &str) -> Result<Strategy, String> {
    let strategy: Strategy = toml::from_str(text).map_err(|error| error.to_string())?;
    let weights = strategy.step.iter().map(|step| step.weight);
    let weights = weights.chain(strategy.arithmetic_order.iter().map(|step| step.weight));
    if weights.into_iter().any(|weight| weight == 0) {
        Err("a step without weight would never run".into())
    } else {
        Ok(strategy)
    }
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, parse};

    #[test]
    fn the_built_in_strategy_can_be_read() {
        let strategy = parse(BUILT_IN).expect("a strategy");
        assert!(!strategy.step.is_empty() && !strategy.arithmetic_order.is_empty());
    }

    #[test]
    fn mistakes_are_told() {
        let step = |rest: &str| format!("ladder = []\n[[step]]\nengine = 'bmc'\n{rest}");
        let good = step("over = 'own'\nweight = 1");
        assert!(parse(&good).is_ok());
        let wrong = [
            ("over = 'own'\nweight = 0", "without weight"),
            ("over = 'octal'\nweight = 1", "octal"),
            ("over = 'own'\nweight = 1\nif = ['luck']", "luck"),
            ("over = 'own'\nweight = 1\nwait = 3", "wait"),
            ("over = 'own'\nweight = 1\nmost = -1.0", "negative"),
        ];
        for (rest, part) in wrong {
            let message = parse(&step(rest)).expect_err("a mistake");
            assert!(message.contains(part), "{message}");
        }
        let message = parse(&good.replace("bmc", "magic")).expect_err("no such engine");
        assert!(message.contains("no engine magic"), "{message}");
    }
}
