//! The calls themselves: each operation with the examples of the document, and other ways to call
//! some.

use std::io::Cursor;

use l10n_client::calls::UploadFile;
use l10n_client::types::{self, TokenRequest};
use l10n_client::{Client, FileSource};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    BY_REFRESH, Call, FROM_A_READER, FROM_BYTES, Fixtures, Kind, RAW, Row, examples, made,
};

/// A row for each operation of the document.
macro_rules! rows {
    ([] $($id:literal $method:ident($($setter:ident: $kind:ty = $name:literal,)*)
        [$($body:ident: $($argument:expr),* $(; $whole:ident)?)?] $options:tt;)*) => {
        vec![$(Row {
            operation: $id,
            way: "",
            kind: Kind::of($id),
            call: |client, needs| {
                let _ = needs;
                let call = {
                    $(let body = needs.body::<types::$body>($id);)?
                    client
                        .$method($(examples::value::<$kind>($id, $name),)* $($(($argument)(&body),)*)?)
                        $($(.$whole({ let body: types::$body = body; body }))?)?
                };
                made(call, |call| call.send())
            },
        }),*]
    };
}

pub(super) fn every() -> Vec<Row> {
    let others = uploads().into_iter().chain(raw());
    let others = others.map(|(operation, way, kind, call)| Row { operation, way, kind, call });
    operations!(rows).into_iter().chain(others).collect()
}

type Calls = Vec<(&'static str, &'static str, Kind, Call)>;

fn upload(client: &Client, needs: &Fixtures) -> UploadFile {
    client.upload_file(needs.project.project_id, "a.json", "en")
}

/// Uploads from elsewhere than a body, and the other grant.
fn uploads() -> Calls {
    vec![
        ("uploadFile", FROM_BYTES, Kind::Create, |client, needs| {
            let call = upload(client, needs).file(needs.content.clone());
            made(call, |call| call.send())
        }),
        ("uploadFile", FROM_A_READER, Kind::Create, |client, needs| {
            let reader = FileSource::reader(Cursor::new(needs.content.clone()));
            made(upload(client, needs).file(reader), |call| call.send())
        }),
        ("requestToken", BY_REFRESH, Kind::Create, |client, needs| {
            let (secret, token) = (needs.client_secret.as_str(), needs.refresh_token.as_str());
            let body = TokenRequest::refresh_token("sandbox-app", secret, token);
            made(client.request_token(body), |call| call.send())
        }),
    ]
}

fn raw() -> Calls {
    vec![
        ("listFiles", RAW, Kind::Read, |client, needs| {
            let path = format!("projects/{}/files", needs.project.project_id);
            let call = client.request(Method::GET, path);
            made(call, |call| call.send::<Value>())
        }),
        ("createCustomTranslationStatus", RAW, Kind::Create, |client, needs| {
            let path = format!("projects/{}/custom_translation_statuses", needs.project.project_id);
            let body = json!({"title": "Raw", "color": "#61bd4f"});
            let call = client.request(Method::POST, path).json(&body);
            made(call, |call| call.send::<Value>())
        }),
        ("updateContributor", RAW, Kind::Create, |client, needs| {
            let (project, id) = (needs.project.project_id, needs.project.contributor_ids[4]);
            let path = format!("projects/{project}/contributors/{id}");
            let call = client.request(Method::PUT, path).json(&json!({"admin_rights": []}));
            made(call, |call| call.send::<Value>())
        }),
        ("deleteContributor", RAW, Kind::BulkDeletion, |client, needs| {
            let (project, id) = (needs.project.project_id, needs.project.contributor_ids[4]);
            let path = format!("projects/{project}/contributors/{id}");
            made(client.request(Method::DELETE, path), |call| call.send::<Value>())
        }),
    ]
}
