//! From data to a state: what is left out is given, and what refers to something finds it.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::document::{Document, Kind};
use crate::operations::describe::{
    BRANCH, CONTRIBUTORS, LANGUAGE, PROJECT, STATUSES, TEAMS, USERS, WEBHOOKS,
};
use crate::operations::{Around, Fault, Resource, seconds_of};
use crate::quirks::{Preset, Quirks};
use crate::rules::plural::FORMS;
use crate::state::{
    ApiToken, App, Branch, Bundles, DataError, Grant, Ids, Language, MASTER, OAuth, Project,
    ProjectSettings, Row, SOFTWARE, Secrets, Snapshot, Stamp, State, Tables, TokenKind, new_uuid,
    shown, suggestion, system_languages,
};

/// 2025-01-02 09:00:00 UTC, the date of what has none: the same data are the same every time.
const FIRST_DAY: i64 = 1_735_808_400;
/// Ids that are given are larger.
const LAST_ID: u64 = 1000;
/// The largest id beside which others can be given: JSON numbers up to twice this one are exact in
/// every language.
const LARGEST_ID: u64 = 1 << 52;
/// The longest project id.
const LONGEST_ID: usize = 100;
/// The members of the data.
const MEMBERS: [&str; 9] = [
    "$schema",
    "users",
    "tokens",
    "oauth_apps",
    "granting_user",
    "oauth_grants",
    "teams",
    "projects",
    "last_id",
];
/// What a project has beside its own fields.
const LISTS: [&str; 9] = [
    "languages",
    "contributors",
    "custom_translation_statuses",
    "webhooks",
    "branches",
    "keys",
    "files",
    "comments",
    "processes",
];

pub(super) type Read<T> = Result<T, DataError>;
pub(super) type Object = Map<String, Value>;

/// What has been read so far.
pub(super) struct Reader {
    pub(super) ids: Ids,
    /// The ids that are written, by what has them.
    seen: HashSet<(&'static str, String)>,
    users: Vec<Row>,
    /// Where the reader is: `projects[0]`, `keys[3]`, `translations.de`.
    place: Vec<String>,
}

/// What all branches of a project have in common.
pub(super) struct Common<'p> {
    pub(super) owner: u64,
    pub(super) created_at: i64,
    pub(super) per_platform: bool,
    pub(super) languages: Vec<Language>,
    pub(super) statuses: &'p [Row],
}

/// An API token in the data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    name: String,
    secret: Option<String>,
    #[serde(default)]
    user: Value,
    #[serde(default)]
    access: TokenKind,
}

/// A grant that can be refreshed, in the data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refreshable {
    refresh_token: String,
    client_id: String,
    user: Value,
    scopes: Vec<String>,
}

/// The state that data describe.
pub(super) fn state(data: Value) -> Read<State> {
    let Value::Object(mut data) = data else {
        return Err(DataError::new("expected an object"));
    };
    let mut reader = Reader::new(&data)?;
    reader.known(&data, MEMBERS)?;
    let mut tables = Tables::default();
    let owner = json!([{ "email": "owner@sandbox.test", "fullname": "Olive Owner" }]);
    let users = data.remove("users").unwrap_or(owner);
    let users = reader.rows(&USERS, users, &|_| reader_around(&[]), FIRST_DAY, 0)?;
    reader.users.clone_from(&users);
    let teams = data.remove("teams").unwrap_or(json!([{}]));
    let teams = reader.rows(&TEAMS, teams, &|_| reader_around(&[]), FIRST_DAY, 0)?;
    let first = users.first().map_or(0, |user| user.id("user_id"));
    let team = teams.first().map_or(0, |team| team.id("team_id"));
    *tables.rows_mut("users") = users;
    *tables.rows_mut("teams") = teams;
    let tokens = reader.tokens(data.remove("tokens"), first)?;
    let oauth = reader.oauth(&mut data, first)?;
    let mut ids = HashSet::new();
    let projects = data.remove("projects").unwrap_or_default();
    let projects = reader.each("projects", projects, |reader, project| {
        reader.project(project, first, (team, tables.rows("teams")), &mut ids)
    })?;
    let (ids, bundles, ends) = (reader.ids, Bundles::default(), Vec::new());
    Ok(State { tables, tokens, projects, oauth, bundles, ids, ends })
}

fn reader_around(users: &[Row]) -> Around<'_> {
    Around {
        quirks: Quirks::from(Preset::Sample),
        users,
        languages: &[],
        branches: Vec::new(),
        caller: 0,
        owner: 0,
    }
}

/// The largest number in a field whose name ends with `_id`, but for languages, which have those of
/// the system.
fn largest_id(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(largest_id).max().unwrap_or_default(),
        Value::Object(fields) => {
            let ids = fields.iter().map(|(name, value)| match value.as_u64() {
                Some(id) if name.ends_with("_id") && name != "lang_id" => id,
                _ => largest_id(value),
            });
            ids.max().unwrap_or_default()
        }
        _ => 0,
    }
}

impl Reader {
    fn new(data: &Object) -> Read<Self> {
        let given = data.get("last_id").and_then(Value::as_u64);
        let mut own = data.clone();
        own.remove("last_id");
        let written = largest_id(&own.into());
        if given.is_none() && written > LARGEST_ID {
            let message = format!("the id {written} is too large: the maximum is {LARGEST_ID}");
            return Err(DataError::new(message));
        }
        Ok(Self {
            ids: Ids { last: given.unwrap_or(LAST_ID).max(written) },
            seen: HashSet::new(),
            users: Vec::new(),
            place: Vec::new(),
        })
    }

    /// Reads each item of a list.
    pub(super) fn each<T>(
        &mut self,
        list: &str,
        items: Value,
        mut read: impl FnMut(&mut Self, Value) -> Read<T>,
    ) -> Read<Vec<T>> {
        let items = match items {
            Value::Array(items) => items,
            Value::Null => Vec::new(),
            _ => return self.wrong(list, "expected a list"),
        };
        let items = items.into_iter().enumerate();
        items
            .map(|(index, item)| self.at(format!("{list}[{index}]"), |it| read(it, item)))
            .collect()
    }

    /// Reads what is at a place.
    pub(super) fn at<T>(
        &mut self,
        place: String,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        self.place.push(place);
        let read = read(self)?;
        self.place.pop();
        Ok(read)
    }

    /// What is wrong with a field where the reader is.
    pub(super) fn wrong<T>(&self, field: &str, message: impl Into<String>) -> Read<T> {
        Err(DataError::new(message).within(field).within(&self.place.join(".")))
    }

    /// Rejects a member that is not one of these.
    pub(super) fn known<'n>(
        &self,
        object: &Object,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Read<()> {
        let is_known = |name: &&String| names.clone().into_iter().any(|known| known == **name);
        match object.keys().find(|name| !is_known(name)) {
            Some(name) => {
                let near = suggestion(name, names);
                self.wrong(name, format!("unknown field {}{near}", shown(name)))
            }
            None => Ok(()),
        }
    }

    /// The object that is written, or that a text stands for.
    pub(super) fn object(&self, short: &str, value: Value) -> Read<Object> {
        match value {
            Value::Object(object) => Ok(object),
            text @ Value::String(_) if !short.is_empty() => {
                Ok(Object::from_iter([(short.to_owned(), text)]))
            }
            _ if short.is_empty() => self.wrong("", "expected an object"),
            _ => self.wrong("", "expected a text or an object"),
        }
    }

    /// Reads a list of objects of one kind.
    fn rows<'a>(
        &mut self,
        resource: &Resource,
        items: Value,
        around: &dyn Fn(&Value) -> Around<'a>,
        at: i64,
        by: u64,
    ) -> Read<Vec<Row>> {
        let mut ids = HashSet::new();
        self.each(resource.many, items, |reader, item| {
            let around = around(&item);
            let item = reader.object(resource.short, item)?;
            let row = reader.row(resource, item, &around, at, by)?;
            let id = row.get(resource.id).to_string();
            match ids.insert(id.clone()) {
                true => Ok(row),
                false => reader.repeated(resource, &id),
            }
        })
    }

    /// Reads an object: what is made of other fields is skipped, and what is left out is given.
    pub(super) fn row(
        &mut self,
        resource: &Resource,
        mut sent: Object,
        around: &Around<'_>,
        at: i64,
        by: u64,
    ) -> Read<Row> {
        let fields = resource.fields();
        let names = fields.iter().map(|field| &*field.name);
        self.known(&sent, names.chain(resource.hidden.iter().copied()).chain([resource.id]))?;
        for name in resource.users {
            // Nobody is 0.
            if let Some(user) = sent.get_mut(*name).filter(|user| **user != 0) {
                *user = self.user(name, Some(user), by)?.into();
            }
        }
        for field in fields.iter().filter(|field| sent.contains_key(&field.name)) {
            let value = &sent[&field.name];
            match &field.kind {
                Kind::Time if value.is_null() || seconds_of(value).is_some() => {}
                Kind::Time => {
                    let message = "not a time: use the form 2025-03-01T09:10:00Z";
                    return self.wrong(&field.name, message);
                }
                Kind::Plain(_) if !resource.open.contains(&&*field.name) => {
                    self.fits(&field.name, &field.schema, value)?;
                }
                _ => {}
            }
        }
        match sent.get(resource.id) {
            None if resource.users.contains(&resource.id) => {
                return self.wrong(resource.id, "this field is missing");
            }
            Some(id) if !self.seen.insert((resource.many, id.to_string())) && !resource.shared => {
                return self.repeated(resource, &id.to_string());
            }
            _ => {}
        }
        let mut row = Row::default();
        if let Some(id) = sent.get(resource.id) {
            row.set(resource.id, id.clone());
        }
        resource.set(&mut row, &sent);
        let checked = (resource.check)(around, &mut row, &sent);
        let checked = checked.and_then(|()| resource.check_filled(&sent));
        checked.or_else(|Fault { field, message }| self.wrong(&field, message))?;
        Ok(resource.completed(row, by, at, &mut self.ids))
    }

    fn repeated<T>(&self, resource: &Resource, id: &str) -> Read<T> {
        self.wrong(resource.id, format!("another {} has the id {id}", resource.one))
    }

    /// Checks a value by its schema in the document.
    fn fits(&self, name: &str, schema: &str, value: &Value) -> Read<()> {
        let document = Document::embedded().map_err(|error| DataError::new(error.to_string()))?;
        match document.violations(schema, value).into_iter().next() {
            Some(violation) => {
                let place = format!("{name}{}", violation.pointer.replace('/', "."));
                self.wrong(&place, violation.message)
            }
            None => Ok(()),
        }
    }

    /// The user that is meant, by id or e-mail, or another where none is named.
    pub(super) fn user(&self, field: &str, written: Option<&Value>, other: u64) -> Read<u64> {
        let named = self.users.iter().map(|user| (user.id("user_id"), user.text("email")));
        match written {
            None | Some(Value::Null) => Ok(other),
            Some(written) => self.find("user", field, written, named),
        }
    }

    /// What is meant among these, by its id or by its name.
    pub(super) fn find<'n>(
        &self,
        kind: &str,
        field: &str,
        written: &Value,
        named: impl Iterator<Item = (u64, &'n str)> + Clone,
    ) -> Read<u64> {
        let is_it = |(id, name): &(u64, &str)| *written == *id || *written == *name;
        let mut found = named.clone().filter(is_it).map(|(id, _)| id);
        let near = || suggestion(written.as_str().unwrap_or_default(), named.map(|it| it.1));
        match (found.next(), found.next()) {
            (Some(id), other) if other.is_none_or(|other| other == id) => Ok(id),
            (Some(_), _) => self.wrong(field, format!("{written} is ambiguous: use the id")),
            (None, _) => self.wrong(field, format!("unknown {kind} {written}{}", near())),
        }
    }

    fn tokens(&mut self, tokens: Option<Value>, first: u64) -> Read<Vec<ApiToken>> {
        let usual =
            json!([{ "name": "read_write" }, { "name": "read_only", "access": "read_only" }]);
        let mut secrets = HashSet::new();
        self.each("tokens", tokens.unwrap_or(usual), |reader, token| {
            let token: Token = reader.typed(token)?;
            let secret = token
                .secret
                .unwrap_or_else(|| format!("sandbox-{}-token", token.name.replace('_', "-")));
            if !secret.chars().all(|letter| letter.is_ascii_graphic()) {
                let message =
                    "not allowed in a header: use visible ASCII characters without spaces";
                return reader.wrong("secret", message);
            }
            if !secrets.insert(secret.clone()) {
                // The secret itself is not told: errors are logged.
                return reader.wrong("secret", "another token has this secret");
            }
            let user = reader.user("user", Some(&token.user), first)?;
            Ok(ApiToken { name: token.name, secret, user, kind: token.access })
        })
    }

    fn oauth(&mut self, data: &mut Object, first: u64) -> Read<OAuth> {
        let apps = match data.remove("oauth_apps") {
            Some(apps) => self.each("oauth_apps", apps, |reader, app| reader.typed(app))?,
            None => vec![App::from(Secrets::new("").oauth_app())],
        };
        let granting = self.user("granting_user", data.get("granting_user"), first)?;
        let mut oauth = OAuth::new(apps, granting);
        let grants = data.remove("oauth_grants").unwrap_or_default();
        self.each("oauth_grants", grants, |reader, grant| {
            let grant: Refreshable = reader.typed(grant)?;
            if oauth.app(&grant.client_id).is_none() {
                let message = format!("unknown OAuth application {}", grant.client_id);
                return reader.wrong("client_id", message);
            }
            let user = reader.user("user", Some(&grant.user), first)?;
            let Refreshable { refresh_token, client_id, scopes, .. } = grant;
            oauth.keep_refresh(refresh_token, Grant { client_id, user, scopes });
            Ok(())
        })?;
        Ok(oauth)
    }

    fn typed<T: serde::de::DeserializeOwned>(&self, value: Value) -> Read<T> {
        let place = self.place.join(".");
        crate::state::typed(value).map_err(|error: DataError| error.within(&place))
    }

    fn project(
        &mut self,
        project: Value,
        first: u64,
        (team, teams): (u64, &[Row]),
        ids: &mut HashSet<String>,
    ) -> Read<Project> {
        let mut own = self.object("", project)?;
        let mut lists: HashMap<&str, Value> = HashMap::new();
        for name in LISTS {
            lists.extend(own.remove(name).map(|list| (name, list)));
        }
        let users = self.users.clone();
        let row = self.row(&PROJECT, own, &reader_around(&users), FIRST_DAY, first)?;
        let id = self.project_id(row.text("project_id"), row.text("name"), ids)?;
        let team = if row.id("team_id") == 0 { team } else { row.id("team_id") };
        if !teams.iter().any(|it| it.id("team_id") == team) {
            return self.wrong("team_id", format!("unknown team {team}"));
        }
        let settings: ProjectSettings = match row.get("settings") {
            Value::Null => ProjectSettings::default(),
            settings => self.at("settings".to_owned(), |it| it.typed(settings.clone()))?,
        };
        let created_at = row.seconds("created_at");
        let mut project = Project {
            id,
            uuid: row.text("uuid").parse().unwrap_or_default(),
            name: row.text("name").to_owned(),
            description: row.text("description").to_owned(),
            kind: match row.text("project_type") {
                "" => SOFTWARE.to_owned(),
                kind => kind.to_owned(),
            },
            owner: row.id("created_by"),
            created_at,
            team,
            settings,
            uncounted_pairs: usize::try_from(row.id("uncounted_pairs")).unwrap_or_default(),
            ..Project::default()
        };
        if project.uuid.is_nil() {
            project.uuid = new_uuid(&mut self.ids, created_at);
        }
        let mut take = |name: &str| lists.remove(name).unwrap_or_default();
        let around = |_: &Value| reader_around(&users);
        let statuses = take(STATUSES.many);
        let statuses = self.rows(&STATUSES, statuses, &around, created_at, project.owner)?;
        let languages = match take("languages") {
            Value::Null => json!(["en"]),
            languages => languages,
        };
        let common = Common {
            owner: project.owner,
            created_at,
            per_platform: project.settings.per_platform_key_names,
            languages: self.languages(languages)?,
            statuses: &statuses,
        };
        project.branches = self.branches(&mut take, &common)?;
        let languages = project.languages();
        let around = |_: &Value| Around { languages: &languages, ..reader_around(&users) };
        let contributors = match take(CONTRIBUTORS.many) {
            Value::Null => json!([{ "user_id": project.owner, "is_admin": true, "role_id": 1 }]),
            contributors => contributors,
        };
        let contributors =
            self.rows(&CONTRIBUTORS, contributors, &around, created_at, project.owner)?;
        let branches = || project.branches.iter().map(|it| &*it.name).collect();
        let around = |_: &Value| Around { branches: branches(), ..around(&Value::Null) };
        let webhooks = take(WEBHOOKS.many);
        let webhooks = self.rows(&WEBHOOKS, webhooks, &around, created_at, project.owner)?;
        for (many, rows) in [
            (STATUSES.many, statuses),
            (CONTRIBUTORS.many, contributors),
            (WEBHOOKS.many, webhooks),
        ] {
            *project.tables.rows_mut(many) = rows;
        }
        // What another branch has differently, it has changed.
        let default = &project.branches[project.default_branch()];
        for branch in project.branches.iter().filter(|branch| branch.id != default.id) {
            project.bases.copied(default.id, branch.id, Snapshot::of(default));
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
        take: &mut impl FnMut(&str) -> Value,
        common: &Common<'_>,
    ) -> Read<Vec<Branch>> {
        let branches = take("branches");
        let own =
            ["keys", "files", "comments", "processes"].map(|name| (name.to_owned(), take(name)));
        let own: Object = own.into_iter().filter(|(_, list)| !list.is_null()).collect();
        match branches {
            Value::Null => {
                let master = [("name".to_owned(), json!(MASTER))];
                let branch = master.into_iter().chain(own).collect();
                Ok(vec![self.branch(branch, common)?])
            }
            branches if own.is_empty() => {
                let mut names = HashSet::new();
                let branches = self.each("branches", branches, |reader, branch| {
                    let branch = reader.object("name", branch)?;
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
            _ => {
                let message =
                    "with `branches`, set keys, files, comments and processes in a branch";
                self.wrong("", message)
            }
        }
    }

    fn branch(&mut self, mut branch: Object, common: &Common<'_>) -> Read<Branch> {
        let mut take = |name: &str| branch.remove(name).unwrap_or_default();
        let [languages, keys, files, comments, processes] =
            ["languages", "keys", "files", "comments", "processes"].map(&mut take);
        let row =
            self.row(&BRANCH, branch, &reader_around(&[]), common.created_at, common.owner)?;
        let languages = match languages {
            Value::Null => common.languages.clone(),
            languages => self.languages(languages)?,
        };
        let stamp = Stamp { by: row.id("created_by"), at: row.seconds("created_at") };
        let branch = Branch::new(row.id("branch_id"), row.text("name"), stamp, languages);
        self.content(branch, common, [keys, files, comments, processes])
    }

    /// The languages of a branch; each once.
    fn languages(&mut self, written: Value) -> Read<Vec<Language>> {
        let mut languages: Vec<Language> = Vec::new();
        self.each("languages", written, |reader, language| {
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
    fn language(&mut self, written: Object, used: &[Language]) -> Read<Language> {
        let id = written.get("lang_id").and_then(Value::as_u64);
        let row = self.row(&LANGUAGE, written, &reader_around(&[]), FIRST_DAY, 0)?;
        let (iso, name) = (row.text("lang_iso"), row.text("lang_name"));
        let by_id = system_languages::all().find(|it| Some(it.id) == id);
        let known = by_id.or_else(|| system_languages::all().find(|it| it.iso == iso));
        if known.is_none() && id.is_none() && name.is_empty() {
            let codes: Vec<_> = system_languages::all().map(|it| it.iso).collect();
            let near = suggestion(iso, codes.iter().map(String::as_str));
            let message = format!(
                "unknown language {}{near}; a custom language is an object with a `lang_name`",
                shown(iso)
            );
            return self.wrong("", message);
        }
        let is_used = |it: &Language| used.iter().any(|other| other.id == it.id);
        let Some(mut language) = known.or_else(|| system_languages::own().find(|it| !is_used(it)))
        else {
            return self.wrong("", "too many custom languages");
        };
        language.id = id.unwrap_or(language.id);
        language.rtl |= row.flag("is_rtl");
        for (own, place) in [(iso, &mut language.iso), (name, &mut language.name)] {
            if !own.is_empty() {
                own.clone_into(place);
            }
        }
        let forms: Vec<String> = row.texts("plural_forms").map(str::to_owned).collect();
        if let Some(form) = forms.iter().find(|it| !FORMS.contains(&&***it)) {
            let known = FORMS.join(", ");
            let message = format!("{} is not a plural form, which are {known}", shown(form));
            return self.wrong("plural_forms", message);
        }
        if !forms.is_empty() {
            language.plural_forms = forms;
        }
        // The same language has the same UUID on several branches.
        language.uuid = match row.text("project_language_uuid").parse() {
            Ok(uuid) => uuid,
            Err(_) => new_uuid(&mut self.ids, FIRST_DAY),
        };
        Ok(language)
    }
}
