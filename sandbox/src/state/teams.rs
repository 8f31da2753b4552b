//! Who belongs to a team, and what its groups give them in its projects.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{Project, Row, State, each_once, items};

impl State {
    /// The role of a user in a team; `None` if the user does not belong to it.
    pub(crate) fn team_role(&self, team: u64, user: u64) -> Option<&str> {
        let mut users = self.tables.rows("team_users").iter();
        let is_it = |it: &&Row| it.id("team_id") == team && it.id("user_id") == user;
        Some(users.find(is_it)?.text("role"))
    }

    pub(crate) fn is_team_admin(&self, team: u64, user: u64) -> bool {
        matches!(self.team_role(team, user), Some("owner" | "admin"))
    }

    /// Takes a member or a project off the groups of a team.
    pub(crate) fn leave_groups(&mut self, list: &str, team: u64, gone: &Value) {
        for group in self.tables.rows_mut("team_groups") {
            if group.id("team_id") == team {
                group.remove(list, |it| it == gone);
            }
        }
    }

    /// The users of all teams if none are named: the owner of a team is that of its first project,
    /// or the first user, and the contributors of its projects are members.
    pub(crate) fn usual_team_users(&self) -> Vec<Row> {
        let first = self.users().first().map_or(0, |user| user.id("user_id"));
        let mut users: Vec<Row> = Vec::new();
        for team in self.teams() {
            let projects = self.projects.iter().filter(|it| it.team == team.id("team_id"));
            let owner = projects.clone().next().map_or(first, |project| project.owner);
            let others = projects.flat_map(Project::contributors).map(|it| it.id("user_id"));
            for (index, user) in std::iter::once(owner).chain(others).enumerate() {
                let user =
                    Row::of([("team_id", team.get("team_id").clone()), ("user_id", user.into())]);
                if !users.iter().any(|it| it.includes(&user)) {
                    let mut user = user;
                    user.set("role", if index == 0 { "owner" } else { "member" });
                    user.set("created_at", team.get("created_at").clone());
                    users.push(user);
                }
            }
        }
        users
    }

    /// What a user may do in a project, as a contributor and by groups; `None` without access.
    pub(crate) fn access<'s>(&'s self, project: &'s Project, user: u64) -> Option<Cow<'s, Row>> {
        let is_in = |group: &&Row| {
            group.id("team_id") == project.team
                && group.texts("projects").any(|id| id == project.id)
                && group.list("members").iter().any(|id| *id == user)
        };
        let own = project.contributor(user);
        let mut groups = self.tables.rows("team_groups").iter().filter(is_in).peekable();
        let Some(first) = groups.peek() else { return own.map(Cow::Borrowed) };
        let by_group = || {
            Row::of([
                ("user_id", json!(user)),
                ("created_at", first.get("created_at").clone()),
                ("is_admin", json!(false)),
                ("is_reviewer", json!(false)),
            ])
        };
        let mut row = own.cloned().unwrap_or_else(by_group);
        groups.for_each(|group| grant(&mut row, group.get("permissions"), project));
        Some(Cow::Owned(row))
    }
}

fn grant(row: &mut Row, permissions: &Value, project: &Project) {
    let rights = [row.list("admin_rights"), items(&permissions["admin_rights"])].concat();
    row.set("admin_rights", each_once(rights, Value::clone));
    if permissions["is_reviewer"] == true {
        row.set("is_reviewer", true);
    }
    let writable = |id: u64| json!({ "lang_id": id, "is_writable": true });
    let granted = match permissions["is_admin"] == true {
        true => project.languages().iter().map(|it| writable(it.id)).collect(),
        false => items(&permissions["languages"]).to_vec(),
    };
    let mut languages = [row.list("languages"), &granted].concat();
    languages.sort_by_key(|language| language["is_writable"] != true);
    row.set("languages", each_once(languages, |language| language["lang_id"].clone()));
}
