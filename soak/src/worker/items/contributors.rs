//! Contributors: a marker in the e-mail address, and access to languages.

use l10n_client::types::{Contributor, ContributorInvitation, LanguageAccess};
use l10n_client::{Client, Error};

use super::Seen;

pub(super) fn value(number: u32) -> String {
    let languages = [("en", 1), ("de", 2), ("fr", 4)]
        .into_iter()
        .filter(|(iso, bit)| *iso == "en" || number & bit != 0)
        .map(|(iso, bit)| format!("{iso}:{}", u8::from(number & (bit << 4) != 0)));
    languages.collect::<Vec<_>>().join(",")
}

impl From<Contributor> for Seen {
    fn from(contributor: Contributor) -> Self {
        let languages = contributor.languages.unwrap_or_default();
        let languages = languages.iter().map(|language| {
            let writable = u8::from(language.is_writable == Some(true));
            format!("{}:{writable}", language.lang_iso.as_deref().unwrap_or_default())
        });
        let email = contributor.email.unwrap_or_default();
        Self {
            id: contributor.user_id,
            marker: email.split('@').next().unwrap_or_default().to_owned(),
            value: languages.collect::<Vec<_>>().join(","),
        }
    }
}

fn languages(value: &str) -> Vec<LanguageAccess> {
    let languages = value.split(',').filter_map(|language| language.split_once(':'));
    languages.map(|(iso, writable)| LanguageAccess::new(iso).is_writable(writable == "1")).collect()
}

pub(super) async fn create(
    client: Client,
    project: String,
    wanted: Vec<(String, String)>,
) -> Result<Vec<Seen>, Error> {
    let mut invitations = Vec::new();
    for (marker, value) in wanted {
        let invitation =
            ContributorInvitation::new(format!("{marker}@soak.test"), languages(&value))
                .fullname(marker);
        invitations.push(invitation);
    }
    let call = client.create_contributors(project, invitations);
    let contributors = call.send().await?.into_inner().contributors.into_iter();
    Ok(contributors.map(Seen::from).collect())
}

pub(super) async fn read(client: Client, project: String, id: i64) -> Result<Seen, Error> {
    let answer = client.get_contributor(project, id).send().await?;
    Ok(answer.into_inner().contributor.into())
}

pub(super) async fn update(
    client: Client,
    project: String,
    id: i64,
    value: &str,
) -> Result<Seen, Error> {
    let languages = languages(value);
    let call = client.update_contributor(project, id).languages(languages);
    Ok(call.send().await?.into_inner().contributor.into())
}

pub(super) async fn delete(client: Client, project: String, id: i64) -> Result<bool, Error> {
    let answer = client.delete_contributor(project, id).send().await?;
    Ok(answer.contributor_deleted)
}

pub(super) async fn all(client: &Client, project: &str) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    let mut list = client.list_contributors(project).stream();
    while let Some(contributor) = list.next().await {
        all.push(contributor?.into());
    }
    Ok(all)
}
