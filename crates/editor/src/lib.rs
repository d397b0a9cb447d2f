//! Language server: what surveys found, as editors show it.
//!
//! The server surveys a file when it is opened or saved, in a thread of its own, one file at a time (`jobs`). What was
//! found last is kept per file, also while the file is broken (`state`), and shown as diagnostics, code lenses, hover
//! texts and code actions (`shown`).
//!
//! Must not know: how anything is checked; it asks a [`Surveyor`].

mod jobs;
mod shown;
mod state;

pub use jobs::{Cancel, Surveyor};

use crossbeam_channel::select;
use jobs::{Done, Jobs};
use lsp_server::{Connection, ExtractError, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{CodeActionRequest, CodeLensRequest, HoverRequest, Request as _};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, HoverProviderCapability, MessageType,
    PublishDiagnosticsParams, SaveOptions, ServerCapabilities, ShowMessageParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri,
};
use serde_json::Value;
use state::State;
use std::sync::Arc;

/// Serves an editor until it says that it is done.
///
/// # Errors
///
/// The editor does not keep to the protocol, or is gone.
pub fn serve(connection: &Connection, surveyor: Arc<dyn Surveyor>) -> Result<(), String> {
    let capabilities = serde_json::to_value(capabilities()).map_err(|e| e.to_string())?;
    let initialized = connection.initialize(capabilities);
    initialized.map_err(|error| error.to_string())?;
    let jobs = Jobs::start(surveyor);
    let mut server = Server {
        connection,
        state: State::default(),
        jobs,
    };
    server.run()
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::FULL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    state: State,
    jobs: Jobs,
}

impl Server<'_> {
    fn run(&mut self) -> Result<(), String> {
        loop {
            let done = self.jobs.done().clone();
            select! {
                recv(self.connection.receiver) -> message => {
                    let Ok(message) = message else { return Ok(()) };
                    if self.received(message)? {
                        return Ok(());
                    }
                }
                recv(done) -> done => {
                    let Ok(done) = done else { return Err("the thread that checks ended".into()) };
                    self.finished(done)?;
                }
            }
        }
    }

    /// Handles a message; whether it was the last.
    fn received(&mut self, message: Message) -> Result<bool, String> {
        match message {
            Message::Request(request) => {
                let is_last = self.connection.handle_shutdown(&request);
                if is_last.map_err(|error| error.to_string())? {
                    return Ok(true);
                }
                let response = self.answer(request);
                self.send(Message::Response(response))?;
            }
            Message::Notification(notification) => self.noticed(notification)?,
            Message::Response(_) => {}
        }
        Ok(false)
    }

    fn answer(&self, request: Request) -> Response {
        let id = request.id.clone();
        let result = match request.method.as_str() {
            CodeLensRequest::METHOD => parameters::<CodeLensRequest>(request)
                .map(|asked| json(&self.state.lenses(&asked.text_document.uri))),
            HoverRequest::METHOD => parameters::<HoverRequest>(request).map(|asked| {
                let at = asked.text_document_position_params;
                json(&self.state.hover(&at.text_document.uri, at.position))
            }),
            CodeActionRequest::METHOD => parameters::<CodeActionRequest>(request)
                .map(|asked| json(&self.state.actions(&asked.text_document.uri, asked.range))),
            other => {
                let code = lsp_server::ErrorCode::MethodNotFound as i32;
                return Response::new_err(id, code, format!("not known: {other}"));
            }
        };
        match result {
            Ok(result) => Response::new_ok(id, result),
            Err(why) => Response::new_err(id, lsp_server::ErrorCode::InvalidParams as i32, why),
        }
    }

    fn noticed(&mut self, notification: Notification) -> Result<(), String> {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let opened = noticed::<DidOpenTextDocument>(notification)?.text_document;
                self.state.set_text(&opened.uri, opened.text);
                self.check(&opened.uri)?;
            }
            DidChangeTextDocument::METHOD => {
                let changed = noticed::<DidChangeTextDocument>(notification)?;
                let uri = changed.text_document.uri;
                self.jobs.cancel(&uri);
                if let Some(change) = changed.content_changes.into_iter().next_back() {
                    self.state.set_text(&uri, change.text);
                }
            }
            DidSaveTextDocument::METHOD => {
                let uri = noticed::<DidSaveTextDocument>(notification)?
                    .text_document
                    .uri;
                self.check(&uri)?;
            }
            DidCloseTextDocument::METHOD => {
                let uri = noticed::<DidCloseTextDocument>(notification)?
                    .text_document
                    .uri;
                self.jobs.cancel(&uri);
                self.state.close(&uri);
                self.publish(&uri)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn check(&mut self, uri: &Uri) -> Result<(), String> {
        match shown::path(uri) {
            Some(path) => {
                self.jobs.submit(uri, path);
                Ok(())
            }
            None => self.tell(MessageType::INFO, "invar checks files on disk only"),
        }
    }

    fn finished(&mut self, done: Done) -> Result<(), String> {
        self.jobs.is_over(&done);
        match done.outcome {
            Ok(rows) => {
                self.state.set_rows(&done.uri, rows);
                self.publish(&done.uri)
            }
            // What was found before stays.
            Err(why) => self.tell(MessageType::LOG, &format!("{}: {why}", done.uri.as_str())),
        }
    }

    fn publish(&self, uri: &Uri) -> Result<(), String> {
        for (uri, diagnostics) in self.state.diagnostics(uri) {
            let parameters = PublishDiagnosticsParams {
                uri,
                diagnostics,
                version: None,
            };
            let method = PublishDiagnostics::METHOD.to_owned();
            self.send(Message::Notification(Notification::new(method, parameters)))?;
        }
        Ok(())
    }

    fn tell(&self, kind: MessageType, text: &str) -> Result<(), String> {
        let parameters = ShowMessageParams {
            typ: kind,
            message: text.to_owned(),
        };
        let method = match kind {
            MessageType::LOG => "window/logMessage",
            _ => ShowMessage::METHOD,
        };
        self.send(Message::Notification(Notification::new(
            method.to_owned(),
            parameters,
        )))
    }

    fn send(&self, message: Message) -> Result<(), String> {
        self.connection
            .sender
            .send(message)
            .map_err(|error| error.to_string())
    }
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

fn parameters<R: lsp_types::request::Request>(request: Request) -> Result<R::Params, String>
where
    R::Params: serde::de::DeserializeOwned,
{
    match request.extract(R::METHOD) {
        Ok((_, parameters)) => Ok(parameters),
        Err(ExtractError::JsonError { error, .. }) => Err(error.to_string()),
        Err(ExtractError::MethodMismatch(request)) => Err(request.method),
    }
}

fn noticed<N: lsp_types::notification::Notification>(
    notification: Notification,
) -> Result<N::Params, String>
where
    N::Params: serde::de::DeserializeOwned,
{
    match notification.extract(N::METHOD) {
        Ok(parameters) => Ok(parameters),
        Err(ExtractError::JsonError { error, .. }) => Err(error.to_string()),
        Err(ExtractError::MethodMismatch(notification)) => Err(notification.method),
    }
}

#[cfg(test)]
mod tests;
