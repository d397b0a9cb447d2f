//! MCP server: checks as tools for programs that write programs.
//!
//! Tools are bounded (`bounds`): files inside one folder, a time per call; no shell and no network. What a check says is
//! cut to what fits a context window (`summary`).
//!
//! Must not know: how anything is checked; it asks a [`Runner`].

mod bounds;
mod summary;
mod tools;

pub use bounds::Bounds;

use rmcp::ServiceExt;
use std::sync::Arc;
use tools::Tools;

/// What runs invar.
pub trait Runner: Send + Sync {
    /// What `invar` prints with these arguments, or its message where it cannot say anything.
    ///
    /// # Errors
    ///
    /// The message.
    fn run(&self, arguments: &[String]) -> Result<String, String>;
}

/// Serves a client over stdin and stdout until it is gone.
///
/// # Errors
///
/// The client does not keep to the protocol.
pub fn serve(runner: Arc<dyn Runner>, bounds: Bounds) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let tools = Tools::new(runner, bounds);
        let served = tools.serve(rmcp::transport::stdio()).await;
        let service = served.map_err(|error| error.to_string())?;
        let ended = service.waiting().await;
        ended.map(|_| ()).map_err(|error| error.to_string())
    })
}
