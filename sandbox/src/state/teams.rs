//! Who belongs to a team, and what its groups give them in its projects.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{Project, Row, State};

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
        let is_in = |group: &Row| group.id("team_id") == team && group.list(list).contains(gone);
        if !self.tables.rows("team_groups").iter().any(is_in) {
            return;
        }
        for group in self.tables.rows_mut("team_groups").iter_mut().filter(|it| is_in(it)) {
            let kept: Vec<_> = group.list(list).iter().filter(|it| *it != gone).cloned().collect();
            group.set(list, kept);
        }
    }

    /// The users of all teams if none are named: the owner of a team is that of its first project,
    /// or the first user, and the contributors of its projects are members.
    pub(crate) fn usual_team_users(&self) -> Vec<Row> {
        let first = self.users().first().map_or(0, |user| user.id("user_id"));
        let mut users: Vec<Row> = Vec::new();
        for team in self.teams() {
            let (id, at) = (team.id("team_id"), team.seconds("created_at"));
            let projects = || self.projects.iter().filter(|project| project.team == id);
            let owner = projects().next().map_or(first, |project| project.owner);
            users.push(team_user(id, owner, "owner", at));
            for user in projects().flat_map(Project::contributors).map(|it| it.id("user_id")) {
                if !users.iter().any(|it| it.id("team_id") == id && it.id("user_id") == user) {
                    users.push(team_user(id, user, "member", at));
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

fn team_user(team: u64, user: u64, role: &str, at: i64) -> Row {
    Row::of([
        ("team_id", json!(team)),
        ("user_id", json!(user)),
        ("role", json!(role)),
        ("created_at", json!(at)),
    ])
}

/// Adds the permissions of a group to those of a contributor.
fn grant(row: &mut Row, permissions: &Value, project: &Project) {
    let mut rights = row.list("admin_rights").to_vec();
    let granted = permissions["admin_rights"].as_array().into_iter().flatten();
    granted.for_each(|right| {
        if !rights.contains(right) {
            rights.push(right.clone());
        }
    });
    row.set("admin_rights", rights);
    if permissions["is_reviewer"] == true {
        row.set("is_reviewer", true);
    }
    let writable = |id: u64| json!({ "lang_id": id, "is_writable": true });
    let granted = match permissions["is_admin"] == true {
        true => project.languages().iter().map(|it| writable(it.id)).collect(),
        false => permissions["languages"].as_array().cloned().unwrap_or_default(),
    };
    let mut languages = row.list("languages").to_vec();
    for language in granted {
        match languages.iter_mut().find(|own| own["lang_id"] == language["lang_id"]) {
            Some(own) if language["is_writable"] == true => *own = language,
            Some(_) => {}
            None => languages.push(language),
        }
    }
    row.set("languages", languages);
}
