//! The rooms of the workspace and what each must not know, checked on the manifests and sources.
//!
//! Which crate may use which is read from the table in ARCHITECTURE.md, which must be what the manifests say. The
//! tables below are the rest of what that page promises. Every rule is a function from facts to complaints, and each
//! has a test that feeds it a made-up offender.

#[path = "architecture/strip.rs"]
mod strip;
#[path = "architecture/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use strip::code_only;
use table::Row;

/// Crates from outside that only some rooms may use.
const BOUND: &[(&str, &[&str])] = &[
    ("rustsat", &["sat", "certify"]),
    ("rustsat-batsat", &["sat"]),
    ("rustsat-cadical", &["sat", "certify"]),
    ("z3", &["solver"]),
    ("z3-sys", &["solver"]),
    ("clap", &["cli", "compare"]),
    (
        "rustix",
        &["budget", "cli", "confirm", "frontend", "solver"],
    ),
    ("signal-hook", &["cli"]),
    ("plotters", &["compare"]),
    ("opendal", &["store"]),
    ("redis", &["store", "fleet"]),
    ("tokio", &["store", "agent"]),
];

/// Rooms whose first page need not say what they must not know: they see everything.
const SEE_EVERYTHING: &[&str] = &["testkit", "cli"];

/// The room that others embed: what it has to say it returns or tells an observer.
const SILENT_ROOM: &str = "verify";

/// What prints, and what reads what the user types. A child process has such streams too; ours are got by a call.
const CONSOLE: &[&str] = &["print!", "println!", "stdin()", "stdout()", "stderr()"];

/// The only room with `unsafe` code: back ends that call C.
const UNSAFE_ROOM: &str = "solver";

const MAX_LINES: usize = 700;

/// The only folder in which the engines make solvers, and how that looks without blanks.
const ASKING_FOLDER: &str = "engine/src/query/";
const MAKES_SOLVERS: &[&str] = &["dynSolver>", ".solver.make("];

/// The crate that glues the others together, and what its sources stay below: what decides something has a crate of its own.
const THIN_CRATE: &str = "cli";
const THIN_CRATE_LINES: usize = 7_000;

/// A manifest, as far as the rules look at it.
struct Manifest {
    /// Name of the folder under `crates/`.
    room: String,
    description: String,
    /// Packages that the library or its build script uses; dev-dependencies are not among them.
    uses: Vec<String>,
    text: String,
}

/// The name of the room after a package name; `None` for crates from outside.
fn room_of(package: &str) -> Option<&str> {
    match package {
        "invar" => Some("cli"),
        other => other.strip_prefix("invar-"),
    }
}

/// A manifest must use exactly the crates of ours that its row names.
fn check_dependencies(rows: &[Row], manifest: &Manifest) -> Vec<String> {
    let room = manifest.room.as_str();
    let Some(row) = rows.iter().find(|row| row.room == room) else {
        return vec![format!("{room} is not in the table of crates")];
    };
    let used: Vec<&str> = manifest
        .uses
        .iter()
        .filter_map(|package| room_of(package))
        .collect();
    let allowed: Vec<&str> = row.may_use.iter().map(String::as_str).collect();
    let mut complaints = Vec::new();
    for name in &used {
        if !allowed.contains(name) {
            complaints.push(format!("{room} must not use {name}"));
        }
    }
    for name in &allowed {
        if !used.contains(name) {
            complaints.push(format!(
                "{room} may use {name}, which its manifest does not"
            ));
        }
    }
    complaints
}

fn check_foreign_crates(manifest: &Manifest) -> Vec<String> {
    let room = manifest.room.as_str();
    let mut complaints = Vec::new();
    for package in &manifest.uses {
        let bound = BOUND.iter().find(|(name, _)| name == package);
        if bound.is_some_and(|(_, owners)| !owners.contains(&room)) {
            complaints.push(format!("{room} must not use {package}"));
        }
    }
    complaints
}

/// A crate uses only crates above it in the table, so that the table has no cycle.
fn check_order(rows: &[Row]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (position, row) in rows.iter().enumerate() {
        for used in &row.may_use {
            if !rows[..position].iter().any(|above| above.room == *used) {
                complaints.push(format!(
                    "{} uses {used}, which is not above it in the table",
                    row.room
                ));
            }
        }
    }
    complaints
}

fn check_lints(manifest: &Manifest) -> Vec<String> {
    let mut section = "";
    for line in manifest.text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        }
        let in_section = section == "[lints]" && line.replace(' ', "") == "workspace=true";
        if in_section || line.replace(' ', "") == "lints.workspace=true" {
            return Vec::new();
        }
    }
    vec![format!(
        "{} does not take the workspace's lints",
        manifest.room
    )]
}

/// The first line of `lib.rs` is the description; its head says what the room must not know.
fn check_first_page(manifest: &Manifest, library: &str) -> Vec<String> {
    let room = manifest.room.as_str();
    let mut complaints = Vec::new();
    let wanted = format!("//! {}", manifest.description);
    let first = library.lines().next().unwrap_or_default();
    if first != wanted {
        complaints.push(format!(
            "{room}: lib.rs starts with {first:?}, expected {wanted:?}"
        ));
    }
    let page: Vec<&str> = library
        .lines()
        .take_while(|line| line.starts_with("//!"))
        .collect();
    let says_it = page.iter().any(|line| line.contains("Must not know:"));
    // A room without a line of code knows nothing yet.
    let is_empty = library
        .lines()
        .all(|line| line.starts_with("//!") || line.is_empty());
    if !says_it && !is_empty && !SEE_EVERYTHING.contains(&room) {
        complaints.push(format!(
            "{room}: the head of lib.rs lacks a line \"Must not know:\""
        ));
    }
    complaints
}

fn check_source(room: &str, path: &str, source: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let lines = source.lines().count();
    if lines > MAX_LINES {
        complaints.push(format!("{path} has {lines} lines, more than {MAX_LINES}"));
    }
    let code = code_only(source);
    let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    // Naming the lint is as bad: the only reason to name it is to allow it.
    if room != UNSAFE_ROOM && words.any(|word| word == "unsafe" || word == "unsafe_code") {
        complaints.push(format!("{path} has unsafe code outside {UNSAFE_ROOM}"));
    }
    let shipped = !path.contains("/examples/") && !path.contains("/tests/");
    if room == SILENT_ROOM && shipped && CONSOLE.iter().any(|word| code.contains(word)) {
        complaints.push(format!(
            "{path} uses the console, which {SILENT_ROOM} must not"
        ));
    }
    let is_engine = path.starts_with("engine/src/") && !path.contains("/tests");
    if is_engine && !path.starts_with(ASKING_FOLDER) {
        let dense: String = code.split_whitespace().collect();
        if MAKES_SOLVERS.iter().any(|made| dense.contains(made)) {
            complaints.push(format!(
                "{path} makes solvers, which only {ASKING_FOLDER} does"
            ));
        }
    }
    complaints
}

/// The crate that only glues stays small.
fn check_size(lines: usize) -> Vec<String> {
    if lines < THIN_CRATE_LINES {
        return Vec::new();
    }
    vec![format!(
        "{THIN_CRATE} has {lines} lines; it must stay below {THIN_CRATE_LINES}"
    )]
}

fn workspace_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("testkit lies in crates/ of the workspace")
        .to_owned()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every member of the workspace, as cargo understands it.
fn manifests() -> Vec<Manifest> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(workspace_root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages.iter().map(manifest_of).collect()
}

fn manifest_of(package: &serde_json::Value) -> Manifest {
    let path = Path::new(package["manifest_path"].as_str().expect("a path"));
    let folder = path
        .parent()
        .and_then(Path::file_name)
        .expect("a manifest lies in a folder");
    let dependencies = package["dependencies"]
        .as_array()
        .expect("a list of dependencies");
    let uses = dependencies
        .iter()
        .filter(|dependency| dependency["kind"] != "dev");
    Manifest {
        room: folder.to_string_lossy().into_owned(),
        description: package["description"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
        uses: uses
            .map(|used| used["name"].as_str().expect("a name").to_owned())
            .collect(),
        text: read(path),
    }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    for path in entries.map(|entry| entry.expect("a readable entry").path()) {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn rows_of_the_page() -> Vec<Row> {
    let page = read(&workspace_root().join("ARCHITECTURE.md"));
    table::rows(&page).unwrap_or_else(|error| panic!("ARCHITECTURE.md: {error}"))
}

#[track_caller]
fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn the_table_of_crates_is_what_the_manifests_say() {
    let manifests = manifests();
    let rows = rows_of_the_page();
    let found: BTreeSet<&str> = manifests.iter().map(|m| m.room.as_str()).collect();
    let listed: BTreeSet<&str> = rows.iter().map(|row| row.room.as_str()).collect();
    assert_eq!(found, listed);
    let mut complaints = check_order(&rows);
    for manifest in &manifests {
        complaints.extend(check_dependencies(&rows, manifest));
        complaints.extend(check_foreign_crates(manifest));
    }
    assert_none(complaints);
}

#[test]
fn every_room_takes_the_lints_of_the_workspace() {
    assert_none(manifests().iter().flat_map(check_lints).collect());
}

#[test]
fn every_library_says_what_it_is_and_must_not_know() {
    let mut complaints = Vec::new();
    for manifest in manifests() {
        let library = workspace_root()
            .join("crates")
            .join(&manifest.room)
            .join("src/lib.rs");
        if library.exists() {
            complaints.extend(check_first_page(&manifest, &read(&library)));
        }
    }
    assert_none(complaints);
}

#[test]
fn files_are_short_and_unsafe_code_stays_in_its_room() {
    let crates = workspace_root().join("crates");
    let mut files = Vec::new();
    rust_files(&crates, &mut files);
    files.sort();
    assert!(
        files.len() > rows_of_the_page().len(),
        "only {} files found",
        files.len()
    );
    let mut complaints = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(&crates).expect("a file below crates");
        let room = inside
            .iter()
            .next()
            .expect("a path has a part")
            .to_string_lossy();
        complaints.extend(check_source(&room, &inside.to_string_lossy(), &read(file)));
    }
    assert_none(complaints);
}

#[test]
fn the_command_line_stays_thin() {
    let mut files = Vec::new();
    rust_files(
        &workspace_root().join("crates").join(THIN_CRATE).join("src"),
        &mut files,
    );
    let lines: usize = files.iter().map(|file| read(file).lines().count()).sum();
    assert!(lines > 0);
    assert_none(check_size(lines));
    assert_none(check_size(THIN_CRATE_LINES - 1));
    assert_eq!(check_size(THIN_CRATE_LINES).len(), 1);
}

fn made_up(room: &str, uses: &[&str]) -> Manifest {
    Manifest {
        room: room.to_owned(),
        description: "A room.".to_owned(),
        uses: uses.iter().map(|name| (*name).to_owned()).collect(),
        text: "[package]\nname = \"x\"\n[lints]\nworkspace = true\n".to_owned(),
    }
}

fn made_up_row(room: &str, may_use: &[&str]) -> Row {
    Row {
        room: room.to_owned(),
        may_use: may_use.iter().map(|name| (*name).to_owned()).collect(),
    }
}

#[test]
fn bad_dependencies_are_caught() {
    let rows = [
        made_up_row("term", &[]),
        made_up_row("solver", &["term"]),
        made_up_row("engine", &["term", "solver"]),
    ];
    let check = |room, uses: &[&str]| check_dependencies(&rows, &made_up(room, uses)).join("; ");
    assert_eq!(
        check("engine", &["invar-term", "invar-solver", "thiserror"]),
        ""
    );
    assert_eq!(check("term", &["invar"]), "term must not use cli");
    assert_eq!(
        check("engine", &["invar-term", "invar-solver", "invar-certify"]),
        "engine must not use certify"
    );
    assert_eq!(
        check("engine", &["invar-term"]),
        "engine may use solver, which its manifest does not"
    );
    assert_eq!(check("attic", &[]), "attic is not in the table of crates");
    let json = serde_json::json!({
        "manifest_path": workspace_root().join("crates/term/Cargo.toml"),
        "description": "x",
        "dependencies": [
            { "name": "invar-engine", "kind": null },
            { "name": "invar-testkit", "kind": "dev" },
            { "name": "invar-solver", "kind": "build" },
        ],
    });
    let complaints = check_dependencies(&rows, &manifest_of(&json));
    assert_eq!(
        complaints,
        ["term must not use engine", "term must not use solver"]
    );
}

#[test]
fn bad_foreign_crates_are_caught() {
    let check = |room, uses: &[&str]| check_foreign_crates(&made_up(room, uses)).join("; ");
    assert_eq!(check("solver", &["z3-sys", "invar-term"]), "");
    assert_eq!(check("encode", &["z3"]), "encode must not use z3");
    assert_eq!(
        check("verify", &["clap", "rustix"]),
        "verify must not use clap; verify must not use rustix"
    );
    assert_eq!(check("compare", &["plotters", "clap"]), "");
}

#[test]
fn a_row_above_what_it_uses_is_caught() {
    let term = || made_up_row("term", &[]);
    let solver = || made_up_row("solver", &["term"]);
    assert_none(check_order(&[term(), solver()]));
    assert_eq!(
        check_order(&[solver(), term()]),
        ["solver uses term, which is not above it in the table"]
    );
}

#[test]
fn bad_tables_are_caught() {
    let page = |row: &str| {
        format!(
            "## Crates\n\n| crate | does | may use | must not know |\n|---|---|---|---|\n{row}\n\n| `x` |"
        )
    };
    assert_eq!(
        table::rows(&page("| `a` | does | b, c | d |")),
        Ok(vec![made_up_row("a", &["b", "c"])])
    );
    assert_eq!(
        table::rows(&page("| `a` | does | | d |")),
        Ok(vec![made_up_row("a", &[])])
    );
    assert!(table::rows(&page("| `a` | does | all but b | d |")).is_err());
    assert!(table::rows(&page("| a | does | b | d |")).is_err());
    assert!(table::rows(&page("| `a` | b | d |")).is_err());
    assert!(table::rows("## Crates\n").is_err());
}

#[test]
fn missing_lints_are_caught() {
    let mut manifest = made_up("term", &[]);
    assert_none(check_lints(&manifest));
    manifest.text = "[package]\nname = \"x\"\n[lints.rust]\nunsafe_code = \"allow\"\n".to_owned();
    assert_eq!(check_lints(&manifest).len(), 1);
    manifest.text = "[package]\nworkspace = true\n".to_owned();
    assert_eq!(check_lints(&manifest).len(), 1);
}

#[test]
fn bad_first_pages_are_caught() {
    let check = |room, page| check_first_page(&made_up(room, &[]), page).len();
    assert_eq!(
        check("term", "//! A room.\n//!\n//! Must not know: C.\nmod x;\n"),
        0
    );
    assert_eq!(
        check("term", "//! Another room.\n//! Must not know: C.\n"),
        1
    );
    assert_eq!(
        check("term", "//! A room.\nmod x; // Must not know: C.\n"),
        1
    );
    assert_eq!(check("testkit", "//! A room.\nmod x;\n"), 0);
    assert_eq!(check("term", "//! A room.\n"), 0);
    assert_eq!(check("term", ""), 1);
}

#[test]
fn bad_sources_are_caught() {
    let check = |room, source: &str| check_source(room, "x.rs", source).len();
    assert_eq!(check("engine", "fn f() { unsafe { g() } }"), 1);
    assert_eq!(check("engine", "#![allow(unsafe_code)]"), 1);
    assert_eq!(check("solver", "fn f() { unsafe { g() } }"), 0);
    assert_eq!(
        check(
            "engine",
            "// unsafe\n/* unsafe /* unsafe */ unsafe */ fn f() {}"
        ),
        0
    );
    assert_eq!(
        check(
            "engine",
            "let a = \"unsafe \\\" unsafe\"; let unsafe_count = 1;"
        ),
        0
    );
    assert_eq!(
        check("engine", "let a = r#\"x\" unsafe\"#; let r#type = 'a';"),
        0
    );
    assert_eq!(check("engine", "let q = '\"'; unsafe {} let p = '\"';"), 1);
    assert_eq!(
        check(
            "engine",
            "let q = '\\''; unsafe {} let p: &'static str = \"\";"
        ),
        1
    );
    assert_eq!(check("engine", "fn f<'a>(x: &'a u8) { unsafe {} }"), 1);
    assert_eq!(check("verify", "fn f() { println!(); }"), 1);
    assert_eq!(check("verify", "let out = std::io::stdout();"), 1);
    assert_eq!(check("verify", "fn f() { eprint!(); }"), 1);
    assert_eq!(check("verify", "// println!\nlet text = output.stdout;"), 0);
    assert_eq!(check("cli", "fn f() { println!(); }"), 0);
    let example = check_source("verify", "verify/examples/x.rs", "fn f() { println!(); }");
    assert_none(example);
    let asks = |path| {
        let source = "let made = context\n.solver\n.make(terms);";
        check_source("engine", path, source).len()
    };
    assert_eq!(asks("engine/src/shared/tree/check.rs"), 1);
    assert_eq!(asks("engine/src/shared/tree/tests/check.rs"), 0);
    assert_eq!(asks("engine/src/query/incremental.rs"), 0);
    assert_eq!(check("engine", &"\n".repeat(MAX_LINES)), 0);
    assert_eq!(check("engine", &"\n".repeat(MAX_LINES + 1)), 1);
}
