//! The same first push by hand: each file read, encoded, sent and awaited, one after the other.

use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::Failure;

/// The first argument of such a process.
pub(super) const CHILD: &str = "--plain-push";

/// Pushes what is in the working folder.
pub(super) async fn push(arguments: &[String]) -> Result<(), Failure> {
    let [base, token, project] = arguments else {
        return Err("it takes an address, a token and a project".into());
    };
    let http = reqwest::Client::builder().no_proxy().build()?;
    let project = format!("{base}/projects/{project}");
    for language in std::fs::read_dir("locales")? {
        let language = language?;
        let code = language.file_name().to_string_lossy().into_owned();
        for file in std::fs::read_dir(language.path())? {
            let name = file?.file_name().to_string_lossy().into_owned();
            let content = std::fs::read(Path::new("locales").join(&code).join(&name))?;
            let body = json!({
                "data": BASE64_STANDARD.encode(content),
                "filename": format!("locales/%LANG_ISO%/{name}"),
                "lang_iso": code,
                "replace_modified": true,
            });
            let upload = http.post(format!("{project}/files/upload")).json(&body);
            let answer = upload.header("X-Api-Token", token).send().await?;
            let queued: Value = answer.error_for_status()?.json().await?;
            let id = queued["process"]["process_id"].as_str().ok_or("no process")?;
            wait(&http, &format!("{project}/processes/{id}"), token).await?;
        }
    }
    Ok(())
}

async fn wait(http: &reqwest::Client, url: &str, token: &str) -> Result<(), Failure> {
    loop {
        let look = http.get(url).header("X-Api-Token", token);
        let process: Value = look.send().await?.error_for_status()?.json().await?;
        match process["process"]["status"].as_str() {
            Some("finished") => return Ok(()),
            Some("failed" | "cancelled") => return Err(format!("{process}").into()),
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}
