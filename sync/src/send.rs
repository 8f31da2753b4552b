//! Sends texts: keys that are created or changed, in batches one after another.

use std::collections::{BTreeSet, HashMap};

use l10n_client::reqwest::StatusCode;
use l10n_client::types::{
    KeyError, KeyName, KeyTranslationUpdate, KeyUpdateItem, NewKey, NewKeyTranslation,
    PlatformFilenames, PluralForms, TranslationText,
};
use l10n_client::{CallOptions, Error as ClientError};

use crate::account::{Outcome, Reason};
use crate::compare::is_same;
use crate::config::Group;
use crate::error::Error;
use crate::remote::{Listing, RemoteKey};
use crate::report::PushedFile;
use crate::service::{Event, Project, Sync};
use crate::text::Text;

/// The number of keys in a request, as the service recommends.
const BATCH: usize = 500;
/// How often a batch is sent whose response was lost.
const ATTEMPTS: usize = 3;

/// What is sent of a key.
#[derive(Debug, Clone)]
pub(crate) struct KeyPlan {
    /// `None` if it is created.
    pub(crate) id: Option<i64>,
    pub(crate) name: String,
    pub(crate) context: String,
    pub(crate) description: String,
    /// The name of its file at the service.
    pub(crate) filename: String,
    pub(crate) group: usize,
    pub(crate) was_plural: bool,
    pub(crate) is_plural: bool,
    pub(crate) texts: Vec<SentText>,
}

/// A text that is sent.
#[derive(Debug, Clone)]
pub(crate) struct SentText {
    pub(crate) lang: String,
    pub(crate) text: Text,
    /// `None` to leave it to the service.
    pub(crate) is_unverified: Option<bool>,
    /// Its place in the report: the indexes of the file and the item.
    pub(crate) item: Option<(usize, usize)>,
}

impl KeyPlan {
    /// Returns a text as the service takes it for this key.
    fn value(&self, text: &Text) -> TranslationText {
        match text {
            Text::Forms(forms) => forms.iter().cloned().collect::<PluralForms>().into(),
            Text::One(text) if self.is_plural => {
                PluralForms::from([("other", text.as_str())]).into()
            }
            Text::One(text) => text.into(),
        }
    }

    fn created(&self, group: &Group, per_platform: bool) -> NewKey {
        let name = self.name.clone();
        let names = match per_platform {
            true => KeyName::PerPlatform {
                ios: name.clone(),
                android: name.clone(),
                web: name.clone(),
                other: name,
            },
            false => KeyName::One(name),
        };
        let file = |platform: &str| {
            (per_platform || platform == group.platform).then(|| self.filename.clone())
        };
        let filenames = PlatformFilenames::new()
            .ios(file("ios"))
            .android(file("android"))
            .web(file("web"))
            .other(file("other"));
        let texts = self.texts.iter().map(|it| {
            NewKeyTranslation::new(&it.lang, self.value(&it.text)).is_unverified(it.is_unverified)
        });
        let tags = Some(group.config.tags.clone()).filter(|tags| !tags.is_empty());
        let description = Some(self.description.clone());
        let description = description.filter(|it| group.config.descriptions && !it.is_empty());
        NewKey::new(names, [group.platform])
            .filenames(filenames)
            .is_plural(self.is_plural.then_some(true))
            .context(Some(self.context.clone()).filter(|it| !it.is_empty()))
            .description(description)
            .tags(tags)
            .translations(texts.collect::<Vec<_>>())
    }

    fn changed(&self, id: i64, group: &Group) -> KeyUpdateItem {
        let texts = self.texts.iter().map(|it| {
            let update = KeyTranslationUpdate::new(&it.lang, self.value(&it.text));
            update.is_unverified(it.is_unverified)
        });
        let tags = Some(group.config.tags.clone()).filter(|tags| !tags.is_empty());
        KeyUpdateItem::new(id)
            .is_plural((self.is_plural && !self.was_plural).then_some(true))
            .merge_tags(tags.is_some().then_some(true))
            .tags(tags)
            .translations(texts.collect::<Vec<_>>())
    }

    /// Whether it is this key of the service.
    fn is(&self, key: &RemoteKey, platform: &str) -> bool {
        match self.id {
            Some(id) => key.id == id,
            None => {
                let mut files = key.files();
                key.name(platform) == self.name
                    && key.context == self.context
                    && files.any(|file| file == (platform, &*self.filename))
            }
        }
    }
}

/// The keys of a batch: the indexes of their plans.
struct Batch {
    keys: Vec<usize>,
    attempts: usize,
}

/// The plans of a push, and where their results go.
struct Sender<'s> {
    sync: &'s Sync,
    project: &'s Project,
    per_platform: bool,
    plans: Vec<KeyPlan>,
    files: &'s mut [PushedFile],
    done: usize,
}

impl Sync {
    /// Sends the plans, and puts the results into the report. Returns the error that ended it.
    pub(crate) async fn send(
        &self,
        project: &Project,
        plans: Vec<KeyPlan>,
        files: &mut [PushedFile],
    ) -> Result<Option<ClientError>, Error> {
        if plans.is_empty() {
            return Ok(None);
        }
        self.emit(Event::Phase("sending"));
        let mut per_platform = false;
        if plans.iter().any(|plan| plan.id.is_none()) {
            let read = self.client.get_project(&project.address).send().await?.into_inner();
            let settings = read.settings.and_then(|settings| settings.per_platform_key_names);
            per_platform = settings == Some(true);
        }
        let mut sender = Sender { sync: self, project, per_platform, plans, files, done: 0 };
        Ok(sender.send().await.err())
    }
}

impl Sender<'_> {
    async fn send(&mut self) -> Result<(), ClientError> {
        let (new, known): (Vec<_>, Vec<_>) =
            (0..self.plans.len()).partition(|at| self.plans[*at].id.is_none());
        let batches = new.chunks(BATCH).chain(known.chunks(BATCH));
        let batches = batches.map(|keys| Batch { keys: keys.to_vec(), attempts: 1 });
        let mut queue: Vec<_> = batches.collect();
        queue.reverse();
        while let Some(batch) = queue.pop() {
            let error = match self.send_batch(&batch.keys).await {
                Ok(()) => {
                    self.done += batch.keys.len();
                    self.sync.emit(Event::Sent { keys: self.done, total: self.plans.len() });
                    continue;
                }
                Err(error) => error,
            };
            if is_about_keys(&error) {
                match batch.keys.as_slice() {
                    [key] => self.fail(*key, &Reason::Rejected(message(&error))),
                    keys => queue.extend(parts(keys, &error).into_iter().rev()),
                }
            } else if error.may_have_taken_effect() && batch.attempts < ATTEMPTS {
                queue.extend(self.look_up(batch).await?);
            } else {
                let keys = queue.iter().flat_map(|batch| &batch.keys).chain(&batch.keys);
                let keys: Vec<_> = keys.copied().collect();
                for key in keys {
                    self.fail(key, &Reason::NotSent(message(&error)));
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Sends a batch of keys that are all new, or all known.
    async fn send_batch(&mut self, keys: &[usize]) -> Result<(), ClientError> {
        let (client, address) = (&self.sync.client, &self.project.address);
        let groups = &self.sync.workspace.groups;
        let group = |plan: &KeyPlan| &groups[plan.group];
        let plans = || keys.iter().map(|key| &self.plans[*key]);
        let ids: Option<Vec<i64>> = plans().map(|plan| plan.id).collect();
        let automations = plans().any(|plan| group(plan).config.automations).then_some(true);
        self.sync.emit(Event::Sending { keys: keys.len() });
        let report = match ids {
            None => {
                let new = plans().map(|plan| plan.created(group(plan), self.per_platform));
                let call = client.create_keys(address, new.collect::<Vec<_>>());
                call.use_automations(automations).in_batches().size(keys.len()).send().await?
            }
            Some(ids) => {
                let changes = plans().zip(ids).map(|(plan, id)| plan.changed(id, group(plan)));
                let call = client.update_keys(address, changes.collect::<Vec<_>>());
                let call = call.use_automations(automations);
                // The same texts once more change nothing.
                let call = call.options(CallOptions::new().idempotent());
                call.in_batches().size(keys.len()).send().await?
            }
        };
        if report.error().is_some() {
            return report.complete().map(drop);
        }
        let rejected: Vec<_> = report.rejected().map(|(at, why)| (at, reason(why))).collect();
        let done: Vec<_> = report.done().iter().cloned().map(RemoteKey::new).collect();
        self.settle(keys, &done, rejected);
        Ok(())
    }

    /// Compares what the service answered with what was sent.
    fn settle(
        &mut self,
        keys: &[usize],
        done: &[RemoteKey],
        rejected: Vec<(Option<usize>, String)>,
    ) {
        let mut reasons = HashMap::new();
        let mut unnamed = None;
        for (at, why) in rejected {
            match at.and_then(|at| keys.get(at)) {
                Some(key) => drop(reasons.insert(*key, why)),
                None => unnamed = Some(why),
            }
        }
        for key in keys {
            let platform = self.sync.workspace.groups[self.plans[*key].group].platform;
            let answer = done.iter().find(|it| self.plans[*key].is(it, platform));
            match (reasons.remove(key), answer, &unnamed) {
                (Some(why), ..) => self.fail(*key, &Reason::Rejected(why)),
                (None, None, Some(why)) => self.fail(*key, &Reason::Rejected(why.clone())),
                (None, Some(answer), _) => self.verify(*key, answer),
                (None, None, None) => {
                    let why = "the response does not mention its key".to_owned();
                    self.fail(*key, &Reason::NotSent(why));
                }
            }
        }
    }

    /// Compares the texts that the service has with those that were sent.
    fn verify(&mut self, key: usize, answer: &RemoteKey) {
        // Some responses have no translations.
        if !answer.has_texts {
            return;
        }
        for sent in self.plans[key].texts.clone() {
            let stored = answer.text(&sent.lang).map(|it| &it.text);
            if !stored.is_some_and(|stored| is_same(stored, &sent.text)) {
                let stored = stored.map(ToString::to_string).unwrap_or_default();
                self.end(&sent, &Reason::StoredAs(stored));
            }
        }
    }

    /// Finds out what happened to new keys whose response was lost. Returns those to send again.
    async fn look_up(&mut self, batch: Batch) -> Result<Option<Batch>, ClientError> {
        let langs = self.project.codes.iter();
        let listing = self.sync.listing(self.project, langs).await;
        let listing = match listing {
            Ok(listing) => listing,
            Err(Error::Client(error)) => return Err(*error),
            Err(_) => Listing::default(),
        };
        let mut left = Vec::new();
        for key in batch.keys {
            let plan = &self.plans[key];
            let platform = self.sync.workspace.groups[plan.group].platform;
            let file = listing.file(platform, &plan.filename);
            let mut keys = file.into_iter().flat_map(|file| &file.keys);
            match keys.find(|at| plan.is(&listing.keys[**at], platform)) {
                Some(at) => self.verify(key, &listing.keys[*at]),
                None => left.push(key),
            }
        }
        Ok((!left.is_empty()).then_some(Batch { keys: left, attempts: batch.attempts + 1 }))
    }

    /// Sets why the texts of a key were not sent.
    fn fail(&mut self, key: usize, reason: &Reason) {
        for sent in self.plans[key].texts.clone() {
            self.end(&sent, reason);
        }
    }

    fn end(&mut self, sent: &SentText, reason: &Reason) {
        let item = sent.item.and_then(|(file, at)| self.files.get_mut(file)?.items.get_mut(at));
        if let Some(item) = item {
            item.outcome = Outcome::LeftOut { reason: reason.clone() };
        }
    }
}

/// Whether an error may be about some keys of a batch alone.
fn is_about_keys(error: &ClientError) -> bool {
    let status = error.status();
    error.kind() == l10n_client::ErrorKind::InvalidRequest
        || matches!(status, Some(StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE))
}

/// Returns smaller batches: without the keys that the error names, or halves.
fn parts(keys: &[usize], error: &ClientError) -> Vec<Batch> {
    let names = error.violations().keys();
    let named =
        names.filter_map(|name| name.strip_prefix("keys.")?.split('.').next()?.parse().ok());
    let named: BTreeSet<usize> = named.filter(|at: &usize| *at < keys.len()).collect();
    let of = |keys: Vec<usize>| Batch { keys, attempts: 1 };
    if named.is_empty() || named.len() == keys.len() {
        let (one, other) = keys.split_at(keys.len() / 2);
        return vec![of(one.to_vec()), of(other.to_vec())];
    }
    let others = keys.iter().enumerate().filter(|(at, _)| !named.contains(at));
    let mut parts = vec![of(others.map(|(_, key)| *key).collect())];
    parts.extend(named.iter().map(|at| of(vec![keys[*at]])));
    parts
}

fn message(error: &ClientError) -> String {
    error.with_causes()
}

fn reason(why: &KeyError) -> String {
    why.message.clone().unwrap_or_else(|| "no message".to_owned())
}
