//! `l10n login` and `l10n logout`.

use std::io::{BufRead as _, BufReader};
#[cfg(unix)]
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use l10n_sandbox::Sandbox;

use crate::support::{Ran, World, run};

/// The program with the sandbox's application and no token.
fn program(world: &World, arguments: &[&str]) -> Command {
    let app = world.sandbox.oauth_app();
    let mut program = world.program(arguments);
    program.env_remove("L10N_TOKEN").env("L10N_CREDENTIALS", world.path("tokens"));
    program.env("L10N_CLIENT_ID", app.client_id).env("L10N_CLIENT_SECRET", app.client_secret);
    program
}

/// Signs in with an HTTP client in the role of a browser, which first sends other requests.
async fn sign_in(world: &World) -> Ran {
    let child = program(world, &["login"]).spawn().unwrap();
    let browser = tokio::task::spawn_blocking(move || {
        let mut child = child;
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.find_map(|line| line.ok().filter(|line| line.starts_with("http")));
        (child, address.unwrap())
    });
    let (child, address) = browser.await.unwrap();
    let authorize = l10n_client::url::Url::parse(&address).unwrap();
    let redirect = authorize.query_pairs().find(|(name, _)| name == "redirect_uri").unwrap();
    let icon = redirect.1.replace("callback", "favicon.ico");
    assert_eq!(get(&icon).await.0, 404);
    let forged = format!("{}?code=forged&state=forged", redirect.1);
    assert_eq!(get(&forged).await.0, 404);
    let (status, page) = get(&address).await;
    assert_eq!(status, 200);
    assert!(page.contains("close this page"), "{page}");
    let output = tokio::task::spawn_blocking(move || child.wait_with_output());
    Ran::of(output.await.unwrap().unwrap())
}

async fn get(url: &str) -> (u16, String) {
    let response = l10n_client::reqwest::get(url).await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

/// Asserts that only the user can read a file, and that one which others can read is rejected. On
/// Windows, its folder ensures that.
#[cfg(unix)]
async fn assert_private(world: &World, file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let ran = run(program(world, &["status"])).await.ended(5);
    assert!(ran.stderr.contains("chmod 600"), "{ran:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_signs_in_and_the_tokens_are_used_and_refreshed() {
    let sandbox = Sandbox::builder().token_lifetime(Duration::from_secs(2)).rotate_refresh_tokens();
    let world =
        World { sandbox: sandbox.start().await.unwrap(), folder: tempfile::tempdir().unwrap() };
    world.configure("");
    sign_in(&world).await.ended(0);
    let files = std::fs::read_dir(world.path("tokens")).unwrap();
    let files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let first = std::fs::read_to_string(file).unwrap();

    tokio::time::sleep(Duration::from_secs(3)).await;
    // The secret of the application is stored with them.
    let mut status = program(&world, &["status"]);
    status.env_remove("L10N_CLIENT_SECRET").env_remove("L10N_CLIENT_ID");
    run(status).await.ended(0);
    assert_ne!(std::fs::read_to_string(file).unwrap(), first);
    #[cfg(unix)]
    assert_private(&world, file).await;

    run(program(&world, &["logout"])).await.ended(0);
    assert!(run(program(&world, &["status"])).await.ended(7).stderr.contains("l10n login"));
}

#[tokio::test]
async fn a_missing_client_id_or_secret_is_reported() {
    let world = World::configured("").await;
    for (unset, hint) in
        [("L10N_CLIENT_ID", "L10N_CLIENT_ID"), ("L10N_CLIENT_SECRET", "L10N_CLIENT_SECRET_FILE")]
    {
        let mut program = program(&world, &["login"]);
        program.env_remove(unset);
        assert!(run(program).await.ended(2).stderr.contains(hint));
    }
}
