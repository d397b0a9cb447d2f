//! Which solvers check proofs, in which order and for how long.

use crate::request::CertifierChoice;
use invar_solver::{SmtLibFactory, SolverFactory, SolverId, SolverSet, Z3Factory};
use std::sync::Arc;
use std::time::Duration;

/// Time that the first certifier has before the next is asked.
const FIRST_ROUND: Duration = Duration::from_secs(3);

/// The certifiers, in the order in which they are asked. Yices knows no floats and no constant arrays, Bitwuzla no integers:
/// they say so at once. Z3, the solver of most searches, certifies only what it had no part in.
const ORDER: [SolverId; 4] = [
    SolverId::Cvc5,
    SolverId::Yices,
    SolverId::Bitwuzla,
    SolverId::Z3,
];

/// Makes solvers that certify.
pub(crate) fn factory(certifier: SolverId) -> Arc<dyn SolverFactory> {
    let factory = match certifier {
        SolverId::Cvc5 => SmtLibFactory::cvc5(),
        SolverId::Yices => SmtLibFactory::yices(),
        SolverId::Bitwuzla => SmtLibFactory::bitwuzla(),
        SolverId::Z3 => return Arc::new(Z3Factory::default()),
    };
    Arc::new(factory.without_cores())
}

/// The certifiers that `chosen` names, without the solvers that had a part in the proof.
pub(crate) fn certifiers(finders: SolverSet, chosen: CertifierChoice) -> Vec<SolverId> {
    let mut certifiers = match chosen {
        CertifierChoice::Default => ORDER.to_vec(),
        CertifierChoice::Cvc5 => vec![SolverId::Cvc5],
        CertifierChoice::Yices => vec![SolverId::Yices],
        CertifierChoice::Bitwuzla => vec![SolverId::Bitwuzla],
    };
    certifiers.retain(|certifier| !finders.contains(*certifier));
    certifiers
}

/// Each certifier once, and then the first again.
///
/// cvc5 comes first. Where it does not decide at once the others often do; what they cannot read
/// costs no time.
pub(crate) fn rounds(finders: SolverSet, chosen: CertifierChoice) -> Vec<SolverId> {
    let mut rounds = certifiers(finders, chosen);
    if rounds.len() > 1 {
        rounds.push(rounds[0]);
    }
    rounds
}

/// Puts a certifier first that checked the same proof before.
pub(crate) fn prefer(rounds: &mut [SolverId], certifier: SolverId) {
    if let Some(at) = rounds.iter().position(|round| *round == certifier) {
        rounds[..=at].rotate_right(1);
    }
}

/// The most time for round `number` of `count`, of what is left: as much as for each round after
/// it, so that what others did not use is not lost; the first has little, because it has a second.
pub(crate) fn share(number: usize, count: usize, left: Duration) -> Duration {
    let equal = left / (count - number).max(1) as u32;
    if number == 0 && count > 1 {
        equal.min(FIRST_ROUND)
    } else {
        equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Duration = Duration::from_secs(20);

    fn asked(finders: &[SolverId], chosen: CertifierChoice) -> Vec<SolverId> {
        rounds(finders.iter().copied().collect(), chosen)
    }

    #[test]
    fn the_finder_certifies_nothing_of_its_own() {
        use SolverId::{Bitwuzla, Cvc5, Yices, Z3};
        let default = CertifierChoice::Default;
        assert_eq!(asked(&[Z3], default), [Cvc5, Yices, Bitwuzla, Cvc5]);
        assert_eq!(asked(&[Yices], default), [Cvc5, Bitwuzla, Z3, Cvc5]);
        assert_eq!(asked(&[Bitwuzla], default), [Cvc5, Yices, Z3, Cvc5]);
        assert_eq!(asked(&[Cvc5], default), [Yices, Bitwuzla, Z3, Yices]);
        assert_eq!(asked(&[Yices, Bitwuzla], default), [Cvc5, Z3, Cvc5]);
        assert_eq!(asked(&[Yices, Bitwuzla, Z3], default), [Cvc5]);
    }

    #[test]
    fn the_certifier_that_checked_a_proof_before_is_asked_first() {
        use SolverId::{Bitwuzla, Cvc5, Yices, Z3};
        let mut rounds = asked(&[Z3], CertifierChoice::Default);
        prefer(&mut rounds, Bitwuzla);
        assert_eq!(rounds, [Bitwuzla, Cvc5, Yices, Cvc5]);
        prefer(&mut rounds, Z3);
        assert_eq!(rounds, [Bitwuzla, Cvc5, Yices, Cvc5]);
    }

    #[test]
    fn a_chosen_certifier_is_alone_and_no_finder() {
        use SolverId::{Bitwuzla, Yices, Z3};
        let chosen = CertifierChoice::Bitwuzla;
        assert_eq!(asked(&[Z3], chosen), [Bitwuzla]);
        assert_eq!(asked(&[Yices, Bitwuzla], chosen), []);
        assert_eq!(asked(&[Yices], CertifierChoice::Yices), []);
    }

    /// The time of each round, if those in `at_once` say at once that they cannot decide.
    fn times(count: usize, at_once: &[usize]) -> Vec<Duration> {
        let mut left = LEFT;
        let mut times = Vec::new();
        for number in 0..count {
            let time = share(number, count, left);
            times.push(time);
            if !at_once.contains(&number) {
                left = left.checked_sub(time).expect("no more than is left");
            }
        }
        assert_eq!(left, Duration::ZERO, "all the time is used");
        times
    }

    #[test]
    fn every_round_gets_enough_and_no_time_is_lost() {
        for count in 2..=5 {
            let times = times(count, &[]);
            assert!(times.iter().all(|time| *time >= FIRST_ROUND), "{times:?}");
        }
        assert_eq!(times(1, &[]), [LEFT]);
        // A certifier that cannot read a query leaves its time to the others.
        let rest = (LEFT - FIRST_ROUND) / 2;
        assert_eq!(times(4, &[1])[2..], [rest, rest]);
    }
}
