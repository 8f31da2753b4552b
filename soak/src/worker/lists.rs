//! Walks through whole lists while others write: what was there before and stays must come once, in
//! its place.

use std::collections::{BTreeMap, HashSet};

use l10n_client::rate_limit::Server;
use l10n_client::reqwest::Method;
use l10n_client::{Client, Error};
use l10n_sandbox::SeededProject;

use super::items::{self, Kind};
use crate::caller::{CallResult, Caller};
use crate::log::Rule;

/// A list that is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum List {
    Statuses,
    Comments,
    KeyComments,
    Contributors,
    Files,
    Processes,
    Keys,
    KeysByNumber,
    Translations,
    Items,
}

impl List {
    const ALL: [Self; 10] = [
        Self::Statuses,
        Self::Comments,
        Self::KeyComments,
        Self::Contributors,
        Self::Files,
        Self::Processes,
        Self::Keys,
        Self::KeysByNumber,
        Self::Translations,
        Self::Items,
    ];

    fn operation(self) -> &'static str {
        match self {
            Self::Statuses => "listCustomTranslationStatuses",
            Self::Comments => "listProjectComments",
            Self::KeyComments => "listKeyComments",
            Self::Contributors => "listContributors",
            Self::Files => "listFiles",
            Self::Processes => "listProcesses",
            Self::Keys | Self::KeysByNumber => "listKeys",
            Self::Translations => "listTranslations",
            Self::Items => "listItems",
        }
    }

    fn is_by_cursor(self) -> bool {
        matches!(self, Self::Keys | Self::Translations | Self::Items)
    }
}

/// What begins each list and stays there: lists are in the order of creation, and nobody deletes
/// these.
#[derive(Default)]
pub(crate) struct Stable(BTreeMap<List, Vec<String>>);

impl Stable {
    /// Fills the lists, while nothing is wrong.
    pub(crate) async fn prepare(client: &Client, project: SeededProject) -> Result<Self, Error> {
        const COUNT: usize = 25;
        let address = project.project_id;
        let mut random = fastrand::Rng::with_seed(0);
        for number in 0..COUNT {
            for kind in Kind::ALL {
                let key = project.key_ids[0];
                let value = items::value(kind, key, &mut random);
                let wanted = vec![(format!("stable-{number}"), value)];
                items::create(kind, client.clone(), address.to_owned(), wanted, false).await?;
            }
            let keys: Vec<_> =
                (0..3).map(|key| format!("\"stable-{number}-{key}\":\"x\"")).collect();
            let call = client
                .upload_file(address, format!("stable/{number}.json"), "en")
                .data(format!("{{{}}}", keys.join(",")));
            let process = call.send().await?.into_inner().process.process_id;
            let look = client.get_process(address, process).wait();
            look.max_interval(std::time::Duration::from_millis(2)).await?;
        }
        let mut stable = BTreeMap::new();
        for list in List::ALL {
            let mut ids = Vec::new();
            walk_pages(list, client.clone(), address.to_owned(), &project, Pages::WHOLE, &mut ids)
                .await?;
            stable.insert(list, ids);
        }
        Ok(Self(stable))
    }

    fn of(&self, list: List) -> &[String] {
        self.0.get(&list).map_or(&[], Vec::as_slice)
    }
}

/// How a list is asked for.
#[derive(Debug, Clone, Copy)]
struct Pages {
    limit: u16,
    ahead: usize,
}

impl Pages {
    const WHOLE: Self = Self { limit: 500, ahead: 1 };
}

pub(crate) async fn walk(caller: &mut Caller, stable: &Stable) {
    let list = caller.random.choice(List::ALL).unwrap_or(List::Items);
    let pages = Pages { limit: caller.random.u16(5..60), ahead: caller.random.usize(1..6) };
    let project = caller.shared.project;
    let mut ids = Vec::new();
    let seen = &mut ids;
    let told = caller
        .call(list.operation(), Rule::Unchecked, |client, address| {
            walk_pages(list, client, address, &project, pages, seen)
        })
        .await;
    let whole = matches!(told, CallResult::Done(()));
    if let Some(trouble) = trouble(stable.of(list), &ids, whole, list) {
        let name = list.operation();
        caller.violation(format!("a walk of {name}, {pages:?}: {trouble}"));
    }
}

/// What is wrong with a walk.
fn trouble(stable: &[String], ids: &[String], whole: bool, list: List) -> Option<String> {
    if let Some((wanted, came)) = stable.iter().zip(ids).find(|(wanted, came)| wanted != came) {
        return Some(format!("{came} came in the place of {wanted}"));
    }
    if whole && ids.len() < stable.len() {
        return Some(format!("it ended after {} of at least {}", ids.len(), stable.len()));
    }
    let mut known: HashSet<&String> = stable.iter().collect();
    let others = ids.iter().skip(stable.len());
    // By page number, what was created and deleted meanwhile moves the others to and fro; by cursor
    // it does not.
    let (of_stable, by_cursor) = (known.clone(), list.is_by_cursor());
    others
        .filter(|id| !known.insert(id))
        .find(|id| by_cursor || of_stable.contains(id))
        .map(|id| format!("{id} came twice"))
}

/// Walks a list; the ids that come are added to `ids`, also where it fails.
async fn walk_pages(
    list: List,
    client: Client,
    address: String,
    project: &SeededProject,
    Pages { limit, ahead }: Pages,
    ids: &mut Vec<String>,
) -> Result<(), Error> {
    /// Collects one member of each item of a list.
    macro_rules! collect {
        ($list:expr, $item:ident => $id:expr) => {{
            let mut stream = $list.limit(i32::from(limit)).stream().prefetch(ahead);
            while let Some($item) = stream.next().await {
                let $item = $item?;
                ids.extend($id);
            }
        }};
    }
    match list {
        List::Statuses => {
            let list = client.list_custom_translation_statuses(&address);
            collect!(list, status => [status.status_id.to_string()])
        }
        List::Comments => {
            let list = client.list_project_comments(&address);
            collect!(list, comment => [comment.comment_id.to_string()])
        }
        List::KeyComments => {
            let list = client.list_key_comments(&address, project.key_ids[0]);
            collect!(list, comment => [comment.comment_id.to_string()])
        }
        List::Contributors => {
            collect!(client.list_contributors(&address), member => [member.user_id.to_string()])
        }
        // Keys without a file are always listed last, under an id that is none.
        List::Files => {
            collect!(client.list_files(&address), file => {
                file.file_id.filter(|id| *id > 0).map(|id| id.to_string())
            })
        }
        List::Processes => {
            collect!(client.list_processes(&address), process => [process.process_id])
        }
        List::Keys => collect!(client.list_keys(&address), key => [key.key_id.to_string()]),
        List::KeysByNumber => {
            let list = client.list_keys(&address).pagination("offset");
            collect!(list, key => [key.key_id.to_string()])
        }
        // Of one language: by number they come language by language, and a list whose answers say
        // nothing of pages is read by number.
        List::Translations => {
            let language = project.language_ids[0];
            let list = client.list_translations(&address).filter_lang_id(language);
            collect!(list, text => [text.translation_id.to_string()])
        }
        List::Items => walk_items(client, address, Pages { limit, ahead }, ids).await?,
    }
    Ok(())
}

/// Walks the list whose items no schema describes, by its operation or by its path.
async fn walk_items(
    client: Client,
    address: String,
    Pages { limit, ahead }: Pages,
    ids: &mut Vec<String>,
) -> Result<(), Error> {
    let described = client.list_items(&address).limit(i32::from(limit));
    let path = format!("projects/{address}/items");
    let any = client.request(Method::GET, path).server(Server::Cursor);
    let stream = match ahead % 2 {
        0 => described.stream(),
        _ => any.query("limit", limit).stream(),
    };
    let mut stream = stream.prefetch(ahead);
    while let Some(item) = stream.next().await {
        ids.push(item?["id"].to_string());
    }
    Ok(())
}
