//! A sandbox and its client. The sandbox checks its answers against the document itself.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use l10n_sandbox::{Builder, Preset, Sandbox};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, StatusCode, redirect};
use serde_json::{Map, Value, json};

pub(crate) struct Api {
    pub(crate) sandbox: Sandbox,
    pub(crate) http: Client,
    token: Mutex<String>,
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Reply {
    /// The body, if the status is this one.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self.body
    }

    /// The error message, if the status is this one and the envelope says the same.
    #[track_caller]
    pub(crate) fn refused(self, status: u16) -> String {
        let body = self.expect(status);
        assert_eq!(body["error"]["code"], status);
        body["error"]["message"].as_str().unwrap().to_owned()
    }

    /// Holds a response against what [`Api::run`] expects.
    fn expect_as(self, line: &str, expected: &str, kept: &mut BTreeMap<String, String>) -> Value {
        let (status, expected) = expected.split_once(' ').unwrap_or((expected, ""));
        assert_eq!(self.status.as_str(), status, "{line}\n{}", self.body);
        if let Some(total) = expected.strip_prefix("total ") {
            assert_eq!(self.header("x-pagination-total-count"), total, "{line}");
        } else if let Some((kind @ ("coerced" | "unknown" | "ignored"), places)) =
            expected.split_once(' ')
        {
            assert_eq!(self.header(&format!("x-sandbox-{kind}")), places, "{line}");
        } else if expected.starts_with('{') {
            let members: Value = serde_json::from_str(expected).expect(line);
            assert!(includes(&self.body, &members, kept), "{line}\n{}", self.body);
        } else if let Some(violations) = self.body["error"]["violations"].as_object() {
            let fields: Vec<_> = violations.keys().cloned().collect();
            assert_eq!(fields.join(", "), expected, "{line}");
        } else {
            assert!(self.body.to_string().contains(expected), "{line}\n{}", self.body);
        }
        self.body
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).expect(name).to_str().unwrap()
    }
}

/// Holds a value against members that it must have, whatever else it and they have.
#[track_caller]
pub(crate) fn has(value: &Value, members: Value) {
    assert!(includes(value, &members, &mut BTreeMap::new()), "{members} in {value}");
}

/// Whether a value has these members. `$name` keeps what is there, `!text` is another text.
fn includes(value: &Value, part: &Value, kept: &mut BTreeMap<String, String>) -> bool {
    match (value, part) {
        (_, Value::Object(part)) => {
            part.iter().all(|(name, part)| includes(&value[name], part, kept))
        }
        (Value::Array(value), Value::Array(part)) => {
            let mut pairs = value.iter().zip(part);
            value.len() == part.len() && pairs.all(|(it, part)| includes(it, part, kept))
        }
        (value, Value::String(name)) if name.starts_with('$') => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            kept.insert(name.clone(), text);
            !value.is_null()
        }
        (Value::String(text), Value::String(other)) if other.starts_with('!') => {
            text != &other[1..]
        }
        _ => value == part,
    }
}

/// Tests that are requests, as [`Api::run`] sends them.
macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident: $requests:literal)*) => { $(
        $(#[$doc])*
        #[tokio::test]
        async fn $name() {
            crate::support::Api::start().await.run($requests).await;
        }
    )* };
}
pub(crate) use requests;

/// Whatever a test did, what its sandbox holds is data that can be taken again.
impl Drop for Api {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let data = self.sandbox.data();
        self.sandbox.set_data(&data).unwrap();
        assert_eq!(difference(&self.sandbox.data(), &data), None);
    }
}

/// Where two values differ first, with both values.
fn difference(a: &Value, b: &Value) -> Option<String> {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) || x.len() == y.len() => {
            x.keys().find_map(|name| Some(format!("{name}/{}", difference(&a[name], &b[name])?)))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            let mut pairs = x.iter().zip(y).enumerate();
            pairs.find_map(|(at, (x, y))| Some(format!("{at}/{}", difference(x, y)?)))
        }
        _ => (a != b).then(|| format!(" {a} is not {b}")),
    }
}

impl Api {
    pub(crate) async fn start() -> Self {
        Self::with(Sandbox::builder().variants(Preset::Sample)).await
    }

    pub(crate) async fn with(builder: Builder) -> Self {
        let sandbox = builder.start().await.unwrap();
        let http = Client::builder()
            .no_proxy()
            .redirect(redirect::Policy::none())
            // Answers as they come, also where the workspace as a whole has reqwest decompress
            // them.
            .no_gzip()
            .timeout(Duration::from_secs(120))
            .build()
            .unwrap();
        let token = sandbox.tokens().read_write.to_owned();
        Self { sandbox, http, token: Mutex::new(token) }
    }

    /// Calls a control endpoint.
    pub(crate) async fn control(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}{path}", self.sandbox.control_url());
        let response = self.http.request(method, url).body(body.to_string()).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
    }

    /// The same sandbox by another API token.
    pub(crate) fn use_token(&self, token: &str) {
        token.clone_into(&mut self.token.lock().unwrap());
    }

    /// The URL of a path below the main project.
    pub(crate) fn url(&self, path: &str) -> String {
        self.project_url(self.sandbox.project().project_id, path)
    }

    pub(crate) fn project_url(&self, project: &str, path: &str) -> String {
        format!("{}/projects/{project}{path}", self.sandbox.base_url())
    }

    pub(crate) fn request(&self, method: Method, url: &str) -> RequestBuilder {
        self.http.request(method, url).header("X-Api-Token", &*self.token.lock().unwrap())
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Reply {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.json().await.unwrap_or(Value::Null);
        Reply { status, headers, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, &self.url(path))).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.send(self.request(Method::DELETE, &self.url(path))).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(self.request(Method::POST, &self.url(path)).json(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Reply {
        self.send(self.request(Method::PUT, &self.url(path)).json(body)).await
    }

    /// A request to another project or branch, with a body unless it is null.
    pub(crate) async fn of(&self, project: &str, method: Method, path: &str, body: Value) -> Reply {
        let request = self.request(method, &self.project_url(project, path));
        match body {
            Value::Null => self.send(request).await,
            body => self.send(request.json(&body)).await,
        }
    }

    /// Sends requests, and answers with the last response. Each is a line `METHOD path [body] ->
    /// status [expected]`, or several, of which the next ones are indented. Expected are members of
    /// the response, its total (`total 3`), what a header notes (`unknown name, url`, `coerced id`,
    /// `ignored compact`), the fields that are not valid (`name, url`), or a part of the message. The path is
    /// below the main project or another (`opal-1180.26/keys`), below another branch
    /// (`:branch/keys`), or below none (`//projects`; `v1//projects` of the cursor API). What
    /// `"$name"` found is `$name` in later requests. `AS name` switches to another token, and
    /// `OTHER` to the other variant of all quirks.
    pub(crate) async fn run(&self, requests: &str) -> Value {
        let requests = requests.trim().replace("\n  ", " ");
        let (mut last, mut kept) = (Value::Null, BTreeMap::new());
        for line in requests.lines() {
            let fill = |line: String, (name, text): (&String, &String)| line.replace(name, text);
            let line = &kept.iter().rev().fold(line.to_owned(), fill);
            if let Some(token) = line.strip_prefix("AS ") {
                self.use_token(&self.sandbox.token(token).unwrap());
                continue;
            }
            if line == "OTHER" {
                self.sandbox.set_variants(Preset::Other);
                continue;
            }
            let (request, expected) = line.split_once(" -> ").expect(line);
            let mut request = request.trim().splitn(3, ' ');
            let method = request.next().unwrap().parse().unwrap();
            let url = self.url_of(request.next().expect(line));
            let mut sent = self.request(method, &url);
            if let Some(body) = request.next() {
                let body: Value = serde_json::from_str(body).expect(line);
                sent = sent.json(&body);
            }
            last = self.send(sent).await.expect_as(line, expected.trim(), &mut kept);
        }
        last
    }

    /// Sends a body with other members for each line `members -> field`, which is a 400 about that
    /// field.
    pub(crate) async fn rejects(&self, request: &str, body: Value, lines: &str) {
        for line in lines.trim().lines() {
            let (members, field) = line.split_once(" -> ").expect(line);
            let members: Map<String, Value> = serde_json::from_str(members).expect(line);
            let mut body = body.as_object().cloned().unwrap_or_default();
            body.extend(members);
            self.run(&format!("{request} {} -> 400 {field}", Value::Object(body))).await;
        }
    }

    pub(crate) fn url_of(&self, path: &str) -> String {
        let (project, rest) = path.find('/').map_or((path, ""), |at| path.split_at(at));
        match (rest.strip_prefix('/'), project.strip_prefix(':')) {
            (Some(path), _) if path.starts_with('/') => match project {
                "v1" => format!("{}{path}", self.sandbox.cursor_url()),
                _ => format!("{}{path}", self.sandbox.base_url()),
            },
            (_, Some(branch)) => self.url(&format!(":{branch}{rest}")),
            _ if project.is_empty() => self.url(rest.trim_end_matches('/')),
            _ => self.project_url(project, rest),
        }
    }

    /// Creates one key, and answers with it.
    pub(crate) async fn new_key(&self, key: Value) -> Value {
        let created = self.post("/keys", &json!({ "keys": [key] })).await;
        let created = created.expect(200);
        assert_eq!(created["errors"], json!([]));
        created["keys"][0].clone()
    }

    /// Reads a process until it has ended.
    pub(crate) async fn ended(&self, process: &str) -> Value {
        for _ in 0..2_000 {
            let body = self.get(&format!("/processes/{process}")).await.expect(200);
            if ["finished", "failed", "cancelled"]
                .iter()
                .any(|end| body["process"]["status"] == *end)
            {
                return body["process"].clone();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the process {process} does not end");
    }
}
