//! `invar submit`, `invar worker`, `invar collect` with a Redis of the test's own.

use crate::support::{folder, invar, mixing};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A Redis on loopback, and a folder as the store.
struct Site {
    redis: Child,
    broker: String,
    folder: PathBuf,
}

impl Site {
    fn new(name: &str) -> Site {
        let folder = folder(name);
        let free = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = free.local_addr().expect("bound").port();
        drop(free);
        let redis = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--appendonly", "yes", "--save", "", "--dir"])
            .arg(&folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server runs; scripts/setup installs it");
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "no Redis");
            std::thread::sleep(Duration::from_millis(20));
        }
        Site {
            redis,
            broker: format!("redis://127.0.0.1:{port}"),
            folder,
        }
    }

    /// A command of invar with the store, and the broker where it takes one.
    fn command(&self, name: &str) -> Command {
        let mut command = invar();
        command
            .arg(name)
            .arg("--store")
            .arg(self.folder.join("store"));
        if name != "collect" {
            command.args(["--broker", &self.broker]);
        }
        command.current_dir(&self.folder);
        command
    }

    fn run(&self, name: &str, arguments: &[&str]) -> Output {
        let output = self.command(name).args(arguments).output();
        output.expect("invar runs")
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.redis.kill();
        let _ = self.redis.wait();
    }
}

fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const HEADER: &str = "#define LIMIT 9\n";
const SAFE: &str = "#include <assert.h>
#include \"limit.h\"
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < LIMIT)
    assert(x + x < 17);
  return 0;
}
";

#[test]
fn files_go_through_the_queue_and_places_are_those_of_the_files() {
    let site = Site::new("cli_fleet_files");
    site.write("headers/limit.h", HEADER);
    site.write("safe.c", SAFE);
    site.write("unsafe.c", &SAFE.replace("17", "16"));
    let files = ["safe.c", "unsafe.c", "-I", "headers", "--timeout", "20s"];
    let submitted = site.run("submit", &files);
    assert_eq!(submitted.status.code(), Some(0), "{submitted:?}");
    let said = error_text(&submitted);
    assert_eq!(
        said,
        "batch default: 2 tasks submitted, 0 have a result already\n"
    );
    let early = site.run("collect", &[]);
    assert_eq!(early.status.code(), Some(3), "{early:?}");
    assert_eq!(
        error_text(&early),
        "batch default: 2 tasks, 2 without a result\n"
    );
    // The sources stand alone: workers have no such files.
    std::fs::remove_dir_all(site.folder.join("headers")).expect("removed");
    let worker = site.run("worker", &["--idle-exit", "0s", "--log", "json"]);
    assert_eq!(worker.status.code(), Some(0), "{worker:?}");
    let log: Vec<Value> = error_text(&worker)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let done = log.iter().filter(|line| line["message"] == "done");
    let verdicts: Vec<&Value> = done.map(|line| &line["verdict"]).collect();
    assert_eq!(verdicts, ["safe", "unsafe"]);
    let collected = site.run("collect", &["--format", "json"]);
    assert_eq!(collected.status.code(), Some(0), "{collected:?}");
    let text = String::from_utf8(collected.stdout).expect("text");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    for (line, (path, verdict)) in lines
        .iter()
        .zip([("safe.c", "safe"), ("unsafe.c", "unsafe")])
    {
        assert_eq!(line["path"], path);
        let report = &line["report"];
        assert_eq!(
            (&report["verdict"], &report["certified"]),
            (&verdict.into(), &true.into())
        );
        assert_eq!(report["file"], path);
        let place = &report["assertions"][0]["place"];
        assert_eq!((&place["file"], &place["line"]), (&path.into(), &7.into()));
        assert!(!line.to_string().contains("invar-worker"), "{line}");
    }
    std::fs::create_dir_all(site.folder.join("headers")).expect("writable");
    site.write("headers/limit.h", HEADER);
    let again = site.run("submit", &files);
    assert_eq!(
        error_text(&again),
        "batch default: 0 tasks submitted, 2 have a result already\n"
    );
    // In another batch the same programs are answered from what the first left in the store.
    let second = [&files[..], &["--batch", "second"]].concat();
    assert_eq!(site.run("submit", &second).status.code(), Some(0));
    let worker = site.run("worker", &["--idle-exit", "0s"]);
    assert_eq!(worker.status.code(), Some(0), "{worker:?}");
    let collected = site.run("collect", &["--batch", "second", "--format", "json"]);
    let text = String::from_utf8(collected.stdout).expect("text");
    assert_eq!(text.lines().count(), 2, "{text}");
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let store = &line["report"]["store"];
        assert_eq!(
            (&store["hits"], &store["misses"]),
            (&1.into(), &0.into()),
            "{store}"
        );
    }
    assert!(
        !site.folder.join("store/trimmed").exists(),
        "workers trim nothing"
    );
    // Another limit is another program, though the batch and the number are the same.
    site.write("headers/limit.h", "#define LIMIT 8\n");
    let other = site.run("submit", &files);
    assert_eq!(
        error_text(&other),
        "batch default: 2 tasks submitted, 0 have a result already\n"
    );
}

#[test]
fn tables_give_the_results_of_bench() {
    let site = Site::new("cli_fleet_table");
    let program = |holds: u32| {
        format!("#include <assert.h>\nint main(void) {{ assert({holds}); return 0; }}\n")
    };
    site.write("set/good.c", &program(1));
    site.write("set/bad.c", &program(0));
    site.write(
        "tasks.csv",
        "path,property,expected,data_model,note\nset/good.c,assert,true,LP64,\nset/bad.c,assert,false,ILP32,\n",
    );
    let submitted = site.run(
        "submit",
        &[
            "--tasks",
            "tasks.csv",
            "--batch",
            "b",
            "--timeout",
            "20s",
            "--priority",
            "high",
        ],
    );
    assert_eq!(submitted.status.code(), Some(0), "{submitted:?}");
    let mut worker = site
        .command("worker")
        .args(["--idle-exit", "0s", "--jobs", "2"])
        .stderr(Stdio::null())
        .spawn()
        .expect("invar runs");
    let collected = site.run("collect", &["--batch", "b", "--wait", "--out", "out"]);
    assert_eq!(collected.status.code(), Some(0), "{collected:?}");
    assert!(worker.wait().expect("it ends").success());
    let table = std::fs::read_to_string(site.folder.join("out/results.csv")).expect("written");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 3, "{table}");
    assert_eq!(
        rows[0][..6],
        [
            "path",
            "property",
            "expected",
            "verdict",
            "outcome",
            "certified"
        ]
    );
    assert_eq!(
        rows[1][..6],
        ["set/good.c", "assert", "true", "safe", "correct", "true"]
    );
    assert_eq!(
        rows[2][..6],
        ["set/bad.c", "assert", "false", "unsafe", "correct", "true"]
    );
    let bench = invar()
        .args(["bench", "--tasks", "tasks.csv", "--out", "bench"])
        .current_dir(&site.folder)
        .output()
        .expect("invar runs");
    assert!(bench.status.success());
    let bench = std::fs::read_to_string(site.folder.join("bench/results.csv")).expect("written");
    assert_eq!(bench.lines().next(), table.lines().next());
}

/// The processes below one, whichever of its threads started them.
fn below(parent: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{parent}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let children: String = threads
        .map(|thread| std::fs::read_to_string(thread.path().join("children")).unwrap_or_default())
        .collect();
    let children = children
        .split_whitespace()
        .filter_map(|pid| pid.parse().ok());
    children
        .flat_map(|child| [vec![child], below(child)].concat())
        .collect()
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn is_there(pid: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

fn read_metrics(address: &str) -> String {
    let mut text = String::new();
    if let Ok(mut connection) = TcpStream::connect(address) {
        let _ = write!(connection, "GET /metrics HTTP/1.1\r\n\r\n");
        let _ = connection.read_to_string(&mut text);
    }
    text
}

#[test]
fn killed_and_stopped_workers_leave_their_task_to_others() {
    let site = Site::new("cli_fleet_killed");
    site.write("slow.c", &mixing(4));
    let submitted = site.run("submit", &["slow.c", "--timeout", "3s"]);
    assert_eq!(submitted.status.code(), Some(0), "{submitted:?}");
    let port = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = port.local_addr().expect("bound").to_string();
    drop(port);
    let start = |arguments: &[&str]| {
        let mut command = site.command("worker");
        command.args(arguments).stderr(Stdio::null());
        command.spawn().expect("invar runs")
    };
    let busy = |worker: &Child| !below(worker.id()).is_empty();
    let mut killed = start(&["--lease", "2s"]);
    wait_until("no check", || busy(&killed));
    let children = below(killed.id());
    killed.kill().expect("it runs");
    killed.wait().expect("it ends");
    wait_until("checks end with their worker", || {
        !children.iter().any(|pid| is_there(*pid))
    });
    let mut stopped = start(&["--lease", "2s", "--metrics", &address]);
    wait_until("no check again", || busy(&stopped));
    let metrics = read_metrics(&address);
    assert!(
        metrics.contains("invar_tasks_redelivered_total 1"),
        "{metrics}"
    );
    assert!(
        metrics.contains("invar_queue_length{state=\"in hand\"} 1"),
        "{metrics}"
    );
    let children = below(stopped.id());
    terminate(stopped.id());
    assert!(stopped.wait().expect("it ends").success());
    assert!(!children.iter().any(|pid| is_there(*pid)));
    assert_eq!(
        site.run("collect", &[]).status.code(),
        Some(3),
        "no half results"
    );
    // It was given back: no worker waits for the end of a lease.
    let last = site.run("worker", &["--once", "--lease", "60s"]);
    assert_eq!(last.status.code(), Some(0), "{last:?}");
    let collected = site.run("collect", &[]);
    assert_eq!(collected.status.code(), Some(0), "{collected:?}");
    let table = String::from_utf8_lossy(&collected.stdout).into_owned();
    assert!(table.contains("timeout after"), "{table}");
}

fn terminate(pid: u32) {
    let sent = Command::new("kill").arg(pid.to_string()).status();
    assert!(sent.expect("kill runs").success());
}

#[test]
fn what_cannot_be_done_is_said() {
    let site = Site::new("cli_fleet_refused");
    site.write("broken.c", "#include \"nowhere.h\"\n");
    let refused = |name: &str, arguments: &[&str]| {
        let output = site.run(name, arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        error_text(&output)
    };
    assert!(refused("submit", &["broken.c"]).contains("'nowhere.h' file not found"));
    assert!(refused("collect", &["--batch", "other"]).contains("there is no batch other"));
    assert!(Path::new(&site.folder).exists());
    let secret = invar()
        .args([
            "worker",
            "--store",
            "s",
            "--broker",
            "redis://me:secret@h:1",
        ])
        .output()
        .expect("invar runs");
    assert_eq!(secret.status.code(), Some(2));
    assert!(!error_text(&secret).contains("secret@"), "{secret:?}");
}
