// Made from spec/openapi.yaml. Do not edit.

//! Groups of users, with their languages and projects, and the roles they can have.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List team groups.
    ///
    /// Lists the groups of the team by name. No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}/groups`. Needs the feature `teams`.
    pub fn list_team_groups(&self, team_id: i64) -> ListTeamGroups {
        ListTeamGroups {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_team_groups`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTeamGroups {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListTeamGroups {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listTeamGroups", "/teams/{team_id}/groups", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListTeamGroups -> TeamGroupListResponse { user_groups: TeamGroup });

setters! {
    ListTeamGroups {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Create a team group.
    ///
    /// Creates a group without members and projects.
    /// [`add_team_group_members`](crate::Client::add_team_group_members) and
    /// [`add_team_group_projects`](crate::Client::add_team_group_projects) add them. Needs an admin
    /// role in the team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `name`: Name of the group.
    /// - `is_admin`: Whether members are admins. The response has what follows from the rights,
    ///   which may be another value.
    /// - `is_reviewer`: Whether members are reviewers.
    ///
    /// Sends `POST /teams/{team_id}/groups`. Needs the feature `teams`.
    pub fn create_team_group(
        &self,
        team_id: i64,
        name: impl Into<String>,
        is_admin: bool,
        is_reviewer: bool,
    ) -> CreateTeamGroup {
        CreateTeamGroup {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            body: TeamGroupSettings::new(name, is_admin, is_reviewer),
        }
    }
}

/// A call of [`Client::create_team_group`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateTeamGroup {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) body: TeamGroupSettings,
}

impl CreateTeamGroup {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createTeamGroup", "/teams/{team_id}/groups", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateTeamGroup -> TeamGroupResponse);

impl Client {
    /// Read a team group.
    ///
    /// Reads one group, which is the whole response. No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    ///
    /// Sends `GET /teams/{team_id}/groups/{group_id}`. Needs the feature `teams`.
    pub fn get_team_group(&self, team_id: i64, group_id: i64) -> GetTeamGroup {
        GetTeamGroup { client: self.clone(), options: CallOptions::new(), team_id, group_id }
    }
}

/// A call of [`Client::get_team_group`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTeamGroup {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
}

impl GetTeamGroup {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getTeamGroup", "/teams/{team_id}/groups/{group_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTeamGroup -> TeamGroup);

impl Client {
    /// Update a team group.
    ///
    /// Replaces the name and all permissions of a group. Members and projects stay. Needs an admin
    /// role in the team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    /// - `name`: Name of the group.
    /// - `is_admin`: Whether members are admins. The response has what follows from the rights,
    ///   which may be another value.
    /// - `is_reviewer`: Whether members are reviewers.
    ///
    /// Sends `PUT /teams/{team_id}/groups/{group_id}`. Needs the feature `teams`.
    pub fn update_team_group(
        &self,
        team_id: i64,
        group_id: i64,
        name: impl Into<String>,
        is_admin: bool,
        is_reviewer: bool,
    ) -> UpdateTeamGroup {
        UpdateTeamGroup {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            group_id,
            body: TeamGroupSettings::new(name, is_admin, is_reviewer),
        }
    }
}

/// A call of [`Client::update_team_group`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateTeamGroup {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
    pub(crate) body: TeamGroupSettings,
}

impl UpdateTeamGroup {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("updateTeamGroup", "/teams/{team_id}/groups/{group_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateTeamGroup -> TeamGroupResponse);

impl Client {
    /// Delete a team group.
    ///
    /// Deletes a group. Its members remain in the team, and its projects exist. Needs an admin role
    /// in the team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    ///
    /// Sends `DELETE /teams/{team_id}/groups/{group_id}`. Needs the feature `teams`.
    pub fn delete_team_group(&self, team_id: i64, group_id: i64) -> DeleteTeamGroup {
        DeleteTeamGroup { client: self.clone(), options: CallOptions::new(), team_id, group_id }
    }
}

/// A call of [`Client::delete_team_group`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteTeamGroup {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
}

impl DeleteTeamGroup {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteTeamGroup", "/teams/{team_id}/groups/{group_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteTeamGroup -> TeamGroupDeletedResponse);

impl Client {
    /// Add members to a team group.
    ///
    /// Adds members to a group. Users who are members already stay. Needs an admin role in the
    /// team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    /// - `users`: Ids of the users.
    ///
    /// Sends `PUT /teams/{team_id}/groups/{group_id}/members/add`. Needs the feature `teams`.
    pub fn add_team_group_members(
        &self,
        team_id: i64,
        group_id: i64,
        users: impl IntoIterator<Item: Into<i64>>,
    ) -> AddTeamGroupMembers {
        AddTeamGroupMembers {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            group_id,
            body: TeamGroupMembers::new(users),
        }
    }
}

/// A call of [`Client::add_team_group_members`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct AddTeamGroupMembers {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
    pub(crate) body: TeamGroupMembers,
}

impl AddTeamGroupMembers {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "addTeamGroupMembers",
        "/teams/{team_id}/groups/{group_id}/members/add",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        path.fixed("/members/add");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(AddTeamGroupMembers -> TeamGroupResponse);

impl Client {
    /// Remove members from a team group.
    ///
    /// Removes members from a group. Assumed: users who are no members are ignored. Needs an admin
    /// role in the team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    /// - `users`: Ids of the users.
    ///
    /// Sends `PUT /teams/{team_id}/groups/{group_id}/members/remove`. Needs the feature `teams`.
    pub fn remove_team_group_members(
        &self,
        team_id: i64,
        group_id: i64,
        users: impl IntoIterator<Item: Into<i64>>,
    ) -> RemoveTeamGroupMembers {
        RemoveTeamGroupMembers {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            group_id,
            body: TeamGroupMembers::new(users),
        }
    }
}

/// A call of [`Client::remove_team_group_members`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct RemoveTeamGroupMembers {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
    pub(crate) body: TeamGroupMembers,
}

impl RemoveTeamGroupMembers {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "removeTeamGroupMembers",
        "/teams/{team_id}/groups/{group_id}/members/remove",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        path.fixed("/members/remove");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(RemoveTeamGroupMembers -> TeamGroupResponse);

impl Client {
    /// Add projects to a team group.
    ///
    /// Adds projects to a group. Assumed: projects of the group stay. Needs an admin role in the
    /// team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    /// - `projects`: Ids of the projects.
    ///
    /// Sends `PUT /teams/{team_id}/groups/{group_id}/projects/add`. Needs the feature `teams`.
    pub fn add_team_group_projects(
        &self,
        team_id: i64,
        group_id: i64,
        projects: impl IntoIterator<Item: Into<String>>,
    ) -> AddTeamGroupProjects {
        AddTeamGroupProjects {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            group_id,
            body: TeamGroupProjects::new(projects),
        }
    }
}

/// A call of [`Client::add_team_group_projects`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct AddTeamGroupProjects {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
    pub(crate) body: TeamGroupProjects,
}

impl AddTeamGroupProjects {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "addTeamGroupProjects",
        "/teams/{team_id}/groups/{group_id}/projects/add",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        path.fixed("/projects/add");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(AddTeamGroupProjects -> TeamGroupResponse);

impl Client {
    /// Remove projects from a team group.
    ///
    /// Removes projects from a group. Assumed: other projects are ignored. Needs an admin role in
    /// the team. *Observed.*
    ///
    /// OAuth scope: `write_team_groups`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `group_id`: Id of the group.
    /// - `projects`: Ids of the projects.
    ///
    /// Sends `PUT /teams/{team_id}/groups/{group_id}/projects/remove`. Needs the feature `teams`.
    pub fn remove_team_group_projects(
        &self,
        team_id: i64,
        group_id: i64,
        projects: impl IntoIterator<Item: Into<String>>,
    ) -> RemoveTeamGroupProjects {
        RemoveTeamGroupProjects {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            group_id,
            body: TeamGroupProjects::new(projects),
        }
    }
}

/// A call of [`Client::remove_team_group_projects`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct RemoveTeamGroupProjects {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) group_id: i64,
    pub(crate) body: TeamGroupProjects,
}

impl RemoveTeamGroupProjects {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "removeTeamGroupProjects",
        "/teams/{team_id}/groups/{group_id}/projects/remove",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/groups/");
        path.segment("group_id", &self.group_id.to_string());
        path.fixed("/projects/remove");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(RemoveTeamGroupProjects -> TeamGroupResponse);

impl Client {
    /// List roles.
    ///
    /// Lists the roles that `role_id` of groups and contributors refers to. The OAuth scope is
    /// unknown. No admin right is needed. *Observed.*
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}/roles`. Needs the feature `teams`.
    pub fn list_team_roles(&self, team_id: i64) -> ListTeamRoles {
        ListTeamRoles {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_team_roles`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTeamRoles {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListTeamRoles {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listTeamRoles", "/teams/{team_id}/roles", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/roles");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListTeamRoles -> TeamRoleListResponse { roles: TeamRole });

setters! {
    ListTeamRoles {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

/// What the members of a group may do in its projects. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamGroupPermissions {
    /// Whether they are admins. Deprecated: use `role_id` and `admin_rights`.
    #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
    pub is_admin: Option<bool>,
    /// Whether they are reviewers. Deprecated: use `role_id` and `admin_rights`.
    #[deprecated(note = "Deprecated: use `role_id` and `admin_rights`.")]
    pub is_reviewer: Option<bool>,
    /// The admin rights of a contributor. A list. Without rights, the samples also have an empty
    /// object. Observed: an empty list.
    pub admin_rights: Option<Vec<AdminRight>>,
    /// The languages they have access to. Empty for admins.
    pub languages: Option<Vec<ContributorLanguage>>,
}

object! {
    TeamGroupPermissions {}
    optional { is_admin, is_reviewer, admin_rights, languages }
}

/// A group of users of a team. `role_id` is null without a role, and absent in older responses and
/// in those of changes (quirk `group_role`). *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamGroup {
    /// Id of the group.
    pub group_id: i64,
    /// Name of the group.
    pub name: Option<String>,
    /// What the members may do in the projects.
    pub permissions: Option<TeamGroupPermissions>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the group was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// Id of the team.
    pub team_id: Option<i64>,
    /// Ids of its projects, in rising order.
    pub projects: Option<Vec<String>>,
    /// User ids of its members, in rising order.
    pub members: Option<Vec<i64>>,
    /// Permission template of a contributor. 1: manager (manages project settings, contributors and
    /// tasks). 2: developer (creates keys, uploads and downloads content). 3: content creator
    /// (creates, translates and edits keys, manages screenshots). 4: reviewer (translates keys,
    /// controls key statuses). 5: translator (translates keys). In a request, permissions follow
    /// the template, and `admin_rights` is ignored. Documented as present in the responses of
    /// creating and updating a contributor.
    pub role_id: Option<RoleId>,
}

object! {
    TeamGroup { group_id }
    optional {
        name, permissions, created_at, created_at_timestamp, team_id, projects, members,
        role_id,
    }
}

impl TeamGroup {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Groups of a team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamGroupListResponse {
    /// Id of the team. *Observed.*
    pub team_id: Option<i64>,
    /// The groups.
    pub user_groups: Vec<TeamGroup>,
}

object! {
    TeamGroupListResponse { user_groups }
    optional { team_id }
}

page!(TeamGroupListResponse { user_groups: TeamGroup });

/// One group of a team, after a change.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamGroupResponse {
    /// Id of the team. *Observed.*
    pub team_id: Option<i64>,
    /// A group of users of a team. `role_id` is null without a role, and absent in older responses
    /// and in those of changes (quirk `group_role`). *Observed.*
    pub group: TeamGroup,
}

object! {
    TeamGroupResponse { group }
    optional { team_id }
}

/// Whether a group was deleted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamGroupDeletedResponse {
    /// Id of the team. *Observed.*
    pub team_id: Option<i64>,
    /// Whether the group was deleted.
    pub group_deleted: bool,
}

object! {
    TeamGroupDeletedResponse { group_deleted }
    optional { team_id }
}

body! {
    /// Access of a group to languages, by their ids. Older requests omitted it for admins, or had
    /// empty lists; newer sources require both lists with content, for every group.
    pub struct TeamGroupLanguages for [] {
        /// Languages that its members can read.
        reference: List<i64>,
        /// Languages that its members can write.
        contributable: List<i64>,
    }
    optional {
    }
}

body! {
    /// The name of a group, and its permissions. *Observed.*
    pub struct TeamGroupSettings for [CreateTeamGroup, UpdateTeamGroup] {
        /// Name of the group.
        name: Value<String>,
        /// Whether members are admins. The response has what follows from the rights, which may be
        /// another value.
        is_admin: Plain<bool>,
        /// Whether members are reviewers.
        is_reviewer: Plain<bool>,
    }
    optional {
        /// Permission template of a contributor, one of those that `RoleId` names. Permissions
        /// follow the template, and `admin_rights` is ignored.
        role_id: Value<RoleId>,
        /// Rights of admins. Ignored if `role_id` is set. The service drops `glossary` silently.
        admin_rights: List<AdminRight>,
        /// Access of a group to languages, by their ids. Older requests omitted it for admins, or
        /// had empty lists; newer sources require both lists with content, for every group.
        languages: Value<TeamGroupLanguages>,
    }
}

body! {
    /// Users to add to a group or remove from it.
    pub struct TeamGroupMembers for [AddTeamGroupMembers, RemoveTeamGroupMembers] {
        /// Ids of the users.
        users: List<i64>,
    }
    optional {
    }
}

body! {
    /// Projects to add to a group or remove from it.
    pub struct TeamGroupProjects for [AddTeamGroupProjects, RemoveTeamGroupProjects] {
        /// Ids of the projects.
        projects: List<String>,
    }
    optional {
    }
}

/// A role, with its admin rights. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamRole {
    /// Id of the role, as in `role_id`.
    pub id: i64,
    /// Name of the role.
    pub role: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// `Full access`, `Advanced` or `Basic`.
    pub tag: Option<String>,
    /// Color of the tag, such as `green`.
    pub tag_color: Option<String>,
    /// A note on the tag.
    pub tag_info: Option<String>,
    /// Its admin rights. `manage_keys` is the right `keys` of contributors.
    pub permissions: Option<Vec<AdminRight>>,
    /// Whether it gives access to read all languages.
    pub does_enable_all_read_only_languages: Option<bool>,
}

object! {
    TeamRole { id }
    optional {
        role, description, tag, tag_color = "tagColor", tag_info = "tagInfo",
        permissions,
        does_enable_all_read_only_languages = "doesEnableAllReadOnlyLanguages",
    }
}

/// Roles of a team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamRoleListResponse {
    /// The roles.
    pub roles: Vec<TeamRole>,
}

object! {
    TeamRoleListResponse { roles }
    optional {}
}

page!(TeamRoleListResponse { roles: TeamRole });
