//! The few functions of cvc5's C interface that are used, loaded by name.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// `RTLD_NOW` of the C library: a function that is missing is noticed at once.
const NOW: c_int = 2;
/// `CVC5_INPUT_LANGUAGE_SMT_LIB_2_6`.
const SMT_LIB: c_int = 0;

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

type Object = *mut c_void;

/// Declares the functions once, as members and as what is loaded for them.
macro_rules! library {
    ($($member:ident = $name:literal: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions.
        pub struct Library {
            $($member: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Library {
            /// # Safety
            /// `handle` comes from `dlopen` of a library that has these functions with these types.
            unsafe fn of(handle: Object) -> Result<Library, String> {
                // SAFETY: by contract; a function pointer has the size of a data pointer.
                unsafe {
                    Ok(Library {
                        $($member: std::mem::transmute::<
                            Object,
                            unsafe extern "C" fn($($argument),*) $(-> $result)?,
                        >(symbol(handle, $name)?),)*
                    })
                }
            }
        }
    };
}

// As in `cvc5/c/cvc5.h` and `cvc5/c/cvc5_parser.h` of cvc5 1.2 to 1.4.
library! {
    term_manager_new = c"cvc5_term_manager_new": fn() -> Object;
    new = c"cvc5_new": fn(Object) -> Object;
    get_version = c"cvc5_get_version": fn(Object) -> *const c_char;
    symbol_manager_new = c"cvc5_symbol_manager_new": fn(Object) -> Object;
    parser_new = c"cvc5_parser_new": fn(Object, Object) -> Object;
    set_input = c"cvc5_parser_set_inc_str_input": fn(Object, c_int, *const c_char);
    append_input = c"cvc5_parser_append_inc_str_input": fn(Object, *const c_char);
    next_command = c"cvc5_parser_next_command": fn(Object, *mut *const c_char) -> Object;
    command_name = c"cvc5_cmd_get_name": fn(Object) -> *const c_char;
    invoke = c"cvc5_cmd_invoke": fn(Object, Object, Object) -> *const c_char;
    release = c"cvc5_cmd_release": fn(Object);
}

impl Library {
    /// Loads cvc5 from a folder; it stays loaded until the process ends.
    pub fn load(folder: &Path) -> Result<Library, String> {
        let file = parser_library(folder)?;
        let path = CString::new(file.as_os_str().as_bytes()).map_err(|e| e.to_string())?;
        // SAFETY: the path is a C string; loading runs the initialisers of cvc5 and nothing else.
        let handle = unsafe { dlopen(path.as_ptr(), NOW) };
        if handle.is_null() {
            return Err(last_error());
        }
        // SAFETY: the handle is that of cvc5's library.
        unsafe { Library::of(handle) }
    }

    /// A solver with a parser.
    pub fn session(&self) -> Session<'_> {
        // SAFETY: objects are made in the order that cvc5 asks for, from valid ones, and live as
        // long as the process.
        unsafe {
            let terms = (self.term_manager_new)();
            let solver = (self.new)(terms);
            let symbols = (self.symbol_manager_new)(terms);
            let parser = (self.parser_new)(solver, symbols);
            (self.set_input)(parser, SMT_LIB, c"stdin".as_ptr());
            Session {
                library: self,
                solver,
                symbols,
                parser,
            }
        }
    }
}

/// Wheels give their libraries names with a mark of the build: the first such name.
fn parser_library(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().as_bytes();
            name.starts_with(b"libcvc5parser")
        })
        .min()
        .ok_or_else(|| format!("no libcvc5parser in {}", folder.display()))
}

/// # Safety
/// `library` comes from `dlopen`.
unsafe fn symbol(library: Object, name: &CStr) -> Result<Object, String> {
    // SAFETY: the handle is valid by contract, the name is a C string.
    let found = unsafe { dlsym(library, name.as_ptr()) };
    if found.is_null() {
        return Err(last_error());
    }
    Ok(found)
}

fn last_error() -> String {
    // SAFETY: `dlerror` gives null or a string that is valid until the next call of its family.
    let message = unsafe { dlerror() };
    if message.is_null() {
        return "the library cannot be loaded".into();
    }
    // SAFETY: not null, see above.
    unsafe { CStr::from_ptr(message) }
        .to_string_lossy()
        .into_owned()
}

/// A solver with a parser.
pub struct Session<'a> {
    library: &'a Library,
    solver: Object,
    symbols: Object,
    parser: Object,
}

/// What a command says.
pub enum Reply {
    /// The conversation goes on.
    Text(Vec<u8>),
    /// The command was the last one.
    Last(Vec<u8>),
}

impl Reply {
    /// The words.
    pub fn text(&self) -> &[u8] {
        match self {
            Reply::Text(text) | Reply::Last(text) => text,
        }
    }

    /// Whether no command follows.
    pub fn is_last(&self) -> bool {
        matches!(self, Reply::Last(_))
    }
}

impl Session<'_> {
    /// The version of cvc5.
    pub fn version(&self) -> String {
        // SAFETY: the solver is valid; the result is a C string.
        let text = unsafe { CStr::from_ptr((self.library.get_version)(self.solver)) };
        text.to_string_lossy().into_owned()
    }

    /// Executes one command.
    pub fn execute(&mut self, text: &CStr) -> Reply {
        let library = self.library;
        let mut error: *const c_char = std::ptr::null();
        // SAFETY: all objects are valid; text is a C string; `error` may be written.
        let command = unsafe {
            (library.append_input)(self.parser, text.as_ptr());
            (library.next_command)(self.parser, &raw mut error)
        };
        if command.is_null() {
            let message = if error.is_null() {
                "no command".to_owned()
            } else {
                // SAFETY: cvc5 gives a C string that is valid until its next call.
                let message = unsafe { CStr::from_ptr(error) }.to_string_lossy();
                message.replace('"', "\"\"")
            };
            return Reply::Last(format!("(error \"{message}\")\n").into_bytes());
        }
        // SAFETY: the command is valid until it is released; names and replies are C strings that
        // are copied before the next call.
        unsafe {
            let is_exit = CStr::from_ptr((library.command_name)(command)) == c"exit";
            let reply = (library.invoke)(command, self.solver, self.symbols);
            let reply = if reply.is_null() {
                Vec::new()
            } else {
                CStr::from_ptr(reply).to_bytes().to_vec()
            };
            (library.release)(command);
            if is_exit {
                Reply::Last(reply)
            } else {
                Reply::Text(reply)
            }
        }
    }
}
