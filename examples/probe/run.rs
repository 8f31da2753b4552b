//! Sends the steps of an entry, and compares the last response with what is assumed.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine};
use l10n_client::reqwest::{Method, header::HeaderMap};
use l10n_client::{Client, Error};
use serde_json::{Map, Value, json};

use crate::entries::{Condition, Entry, Step, text};

/// A request and its response.
#[derive(Default)]
pub(crate) struct Exchange {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) query: Map<String, Value>,
    pub(crate) sent: Option<Value>,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

pub(crate) enum Outcome {
    Confirmed,
    /// What a response means that is not the assumed one, or that was asked for.
    Refuted(String),
    Answered(String),
    NotTried(String),
}

pub(crate) struct Probe {
    pub(crate) client: Client,
    /// With a token that nobody has.
    pub(crate) stranger: Client,
    pub(crate) is_sandbox: bool,
    /// Values of earlier responses by their names, such as `project`.
    pub(crate) names: BTreeMap<String, Value>,
    pub(crate) exchanges: Vec<Exchange>,
}

impl Probe {
    pub(crate) async fn run(&mut self, entry: &Entry) -> Outcome {
        if let Some(reason) = entry.reason(self.is_sandbox) {
            return Outcome::NotTried(reason.to_owned());
        }
        let last = entry.steps.len().saturating_sub(1);
        for (index, step) in entry.steps.iter().enumerate() {
            let exchange = match self.step(step).await {
                Ok(exchange) => exchange,
                Err(reason) => return Outcome::NotTried(reason),
            };
            for (name, pointer) in step.saved() {
                self.names.insert(name.to_owned(), at(&exchange.body, pointer));
            }
            let (status, body) = (exchange.status, exchange.body.to_string());
            self.exchanges.push(exchange);
            if index < last && !(200..300).contains(&status) {
                let number = index + 1;
                return Outcome::NotTried(format!("step {number} got {status}: {body}"));
            }
        }
        self.judge(entry)
    }

    fn judge(&self, entry: &Entry) -> Outcome {
        let Some(exchange) = self.exchanges.last() else {
            return Outcome::NotTried("it has no steps".to_owned());
        };
        if entry.confirmed.as_ref().is_some_and(|it| self.fits(it, exchange)) {
            return Outcome::Confirmed;
        }
        let means = match entry.otherwise.iter().find(|(_, it)| self.fits(it, exchange)) {
            Some((means, _)) => means.clone(),
            None => format!("{} {}", exchange.status, exchange.body),
        };
        if entry.sentence.is_some() { Outcome::Refuted(means) } else { Outcome::Answered(means) }
    }

    /// Sends a request, and follows it to the end of its process or to its files.
    async fn step(&mut self, step: &Step) -> Result<Exchange, String> {
        let (target, body) = step.request();
        let target = text(&self.filled(target));
        let (method, path) = target.split_once(' ').ok_or("a step without a request")?;
        let method = method.parse().map_err(|_| format!("{method} is no method"))?;
        let client = if step.token.is_some() { &self.stranger } else { &self.client };
        let body = body.and_then(|body| self.complete(step, body));
        let got = send(client, method, path, &step.query, body).await?;
        let found = |pointers: [&str; 2]| {
            pointers.iter().find_map(|it| got.body.pointer(it).and_then(Value::as_str))
        };
        let process = found(["/process/process_id", "/process_id"]).filter(|_| step.waits());
        let link = found(["/bundle_url", ""]).filter(|_| step.export.is_some());
        let next = match (process, link) {
            (Some(process), _) => self.wait(process).await?,
            (_, Some(link)) => self.download(link).await?,
            _ => return Ok(got),
        };
        self.exchanges.push(got);
        Ok(next)
    }

    async fn wait(&self, process: &str) -> Result<Exchange, String> {
        let path = format!("/projects/{}/processes/{process}", text(&self.names["project"]));
        for _ in 0..120 {
            let got = send(&self.client, Method::GET, &path, &Map::new(), None).await?;
            let status = got.body.pointer("/process/status").and_then(Value::as_str);
            if matches!(status, None | Some("finished" | "failed" | "cancelled")) {
                return Ok(got);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Err("the process did not end within a minute".to_owned())
    }

    async fn download(&self, link: &str) -> Result<Exchange, String> {
        let bytes = self.client.download(link).bytes().await.map_err(|it| it.to_string())?;
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|it| it.to_string())?;
        let mut files = Map::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).map_err(|it| it.to_string())?;
            let mut content = Vec::new();
            file.read_to_end(&mut content).map_err(|it| it.to_string())?;
            let name = file.name().map_err(|it| it.to_string())?.into_owned();
            files.insert(name, String::from_utf8_lossy(&content).into());
        }
        Ok(Exchange {
            status: 200,
            path: "a bundle".to_owned(),
            body: files.into(),
            ..<_>::default()
        })
    }

    fn complete(&self, step: &Step, mut body: Value) -> Option<Value> {
        if let Some(times) = step.times {
            let list = body.as_object_mut()?.values_mut().find_map(Value::as_array_mut)?;
            let item = list.first()?.to_string();
            let copies = (1..=times).map(|n| item.replace("{n}", &n.to_string()));
            *list = copies.filter_map(|copy| serde_json::from_str(&copy).ok()).collect();
        }
        self.fill(&mut body);
        if let Some(data) = &step.data {
            body["data"] = BASE64_STANDARD.encode(data).into();
        }
        Some(body)
    }

    /// Replaces names in texts: a text that is only a name becomes its value.
    fn fill(&self, value: &mut Value) {
        match value {
            Value::String(text) => *value = self.filled(text),
            Value::Array(items) => items.iter_mut().for_each(|it| self.fill(it)),
            Value::Object(fields) => fields.values_mut().for_each(|it| self.fill(it)),
            _ => {}
        }
    }

    fn filled(&self, pattern: &str) -> Value {
        let whole = pattern.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(value) = whole.and_then(|name| self.names.get(name)) {
            return value.clone();
        }
        let fill = |filled: String, (name, value): (&String, &Value)| {
            filled.replace(&format!("{{{name}}}"), &text(value))
        };
        self.names.iter().fold(pattern.to_owned(), fill).into()
    }

    fn fits(&self, condition: &Condition, exchange: &Exchange) -> bool {
        condition.iter().all(|(place, wanted)| {
            let found = match place.as_str() {
                "status" => exchange.status.into(),
                pointer if pointer.starts_with('/') => at(&exchange.body, pointer),
                name => exchange.headers.get(name).map_or(Value::Null, |value| {
                    String::from_utf8_lossy(value.as_bytes()).into_owned().into()
                }),
            };
            let mut wanted = wanted.clone();
            self.fill(&mut wanted);
            is(&found, &wanted)
        })
    }
}

/// The value at a JSON pointer, whose tokens may also be `name=text`: the item of a list with it.
fn at(value: &Value, pointer: &str) -> Value {
    let step = |value: &Value, token: &str| match (value, token.split_once('=')) {
        (Value::Array(items), Some((name, text))) => {
            items.iter().find(|item| item[name] == text).cloned()
        }
        _ => value.pointer(&format!("/{token}")).cloned(),
    };
    let tokens = pointer.split('/').skip(1);
    tokens.fold(value.clone(), |value, token| step(&value, token).unwrap_or_default())
}

/// Whether a value is the wanted one, or has its `count`, `type` or `part`, or is `not` it.
fn is(found: &Value, wanted: &Value) -> bool {
    let Some((kind, of)) = wanted.as_object().and_then(|it| it.iter().next()) else {
        return found == wanted;
    };
    let list = found.as_array();
    match kind.as_str() {
        "count" => list.is_some_and(|list| json!(list.len()) == *of),
        "has" => list.is_some_and(|list| list.contains(of)),
        "part" => found.as_str().zip(of.as_str()).is_some_and(|(all, part)| all.contains(part)),
        "type" => *of == type_of(found),
        "not" => !is(found, of),
        _ => found == wanted,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

async fn send(
    client: &Client,
    method: Method,
    path: &str,
    query: &Map<String, Value>,
    sent: Option<Value>,
) -> Result<Exchange, String> {
    let mut request = client.request(method.clone(), path.trim_start_matches('/'));
    for (name, value) in query {
        request = request.query(name, text(value));
    }
    if let Some(body) = &sent {
        request = request.json(body);
    }
    let (status, headers, body) = match request.send::<Value>().await {
        Ok(got) => (got.status().as_u16(), got.headers().clone(), got.into_inner()),
        Err(error) => refused(error)?,
    };
    let (path, query) = (path.to_owned(), query.clone());
    Ok(Exchange { method, path, query, sent, status, headers, body })
}

/// The response of an error, or why there is none.
fn refused(error: Error) -> Result<(u16, HeaderMap, Value), String> {
    let (Some(status), Some(headers)) = (error.status(), error.headers()) else {
        return Err(error.with_causes());
    };
    let body = error.body().map(|body| String::from_utf8_lossy(body).into_owned());
    let body = body.unwrap_or_default();
    let body = serde_json::from_str(&body).unwrap_or_else(|_| body.into());
    Ok((status.as_u16(), headers.clone(), body))
}
