//! Bars and colors on a terminal, plain lines elsewhere.

use crate::support::World;

/// Runs a program on a terminal. Returns its output and exit code.
#[cfg(unix)]
async fn at_a_terminal(mut program: std::process::Command) -> (String, i32) {
    use std::fs::File;
    use std::io::Read as _;
    use std::os::fd::OwnedFd;
    use std::process::Stdio;

    use nix::pty::{Winsize, openpty};

    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(&size, None).unwrap();
    let slave = || -> OwnedFd { pty.slave.try_clone().unwrap() };
    program.stdin(slave()).stdout(slave()).stderr(slave()).env("TERM", "xterm");
    let mut master = File::from(pty.master);
    let mut child = program.spawn().unwrap();
    // Only the program may hold the slave, so that reading ends when it exits.
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(pty.slave);
    let read = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        // Reading a closed terminal fails.
        let _ = master.read_to_end(&mut bytes);
        (String::from_utf8_lossy(&bytes).into_owned(), child.wait().unwrap().code().unwrap())
    });
    read.await.unwrap()
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_gets_bars_and_colors() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"at.a.terminal": "x"}"#);
    let push = ["push"];
    let (text, code) = at_a_terminal(world.program(&push)).await;
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("\u{1b}[32m"), "{text:?}");
    assert!(text.contains("files") && text.contains('\r'), "{text:?}");

    let mut plain = world.program(&push);
    plain.env("NO_COLOR", "1");
    let (text, _) = at_a_terminal(plain).await;
    assert!(!text.contains("\u{1b}[32m"), "{text:?}");
}

#[tokio::test]
async fn other_output_is_plain() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"at.no.terminal": "x"}"#);
    let ran = world.run(&["push"]).await.ended(0);
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'), "{ran:?}");
    assert!(ran.stdout.contains("en.json"), "{ran:?}");

    let quiet = world.run(&["push", "--quiet"]).await.ended(0);
    assert_eq!(quiet.stdout, "");
    let show = ["keys", "show", "nothing"];
    let forced = world.run_with(&[("CLICOLOR_FORCE", "1")], &show).await.ended(4);
    assert!(forced.stderr.starts_with("\u{1b}[31merror"), "{forced:?}");
}
