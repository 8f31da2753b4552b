//! From the form to a state, in one pass: what is left out is given, and what refers to something
//! finds it.

pub(super) mod content;
pub(super) mod project;

use std::collections::{HashMap, HashSet};

use uuid::{Builder, Uuid};

use super::error::{DataError, suggestion};
use super::form::{self, Data};
use super::values::{Moment, Reference};
use crate::state::{ApiToken, Bundles, Grant, Ids, OAuth, Secrets, State, Team, TokenKind, User};

/// 2025-01-02 09:00:00 UTC, the date of what has none: the same data are the same every time.
const FIRST_DAY: i64 = 1_735_808_400;
/// Ids that are given are larger.
const LAST_ID: u64 = 1000;
/// The largest id beside which others can be given: JSON numbers up to twice this one are exact in
/// every language.
const LARGEST_ID: u64 = 1 << 52;
/// The kind of what may have the id of another of its kind, as on another branch.
const SHARED: &str = "";

type Read<T> = Result<T, DataError>;

/// What has been read so far.
struct Reader {
    ids: Ids,
    /// The ids and UUIDs that are written, by what has them.
    seen: HashSet<(&'static str, u128)>,
    users: Names,
    teams: Vec<Team>,
    /// Where the reader is: `projects[0]`, `keys[3]`, `translations.de`.
    place: Vec<String>,
}

impl State {
    /// The state that data describe.
    pub(crate) fn from_data(data: Data) -> Read<Self> {
        let mut reader = Reader::new(&data)?;
        let users = given(data.users, || User {
            email: "owner@sandbox.test".to_owned(),
            fullname: "Olive Owner".to_owned(),
            ..User::default()
        });
        let users = reader.each("users", users, |reader, user| {
            Ok(User { id: reader.id("user", user.id)?, ..user })
        })?;
        reader.users = Names::new("user", users.iter().map(|user| (user.id, &*user.email)));
        reader.teams = reader.each("teams", given(data.teams, Team::default), |reader, team| {
            Ok(Team { id: reader.id("team", team.id)?, uuid: reader.uuid("team", team.uuid)? })
        })?;
        let first = users.first().map_or(0, |user| user.id);
        let tokens = reader.tokens(data.tokens, first)?;
        let apps = data.oauth_apps.unwrap_or_else(|| vec![Secrets::new("").oauth_app().into()]);
        let granting = reader.user("granting_user", data.granting_user.as_ref(), first)?;
        let mut oauth = OAuth::new(apps, granting);
        reader.each("oauth_grants", data.oauth_grants, |reader, grant| {
            if oauth.app(&grant.client_id).is_none() {
                let message = format!("unknown OAuth application {}", grant.client_id);
                return reader.wrong("client_id", message);
            }
            let user = reader.user("user", Some(&grant.user), first)?;
            let form::Grant { refresh_token, client_id, scopes, .. } = grant;
            oauth.keep_refresh(refresh_token, Grant { client_id, user, scopes });
            Ok(())
        })?;
        let projects = reader.projects(data.projects, first)?;
        let (ids, teams) = (reader.ids, reader.teams);
        let (ends, bundles) = (Vec::new(), Bundles::default());
        Ok(Self { users, tokens, teams, projects, oauth, bundles, ids, ends })
    }
}

impl Reader {
    fn new(data: &Data) -> Read<Self> {
        let written = data.largest_id();
        if data.last_id == 0 && written > LARGEST_ID {
            let message = format!("the id {written} is too large: the maximum is {LARGEST_ID}");
            return Err(DataError::new(message));
        }
        let last = if data.last_id == 0 { LAST_ID } else { data.last_id };
        Ok(Self {
            ids: Ids { last: last.max(written) },
            seen: HashSet::new(),
            users: Names::default(),
            teams: Vec::new(),
            place: Vec::new(),
        })
    }

    /// Reads each item of a list.
    fn each<T, U>(
        &mut self,
        list: &str,
        items: Vec<T>,
        mut read: impl FnMut(&mut Self, T) -> Read<U>,
    ) -> Read<Vec<U>> {
        let items = items.into_iter().enumerate();
        items
            .map(|(index, item)| self.at(format!("{list}[{index}]"), |it| read(it, item)))
            .collect()
    }

    /// Reads what is at a place.
    fn at<T>(&mut self, place: String, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.place.push(place);
        let read = read(self)?;
        self.place.pop();
        Ok(read)
    }

    /// What is wrong with a field where the reader is.
    fn wrong<T>(&self, field: &str, message: impl Into<String>) -> Read<T> {
        Err(DataError::new(message).within(field).within(&self.place.join(".")))
    }

    /// The id that is written, which nothing else of its kind has, or a new one.
    fn id(&mut self, kind: &'static str, written: u64) -> Read<u64> {
        match written {
            0 => Ok(self.ids.next()),
            id if kind == SHARED || self.seen.insert((kind, id.into())) => Ok(id),
            id => self.wrong("id", format!("another {kind} has the id {id}")),
        }
    }

    /// The UUID that is written, which nothing else of its kind has, or a new one, which follows
    /// from what was read before and is the same the next time.
    fn uuid(&mut self, kind: &'static str, written: Uuid) -> Read<Uuid> {
        if written.is_nil() {
            let mut bytes = [0; 10];
            bytes[2..].copy_from_slice(&self.ids.next().to_be_bytes());
            let moment = FIRST_DAY.unsigned_abs() * 1000;
            return Ok(Builder::from_unix_timestamp_millis(moment, &bytes).into_uuid());
        }
        if written.get_version_num() != 7 {
            return self.wrong(
                "",
                format!("{written} is not a UUID v7, such as 01957a00-0000-7000-8000-0000000000a1"),
            );
        }
        match kind == SHARED || self.seen.insert((kind, written.as_u128())) {
            true => Ok(written),
            false => self.wrong("", format!("another {kind} has the UUID {written}")),
        }
    }

    /// What is meant among these.
    fn find(&self, names: &Names, field: &str, reference: &Reference) -> Read<u64> {
        names.find(reference).or_else(|message| self.wrong(field, message))
    }

    /// The user that is meant, or another where none is named.
    fn user(&self, field: &str, reference: Option<&Reference>, other: u64) -> Read<u64> {
        reference.map_or(Ok(other), |reference| self.find(&self.users, field, reference))
    }

    fn tokens(&mut self, tokens: Option<Vec<form::Token>>, first: u64) -> Read<Vec<ApiToken>> {
        let tokens = tokens.unwrap_or_else(|| {
            let named = |name: &str, access| form::Token {
                name: name.to_owned(),
                access,
                ..form::Token::default()
            };
            vec![named("read_write", TokenKind::ReadWrite), named("read_only", TokenKind::ReadOnly)]
        });
        let mut secrets = HashSet::new();
        self.each("tokens", tokens, |reader, token| {
            let secret = token
                .secret
                .unwrap_or_else(|| format!("sandbox-{}-token", token.name.replace('_', "-")));
            if !secret.chars().all(|letter| letter.is_ascii_graphic()) {
                let message =
                    "not allowed in a header: use visible ASCII characters without spaces";
                return reader.wrong("secret", message);
            }
            if !secrets.insert(secret.clone()) {
                // The secret itself is not told: errors are logged.
                return reader.wrong("secret", "another token has this secret");
            }
            let user = reader.user("user", token.user.as_ref(), first)?;
            Ok(ApiToken { name: token.name, secret, user, kind: token.access })
        })
    }
}

/// A list, with one item where there is none.
fn given<T>(items: Vec<T>, item: impl FnOnce() -> T) -> Vec<T> {
    if items.is_empty() { vec![item()] } else { items }
}

/// The seconds of a moment that is written, or others.
fn seconds(moment: Option<Moment>, other: i64) -> i64 {
    moment.map_or(other, |moment| moment.0)
}

/// What can be referred to, by id or by name.
#[derive(Default)]
pub(super) struct Names {
    kind: &'static str,
    ids: HashSet<u64>,
    /// 0 where several have the name.
    by_name: HashMap<String, u64>,
}

impl Names {
    fn new<'n>(kind: &'static str, named: impl Iterator<Item = (u64, &'n str)>) -> Self {
        let mut names = Self { kind, ..Self::default() };
        for (id, name) in named {
            names.ids.insert(id);
            let known = names.by_name.entry(name.to_owned()).or_insert(id);
            if *known != id {
                *known = 0;
            }
        }
        names
    }

    pub(super) fn find(&self, reference: &Reference) -> Result<u64, String> {
        let kind = self.kind;
        match reference {
            Reference::Id(id) if self.ids.contains(id) => Ok(*id),
            Reference::Id(_) => Err(format!("unknown {kind} {reference}")),
            Reference::Name(name) => match self.by_name.get(name) {
                Some(0) => Err(format!("{reference} is ambiguous: use the id")),
                Some(id) => Ok(*id),
                None => {
                    let near = suggestion(name, self.by_name.keys().map(String::as_str));
                    Err(format!("unknown {kind} {reference}{near}"))
                }
            },
        }
    }
}

impl Data {
    /// The largest id that is written. Languages have those of the system, which are none of them.
    fn largest_id(&self) -> u64 {
        let mut largest = 0;
        let mut see = |id: u64| largest = id.max(largest);
        self.users.iter().for_each(|user| see(user.id));
        self.teams.iter().for_each(|team| see(team.id));
        for project in &self.projects {
            project.statuses.iter().for_each(|status| see(status.0.id));
            let branches = project.branches.iter();
            branches.clone().for_each(|branch| see(branch.id));
            let files = branches.clone().flat_map(|it| &it.files).chain(&project.files);
            files.for_each(|file| see(file.0.id));
            let comments = branches.clone().flat_map(|it| &it.comments).chain(&project.comments);
            comments.for_each(|comment| see(comment.id));
            for key in branches.flat_map(|it| &it.keys).chain(&project.keys) {
                see(key.id);
                key.screenshots.iter().for_each(|screenshot| see(screenshot.id));
                key.translations.values().for_each(|translation| see(translation.0.id));
            }
        }
        largest
    }
}
