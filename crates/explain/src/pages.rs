//! The text of the pages: `pages.toml`.

use serde::Deserialize;
use std::sync::LazyLock;

/// A page.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    /// Its word.
    pub(super) name: String,
    /// Other words that lead here.
    pub(super) also: Vec<String>,
    /// What it means; the first sentence is in the list.
    pub(super) what: String,
    pub(super) why: String,
    pub(super) help: String,
    pub(super) example: String,
}

#[derive(Deserialize)]
struct Pages {
    page: Vec<Page>,
}

/// Every page, in the order of the list.
pub(super) static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let pages: Pages = toml::from_str(include_str!("pages.toml")).expect("a test reads the pages");
    pages.page
});
