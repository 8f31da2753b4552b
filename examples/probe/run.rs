//! Sends the steps of an entry, and compares the last response with what is assumed.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine};
use l10n_client::reqwest::header::{HeaderMap, HeaderValue};
use l10n_client::reqwest::{Method, StatusCode};
use l10n_client::{Client, Error};
use serde_json::{Map, Value, json};

use crate::entries::{Condition, Entry, Step, text};

pub(crate) struct Outcome {
    /// `confirmed`, `REFUTED`, `answered`, `unclear` or `not tried`.
    pub(crate) result: &'static str,
    /// What the response means, or why there is none.
    pub(crate) detail: String,
    /// The last response, unless its meaning says all.
    pub(crate) response: Value,
}

pub(crate) struct Probe {
    pub(crate) client: Client,
    /// With a token that nobody has.
    pub(crate) stranger: Client,
    pub(crate) is_sandbox: bool,
    /// Values of earlier responses by their names, such as `project`.
    pub(crate) names: BTreeMap<String, Value>,
    pub(crate) exchanges: Vec<Value>,
}

impl Probe {
    pub(crate) async fn run(&mut self, entry: &Entry) -> Outcome {
        match self.steps(entry).await {
            Ok(()) => self.judge(entry),
            Err(detail) => Outcome { result: "not tried", detail, response: Value::Null },
        }
    }

    /// Sends the requests of an entry, or says why not.
    async fn steps(&mut self, entry: &Entry) -> Result<(), String> {
        if let Some(reason) = entry.reason(self.is_sandbox) {
            return Err(reason.to_owned());
        }
        self.names.extend(entry.names.clone());
        for (number, step) in (1..).zip(&entry.steps) {
            let exchange = self.step(step).await?;
            self.exchanges.push(exchange.clone());
            let is_last = number == entry.steps.len();
            if !is_last && !is_success(&exchange) {
                return Err(format!("step {number} got {}", exchange["status"]));
            }
            for (name, pointer) in step.save.iter().filter(|_| !is_last) {
                let value = Some(at(&exchange["body"], pointer)).filter(|it| !it.is_null());
                let value = value.ok_or_else(|| format!("step {number} got no {pointer}"))?;
                self.names.insert(name.clone(), value);
            }
        }
        Ok(())
    }

    fn judge(&self, entry: &Entry) -> Outcome {
        let exchange = self.exchanges.last().unwrap_or(&Value::Null);
        let is_confirmed = entry.confirmed.as_ref().is_some_and(|it| self.fits(it, exchange));
        let means = entry.otherwise.iter().find(|(_, it)| self.fits(it, exchange));
        let is_open = entry.otherwise.is_empty() && is_success(exchange);
        let (result, is_said) = match (means, &entry.sentence) {
            _ if is_confirmed => ("confirmed", true),
            (_, Some(_)) => ("REFUTED", false),
            (Some(_), None) => ("answered", true),
            (None, None) if is_open => ("answered", false),
            (None, None) => ("unclear", false),
        };
        let means = means.filter(|_| !is_confirmed).map(|(means, _)| means.clone());
        let names = ["method", "path", "status", "body"];
        let shown = names.map(|name| (name, exchange[name].clone()));
        let response = if is_said { Value::Null } else { shown.into_iter().collect() };
        Outcome { result, detail: means.unwrap_or_default(), response }
    }

    /// Sends a request, and follows it to the end of its process or to its files.
    async fn step(&mut self, step: &Step) -> Result<Value, String> {
        let target = text(&self.filled(&Value::from(&*step.send)));
        let (method, path) = target.split_once(' ').ok_or("a step without a request")?;
        if let Some((_, name)) = path.split_once('{') {
            return Err(format!("no step saves {{{name}"));
        }
        let method = method.parse().map_err(|_| format!("{method} is no method"))?;
        let client = if step.token.is_some() { &self.stranger } else { &self.client };
        let got = send(client, method, path, &step.query, self.body(step)).await?;
        let process = got.pointer("/body/process/process_id").or(got.pointer("/body/process_id"));
        let next = match (process, got.pointer("/body/bundle_url")) {
            (Some(process), _) if step.wait => self.wait(&text(process)).await?,
            (_, Some(link)) if step.download => self.download(&text(link)).await?,
            _ => return Ok(got),
        };
        self.exchanges.push(got);
        Ok(next)
    }

    async fn wait(&self, process: &str) -> Result<Value, String> {
        let path = format!("/projects/{}/processes/{process}", text(&self.names["project"]));
        for _ in 0..120 {
            let got = send(&self.client, Method::GET, &path, &Map::new(), None).await?;
            let status = got.pointer("/body/process/status").and_then(Value::as_str);
            if matches!(status, None | Some("finished" | "failed" | "cancelled")) {
                return Ok(got);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Err("the process did not end within a minute".to_owned())
    }

    async fn download(&self, link: &str) -> Result<Value, String> {
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
        Ok(json!({ "method": "GET", "path": "a bundle", "status": 200, "body": files }))
    }

    fn body(&self, step: &Step) -> Option<Value> {
        let mut body = self.filled(step.body.as_ref()?);
        if let Some(times) = step.times {
            let list = body.as_object_mut()?.values_mut().find_map(Value::as_array_mut)?;
            let item = list.first()?.to_string();
            let copies = (1..=times).map(|n| item.replace("{n}", &n.to_string()));
            *list = copies.filter_map(|copy| serde_json::from_str(&copy).ok()).collect();
        }
        if let Some(data) = &step.data {
            body["data"] = BASE64_STANDARD.encode(data).into();
        }
        Some(body)
    }

    /// Replaces names in texts: a text that is only a name becomes its value.
    fn filled(&self, value: &Value) -> Value {
        let fill = |all: String, (name, value): (&String, &Value)| {
            let inner = Value::from(text(value)).to_string();
            let all = all.replace(&format!("\"{{{name}}}\""), &value.to_string());
            all.replace(&format!("{{{name}}}"), &inner[1..inner.len() - 1])
        };
        let filled = self.names.iter().fold(value.to_string(), fill);
        serde_json::from_str(&filled).unwrap_or_default()
    }

    fn fits(&self, condition: &Condition, exchange: &Value) -> bool {
        condition.iter().all(|(place, wanted)| {
            let found = match place.as_str() {
                "status" => exchange["status"].clone(),
                pointer if pointer.starts_with('/') => at(&exchange["body"], pointer),
                header => exchange["headers"][header].clone(),
            };
            is(&found, &self.filled(wanted))
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
    match (kind.as_str(), found) {
        ("count", Value::Array(list)) => json!(list.len()) == *of,
        ("has", Value::Array(list)) => list.contains(of),
        ("part", Value::String(text)) => of.as_str().is_some_and(|part| text.contains(part)),
        ("type", Value::String(_)) => of == "string",
        ("type", Value::Number(_)) => of == "number",
        ("type", Value::Array(_)) => of == "array",
        ("type", Value::Object(_)) => of == "object",
        ("not", _) => !is(found, of),
        _ => false,
    }
}

async fn send(
    client: &Client,
    method: Method,
    path: &str,
    query: &Map<String, Value>,
    sent: Option<Value>,
) -> Result<Value, String> {
    let mut request = client.request(method.clone(), path.trim_start_matches('/'));
    for (name, value) in query {
        request = request.query(name, text(value));
    }
    if let Some(body) = &sent {
        request = request.json(body);
    }
    let (status, headers, body) = match request.send::<Value>().await {
        Ok(got) => (got.status(), got.headers().clone(), got.into_inner()),
        Err(error) => refused(error)?,
    };
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = headers.iter().map(|(name, value)| (name.as_str(), text(value)));
    Ok(json!({
        "method": method.as_str(), "path": path, "query": query, "request": sent,
        "status": status.as_u16(), "headers": headers.collect::<BTreeMap<_, _>>(), "body": body,
    }))
}

fn refused(error: Error) -> Result<(StatusCode, HeaderMap, Value), String> {
    let (Some(status), Some(headers)) = (error.status(), error.headers()) else {
        return Err(error.with_causes());
    };
    let text = String::from_utf8_lossy(error.body().map_or(&[], |body| body)).into_owned();
    let body = serde_json::from_str(&text).unwrap_or_else(|_| text.into());
    Ok((status, headers.clone(), body))
}

fn is_success(exchange: &Value) -> bool {
    exchange["status"].as_u64().is_some_and(|status| (200..300).contains(&status))
}
