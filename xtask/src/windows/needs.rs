//! What the build for Windows needs of this machine, and where each comes from.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, io};

use super::TARGET;
use crate::{Done, done};

/// What installs packages of Debian.
const APT: &str = "apt-get install --yes --quiet --no-install-recommends";

/// Something that may be missing, and the command that installs it.
struct Need {
    what: &'static str,
    is_there: bool,
    install: String,
}

fn needs() -> [Need; 3] {
    [
        Need {
            what: "Rust's standard library for Windows",
            is_there: has_target(),
            install: format!("rustup target add {TARGET}"),
        },
        Need {
            what: "mingw-w64, the C compiler and linker for Windows",
            is_there: runs("x86_64-w64-mingw32-gcc"),
            install: format!("{APT} gcc-mingw-w64-x86-64"),
        },
        Need {
            what: "wine, which runs what is built",
            is_there: runs("wine"),
            install: format!("{APT} wine wine64"),
        },
    ]
}

/// Installs what is missing where this is CI, and names it elsewhere.
pub(super) fn see_to() -> Done {
    let missing: Vec<_> = needs().into_iter().filter(|need| !need.is_there).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if env::var_os("CI").is_none_or(|value| value != "true") {
        let lines = missing.iter().map(|need| format!("  {}: {}", need.what, need.install));
        let lines: Vec<_> = lines.collect();
        return Err(format!(
            "windows: NOT tested, this is missing:\n{}\nWith CI=true in the environment it is \
             installed.",
            lines.join("\n")
        )
        .into());
    }
    if missing.iter().any(|need| need.install.starts_with(APT)) {
        install("apt-get update --quiet")?;
    }
    missing.iter().try_for_each(|need| install(&need.install))
}

fn install(command: &str) -> Done {
    let mut words = command.split(' ');
    let program = words.next().unwrap_or_default();
    done(Command::new(program).args(words))
}

fn has_target() -> bool {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout);
        Path::new(folder.trim()).is_dir()
    })
}

fn runs(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let ran: io::Result<_> = version.status();
    ran.is_ok_and(|status| status.success())
}
