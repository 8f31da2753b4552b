//! Keys: a marker for a name, and a text in one language.

use l10n_client::types::{Key, KeyTranslationUpdate, KeyUpdateItem, NewKey, NewKeyTranslation};
use l10n_client::{Client, Error};

use super::Seen;

/// The language that a key says its words in.
const LANGUAGE: &str = "de";

impl From<Key> for Seen {
    fn from(key: Key) -> Self {
        let name = key.key_name.as_ref().and_then(|name| name.one());
        let mut texts = key.translations.iter().flatten();
        let text = texts.find(|text| text.language_iso.as_deref() == Some(LANGUAGE));
        let text = text.and_then(|text| text.translation.as_ref());
        Self {
            id: key.key_id,
            marker: name.unwrap_or_default().to_owned(),
            value: text.map(ToString::to_string).unwrap_or_default(),
        }
    }
}

pub(super) async fn create(
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
) -> Result<Vec<Seen>, Error> {
    let keys = wanted.into_iter().map(|(marker, value)| {
        let text = NewKeyTranslation::new(LANGUAGE, value);
        let key = NewKey::new(marker, ["web"]);
        key.translations([text])
    });
    let keys: Vec<_> = keys.collect();
    let answer = client.create_keys(project, keys).send().await?;
    Ok(answer.into_inner().keys.into_iter().map(Seen::from).collect())
}

pub(super) async fn read(client: Client, project: String, id: i64) -> Result<Seen, Error> {
    let call = client.get_key(project, id);
    Ok(call.send().await?.into_inner().key.into())
}

pub(super) async fn update(
    client: Client,
    project: String,
    id: i64,
    value: String,
) -> Result<Seen, Error> {
    let text = KeyTranslationUpdate::new(LANGUAGE, value);
    let update = KeyUpdateItem::new(id).translations([text]);
    let answer = client.update_keys(project, [update]).send().await?;
    let mut keys = answer.into_inner().keys.into_iter();
    // A key that is refused is as good as one that is not found: the next look tells.
    Ok(keys.next().map_or_else(Seen::default, Seen::from))
}

pub(super) async fn delete(client: Client, project: String, id: i64) -> Result<bool, Error> {
    let call = client.delete_key(project, id);
    Ok(call.send().await?.key_removed)
}

pub(super) async fn all(client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    let list = client.list_keys(project);
    let mut list = list.include_translations(true).stream();
    while let Some(key) = list.next().await {
        all.push(key?.into());
    }
    Ok(all)
}
