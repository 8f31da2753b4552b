//! From the form to a state: what is left out is given, and what refers to something finds it.

mod branch;
pub(super) mod contributor;
mod defaults;
pub(super) mod key;
mod language;
mod largest;
mod project;

use std::collections::{HashMap, HashSet};

use uuid::{Builder, Uuid};

use super::error::{DataError, Within as _, suggestion};
use super::form::{self, Data, Id, Reference, TokenAccess, Uuid7};
use crate::state::{ApiToken, App, Bundles, Grant, Ids, OAuth, State, Team, TokenKind, User};
use language::System;

/// 2025-01-02 09:00:00 UTC, the date of what has none: the same data are the same every time.
const FIRST_DAY: i64 = 1_735_808_400;
/// The same in milliseconds, for UUIDs.
const FIRST_MOMENT: u64 = 1_735_808_400_000;
/// Ids that are given are larger.
const LAST_ID: u64 = 1000;
/// The largest id beside which others can be given.
const LARGEST_WRITTEN: u64 = form::LARGEST_ID / 2;

/// What has ids of its own kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    User,
    Team,
    Project,
    Contributor,
    Status,
    Branch,
    Key,
    Translation,
    Comment,
    Process,
    Job,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Team => "team",
            Self::Project => "project",
            Self::Contributor => "contributor",
            Self::Status => "status",
            Self::Branch => "branch",
            Self::Key => "key",
            Self::Translation => "translation",
            Self::Comment => "comment",
            Self::Process => "process",
            Self::Job => "job",
        }
    }
}

/// What has been read so far.
struct Reader {
    ids: Ids,
    ids_seen: HashSet<(Kind, u64)>,
    uuids_seen: HashSet<(Kind, Uuid)>,
    users: Vec<User>,
    emails: HashMap<String, u64>,
    teams: Vec<Team>,
    system: System,
}

impl State {
    /// The state that data describe.
    ///
    /// # Errors
    ///
    /// When the data contradict themselves, with the place.
    pub(crate) fn from_data(data: Data) -> Result<Self, DataError> {
        let mut reader = Reader::new(&data)?;
        reader.read_users(data.users.unwrap_or_default())?;
        reader.read_teams(data.teams.unwrap_or_default())?;
        let first = reader.users.first().map_or(0, |user| user.id);
        let tokens = data.tokens.unwrap_or_else(defaults::tokens);
        let tokens = reader.read_tokens(tokens, first)?;
        let apps = data.oauth_apps.unwrap_or_else(defaults::apps);
        let granting = reader.user_or(data.granting_user.as_ref(), first);
        let granting = granting.within(|| "granting_user".to_owned())?;
        let mut oauth = OAuth::new(read_apps(apps)?, granting);
        reader.read_grants(data.oauth_grants, &mut oauth)?;
        let projects = reader.read_projects(data.projects)?;
        Ok(Self {
            ends: Vec::new(),
            users: reader.users,
            tokens,
            teams: reader.teams,
            projects,
            oauth,
            bundles: Bundles::default(),
            ids: reader.ids,
        })
    }
}

impl Reader {
    fn new(data: &Data) -> Result<Self, DataError> {
        let written = largest::id(data);
        if data.last_id.is_none() && written > LARGEST_WRITTEN {
            return Err(DataError::new(format!(
                "the id {written} leaves no room for others: take ids up to {LARGEST_WRITTEN}"
            )));
        }
        let last = data.last_id.map_or(LAST_ID, |id| id.0);
        Ok(Self {
            ids: Ids { last: last.max(written) },
            ids_seen: HashSet::new(),
            uuids_seen: HashSet::new(),
            users: Vec::new(),
            emails: HashMap::new(),
            teams: Vec::new(),
            system: System::new(),
        })
    }

    /// The id that is written, which nothing else of its kind has, or a new one.
    fn id(&mut self, kind: Kind, written: Option<Id>) -> Result<u64, DataError> {
        let Some(Id(id)) = written else {
            return Ok(self.ids.next());
        };
        match self.ids_seen.insert((kind, id)) {
            true => Ok(id),
            false => Err(taken(kind, &id).within("id")),
        }
    }

    /// The UUID that is written, which nothing else of its kind has, or a new one.
    fn uuid(&mut self, kind: Kind, written: Option<Uuid7>) -> Result<Uuid, DataError> {
        let Some(Uuid7(uuid)) = written else {
            return Ok(self.new_uuid());
        };
        match self.uuids_seen.insert((kind, uuid)) {
            true => Ok(uuid),
            false => Err(taken(kind, &uuid)),
        }
    }

    /// A UUID that follows from what was read before, and is the same the next time.
    fn new_uuid(&mut self) -> Uuid {
        let mut bytes = [0; 10];
        bytes[2..].copy_from_slice(&self.ids.next().to_be_bytes());
        Builder::from_unix_timestamp_millis(FIRST_MOMENT, &bytes).into_uuid()
    }

    fn read_users(&mut self, users: Vec<form::User>) -> Result<(), DataError> {
        let users = match users.is_empty() {
            true => vec![defaults::owner()],
            false => users,
        };
        for (index, user) in users.into_iter().enumerate() {
            self.read_user(user).within(|| format!("users[{index}]"))?;
        }
        Ok(())
    }

    fn read_user(&mut self, user: form::User) -> Result<(), DataError> {
        let id = self.id(Kind::User, user.id)?;
        let email = user.email.0;
        if self.emails.insert(email.clone(), id).is_some() {
            let message = format!("another user has the e-mail {email}");
            return Err(DataError::new(message).within("email"));
        }
        // Those that are given ids are known by them as well.
        self.ids_seen.insert((Kind::User, id));
        self.users.push(User { id, email, fullname: user.fullname });
        Ok(())
    }

    /// The user that is meant.
    fn user(&self, reference: &Reference) -> Result<u64, DataError> {
        match reference {
            Reference::Id(id) if self.ids_seen.contains(&(Kind::User, *id)) => Ok(*id),
            Reference::Id(id) => Err(DataError::new(format!("there is no user {id}"))),
            Reference::Name(email) => self.emails.get(email).copied().ok_or_else(|| {
                let known = self.users.iter().map(|user| &*user.email);
                let shown = super::error::shown(email);
                let suggestion = suggestion(email, known);
                DataError::new(format!("no user has the e-mail {shown}{suggestion}"))
            }),
        }
    }

    /// The user that is meant, or another where none is named.
    fn user_or(&self, reference: Option<&Reference>, other: u64) -> Result<u64, DataError> {
        reference.map_or(Ok(other), |reference| self.user(reference))
    }

    fn read_teams(&mut self, teams: Vec<form::Team>) -> Result<(), DataError> {
        let teams = match teams.is_empty() {
            true => vec![form::Team { id: None, uuid: None }],
            false => teams,
        };
        for (index, team) in teams.into_iter().enumerate() {
            let place = || format!("teams[{index}]");
            let id = self.id(Kind::Team, team.id).within(place)?;
            let uuid = self.uuid(Kind::Team, team.uuid);
            let uuid = uuid.within(|| format!("teams[{index}].uuid"))?;
            self.teams.push(Team { id, uuid });
        }
        Ok(())
    }

    fn read_tokens(
        &self,
        tokens: Vec<form::Token>,
        first: u64,
    ) -> Result<Vec<ApiToken>, DataError> {
        let (mut names, mut secrets) = (HashSet::new(), HashSet::new());
        let read = |(index, token): (usize, form::Token)| {
            let place = |field: &str| format!("tokens[{index}].{field}");
            let name = token.name.0;
            if !names.insert(name.clone()) {
                let message = format!("another token has the name {name}");
                return Err(DataError::new(message).within(&place("name")));
            }
            let secret = token.secret.map_or_else(|| defaults::secret(&name), |it| it.0);
            if !secret.chars().all(|letter| letter.is_ascii_graphic()) {
                let message = "no header can carry it: visible ASCII characters without blanks can";
                return Err(DataError::new(message).within(&place("secret")));
            }
            if !secrets.insert(secret.clone()) {
                // The secret itself is not told: errors are logged.
                let message = "another token has this secret";
                return Err(DataError::new(message).within(&place("secret")));
            }
            let user = self.user_or(token.user.as_ref(), first);
            Ok(ApiToken {
                name,
                secret,
                user: user.within(|| place("user"))?,
                kind: match token.access {
                    TokenAccess::ReadWrite => TokenKind::ReadWrite,
                    TokenAccess::ReadOnly => TokenKind::ReadOnly,
                },
            })
        };
        tokens.into_iter().enumerate().map(read).collect()
    }

    fn read_grants(&self, grants: Vec<form::Grant>, oauth: &mut OAuth) -> Result<(), DataError> {
        let known: HashSet<String> = oauth.apps.iter().map(|it| it.client_id.clone()).collect();
        for (index, grant) in grants.into_iter().enumerate() {
            let place = |field: &str| format!("oauth_grants[{index}].{field}");
            let user = self.user(&grant.user).within(|| place("user"))?;
            let client_id = grant.client_id.0;
            if !known.contains(&client_id) {
                let message = format!("there is no OAuth application {client_id}");
                return Err(DataError::new(message).within(&place("client_id")));
            }
            let granted = Grant { client_id, user, scopes: grant.scopes };
            if !oauth.keep_refresh(grant.refresh_token.0, granted) {
                let message = "another grant has this token";
                return Err(DataError::new(message).within(&place("refresh_token")));
            }
        }
        Ok(())
    }
}

fn read_apps(apps: Vec<form::App>) -> Result<Vec<App>, DataError> {
    let mut ids = HashSet::new();
    let read = |(index, app): (usize, form::App)| {
        let id = app.client_id.0;
        if !ids.insert(id.clone()) {
            let message = format!("another application has the client ID {id}");
            return Err(DataError::new(message).within(&format!("oauth_apps[{index}].client_id")));
        }
        Ok(App {
            client_id: id,
            client_secret: app.client_secret.0,
            redirect_uri: app.redirect_uri.0,
        })
    };
    apps.into_iter().enumerate().map(read).collect()
}

/// Something else of its kind has the same.
fn taken(kind: Kind, what: &dyn std::fmt::Display) -> DataError {
    DataError::new(format!("another {} has the id {what}", kind.name()))
}
