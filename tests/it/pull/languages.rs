//! Codes of languages in pulls: local ones, where they are others than those of the service.

use l10n_client::types::FileExport;
use l10n_client::types::{LanguageMapping, NewLanguage};
use l10n_client::{ErrorKind, LanguageMap, Pull};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use tempfile::tempdir;

use super::{names, operations, put};
use crate::support::{World, world};

/// A project in Brazilian Portuguese too.
async fn brazil() -> World {
    let world = world().await;
    let language = NewLanguage::new("pt_BR");
    let add = world
        .client
        .create_languages(world.project.project_id, [language]);
    add.send().await.unwrap();
    world.sandbox.clear_requests();
    world
}

fn pull(world: &World) -> Pull<'_> {
    world.client.pull(world.project.project_id).export(export())
}

fn export() -> FileExport {
    FileExport::new("json")
        .original_filenames(false)
        .bundle_structure("%LANG_ISO%/app.json")
        .export_empty_as(l10n_client::types::ExportEmptyAs::Base)
}

#[tokio::test]
async fn files_come_under_local_codes_and_languages_are_asked_for_by_them() {
    let (world, folder) = (brazil().await, tempdir().unwrap());
    let map = || {
        LanguageMap::new()
            .pair("pt-BR", "pt_BR")
            .pair("sq-AL", "sq")
    };
    let all = pull(&world).languages(map()).to_folder(folder.path());
    all.await.unwrap();
    let found = names(folder.path());
    assert!(found.contains(&"pt-BR/app.json".to_owned()), "{found:?}");
    assert!(found.contains(&"de/app.json".to_owned()), "{found:?}");
    assert!(!found.contains(&"pt_BR/app.json".to_owned()), "{found:?}");
    let requests = world.sandbox.requests();
    assert_eq!(operations(&requests)[..2], ["listLanguages", "exportFiles"]);

    let folder = tempdir().unwrap();
    put(folder.path(), "pt-BR/gone.json", "old");
    put(folder.path(), "fr/kept.json", "old");
    let some = pull(&world).export(export().filter_langs(["pt-BR", "de"]));
    let some = some.languages(map()).prune("{lang}/*.json");
    some.to_folder(folder.path()).await.unwrap();
    let expected = [
        "de/",
        "de/app.json",
        "fr/",
        "fr/kept.json",
        "pt-BR/",
        "pt-BR/app.json",
    ];
    assert_eq!(names(folder.path()), expected);
}

#[tokio::test]
async fn languages_that_do_not_fit_are_told_before_anything_is_exported() {
    let world = brazil().await;
    let map = || LanguageMap::new().pair("pt-BR", "pt_BR");
    let mapping = || LanguageMapping::new().original_language_iso("de");
    for (pull, words) in [
        (
            pull(&world)
                .export(export().filter_langs(["de", "sq-AL"]))
                .languages(map().pair("sq-AL", "sq")),
            "the project does not have the language `sq` (`sq-AL` here): it has ",
        ),
        (
            pull(&world)
                .export(export().filter_langs(["xx"]))
                .languages(map()),
            "the project does not have the language `xx`: it has ",
        ),
        (
            pull(&world)
                .export(export().language_mapping([mapping()]))
                .languages(map()),
            "`language_mapping`",
        ),
        (
            pull(&world).languages(LanguageMap::new().pair("de", "pt_BR")),
            "would both have the local code `de`",
        ),
        (
            pull(&world).languages(map().pair("pt-BR", "pt_PT")),
            "`pt-BR`",
        ),
    ] {
        let folder = tempdir().unwrap();
        let error = pull.to_folder(folder.path()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert!(error.to_string().contains(words), "{error}");
        assert!(names(folder.path()).is_empty());
    }
    let requests = world.sandbox.requests();
    assert_eq!(operations(&requests), ["listLanguages"]);
}

#[tokio::test]
async fn who_may_not_read_the_languages_gets_those_of_the_map_under_their_local_codes() {
    let (world, folder) = (brazil().await, tempdir().unwrap());
    let forbidden = Fault::new(Misbehavior::status(403)).on("listLanguages");
    world.sandbox.add_fault(forbidden).unwrap();
    let map = LanguageMap::new()
        .pair("pt-BR", "pt_BR")
        .pair("pt-rBR", "pt_BR");
    let pull = pull(&world).export(export().filter_langs(["pt-rBR", "de"]));
    let pull = pull.languages(map).to_folder(folder.path());
    pull.await.unwrap();
    let expected = ["de/", "de/app.json", "pt-BR/", "pt-BR/app.json"];
    assert_eq!(names(folder.path()), expected);
}

#[tokio::test]
async fn a_language_that_cannot_be_read_does_not_end_a_pull() {
    let (world, folder) = (brazil().await, tempdir().unwrap());
    let languages = serde_json::json!({"project_id": "p", "languages": [
        {"lang_id": 640, "lang_iso": "en"}, {"lang_id": [], "lang_iso": "pt_BR"},
    ]});
    let reply = Misbehavior::Respond(Reply::new(200, ReplyBody::Json(languages)));
    let unreadable = Fault::new(reply).on("listLanguages");
    world.sandbox.add_fault(unreadable).unwrap();
    let map = LanguageMap::new().pair("pt-BR", "pt_BR");
    let pull = pull(&world).export(export().filter_langs(["pt-BR", "de"]));
    let pulled = pull.languages(map).to_folder(folder.path());
    pulled.await.unwrap();
    let found = names(folder.path());
    assert!(found.contains(&"pt-BR/app.json".to_owned()), "{found:?}");
    assert!(found.contains(&"de/app.json".to_owned()), "{found:?}");
}
