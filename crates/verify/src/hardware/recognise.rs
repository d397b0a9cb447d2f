//! Which files are hardware models.

use std::io::Read;
use std::path::{Path, PathBuf};

/// Formats of hardware models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelFormat {
    /// AIGER, text or binary.
    Aiger,
    /// BTOR2.
    Btor2,
}

impl ModelFormat {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            ModelFormat::Aiger => "aiger",
            ModelFormat::Btor2 => "btor2",
        }
    }

    /// The format of a file: AIGER by how it begins or what it is called, BTOR2, which begins with anything, by what it
    /// is called.
    pub fn of(path: &Path) -> Option<ModelFormat> {
        let named = path.extension().and_then(|extension| extension.to_str());
        match named {
            Some("aig" | "aag") => Some(ModelFormat::Aiger),
            Some("btor" | "btor2") => Some(ModelFormat::Btor2),
            // What is called a C file is one.
            Some("c" | "i" | "h") => None,
            _ => {
                let mut begin = [0; 4];
                let mut file = std::fs::File::open(path).ok()?;
                file.read_exact(&mut begin).ok()?;
                matches!(&begin, b"aig " | b"aag ").then_some(ModelFormat::Aiger)
            }
        }
    }
}

/// The hardware model among the files, if there is one.
pub fn model(files: &[PathBuf]) -> Option<(&Path, ModelFormat)> {
    let mut files = files.iter();
    files.find_map(|file| Some((file.as_path(), ModelFormat::of(file)?)))
}
