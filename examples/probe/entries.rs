//! The entries of `spec/assumptions.yaml`: `spec/README.md` explains their members.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value, json};

const FILE: &str = include_str!("../../spec/assumptions.yaml");

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) sentence: Option<String>,
    question: Option<String>,
    quirk: Option<String>,
    #[serde(rename = "operations")]
    _operations: Vec<String>,
    #[serde(default)]
    each: BTreeMap<String, Vec<String>>,
    /// Of `each`, those of this entry.
    #[serde(skip)]
    pub(crate) names: BTreeMap<String, Value>,
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    pub(crate) confirmed: Option<Condition>,
    #[serde(default)]
    pub(crate) otherwise: BTreeMap<String, Condition>,
    not_tried: Option<String>,
    sandbox: Option<String>,
}

/// What a response has: `status`, names of headers, and JSON pointers into its body.
pub(crate) type Condition = Map<String, Value>;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) send: String,
    #[serde(default)]
    pub(crate) query: Map<String, Value>,
    pub(crate) body: Option<Value>,
    pub(crate) data: Option<String>,
    pub(crate) times: Option<usize>,
    pub(crate) token: Option<String>,
    #[serde(default)]
    pub(crate) wait: bool,
    #[serde(default)]
    pub(crate) download: bool,
    #[serde(default)]
    pub(crate) save: BTreeMap<String, String>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.send)?;
        self.query.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))?;
        self.body.iter().try_for_each(|body| write!(f, " {body}"))?;
        self.times.iter().try_for_each(|times| write!(f, " ({times} items)"))?;
        self.token.iter().try_for_each(|token| write!(f, " ({token} token)"))?;
        self.data.iter().try_for_each(|data| write!(f, " (file: {data:?})"))
    }
}

impl Entry {
    pub(crate) fn all() -> Result<Vec<Self>, Box<dyn Error>> {
        let entries: Vec<Value> = yaml_serde::from_str(FILE)?;
        let mut all = Vec::new();
        for mut entry in entries {
            let steps = entry.get_mut("steps").and_then(Value::as_array_mut);
            steps.into_iter().flatten().for_each(write_out);
            let id = entry["id"].to_string();
            let entry: Result<Self, _> = serde_json::from_value(entry);
            let entry = entry.map_err(|error| format!("spec/assumptions.yaml, {id}: {error}"))?;
            all.extend(entry.each());
        }
        Ok(all)
    }

    fn each(self) -> Vec<Self> {
        let lists = self.each.clone();
        lists.iter().fold(vec![self], |entries, (name, values)| {
            let with = |entry: &Self, value: &String| {
                let mut entry = Self { id: format!("{} {value}", entry.id), ..entry.clone() };
                entry.names.insert(name.clone(), value.clone().into());
                entry
            };
            entries.iter().flat_map(|entry| values.iter().map(|it| with(entry, it))).collect()
        })
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
        self.steps.iter().map(|step| if step.wait || step.download { 2 } else { 1 }).sum()
    }
}

/// Writes a `key`, an `upload` or an `export` as the request that it stands for.
fn write_out(step: &mut Value) {
    let with = |value: &Value, name: &str, default: Value| {
        let mut members = value.as_object().cloned().unwrap_or_default();
        members.entry(name).or_insert(default);
        Value::from(members)
    };
    let Some(members) = step.as_object_mut() else { return };
    if let Some(key) = members.remove("key") {
        step["send"] = "POST /projects/{project}/keys".into();
        step["body"] = json!({ "keys": [with(&key, "platforms", json!(["web"]))] });
        step["save"]["key"] = "/keys/0/key_id".into();
    } else if let Some(body) = members.remove("upload") {
        step["send"] = "POST /projects/{project}/files/upload".into();
        (step["body"], step["wait"]) = (body, true.into());
    } else if let Some(body) = members.remove("export") {
        let body = with(&body, "original_filenames", true.into());
        step["send"] = "POST /projects/{project}/files/download".into();
        (step["body"], step["download"]) =
            (with(&body, "directory_prefix", "".into()), true.into());
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
