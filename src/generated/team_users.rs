// Made from spec/openapi.yaml. Do not edit.

//! The users of a team, and their roles in it.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List team users.
    ///
    /// Lists the users of the team, the newest first. A user joins a team by an invitation to one
    /// of its projects: see [`create_contributors`](crate::Client::create_contributors). Needs an
    /// admin role in the team. *Observed.*
    ///
    /// OAuth scope: `read_team_users`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}/users`. Needs the feature `teams`.
    pub fn list_team_users(&self, team_id: i64) -> ListTeamUsers {
        ListTeamUsers {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_team_users`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTeamUsers {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListTeamUsers {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listTeamUsers", "/teams/{team_id}/users", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/users");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListTeamUsers -> TeamUserListResponse { team_users: TeamUser });

setters! {
    ListTeamUsers {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Read a team user.
    ///
    /// Reads one user of the team. Needs an admin role in the team. *Observed.*
    ///
    /// OAuth scope: `read_team_users`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `user_id`: Id of the user.
    ///
    /// Sends `GET /teams/{team_id}/users/{user_id}`. Needs the feature `teams`.
    pub fn get_team_user(&self, team_id: i64, user_id: i64) -> GetTeamUser {
        GetTeamUser { client: self.clone(), options: CallOptions::new(), team_id, user_id }
    }
}

/// A call of [`Client::get_team_user`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTeamUser {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) user_id: i64,
}

impl GetTeamUser {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getTeamUser", "/teams/{team_id}/users/{user_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/users/");
        path.segment("user_id", &self.user_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTeamUser -> TeamUserResponse);

impl Client {
    /// Update a team user.
    ///
    /// Changes the role of a user in the team. Assumed: the role of the last owner cannot be
    /// changed. Needs an admin role in the team. *Observed.*
    ///
    /// OAuth scope: `write_team_users`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `user_id`: Id of the user.
    /// - `role`: Role of a user in the team.
    ///
    /// Sends `PUT /teams/{team_id}/users/{user_id}`. Needs the feature `teams`.
    pub fn update_team_user(
        &self,
        team_id: i64,
        user_id: i64,
        role: impl Into<TeamUserRole>,
    ) -> UpdateTeamUser {
        UpdateTeamUser {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            user_id,
            body: TeamUserUpdate::new(role),
        }
    }
}

/// A call of [`Client::update_team_user`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateTeamUser {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) user_id: i64,
    pub(crate) body: TeamUserUpdate,
}

impl UpdateTeamUser {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("updateTeamUser", "/teams/{team_id}/users/{user_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/users/");
        path.segment("user_id", &self.user_id.to_string());
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateTeamUser -> TeamUserResponse);

impl Client {
    /// Delete a team user.
    ///
    /// Removes a user from the team. Assumed: also from its groups, projects and open tasks; the
    /// last owner cannot be removed, and nobody can remove themselves. Needs an admin role in the
    /// team. *Observed.*
    ///
    /// OAuth scope: `write_team_users`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `user_id`: Id of the user.
    ///
    /// Sends `DELETE /teams/{team_id}/users/{user_id}`. Needs the feature `teams`.
    pub fn delete_team_user(&self, team_id: i64, user_id: i64) -> DeleteTeamUser {
        DeleteTeamUser { client: self.clone(), options: CallOptions::new(), team_id, user_id }
    }
}

/// A call of [`Client::delete_team_user`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeleteTeamUser {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) user_id: i64,
}

impl DeleteTeamUser {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deleteTeamUser", "/teams/{team_id}/users/{user_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/users/");
        path.segment("user_id", &self.user_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeleteTeamUser -> TeamUserDeletedResponse);

open_enum! {
    /// Role of a user in the team. `biller` was never recorded. *Observed.*
    pub enum TeamUserRole {
        /// `owner`.
        Owner = "owner",
        /// `admin`.
        Admin = "admin",
        /// `member`.
        Member = "member",
        /// `biller`.
        Biller = "biller",
    }
}

/// A user of a team. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamUser {
    /// Id of the user.
    pub user_id: i64,
    /// UUID of the user. Never recorded.
    pub uuid: Option<Uuid>,
    /// E-mail address.
    pub email: Option<String>,
    /// Full name.
    pub fullname: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the user was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// Role of a user in the team. `biller` was never recorded.
    pub role: Option<TeamUserRole>,
}

object! {
    TeamUser { user_id }
    optional { uuid, email, fullname, created_at, created_at_timestamp, role }
}

impl TeamUser {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Users of a team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamUserListResponse {
    /// Id of the team. *Observed.*
    pub team_id: Option<i64>,
    /// The users.
    pub team_users: Vec<TeamUser>,
}

object! {
    TeamUserListResponse { team_users }
    optional { team_id }
}

page!(TeamUserListResponse { team_users: TeamUser });

/// One user of a team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamUserResponse {
    /// Id of the team. *Observed.*
    pub team_id: Option<i64>,
    /// A user of a team. *Observed.*
    pub team_user: TeamUser,
}

object! {
    TeamUserResponse { team_user }
    optional { team_id }
}

/// Whether a user was removed from the team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamUserDeletedResponse {
    /// Id of the team. *Observed.*
    pub team_id: Option<i64>,
    /// Whether the user was removed.
    pub team_user_deleted: bool,
}

object! {
    TeamUserDeletedResponse { team_user_deleted }
    optional { team_id }
}

body! {
    /// A change of a user.
    pub struct TeamUserUpdate for [UpdateTeamUser] {
        /// Role of a user in the team.
        role: Value<TeamUserRole>,
    }
    optional {
    }
}
