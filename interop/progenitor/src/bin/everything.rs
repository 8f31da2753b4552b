//! Every operation: what progenitor makes of its response is a value, or an error.

use std::collections::HashSet;

use l10n_progenitor::{Error, Failure, client, setting, types};
use serde::de::DeserializeOwned;

/// What a call returns, as JSON.
macro_rules! call {
    ($call:expr) => {
        serde_json::to_value($call.send().await?.into_inner())?
    };
}

// `CALLS` and `call`, by `calls.py`.
include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/interop/progenitor/calls.rs"));

/// An example as a body.
fn body<T: DeserializeOwned>(example: &str) -> Result<T, Failure> {
    Ok(serde_json::from_str(&given(example))?)
}

/// An example with what it cannot name.
fn given(example: &str) -> String {
    let example = example.replace("$L10N_JOB", &setting("L10N_JOB"));
    example.replace("$L10N_CODE", &setting("L10N_CODE"))
}

async fn call_every_operation() -> Result<(), Failure> {
    let http = reqwest::Client::new();
    for (index, (id, method)) in CALLS.iter().enumerate() {
        call(index).await.map_err(|error| format!("{id} is not read: {error}"))?;
        if *method != "GET" {
            http.post(format!("{}/seed", setting("L10N_CONTROL_URL"))).send().await?;
        }
    }
    let operations: HashSet<_> = CALLS.iter().map(|(id, _)| id).collect();
    println!("{} operations, {} calls", operations.len(), CALLS.len());
    Ok(())
}

async fn read_an_error() -> Result<(), Failure> {
    // Not a color of the palette.
    let status = types::NewCustomTranslationStatus::builder().title("Approved").color("#000001");
    let client = client(&setting("L10N_BASE_URL"))?;
    let create = client.create_custom_translation_status().project_id(setting("L10N_PROJECT"));
    let refused = create.body(status).send().await;
    // It has its documented envelope, or none.
    let Err(Error::ErrorResponse(refused)) = refused else { return Err("no error".into()) };
    assert_eq!(refused.status(), 400);
    Ok(())
}

async fn read_pages() -> Result<(), Failure> {
    let client = client(&setting("L10N_BASE_URL"))?;
    let (mut found, mut cursor) = (Vec::new(), None::<String>);
    // At the end the header is absent, or empty.
    while cursor.as_deref() != Some("") {
        let mut list = client.list_translations().project_id(setting("L10N_PROJECT"));
        list = list.filter_untranslated(1).limit(2_u32).pagination(types::PaginationType::Cursor);
        if let Some(cursor) = cursor {
            list = list.cursor(cursor);
        }
        let page = list.send().await?;
        found.extend(page.translations.iter().map(|translation| translation.translation_id));
        let next = page.headers().get("x-pagination-next-cursor");
        cursor = Some(next.map(|next| next.to_str()).transpose()?.unwrap_or_default().to_owned());
    }
    assert!(found.len() > 2);
    assert_eq!(HashSet::<&i64>::from_iter(&found).len(), found.len());
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    call_every_operation().await?;
    read_an_error().await?;
    read_pages().await
}
