//! The recipes in contrib/fleet: they are read, and what they run is run.

use crate::support::folder;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn recipe(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/fleet");
    folder.join(name)
}

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> T {
    let text = std::fs::read_to_string(recipe(name)).expect("readable");
    serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs a shell command in a folder, with invar in the path.
fn shell(command: &str, folder: &Path, environment: &[(&str, &str)]) -> Output {
    let invar = Path::new(env!("CARGO_BIN_EXE_invar"));
    let path = format!(
        "{}:{}",
        invar.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .envs(environment.iter().copied())
        .output()
        .expect("bash runs")
}

/// A folder with a table of forty tasks.
fn table(name: &str) -> PathBuf {
    let folder = folder(name);
    let rows: String = (0..40)
        .map(|number| format!("set/task_{number}.c,assert,true,LP64,\n"))
        .collect();
    let table = format!("path,property,expected,data_model,note\n{rows}");
    std::fs::write(folder.join("tasks.csv"), table).expect("writable");
    folder
}

/// The paths that a dry run prints; each task is in one of the shards.
fn add(paths: &mut BTreeSet<String>, output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.lines().count() > 0, "{output:?}");
    for line in text.lines() {
        assert!(paths.insert(line.to_owned()), "{line} is in two shards");
    }
}

#[test]
fn slurm_counts_shards_from_one_wherever_the_array_begins() {
    for first in [0, 1, 7] {
        let folder = table(&format!("recipe_slurm_{first}"));
        let mut paths = BTreeSet::new();
        for id in first..first + 4 {
            let id = id.to_string();
            let environment = [
                ("SLURM_ARRAY_TASK_ID", id.as_str()),
                ("SLURM_ARRAY_TASK_MIN", &first.to_string()),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
            ];
            let script = format!("{} --dry-run", recipe("slurm.sh").display());
            add(&mut paths, &shell(&script, &folder, &environment));
        }
        assert_eq!(paths.len(), 40);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Job {
    kind: String,
    spec: JobSpec,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JobSpec {
    completion_mode: Option<String>,
    completions: Option<u32>,
    template: Template,
}

#[derive(Deserialize)]
struct Template {
    spec: PodSpec,
}

#[derive(Deserialize)]
struct PodSpec {
    containers: Vec<Container>,
}

#[derive(Deserialize)]
struct Container {
    command: Vec<String>,
    args: Vec<String>,
    #[serde(default)]
    env: Vec<Variable>,
}

#[derive(Deserialize)]
struct Variable {
    name: String,
    #[serde(default)]
    value: String,
}

#[test]
fn kubernetes_indices_are_shards() {
    let job: Job = read("kubernetes-shards.yaml");
    assert_eq!(job.kind, "Job");
    assert_eq!(job.spec.completion_mode.as_deref(), Some("Indexed"));
    let completions = job.spec.completions.expect("a number");
    let container = &job.spec.template.spec.containers[0];
    assert_eq!(container.command, ["sh", "-c"]);
    let shards = container.env.iter().find(|each| each.name == "SHARDS");
    let shards = &shards.expect("a variable").value;
    assert_eq!(*shards, completions.to_string());
    let folder = table("recipe_kubernetes");
    let mut paths = BTreeSet::new();
    for index in 0..completions {
        let environment = [
            ("JOB_COMPLETION_INDEX", &*index.to_string()),
            ("SHARDS", shards),
            ("INVAR_OPTIONS", "--dry-run"),
        ];
        add(
            &mut paths,
            &shell(&container.args[0], &folder, &environment),
        );
    }
    assert_eq!(paths.len(), 40);
}

#[test]
fn kubernetes_workers_have_arguments_that_are_taken() {
    let job: Job = read("kubernetes-workers.yaml");
    assert_eq!(job.kind, "Deployment");
    let container = &job.spec.template.spec.containers[0];
    assert_eq!(container.command, ["invar", "worker"]);
    assert!(
        container
            .env
            .iter()
            .any(|each| each.name == "INVAR_BROKER_PASSWORD")
    );
    // Help is printed only where all arguments before it are options of the command.
    let words = [
        &container.command[..],
        &container.args[..],
        &["--help".to_owned()],
    ]
    .concat();
    let output = shell(&words.join(" "), &folder("recipe_workers"), &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[derive(Deserialize)]
struct Workflow {
    jobs: BTreeMap<String, WorkflowJob>,
}

#[derive(Deserialize)]
struct WorkflowJob {
    strategy: Option<Strategy>,
    needs: Option<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Strategy {
    matrix: Matrix,
}

#[derive(Deserialize)]
struct Matrix {
    shard: Vec<u32>,
}

#[derive(Deserialize)]
struct Step {
    run: Option<String>,
}

/// The step that runs the benchmark.
fn bench_of(job: &WorkflowJob) -> String {
    let steps = job.steps.iter().filter_map(|step| step.run.clone());
    let mut steps = steps.filter(|run| run.starts_with("invar bench"));
    steps.next().expect("a step with invar bench")
}

#[test]
fn the_matrix_of_github_has_every_shard() {
    let workflow: Workflow = read("github-actions.yml");
    let shard = &workflow.jobs["shard"];
    let matrix = &shard.strategy.as_ref().expect("a strategy").matrix.shard;
    assert_eq!(*matrix, (1..=matrix.len() as u32).collect::<Vec<_>>());
    let folder = table("recipe_github");
    let mut paths = BTreeSet::new();
    for number in matrix {
        let command = bench_of(shard).replace("${{ matrix.shard }}", &number.to_string());
        assert!(
            command.contains(&format!("/{} ", matrix.len())),
            "{command}"
        );
        add(
            &mut paths,
            &shell(&format!("{command} --dry-run"), &folder, &[]),
        );
    }
    assert_eq!(paths.len(), 40);
    let merge = &workflow.jobs["merge"];
    assert_eq!(merge.needs.as_deref(), Some("shard"));
    std::fs::create_dir_all(folder.join("results-1")).expect("writable");
    let header = "path,property,expected,verdict,outcome,certified,engine,seconds,solver_seconds,peak_mb,reason\n";
    std::fs::write(folder.join("results-1/results.csv"), header).expect("writable");
    let merged = shell(&bench_of(merge), &folder, &[]);
    assert_eq!(merged.status.code(), Some(3), "{merged:?}");
}

#[test]
fn the_queue_on_one_machine_gives_results() {
    let folder = folder("recipe_queue");
    let text = "#include <assert.h>\nint main(void) { int x = 3; assert(x > 2); return 0; }\n";
    std::fs::write(folder.join("a.c"), text).expect("writable");
    std::fs::write(folder.join("b.c"), text.replace("2)", "3)")).expect("writable");
    let free = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = free.local_addr().expect("bound").port().to_string();
    drop(free);
    let script = format!(
        "{} site a.c b.c --timeout 20s",
        recipe("queue.sh").display()
    );
    let output = shell(&script, &folder, &[("PORT", &port)]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("a.c,assert,,safe,,true"), "{table}");
    assert!(table.contains("b.c,assert,,unsafe,,true"), "{table}");
}
