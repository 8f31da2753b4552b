//! Every operation once: what progenitor makes of its response is a value, or an error.

use l10n_progenitor::{Error, Failure, client, setting, types};
use reqwest::redirect::Policy;
use serde::de::DeserializeOwned;

/// What a call returns, as JSON.
macro_rules! call {
    ($call:expr) => {
        serde_json::to_value($call.send().await?.into_inner())?
    };
}

// `OPERATIONS` and `call`, by `calls.py`.
include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/interop/progenitor/calls.rs"));

/// An example as a body; `code` is the one that was given.
fn body<T: DeserializeOwned>(example: &str, given: &str) -> Result<T, Failure> {
    let mut body: serde_json::Value = serde_json::from_str(example)?;
    if let Some(code) = body.get_mut("code") {
        *code = given.into();
    }
    Ok(serde_json::from_value(body)?)
}

/// The sandbox's user grants everything; a user of the service is asked in a browser.
async fn code() -> Result<String, Failure> {
    let http = reqwest::Client::builder().redirect(Policy::none()).build()?;
    let grant = http.get(format!("{}/oauth2/auth", setting("L10N_AUTH_URL"))).query(&[
        ("client_id", "sandbox-app"),
        ("scope", "read_comments"),
        ("state", "x"),
        ("redirect_uri", "https://app.sandbox.test/callback"),
    ]);
    let response = grant.send().await?;
    let place = response.headers().get("location").ok_or("no redirect")?;
    let place = reqwest::Url::parse(place.to_str()?)?;
    let code = place.query_pairs().find(|(name, _)| name == "code").ok_or("no code")?;
    Ok(code.1.into_owned())
}

/// What no example can show: a job, and a code.
async fn given(name: &str) -> Result<String, Failure> {
    Ok(match name {
        "getContributorDeletionJob" => {
            let job = call("deleteAllContributors", "").await?;
            job["jobId"].as_str().ok_or("no job")?.to_owned()
        }
        "requestToken" => code().await?,
        _ => String::new(),
    })
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    read_an_error().await?;
    let http = reqwest::Client::new();
    for name in OPERATIONS {
        http.post(format!("{}/seed", setting("L10N_CONTROL_URL"))).send().await?;
        let response = call(name, &given(name).await?).await;
        response.map_err(|error| format!("{name} is not read: {error}"))?;
    }
    println!("{} operations", OPERATIONS.len());
    Ok(())
}
