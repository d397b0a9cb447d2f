//! What a client may ask for.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder and the time that calls have to keep to.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Files are inside.
    pub folder: PathBuf,
    /// A call may take so long.
    pub time: Duration,
}

impl Bounds {
    /// A file inside the folder, as a path for a command line.
    ///
    /// # Errors
    ///
    /// It is not there, or not inside.
    pub fn file(&self, name: &str) -> Result<String, String> {
        let outside = || format!("{name} is not inside {}", self.folder.display());
        let folder = self
            .folder
            .canonicalize()
            .map_err(|error| error.to_string())?;
        let path = folder.join(Path::new(name));
        let path = path
            .canonicalize()
            .map_err(|error| format!("{name}: {error}"))?;
        if !path.starts_with(&folder) {
            return Err(outside());
        }
        path.into_os_string().into_string().map_err(|_| outside())
    }

    /// The time of a call, as an argument.
    pub fn timeout(&self, seconds: Option<u64>) -> String {
        let most = self.time.as_secs().max(1);
        format!("{}s", seconds.unwrap_or(most).clamp(1, most))
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;
    use std::time::Duration;

    #[test]
    fn files_outside_and_longer_times_are_refused() {
        let folder = std::env::temp_dir().join(format!("invar-agent-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("src")).expect("writable");
        std::fs::write(folder.join("src/a.c"), "").expect("writable");
        let bounds = Bounds {
            folder: folder.join("src"),
            time: Duration::from_secs(30),
        };
        assert!(
            bounds
                .file("a.c")
                .is_ok_and(|path| path.ends_with("src/a.c"))
        );
        for name in ["b.c", "../x.c", "/etc/passwd", "../src/../../etc"] {
            assert!(bounds.file(name).is_err(), "{name}");
        }
        #[cfg(unix)]
        {
            let link = folder.join("src/link.c");
            std::os::unix::fs::symlink("/etc/passwd", &link).expect("writable");
            assert!(bounds.file("link.c").is_err(), "a link that leads outside");
        }
        assert_eq!(bounds.timeout(Some(900)), "30s");
        assert_eq!(bounds.timeout(Some(0)), "1s");
        assert_eq!(bounds.timeout(None), "30s");
        std::fs::remove_dir_all(folder).expect("ours");
    }
}
