//! Who checks proofs, in which order and for how long.

use crate::arguments::CertifierArgument;
use invar_solver::SmtLibFactory;
use std::time::Duration;

/// Time that the first certifier has before the next is asked.
const FIRST_ROUND: Duration = Duration::from_secs(3);
/// One part in so many of the time left is for each certifier between the first and the last.
const MIDDLE_SHARE: u32 = 4;

/// A solver that checks proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certifier {
    Cvc5,
    /// No floats, no constant arrays: says so at once.
    Yices,
    /// No integers.
    Bitwuzla,
}

impl Certifier {
    fn name(self) -> &'static str {
        match self {
            Certifier::Cvc5 => "cvc5",
            Certifier::Yices => "yices",
            Certifier::Bitwuzla => "bitwuzla",
        }
    }

    pub(super) fn factory(self) -> SmtLibFactory {
        let factory = match self {
            Certifier::Cvc5 => SmtLibFactory::cvc5(),
            Certifier::Yices => SmtLibFactory::yices(),
            Certifier::Bitwuzla => SmtLibFactory::bitwuzla(),
        };
        factory.without_cores()
    }

    /// Whether it is `finder`, a solver's name or several with `+` between them.
    fn is(self, finder: &str) -> bool {
        finder.split('+').any(|name| name.starts_with(self.name()))
    }
}

/// A certifier and the most time it gets; without one, all that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) certifier: Certifier,
    pub(super) share: Option<Duration>,
}

/// The certifiers that `chosen` names, without the solver that found the proof.
pub(super) fn certifiers(finder: &str, chosen: CertifierArgument) -> Vec<Certifier> {
    let mut certifiers = match chosen {
        CertifierArgument::Default => {
            vec![Certifier::Cvc5, Certifier::Yices, Certifier::Bitwuzla]
        }
        CertifierArgument::Cvc5 => vec![Certifier::Cvc5],
        CertifierArgument::Yices => vec![Certifier::Yices],
        CertifierArgument::Bitwuzla => vec![Certifier::Bitwuzla],
    };
    certifiers.retain(|certifier| !certifier.is(finder));
    certifiers
}

/// Each certifier once, and then the first again with all that is left.
///
/// cvc5 comes first. Where it does not decide at once the others often do; what they cannot read
/// costs no time.
pub(super) fn rounds(finder: &str, chosen: CertifierArgument, left: Duration) -> Vec<Round> {
    let certifiers = certifiers(finder, chosen);
    let Some((first, others)) = certifiers.split_first() else {
        return Vec::new();
    };
    let last = Round {
        certifier: *first,
        share: None,
    };
    if others.is_empty() {
        return vec![last];
    }
    let mut rounds = vec![Round {
        certifier: *first,
        share: Some(FIRST_ROUND.min(left / MIDDLE_SHARE)),
    }];
    rounds.extend(others.iter().map(|other| Round {
        certifier: *other,
        share: Some(left / MIDDLE_SHARE),
    }));
    rounds.push(last);
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Duration = Duration::from_secs(20);

    fn asked(finder: &str, chosen: CertifierArgument) -> Vec<Certifier> {
        let rounds = rounds(finder, chosen, LEFT);
        // The shares leave time for the last, who has no limit.
        let shares: Duration = rounds.iter().filter_map(|round| round.share).sum();
        assert!(shares < LEFT, "{rounds:?}");
        assert!(rounds.last().is_none_or(|round| round.share.is_none()));
        rounds.iter().map(|round| round.certifier).collect()
    }

    #[test]
    fn the_finder_certifies_nothing_of_its_own() {
        use Certifier::{Bitwuzla, Cvc5, Yices};
        let default = CertifierArgument::Default;
        assert_eq!(asked("z3-5.4", default), [Cvc5, Yices, Bitwuzla, Cvc5]);
        assert_eq!(asked("yices-smt2", default), [Cvc5, Bitwuzla, Cvc5]);
        assert_eq!(asked("bitwuzla", default), [Cvc5, Yices, Cvc5]);
        assert_eq!(asked("cvc5", default), [Yices, Bitwuzla, Yices]);
        assert_eq!(asked("yices-smt2+bitwuzla", default), [Cvc5]);
    }

    #[test]
    fn a_chosen_certifier_is_alone_and_no_finder() {
        let chosen = CertifierArgument::Bitwuzla;
        assert_eq!(asked("z3-5.4", chosen), [Certifier::Bitwuzla]);
        assert_eq!(asked("yices-smt2+bitwuzla", chosen), []);
        assert_eq!(asked("yices-smt2", CertifierArgument::Yices), []);
    }
}
