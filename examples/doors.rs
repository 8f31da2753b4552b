//! What the crate does not know, its user adds: one program that opens every door.
//!
//! `cargo run --example doors` runs it against a sandbox of its own, over HTTPS.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use l10n_client::hook::{CallHook, CallInfo, Hook};
use l10n_client::reqwest::header::HeaderMap;
use l10n_client::reqwest::{Certificate, Method};
use l10n_client::serde_json::{Value, json};
use l10n_client::types::{Key, NewKey};
use l10n_client::{BoxError, CallOptions, Client};
use l10n_sandbox::Sandbox;

type Failure = Box<dyn std::error::Error>;

/// Counts attempts, and gives each a trace.
#[derive(Debug, Clone, Default)]
struct Traces(Arc<AtomicU32>);

impl Hook for Traces {
    fn call(&self, _: &CallInfo<'_>) -> Box<dyn CallHook> {
        Box::new(self.clone())
    }
}

impl CallHook for Traces {
    fn attempt(&mut self, _: u32) -> Result<HeaderMap, BoxError> {
        let number = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        let trace = format!("00-{number:032x}-{number:016x}-01");
        let mut headers = HeaderMap::new();
        headers.insert("traceparent", trace.parse()?);
        Ok(headers)
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let sandbox = Sandbox::builder().tls().start().await?;
    let project = sandbox.project().project_id;
    let traces = Traces::default();
    let client = client(&sandbox, traces.clone())?;

    // A call with settings of its own.
    let quick = CallOptions::new().header("x-run", "7").with_raw_body();
    let response = client.get_project(project).options(quick).send().await?;
    let raw: Value = l10n_client::serde_json::from_slice(response.raw().unwrap_or_default())?;
    println!("{} is {}", response.project_id, raw["name"]);

    // A field that the document does not have.
    let key = NewKey::new("doors", ["web"]);
    client.create_keys(project, [key]).extra("dry_run", true).send().await?;

    // An endpoint by its path, with items of a type of one's own.
    let path = format!("projects/{project}/keys");
    let page = client.request(Method::GET, path).query("limit", 2).send::<Value>().await?;
    let first: Key = l10n_client::serde_json::from_value(page["keys"][0].clone())?;
    println!("{} of {} keys", first.key_id, page.total_count().unwrap_or_default());

    let requests = sandbox.requests();
    for request in &requests {
        let operation = request.operation.as_deref().unwrap_or("-");
        let header = |name| request.header(name).unwrap_or("-");
        let (agent, gateway) = (header("user-agent"), header("x-gateway-key"));
        println!("{operation}: {agent}; {gateway}; {}", header("traceparent"));
    }
    let unknown: Vec<_> = requests.iter().flat_map(|request| &request.unknown).collect();
    println!("unknown to the document: {}", json!(unknown));
    println!("{} attempts", traces.0.load(Ordering::Relaxed));
    Ok(())
}

fn client(sandbox: &Sandbox, traces: Traces) -> Result<Client, Failure> {
    let root = sandbox.ca_pem().ok_or("the sandbox has no certificate")?;
    let root = Certificate::from_pem(root.as_bytes())?;
    let client = Client::builder(sandbox.base_url())
        .api_token(sandbox.tokens().read_write)
        .user_agent("doors/1.0")
        .header("X-Gateway-Key", "open sesame")
        .hook(traces)
        .http(move |settings| settings.tls_certs_merge([root.clone()]));
    Ok(client.build()?)
}
