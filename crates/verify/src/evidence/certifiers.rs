//! Which solvers check proofs, and in which order.

use crate::request::CertifierChoice;
use invar_solver::{RotationFactory, SmtLibFactory, SolverFactory, SolverId, SolverSet, Z3Factory};
use std::sync::Arc;

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

/// Makes solvers in which these certifiers take turns, the first of them first. Where one does not
/// decide at once another often does.
pub(crate) fn in_turns(certifiers: &[SolverId]) -> Arc<dyn SolverFactory> {
    let factories = certifiers.iter().map(|certifier| factory(*certifier));
    Arc::new(RotationFactory::new(factories.collect()))
}

/// Puts a certifier first that checked the same proof before.
pub(crate) fn prefer(certifiers: &mut [SolverId], certifier: SolverId) {
    if let Some(at) = certifiers.iter().position(|other| *other == certifier) {
        certifiers[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(finders: &[SolverId], chosen: CertifierChoice) -> Vec<SolverId> {
        certifiers(finders.iter().copied().collect(), chosen)
    }

    #[test]
    fn the_finder_certifies_nothing_of_its_own() {
        use SolverId::{Bitwuzla, Cvc5, Yices, Z3};
        let default = CertifierChoice::Default;
        assert_eq!(asked(&[Z3], default), [Cvc5, Yices, Bitwuzla]);
        assert_eq!(asked(&[Yices], default), [Cvc5, Bitwuzla, Z3]);
        assert_eq!(asked(&[Bitwuzla], default), [Cvc5, Yices, Z3]);
        assert_eq!(asked(&[Cvc5], default), [Yices, Bitwuzla, Z3]);
        assert_eq!(asked(&[Yices, Bitwuzla], default), [Cvc5, Z3]);
        assert_eq!(asked(&[Yices, Bitwuzla, Z3], default), [Cvc5]);
    }

    #[test]
    fn the_certifier_that_checked_a_proof_before_is_asked_first() {
        use SolverId::{Bitwuzla, Cvc5, Yices, Z3};
        let mut order = asked(&[Z3], CertifierChoice::Default);
        prefer(&mut order, Bitwuzla);
        assert_eq!(order, [Bitwuzla, Cvc5, Yices]);
        prefer(&mut order, Z3);
        assert_eq!(order, [Bitwuzla, Cvc5, Yices]);
    }

    #[test]
    fn a_chosen_certifier_is_alone_and_no_finder() {
        use SolverId::{Bitwuzla, Yices, Z3};
        let chosen = CertifierChoice::Bitwuzla;
        assert_eq!(asked(&[Z3], chosen), [Bitwuzla]);
        assert_eq!(asked(&[Yices, Bitwuzla], chosen), []);
        assert_eq!(asked(&[Yices], CertifierChoice::Yices), []);
    }
}
