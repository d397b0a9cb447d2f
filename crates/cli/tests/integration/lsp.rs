//! `invar lsp`: the server as a process, with real surveys.

use crate::support::{folder, invar};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};
use std::io::{BufReader, BufWriter};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const TEXT: &str = "static int table[4];
int entry(unsigned i)
{
  return table[i % 5];
}
";

/// A server and the ends of its streams.
struct Server {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Server {
    fn start(store: &str) -> Server {
        let mut child = invar()
            .args(["lsp", "--", "--cpu-time", "--timeout", "60s"])
            .env("INVAR_STORE", store)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("invar runs");
        let to = BufWriter::new(child.stdin.take().expect("piped"));
        let from = BufReader::new(child.stdout.take().expect("piped"));
        Server { child, to, from }
    }

    fn tell(&mut self, method: &str, parameters: Value) {
        let message = Message::Notification(Notification::new(method.to_owned(), parameters));
        message.write(&mut self.to).expect("the server reads");
    }

    fn ask(&mut self, id: i32, method: &str, parameters: Value) -> Value {
        let message = Message::Request(Request::new(id.into(), method.to_owned(), parameters));
        message.write(&mut self.to).expect("the server reads");
        loop {
            if let Message::Response(response) = self.read() {
                return response.result.unwrap_or_default();
            }
        }
    }

    fn read(&mut self) -> Message {
        let message = Message::read(&mut self.from).expect("a message");
        message.expect("the server writes")
    }

    fn diagnostics(&mut self) -> Value {
        loop {
            if let Message::Notification(notification) = self.read()
                && notification.method == "textDocument/publishDiagnostics"
            {
                return notification.params["diagnostics"].clone();
            }
        }
    }
}

#[test]
fn a_saved_file_is_surveyed_again() {
    let folder = folder("lsp");
    let file = folder.join("table.c");
    std::fs::write(&file, TEXT).expect("writable");
    let uri = format!("file://{}", file.display());
    let mut server = Server::start(&folder.join("store").display().to_string());
    server.ask(1, "initialize", json!({ "capabilities": {} }));
    server.tell("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": TEXT });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let diagnostics = server.diagnostics();
    assert_eq!(diagnostics[0]["code"], "array-bounds", "{diagnostics}");
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 3, "{diagnostics}");
    let message = diagnostics[0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("index 4, size 4"), "{message}");
    let repaired = TEXT.replace("i % 5", "i % 4");
    std::fs::write(&file, &repaired).expect("writable");
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": repaired }] });
    server.tell("textDocument/didChange", change);
    server.tell(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(server.diagnostics(), json!([]));
    let lenses = server.ask(
        2,
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(lenses[0]["command"]["title"], "proved 1 of 1", "{lenses}");
    server.ask(3, "shutdown", Value::Null);
    server.tell("exit", Value::Null);
    let status = server.child.wait().expect("it ends");
    assert!(status.success());
}
