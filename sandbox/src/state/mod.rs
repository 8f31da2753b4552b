//! What the service knows: users, projects, tokens and bundles. Plain data behind one lock; no HTTP.

mod bundles;
mod oauth;
mod people;
mod project;
mod seed;
mod work;

pub(crate) use bundles::{Bundle, Bundles, LinkError};
pub(crate) use oauth::{App, Grant, OAuth, Refused};
pub(crate) use people::{
    Access, ApiToken, Contributor, TokenKind, User, admin_right, canonical_right, declared_right,
    role_rights,
};
pub(crate) use project::{
    Comment, File, Key, Language, Project, Status, Translation, UNASSIGNED, UNASSIGNED_ID,
};
pub(crate) use seed::{COLORS, OAUTH_SCOPES, seed};
pub(crate) use work::{
    DeletionJob, ExportWork, ImportResult, ImportWork, JobState, Process, ProcessStatus, Task,
};

use uuid::Uuid;

/// Everything the service knows.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) users: Vec<User>,
    pub(crate) tokens: Vec<ApiToken>,
    pub(crate) projects: Vec<Project>,
    pub(crate) oauth: OAuth,
    pub(crate) bundles: Bundles,
    pub(crate) ids: Ids,
}

/// The source of new ids.
#[derive(Debug)]
pub(crate) struct Ids {
    last: u64,
}

impl Ids {
    /// An id that nothing had before.
    pub(crate) fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}

impl State {
    /// An id that nothing had before.
    pub(crate) fn next_id(&mut self) -> u64 {
        self.ids.next()
    }

    pub(crate) fn user(&self, id: u64) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }

    /// The user with this address, who gets an account when there is none.
    pub(crate) fn user_by_email(&mut self, email: &str, fullname: &str) -> User {
        if let Some(user) = self.users.iter().find(|user| user.email == email) {
            return user.clone();
        }
        let user = User {
            id: self.next_id(),
            email: email.to_owned(),
            fullname: fullname.to_owned(),
        };
        self.users.push(user.clone());
        user
    }

    /// The index of the project addressed by `{project_id}`, by UUID, or by either with `:{branch}`.
    pub(crate) fn find_project(&self, address: &str) -> Option<usize> {
        let bare = bare_project_id(address)?;
        let uuid = Uuid::try_parse(bare).ok();
        self.projects
            .iter()
            .position(|project| project.id == bare || Some(project.uuid) == uuid)
    }
}

/// A project address without its branch; a branch that is announced must be named.
pub(crate) fn bare_project_id(address: &str) -> Option<&str> {
    match address.split_once(':') {
        Some((_, "")) => None,
        Some((bare, _)) => Some(bare),
        None => Some(address),
    }
}
