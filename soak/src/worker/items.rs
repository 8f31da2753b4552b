//! The calls of custom translation statuses, comments and contributors, in the same words for all three.

use fastrand::Rng;
use l10n_client::types::{
    Comment, Contributor, ContributorInvitation, CustomTranslationStatus, LanguageAccess,
    NewComment,
};
use l10n_client::{Client, Error};
use reqwest::Method;
use serde_json::{Value, json};

use crate::hand::Hand;

/// What can be created, read and deleted, and but for comments changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Status,
    Comment,
    Contributor,
}

/// The operations of a kind, by their `operationId`.
pub(crate) struct Operations {
    pub(crate) create: &'static str,
    pub(crate) read: &'static str,
    pub(crate) update: &'static str,
    pub(crate) delete: &'static str,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Status, Self::Comment, Self::Contributor];

    pub(crate) fn operations(self) -> Operations {
        let [create, read, update, delete] = match self {
            Self::Status => [
                "createCustomTranslationStatus",
                "getCustomTranslationStatus",
                "updateCustomTranslationStatus",
                "deleteCustomTranslationStatus",
            ],
            Self::Comment => ["createKeyComments", "getKeyComment", "", "deleteKeyComment"],
            Self::Contributor => [
                "createContributors",
                "getContributor",
                "updateContributor",
                "deleteContributor",
            ],
        };
        Operations {
            create,
            read,
            update,
            delete,
        }
    }
}

/// A thing as an answer shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) id: i64,
    /// The text that is in nothing else.
    pub(crate) marker: String,
    /// What else it holds.
    pub(crate) value: String,
}

impl From<CustomTranslationStatus> for Seen {
    fn from(status: CustomTranslationStatus) -> Self {
        let title = status.title.unwrap_or_default();
        let (marker, version) = title.split_once(' ').unwrap_or((&title, ""));
        Self {
            id: status.status_id,
            marker: marker.to_owned(),
            value: format!("{} {version}", status.color.unwrap_or_default()),
        }
    }
}

impl From<Comment> for Seen {
    fn from(comment: Comment) -> Self {
        let text = comment.comment.unwrap_or_default();
        let (marker, words) = text.split_once(' ').unwrap_or((&text, ""));
        Self {
            id: comment.comment_id,
            marker: marker.to_owned(),
            value: format!("{} {words}", comment.key_id.unwrap_or_default()),
        }
    }
}

impl From<Contributor> for Seen {
    fn from(contributor: Contributor) -> Self {
        let languages = contributor.languages.unwrap_or_default();
        let languages = languages.iter().map(|language| {
            let writable = u8::from(language.is_writable == Some(true));
            format!(
                "{}:{writable}",
                language.lang_iso.as_deref().unwrap_or_default()
            )
        });
        let email = contributor.email.unwrap_or_default();
        Self {
            id: contributor.user_id,
            marker: email.split('@').next().unwrap_or_default().to_owned(),
            value: languages.collect::<Vec<_>>().join(","),
        }
    }
}

const COLORS: [&str; 4] = ["#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46"];

/// A key to comment on.
pub(crate) fn place(hand: &mut Hand) -> u64 {
    hand.random
        .choice(hand.round.project.key_ids)
        .unwrap_or_default()
}

/// What a thing may hold: a color and a version, a key and words, or the access to languages in the order of the project.
pub(crate) fn value(kind: Kind, key: u64, random: &mut Rng) -> String {
    let number = random.u32(..1_000_000);
    match kind {
        Kind::Status => format!("{} v{number}", random.choice(COLORS).unwrap_or_default()),
        Kind::Comment => format!("{key} \u{201c}{number}\u{201d} \\ &amp; \u{1f600}"),
        Kind::Contributor => {
            let languages: Vec<_> = [("en", 1), ("de", 2), ("fr", 4)]
                .into_iter()
                .filter(|(iso, bit)| *iso == "en" || number & bit != 0)
                .map(|(iso, bit)| format!("{iso}:{}", u8::from(number & (bit << 4) != 0)))
                .collect();
            languages.join(",")
        }
    }
}

/// The two parts of a value.
fn parts(value: &str) -> (&str, &str) {
    value.split_once(' ').unwrap_or((value, ""))
}

fn key(value: &str) -> i64 {
    parts(value).0.parse().unwrap_or_default()
}

fn languages(value: &str) -> Result<Vec<LanguageAccess>, Error> {
    let languages = value
        .split(',')
        .filter_map(|language| language.split_once(':'));
    languages
        .map(|(iso, writable)| {
            let access = LanguageAccess::builder().lang_iso(iso);
            access.is_writable(writable == "1").build()
        })
        .collect()
}

pub(crate) async fn create(
    kind: Kind,
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
    raw: bool,
) -> Result<Vec<Seen>, Error> {
    match kind {
        Kind::Status => create_status(client, project, wanted, raw).await,
        Kind::Comment => {
            let key = wanted.first().map_or(0, |(_, value)| key(value));
            let mut comments = Vec::new();
            for (marker, value) in wanted {
                let text = format!("{marker} {}", parts(&value).1);
                comments.push(NewComment::builder().comment(text).build()?);
            }
            let call = client.create_key_comments().project_id(project).key_id(key);
            let answer = call.body_map(|body| body.comments(comments)).send().await?;
            Ok(answer
                .into_inner()
                .comments
                .into_iter()
                .map(Seen::from)
                .collect())
        }
        Kind::Contributor => {
            let mut invitations = Vec::new();
            for (marker, value) in wanted {
                let invitation = ContributorInvitation::builder()
                    .email(format!("{marker}@soak.test"))
                    .fullname(marker)
                    .languages(languages(&value)?);
                invitations.push(invitation.build()?);
            }
            let call = client.create_contributors().project_id(project);
            let answer = call
                .body_map(|body| body.contributors(invitations))
                .send()
                .await?;
            Ok(answer
                .into_inner()
                .contributors
                .into_iter()
                .map(Seen::from)
                .collect())
        }
    }
}

async fn create_status(
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
    raw: bool,
) -> Result<Vec<Seen>, Error> {
    let mut created = Vec::new();
    for (marker, value) in wanted {
        let (color, version) = parts(&value);
        let title = format!("{marker} {version}");
        if raw {
            let path = format!("projects/{project}/custom_translation_statuses");
            let body = json!({ "title": title, "color": color });
            let call = client.request(Method::POST, path).json(&body);
            // Its id is not looked for: what is not known is not changed.
            call.send::<Value>().await?;
            continue;
        }
        let call = client
            .create_custom_translation_status()
            .project_id(project.clone());
        let call = call.body_map(|body| body.title(title).color(color));
        let answer = call.send().await?.into_inner();
        created.push(answer.custom_translation_status.into());
    }
    Ok(created)
}

pub(crate) async fn read(
    kind: Kind,
    client: Client,
    project: String,
    id: i64,
    value: String,
) -> Result<Seen, Error> {
    match kind {
        Kind::Status => {
            let call = client.get_custom_translation_status().project_id(project);
            let answer = call.status_id(id).send().await?.into_inner();
            Ok(answer.custom_translation_status.into())
        }
        Kind::Comment => {
            let call = client.get_key_comment().project_id(project);
            let answer = call.key_id(key(&value)).comment_id(id).send().await?;
            Ok(answer.into_inner().comment.into())
        }
        Kind::Contributor => {
            let call = client.get_contributor().project_id(project);
            let answer = call.contributor_id(id).send().await?;
            Ok(answer.into_inner().contributor.into())
        }
    }
}

pub(crate) async fn update(
    kind: Kind,
    client: Client,
    project: String,
    id: i64,
    marker: String,
    value: String,
) -> Result<Seen, Error> {
    if kind == Kind::Status {
        let (color, version) = parts(&value);
        let title = format!("{marker} {version}");
        let call = client
            .update_custom_translation_status()
            .project_id(project);
        let call = call
            .status_id(id)
            .body_map(|body| body.title(title).color(color));
        let answer = call.send().await?.into_inner();
        return Ok(answer.custom_translation_status.into());
    }
    let languages = languages(&value)?;
    let call = client
        .update_contributor()
        .project_id(project)
        .contributor_id(id);
    let answer = call
        .body_map(|body| body.languages(languages))
        .send()
        .await?;
    Ok(answer.into_inner().contributor.into())
}

/// Deletes a thing; whether the answer says that it is deleted.
pub(crate) async fn delete(
    kind: Kind,
    client: Client,
    project: String,
    id: i64,
    value: String,
    raw: bool,
) -> Result<bool, Error> {
    match kind {
        Kind::Status if raw => {
            let path = format!("projects/{project}/custom_translation_statuses/{id}");
            client
                .request(Method::DELETE, path)
                .send::<Value>()
                .await
                .map(|_| true)
        }
        Kind::Status => {
            let call = client
                .delete_custom_translation_status()
                .project_id(project);
            let answer = call.status_id(id).send().await?;
            Ok(answer.is_deleted() == Some(true))
        }
        Kind::Comment => {
            let call = client.delete_key_comment().project_id(project);
            let answer = call.key_id(key(&value)).comment_id(id).send().await?;
            Ok(answer.comment_deleted)
        }
        Kind::Contributor => {
            let call = client.delete_contributor().project_id(project);
            let answer = call.contributor_id(id).send().await?;
            Ok(answer.contributor_deleted)
        }
    }
}

/// All things of a kind, by the pages of their list.
pub(crate) async fn all(kind: Kind, client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    match kind {
        Kind::Status => {
            let mut list = client
                .list_custom_translation_statuses()
                .project_id(project)
                .stream();
            while let Some(status) = list.next().await {
                all.push(status?.into());
            }
        }
        Kind::Comment => {
            let mut list = client.list_project_comments().project_id(project).stream();
            while let Some(comment) = list.next().await {
                all.push(comment?.into());
            }
        }
        Kind::Contributor => {
            let mut list = client.list_contributors().project_id(project).stream();
            while let Some(contributor) = list.next().await {
                all.push(contributor?.into());
            }
        }
    }
    Ok(all)
}
