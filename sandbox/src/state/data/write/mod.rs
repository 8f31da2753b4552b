//! From a state to the form. What reading gives by itself is left out.

mod branch;
mod project;

use super::form::Uuid7;
use super::form::{App, Data, Grant, Id, Moment, Name, Reference, Team, Token, TokenAccess, User};
use crate::state::{State, TokenKind};

impl State {
    /// All that outlives a restart.
    pub(crate) fn data(&self) -> Data {
        let prefix = self.oauth.prefix();
        let own = |name: &str| Name(name.strip_prefix(prefix).unwrap_or(name).to_owned());
        Data {
            schema: None,
            users: Some(self.users.iter().map(user).collect()),
            tokens: Some(self.tokens(own)),
            oauth_apps: Some(self.apps(own)),
            granting_user: Some(Reference::Id(self.oauth.granting_user)),
            oauth_grants: self.grants(own),
            teams: Some(self.teams.iter().map(team).collect()),
            projects: self.projects.iter().map(project::project).collect(),
            last_id: Some(Id(self.ids.last)),
        }
    }

    fn tokens(&self, own: impl Fn(&str) -> Name) -> Vec<Token> {
        let tokens = self.tokens.iter().map(|token| Token {
            name: Name(token.name.clone()),
            secret: Some(own(&token.secret)),
            user: Some(Reference::Id(token.user)),
            access: match token.kind {
                TokenKind::ReadWrite => TokenAccess::ReadWrite,
                TokenKind::ReadOnly => TokenAccess::ReadOnly,
            },
        });
        tokens.collect()
    }

    fn apps(&self, own: impl Fn(&str) -> Name) -> Vec<App> {
        let apps = self.oauth.apps.iter().map(|app| App {
            client_id: own(&app.client_id),
            client_secret: Name(app.client_secret.clone()),
            redirect_uri: Name(app.redirect_uri.clone()),
        });
        apps.collect()
    }

    fn grants(&self, own: impl Fn(&str) -> Name) -> Vec<Grant> {
        let grants = self.oauth.refreshable().map(|(token, grant)| Grant {
            refresh_token: own(token),
            client_id: own(&grant.client_id),
            user: Reference::Id(grant.user),
            scopes: grant.scopes.clone(),
        });
        let mut grants: Vec<_> = grants.collect();
        grants.sort_by(|a, b| a.refresh_token.0.cmp(&b.refresh_token.0));
        grants
    }
}

fn user(user: &crate::state::User) -> User {
    User { id: Some(Id(user.id)), email: Name(user.email.clone()), fullname: user.fullname.clone() }
}

fn team(team: &crate::state::Team) -> Team {
    Team { id: Some(Id(team.id)), uuid: Some(Uuid7(team.uuid)) }
}

/// A moment, unless it is this one that reading takes for it.
fn moment_unless(seconds: i64, given: i64) -> Option<Moment> {
    (seconds != given).then_some(Moment(seconds))
}

/// A user, unless it is this one that reading takes.
fn user_unless(user: u64, given: u64) -> Option<Reference> {
    (user != given).then_some(Reference::Id(user))
}

/// A count; what does not fit is none that was counted.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
