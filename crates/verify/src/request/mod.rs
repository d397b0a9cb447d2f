//! What is asked: plain data that can be written down and read back, and that no command line is needed for.

mod choices;
mod engine;
mod firmware;
mod input;
mod lossless;
mod named;
mod property;
mod search;
mod shard;
mod store;

pub use choices::{
    Allocation, ArithmeticChoice, Assertions, CertifierChoice, Externals, Integers, MemoryReading,
    Sites, Vacuity, Volatile, arithmetic_name,
};
pub use engine::{Ability, EngineId};
pub use firmware::{AddressRange, InterruptHandler};
pub use input::{Input, Precondition, PreconditionQuestion};
pub use named::Named;
pub(crate) use named::named;
pub use property::{Asked, PropertyChoice, PropertyRequest, Refusal};
pub use search::SearchOptions;
pub use shard::{Shard, name_hash};
pub use store::{StoreChoice, problem};

use invar_cfa::AssumptionKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

/// A question about a program or a hardware model, and how it is to be answered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The files.
    pub input: Input,
    /// What to prove.
    pub property: PropertyRequest,
    /// Whether to go on after the first violation.
    pub assertions: Assertions,
    /// Which sites are judged.
    pub sites: Sites,
    /// Whether vacuous assertions are looked for.
    pub vacuity: Vacuity,
    /// Whether memory is followed.
    pub memory_reading: MemoryReading,
    /// Only the assertions of this part.
    pub shard: Option<Shard>,
    /// Only assertions that a change can affect.
    pub since: Option<Since>,
    /// How the verdict is searched.
    pub search: SearchOptions,
    /// How the program's integers are read.
    pub integers: Integers,
    /// Kinds of assumptions on which no proof may rest.
    pub refused_assumptions: BTreeSet<AssumptionKind>,
    /// The solvers that check proofs.
    pub certifier: CertifierChoice,
    /// What it may take.
    pub limits: Limits,
    /// A folder for the finder's queries.
    #[serde(with = "lossless::optional")]
    pub query_log: Option<PathBuf>,
    /// Which store keeps evidence.
    pub store: StoreChoice,
    /// What is told besides the verdict.
    pub extras: BTreeSet<Extra>,
    /// A witness that is checked instead of searching for evidence.
    #[serde(with = "lossless::optional")]
    pub witness: Option<PathBuf>,
}

/// What a check may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// It gives up after this time.
    pub time: Duration,
    /// Which time that is.
    pub clock: Clock,
    /// It gives up beyond this memory of all processes together, in megabytes.
    pub memory_mb: Option<u64>,
    /// Depth to which recursive calls are inlined at most.
    pub recursion: u32,
    /// Searches at a time; the same input gives the same answer in the same way with one.
    pub jobs: NonZeroU32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(300),
            clock: Clock::Wall,
            memory_mb: None,
            recursion: 200,
            jobs: NonZeroU32::MIN,
        }
    }
}

/// What time limits are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The time on the wall, which a person waits.
    #[default]
    Wall,
    /// CPU time of all processes of the check, divided by its jobs: a busy machine gives the same verdict as an idle
    /// one, later.
    Cpu,
}

/// A change: what is different from a revision of the repository that the program is in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Since {
    /// The revision, as git reads it.
    pub revision: String,
    /// Where its files are.
    #[serde(with = "lossless::optional")]
    pub tree: Option<PathBuf>,
}

/// What is told besides the verdict, only on request: it takes time or room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    /// A drawing of the program.
    Graph,
    /// Every lemma as it is learnt.
    Lemmas,
    /// Proofs for others to check.
    Certificate,
    /// Evidence about hardware models as text.
    HardwareWitness,
}

#[cfg(test)]
mod tests {
    use super::{Extra, Request, Since};
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn a_request_survives_the_way_to_another_process() {
        let mut request = Request::default();
        let odd = OsString::from_vec(b"odd-\xff.c".to_vec());
        request.input.files = vec!["a.c".into(), odd.into()];
        request.shard = "2/3".parse().ok();
        request.since = Some(Since {
            revision: "HEAD".into(),
            tree: Some("/tmp/x".into()),
        });
        request.extras.insert(Extra::Lemmas);
        let text = serde_json::to_string(&request).expect("text");
        let again: Request = serde_json::from_str(&text).expect("a request");
        assert_eq!(again, request);
        let nothing: Request = serde_json::from_str("{}").expect("a request");
        assert_eq!(nothing, Request::default());
    }
}
