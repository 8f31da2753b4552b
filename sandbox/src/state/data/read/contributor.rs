//! Contributors of projects.

use std::collections::HashSet;

use super::language::Languages;
use super::{Kind, Reader};
use crate::state::data::error::{DataError, Within as _, shown, suggestion};
use crate::state::data::form::{self, Reference, Short};
use crate::state::{Access, Branch, Contributor, Project, canonical_right, is_right, role_rights};

/// The role with all rights.
const MANAGER: u64 = 1;

impl Reader {
    pub(super) fn read_contributors(
        &mut self,
        contributors: Option<Vec<form::Contributor>>,
        project: &Project,
    ) -> Result<Vec<Contributor>, DataError> {
        let contributors = contributors.unwrap_or_else(|| vec![admin(project.owner)]);
        let everywhere = project.branches.iter().flat_map(Branch::languages);
        let languages = Languages::of(everywhere);
        let mut users = HashSet::new();
        let mut read = Vec::with_capacity(contributors.len());
        for (index, contributor) in contributors.into_iter().enumerate() {
            let contributor = self.read_contributor(contributor, project, &languages);
            let contributor = contributor.and_then(|it| match users.insert(it.user) {
                true => Ok(it),
                false => Err(DataError::new("this user is a contributor twice").within("user")),
            });
            read.push(contributor.within(|| format!("contributors[{index}]"))?);
        }
        Ok(read)
    }

    fn read_contributor(
        &mut self,
        contributor: form::Contributor,
        project: &Project,
        languages: &Languages,
    ) -> Result<Contributor, DataError> {
        let role = contributor.role_id;
        if role.is_some_and(|role| !(1..=5).contains(&role)) {
            let message = "there is no such role: 1 manager, 2 developer, 3 content creator, \
                           4 reviewer, 5 translator";
            return Err(DataError::new(message).within("role_id"));
        }
        let user = self.user(&contributor.user).within(|| "user".to_owned())?;
        let uuid = self.uuid(Kind::Contributor, contributor.uuid);
        let admin_rights = match contributor.admin_rights {
            Some(rights) => read_rights(rights, "admin_rights")?,
            None => role.map(role_rights).unwrap_or_default(),
        };
        let created_at = contributor.created_at.map(|moment| moment.0);
        let is_reviewer = contributor.is_reviewer;
        Ok(Contributor {
            user,
            uuid: uuid.within(|| "uuid".to_owned())?,
            created_at: created_at.unwrap_or(project.created_at),
            is_admin: contributor.is_admin,
            is_reviewer: is_reviewer.unwrap_or_else(|| is_reviewing(role)),
            role,
            languages: match contributor.languages {
                Some(accesses) => read_accesses(&accesses, languages)?,
                None => all_languages(project),
            },
            admin_rights,
            group_rights: read_rights(contributor.group_rights, "group_rights")?,
        })
    }
}

/// Who has a project without contributors.
fn admin(user: u64) -> form::Contributor {
    form::Contributor {
        user: Reference::Id(user),
        uuid: None,
        created_at: None,
        is_admin: true,
        is_reviewer: None,
        role_id: Some(MANAGER),
        languages: None,
        admin_rights: None,
        group_rights: Vec::new(),
    }
}

/// Whether a role is one of reviewers.
pub(in crate::state::data) fn is_reviewing(role: Option<u64>) -> bool {
    matches!(role, Some(1 | 4))
}

/// Access to write to all languages of the default branch.
pub(in crate::state::data) fn all_languages(project: &Project) -> Vec<Access> {
    let branch = &project.branches[project.default_branch()];
    let languages = branch.languages().iter();
    let accesses = languages.map(|language| Access { language: language.id, writable: true });
    accesses.collect()
}

fn read_accesses(
    accesses: &[Short<form::Access>],
    languages: &Languages,
) -> Result<Vec<Access>, DataError> {
    let (mut read, mut seen) = (Vec::with_capacity(accesses.len()), HashSet::new());
    for (index, Short(access)) in accesses.iter().enumerate() {
        let language = languages.find(&access.language);
        let language = language.and_then(|language| match seen.insert(language) {
            true => Ok(language),
            false => Err(DataError::new("this language is there twice")),
        });
        read.push(Access {
            language: language.within(|| format!("languages[{index}]"))?,
            writable: access.writable,
        });
    }
    Ok(read)
}

fn read_rights(rights: Vec<String>, field: &str) -> Result<Vec<String>, DataError> {
    let read = |(index, right): (usize, String)| match is_right(&right) {
        true => Ok(canonical_right(&right).to_owned()),
        false => {
            let known = suggestion(&right, crate::state::rights());
            let message = format!("there is no right {}{known}", shown(&right));
            Err(DataError::new(message).within(&format!("{field}[{index}]")))
        }
    };
    rights.into_iter().enumerate().map(read).collect()
}
