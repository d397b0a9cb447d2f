//! What is made from the definitions of the arguments: shell completions, man pages, and the
//! template of `invar.toml`.

use crate::arguments::{Cli, CompletionsArguments, ManArguments};
use crate::terminal::complain;
use crate::{config, exit};
use clap::{Command, CommandFactory};
use std::path::Path;

/// Prints the completions of a shell.
pub fn completions(arguments: &CompletionsArguments) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible(), "invar", &mut text);
    crate::terminal::as_it_is(&String::from_utf8_lossy(&text));
    exit::SAFE
}

/// The definitions without what is hidden, which completions would show.
fn visible() -> Command {
    let all = Cli::command();
    let shown = all.get_subcommands().filter(|each| !each.is_hide_set());
    Command::new("invar")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(shown.cloned())
}

/// Prints the template of `invar.toml`.
pub fn template() -> u8 {
    crate::terminal::as_it_is(&config::template());
    exit::SAFE
}

/// Prints or writes the man pages.
pub fn man(arguments: &ManArguments) -> u8 {
    let result = match &arguments.out {
        Some(folder) => write_pages(folder),
        None => page(&Cli::command())
            .map(|text| crate::terminal::as_it_is(&String::from_utf8_lossy(&text))),
    };
    match result {
        Ok(()) => exit::SAFE,
        Err(error) => {
            complain!("error: {error}");
            exit::USAGE
        }
    }
}

fn write_pages(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut invar = Cli::command();
    invar.build();
    std::fs::write(folder.join("invar.1"), page(&invar)?)?;
    for subcommand in invar.get_subcommands().filter(|each| !each.is_hide_set()) {
        let name = format!("invar-{}", subcommand.get_name());
        let subcommand = subcommand.clone().display_name(&name);
        std::fs::write(folder.join(format!("{name}.1")), page(&subcommand)?)?;
    }
    Ok(())
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
