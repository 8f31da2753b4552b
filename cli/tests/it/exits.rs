//! Exit codes and error messages.

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};

use crate::support::{GITHUB, GROUP, World, run};

#[tokio::test]
async fn each_kind_of_failure_has_its_code() {
    let world = World::configured(GROUP).await;
    world.run(&["status"]).await.ended(0);
    world.run(&["nothing"]).await.ended(2);
    let json = world.run(&["status", "--nothing", "--json"]).await.ended(2).json();
    assert_eq!(json["error"]["message"], "unexpected argument '--nothing' found");
    world.run(&["status", "--config", "none.toml"]).await.ended(2);

    let ran = world.run_with(&[("L10N_TOKEN", "c0ffee")], &["status"]).await.ended(4);
    assert!(ran.stderr.contains("correct L10N_TOKEN"), "{ran:?}");
    for arguments in [["status", "--project", "no.1"], ["prune", "--project", "no.1"]] {
        let ran = world.run(&arguments).await;
        assert!(ran.stderr.contains("the project `no.1`"), "{ran:?}");
    }
    let html = Misbehavior::Respond(Reply::new(200, ReplyBody::Text("<p>".to_owned())));
    for (misbehavior, code) in
        [(Misbehavior::status(501), 4), (Misbehavior::status(403), 4), (html, 6)]
    {
        let fault = Fault::new(misbehavior).on("listLanguages").always();
        let fault = world.sandbox.add_fault(fault).unwrap();
        world.run(&["status"]).await.ended(code);
        world.sandbox.remove_fault(fault);
    }

    // A port that is taken and does not listen.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}/v2", taken.local_addr().unwrap());
    world.run(&["status", "--base-url", &url, "--attempts", "2"]).await.ended(3);
    let ran = world.run(&["status", "--base-url", "http://sandbox/v2"]).await.ended(2);
    assert!(ran.stderr.contains("(`L10N_ALLOW_PLAIN_HTTP=1`)"), "{ran:?}");
}

#[tokio::test]
async fn an_error_is_printed_as_json_and_as_an_annotation() {
    let world = World::configured("").await;
    let ran = world.run_with(&GITHUB, &["keys", "show", "nothing", "--json"]).await.ended(4);
    assert_eq!(
        ran.json(),
        serde_json::json!({"command": "keys show", "outcome": "rejected",
        "exit_code": 4, "error": {"kind": "rejected",
            "message": "the project has no key `nothing`"}})
    );
    assert_eq!(
        ran.stderr,
        "error: the project has no key `nothing`\n::error::the project has no key `nothing`\n"
    );
}

/// Otherwise a file that a shell redirects to could be truncated unnoticed.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_failed_write_to_standard_output_is_an_error() {
    let world = World::configured(GROUP).await;
    for arguments in
        [&["schema"][..], &["--help"], &["status", "--json"], &["api", "GET", "projects/{project}"]]
    {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut program = world.program(arguments);
        program.stdout(full);
        let ran = run(program).await.ended(5);
        let is_help = arguments == ["--help"];
        assert!(is_help || ran.stderr.contains("cannot write to standard output"), "{ran:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_name_cannot_start_a_line_of_output() {
    let world = World::configured("[[files]]\npattern = \"{lang}/*.json\"\n").await;
    world.write("app/en/::error::a.json", "{");
    world.write("app/en/x\n::set-env name=A::b.json", "{");
    std::fs::rename(world.path("l10n.toml"), world.path("app/l10n.toml")).unwrap();
    let mut program = world.program(&["push"]);
    program.current_dir(world.path("app")).envs(GITHUB);
    program.env("GITHUB_WORKSPACE", world.folder.path());
    let ran = run(program).await.ended(1);
    let commands = ran.stderr.lines().filter(|line| line.starts_with("::"));
    let annotated = commands.map(|line| line.starts_with("::error file=app/en/"));
    assert_eq!(annotated.collect::<Vec<_>>(), [true, true], "{ran:#?}");
    assert!(ran.stderr.contains("en/x\\n::set-env name=A::b.json: "), "{ran:#?}");
}
