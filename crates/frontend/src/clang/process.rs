//! The clang process: its arguments, its pipe without the indentation, its errors, its end.

use super::{Macro, ParseOptions, Standard, guard};
use crate::diagnostic::Diagnostic;
use crate::models;
use invar_budget::{HelperProcess, Moment};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};
use std::ffi::OsString;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Puts the address that an offset belongs to beside it, unevaluated: the whole stays an integer constant expression.
/// A macro is not expanded within itself.
pub(super) const WITH_ADDRESS: &str =
    "__builtin_offsetof(t,d)=(__builtin_offsetof(t,d)+0*sizeof(&((t*)0)->d))";

/// Old C that clang would reject by default although every compiler of its time took it.
const TOLERATED: [&str; 6] = [
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-function-pointer-types",
    "incompatible-pointer-types",
    "return-type",
];

/// As much of clang's messages as is kept.
const MESSAGE_LIMIT: u64 = 64 * 1024;
/// How often the clock is looked at while clang runs.
const PERIOD: Duration = Duration::from_millis(50);

/// A running clang. Dropping it kills the process.
pub(super) struct Clang {
    child: Arc<Mutex<Child>>,
    output: Option<ChildStdout>,
    messages: Option<JoinHandle<String>>,
    timed_out: Arc<AtomicBool>,
    /// Dropped at the end, which ends the watch.
    watch: Option<Sender<()>>,
    /// The package with the headers of the C library, where it is not the usual one.
    package: Option<&'static str>,
    /// Its CPU time counts.
    _helper: HelperProcess,
}

impl Clang {
    /// Starts clang on a file, to be read after the definitions in `models`.
    pub(super) fn start(
        file: &Path,
        models: String,
        options: &ParseOptions,
    ) -> Result<Clang, Diagnostic> {
        Clang::start_for(Product::Tree, file, models, options)
    }

    /// Starts clang on a file for what is wanted of it.
    pub(super) fn start_for(
        product: Product,
        file: &Path,
        models: String,
        options: &ParseOptions,
    ) -> Result<Clang, Diagnostic> {
        if !file.is_file() {
            return Err(Diagnostic::new(format!("{} is not a file", file.display())));
        }
        let input = if models.is_empty() {
            Input::Nothing
        } else {
            Input::Models
        };
        let mut child = with_wide_stack(|| spawn(product, file, input, options))?;
        if let Some(mut pipe) = child.stdin.take() {
            // A clang that ends early says why elsewhere.
            std::thread::spawn(move || pipe.write_all(models.as_bytes()));
        }
        limit_memory(&child, options.memory_mb);
        let helper = HelperProcess::started(child.id());
        let output = child.stdout.take();
        let messages = child.stderr.take().map(collect_messages);
        let child = Arc::new(Mutex::new(child));
        let timed_out = Arc::new(AtomicBool::new(false));
        let watch = options
            .deadline
            .map(|deadline| watch(deadline, &child, &timed_out));
        Ok(Clang {
            child,
            output,
            messages,
            timed_out,
            watch,
            package: options.own_target().map(|target| target.header_package),
            _helper: helper,
        })
    }

    /// The dump, without indentation. Empty when asked for twice.
    pub(super) fn output(&mut self) -> impl Read + use<> {
        let pipe = self.output.take();
        BufReader::with_capacity(
            1 << 16,
            WithoutIndentation {
                source: pipe,
                state: Indentation::Elsewhere,
            },
        )
    }

    /// What it prints, as it is. Empty when asked for twice.
    pub(super) fn plain_output(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = self.output.take() {
            // A clang that ends early says why elsewhere.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    }

    /// Waits for the end of the process.
    pub(super) fn finish(mut self) -> Result<(), Diagnostic> {
        let status = self.wait();
        let messages = self.messages.take().and_then(|thread| thread.join().ok());
        let messages = messages.unwrap_or_default();
        if self.timed_out.load(Ordering::SeqCst) {
            return Err(Diagnostic::new("clang was stopped at the deadline"));
        }
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) if status.signal().is_some() => Err(crash(status)),
            Ok(status) => Err(complaint(&messages, &status.to_string(), self.package)),
            Err(error) => Err(Diagnostic::new(format!("clang was lost: {error}"))),
        }
    }
}

impl Clang {
    /// Polls, so that the watch can take the lock and kill meanwhile.
    fn wait(&self) -> std::io::Result<ExitStatus> {
        loop {
            if let Some(status) = lock(&self.child).try_wait()? {
                return Ok(status);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Clang {
    fn drop(&mut self) {
        drop(self.watch.take());
        drop(self.output.take());
        stop(&self.child);
        let _ = lock(&self.child).wait();
    }
}

fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop(child: &Mutex<Child>) {
    // The only error is that the process has already ended.
    let _ = lock(child).kill();
}

/// The names under which clang is looked for, best first: the version that our tests use, what the
/// system calls clang, and the other versions whose dumps we have read.
const NAMES: [&str; 8] = [
    "clang-19", "clang", "clang-20", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14",
];

/// The programs to try, best first.
fn candidates(options: &ParseOptions) -> Vec<PathBuf> {
    if let Some(clang) = &options.clang {
        return vec![clang.clone()];
    }
    match std::env::var_os("INVAR_CLANG") {
        Some(clang) if !clang.is_empty() => vec![clang.into()],
        _ => NAMES.map(PathBuf::from).to_vec(),
    }
}

/// What clang finds at its standard input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Nothing,
    /// Definitions that it reads before the file.
    Models,
}

/// What is wanted of clang.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Product {
    /// The dump of its typed tree.
    Tree,
    /// The text after the preprocessor.
    Text,
    /// The layouts of the structs and unions that the code needs.
    Layouts,
}

fn arguments(product: Product, file: &Path, input: Input, options: &ParseOptions) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec![
        match product {
            Product::Tree => "-fsyntax-only",
            Product::Text => "-E",
            Product::Layouts => "-S",
        }
        .into(),
    ];
    // First, so that what follows has the last word.
    arguments.extend(options.further.arguments().iter().map(OsString::from));
    let standard = options.standard.as_ref().map_or("gnu11", Standard::name);
    arguments.push(format!("-std={standard}").into());
    let fixed = [
        "-w",
        "-ferror-limit=1",
        "-fno-color-diagnostics",
        "-fbracket-depth=1000000",
        // Macros must not promise arithmetic that is not ours.
        "-fno-fast-math",
    ];
    arguments.extend(fixed.map(OsString::from));
    arguments.extend(TOLERATED.map(|warning| format!("-Wno-error={warning}").into()));
    arguments.extend(guard::machine(options).into_iter().map(OsString::from));
    if product != Product::Text {
        arguments.extend(["-D".into(), WITH_ADDRESS.into()]);
    }
    let names = options.variables_of_library_names.iter();
    arguments.extend(names.map(|name| format!("-fno-builtin-{name}").into()));
    for folder in &options.include_dirs {
        arguments.extend(["-I".into(), folder.into()]);
    }
    for folder in &options.system_dirs {
        arguments.extend(["-isystem".into(), folder.into()]);
    }
    if let Some(target) = options.own_target() {
        // The headers of this machine's C library say other things than those of the target's.
        if !options.further.has_own_root() {
            arguments.push("-nostdlibinc".into());
        }
        // Past those that clang looks into itself for its target.
        let folders = target.headers.iter().map(Path::new);
        for folder in folders.filter(|folder| folder.is_dir()) {
            arguments.extend(["-idirafter".into(), folder.into()]);
        }
    }
    for each in &options.macros {
        let (option, text) = match each {
            Macro::Define(text) => ("-D", text),
            Macro::Undefine(text) => ("-U", text),
        };
        arguments.extend([option.into(), text.into()]);
    }
    if input == Input::Models {
        // Past the driver, which drops the option where the file is preprocessed.
        arguments.extend(["-Xclang", "-include", "-Xclang", models::INPUT].map(OsString::from));
    }
    for file in &options.included {
        // Past the driver as well, so that these come after the models.
        arguments.extend(["-Xclang", "-include", "-Xclang"].map(OsString::from));
        arguments.push(file.into());
    }
    let wanted: &[&str] = match product {
        Product::Tree => &["-Xclang", "-ast-dump=json"],
        Product::Text => &[],
        // Also of functions that nothing calls. Not `-fdump-record-layouts-complete`: it computes layouts before it has
        // read the attributes after a struct.
        Product::Layouts => &[
            "-emit-llvm",
            "-femit-all-decls",
            "-Xclang",
            "-fdump-record-layouts-simple",
            "-o",
            "/dev/null",
        ],
    };
    arguments.extend(wanted.iter().map(OsString::from));
    arguments.extend(["--".into(), file.into()]);
    arguments
}

fn spawn(
    product: Product,
    file: &Path,
    input: Input,
    options: &ParseOptions,
) -> Result<Child, Diagnostic> {
    let mut missing = None;
    for name in candidates(options) {
        let mut command = Command::new(&name);
        command.args(arguments(product, file, input, options));
        command
            .stdin(match input {
                Input::Nothing => Stdio::null(),
                Input::Models => Stdio::piped(),
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match command.spawn() {
            Ok(child) => return Ok(child),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                missing.get_or_insert(name);
            }
            Err(error) => {
                let message = format!("cannot run {}: {error}", name.display());
                return Err(Diagnostic::new(message));
            }
        }
    }
    Err(not_installed(&missing.unwrap_or_default()))
}

/// No candidate is there; `first` is the one that was tried first.
fn not_installed(first: &Path) -> Diagnostic {
    if first == Path::new(NAMES[0]) {
        return Diagnostic::new("clang is not installed, and invar reads C with it").with_hint(
            "on Debian and Ubuntu: `apt-get install clang`; elsewhere, name one in INVAR_CLANG",
        );
    }
    Diagnostic::new(format!("there is no clang at {}", first.display()))
        .with_hint("INVAR_CLANG names the clang to use; without it, the one in PATH is taken")
}

/// Stack that clang may use, in bytes: it recurses over the program.
const STACK: u64 = 1 << 30;

/// Starts a process with a large stack. Linux reserves address space for a stack by the limit that a
/// process starts with, so that a higher limit afterwards may come too late: the process inherits ours.
fn with_wide_stack<T>(start: impl FnOnce() -> T) -> T {
    let ours = getrlimit(Resource::Stack);
    let wide = ours.maximum.map_or(STACK, |highest| highest.min(STACK));
    let is_wider = ours.current.is_some_and(|current| current < wide);
    if is_wider {
        let limit = Rlimit {
            current: Some(wide),
            ..ours
        };
        // A stack that stays small is enough for most programs.
        let _ = setrlimit(Resource::Stack, limit);
    }
    let started = start();
    if is_wider {
        let _ = setrlimit(Resource::Stack, ours);
    }
    started
}

fn limit_memory(child: &Child, memory_mb: Option<u64>) {
    let Some(limit) = memory_mb.and_then(|megabytes| megabytes.checked_mul(1 << 20)) else {
        return;
    };
    let limit = Rlimit {
        current: Some(limit),
        maximum: Some(limit),
    };
    set_limit(child, Resource::As, limit);
}

fn set_limit(child: &Child, resource: Resource, limit: Rlimit) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // A process that is already gone needs no limit.
        let _ = prlimit(Some(pid), resource, limit);
    }
}

fn collect_messages(pipe: ChildStderr) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut pipe = pipe.take(MESSAGE_LIMIT);
        let _ = pipe.read_to_end(&mut kept);
        // The rest is read so that clang never blocks on a full pipe.
        let _ = std::io::copy(&mut pipe.into_inner(), &mut std::io::sink());
        String::from_utf8_lossy(&kept).into_owned()
    })
}

fn watch(deadline: Moment, child: &Arc<Mutex<Child>>, timed_out: &Arc<AtomicBool>) -> Sender<()> {
    let (sender, receiver) = mpsc::channel::<()>();
    let child = Arc::clone(child);
    let timed_out = Arc::clone(timed_out);
    std::thread::spawn(move || {
        loop {
            let left = deadline.saturating_duration_since(Moment::now());
            if left.is_zero() {
                timed_out.store(true, Ordering::SeqCst);
                return stop(&child);
            }
            // CPU time passes more slowly than the time that is waited.
            if receiver.recv_timeout(left.min(PERIOD)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    });
    sender
}

/// The first error line: `path:line:column: error: message`.
/// clang did not end by itself.
fn crash(status: ExitStatus) -> Diagnostic {
    Diagnostic::new(format!("clang crashed ({status})"))
        .with_hint("very deeply nested code exhausts clang's stack")
}

fn complaint(messages: &str, status: &str, package: Option<&str>) -> Diagnostic {
    for line in messages.lines() {
        for mark in [": fatal error: ", ": error: "] {
            if let Some((place, message)) = line.split_once(mark) {
                return Diagnostic {
                    message: message.to_owned(),
                    place: Some(place.to_owned()),
                    hint: missing_headers(message, package),
                };
            }
        }
    }
    let text = messages
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("no message");
    Diagnostic::new(format!("clang failed ({status}): {text}"))
}

/// The package with a header of the C library that is not there.
fn missing_headers(message: &str, package: Option<&str>) -> Option<String> {
    let file = message
        .strip_suffix("' file not found")?
        .strip_prefix('\'')?;
    // The headers for 64 bits include these, which only the package for 32 bits has.
    let is_inner = file.starts_with("bits/") || file == "gnu/stubs-32.h";
    let standard = [
        "assert.h",
        "ctype.h",
        "errno.h",
        "inttypes.h",
        "limits.h",
        "math.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "time.h",
    ];
    let (what, package) = match package {
        _ if !is_inner && !standard.contains(&file) => return None,
        Some(package) => ("the target's headers of the C library", package),
        None if is_inner => ("the 32-bit headers", "libc6-dev-i386"),
        None => ("the C library's headers", "libc6-dev"),
    };
    Some(format!(
        "{what} are missing; on Debian and Ubuntu: `apt-get install {package}`"
    ))
}

/// Where the filter is.
enum Indentation {
    /// After a newline: blanks are dropped.
    Leading,
    Elsewhere,
}

impl Indentation {
    /// Moves what is kept to the front and returns its length. Most of a deep dump is blanks: they
    /// are compared many at a time.
    fn drop_from(&mut self, text: &mut [u8]) -> usize {
        const BLANKS: [u8; 64] = [b' '; 64];
        let (mut at, mut kept) = (0, 0);
        while at < text.len() {
            match self {
                Indentation::Leading => {
                    while text[at..].starts_with(&BLANKS) {
                        at += BLANKS.len();
                    }
                    let blanks = text[at..].iter().take_while(|byte| **byte == b' ');
                    at += blanks.count();
                    match text.get(at) {
                        Some(b'\n') => at += 1,
                        Some(_) => *self = Indentation::Elsewhere,
                        None => {}
                    }
                }
                Indentation::Elsewhere => {
                    let newline = text[at..].iter().position(|byte| *byte == b'\n');
                    let end = newline.map_or(text.len(), |length| at + length);
                    text.copy_within(at..end, kept);
                    kept += end - at;
                    at = end;
                    if newline.is_some() {
                        at += 1;
                        *self = Indentation::Leading;
                    }
                }
            }
        }
        kept
    }
}

/// Drops newlines and the blanks after them: JSON strings contain no raw newline, and the
/// indentation of nested code grows with the square of its depth.
struct WithoutIndentation<R> {
    source: Option<R>,
    state: Indentation,
}

impl<R: Read> Read for WithoutIndentation<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some(source) = &mut self.source else {
            return Ok(0);
        };
        loop {
            let length = source.read(buffer)?;
            if length == 0 {
                return Ok(0);
            }
            let kept = self.state.drop_from(&mut buffer[..length]);
            if kept > 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Indentation, WithoutIndentation, complaint, not_installed};
    use std::io::Read;

    #[test]
    fn indentation_is_dropped_and_blanks_in_strings_stay() {
        let deep = " ".repeat(200);
        let text = format!("{{\n    \"a\": \"x  y\",\n\n{deep}\"b\": 1\n}}");
        let text = text.as_bytes();
        let mut filtered = String::new();
        WithoutIndentation {
            source: Some(text),
            state: Indentation::Elsewhere,
        }
        .read_to_string(&mut filtered)
        .expect("reading from memory");
        assert_eq!(filtered, "{\"a\": \"x  y\",\"b\": 1}");
    }

    #[test]
    fn indentation_may_be_cut_anywhere() {
        let text = format!("[\n{}1,\n\n  \"a b\"\n]", " ".repeat(150));
        for size in 1..200 {
            let mut state = Indentation::Elsewhere;
            let mut kept = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                let mut piece = piece.to_vec();
                let length = state.drop_from(&mut piece);
                kept.extend_from_slice(&piece[..length]);
            }
            assert_eq!(kept, b"[1,\"a b\"]", "{size}");
        }
    }

    #[test]
    fn the_first_error_is_the_diagnostic() {
        let diagnostic = complaint(
            "a.c:1:2: warning: w\na.c:3:4: error: bad\n",
            "exit status: 1",
            None,
        );
        assert_eq!(diagnostic.place.as_deref(), Some("a.c:3:4"));
        assert_eq!(diagnostic.message, "bad");
        assert_eq!(diagnostic.hint, None);
    }

    #[test]
    fn a_missing_clang_is_said_with_the_package_or_with_the_variable() {
        let hint = |first: &str| not_installed(first.as_ref()).hint.unwrap_or_default();
        assert!(hint("clang-19").contains("apt-get install clang"));
        assert!(hint("/opt/clang").contains("INVAR_CLANG names"));
    }

    #[test]
    fn missing_headers_name_their_package() {
        let hint = |file: &str| {
            let line = format!("a.c:1:10: fatal error: '{file}' file not found\n");
            complaint(&line, "exit status: 1", None)
                .hint
                .unwrap_or_default()
        };
        assert!(hint("bits/libc-header-start.h").contains("libc6-dev-i386"));
        assert!(hint("assert.h").ends_with("libc6-dev`"));
        assert_eq!(hint("motor.h"), "");
    }
}
