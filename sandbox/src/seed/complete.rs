//! Completes a seed: users, tokens, projects with their lists, and languages.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};

use super::reader::{Made, Object, Read, Reader};
use crate::operations::describe::{
    BRANCH, CONTRIBUTORS, FILE, KEY, LANGUAGE, PROCESS, PROJECT, RESOURCES, SNAPSHOTS, STATUSES,
    USERS,
};
use crate::operations::{Around, Resource, Scope};
use crate::rules::plural::FORMS;
use crate::state::{
    ApiToken, Branch, Bundles, DataError, Grant, Language, MASTER, OAuth, Project, Row, SOFTWARE,
    Secrets, State, TEAM, Tables, new_uuid, shown, suggestion, system_languages,
};

/// 2025-01-02 09:00:00 UTC, the date of what has none: the same data are the same every time.
const FIRST_DAY: i64 = 1_735_808_400;
/// Ids that are given are larger.
const LAST_ID: u64 = 1000;
/// The largest id beside which others can be given: JSON numbers up to twice this one are exact in
/// every language.
const LARGEST_ID: u64 = 1 << 52;
const LONGEST_ID: usize = 100;

const MEMBERS: [&str; 8] = [
    "$schema",
    "users",
    "tokens",
    "oauth_apps",
    "granting_user",
    "oauth_grants",
    "projects",
    "last_id",
];

/// What the engine serves of this scope, and a seed may have.
pub(super) fn served(scope: Scope) -> impl Iterator<Item = &'static Resource> + Clone {
    RESOURCES.iter().copied().filter(move |resource| resource.scope == scope)
}

/// What a branch holds, or a project with a single one.
fn contents() -> impl Iterator<Item = &'static str> {
    let typed = [KEY.many, FILE.many, PROCESS.many].into_iter();
    typed.chain(served(Scope::Branch).map(|resource| resource.many))
}

pub(super) struct Common<'p> {
    pub(super) made: Made,
    pub(super) per_platform: bool,
    pub(super) languages: Vec<Language>,
    pub(super) statuses: &'p [Row],
}

pub(super) fn state(data: Value) -> Read<State> {
    let Value::Object(mut data) = data else {
        return Err(DataError::new("expected an object"));
    };
    let last = match data.remove("last_id") {
        None => LAST_ID,
        Some(last) => last.as_u64().ok_or_else(|| DataError::new("last_id: expected a number"))?,
    };
    let written = data.values().map(largest_id).max().unwrap_or_default();
    let last = last.max(written);
    if last > LARGEST_ID {
        let message = format!("the id {last} is too large: the maximum is {LARGEST_ID}");
        return Err(DataError::new(message));
    }
    let mut reader = Reader::new(last);
    reader.known(&data, MEMBERS)?;
    let mut take = |name: &str, usual: Value| data.remove(name).unwrap_or(usual);
    let owner = json!([{ "email": "owner@sandbox.test", "fullname": "Olive Owner" }]);
    let made = Made { by: 0, at: FIRST_DAY };
    reader.users = reader.rows(&USERS, take("users", owner), &Around::default(), made)?;
    let mut emails = HashSet::new();
    for (index, user) in reader.users.iter().enumerate() {
        if !emails.insert(user.text("email")) {
            let place = format!("users[{index}].email");
            return reader.wrong(&place, "another user has this e-mail address");
        }
    }
    if reader.users.is_empty() {
        return reader.wrong("users", "a sandbox has at least one user");
    }
    let projects = take("projects", Value::Null);
    let first = reader.users.first().map_or(0, |user| user.id("user_id"));
    let usual = json!([{ "name": "read_write" }, { "name": "read_only", "access": "read_only" }]);
    let tokens = reader.tokens(take("tokens", usual), first)?;
    let oauth = reader.oauth(&mut take, first)?;
    let mut ids = HashSet::new();
    let projects = reader.each("projects", projects, |reader, project| {
        let project = reader.object("name", project)?;
        reader.project(project, Made { by: first, ..made }, &mut ids)
    })?;
    let mut tables = Tables::default();
    *tables.rows_mut(USERS.many) = reader.users.clone();
    let bundles = Bundles::default();
    Ok(State { tables, tokens, projects, oauth, bundles, ids: reader.ids })
}

/// The largest number in a field `id` or whose name ends with `_id`, except for languages, which
/// have the ids of the system.
fn largest_id(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(largest_id).max().unwrap_or_default(),
        Value::Object(fields) => {
            let ids = fields.iter().map(|(name, value)| match value.as_u64() {
                Some(id) if (name == "id" || name.ends_with("_id")) && name != "lang_id" => id,
                _ => largest_id(value),
            });
            ids.max().unwrap_or_default()
        }
        _ => 0,
    }
}

/// The languages with that of this code first: responses list them by name.
fn base_first(mut languages: Vec<Language>, base: &Value) -> Vec<Language> {
    if let Some(index) = languages.iter().position(|language| *base == *language.iso) {
        languages[..=index].rotate_right(1);
    }
    languages
}

impl Reader {
    fn user_or_first(&self, field: &str, written: Option<&Value>, first: u64) -> Read<u64> {
        written.map_or(Ok(first), |user| self.user(field, user))
    }

    fn tokens(&mut self, tokens: Value, first: u64) -> Read<Vec<ApiToken>> {
        let mut secrets = HashSet::new();
        self.each("tokens", tokens, |reader, token| {
            let token = reader.object("name", token)?;
            reader.known(&token, ["name", "secret", "user", "access"])?;
            let mut token = Value::from(token);
            token["user"] = reader.user_or_first("user", token.get("user"), first)?.into();
            if token.get("secret").is_none() {
                let name = token["name"].as_str().unwrap_or_default().replace('_', "-");
                token["secret"] = format!("sandbox-{name}-token").into();
            }
            let token: ApiToken = reader.typed(token)?;
            if !token.secret.chars().all(|letter| letter.is_ascii_graphic()) {
                let message =
                    "not allowed in a header: use visible ASCII characters without spaces";
                return reader.wrong("secret", message);
            }
            match secrets.insert(token.secret.clone()) {
                true => Ok(token),
                // Without the secret: errors are logged.
                false => reader.wrong("secret", "another token has this secret"),
            }
        })
    }

    fn oauth(&mut self, take: &mut impl FnMut(&str, Value) -> Value, first: u64) -> Read<OAuth> {
        let apps = take("oauth_apps", json!([Secrets::new("").oauth_app()]));
        let apps = self.each("oauth_apps", apps, |reader, app| reader.typed(app))?;
        let granting = self.user("granting_user", &take("granting_user", first.into()))?;
        let mut oauth = OAuth::new(apps, granting);
        self.each("oauth_grants", take("oauth_grants", Value::Null), |reader, grant| {
            let mut grant = Value::from(reader.object("", grant)?);
            grant["user"] = reader.user_or_first("user", grant.get("user"), first)?.into();
            let token = grant["refresh_token"].as_str().unwrap_or_default().to_owned();
            let grant: Grant = reader.typed(grant)?;
            match oauth.app(&grant.client_id) {
                Some(_) => oauth.keep_refresh(token, grant),
                None => {
                    let message = format!("unknown OAuth application {}", grant.client_id);
                    return reader.wrong("client_id", message);
                }
            }
            Ok(())
        })?;
        Ok(oauth)
    }

    fn project(
        &mut self,
        mut written: Object,
        made: Made,
        ids: &mut HashSet<String>,
    ) -> Read<Project> {
        let mut take = |name: &str| written.remove(name).unwrap_or_default();
        let [languages, statuses, branches, snapshots] =
            [LANGUAGE.many, STATUSES.many, BRANCH.many, "snapshot_branches"].map(&mut take);
        let others = served(Scope::Project).filter(|it| it.many != STATUSES.many);
        let others: Vec<_> = others.map(|resource| (resource, take(resource.many))).collect();
        let contents = contents().map(|name| (name.to_owned(), take(name))).collect();
        let base = take("base_language_iso");
        let mut row = self.row(&PROJECT, written, &Around::default(), made)?;
        let id = self.project_id(row.text("project_id"), row.text("name"), ids)?;
        row.set("project_id", id);
        if row.id("team_id") == 0 {
            row.set("team_id", TEAM);
        }
        if row.get("project_type").is_null() {
            row.set("project_type", SOFTWARE);
        }
        let made = Made { by: row.id("created_by"), at: row.seconds("created_at") };
        let mut project: Project = self.kept(row)?;
        project.tables = Tables::default();
        let statuses = self.rows(&STATUSES, statuses, &Around::default(), made)?;
        let common = Common {
            made,
            per_platform: project.settings.per_platform_key_names,
            languages: base_first(self.languages(languages)?, &base),
            statuses: &statuses,
        };
        project.branches = self.branches(branches, contents, &common)?;
        project.snapshots = self.each("snapshot_branches", snapshots, |reader, branch| {
            let branch = reader.object("", branch)?;
            Ok(Arc::new(reader.branch(branch, &common)?))
        })?;
        *project.tables.rows_mut(STATUSES.many) = statuses;
        for (resource, mut items) in others {
            if items.is_null() && resource.many == CONTRIBUTORS.many {
                items = json!([{ "user_id": made.by, "is_admin": true, "role_id": 1 }]);
            }
            let around = Around { project: Some(&project), ..Around::default() };
            let rows = self.rows(resource, items, &around, made)?;
            *project.tables.rows_mut(resource.many) = rows;
        }
        let default = project.default_branch();
        for snapshot in project.tables.rows(SNAPSHOTS.many).to_vec() {
            if !project.snapshots.iter().any(|it| it.id == snapshot.id(SNAPSHOTS.id)) {
                project.keep_snapshot(&snapshot, default, &mut self.ids);
            }
        }
        // What another branch has differently, it has changed.
        let base = project.branches[default].snapshot();
        for (index, branch) in project.branches.iter_mut().enumerate() {
            branch.base = (index != default).then(|| Arc::clone(&base));
        }
        Ok(project)
    }

    /// The id that is written, or one that is made of the name: `my-shop` of `My Shop`.
    fn project_id(&mut self, id: &str, name: &str, ids: &mut HashSet<String>) -> Read<String> {
        let fits = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
        if id.len() > LONGEST_ID || !id.chars().all(fits) {
            let message = format!(
                "{} is no project id, which has up to {LONGEST_ID} letters (a-z), digits, dots, \
                 hyphens and underscores",
                shown(id)
            );
            return self.wrong("project_id", message);
        }
        if !id.is_empty() {
            return match ids.insert(id.to_owned()) {
                true => Ok(id.to_owned()),
                false => self.wrong("project_id", format!("another project has the id {id}")),
            };
        }
        let name = name.chars().take(60).collect::<String>().to_ascii_lowercase();
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let start = if words.is_empty() { "project".to_owned() } else { words.join("-") };
        let mut id = start.clone();
        while !ids.insert(id.clone()) {
            id = format!("{start}-{}", self.ids.next());
        }
        Ok(id)
    }

    /// The branches, or the one that is written in the project itself.
    fn branches(
        &mut self,
        branches: Value,
        contents: Object,
        common: &Common<'_>,
    ) -> Read<Vec<Branch>> {
        let mut own = contents;
        own.retain(|_, list| !list.is_null());
        if branches.is_null() {
            let master = [("name".to_owned(), json!(MASTER))];
            return Ok(vec![self.branch(master.into_iter().chain(own).collect(), common)?]);
        }
        if !own.is_empty() {
            let message = "with `branches`, set keys and what else a branch has in a branch";
            return self.wrong("", message);
        }
        let mut names = HashSet::new();
        let branches = self.each("branches", branches, |reader, branch| {
            let branch = reader.object(BRANCH.short, branch)?;
            let branch = reader.branch(branch, common)?;
            match names.insert(branch.name.clone()) {
                true => Ok(branch),
                false => reader.wrong("name", "another branch has this name"),
            }
        })?;
        match branches.is_empty() {
            true => self.wrong("branches", "a project has at least one branch"),
            false => Ok(branches),
        }
    }

    fn branch(&mut self, mut branch: Object, common: &Common<'_>) -> Read<Branch> {
        let languages = branch.remove("languages").unwrap_or_default();
        let contents: Object = contents()
            .map(|name| (name.to_owned(), branch.remove(name).unwrap_or_default()))
            .collect();
        let row = self.row(&BRANCH, branch, &Around::default(), common.made)?;
        let languages = match languages {
            Value::Null if common.languages.is_empty() => self.languages(json!(["en"]))?,
            Value::Null => common.languages.clone(),
            languages => self.languages(languages)?,
        };
        self.contents(row, languages, contents, common)
    }

    fn languages(&mut self, written: Value) -> Read<Vec<Language>> {
        let mut languages: Vec<Language> = Vec::new();
        self.each(LANGUAGE.many, written, |reader, language| {
            let object = reader.object(LANGUAGE.short, language)?;
            let language = reader.language(object, &languages)?;
            if languages.iter().any(|it| it.id == language.id || it.iso == language.iso) {
                return reader.wrong("", format!("the language {} is repeated", language.iso));
            }
            languages.push(language);
            Ok(())
        })?;
        Ok(languages)
    }

    /// A language is made of the system language with its id, or else with its code, or else, if
    /// it has a name of its own, of one without.
    fn language(&mut self, mut written: Object, used: &[Language]) -> Read<Language> {
        written.retain(|_, value| !value.is_null());
        let id = written.get("lang_id").and_then(Value::as_u64);
        let text = |name: &str| written.get(name).and_then(Value::as_str).unwrap_or_default();
        let iso = text("lang_iso");
        let by_id = system_languages::all().find(|it| Some(it.id) == id);
        let known = by_id.or_else(|| system_languages::all().find(|it| it.iso == iso));
        if known.is_none() && id.is_none() && text("lang_name").is_empty() {
            let codes = system_languages::all().map(|it| &*it.iso);
            let near = suggestion(iso, codes);
            let message = format!(
                "unknown language {}{near}; a custom language is an object with a `lang_name`",
                shown(iso)
            );
            return self.wrong("", message);
        }
        let is_used = |it: &Language| used.iter().any(|other| other.id == it.id);
        let Some(system) = known.or_else(|| system_languages::own().find(|it| !is_used(it))) else {
            return self.wrong("", "too many custom languages");
        };
        let forms = written.get("plural_forms").and_then(Value::as_array).into_iter().flatten();
        if let Some(form) = forms.filter_map(Value::as_str).find(|it| !FORMS.contains(it)) {
            let known = FORMS.join(", ");
            let message = format!("{} is not a plural form, which are {known}", shown(form));
            return self.wrong("plural_forms", message);
        }
        // The same language has the same UUID on several branches.
        if !written.contains_key("project_language_uuid") {
            let uuid = new_uuid(&mut self.ids, FIRST_DAY).to_string();
            written.insert("project_language_uuid".to_owned(), uuid.into());
        }
        if let Value::Object(system) = json!(system) {
            for (name, value) in system {
                written.entry(name).or_insert(value);
            }
        }
        let row =
            self.row(&LANGUAGE, written, &Around::default(), Made { by: 0, at: FIRST_DAY })?;
        self.kept(row)
    }
}
