//! `invar mcp`: the server as a process.

#![cfg(feature = "mcp")]

use crate::support::{folder, invar};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Sends messages, one per line, and returns the responses by number.
fn answers(folder: &std::path::Path, messages: &[Value], last: u64) -> Vec<Value> {
    let mut child = invar()
        .arg("mcp")
        .arg("--folder")
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("invar runs");
    let mut to = child.stdin.take().expect("piped");
    for message in messages {
        writeln!(to, "{message}").expect("the server reads");
    }
    let mut answers = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        let answer: Value = serde_json::from_str(&line.expect("text")).expect("JSON");
        let is_last = answer["id"] == last;
        answers.push(answer);
        if is_last {
            break;
        }
    }
    drop(to);
    assert!(child.wait().expect("it ends").success());
    answers
}

fn call(id: u64, tool: &str, arguments: &Value) -> Value {
    let parameters = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters })
}

#[test]
fn a_tool_answers_with_a_verdict_and_refuses_files_outside() {
    let folder = folder("mcp");
    let text = "#include <assert.h>\nint main(void) {\n  assert(1 + 1 == 3);\n  return 0;\n}\n";
    std::fs::write(folder.join("a.c"), text).expect("writable");
    let client = json!({ "name": "test", "version": "1" });
    let start =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let first = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ];
    let ask = |message: Value, id: u64| {
        let messages = [first.as_slice(), &[message]].concat();
        let found = answers(&folder, &messages, id);
        found
            .into_iter()
            .find(|answer| answer["id"] == id)
            .expect("an answer")["result"]
            .clone()
    };
    let answer = ask(call(2, "check", &json!({ "file": "a.c" })), 2);
    let text = answer["content"][0]["text"].as_str().expect("a text");
    let report: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(report["verdict"], "unsafe", "{report}");
    assert_eq!(report["certified"], true, "{report}");
    assert_eq!(report["violations"][0]["place"]["line"], 3, "{report}");
    let answer = ask(call(2, "check", &json!({ "file": "../../a.c" })), 2);
    assert_eq!(answer["isError"], true, "{answer}");
}
