//! The whole of a seed: users, their credentials, projects and branches. Keys and translations are
//! typed, because lists and statistics of 200,000 of them have to be quick.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::reader::{
    Object, Read, Reader, check_names, each, name_id, object, taken, typed_row, wrong,
};
use crate::operations::describe::{
    BRANCH, FILE, KEY, LANGUAGE, PROCESS, PROJECT, TRANSLATION, USERS,
};
use crate::operations::{Around, CONTRIBUTORS, RESOURCES, Resource, STATUSES, Scope};
use crate::state::{
    ApiToken, Branch, Ids, Key, Language, MASTER, OAuth, Project, Row, Secrets, Stamp, State,
    Translation, items, new_uuid, suggestion, system_languages, typed,
};

/// 2025-01-02 09:00:00 UTC, the date of what has none: the same data are the same every time.
const FIRST_DAY: i64 = 1_735_808_400;

/// Reads a seed.
pub(crate) fn read(data: Value) -> Read<State> {
    // Ids that are given are larger.
    let last = largest_id("", &data).max(1000);
    let mut data = object("", data)?;
    let known = "users tokens oauth_apps granting_user oauth_grants projects last_id";
    check_names("field", &data, known.split(' '))?;
    let mut take = |name: &str, usual: Value| data.remove(name).unwrap_or(usual);
    let mut made = Stamp { by: 0, at: FIRST_DAY };
    let (users, statuses) = (Vec::new(), Vec::new());
    let mut reader = Reader { ids: Ids { last }, users, statuses, made };
    let owner = json!([{ "email": "owner@sandbox.test", "fullname": "Olive Owner" }]);
    reader.users = reader.rows(&USERS, take(USERS.many, owner), &Around::default())?;
    made.by = reader.users.first().map_or(0, |user| user.id("user_id"));
    reader.made = made;
    let tokens = json!([{ "name": "read_write" }, { "name": "read_only", "access": "read_only" }]);
    let tokens = take("tokens", tokens);
    let tokens = each("tokens", "name", tokens, |it| reader.owned(it).map(ApiToken::with_secret))?;
    let app = json!([Secrets::new("").oauth_app()]);
    let apps = each("oauth_apps", "client_id", take("oauth_apps", app), typed)?;
    let mut granting_user = take("granting_user", made.by.into());
    reader.name_user("granting_user", Some(&mut granting_user))?;
    let grants = take("oauth_grants", Value::Null);
    let grants = each("oauth_grants", "", grants, |it| reader.owned(it))?;
    let projects = take(PROJECT.many, Value::Null);
    let projects = each(PROJECT.many, PROJECT.id, projects, |it| {
        reader.made = made;
        reader.project(it)
    })?;
    let oauth = OAuth::new(apps, granting_user.as_u64().unwrap_or_default(), grants);
    let (users, ids) = (reader.users, reader.ids);
    Ok(State { users, tokens, projects, oauth, ids, ..State::default() })
}

/// The largest number in a field `id` or whose name ends with `_id`, except for languages, which
/// have the ids of the system.
fn largest_id(name: &str, value: &Value) -> u64 {
    let largest = match value {
        Value::Array(items) => items.iter().map(|item| largest_id("", item)).max(),
        Value::Object(fields) => fields.iter().map(|(name, value)| largest_id(name, value)).max(),
        _ if name == "id" || name.ends_with("_id") && name != "lang_id" => value.as_u64(),
        _ => None,
    };
    largest.unwrap_or_default()
}

/// What the engine serves of this scope.
fn served(scope: Scope) -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(move |resource| resource.scope == scope)
}

/// The lists of a branch, but for its languages.
fn lists_of_branch() -> impl Iterator<Item = &'static str> {
    let typed = [KEY.many, FILE.many, PROCESS.many].into_iter();
    typed.chain(served(Scope::Branch).map(|resource| resource.many))
}

impl Reader {
    /// A credential, which is one of the first user unless it names another.
    fn owned<T: DeserializeOwned>(&self, written: Value) -> Read<T> {
        let mut owned = Row(object("name", written)?);
        owned.fill("user", || self.made.by.into());
        self.name_user("user", owned.0.get_mut("user"))?;
        typed_row(owned)
    }

    fn project(&mut self, written: Value) -> Read<Project> {
        let mut written = object(PROJECT.short, written)?;
        let name = written.get("name").and_then(Value::as_str).unwrap_or_default();
        let id = name.to_lowercase().replace(' ', "-");
        written.entry(PROJECT.id).or_insert(id.into());
        let base = written.get("base_language_iso").cloned();
        let lists = served(Scope::Project).map(|resource| resource.many);
        let mut lists = taken(&mut written, lists.chain([LANGUAGE.many, BRANCH.many]));
        let mut master = taken(&mut written, lists_of_branch());
        let row = self.row(&PROJECT, written.into(), &Around::default())?;
        self.made = Stamp { by: row.id("created_by"), at: row.seconds("created_at") };
        let mut project: Project = typed_row(row)?;
        let mut take = |many: &str| lists.remove(many).unwrap_or_default();
        let mut languages = self.languages(take(LANGUAGE.many))?;
        if let Some(at) = languages.iter().position(|it| base.as_ref() == Some(&json!(it.iso))) {
            // Responses list them by name.
            languages[..=at].rotate_right(1);
        }
        let branches = take(BRANCH.many);
        self.statuses.clear();
        if let Some(items) = lists.remove(STATUSES.many) {
            self.statuses = self.rows(&STATUSES, items, &Around::default())?;
            self.statuses.clone_into(project.tables.rows_mut(STATUSES.many));
        }
        project.branches = each(BRANCH.many, "name", branches, |it| self.branch(it, &languages))?;
        if project.branch_named(MASTER).is_some() && !master.is_empty() {
            return wrong("", "set all lists of `master` in `branches`, or in the project");
        }
        if project.branches.is_empty() || !master.is_empty() {
            master.insert("name".to_owned(), MASTER.into());
            project.branches.insert(0, self.branch(master.into(), &languages)?);
        }
        let creator = json!([{ "user_id": self.made.by, "is_admin": true, "role_id": 1 }]);
        lists.entry(CONTRIBUTORS.many).or_insert(creator);
        for resource in served(Scope::Project) {
            if let Some(items) = lists.remove(resource.many) {
                let branch = project.branches.get(project.default_branch());
                let around = Around { project: Some(&project), branch, ..Around::default() };
                let rows = self.rows(resource, items, &around)?;
                *project.tables.rows_mut(resource.many) = rows;
            }
        }
        project.complete();
        Ok(project)
    }

    /// A language has what it does not set of the system language with its code. A custom one has
    /// a name, and the id of a system language without a code of its own.
    fn languages(&mut self, written: Value) -> Read<Vec<Language>> {
        let mut own = system_languages::own();
        each(LANGUAGE.many, LANGUAGE.short, written, |language| {
            let written = object(LANGUAGE.short, language)?;
            let iso = written.get(LANGUAGE.short).and_then(Value::as_str).unwrap_or_default();
            let system = system_languages::all().find(|system| system.iso == iso);
            let named = || own.next().filter(|_| written.contains_key("lang_name"));
            let system = system.or_else(named);
            let Some(system) = system else {
                let near = suggestion(iso, system_languages::all().map(|it| &*it.iso));
                let message = format!("unknown language {iso:?}{near}; ");
                return wrong(LANGUAGE.short, message + "a custom one has a `lang_name`");
            };
            let mut language = json!(system);
            written.into_iter().for_each(|(name, value)| language[name] = value);
            let row = self.row(&LANGUAGE, language, &Around::default())?;
            let mut language: Language = typed_row(row)?;
            if language.uuid.is_nil() {
                language.uuid = new_uuid(&mut self.ids, FIRST_DAY);
            }
            Ok(language)
        })
    }

    fn branch(&mut self, written: Value, of_project: &[Language]) -> Read<Branch> {
        let nothing = Around::default();
        let mut written = object(BRANCH.short, written)?;
        let mut lists = taken(&mut written, lists_of_branch().chain([LANGUAGE.many]));
        let mut take = |many: &str| lists.remove(many).unwrap_or_default();
        let mut branch: Branch = typed_row(self.row(&BRANCH, written.into(), &nothing)?)?;
        let languages = match take(LANGUAGE.many) {
            Value::Null if of_project.is_empty() => self.languages(json!(["en"]))?,
            Value::Null => of_project.to_vec(),
            languages => self.languages(languages)?,
        };
        let keys = each(KEY.many, KEY.id, take(KEY.many), |it| self.key(it, &languages))?;
        let files = each(FILE.many, FILE.short, take(FILE.many), |it| {
            typed_row(self.row(&FILE, it, &nothing)?)
        })?;
        branch.processes = each(PROCESS.many, PROCESS.id, take(PROCESS.many), |it| {
            typed_row(self.row(&PROCESS, it, &nothing)?)
        })?;
        let mut branch = branch.with(languages, keys, files, &mut self.ids);
        for resource in served(Scope::Branch) {
            if let Some(items) = lists.remove(resource.many) {
                let around = Around { branch: Some(&branch), ..Around::default() };
                let rows = self.rows(resource, items, &around)?;
                *branch.tables.rows_mut(resource.many) = rows;
            }
        }
        Ok(branch)
    }

    fn key(&mut self, written: Value, languages: &[Language]) -> Read<Key> {
        let mut written = object(KEY.short, written)?;
        let texts = texts_of(written.remove(TRANSLATION.many).unwrap_or_default(), languages);
        let mut texts = texts.map_err(|error| error.within(TRANSLATION.many))?;
        let mut row = self.row(&KEY, written.into(), &Around::default())?;
        let created_at = row.seconds("created_at");
        for time in ["modified_at", "translations_modified_at"] {
            row.fill(time, || created_at.into());
        }
        let key: Key = typed_row(row)?;
        let translations = languages.iter().map(|language| {
            let text = texts.remove(&language.iso).unwrap_or_else(|| json!({}));
            let translation = self.translation(text, language, &key);
            let place = format!("{}.{}", TRANSLATION.many, language.iso);
            translation.map_err(|error| error.within(&place))
        });
        let translations = translations.collect::<Read<_>>()?;
        Ok(key.with(translations))
    }

    fn translation(&mut self, text: Value, language: &Language, key: &Key) -> Read<Translation> {
        let mut written = object(TRANSLATION.short, text)?;
        let own = written.remove(STATUSES.many).unwrap_or_default();
        let own = items(&own).iter().map(|it| it.get(STATUSES.id).unwrap_or(it).clone());
        let mut own: Value = own.collect();
        let statuses = self.statuses.iter().map(|it| (it.id(STATUSES.id), it.text("title")));
        name_id("status", STATUSES.many, Some(&mut own), statuses)?;
        written.entry("modified_by").or_insert(self.made.by.into());
        written.entry("modified_at").or_insert(key.translations_modified_at.into());
        let mut row = self.row(&TRANSLATION, written.into(), &Around::default())?;
        row.set(STATUSES.many, own);
        let is_fuzzy = row.flag("is_fuzzy");
        let mut translation: Translation = typed_row(row)?;
        translation.language = language.id;
        translation.text = translation.text.into_plural(key.plural);
        translation.reviewed |= translation.reviewed_by != 0;
        translation.unverified |= is_fuzzy;
        Ok(translation)
    }
}

/// Translations by the codes of their languages, also of a list as in responses.
fn texts_of(written: Value, languages: &[Language]) -> Read<Object> {
    let code = |it: &Value| it["language_iso"].as_str().unwrap_or_default().to_owned();
    let texts: Object = match written {
        Value::Array(list) => list.into_iter().map(|it| (code(&it), it)).collect(),
        Value::Null => Object::new(),
        by_code => object("", by_code)?,
    };
    check_names("language", &texts, languages.iter().map(|language| &*language.iso))?;
    Ok(texts)
}
