//! Both shapes of every contradiction.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use l10n_sandbox::{Preset, Quirk, Shape};
use serde_json::{Value, json};

use crate::support::Api;

impl Api {
    fn other(&self, quirk: Quirk) {
        self.sandbox.set_shape(quirk, Shape::Other);
    }

    async fn translator(&self) -> Value {
        self.get("/contributors/1005").await.expect(200)["contributor"].clone()
    }
}

#[tokio::test]
async fn contributors_have_four_contradictions() {
    let api = Api::start().await;
    let sample = api.translator().await;
    assert_eq!((&sample["is_reviewer"], sample.get("is_reviwer")), (&json!(false), None));
    assert_eq!(sample["admin_rights"], json!({}));
    assert_eq!(sample["languages"][0]["is_writable"], 0);

    for quirk in [
        Quirk::ReviewerSpelling,
        Quirk::EmptyAdminRights,
        Quirk::WritableFlag,
        Quirk::AdminRightSets,
    ] {
        api.other(quirk);
    }
    let other = api.translator().await;
    assert_eq!((&other["is_reviwer"], other.get("is_reviewer")), (&json!(false), None));
    assert_eq!(other["admin_rights"], json!([]));
    assert_eq!(other["languages"][0]["is_writable"], false);
    let developer = api.get("/contributors/1002").await.expect(200);
    assert!(
        developer["contributor"]["admin_rights"]
            .as_array()
            .unwrap()
            .contains(&json!("create_branches"))
    );
}

#[tokio::test]
async fn created_comments_as_one() {
    let api = Api::start().await;
    api.other(Quirk::CreatedComments);
    let body = json!({ "comments": [{ "comment": "One" }, { "comment": "Two" }] });
    let created = api.post("/keys/3101/comments", &body).await.expect(200);
    assert_eq!((&created["comment"]["comment"], created.get("comments")), (&json!("Two"), None));
}

#[tokio::test]
async fn invited_contributors_as_a_list() {
    let api = Api::start().await;
    api.other(Quirk::InvitedContributor);
    let body = json!({ "contributors": [
        { "email": "a@sandbox.test", "languages": [] },
        { "email": "b@sandbox.test", "languages": [] },
    ] });
    let invited = api.post("/contributors", &body).await.expect(200);
    assert_eq!(invited["contributors"].as_array().unwrap().len(), 2);
    assert_eq!(invited.get("contributor"), None);
}

#[tokio::test]
async fn statuses_in_a_list_and_deleted_by_another_name() {
    let api = Api::start().await;
    api.other(Quirk::StatusEnvelope);
    api.other(Quirk::StatusDeletion);
    let path = "/custom_translation_statuses/7101";
    let read = api.get(path).await.expect(200);
    assert_eq!(read["custom_translation_statuses"][0]["status_id"], 7101);
    assert_eq!(read.get("custom_translation_status"), None);
    let updated = api.put(path, &json!({})).await.expect(200);
    assert_eq!(updated["custom_translation_status"]["status_id"], 7101);
    let deleted = api.delete(path).await.expect(200);
    assert_eq!(
        (&deleted["custom_translation_status_deleted"], deleted.get("deleted")),
        (&json!(true), None)
    );
}

#[tokio::test]
async fn times_in_another_time_zone() {
    let api = Api::start().await;
    api.other(Quirk::Timestamps);
    let comment = api.get("/keys/3101/comments/5101").await.expect(200);
    assert_eq!(comment["comment"]["added_at"], "2025-03-04 10:15:30 (Etc/UTC)");

    api.sandbox.set_shape(Quirk::Timestamps, Shape::Sample);
    let comment = api.get("/keys/3101/comments/5101").await.expect(200);
    assert_eq!(comment["comment"]["added_at"], "2025-03-04 10:15:30 (UTC)");
}

/// Contradictions about requests, of which the sandbox takes either side.
const OF_REQUESTS: [&str; 6] = [
    "authorization_state",
    "export_settings",
    "grant_type_name",
    "invited_languages",
    "status_id_type",
    "trigger_names",
];

fn name_of(value: impl serde::Serialize) -> String {
    json!(value).as_str().unwrap().to_owned()
}

/// The names in the marks of a document.
fn marks(value: &Value) -> BTreeSet<&str> {
    let (own, inner): (_, Vec<_>) = match value {
        Value::Object(members) => (members.get("x-quirk"), members.values().collect()),
        Value::Array(elements) => (None, elements.iter().collect()),
        _ => (None, Vec::new()),
    };
    let own = own.and_then(Value::as_str);
    inner.into_iter().flat_map(marks).chain(own).collect()
}

#[test]
fn the_names_are_those_of_the_document() {
    let document = l10n_sandbox::document::Document::embedded().unwrap();
    let names = Quirk::ALL.map(name_of);
    let names = names.iter().map(String::as_str).chain(OF_REQUESTS);
    assert_eq!(names.collect::<BTreeSet<_>>(), marks(document.value()));
}

/// The page says in short what each shape is, and the documentation names all quirks.
#[test]
fn page_and_documentation_know_each_shape() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(package.join(file)).unwrap();
    let (page, docs) = (read("src/page/quirks.js"), read("docs/control.md"));
    for quirk in Quirk::ALL {
        let name = name_of(quirk);
        assert!(docs.contains(&format!("`{name}`")), "{name}");
        let start = format!("  {name}: ['");
        let texts = page.lines().find_map(|line| line.strip_prefix(&start));
        let texts = texts.map(|texts| texts.split("', '").count());
        assert_eq!(texts, Some(quirk.shapes().len()), "{name}");
    }
    for preset in Preset::ALL {
        let name = name_of(preset);
        assert!(docs.contains(&format!("\n| `{name}` |")), "{name}");
        assert!(page.contains(&format!("  ['{name}', '")), "{name}");
    }
}
