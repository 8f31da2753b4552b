//! Teams, and their users.

use std::cmp::Reverse;

use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource, Scope};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{Row, State, now};

const UNLIMITED: usize = 999_999_999;

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
    object: "Team",
    actions: &[Action::List, Action::Get],
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
    object: "TeamUser",
    actions: &[Action::List, Action::Get, Action::Update, Action::Delete],
    check: |around, user, _| in_team(around, user),
    arrange: |_, users| newest_first(users),
    may: may_change,
    // Who leaves a team leaves its groups and projects.
    after: |call, action, gone| {
        if action == Action::Delete {
            let (team, user) = (gone.id("team_id"), gone.id("user_id"));
            call.state.leave_groups("members", team, &json!(user));
            for project in call.state.projects.iter_mut().filter(|it| it.team == team) {
                project.remove_contributor(user);
            }
        }
    },
    show: |around, _, row, shown| {
        around.show_user(row.id("user_id"), shown);
        shown.shift_remove("uuid");
    },
    ..Resource::PLAIN
};

fn newest_first(rows: &mut [&Row]) {
    rows.sort_by_key(|row| Reverse(row.seconds("created_at")));
}

/// Gives an object of a seed the first team, and rejects an unknown one.
pub(super) fn in_team(around: &Around<'_>, row: &mut Row) -> Result<(), Fault> {
    let mut teams = around.rows(TEAMS.many).iter().map(|team| team.id("team_id"));
    row.fill("team_id", || teams.clone().next().into());
    match teams.any(|id| id == row.id("team_id")) {
        true => Ok(()),
        false => Err(Fault::new("team_id", "unknown team")),
    }
}

pub(super) fn join(state: &mut State, team: u64, user: u64) {
    if state.team_role(team, user).is_none() {
        let row = Row::of([("team_id", team.into()), ("user_id", user.into())]);
        let row = TEAM_USERS.completed(row, user, now(), &mut state.ids);
        state.tables.rows_mut(TEAM_USERS.many).push(row);
    }
}

/// A team keeps an owner, and nobody changes their own role.
fn may_change(around: &Around<'_>, action: Action, user: &Row) -> Result<(), Refusal> {
    let mut others = around.rows(TEAM_USERS.many).iter().filter(|it| {
        it.get("team_id") == user.get("team_id") && it.get("user_id") != user.get("user_id")
    });
    let stays = action == Action::Update && user.text("role") == "owner";
    match user.id("user_id") != around.caller {
        true if stays || others.any(|it| it.text("role") == "owner") => Ok(()),
        true => Err(Refusal::forbidden("The last owner of a team stays its owner")),
        false => Err(Refusal::forbidden("Users cannot change or remove themselves")),
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
    let keys = projects.clone().map(|it| it.branches[it.default_branch()].keys().len()).sum();
    let users = around.rows(TEAM_USERS.many).iter().filter(|user| user.id("team_id") == id);
    let quota = |[users, keys, projects, rest]: [usize; 4]| match other {
        true => json!({ "id": null, "users": users, "keys": keys, "projects": projects,
                        "mau": rest, "trafficBytes": rest, "aiWords": rest }),
        false => json!({ "users": users, "keys": keys, "projects": projects, "mau": rest,
                         "ai_words": rest }),
    };
    let usage = quota([users.count(), keys, projects.count(), 0]);
    shown.insert("quota_usage".to_owned(), usage);
    shown.insert("quota_allowed".to_owned(), quota([UNLIMITED; 4]));
}
