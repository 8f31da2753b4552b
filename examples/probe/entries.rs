//! The entries of `spec/assumptions.yaml`: `spec/README.md` explains their members.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_json::{Map, Value, json};

const FILE: &str = include_str!("../../spec/assumptions.yaml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) id: String,
    /// The sentence of the document that is assumed. Otherwise there is a `question` or a `quirk`.
    pub(crate) sentence: Option<String>,
    pub(crate) question: Option<String>,
    pub(crate) quirk: Option<String>,
    pub(crate) operations: Vec<String>,
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    pub(crate) confirmed: Option<Condition>,
    /// What other responses mean.
    #[serde(default)]
    pub(crate) otherwise: BTreeMap<String, Condition>,
    /// Why nobody can try it with a token and ten minutes.
    pub(crate) not_tried: Option<String>,
    /// Why the sandbox cannot answer it.
    pub(crate) sandbox: Option<String>,
}

/// What a response has: `status`, names of headers, and JSON pointers into its body.
pub(crate) type Condition = Map<String, Value>;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Step {
    send: String,
    pub(crate) query: Map<String, Value>,
    body: Option<Value>,
    key: Option<Value>,
    upload: Option<Value>,
    pub(crate) export: Option<Value>,
    pub(crate) data: Option<String>,
    pub(crate) times: Option<usize>,
    pub(crate) token: Option<String>,
    wait: bool,
    pub(crate) save: BTreeMap<String, String>,
}

impl Step {
    /// The method and the path of its request, and its body.
    pub(crate) fn request(&self) -> (&str, Option<Value>) {
        let with = |value: &Value, other: Value| {
            let mut other = other.as_object().cloned().unwrap_or_default();
            other.extend(value.as_object().cloned().unwrap_or_default());
            other
        };
        if let Some(key) = &self.key {
            let key = with(key, json!({ "platforms": ["web"] }));
            ("POST /projects/{project}/keys", Some(json!({ "keys": [key] })))
        } else if let Some(body) = &self.upload {
            ("POST /projects/{project}/files/upload", Some(body.clone()))
        } else if let Some(body) = &self.export {
            let body = with(body, json!({ "original_filenames": true, "directory_prefix": "" }));
            ("POST /projects/{project}/files/download", Some(body.into()))
        } else {
            (&self.send, self.body.clone())
        }
    }

    pub(crate) fn waits(&self) -> bool {
        self.wait || self.upload.is_some()
    }

    /// Names and pointers of the values to save.
    pub(crate) fn saved(&self) -> impl Iterator<Item = (&str, &str)> {
        let key = self.key.is_some().then_some(("key", "/keys/0/key_id"));
        key.into_iter().chain(self.save.iter().map(|(name, pointer)| (&**name, &**pointer)))
    }
}

impl Entry {
    pub(crate) fn all() -> Result<Vec<Self>, Box<dyn Error>> {
        let entries: Vec<Value> = yaml_serde::from_str(FILE)?;
        let mut all = Vec::new();
        for entry in entries.into_iter().map(each) {
            for one in entry? {
                all.push(serde_json::from_value(one)?);
            }
        }
        Ok(all)
    }

    /// What it is about, in words.
    pub(crate) fn about(&self) -> String {
        let quirk = self.quirk.as_ref().map(|name| format!("which variant of `{name}`?"));
        self.sentence.clone().or_else(|| self.question.clone()).or(quirk).unwrap_or_default()
    }

    /// Why it is not tried at a server.
    pub(crate) fn reason(&self, is_sandbox: bool) -> Option<&str> {
        self.not_tried.as_deref().or(self.sandbox.as_deref().filter(|_| is_sandbox))
    }

    /// How many requests it takes, or more where it waits.
    pub(crate) fn requests(&self) -> usize {
        let more = self.steps.iter().filter(|step| step.waits() || step.export.is_some());
        self.steps.len() + more.count()
    }
}

/// An entry for each combination of the values of its `each`.
fn each(mut entry: Value) -> Result<Vec<Value>, serde_json::Error> {
    let lists = entry.as_object_mut().and_then(|it| it.remove("each")).unwrap_or_default();
    let mut entries = vec![entry];
    for (name, values) in lists.as_object().into_iter().flatten() {
        let mut more = Vec::new();
        for entry in &entries {
            for value in values.as_array().into_iter().flatten().filter_map(Value::as_str) {
                let filled = entry.to_string().replace(&format!("{{{name}}}"), value);
                let mut filled: Value = serde_json::from_str(&filled)?;
                filled["id"] = format!("{}-{value}", text(&entry["id"])).into();
                more.push(filled);
            }
        }
        entries = more;
    }
    Ok(entries)
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
