//! Files for code hosts and services: SARIF, JUnit, GitLab's code quality report.

mod code_quality;
mod junit;
mod sarif;

pub use code_quality::code_quality;
pub use junit::junit;
pub use sarif::sarif;
