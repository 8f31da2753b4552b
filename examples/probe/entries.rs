//! The entries of `spec/assumptions.yaml`: `spec/README.md` explains their members.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_json::{Map, Value};

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
    #[serde(default)]
    pub(crate) otherwise: Vec<Alternative>,
    /// Why nobody can try it with a token and ten minutes.
    pub(crate) not_tried: Option<String>,
    /// Why the sandbox cannot answer it.
    pub(crate) sandbox: Option<String>,
}

/// What a response has: `status`, names of headers, and JSON pointers into its body.
pub(crate) type Condition = Map<String, Value>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Alternative {
    pub(crate) when: Condition,
    pub(crate) means: String,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) send: Option<String>,
    pub(crate) query: Map<String, Value>,
    pub(crate) body: Option<Value>,
    pub(crate) data: Option<String>,
    pub(crate) times: Option<usize>,
    pub(crate) token: Option<String>,
    pub(crate) wait: Option<String>,
    pub(crate) download: Option<String>,
    pub(crate) save: BTreeMap<String, String>,
}

impl Entry {
    pub(crate) fn all() -> Result<Vec<Self>, Box<dyn Error>> {
        Ok(yaml_serde::from_str(FILE)?)
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
        self.steps.len() + self.steps.iter().filter(|step| step.wait.is_some()).count()
    }
}
