//! Killed pushes and pulls: the next run completes them, and no file is partially written.

use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, RequestFilter};

use crate::support::World;

const FILES: usize = 16;

async fn world() -> World {
    let world = World::new().await;
    world.configure(
        "ignore = [\"*\", \"**/*\"]\n[[files]]\npattern = \"texts/{lang}/*.json\"\npush = \"all\"\n\
         upload = { distinguish_by_file = true }\n",
    );
    write(&world, "first");
    world.commit();
    world
}

fn write(world: &World, text: &str) {
    for lang in ["en", "de"] {
        for file in 0..FILES {
            let content = format!("{{\"killed.{file}\": \"{text} {lang}\"}}");
            world.write(&format!("texts/{lang}/{file}.json"), &content);
        }
    }
}

/// The texts of the files at the service, in a language.
fn texts(world: &World, lang: &str) -> Vec<String> {
    let data = world.sandbox.data();
    let keys = data["projects"][0]["branches"][0]["keys"].as_array().unwrap();
    let ours = keys.iter().filter(|key| key.to_string().contains("killed."));
    ours.map(|key| key["translations"][lang]["translation"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[tokio::test]
async fn a_killed_push_is_completed_by_the_next() {
    let world = world().await;
    for (round, uploads) in [1_u8, 5, 12].into_iter().enumerate() {
        let text = format!("round {round}");
        write(&world, &text);
        // The push cannot end before it is killed.
        let hung = Misbehavior::Delay(Duration::from_secs(3600));
        let hung = Fault::new(hung).on("uploadFile").after(uploads.into()).always();
        let hung = world.sandbox.add_fault(hung).unwrap();
        let uploaded = world.seen("uploadFile").len() + usize::from(uploads) + 1;
        let mut child = world.program(&["push", "--requests-per-second", "10000"]).spawn().unwrap();
        world.until(RequestFilter::new().operation("uploadFile"), uploaded).await;
        child.kill().unwrap();
        child.wait().unwrap();
        world.sandbox.remove_fault(hung);
        world.run(&["push", "--requests-per-second", "10000"]).await.ended(0);
        let replace = ["push", "--replace", "texts/de", "--requests-per-second", "10000"];
        world.run(&replace).await.ended(0);
        for lang in ["en", "de"] {
            assert_eq!(texts(&world, lang), vec![format!("{text} {lang}"); FILES]);
        }
    }
}

#[tokio::test]
async fn a_killed_pull_is_completed_by_the_next() {
    let world = world().await;
    world.run(&["push", "--requests-per-second", "10000"]).await.ended(0);
    for round in 0..8 {
        let text = format!("pulled {round}");
        let mut data = world.sandbox.data();
        let keys = data["projects"][0]["branches"][0]["keys"].as_array_mut().unwrap();
        for key in keys.iter_mut().filter(|key| key.to_string().contains("killed.")) {
            key["translations"]["de"]["translation"] = text.clone().into();
        }
        world.sandbox.set_data(&data).unwrap();
        let before = world.seen("downloadBundle").len();
        let mut child = world.program(&["pull"]).spawn().unwrap();
        while world.seen("downloadBundle").len() == before && child.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // Kills some before they write, some while they write, and some after.
        tokio::time::sleep(Duration::from_millis(round * 2)).await;
        let _ = child.kill();
        child.wait().unwrap();
        for file in 0..FILES {
            let read = world.read(&format!("texts/de/{file}.json"));
            serde_json::from_str::<serde_json::Value>(&read).unwrap();
        }
        world.run(&["pull"]).await.ended(0);
        for entry in std::fs::read_dir(world.path("texts/de")).unwrap() {
            let entry = entry.unwrap();
            assert!(!entry.file_name().to_str().unwrap().starts_with(".l10n"), "{entry:?}");
            assert!(std::fs::read_to_string(entry.path()).unwrap().contains(&text));
        }
        world.commit();
    }
}
