//! Time on real files. Ignored: the corpus is not part of the repository.

use super::support::main_of;
use invar_cfa::DataModel;
use invar_frontend::clang::{ParseOptions, parse, with_large_stack};
use invar_frontend::points_to::{Content, NodeId, PointsTo};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Every `.c` and `.i` file under a folder, largest first.
fn files(folder: &Path, into: &mut Vec<(u64, PathBuf)>) {
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let entry = entry.expect("the corpus can be listed");
        let path = entry.path();
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
            let size = entry.metadata().expect("a file has a size").len();
            into.push((size, path));
        }
    }
}

/// `INVAR_CORPUS=folder [INVAR_FILES=20] cargo test --release -- --ignored --nocapture scale`
#[test]
#[ignore = "needs the corpus"]
fn the_largest_files_take_less_than_two_seconds() {
    let corpus = std::env::var("INVAR_CORPUS").expect("INVAR_CORPUS names the corpus");
    let count = std::env::var("INVAR_FILES")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut all = Vec::new();
    files(Path::new(&corpus), &mut all);
    all.sort_by_key(|(size, path)| (std::cmp::Reverse(*size), path.clone()));
    let mut slow = Vec::new();
    for (size, path) in all.iter().take(count.unwrap_or(20)) {
        let model = match std::env::var("INVAR_MODEL").as_deref() {
            Ok("ILP32") => DataModel::Ilp32,
            _ => DataModel::Lp64,
        };
        let (time, text) = with_large_stack(|| {
            let Ok(unit) = parse(path, &ParseOptions::new(model)) else {
                return (Duration::ZERO, "not read".to_owned());
            };
            if !unit.functions.iter().any(|f| &*f.name == "main") {
                return (Duration::ZERO, "no main".to_owned());
            }
            let start = Instant::now();
            let points_to = PointsTo::analyse(&unit, model, main_of(&unit));
            let time = start.elapsed();
            let nodes: Vec<_> = (0..points_to.node_count())
                .map(|i| points_to.node(NodeId(i)))
                .collect();
            let bytes = nodes
                .iter()
                .filter(|node| node.parts.iter().any(|p| p.content == Content::Bytes))
                .count();
            let largest = nodes.iter().map(|node| node.objects.len()).max();
            let text = format!(
                "{} functions, {} nodes, {} parts, {bytes} with bytes, largest {}",
                points_to.functions().len(),
                nodes.len(),
                points_to.part_count(),
                largest.unwrap_or(0),
            );
            (time, text)
        });
        println!("{:>9} {time:>10.3?} {} {text}", size, path.display());
        if time > Duration::from_secs(2) {
            slow.push(path.clone());
        }
    }
    assert!(slow.is_empty(), "slow: {slow:?}");
}
