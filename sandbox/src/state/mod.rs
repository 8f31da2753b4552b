//! What the service knows: users, projects, tokens and bundles. Plain data behind one lock; no
//! HTTP.

mod branch;
mod built_in;
mod bundles;
mod edit;
mod error;
mod jobs;
mod key;
mod merge;
mod oauth;
mod people;
mod platform;
mod project;
mod row;
pub(crate) mod system_languages;
pub(crate) mod tasks;
mod translation;

pub(crate) use branch::{Branch, MASTER};
pub(crate) use built_in::Secrets;
pub use built_in::{OAuthApp, SeededProject, Tokens};
pub(crate) use bundles::{Bundles, ENCODED};
pub(crate) use edit::{Changes, Edit};
pub use error::DataError;
pub(crate) use error::{parse as parse_data, suggestion, typed};
pub(crate) use jobs::{EXPORT, FINISHED, IMPORT, Process};
pub(crate) use key::Key;
pub(crate) use merge::merge_into;
pub(crate) use oauth::{Grant, OAuth};
pub(crate) use people::{
    ApiToken, TokenKind, admin_rights, canonical_right, declared_right, has_admin_role, has_right,
    rights, role_rights,
};
pub(crate) use platform::{PerPlatform, Platform};
pub(crate) use project::*;
pub(crate) use row::{Row, Tables, each_once, items};
pub(crate) use system_languages::Language;
pub(crate) use translation::{Text, Translation};

use uuid::{Builder, Uuid};

#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) users: Vec<Row>,
    pub(crate) tokens: Vec<ApiToken>,
    pub(crate) projects: Vec<Project>,
    pub(crate) oauth: OAuth,
    pub(crate) bundles: Bundles,
    pub(crate) ids: Ids,
}

impl State {
    pub(crate) fn process_mut(&mut self, id: &str) -> Option<(Place, &mut Process)> {
        self.projects.iter_mut().enumerate().find_map(|(project, known)| {
            known.branches.iter_mut().enumerate().find_map(|(branch, known)| {
                let process = known.processes.iter_mut().find(|process| process.id == id)?;
                Some((Place { project, branch }, process))
            })
        })
    }

    /// Gives all credentials, and those that will be issued, another prefix: that of a world, or
    /// none.
    pub(crate) fn set_prefix(&mut self, prefix: &str) {
        let old = self.oauth.prefix().to_owned();
        for token in &mut self.tokens {
            token.secret = oauth::renamed(&token.secret, &old, prefix);
        }
        self.oauth.set_prefix(prefix);
        prefix.clone_into(&mut self.bundles.prefix);
    }

    pub(crate) fn user(&self, id: u64) -> Option<&Row> {
        self.users.iter().find(|user| user.id("user_id") == id)
    }

    /// The id of the user with this address, who gets an account when there is none.
    pub(crate) fn user_by_email(&mut self, email: &str, fullname: &str) -> u64 {
        if let Some(user) = self.users.iter().find(|user| user.text("email") == email) {
            return user.id("user_id");
        }
        let id = self.ids.next();
        let user = [("user_id", id.into()), ("email", email.into()), ("fullname", fullname.into())];
        self.users.push(Row::of(user));
        id
    }

    /// A branch, to be changed now and by a user.
    pub(crate) fn edit(&mut self, place: Place, by: u64) -> Edit<'_> {
        let project = &mut self.projects[place.project];
        Edit {
            toggle: project.settings.flag("auto_toggle_unverified"),
            branch: &mut project.branches[place.branch],
            ids: &mut self.ids,
            stamp: Stamp { by, at: now() },
        }
    }

    /// Where the project and the branch are that are addressed by `{project_id}`, by UUID, or by
    /// either with `:{branch}`.
    pub(crate) fn find(&self, address: &str) -> Option<Place> {
        let bare = bare_project_id(address);
        let uuid = Uuid::try_parse(bare).ok();
        let mut projects = self.projects.iter();
        let project =
            projects.position(|project| project.id == bare || Some(project.uuid) == uuid)?;
        let branch = match address.get(bare.len() + 1..) {
            Some(name) => self.projects[project].branch_named(name)?,
            None => self.projects[project].default_branch(),
        };
        Some(Place { project, branch })
    }
}

/// The indexes of a project and of one of its branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) project: usize,
    pub(crate) branch: usize,
}

impl Place {
    /// That of an operation that is not one of a project.
    pub(crate) const NONE: Self = Self { project: usize::MAX, branch: usize::MAX };
}

/// A project address without its branch.
pub(crate) fn bare_project_id(address: &str) -> &str {
    address.split_once(':').map_or(address, |(bare, _)| bare)
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Ids {
    pub(crate) last: u64,
}

impl Ids {
    /// An id that nothing had before.
    pub(crate) fn next(&mut self) -> u64 {
        self.last = self.last.wrapping_add(1);
        self.last
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    pub(crate) by: u64,
    pub(crate) at: i64,
}

/// Now, in Unix seconds.
pub(crate) fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

/// A UUID v7 that nothing had before, and that is the same whenever the same ids were given before.
pub(crate) fn new_uuid(ids: &mut Ids, at: i64) -> Uuid {
    let mut bytes = [0; 10];
    bytes[2..].copy_from_slice(&ids.next().to_be_bytes());
    Builder::from_unix_timestamp_millis(at.unsigned_abs().saturating_mul(1000), &bytes).into_uuid()
}
