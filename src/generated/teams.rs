// Made from spec/openapi.yaml. Do not edit.

//! Teams, with their plans and quotas.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List teams.
    ///
    /// Lists the teams of the user, the newest first. No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_users`.
    ///
    /// Sends `GET /teams`. Needs the feature `teams`.
    pub fn list_teams(&self) -> ListTeams {
        ListTeams { client: self.clone(), options: CallOptions::new(), limit: None, page: None }
    }
}

/// A call of [`Client::list_teams`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTeams {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListTeams {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listTeams", "/teams", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListTeams -> TeamListResponse { teams: Team });

setters! {
    ListTeams {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Read a team.
    ///
    /// Reads one team. In the response, quotas have other names, and `created_at` is ISO 8601
    /// (quirk `team_plan`). *Observed.*
    ///
    /// OAuth scope: `read_team_users`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}`. Needs the feature `teams`.
    pub fn get_team(&self, team_id: i64) -> GetTeam {
        GetTeam { client: self.clone(), options: CallOptions::new(), team_id }
    }
}

/// A call of [`Client::get_team`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTeam {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
}

impl GetTeam {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getTeam", "/teams/{team_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTeam -> TeamResponse);

/// A team, with its plan. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Team {
    /// Id of the team.
    pub team_id: i64,
    /// Name of the team.
    pub name: Option<String>,
    /// Name of the plan, in some responses of [`list_teams`](crate::Client::list_teams).
    pub plan: Option<String>,
    /// Name of the plan, in others.
    pub plan_name: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the team was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// Numbers of `users`, `keys`, `projects` and `mau`, and others that the plan limits. 999999999
    /// is no limit. [`list_teams`](crate::Client::list_teams) has `ai_words`,
    /// [`get_team`](crate::Client::get_team) has `aiWords` and `trafficBytes` instead, and a null
    /// `id`.
    pub quota_usage: Option<BTreeMap<String, i64>>,
    /// Numbers of `users`, `keys`, `projects` and `mau`, and others that the plan limits. 999999999
    /// is no limit. [`list_teams`](crate::Client::list_teams) has `ai_words`,
    /// [`get_team`](crate::Client::get_team) has `aiWords` and `trafficBytes` instead, and a null
    /// `id`.
    pub quota_allowed: Option<BTreeMap<String, i64>>,
    /// Whether the team is suspended. Only in [`get_team`](crate::Client::get_team), like the next
    /// two.
    pub is_team_suspended: Option<bool>,
    /// Whether a trial ends.
    pub is_end_of_trial_active: Option<bool>,
    /// Days until the end of the trial.
    pub trial_days_left: Option<i64>,
}

object! {
    Team { team_id }
    optional {
        name, plan, plan_name, created_at, created_at_timestamp, quota_usage,
        quota_allowed, is_team_suspended, is_end_of_trial_active, trial_days_left,
    }
}

impl Team {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Teams of the user.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamListResponse {
    /// The teams.
    pub teams: Vec<Team>,
}

object! {
    TeamListResponse { teams }
    optional {}
}

page!(TeamListResponse { teams: Team });

/// One team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TeamResponse {
    /// A team, with its plan. *Observed.*
    pub team: Team,
}

object! {
    TeamResponse { team }
    optional {}
}
