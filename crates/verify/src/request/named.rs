//! Choices by name: one list from which the command line, files and requests read.

/// A choice that has a name.
pub trait Named: Copy + Eq + Send + Sync + 'static {
    /// Every value, the default first.
    const ALL: &'static [Self];

    /// The name in commands, files and reports.
    fn name(self) -> &'static str;

    /// What it means, in a sentence or two.
    fn help(self) -> String;

    /// A name that it had before, which is still understood.
    fn former_name(self) -> Option<&'static str> {
        None
    }

    /// The value of a name.
    fn named(name: &str) -> Option<Self> {
        let is_its = |value: &Self| value.name() == name || value.former_name() == Some(name);
        Self::ALL.iter().copied().find(is_its)
    }
}

/// Defines an enumeration of choices; comments are their help, the first one is the default.
macro_rules! named {
    (
        $(#[$about:meta])*
        $visibility:vis enum $type:ident {
            $( $(#[doc = $help:literal])+ $variant:ident = $name:literal ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
        $visibility enum $type {
            $( $(#[doc = $help])+ #[serde(rename = $name)] $variant ),+
        }

        impl $type {
            /// The name in commands, files and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $( $type::$variant => $name ),+
                }
            }
        }

        impl $crate::request::Named for $type {
            const ALL: &'static [$type] = &[$( $type::$variant ),+];

            fn name(self) -> &'static str {
                $type::name(self)
            }

            fn help(self) -> String {
                let text = match self {
                    $( $type::$variant => concat!($($help),+) ),+
                };
                text.trim().to_owned()
            }
        }

        impl Default for $type {
            fn default() -> $type {
                <$type as $crate::request::Named>::ALL[0]
            }
        }
    };
}

pub(crate) use named;
