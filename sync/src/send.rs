//! Sends texts: keys that are created or changed, in batches one after another.

use l10n_client::reqwest::StatusCode;
use l10n_client::types::{
    KeyError, KeyName, KeyTranslationUpdate, KeyUpdateItem, NewKey, NewKeyTranslation,
    PlatformFilenames, PluralForms, TranslationText,
};
use l10n_client::{CallOptions, Error as ClientError};

use crate::account::Reason;
use crate::compare::is_same;
use crate::config::Group;
use crate::error::Error;
use crate::remote::RemoteKey;
use crate::report::PushedFile;
use crate::service::{Event, Project, Sync};
use crate::text::Text;

/// The number of keys in a request, as the service recommends.
const BATCH: usize = 500;

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
        let description = Some(self.description.clone());
        let description = description.filter(|it| group.config.descriptions && !it.is_empty());
        NewKey::new(names, [group.platform])
            .filenames(filenames)
            .is_plural(self.is_plural.then_some(true))
            .context(Some(self.context.clone()).filter(|it| !it.is_empty()))
            .description(description)
            .tags(group.config.tags.clone())
            .translations(texts.collect::<Vec<_>>())
    }

    /// The languages that it leaves out stay as they are: assumption `update-one-language`.
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

    /// Whether it is this key of the service. Files and contexts tell keys of one name apart:
    /// assumptions `same-name-in-another-file` and `same-name-with-another-context`.
    fn is(&self, key: &RemoteKey, platform: &str) -> bool {
        let is_new = || {
            key.name(platform) == self.name
                && key.context == self.context
                && key.files().any(|file| file == (platform, &*self.filename))
        };
        self.id.map_or_else(is_new, |id| key.id == id)
    }
}

/// The plans of a push, and where their results go.
struct Sender<'s> {
    sync: &'s Sync,
    project: &'s Project,
    per_platform: bool,
    plans: Vec<KeyPlan>,
    files: &'s mut [PushedFile],
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
        let mut sender = Sender { sync: self, project, per_platform, plans, files };
        Ok(sender.send().await.err())
    }
}

impl Sender<'_> {
    async fn send(&mut self) -> Result<(), ClientError> {
        let total = self.plans.len();
        let (new, known): (Vec<_>, Vec<_>) =
            (0..total).partition(|at| self.plans[*at].id.is_none());
        let batches = new.chunks(BATCH).chain(known.chunks(BATCH));
        let mut queue: Vec<_> = batches.rev().map(<[usize]>::to_vec).collect();
        while let Some(keys) = queue.pop() {
            match self.send_batch(&keys).await {
                Ok(()) => {
                    let left: usize = queue.iter().map(Vec::len).sum();
                    self.sync.emit(Event::Sent { keys: total - left, total });
                }
                Err(error) if is_about_keys(&error) => match keys.as_slice() {
                    [key] => self.fail(*key, &Reason::Rejected(error.with_causes())),
                    // The half without the wrong key is accepted.
                    keys => {
                        let (one, other) = keys.split_at(keys.len() / 2);
                        queue.extend([other.to_vec(), one.to_vec()]);
                    }
                },
                Err(error) => {
                    queue.push(keys);
                    let reason = Reason::NotSent(error.with_causes());
                    queue.concat().into_iter().for_each(|key| self.fail(key, &reason));
                    return Err(error);
                }
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
        let rejected: Vec<_> = report.rejected().collect();
        let done: Vec<_> = report.done().map(|(_, key)| RemoteKey::new(key.clone())).collect();
        self.settle(keys, &done, &rejected);
        Ok(())
    }

    /// Compares the response with what was sent.
    fn settle(
        &mut self,
        keys: &[usize],
        done: &[RemoteKey],
        rejected: &[(Option<usize>, &KeyError)],
    ) {
        for (at, key) in keys.iter().enumerate() {
            let platform = self.sync.workspace.groups[self.plans[*key].group].platform;
            let found = done.iter().find(|it| self.plans[*key].is(it, platform));
            let is_reason = |(index, _): &&(Option<usize>, _)| match index {
                Some(index) => *index == at,
                None => found.is_none(),
            };
            match (rejected.iter().find(is_reason), found) {
                (Some((_, why)), _) => {
                    let why = why.message.clone().unwrap_or_else(|| "no message".to_owned());
                    self.fail(*key, &Reason::Rejected(why));
                }
                (None, Some(found)) => self.end(*key, |sent| stored(found, sent)),
                (None, None) => {
                    let why = "the response does not mention its key".to_owned();
                    self.fail(*key, &Reason::NotSent(why));
                }
            }
        }
    }

    fn fail(&mut self, key: usize, reason: &Reason) {
        self.end(key, |_| Some(reason.clone()));
    }

    /// Sets why texts of a key were not sent.
    fn end(&mut self, key: usize, reason: impl Fn(&SentText) -> Option<Reason>) {
        for sent in &self.plans[key].texts {
            let item = sent.item.and_then(|(file, at)| self.files.get_mut(file)?.items.get_mut(at));
            if let (Some(item), Some(reason)) = (item, reason(sent)) {
                item.outcome = reason.into();
            }
        }
    }
}

/// Returns the reason if the service stored another text than was sent.
fn stored(key: &RemoteKey, sent: &SentText) -> Option<Reason> {
    let stored = key.text(&sent.lang).map(|it| &it.text);
    let is_same = stored.is_some_and(|stored| is_same(stored, &sent.text));
    // Some responses have no translations.
    (key.has_texts && !is_same)
        .then(|| Reason::StoredAs(stored.map(ToString::to_string).unwrap_or_default()))
}

/// Whether an error may be about some keys of a batch alone.
fn is_about_keys(error: &ClientError) -> bool {
    let status = error.status();
    error.kind() == l10n_client::ErrorKind::InvalidRequest
        || matches!(status, Some(StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE))
}
