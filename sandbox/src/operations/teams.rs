//! Teams, and their users.

use std::cmp::Reverse;

use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource, Scope};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{Row, State, now};

/// What stands for no limit.
const UNLIMITED: u64 = 999_999_999;

pub(crate) static TEAMS: Resource = Resource {
    one: "team",
    many: "teams",
    schema: "Team",
    scope: Scope::Account,
    id: "team_id",
    uuid: "uuid",
    defaults: r#"{"name": "Sandbox", "plan": "Trial", "is_team_suspended": false,
                  "is_end_of_trial_active": false, "trial_days_left": 0}"#,
    hidden: &["uuid"],
    computed: &["plan_name", "quota_usage", "quota_allowed"],
    operations: &[("listTeams", Action::List), ("getTeam", Action::Get)],
    arrange: |call, teams| {
        teams.retain(|team| call.state.team_role(team.id("team_id"), call.caller).is_some());
        newest_first(teams);
    },
    show: show_team,
    ..Resource::PLAIN
};

pub(crate) static TEAM_USERS: Resource = Resource {
    one: "team_user",
    many: "team_users",
    schema: "TeamUser",
    scope: Scope::Account,
    id: "user_id",
    shared: true,
    short: "user_id",
    defaults: r#"{"role": "member"}"#,
    hidden: &["team_id"],
    users: &["user_id"],
    operations: &[
        ("listTeamUsers", Action::List),
        ("getTeamUser", Action::Get),
        ("updateTeamUser", Action::Update),
        ("deleteTeamUser", Action::Delete),
    ],
    check: |around, user, _| in_team(around, user),
    arrange: |_, users| newest_first(users),
    may: may_change,
    after: |call, action, gone| {
        if action == Action::Delete {
            leave(call.state, gone.id("team_id"), gone.id("user_id"));
        }
    },
    show: |around, _, row, shown| {
        let user = around.user(row.id("user_id"));
        for name in ["email", "fullname"] {
            shown.insert(name.to_owned(), user.map_or("", |user| user.text(name)).into());
        }
        shown.shift_remove("uuid");
    },
    ..Resource::PLAIN
};

fn newest_first(rows: &mut [&Row]) {
    rows.sort_by_key(|row| Reverse(row.seconds("created_at")));
}

/// Gives an object of a seed the first team, and rejects an unknown one.
pub(super) fn in_team(around: &Around<'_>, row: &mut Row) -> Result<(), Fault> {
    let teams = around.state.map_or(&[][..], State::teams);
    let mut ids = teams.iter().map(|team| team.id("team_id"));
    row.fill("team_id", || teams.first().map_or(0, |team| team.id("team_id")).into());
    match ids.any(|id| id == row.id("team_id")) {
        true => Ok(()),
        false => Err(Fault::new("team_id", "unknown team")),
    }
}

/// Adds a user to a team, unless they belong to it.
pub(super) fn join(state: &mut State, team: u64, user: u64) {
    if state.team_role(team, user).is_none() {
        let row = Row::of([("team_id", team.into()), ("user_id", user.into())]);
        let row = TEAM_USERS.completed(row, user, now(), &mut state.ids);
        state.tables.rows_mut(TEAM_USERS.many).push(row);
    }
}

/// A team keeps an owner, and nobody changes their own role.
fn may_change(around: &Around<'_>, action: Action, user: &Row) -> Result<(), Refusal> {
    let id = user.id("user_id");
    if id == around.caller {
        return Err(Refusal::forbidden("Users cannot change or remove themselves"));
    }
    let users = around.state.map_or(&[][..], |state| state.tables.rows(TEAM_USERS.many));
    let mut owners = users.iter().filter(|it| it.text("role") == "owner");
    let team = user.id("team_id");
    let another = owners.any(|it| it.id("team_id") == team && it.id("user_id") != id);
    let stays = action == Action::Update && user.text("role") == "owner";
    match another || stays {
        true => Ok(()),
        false => Err(Refusal::forbidden("The last owner of a team stays its owner")),
    }
}

/// Takes a user off the groups and projects of a team.
fn leave(state: &mut State, team: u64, user: u64) {
    state.leave_groups("members", team, &json!(user));
    for project in state.projects.iter_mut().filter(|project| project.team == team) {
        if project.contributor(user).is_some() {
            project.contributors_mut().retain(|it| it.id("user_id") != user);
        }
    }
}

fn show_team(around: &Around<'_>, action: Action, team: &Row, shown: &mut Map<String, Value>) {
    // A single team is shown in the other variant always.
    let other = action == Action::Get || around.quirks.other(Quirk::TeamPlan);
    let plan = shown.shift_remove(if other { "plan" } else { "plan_name" });
    if other {
        let at = DateTime::from_timestamp(team.seconds("created_at"), 0).unwrap_or_default();
        let at = at.to_rfc3339_opts(SecondsFormat::Secs, false);
        shown.insert("plan_name".to_owned(), plan.into());
        shown.insert("created_at".to_owned(), at.into());
    }
    if action == Action::List {
        let details = ["is_team_suspended", "is_end_of_trial_active", "trial_days_left"];
        details.iter().for_each(|name| drop(shown.shift_remove(*name)));
    }
    let id = team.id("team_id");
    let projects = around.state.map_or(&[][..], |state| &state.projects);
    let projects = projects.iter().filter(|project| project.team == id);
    let keys = projects.clone().map(|it| it.branches[it.default_branch()].keys().len());
    let users = around.state.map_or(&[][..], |state| state.tables.rows(TEAM_USERS.many));
    let users = users.iter().filter(|user| user.id("team_id") == id).count();
    let counts = [("users", users), ("keys", keys.sum()), ("projects", projects.count())];
    let unused = match other {
        true => &["mau", "trafficBytes", "aiWords"][..],
        false => &["mau", "ai_words"],
    };
    let counts = counts.into_iter().chain(unused.iter().map(|name| (*name, 0)));
    let counts = counts.map(|(name, count)| (name, count.into()));
    let usage = counts.chain(other.then_some(("id", Value::Null)));
    let usage: Map<_, Value> = usage.map(|(name, count)| (name.to_owned(), count)).collect();
    let mut allowed = usage.clone();
    let limits = allowed.values_mut().filter(|limit| !limit.is_null());
    limits.for_each(|limit| *limit = UNLIMITED.into());
    shown.insert("quota_usage".to_owned(), usage.into());
    shown.insert("quota_allowed".to_owned(), allowed.into());
}
