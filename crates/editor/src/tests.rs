use super::{Cancel, Surveyor, serve};
use invar_report::{Place, Report};
use invar_survey::row::{Function, Row};
use invar_survey::{Site, Status};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TEXT: &str = "int f(int *p)\n{\n  return *p;\n}\n";

/// Says what it is told, in order; the last forever.
struct Told {
    answers: Mutex<Vec<Result<Vec<Row>, String>>>,
    surveys: AtomicUsize,
}

impl Surveyor for Told {
    fn survey(&self, _file: &Path, _cancel: &Cancel) -> Result<Vec<Row>, String> {
        self.surveys.fetch_add(1, Ordering::Relaxed);
        let mut answers = self.answers.lock().expect("not poisoned");
        if answers.len() > 1 {
            answers.remove(0)
        } else {
            answers[0].clone()
        }
    }
}

fn row(status: Status) -> Row {
    let function = Function {
        file: "/w/a.c".into(),
        line: 2,
        column: 1,
        name: "f".into(),
        parameters: vec!["p".into()],
    };
    let mut row = Row::of(&function, Report::default());
    row.places = vec![Site {
        what: "invalid pointer".into(),
        property: "valid-memsafety".into(),
        place: Some(Place {
            file: "/w/a.c".into(),
            line: 3,
            column: 10,
            function: None,
        }),
        status,
        reason: None,
        detail: Some("p is null".into()),
        key: String::new(),
    }];
    row.precondition = vec!["__CPROVER_requires(p != NULL)".into()];
    row.count();
    row
}

/// An editor.
struct Editor {
    connection: Connection,
    next: i32,
}

impl Editor {
    /// Starts a server and greets it.
    fn new(answers: Vec<Result<Vec<Row>, String>>) -> Editor {
        let (server, connection) = Connection::memory();
        let told = Arc::new(Told {
            answers: Mutex::new(answers),
            surveys: AtomicUsize::new(0),
        });
        std::thread::spawn(move || serve(&server, told));
        let mut editor = Editor {
            connection,
            next: 0,
        };
        let answer = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, parameters: Value) {
        let notification = Notification::new(method.to_owned(), parameters);
        let sent = self
            .connection
            .sender
            .send(Message::Notification(notification));
        sent.expect("the server lives");
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_owned(), parameters);
        let sent = self.connection.sender.send(Message::Request(request));
        sent.expect("the server lives");
        loop {
            if let Message::Response(response) = self.receive() {
                return response.result.unwrap_or_default();
            }
        }
    }

    fn receive(&self) -> Message {
        let received = self
            .connection
            .receiver
            .recv_timeout(Duration::from_secs(20));
        received.expect("the server answers")
    }

    fn notification(&self, method: &str) -> Value {
        loop {
            if let Message::Notification(notification) = self.receive()
                && notification.method == method
            {
                return notification.params;
            }
        }
    }

    fn open(&self) {
        let document = json!({ "uri": URI, "languageId": "c", "version": 1, "text": TEXT });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn save(&self) {
        self.tell(
            "textDocument/didSave",
            json!({ "textDocument": { "uri": URI } }),
        );
    }

    fn change(&self, text: &str) {
        let parameters = json!({
            "textDocument": { "uri": URI, "version": 2 },
            "contentChanges": [{ "text": text }],
        });
        self.tell("textDocument/didChange", parameters);
    }

    fn diagnostics(&self) -> Value {
        self.notification("textDocument/publishDiagnostics")["diagnostics"].clone()
    }
}

const URI: &str = "file:///w/a.c";

#[test]
fn an_opened_file_gets_diagnostics_lenses_hover_and_actions() {
    let mut editor = Editor::new(vec![Ok(vec![row(Status::Violated)])]);
    editor.open();
    let diagnostics = editor.diagnostics();
    assert_eq!(diagnostics[0]["severity"], 1);
    assert_eq!(
        diagnostics[0]["range"]["start"],
        json!({ "line": 2, "character": 9 })
    );
    let message = diagnostics[0]["message"].as_str().expect("a text");
    assert!(
        message.starts_with("invalid pointer: p is null"),
        "{message}"
    );
    let document = json!({ "textDocument": { "uri": URI } });
    let lenses = editor.ask("textDocument/codeLens", document);
    assert_eq!(lenses[0]["command"]["title"], "proved 0 of 1, 1 violated");
    let position =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 0 } });
    let hover = editor.ask("textDocument/hover", position);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("__CPROVER_requires(p != NULL)"), "{text}");
    let range =
        json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 2, "character": 0 } });
    let asked =
        json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", asked);
    let edit = |n: usize| actions[n]["edit"]["changes"][URI][0].clone();
    assert_eq!(
        edit(0)["newText"],
        " // invar: accept(valid-memsafety) \"reason\""
    );
    assert_eq!(
        edit(0)["range"]["start"],
        json!({ "line": 2, "character": 12 })
    );
    assert_eq!(edit(1)["newText"], "\n__CPROVER_requires(p != NULL)\n");
}

#[test]
fn a_broken_file_keeps_what_was_found_and_a_repaired_one_is_clean() {
    let answers = vec![
        Ok(vec![row(Status::Violated)]),
        Err("expected ';'".to_owned()),
        Ok(vec![row(Status::Proved)]),
    ];
    let mut editor = Editor::new(answers);
    editor.open();
    assert_eq!(editor.diagnostics().as_array().map(Vec::len), Some(1));
    editor.change("int f(int *p)\n{\n  return *p\n}\n");
    let document = json!({ "textDocument": { "uri": URI } });
    let lenses = editor.ask("textDocument/codeLens", document.clone());
    assert_eq!(
        lenses[0]["command"]["title"],
        "proved 0 of 1, 1 violated (before the last edit)"
    );
    editor.save();
    let logged = editor.notification("window/logMessage");
    assert!(
        logged["message"]
            .as_str()
            .is_some_and(|text| text.contains("expected ';'"))
    );
    editor.change(TEXT);
    editor.save();
    assert_eq!(editor.diagnostics(), json!([]));
    let lenses = editor.ask("textDocument/codeLens", document);
    assert_eq!(lenses[0]["command"]["title"], "proved 1 of 1");
}

#[test]
fn a_closed_file_has_no_diagnostics_and_the_server_ends_when_asked() {
    let mut editor = Editor::new(vec![Ok(vec![row(Status::Open)])]);
    editor.open();
    assert_eq!(editor.diagnostics()[0]["severity"], 4);
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(editor.diagnostics(), json!([]));
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    editor.tell("exit", Value::Null);
}

#[test]
fn addresses_become_paths() {
    let path = |text: &str| super::shown::path(&text.parse().expect("an address"));
    assert_eq!(
        path("file:///a%20b/%C3%A4.c").as_deref(),
        Some(Path::new("/a b/ä.c"))
    );
    assert_eq!(path("untitled:a.c"), None);
}
