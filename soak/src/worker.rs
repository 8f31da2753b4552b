//! A task: random calls on keys of its own, and what must hold of each key at any time.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use fastrand::Rng;
use l10n_client::types::{Key, KeyUpdateItem, NewKey};
use l10n_client::{Client, Error};

use crate::caller::{Caller, Outcome, Rule, Shared};
use crate::environment::{COMMENTS, KEYS};

/// How many keys a task keeps before it deletes one.
const KEPT: usize = 8;

/// A key that a task has created, or may have.
#[derive(Debug)]
pub(crate) struct Own {
    name: String,
    /// Known once a response has shown it.
    id: Option<i64>,
    /// Whether it exists, if that is certain.
    exists: Option<bool>,
}

impl Own {
    fn check(&self, caller: &Caller, key: &Key) {
        if name(key) != self.name || self.id.is_some_and(|id| id != key.key_id) {
            caller.shared.violation(format!("{key:?} came in the place of {self:?}"));
        }
    }

    /// What is wrong with it among all keys.
    pub(crate) fn problem(&self, names: &[String]) -> Option<String> {
        let count = names.iter().filter(|name| **name == self.name).count();
        let is_right = self.exists.map_or(count <= 1, |exists| count == usize::from(exists));
        (!is_right).then(|| format!("{count} are listed of {self:?}"))
    }
}

pub(crate) struct Worker {
    caller: Caller,
    own: Vec<Own>,
}

impl Worker {
    pub(crate) fn new(random: Rng, shared: Arc<Shared>) -> Self {
        Self { caller: Caller { random, shared }, own: Vec::new() }
    }

    /// Makes calls until the round is over; returns the keys.
    pub(crate) async fn run(mut self) -> Vec<Own> {
        while self.caller.shared.next.load(Ordering::Relaxed) < self.caller.shared.calls {
            let random = &mut self.caller.random;
            let mut there: Vec<_> = self.own.iter_mut().collect();
            there.retain(|own| own.id.is_some() && own.exists == Some(true));
            let is_full = there.len() >= KEPT;
            let own = random.choice(0..there.len()).map(|index| there.swap_remove(index));
            match (random.u8(..100), own) {
                (0..5, _) => self.list_comments().await,
                (5..12, _) => self.list_keys().await,
                (12..18, _) => self.upload().await,
                (18..22, _) => self.download().await,
                (22..45, Some(own)) => read(&mut self.caller, own).await,
                (45..65, Some(own)) => update(&mut self.caller, own).await,
                (_, Some(own)) if is_full => delete(&mut self.caller, own).await,
                _ => self.create().await,
            }
        }
        self.own
    }

    async fn create(&mut self) {
        let caller = &mut self.caller;
        let count = caller.random.usize(1..=3);
        let names: Vec<_> =
            (0..count).map(|_| format!("{:x} \u{201c}\\/", caller.random.u64(..))).collect();
        let keys: Vec<_> = names.iter().map(|name| NewKey::new(name, ["web"])).collect();
        let make = async |client: Client, project| client.create_keys(project, keys).send().await;
        let created = caller.call("createKeys", Rule::AtMostOnce, make).await;
        let exists = match created.outcome {
            Outcome::Done => Some(true),
            Outcome::NoEffect => Some(false),
            Outcome::Unknown => None,
        };
        let shown = created.value.map(|response| response.into_inner().keys).unwrap_or_default();
        for (index, name) in names.into_iter().enumerate() {
            let mut own = Own { name, id: None, exists };
            if let Some(key) = shown.get(index) {
                own.check(caller, key);
                own.id = Some(key.key_id);
            }
            self.own.push(own);
        }
    }

    /// Uploads a file, and waits for its import.
    async fn upload(&mut self) {
        let name = format!("file-{:x}", self.caller.random.u64(..));
        let content = format!(r#"{{"{name}": "text"}}"#);
        let make = async |client: Client, project| {
            let upload = client.upload_file(project, format!("{name}.json"), "en").data(content);
            upload.wait().await
        };
        self.caller.call("uploadFile", Rule::AtMostOnce, make).await;
    }

    /// A bundle that is cut short is an error. A faulty response with status 200 is no archive.
    async fn download(&mut self) {
        let make = async |client: Client, project| {
            let export = client.export_files(project, "json").send().await?;
            let mut chunks = client.download(&export.bundle_url).chunks().await?.into_inner();
            let mut bundle = Vec::new();
            while let Some(chunk) = chunks.next().await {
                bundle.extend_from_slice(&chunk?);
            }
            Ok(bundle)
        };
        let bundle = self.caller.call("exportFiles", Rule::Reads, make).await;
        let bundle = bundle.value.unwrap_or_default();
        let end = bundle.len().saturating_sub(22);
        if bundle.starts_with(b"PK") && !bundle[end..].starts_with(b"PK\x05\x06") {
            self.caller.shared.violation(format!("a bundle of {} bytes has no end", bundle.len()));
        }
    }

    /// Reads the comments, which nobody changes, by page number.
    async fn list_comments(&mut self) {
        let (page, mut found) = (self.page(), Vec::new());
        let texts = &mut found;
        let make = async |client: Client, project| {
            let list = client.list_project_comments(project).limit(page);
            let mut comments = list.stream();
            while let Some(comment) = comments.next().await {
                texts.push(comment?.comment.unwrap_or_default());
            }
            Ok(())
        };
        let listed = self.caller.call("listProjectComments", Rule::Reads, make).await;
        self.check_list(COMMENTS, &found, listed.value.is_some());
    }

    /// Reads the keys by cursor while others write.
    async fn list_keys(&mut self) {
        let (page, mut found) = (self.page(), Vec::new());
        let make = async |client, project| list_keys(client, project, page, &mut found).await;
        let listed = self.caller.call("listKeys", Rule::Reads, make).await;
        self.check_list(KEYS, &found, listed.value.is_some());
    }

    fn page(&mut self) -> u32 {
        self.caller.random.u32(15..60)
    }

    /// What the seed has comes first and in order, and nothing comes twice.
    fn check_list(&self, (word, count): (&str, usize), found: &[String], is_whole: bool) {
        let seeded: Vec<_> = (0..count).map(|number| format!("{word}-{number}")).collect();
        let is_complete = !is_whole || found.len() >= count;
        let is_in_order = seeded.starts_with(&found[..found.len().min(count)]);
        let is_unique = found.iter().collect::<HashSet<_>>().len() == found.len();
        if !(is_complete && is_in_order && is_unique) {
            self.caller.shared.violation(format!("a list of {count} {word}s and more: {found:?}"));
        }
    }
}

fn name(key: &Key) -> &str {
    key.key_name.as_ref().and_then(|name| name.one()).unwrap_or_default()
}

/// Lists the names of all keys into `names`, which keeps those that came before an error.
pub(crate) async fn list_keys(
    client: Client,
    project: String,
    limit: u32,
    names: &mut Vec<String>,
) -> Result<(), Error> {
    let mut keys = client.list_keys(project).limit(limit).stream();
    while let Some(key) = keys.next().await {
        names.push(name(&key?).to_owned());
    }
    Ok(())
}

async fn read(caller: &mut Caller, own: &mut Own) {
    let Some(id) = own.id else { return };
    let make = async |client: Client, project| client.get_key(project, id).send().await;
    let read = caller.call("getKey", Rule::Reads, make).await;
    if let Some(response) = &read.value {
        own.check(caller, &response.key);
    }
    if read.is_not_found {
        caller.shared.violation(format!("lost: {own:?}"));
    }
}

async fn update(caller: &mut Caller, own: &mut Own) {
    let Some(id) = own.id else { return };
    let update = KeyUpdateItem::new(id).description(format!("\u{1f600} {}", caller.random.u32(..)));
    let make = async |client: Client, project| client.update_keys(project, [update]).send().await;
    let updated = caller.call("updateKeys", Rule::Idempotent, make).await;
    for key in updated.value.iter().flat_map(|response| &response.keys) {
        own.check(caller, key);
    }
}

async fn delete(caller: &mut Caller, own: &mut Own) {
    let Some(id) = own.id else { return };
    let make = async |client: Client, project| client.delete_key(project, id).send().await;
    let deleted = caller.call("deleteKey", Rule::Idempotent, make).await;
    own.exists = match deleted.outcome {
        Outcome::Done => Some(false),
        // An earlier attempt has deleted it.
        Outcome::Unknown if deleted.is_not_found => Some(false),
        Outcome::Unknown => None,
        Outcome::NoEffect => Some(true),
    };
}
