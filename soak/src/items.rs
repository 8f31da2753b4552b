//! The kinds of items that the soak creates, reads, changes, deletes and lists.

use std::io::Cursor;
use std::time::Duration;

use l10n_client::types::{
    Comment, CustomTranslationStatus, FileExport, Key, KeyTranslationUpdate, KeyUpdateItem,
    NewComment, NewKey, NewKeyTranslation,
};
use l10n_client::{Client, Error};
use serde_json::{Map, Value, json};
use zip::ZipArchive;

/// One kind for each way to create: one item, several, several with their own errors, and a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Lists are read by page number.
    Status,
    Comment,
    /// A key and its German text. The list is read by cursor.
    Key,
    /// A file with one key.
    File,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Status, Self::Comment, Self::Key, Self::File];

    /// The operations that create, read and list it.
    pub(crate) const fn operations(self) -> [&'static str; 3] {
        match self {
            Self::Status => [
                "createCustomTranslationStatus",
                "getCustomTranslationStatus",
                "listCustomTranslationStatuses",
            ],
            Self::Comment => ["createKeyComments", "getKeyComment", "listProjectComments"],
            Self::Key => ["createKeys", "getKey", "listKeys"],
            Self::File => ["uploadFile", "exportFiles", "listFiles"],
        }
    }

    /// The operations that update and delete it, if there are any.
    pub(crate) const fn change_operations(self) -> [Option<&'static str>; 2] {
        match self {
            Self::Status => {
                [Some("updateCustomTranslationStatus"), Some("deleteCustomTranslationStatus")]
            }
            Self::Comment => [None, Some("deleteKeyComment")],
            Self::Key => [Some("updateKeys"), Some("deleteKey")],
            Self::File => [None, None],
        }
    }

    /// What an item may hold beside its marker; texts have characters that need escapes.
    pub(crate) fn value(self, number: u32) -> String {
        match self {
            Self::Status => format!("v{number}"),
            _ => format!("\u{201c}{number}\u{201d} \\ &amp; \u{1f600}"),
        }
    }
}

/// Who calls, and about what.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) client: Client,
    pub(crate) project: String,
    pub(crate) key: i64,
}

/// An item as a response shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// 0 for a file.
    pub(crate) id: i64,
    /// The text that no other item contains.
    pub(crate) marker: String,
    /// `None` if the response does not show it.
    pub(crate) value: Option<String>,
}

impl Seen {
    /// An item whose text is its marker, a space, and its value.
    fn of_text(id: i64, text: Option<String>) -> Self {
        let text = text.unwrap_or_default();
        let (marker, value) = text.split_once(' ').unwrap_or((&text, ""));
        Self { id, marker: marker.to_owned(), value: Some(value.to_owned()) }
    }
}

impl From<CustomTranslationStatus> for Seen {
    fn from(status: CustomTranslationStatus) -> Self {
        Self::of_text(status.status_id, status.title)
    }
}

impl From<Comment> for Seen {
    fn from(comment: Comment) -> Self {
        Self::of_text(comment.comment_id, comment.comment)
    }
}

impl From<Key> for Seen {
    fn from(key: Key) -> Self {
        let name = key.key_name.as_ref().and_then(|name| name.one());
        let mut texts = key.translations.iter().flatten();
        let text = texts.find(|text| text.language_iso.as_deref() == Some("de"));
        let text = text.and_then(|text| text.translation.as_ref());
        Self {
            id: key.key_id,
            marker: name.unwrap_or_default().to_owned(),
            value: Some(text.map(ToString::to_string).unwrap_or_default()),
        }
    }
}

/// Creates items with these markers and values.
pub(crate) async fn create(
    kind: Kind,
    Target { client, project, key }: Target,
    wanted: Vec<(String, String)>,
) -> Result<Vec<Seen>, Error> {
    let mut created = Vec::new();
    match kind {
        Kind::Status => {
            for (marker, value) in wanted {
                let title = format!("{marker} {value}");
                let call = client.create_custom_translation_status(&project, title, "#61bd4f");
                created.push(call.send().await?.into_inner().custom_translation_status.into());
            }
        }
        Kind::Comment => {
            let texts = wanted.iter().map(|(marker, value)| format!("{marker} {value}"));
            let comments: Vec<_> = texts.map(NewComment::new).collect();
            let response = client.create_key_comments(project, key, comments).send().await?;
            created.extend(response.into_inner().comments.into_iter().map(Seen::from));
        }
        Kind::Key => {
            let keys = wanted.into_iter().map(|(marker, value)| {
                NewKey::new(marker, ["web"]).translations([NewKeyTranslation::new("de", value)])
            });
            let keys: Vec<_> = keys.collect();
            let response = client.create_keys(project, keys).send().await?;
            created.extend(response.into_inner().keys.into_iter().map(Seen::from));
        }
        Kind::File => {
            for (marker, value) in wanted {
                let content = json!({ &*marker: value }).to_string().into_bytes();
                let upload = client.upload_file(&project, filename(&marker), "en").file(content);
                upload.wait().max_interval(Duration::from_millis(10)).await?;
                created.push(Seen { id: 0, marker, value: None });
            }
        }
    }
    Ok(created)
}

/// Reads an item; `None` if the response is none of this kind.
pub(crate) async fn read(
    kind: Kind,
    Target { client, project, key }: Target,
    id: i64,
    marker: String,
) -> Result<Option<Seen>, Error> {
    Ok(match kind {
        Kind::Status => {
            let call = client.get_custom_translation_status(project, id);
            Some(call.send().await?.into_inner().custom_translation_status.into())
        }
        Kind::Comment => {
            let call = client.get_key_comment(project, key, id);
            Some(call.send().await?.into_inner().comment.into())
        }
        Kind::Key => Some(client.get_key(project, id).send().await?.into_inner().key.into()),
        Kind::File => {
            let options = FileExport::new("json").directory_prefix("").filter_langs(["en"]);
            let options = options.filter_filenames([filename(&marker)]);
            let export = client.export_files(project, "json").body(options).send().await?;
            let mut chunks = client.download(&export.bundle_url).chunks().await?.into_inner();
            let mut bundle = Vec::new();
            while let Some(chunk) = chunks.next().await {
                bundle.extend_from_slice(&chunk?);
            }
            unpacked(&bundle, marker)
        }
    })
}

/// The file in a bundle; `None` if this is no archive, as a faulty response with status 200.
fn unpacked(bundle: &[u8], marker: String) -> Option<Seen> {
    let mut archive = ZipArchive::new(Cursor::new(bundle)).ok()?;
    let file = archive.by_name(&filename(&marker)).ok();
    let content = file.and_then(|file| serde_json::from_reader::<_, Map<String, Value>>(file).ok());
    let text = content.as_ref().and_then(|content| content.get(&marker)?.as_str());
    Some(Seen { id: 0, value: Some(text.unwrap_or("no such text").to_owned()), marker })
}

/// Changes an item; `None` if the response does not show it.
pub(crate) async fn update(
    kind: Kind,
    Target { client, project, .. }: Target,
    id: i64,
    (marker, value): (String, String),
) -> Result<Option<Seen>, Error> {
    Ok(match kind {
        Kind::Status => {
            let call = client.update_custom_translation_status(project, id);
            let call = call.title(format!("{marker} {value}"));
            Some(call.send().await?.into_inner().custom_translation_status.into())
        }
        Kind::Key => {
            let text = KeyTranslationUpdate::new("de", value);
            let update = KeyUpdateItem::new(id).translations([text]);
            let response = client.update_keys(project, [update]).send().await?;
            response.into_inner().keys.into_iter().next().map(Seen::from)
        }
        Kind::Comment | Kind::File => None,
    })
}

/// Deletes an item; returns whether the response confirms it.
pub(crate) async fn delete(
    kind: Kind,
    Target { client, project, key }: Target,
    id: i64,
) -> Result<bool, Error> {
    Ok(match kind {
        Kind::Status => {
            let call = client.delete_custom_translation_status(project, id);
            call.send().await?.is_deleted() == Some(true)
        }
        Kind::Comment => client.delete_key_comment(project, key, id).send().await?.comment_deleted,
        Kind::Key => client.delete_key(project, id).send().await?.key_removed,
        Kind::File => false,
    })
}

/// Lists all items of a kind into `found`, which keeps those that came before an error.
pub(crate) async fn list(
    kind: Kind,
    Target { client, project, .. }: Target,
    limit: u32,
    prefetch: usize,
    found: &mut Vec<Seen>,
) -> Result<(), Error> {
    macro_rules! collect {
        ($list:expr) => {{
            let mut stream = $list.limit(limit).stream().prefetch(prefetch);
            while let Some(item) = stream.next().await {
                found.push(item?.into());
            }
        }};
    }
    match kind {
        Kind::Status => collect!(client.list_custom_translation_statuses(&project)),
        Kind::Comment => collect!(client.list_project_comments(&project)),
        Kind::Key => collect!(client.list_keys(&project).include_translations(true)),
        Kind::File => {
            let list = client.list_files(&project).limit(limit);
            let mut stream = list.stream().prefetch(prefetch);
            while let Some(file) = stream.next().await {
                let file = file?;
                let name = file.filename.unwrap_or_default();
                // Keys without a file come last, under a name that is none.
                if name != "__unassigned__" {
                    let name = name.trim_start_matches("soak/").trim_end_matches(".json");
                    let keys = file.key_count.unwrap_or_default();
                    let value = (keys != 1).then(|| format!("{keys} keys"));
                    found.push(Seen { id: 0, marker: name.to_owned(), value });
                }
            }
        }
    }
    Ok(())
}

fn filename(marker: &str) -> String {
    format!("soak/{marker}.json")
}
