//! The list of what a verdict rests on: text, JSON, SARIF, page and witness read it.

use super::{Conclusion, Place, Report};
use invar_cfa::{AssumptionKind, Printed};
use serde::{Deserialize, Serialize};

/// Something that is not checked but taken as given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assumption {
    /// Its kind.
    pub kind: AssumptionKind,
    /// What is assumed.
    pub text: String,
    /// The function or option that it is about, if it is about one.
    #[serde(default)]
    pub subject: Option<String>,
    /// Where it matters first.
    #[serde(default)]
    pub place: Option<Place>,
    /// The number of places where it matters; 0 if it is about the whole program.
    #[serde(default)]
    pub count: usize,
}

impl Assumption {
    /// An assumption about the whole program.
    pub fn general(kind: AssumptionKind, text: impl Into<String>) -> Assumption {
        Assumption {
            kind,
            text: text.into(),
            subject: None,
            place: None,
            count: 0,
        }
    }
}

impl Report {
    /// The assumptions that text prints in one way, as far as this verdict rests on them.
    pub fn assumptions_printed(&self, printed: Printed) -> impl Iterator<Item = &Assumption> {
        let all = self.assumptions.iter();
        all.filter(move |a| a.kind.printed() == printed && self.rests_on(a.kind))
    }

    /// A proof rests on all of them. A run that was repeated has no undefined behaviour before its
    /// end, and shows itself what the shared line says.
    fn rests_on(&self, kind: AssumptionKind) -> bool {
        self.verdict == Conclusion::Safe
            || kind.printed() != Printed::SharedLine && kind != AssumptionKind::UndefinedBehaviour
    }
}
