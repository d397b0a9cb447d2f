//! Who checks proofs, in which order and for how long.

use crate::request::CertifierChoice;
use invar_solver::{SmtLibFactory, SolverFactory, Z3Factory};
use std::sync::Arc;
use std::time::Duration;

/// Time that the first certifier has before the next is asked.
const FIRST_ROUND: Duration = Duration::from_secs(3);

/// A solver that checks proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certifier {
    Cvc5,
    /// No floats, no constant arrays: says so at once.
    Yices,
    /// No integers.
    Bitwuzla,
    /// The solver of most searches: only for what it had no part in.
    Z3,
}

impl Certifier {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Certifier::Cvc5 => "cvc5",
            Certifier::Yices => "yices",
            Certifier::Bitwuzla => "bitwuzla",
            Certifier::Z3 => "z3",
        }
    }

    pub(crate) fn factory(self) -> Arc<dyn SolverFactory> {
        let factory = match self {
            Certifier::Cvc5 => SmtLibFactory::cvc5(),
            Certifier::Yices => SmtLibFactory::yices(),
            Certifier::Bitwuzla => SmtLibFactory::bitwuzla(),
            Certifier::Z3 => return Arc::new(Z3Factory::default()),
        };
        Arc::new(factory.without_cores())
    }

    /// Whether it is `finder`, a solver's name or several with `+` between them.
    fn is(self, finder: &str) -> bool {
        finder.split('+').any(|name| name.starts_with(self.name()))
    }
}

/// The certifiers that `chosen` names, without the solver that found the proof.
pub(crate) fn certifiers(finder: &str, chosen: CertifierChoice) -> Vec<Certifier> {
    let mut certifiers = match chosen {
        CertifierChoice::Default => {
            vec![
                Certifier::Cvc5,
                Certifier::Yices,
                Certifier::Bitwuzla,
                Certifier::Z3,
            ]
        }
        CertifierChoice::Cvc5 => vec![Certifier::Cvc5],
        CertifierChoice::Yices => vec![Certifier::Yices],
        CertifierChoice::Bitwuzla => vec![Certifier::Bitwuzla],
    };
    certifiers.retain(|certifier| !certifier.is(finder));
    certifiers
}

/// Each certifier once, and then the first again.
///
/// cvc5 comes first. Where it does not decide at once the others often do; what they cannot read
/// costs no time.
pub(crate) fn rounds(finder: &str, chosen: CertifierChoice) -> Vec<Certifier> {
    let mut rounds = certifiers(finder, chosen);
    if rounds.len() > 1 {
        rounds.push(rounds[0]);
    }
    rounds
}

/// Puts a certifier first that checked the same proof before.
pub(crate) fn prefer(rounds: &mut [Certifier], name: &str) {
    if let Some(at) = rounds.iter().position(|round| round.is(name)) {
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

    fn asked(finder: &str, chosen: CertifierChoice) -> Vec<Certifier> {
        rounds(finder, chosen)
    }

    #[test]
    fn the_finder_certifies_nothing_of_its_own() {
        use Certifier::{Bitwuzla, Cvc5, Yices, Z3};
        let default = CertifierChoice::Default;
        assert_eq!(asked("z3-5.4", default), [Cvc5, Yices, Bitwuzla, Cvc5]);
        assert_eq!(asked("yices-smt2", default), [Cvc5, Bitwuzla, Z3, Cvc5]);
        assert_eq!(asked("bitwuzla", default), [Cvc5, Yices, Z3, Cvc5]);
        assert_eq!(asked("cvc5", default), [Yices, Bitwuzla, Z3, Yices]);
        assert_eq!(asked("yices-smt2+bitwuzla", default), [Cvc5, Z3, Cvc5]);
        assert_eq!(asked("yices-smt2+bitwuzla+z3-5.4", default), [Cvc5]);
    }

    #[test]
    fn who_checked_a_proof_before_is_asked_first() {
        use Certifier::{Bitwuzla, Cvc5, Yices};
        let mut rounds = asked("z3-5.4", CertifierChoice::Default);
        prefer(&mut rounds, "bitwuzla");
        assert_eq!(rounds, [Bitwuzla, Cvc5, Yices, Cvc5]);
        prefer(&mut rounds, "z3");
        assert_eq!(rounds, [Bitwuzla, Cvc5, Yices, Cvc5]);
    }

    #[test]
    fn a_chosen_certifier_is_alone_and_no_finder() {
        let chosen = CertifierChoice::Bitwuzla;
        assert_eq!(asked("z3-5.4", chosen), [Certifier::Bitwuzla]);
        assert_eq!(asked("yices-smt2+bitwuzla", chosen), []);
        assert_eq!(asked("yices-smt2", CertifierChoice::Yices), []);
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
    fn nobody_gets_little_and_nothing_is_lost() {
        for count in 2..=5 {
            let times = times(count, &[]);
            assert!(times.iter().all(|time| *time >= FIRST_ROUND), "{times:?}");
        }
        assert_eq!(times(1, &[]), [LEFT]);
        // Who cannot read a query leaves its time to the others.
        let rest = (LEFT - FIRST_ROUND) / 2;
        assert_eq!(times(4, &[1])[2..], [rest, rest]);
    }
}
