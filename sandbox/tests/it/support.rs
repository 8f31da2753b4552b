//! A sandbox and its client. The sandbox checks its answers against the document itself.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use l10n_sandbox::{Builder, Preset, Sandbox};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, StatusCode, redirect};
use serde_json::Value;

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
        } else if let Some((kind @ ("coerced" | "unknown" | "ignored" | "assumption"), places)) =
            expected.split_once(' ')
        {
            assert_eq!(self.header(&format!("x-sandbox-{kind}")), places, "{line}");
        } else if expected.starts_with('{') {
            let members: Value = serde_json::from_str(expected).expect(line);
            assert!(fits(&self.body, &members, kept), "{line}\n{}", self.body);
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
    assert!(includes(value, &members), "{members} in {value}");
}

pub(crate) fn includes(value: &Value, part: &Value) -> bool {
    fits(value, part, &mut BTreeMap::new())
}

/// Whether a value has these members. `$name` keeps what is there, `!text` is another text.
fn fits(value: &Value, part: &Value, kept: &mut BTreeMap<String, String>) -> bool {
    match (value, part) {
        (_, Value::Object(part)) => part.iter().all(|(name, part)| fits(&value[name], part, kept)),
        (Value::Array(value), Value::Array(part)) => {
            let mut pairs = value.iter().zip(part);
            value.len() == part.len() && pairs.all(|(it, part)| fits(it, part, kept))
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
        assert!(self.sandbox.data() == data);
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

    /// The same sandbox by another API token.
    pub(crate) fn use_token(&self, token: &str) {
        token.clone_into(&mut self.token.lock().unwrap());
    }

    /// The URL of a path, as [`Api::run`] has it.
    pub(crate) fn url(&self, path: &str) -> String {
        let (place, rest) = path.find('/').map_or((path, ""), |at| path.split_at(at));
        let rest = rest.trim_end_matches('/');
        let sandbox = &self.sandbox;
        let own = match place {
            "" => sandbox.project().project_id,
            _ if place.starts_with(':') => sandbox.project().project_id,
            _ => "",
        };
        let server = match place {
            "v1" => sandbox.cursor_url(),
            "auth" => sandbox.auth_url(),
            "control" => sandbox.control_url(),
            _ => sandbox.base_url(),
        };
        match rest.strip_prefix("//") {
            Some(path) => format!("{server}/{path}"),
            None => format!("{}/projects/{own}{place}{rest}", sandbox.base_url()),
        }
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

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(self.request(Method::POST, &self.url(path)).json(body)).await
    }

    /// Sends a request that is `METHOD path [body]`.
    pub(crate) async fn call(&self, request: &str) -> Reply {
        let mut parts = request.trim().splitn(3, ' ');
        let method = parts.next().unwrap().parse().unwrap();
        let sent = self.request(method, &self.url(parts.next().unwrap_or_default()));
        match parts.next() {
            Some(body) => {
                let body: Value = serde_json::from_str(body).expect(request);
                self.send(sent.json(&body)).await
            }
            None => self.send(sent).await,
        }
    }

    /// Sends requests, and answers with the last response. Each is a line `METHOD path [body] ->
    /// status [expected]`, or several, of which the next ones are indented. Expected are members of
    /// the response, its total (`total 3`), what a header notes (`unknown name, url`, `coerced id`,
    /// `ignored compact`, `assumption branch-delete`), the fields that are not valid (`name, url`),
    /// or a part of the message. The path is below the main project or another
    /// (`opal-1180.26/keys`), below another branch (`:branch/keys`), or below none (`//projects`; of
    /// another server `v1//projects`, `auth//oauth2/auth`, `control//faults`). What `"$name"` found
    /// is `$name` in later requests. `AS name` switches to another token, by its name or itself.
    pub(crate) async fn run(&self, requests: &str) -> Value {
        let requests = requests.trim().replace("\n  ", " ");
        let (mut last, mut kept) = (Value::Null, BTreeMap::new());
        for line in requests.lines() {
            let fill = |line: String, (name, text): (&String, &String)| line.replace(name, text);
            let line = &kept.iter().rev().fold(line.to_owned(), fill);
            if let Some(token) = line.strip_prefix("AS ") {
                let secret = self.sandbox.token(token);
                self.use_token(&secret.unwrap_or_else(|| token.to_owned()));
                continue;
            }
            let (request, expected) = line.split_once(" -> ").expect(line);
            last = self.call(request).await.expect_as(line, expected.trim(), &mut kept);
        }
        last
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
