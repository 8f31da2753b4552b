//! Faults: what goes wrong, and for which requests.

mod check;
mod misbehavior;

use serde::{Deserialize, Serialize};

pub use check::FaultError;
pub use misbehavior::{Misbehavior, Reply, ReplyBody, ResetMoment};

use crate::record::ANY;

/// One misbehavior, and the requests it applies to.
///
/// As JSON: `{"operation": "listFiles", "after": 1, "times": 2, "what": {"respond": {"status":
/// 503}}}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default)]
    after: u64,
    #[serde(default)]
    times: Times,
    what: Misbehavior,
}

/// How many requests a fault applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "this is neither a whole number, as 2, nor \"always\"")]
enum Times {
    Count(u64),
    Always(Always),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Always {
    Always,
}

impl Default for Times {
    fn default() -> Self {
        Self::Count(1)
    }
}

impl Fault {
    /// A misbehavior that applies to the next request of any operation.
    pub fn new(what: Misbehavior) -> Self {
        let [operation, method, path] = [None, None, None];
        Self { operation, method, path, after: 0, times: Times::default(), what }
    }

    /// Applies to requests of this operation only: an `operationId` or
    /// [`DOWNLOAD_BUNDLE`](crate::DOWNLOAD_BUNDLE); `any` for all.
    #[must_use]
    pub fn on(mut self, operation: &str) -> Self {
        self.operation = Some(operation.to_owned());
        self
    }

    /// Applies to requests of this method only.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        self.method = Some(method.to_owned());
        self
    }

    /// Applies to requests with this path only: that after the version segment,
    /// `/projects/*/tasks`, or after the project, `/tasks`; `*` stands for one segment. With
    /// [`Misbehavior::Respond`], this is a stub of an endpoint that the sandbox does not serve.
    #[must_use]
    pub fn path(mut self, path: &str) -> Self {
        self.path = Some(path.to_owned());
        self
    }

    /// Skips that many matching requests first.
    #[must_use]
    pub fn after(mut self, requests: u64) -> Self {
        self.after = requests;
        self
    }

    /// Applies to that many requests, at least one; one by default.
    #[must_use]
    pub fn times(mut self, requests: u64) -> Self {
        self.times = Times::Count(requests);
        self
    }

    /// Applies to matching requests until it is removed.
    #[must_use]
    pub fn always(mut self) -> Self {
        self.times = Times::Always(Always::Always);
        self
    }

    fn is_for(&self, operation: Option<&str>, method: &str, path: &str) -> bool {
        self.operation.as_deref().is_none_or(|wanted| wanted == ANY || Some(wanted) == operation)
            && self.method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
            && self.path.as_ref().is_none_or(|pattern| matches_path(pattern, path))
    }
}

/// Whether a path, or the part of it after the project, is a pattern's.
fn matches_path(pattern: &str, path: &str) -> bool {
    let fits = |path: &str| {
        let mut both = pattern.split('/').zip(path.split('/'));
        pattern.matches('/').count() == path.matches('/').count()
            && both.all(|(wanted, segment)| wanted == "*" || wanted == segment)
    };
    let below = path.strip_prefix("/projects/");
    let in_project = below.and_then(|rest| Some(&rest[rest.find('/')?..]));
    fits(path) || in_project.is_some_and(fits)
}

/// A fault, and how often it applied.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FaultReport {
    /// Its id; an id is never reused.
    pub id: u64,
    /// How many requests it applied to.
    pub applied: u64,
    /// The fault, with the defaults of omitted members.
    #[serde(flatten)]
    pub fault: Fault,
    /// How many requests matched and no older fault applied to.
    #[serde(skip)]
    matched: u64,
}

/// The faults of a world that are pending, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    last: u64,
    pub(crate) pending: Vec<FaultReport>,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) -> u64 {
        self.last += 1;
        self.pending.push(FaultReport { id: self.last, matched: 0, applied: 0, fault });
        self.last
    }

    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let before = self.pending.len();
        self.pending.retain(|pending| pending.id != id);
        self.pending.len() < before
    }

    /// Returns what the oldest fault that applies to a request does.
    pub(crate) fn take(
        &mut self,
        operation: Option<&str>,
        method: &str,
        path: &str,
    ) -> Option<(u64, Misbehavior)> {
        let index = self.pending.iter_mut().position(|it| {
            let matches = it.fault.is_for(operation, method, path);
            it.matched += u64::from(matches);
            matches && it.matched > it.fault.after
        })?;
        let taken = &mut self.pending[index];
        taken.applied += 1;
        let applied = (taken.id, taken.fault.what.clone());
        if matches!(taken.fault.times, Times::Count(times) if taken.applied >= times) {
            self.pending.remove(index);
        }
        Some(applied)
    }
}
