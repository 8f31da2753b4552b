//! Files that a push uploads, their order, and the effect of failures.

use l10n_sandbox::{Fault, Misbehavior, ProcessEnd, ResetMoment};
use l10n_sync::{PullOptions, PushOptions, PushState, Workspace};
use serde_json::json;

use crate::support::{PROJECT, World, configured, group};

fn locales(world: &World, languages: &[&str], files: &[&str]) {
    for lang in languages {
        for file in files {
            world.write(
                &format!("locales/{lang}/{file}.json"),
                &format!("{{\"{file}.title\": \"{file} {lang}\"}}"),
            );
        }
    }
}

#[tokio::test]
async fn the_base_language_is_imported_before_translations_and_groups_in_order() {
    let mut world = World::new(&["en", "de", "fr"]).await;
    world.config = world.config.group(group("a/{lang}.json"));
    locales(&world, &["de", "en", "fr"], &["cart", "home"]);
    for lang in ["de", "en", "fr"] {
        world.write(&format!("a/{lang}.json"), &format!("{{\"a\": \"{lang}\"}}"));
    }
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let order: Vec<_> = world.uploads();
    let place = |name: &str, lang: &str| {
        order.iter().position(|seen| *seen == (name.to_owned(), lang.to_owned())).unwrap()
    };
    let (cart, a) = ("locales/%LANG_ISO%/cart.json", "a/%LANG_ISO%.json");
    assert!(place(cart, "en") < place(a, "en"));
    for lang in ["de", "fr"] {
        assert!(place(a, "en") < place(cart, lang));
        assert!(place(cart, lang) < place(a, lang));
    }
    let data = world.sandbox.data();
    let keys = data["projects"][0]["branches"][0]["keys"].as_array().unwrap();
    assert_eq!(keys.len(), 3);
    let unverified = keys.iter().flat_map(|key| key["translations"].as_object().unwrap().values());
    assert_eq!(unverified.filter(|text| text["is_unverified"] == true).count(), 0, "{data}");
}

#[tokio::test]
async fn translations_wait_for_the_end_of_a_slow_import_of_the_base_file() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["de", "en"], &["cart"]);
    let fault = Misbehavior::status(503);
    world.sandbox.add_fault(Fault::new(fault).on("uploadFile").times(2)).unwrap();
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let langs: Vec<_> = world.uploads().into_iter().map(|(_, lang)| lang).collect();
    assert_eq!(langs, ["en", "en", "en", "de"]);
}

#[tokio::test]
async fn an_upload_is_retried_after_a_lost_response() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en"], &["cart"]);
    for moment in [ResetMoment::BeforeEffect, ResetMoment::AfterEffect] {
        let fault = Fault::new(Misbehavior::Reset(moment)).on("uploadFile");
        world.sandbox.add_fault(fault).unwrap();
    }
    assert!(world.push().await.is_complete());
    assert_eq!(world.text("cart.title", "en").unwrap(), "cart en");
}

#[tokio::test]
async fn a_failed_base_file_blocks_only_its_translations() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart", "home"]);
    world.write("locales/en/cart.json", "{\"broken\":");
    let report = world.push().await;
    let state = |path: &str| {
        let file = report.files.iter().find(|file| file.file.path == path).unwrap();
        (file.state, file.reason.clone().unwrap_or_default())
    };
    assert_eq!(state("locales/en/cart.json").0, PushState::Failed);
    let (blocked, why) = state("locales/de/cart.json");
    assert_eq!(blocked, PushState::Blocked);
    assert!(why.contains("locales/en/cart.json"), "{why}");
    assert_eq!(state("locales/de/home.json").0, PushState::Imported);
    assert!(!report.is_complete());
}

#[tokio::test]
async fn a_language_that_the_project_lacks_blocks_only_its_files() {
    let world = World::new(&["en", "pt_BR"]).await;
    locales(&world, &["en", "pt-BR", "xx"], &["cart"]);
    let report = world.push().await;
    let states: Vec<_> =
        report.files.iter().map(|file| (file.file.lang.as_str(), file.state)).collect();
    assert_eq!(
        states,
        [("en", PushState::Imported), ("pt-BR", PushState::Blocked), ("xx", PushState::Blocked)]
    );
    let reason = report.files[1].reason.as_deref().unwrap();
    assert!(reason.contains("\"pt-BR\" = \"pt_BR\""), "{reason}");
}

#[tokio::test]
async fn an_unchanged_import_is_reported_and_an_old_text_can_be_pushed_again() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en"], &["cart"]);
    assert_eq!(world.push().await.files[0].state, PushState::Imported);
    assert_eq!(world.push().await.files[0].state, PushState::Unchanged);
    world.write("locales/en/cart.json", "{\"cart.title\": \"v2\"}");
    world.push().await;
    locales(&world, &["en"], &["cart"]);
    assert_eq!(world.push().await.files[0].state, PushState::Imported);
    assert_eq!(world.text("cart.title", "en").unwrap(), "cart en");
}

#[tokio::test]
async fn a_failed_import_is_reported() {
    let world = World::new(&["en"]).await;
    locales(&world, &["en"], &["cart"]);
    world.sandbox.end_next_process(ProcessEnd::failed("no such format"));
    let report = world.push().await;
    assert!(report.files[0].reason.as_deref().unwrap().contains("no such format"), "{report:?}");
}

#[tokio::test]
async fn translations_fill_gaps_and_replace_only_on_request() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart"]);
    world.push().await;
    world.translate("cart.title", "de", "Korb");
    world.push().await;
    assert_eq!(world.text("cart.title", "de").unwrap(), "Korb");
    let mut options = PushOptions::new();
    options.replace = true;
    world.sync().push(&options).await.unwrap();
    assert_eq!(world.text("cart.title", "de").unwrap(), "cart de");
}

#[tokio::test]
async fn a_plan_sends_no_request_and_selects_files_by_git_and_path() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart", "home"]);
    let plan = async |options: PushOptions| {
        let workspace: Workspace = world.workspace();
        let plan = workspace.plan_push(&options).await;
        plan.map(|plan| plan.files.into_iter().map(|file| file.path).collect::<Vec<_>>())
            .map_err(|error| error.to_string())
    };
    assert_eq!(plan(PushOptions::new()).await.unwrap().len(), 4);
    let mut since = PushOptions::new();
    since.changed_since = Some("HEAD".to_owned());
    assert!(plan(since.clone()).await.unwrap_err().contains("Git working tree"));
    world.commit();
    assert!(plan(since.clone()).await.unwrap().is_empty());
    world.write("locales/en/new.json", "{\"n\": \"n\"}");
    world.write("locales/de/home.json", "{}");
    assert_eq!(plan(since.clone()).await.unwrap(), ["locales/en/new.json", "locales/de/home.json"]);
    since.changed_since = Some("--output=x".to_owned());
    assert!(plan(since.clone()).await.unwrap_err().contains("is not a revision"));
    since.changed_since = Some("0".repeat(40));
    assert_eq!(plan(since).await.unwrap().len(), 5);

    let mut chosen = PushOptions::new();
    chosen.paths = vec!["locales/en".to_owned(), "locales/{lang}/home.json".to_owned()];
    assert_eq!(plan(chosen.clone()).await.unwrap().len(), 4);
    chosen.languages = vec!["de".to_owned()];
    assert_eq!(plan(chosen.clone()).await.unwrap(), ["locales/de/home.json"]);
    chosen.paths = vec!["locale".to_owned()];
    assert!(plan(chosen).await.unwrap_err().contains("`locale`"));
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn files_that_the_service_would_merge_are_rejected_before_anything_is_sent() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files = vec![configured(json!({"pattern": "locales/{lang}/*.json"}))];
    world.write("locales/en/cart.json", "{\"title\": \"Cart\"}");
    world.write("locales/en/home.json", "{\"title\": \"Home\"}");
    let error = world.sync().push(&PushOptions::new()).await.unwrap_err().to_string();
    assert!(error.contains("`title`") && error.contains("distinguish_by_file"), "{error}");

    // In another format too, and if only one of the files keeps its keys apart.
    let strings = json!({"pattern": "{lang:ios}.lproj/*.strings"});
    world.config.files = vec![group("locales/{lang}/*.json"), configured(strings)];
    world.write("en.lproj/a.strings", "\"title\" = \"Title\";");
    let error = world.sync().push(&PushOptions::new()).await.unwrap_err().to_string();
    assert!(error.contains("files[1].upload") && error.contains("`title`"), "{error}");
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_pull_waits_for_queued_imports() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart"]);
    world.round().await;
    world.commit();
    world.write("locales/en/cart.json", "{\"cart.title\": \"v2\"}");
    world.commit();
    let mut options = PushOptions::new();
    options.without_waiting = true;
    options.languages = vec!["base".to_owned()];
    let report = world.sync().push(&options).await.unwrap();
    assert_eq!(report.files[0].state, PushState::Queued);
    let mut options = PullOptions::new();
    options.base = true;
    world.sync().pull(&options).await.unwrap();
    assert!(world.read("locales/en/cart.json").contains("v2"));
    assert_eq!(world.sync().address(false).await.unwrap(), PROJECT);
}
