//! What the text of a program asks of gcc and clang does not see.

use crate::ast::Refusal;

/// Words that together ask for something: one of each list.
struct Asked {
    words: [&'static [&'static str]; 2],
    refusal: Refusal,
}

const ASKED: [Asked; 4] = [
    Asked {
        words: [&["scalar_storage"], &[""]],
        refusal: Refusal::ReversedBytes,
    },
    Asked {
        words: [
            &["optimize"],
            &[
                "fast-math",
                "Ofast",
                "finite-math-only",
                "unsafe-math-optimizations",
                "associative-math",
                "reciprocal-math",
                "no-signed-zeros",
            ],
        ],
        refusal: Refusal::OtherArithmetic,
    },
    Asked {
        words: [
            &["target(", "target ("],
            &["\"fma", ",fma", "\"avx512", ",avx512", "\"arch=", ",arch="],
        ],
        refusal: Refusal::OtherArithmetic,
    },
    Asked {
        words: [
            &["__attribute__", "__attribute"],
            &[
                "noinit)",
                "__noinit__",
                "\".noinit",
                "(persistent)",
                "\".persistent",
            ],
        ],
        refusal: Refusal::KeptMemory,
    },
];

/// What a text asks for.
pub(super) fn refusals(text: &str) -> impl Iterator<Item = Refusal> {
    let asks = |asked: &&Asked| {
        let has = |words: &&[&str]| words.iter().any(|word| text.contains(word));
        asked.words.iter().all(has)
    };
    ASKED.iter().filter(asks).map(|asked| asked.refusal)
}

#[cfg(test)]
mod tests {
    use super::refusals;
    use crate::ast::Refusal;

    #[test]
    fn only_what_changes_the_meaning_is_refused() {
        let found = |text: &str| refusals(text).collect::<Vec<_>>();
        let pragma = "#pragma GCC optimize (\"fast-math\")";
        assert_eq!(found(pragma), [Refusal::OtherArithmetic]);
        let attribute = "__attribute__((target(\"sse4,fma\"))) double f(void);";
        assert_eq!(found(attribute), [Refusal::OtherArithmetic]);
        let kept = "__attribute__((section(\".noinit\"))) int x;";
        assert_eq!(found(kept), [Refusal::KeptMemory]);
        assert_eq!(found("#pragma GCC optimize (\"O2\")"), []);
        assert_eq!(found("int noinit; /* fast-math */"), []);
    }
}
