//! The tools.

use crate::bounds::Bounds;
use crate::{Runner, summary};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// What a client is told first.
const INSTRUCTIONS: &str = "invar proves C programs correct or shows inputs that break them. Every `safe` and every \
violation is certified by an independent check; `unknown` has a reason. `check` is for programs with main or one entry \
function, `survey` for libraries: every function with any arguments, and the precondition that it needs.";

/// Parameters of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Check {
    /// The C file, inside the folder of the server.
    file: String,
    /// What to prove: names of properties with commas, such as `assert` or `all`; without it assertions and undefined behaviour.
    property: Option<String>,
    /// The function to start with instead of main, with any arguments.
    entry: Option<String>,
    /// Seconds; the server has a limit of its own.
    timeout_seconds: Option<u64>,
}

/// Parameters of `survey`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Survey {
    /// The C file, inside the folder of the server.
    file: String,
    /// Only this function.
    function: Option<String>,
    /// Seconds per function; the server has a limit of its own.
    timeout_seconds: Option<u64>,
}

/// Parameters of `why`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Why {
    /// The C file, inside the folder of the server.
    file: String,
    /// The line of the place.
    line: u64,
    /// The function to start with instead of main, with any arguments.
    entry: Option<String>,
    /// Seconds; the server has a limit of its own.
    timeout_seconds: Option<u64>,
}

/// Parameters of `explain`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Explain {
    /// A reason, a status, a property or an exit code, in the words of a report.
    word: String,
}

/// The server.
#[derive(Clone)]
pub(crate) struct Tools {
    runner: Arc<dyn Runner>,
    bounds: Bounds,
    router: ToolRouter<Tools>,
}

impl Tools {
    pub(crate) fn new(runner: Arc<dyn Runner>, bounds: Bounds) -> Tools {
        Tools {
            runner,
            bounds,
            router: Tools::tool_router(),
        }
    }

    /// Runs invar away from the thread that talks to the client.
    async fn run(&self, arguments: Vec<String>) -> Result<String, String> {
        let runner = Arc::clone(&self.runner);
        let done = tokio::task::spawn_blocking(move || runner.run(&arguments)).await;
        done.map_err(|error| error.to_string())?
    }

    async fn report(
        &self,
        file: &str,
        entry: Option<String>,
        property: Option<String>,
        seconds: Option<u64>,
    ) -> Result<Value, String> {
        let timeout = self.bounds.timeout(seconds);
        let mut arguments = vec!["check".to_owned(), self.bounds.file(file)?];
        arguments.extend(["--format=json".to_owned(), format!("--timeout={timeout}")]);
        arguments.extend(entry.map(|entry| format!("--entry={entry}")));
        arguments.extend(property.map(|property| format!("--property={property}")));
        parsed(&self.run(arguments).await?)
    }
}

fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[tool_router]
impl Tools {
    #[tool(
        description = "Check a C program: safe with a certified proof, unsafe with inputs, or unknown with a reason."
    )]
    async fn check(&self, Parameters(asked): Parameters<Check>) -> Result<String, String> {
        let report = self.report(
            &asked.file,
            asked.entry,
            asked.property,
            asked.timeout_seconds,
        );
        Ok(summary::report(&report.await?).to_string())
    }

    #[tool(
        description = "Check every function of a C file with any arguments; says which precondition each needs."
    )]
    async fn survey(&self, Parameters(asked): Parameters<Survey>) -> Result<String, String> {
        let timeout = self.bounds.timeout(asked.timeout_seconds);
        let mut arguments = vec!["survey".to_owned(), self.bounds.file(&asked.file)?];
        arguments.extend(["--format=json".to_owned(), format!("--timeout={timeout}")]);
        arguments.extend(asked.function.map(|function| format!("--entry={function}")));
        let rows = parsed(&self.run(arguments).await?)?;
        Ok(summary::rows(&rows).to_string())
    }

    #[tool(
        description = "Say what is known about the places of a line: status, reason, what blocks, facts that hold."
    )]
    async fn why(&self, Parameters(asked): Parameters<Why>) -> Result<String, String> {
        let report = self.report(&asked.file, asked.entry, None, asked.timeout_seconds);
        Ok(summary::why(&report.await?, asked.line).to_string())
    }

    #[tool(description = "Explain a reason, a status, a property or an exit code of invar.")]
    async fn explain(&self, Parameters(asked): Parameters<Explain>) -> Result<String, String> {
        self.run(vec!["explain".to_owned(), "--".to_owned(), asked.word])
            .await
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_instructions(INSTRUCTIONS)
    }
}
