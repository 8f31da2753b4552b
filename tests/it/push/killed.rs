//! Pushes whose process is killed: the next one sends what the service does not have, and leaves
//! nothing out. The tests start this binary again, as the process to be killed.

use std::process::{Child, Command, Stdio};

use l10n_client::Client;
use l10n_client::rate_limit::NoRateLimit;

use super::*;

const VARIABLES: [&str; 3] = ["L10N_PUSHER_URL", "L10N_PUSHER_TOKEN", "L10N_PUSHER_FOLDER"];
const FILES: usize = 6;

/// Not a test, but the process that is killed.
#[tokio::test]
async fn the_victim() {
    let [Ok(url), Ok(token), Ok(folder)] = VARIABLES.map(std::env::var) else {
        return;
    };
    let client = Client::builder(url)
        .api_token(token)
        .rate_limiter(NoRateLimit);
    let client = client.build().unwrap();
    let _ = pushing(&client, folder.as_ref()).send().await;
}

fn start(world: &World, folder: &TempDir) -> Child {
    let values = [
        world.sandbox.base_url().to_string().into(),
        world.sandbox.tokens().read_write.into(),
        folder.path().as_os_str().to_owned(),
    ];
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "push::killed::the_victim"]);
    command.envs(VARIABLES.into_iter().zip::<[std::ffi::OsString; 3]>(values));
    command.stdout(Stdio::null()).spawn().unwrap()
}

fn pushing<'a>(client: &'a Client, folder: &std::path::Path) -> Push<'a> {
    let pushing = client
        .push("garnet-7041.26")
        .base(folder)
        .glob_in("*.json", "en");
    pushing
        .options(|body| body.replace_modified(true))
        .ledger("l10n.lock")
}

/// The texts that the service has, by the names of their keys.
async fn texts(world: &World) -> BTreeMap<String, String> {
    let list = world.client.list_keys(world.project.project_id);
    let mut keys = list.include_translations(true).stream();
    let mut texts = BTreeMap::new();
    while let Some(key) = keys.next().await {
        let key = key.unwrap();
        let name = key.key_name.unwrap().to_string();
        let translations = key.translations.into_iter().flatten();
        let mut english = translations.filter(|one| one.language_iso.as_deref() == Some("en"));
        if let Some(name) = name.strip_prefix("killed.") {
            let text = english.next().unwrap().translation.unwrap();
            texts.insert(name.to_owned(), text.as_text().unwrap().to_owned());
        }
    }
    texts
}

async fn kills(count: usize) {
    let sandbox = Sandbox::builder().step(Duration::from_millis(5));
    let world = world_of(sandbox.start().await.unwrap());
    let folder = folder(&[]);
    let mut random = fastrand::Rng::with_seed(7);
    let mut torn = 0;
    for round in 0..count {
        let mut written = BTreeMap::new();
        for number in 0..FILES {
            // Seldom another one than before, and often one of those of long ago.
            let text = random.u8(0..3).to_string();
            let name = format!("file{number}");
            write(
                &folder,
                &format!("{name}.json"),
                &format!(r#"{{"killed.{name}": "{text}"}}"#),
            );
            written.insert(name, text);
        }
        let mut victim = start(&world, &folder);
        let pause = Duration::from_millis(random.u64(0..300));
        tokio::time::sleep(pause).await;
        victim.kill().unwrap();
        torn += usize::from(!victim.wait().unwrap().success());
        if random.bool() || round + 1 == count {
            let report = pushing(&world.client, folder.path()).send().await.unwrap();
            assert!(report.is_success(), "{report}");
            assert_eq!(texts(&world).await, written, "round {round}: {report}");
            let again = pushing(&world.client, folder.path()).send().await.unwrap();
            assert!(again.files.is_empty(), "{again}");
        }
    }
    assert!(
        torn * 3 > count,
        "only {torn} of {count} were killed in time"
    );
}

#[tokio::test]
async fn the_push_after_a_kill_leaves_nothing_out() {
    kills(20).await;
}

#[tokio::test]
#[ignore = "takes minutes"]
async fn a_thousand_kills_leave_nothing_out() {
    kills(1000).await;
}
