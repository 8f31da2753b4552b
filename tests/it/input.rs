//! Bad parameters and bodies: each is refused with its reason, and nothing is sent.

#![allow(
    clippy::needless_borrows_for_generic_args,
    reason = "what a caller may write is what is tested"
)]

use std::borrow::Cow;
use std::collections::BTreeSet;

use l10n_client::input::{Input, Unfit};
use l10n_client::types::{
    AdminRight, ContributorImport, ContributorInvitation, ContributorUpdate,
    CustomTranslationStatus, FileUpload, LanguageAccess, NewCustomTranslationStatus, builder,
};
use l10n_client::{Error, ErrorKind};
use serde::Serialize;
use serde_json::{Value, json};

use crate::support::{World, world};

fn assert_refused(world: &World, error: Error, text: &str) {
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    let (operation, reason) = text.split_once(": ").unwrap();
    let (target, told) = {
        let told = error.to_string();
        let (target, told) = told.split_once(": ").unwrap();
        (target.to_owned(), told.to_owned())
    };
    assert_eq!(told, reason);
    let host = error.host().unwrap();
    assert!(
        target.starts_with(operation) && target.contains(host),
        "{target}"
    );
    assert_eq!(error.status(), None);
    assert_eq!(world.sandbox.requests().len(), 0, "nothing was sent");
}

#[tokio::test]
async fn a_missing_parameter_is_named() {
    let world = world().await;
    let error = world.client.list_files().send().await.unwrap_err();
    assert_refused(
        &world,
        error,
        "listFiles: invalid request: `project_id` is missing: call `.project_id(..)` before `.send()`",
    );
}

#[tokio::test]
async fn an_id_cannot_change_the_path() {
    let world = world().await;
    for id in ["..", ".", ""] {
        let error = world
            .client
            .list_files()
            .project_id(id)
            .send()
            .await
            .unwrap_err();
        let text = format!(
            "listFiles: invalid request: `project_id` is `{id}`, which is no part of a path: give the id of an existing thing"
        );
        assert_refused(&world, error, &text);
    }
}

#[tokio::test]
async fn what_would_change_the_path_is_encoded() {
    let world = world().await;
    for (id, segment) in [
        ("a/../b", "a%2F..%2Fb"),
        ("a?b#c", "a%3Fb%23c"),
        ("%2e%2e", "%252e%252e"),
        ("a\\b", "a%5Cb"),
        ("é", "%C3%A9"),
    ] {
        world.sandbox.clear_requests();
        let error = world
            .client
            .list_files()
            .project_id(id)
            .send()
            .await
            .unwrap_err();
        assert!(error.is_not_found(), "{error}");
        assert_eq!(
            world.sandbox.requests()[0].target,
            format!("/v2/projects/{segment}/files")
        );
    }
}

#[tokio::test]
async fn a_bad_uuid_says_what_is_bad_about_it() {
    let world = world().await;
    let error = world
        .client
        .delete_all_contributors()
        .project_id("garnet-7041.26")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let text = error.to_string();
    assert!(
        text.ends_with(
            ": invalid request: `project_id` is no UUID (UUID v7 of the project, not its id. \
             Observed: `get_own_contributor` answers it as `project_uuid`)"
        ),
        "{text}"
    );
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[tokio::test]
async fn a_limit_above_the_maximum_is_refused() {
    let world = world().await;
    let error = world
        .client
        .list_files()
        .project_id("p")
        .limit(5001)
        .send()
        .await
        .unwrap_err();
    assert_refused(
        &world,
        error,
        "listFiles: invalid request: `limit` is 5001, and 5000 is the maximum",
    );
}

#[tokio::test]
async fn a_page_or_a_limit_below_one_is_refused() {
    let world = world().await;
    let list = || world.client.list_files().project_id("p");
    for (call, words) in [
        (
            list().limit(0),
            "listFiles: invalid request: `limit` is 0, and 1 is the minimum",
        ),
        (
            list().page(0),
            "listFiles: invalid request: `page` is 0, and 1 is the minimum",
        ),
        (
            list().page(-1),
            "listFiles: invalid request: `page` is -1, and 1 is the minimum",
        ),
    ] {
        assert_refused(&world, call.send().await.unwrap_err(), words);
    }
}

#[tokio::test]
async fn an_id_that_is_too_large_is_refused() {
    let world = world().await;
    let error = world
        .client
        .get_contributor()
        .project_id("p")
        .contributor_id(u64::MAX)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error.to_string().ends_with(
            "`contributor_id` is 18446744073709551615, and 9223372036854775807 is the maximum"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn a_body_that_lacks_a_field_names_it() {
    let world = world().await;
    let error = world
        .client
        .create_custom_translation_status()
        .project_id("p")
        .body_map(|body| body.title("No color"))
        .send()
        .await
        .unwrap_err();
    assert_refused(
        &world,
        error,
        "createCustomTranslationStatus: invalid request: `color` is missing in the body",
    );
}

#[tokio::test]
async fn a_title_that_is_too_long_is_refused() {
    let world = world().await;
    let upload = |title: &str| {
        world
            .client
            .upload_file()
            .project_id(world.project.project_id)
            .body_map(|body| {
                body.data("{}")
                    .filename("a.json")
                    .lang_iso("en")
                    .title(title)
            })
            .send()
    };
    let error = upload(&"ä".repeat(257)).await.unwrap_err();
    assert_refused(
        &world,
        error,
        "uploadFile: invalid request: `title` is longer than 256 characters",
    );
    upload(&"ä".repeat(256)).await.unwrap();
}

/// What is sent of a body.
fn written(body: Result<impl Serialize, Error>) -> Value {
    serde_json::to_value(body.unwrap()).unwrap()
}

#[tokio::test]
async fn a_number_beyond_its_type_says_the_maximum() {
    let world = world().await;
    let list = || world.client.list_files().project_id("p");
    for (call, words) in [
        (
            list().limit(6_000_000_000_u64),
            "`limit` is 6000000000, and 5000 is the maximum",
        ),
        (
            list().limit(-6_000_000_000_i64),
            "`limit` is -6000000000, and -2147483648 is the minimum",
        ),
        (
            list().page(i64::MAX),
            "`page` is 9223372036854775807, and 2147483647 is the maximum",
        ),
        (
            list().limit("many"),
            "`limit` is no integer, or too large for one",
        ),
    ] {
        let error = call.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().ends_with(words), "{error}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn ids_are_given_as_they_are_at_hand() {
    let world = world().await;
    let (client, id) = (&world.client, world.project.project_id);
    let owned = id.to_owned();
    let ids = [&id, &owned.as_str()];
    for project in ids {
        client
            .list_files()
            .project_id(project)
            .send()
            .await
            .unwrap();
    }
    client.list_files().project_id(&owned).send().await.unwrap();
    client
        .list_files()
        .project_id(Cow::from(id))
        .send()
        .await
        .unwrap();
    for text in ["1002", " 1002"] {
        let person = client.get_contributor().project_id(id).contributor_id(text);
        assert_eq!(person.send().await.unwrap().contributor.user_id, 1002);
    }
    let number = 1002_u32;
    let person = client
        .get_contributor()
        .project_id(id)
        .contributor_id(number);
    assert_eq!(person.send().await.unwrap().contributor.user_id, 1002);
}

#[tokio::test]
async fn the_uuid_of_the_own_contributor_goes_straight_into_a_bulk_call() {
    let world = world().await;
    let me = world.client.get_own_contributor();
    let me = me
        .project_id(world.project.project_id)
        .send()
        .await
        .unwrap();
    let import = world
        .client
        .import_contributors()
        .project_id(me.project_uuid);
    let source = world.project.source_uuid;
    let import = import.body_map(|body| body.from_project_uuid(source));
    assert_eq!(import.send().await.unwrap().project_uuid, me.project_uuid);
    let ids = [me.contributor.uuid];
    let body = ContributorImport::builder().from_project_uuid(source.to_string());
    let body = written(body.contributor_ids(ids).build());
    assert_eq!(body["contributor_ids"], json!(ids));

    world.sandbox.clear_requests();
    let none: Option<uuid::Uuid> = None;
    let call = world.client.delete_all_contributors().project_id(none);
    let error = call.send().await.unwrap_err();
    let words = "`project_id` is none, for it was not there to be given (UUID v7 of the project";
    assert!(error.to_string().contains(words), "{error}");
    let body = ContributorImport::builder().contributor_ids([Some(source), None]);
    let error = body.from_project_uuid(source).build().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("`contributor_ids[1]` is none"),
        "{error}"
    );
    assert!(world.sandbox.requests().is_empty());
}

#[test]
fn lists_take_all_kinds_of_text_and_lists() {
    let upload = || {
        FileUpload::builder()
            .data("{}")
            .filename("a.json")
            .lang_iso("en")
    };
    let owned = vec!["ci".to_owned(), "nightly".to_owned()];
    let set = BTreeSet::from(["ci", "nightly"]);
    let borrowed = vec!["ci", "nightly"];
    let pair = ["ci", "nightly"];
    for upload in [
        upload().tags(["ci", "nightly"]),
        upload().tags(pair),
        upload().tags(&owned),
        upload().tags(&owned[..]),
        upload().tags(&set),
        upload().tags(set.clone()),
        upload().tags(&borrowed),
        upload().tags(borrowed.clone()),
        upload().tags(owned.clone()),
    ] {
        assert_eq!(written(upload.build())["tags"], json!(["ci", "nightly"]));
    }
    assert_eq!(written(upload().tags([]).build())["tags"], json!([]));

    let ids = |upload: builder::FileUpload| {
        written(upload.build())["custom_translation_status_ids"].take()
    };
    let ready: CustomTranslationStatus = serde_json::from_str(r#"{"status_id": 7103}"#).unwrap();
    assert_eq!(
        ids(upload().custom_translation_status_ids([7101, 7102])),
        json!(["7101", "7102"])
    );
    assert_eq!(
        ids(upload().custom_translation_status_ids(["7101"])),
        json!(["7101"])
    );
    assert_eq!(
        ids(upload().custom_translation_status_ids([&ready])),
        json!(["7103"])
    );

    let rights = vec![AdminRight::Upload];
    for update in [
        ContributorUpdate::builder().admin_rights(["upload"]),
        ContributorUpdate::builder().admin_rights([AdminRight::Upload]),
        ContributorUpdate::builder().admin_rights(&rights),
        ContributorUpdate::builder().admin_rights(rights.clone()),
    ] {
        assert_eq!(written(update.build()), json!({"admin_rights": ["upload"]}));
    }
}

#[tokio::test]
async fn nested_bodies_are_given_as_builders() {
    let world = world().await;
    let german = LanguageAccess::builder().lang_iso("de").is_writable(true);
    let built = LanguageAccess::builder().lang_iso("en").build().unwrap();
    let person = ContributorInvitation::builder().email("ada@example.test");
    let invite = || {
        let call = world.client.create_contributors();
        call.project_id(world.project.project_id)
    };
    let good = person.clone().languages([german.clone(), built.into()]);
    let invited = invite().body_map(|body| body.contributors([good.clone()]));
    let invited = invited.send().await.unwrap();
    assert_eq!(
        invited.contributors[0].email.as_deref(),
        Some("ada@example.test")
    );
    assert_eq!(invited.contributors[0].languages.as_ref().unwrap().len(), 2);

    world.sandbox.clear_requests();
    let nameless = ContributorInvitation::builder().languages([]);
    let speechless = person
        .clone()
        .languages([german, LanguageAccess::builder()]);
    for (people, words) in [
        (
            vec![good.clone(), nameless],
            "`contributors[1].email` is missing in the body",
        ),
        (
            vec![speechless],
            "`contributors[0].languages[1].lang_iso` is missing in the body",
        ),
        (
            vec![good, person],
            "`contributors[1].languages` is missing in the body",
        ),
    ] {
        let call = invite().body_map(|body| body.contributors(people));
        let error = call.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().ends_with(words), "{error}");
    }
    let error = ContributorInvitation::builder().build().unwrap_err();
    assert_eq!(error.to_string(), "`email` is missing in the body");
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn body_map_goes_on_from_what_was_set() {
    let world = world().await;
    let status = world.client.create_custom_translation_status();
    let status = status.project_id(world.project.project_id);
    let old = NewCustomTranslationStatus::builder()
        .title("Old")
        .color("#61bd4f");
    let created = status
        .body(old)
        .body_map(|body| body.title("New"))
        .send()
        .await
        .unwrap();
    let created = &created.custom_translation_status;
    assert_eq!(created.title.as_deref(), Some("New"));
    assert_eq!(created.color.as_deref(), Some("#61bd4f"));
}

#[tokio::test]
async fn a_value_of_the_callers_type_is_given_once_it_says_how() {
    struct Name(&'static str);
    impl Input<String> for Name {
        fn input(self) -> Result<String, Unfit> {
            match self.0 {
                "" => Err(Unfit::new("is empty")),
                name => Ok(name.to_owned()),
            }
        }
    }
    let world = world().await;
    let list = |name| world.client.list_files().project_id(Name(name));
    list(world.project.project_id).send().await.unwrap();
    world.sandbox.clear_requests();
    let error = list("").send().await.unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("invalid request: `project_id` is empty"),
        "{error}"
    );
    assert!(world.sandbox.requests().is_empty());
}
