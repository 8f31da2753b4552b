//! The seed format: the data of a sandbox as JSON. Most fields are optional.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::values::{EachPlatform, Moment, Reference, Short, form};
use crate::state::project::Status;
use crate::state::{
    App, File, ImportResult, Language, Platform, ProcessStatus, ProjectSettings, Team, TokenKind,
    User, Webhook,
};

form! {
    /// The initial data of a sandbox or of one of its worlds. Omitted users, tokens, ids, names and
    /// dates are generated. Everything else is empty by default.
    #[cfg_attr(test, schemars(title = "The data of a sandbox"))]
    Data {
        ;
        /// The location of the schema, for editors; otherwise ignored.
        #[serde(rename = "$schema")]
        schema: String,
        /// Defaults to one user, `owner@sandbox.test`.
        users: Vec<User>,
        /// API tokens. Defaults to `read_write` and `read_only` of the first user.
        tokens: Option<Vec<Token>>,
        /// OAuth 2.0 applications. Defaults to `sandbox-app`.
        oauth_apps: Option<Vec<App>>,
        /// The user who grants every authorization request, by id or e-mail. Defaults to the first
        /// one.
        granting_user: Option<Reference>,
        /// Grants of users to applications, which can be refreshed.
        oauth_grants: Vec<Grant>,
        /// The teams of projects. New projects belong to the first one. Defaults to one team.
        teams: Vec<Team>,
        projects: Vec<Project>,
        /// Generated ids start after this one, and after all ids in the data.
        last_id: u64,
    }

    /// A personal API token.
    Token {
        /// The name of the token in tests.
        name: String,
        ;
        /// The token that requests send. Defaults to `sandbox-NAME-token`.
        secret: Option<String>,
        /// Its user, by id or e-mail. Defaults to the first one.
        user: Option<Reference>,
        /// Its access rights.
        access: TokenKind,
    }

    /// A grant of a user to an application.
    Grant {
        /// The refresh token.
        refresh_token: String,
        /// The client ID of the application.
        client_id: String,
        /// The user, by id or e-mail.
        user: Reference,
        scopes: Vec<String>,
        ;
    }

    /// A project. If it has a single branch, its keys, files, comments and processes may be set
    /// here.
    Project {
        name: String,
        ;
        /// The project id: letters, digits, dots, hyphens and underscores. Derived from the name by
        /// default: `my-shop` for `My Shop`.
        project_id: String,
        /// A UUID v7.
        uuid: Uuid,
        description: String,
        /// Defaults to `localization_files`.
        project_type: String,
        /// The owner, by id or e-mail. Defaults to the first user.
        owner: Option<Reference>,
        /// The id of its team. Defaults to the first one.
        team: u64,
        created_at: Option<Moment>,
        settings: ProjectSettings,
        /// The languages, the base language first, of all branches without their own. Defaults to
        /// English.
        languages: Vec<Short<Language>>,
        /// The contributors. Defaults to the owner as an admin.
        contributors: Option<Vec<Contributor>>,
        /// The custom translation statuses.
        statuses: Vec<Short<Status>>,
        /// The webhooks, the oldest first.
        webhooks: Vec<Webhook>,
        /// The branches; `master`, or else the first one, is the default branch.
        branches: Vec<Branch>,
        /// The common content of branches when they were created or last merged, which merges
        /// compare with.
        merge_bases: Vec<MergeBase>,
        /// Finished bulk deletions of contributors.
        deletion_jobs: Vec<DeletionJob>,
        /// Additional pairs of keys and languages that count towards the size of the project: from
        /// 10,000 on, it is too large for synchronous exports.
        uncounted_pairs: usize,
        /// The keys of the single branch.
        keys: Vec<Key>,
        /// The files of the single branch.
        files: Vec<Short<File>>,
        /// The comments of the single branch.
        comments: Vec<Comment>,
        /// The processes of the single branch.
        processes: Vec<Process>,
    }

    /// A user's membership of a project.
    Contributor {
        /// The user, by id or e-mail.
        user: Reference,
        ;
        uuid: Uuid,
        created_at: Option<Moment>,
        is_admin: bool,
        /// Defaults to that of the role.
        is_reviewer: Option<bool>,
        /// 1 manager, 2 developer, 3 content creator, 4 reviewer, 5 translator.
        #[cfg_attr(test, schemars(range(min = 1, max = 5)))]
        role_id: Option<u64>,
        /// Defaults to all languages of the project, writable.
        languages: Option<Vec<Short<Access>>>,
        /// Defaults to those of the role.
        admin_rights: Option<Vec<String>>,
        /// Rights from a group.
        group_rights: Vec<String>,
    }

    /// Access to a language. A plain code means write access.
    Access {
        /// A language of the project, by code or id.
        language: Reference,
        ;
        /// Defaults to `true`.
        writable: Option<bool>,
    }

    /// A branch.
    Branch {
        /// The name, unique in the project.
        name: String,
        ;
        id: u64,
        created_at: Option<Moment>,
        /// The user who created it, by id or e-mail. Defaults to the owner.
        created_by: Option<Reference>,
        /// Its languages, the base language first. Defaults to those of the project.
        languages: Option<Vec<Short<Language>>>,
        keys: Vec<Key>,
        /// Files without keys, or with known ids. Files of keys can be omitted.
        files: Vec<Short<File>>,
        comments: Vec<Comment>,
        /// Finished processes.
        processes: Vec<Process>,
    }

    /// The common content of branches when they were created or last merged.
    MergeBase {
        /// Pairs of branch names.
        branches: Vec<[String; 2]>,
        ;
        /// The branch that has not changed since; without `keys` and `languages`.
        same_as: String,
        languages: Option<Vec<Short<Language>>>,
        keys: Vec<Key>,
    }

    /// A finished bulk deletion of contributors.
    DeletionJob {
        ;
        id: Uuid,
        /// Whether it failed.
        failed_as_a_whole: bool,
        /// The user who started it, by id or e-mail. Defaults to the owner.
        created_by: Option<Reference>,
        created_at: Option<Moment>,
        updated_at: Option<Moment>,
        /// The number of contributors.
        total: usize,
        deleted: usize,
        failed: usize,
        skipped: usize,
        /// The number of occurrences of each error.
        errors: BTreeMap<String, usize>,
    }

    /// A key with its translations.
    Key {
        /// The name, for all platforms or for each.
        name: EachPlatform,
        ;
        id: u64,
        /// Its file, for all platforms or for each.
        filename: Option<EachPlatform>,
        description: String,
        context: String,
        /// Defaults to the platform of the file's format, or to `web` without a file.
        platforms: Vec<Platform>,
        tags: Vec<String>,
        /// Whether its translations have plural forms. Defaults to whether they do.
        plural: Option<bool>,
        plural_name: String,
        hidden: bool,
        archived: bool,
        /// 0 means no limit.
        char_limit: u64,
        /// JSON as text.
        custom_attributes: String,
        screenshots: Vec<Screenshot>,
        created_at: Option<Moment>,
        /// Defaults to the creation time.
        modified_at: Option<Moment>,
        /// Defaults to the creation time.
        translations_modified_at: Option<Moment>,
        /// By language code. Omitted languages are untranslated.
        translations: BTreeMap<String, Short<Translation>>,
    }

    /// A translation: a plain text, or an object with the text or the plural forms.
    Translation {
        ;
        id: u64,
        /// The text of a key without plural forms.
        text: Option<String>,
        /// The plural forms by any name, instead of those below.
        forms: BTreeMap<String, String>,
        zero: Option<String>,
        one: Option<String>,
        two: Option<String>,
        few: Option<String>,
        many: Option<String>,
        other: Option<String>,
        /// Defaults to the key's last change of translations.
        modified_at: Option<Moment>,
        /// The author, by id or e-mail. Defaults to the creator of the branch.
        modified_by: Option<Reference>,
        /// Whether it is reviewed. Defaults to whether `reviewed_by` is set.
        reviewed: Option<bool>,
        /// The user who reviewed it, by id or e-mail.
        reviewed_by: Option<Reference>,
        unverified: bool,
        /// Custom translation statuses of the project, by id or title.
        statuses: Vec<Reference>,
    }

    /// A screenshot, without its image.
    Screenshot {
        ;
        id: u64,
        title: String,
        description: String,
        tags: Vec<String>,
        created_at: Option<Moment>,
    }

    /// A comment on a key.
    Comment {
        /// The key of the branch, by id or name.
        key: Reference,
        text: String,
        ;
        id: u64,
        /// The author, by id or e-mail. Defaults to the owner of the project.
        author: Option<Reference>,
        added_at: Option<Moment>,
    }

    /// A finished process: an import or an export.
    Process {
        ;
        id: Uuid,
        /// A final status. Defaults to `finished`.
        status: ProcessStatus,
        message: String,
        /// The user who started it, by id or e-mail. Defaults to the owner of the project.
        created_by: Option<Reference>,
        created_at: Option<Moment>,
        /// The request body: of the upload without its data, or of the export.
        options: Map<String, Value>,
        import: Option<ImportResult>,
        export: Option<Export>,
    }

    /// The result of an export, without its bundle.
    Export {
        ;
        keys: usize,
        /// The size of the bundle in bytes.
        size: usize,
    }
}

impl From<String> for Access {
    fn from(code: String) -> Self {
        Self { language: Reference::Name(code), writable: None }
    }
}

impl From<String> for Translation {
    fn from(text: String) -> Self {
        Self { text: Some(text), ..Self::default() }
    }
}
