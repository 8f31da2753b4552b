//! The form: how the data of a sandbox are written as JSON. Ids, and most else, may be left out.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::values::{EachPlatform, Moment, Reference, Short, form};
use crate::state::project::Status;
use crate::state::{
    App, File, ImportResult, Language, Platform, ProcessStatus, ProjectSettings, Team, TokenKind,
    User,
};

form! {
    /// All that a sandbox, or one of its worlds, begins with. What is left out is given: a user
    /// and tokens, ids, names and dates. What cannot be guessed is empty.
    #[cfg_attr(test, schemars(title = "The data of a sandbox"))]
    Data {
        ;
        /// Where the schema is, for editors; of no other meaning.
        #[serde(rename = "$schema")]
        schema: String,
        /// Where none is given there is one, `owner@sandbox.test`.
        users: Vec<User>,
        /// API tokens. Where they are left out, the first user has `read_write` and `read_only`.
        tokens: Option<Vec<Token>>,
        /// OAuth 2.0 applications. Where they are left out there is `sandbox-app`.
        oauth_apps: Option<Vec<App>>,
        /// The user who grants every authorization request, by id or e-mail: the first one.
        granting_user: Option<Reference>,
        /// What was granted to applications, and can be refreshed.
        oauth_grants: Vec<Grant>,
        /// The teams that projects belong to. New projects are the first one's; there is always
        /// one.
        teams: Vec<Team>,
        projects: Vec<Project>,
        /// The ids that are given begin behind this one, and behind all that are written.
        last_id: u64,
    }

    /// A personal API token.
    Token {
        /// What tests call it.
        name: String,
        ;
        /// What requests carry. `sandbox-NAME-token` where it is left out.
        secret: Option<String>,
        /// Whose it is, by id or e-mail: the first user's where it is left out.
        user: Option<Reference>,
        /// What it may be used for.
        access: TokenKind,
    }

    /// What a user granted to an application.
    Grant {
        /// The token that refreshes it.
        refresh_token: String,
        /// The client ID of the application.
        client_id: String,
        /// The user, by id or e-mail.
        user: Reference,
        scopes: Vec<String>,
        ;
    }

    /// A project. Where it has one branch, its keys, files, comments and processes may be written
    /// here.
    Project {
        name: String,
        ;
        /// What addresses it: letters, digits, dots, hyphens and underscores. Made of the name
        /// where it is left out: `my-shop` of `My Shop`.
        project_id: String,
        /// A UUID v7.
        uuid: Uuid,
        description: String,
        /// `localization_files` where it is left out.
        project_type: String,
        /// The user whose it is, by id or e-mail: the first one.
        owner: Option<Reference>,
        /// The id of its team: the first one.
        team: u64,
        created_at: Option<Moment>,
        settings: ProjectSettings,
        /// The languages of all branches that do not name theirs, the base language first. English
        /// where none are given.
        languages: Vec<Short<Language>>,
        /// The owner as an admin where they are left out.
        contributors: Option<Vec<Contributor>>,
        /// The custom translation statuses.
        statuses: Vec<Short<Status>>,
        /// The branches; `master`, or else the first one, is the default branch.
        branches: Vec<Branch>,
        /// What branches had in common when they parted, or were merged last: what merges compare
        /// with.
        merge_bases: Vec<MergeBase>,
        /// Bulk deletions of contributors that have ended.
        deletion_jobs: Vec<DeletionJob>,
        /// Pairs of a key and a language that count towards the size of the project without being
        /// there: from 10,000 on, it is too large for synchronous exports.
        uncounted_pairs: usize,
        /// The keys of the one branch.
        keys: Vec<Key>,
        /// The files of the one branch.
        files: Vec<Short<File>>,
        /// The comments of the one branch.
        comments: Vec<Comment>,
        /// The processes of the one branch.
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
        /// As the role says where it is left out.
        is_reviewer: Option<bool>,
        /// 1 manager, 2 developer, 3 content creator, 4 reviewer, 5 translator.
        #[cfg_attr(test, schemars(range(min = 1, max = 5)))]
        role_id: Option<u64>,
        /// All of the project, writable, where they are left out.
        languages: Option<Vec<Short<Access>>>,
        /// Those of the role where they are left out.
        admin_rights: Option<Vec<String>>,
        /// Rights that come from a group.
        group_rights: Vec<String>,
    }

    /// Access to a language. Its code alone is access to write.
    Access {
        /// A language of the project, by code or id.
        language: Reference,
        ;
        /// `true` where it is left out.
        writable: Option<bool>,
    }

    /// A branch.
    Branch {
        /// The name, which no other branch of the project has.
        name: String,
        ;
        id: u64,
        created_at: Option<Moment>,
        /// The user who made it, by id or e-mail: the owner.
        created_by: Option<Reference>,
        /// Its languages, the base language first, where they are not those of the project.
        languages: Option<Vec<Short<Language>>>,
        keys: Vec<Key>,
        /// Files that keys had, or that have ids to be known. Those of the keys need not be
        /// written.
        files: Vec<Short<File>>,
        comments: Vec<Comment>,
        /// Processes that have ended.
        processes: Vec<Process>,
    }

    /// What branches had in common when they parted, or were merged last.
    MergeBase {
        /// The names of branches, two and two.
        branches: Vec<[String; 2]>,
        ;
        /// The branch that is still as it was then; without `keys` and `languages`.
        same_as: String,
        languages: Option<Vec<Short<Language>>>,
        keys: Vec<Key>,
    }

    /// A bulk deletion of contributors that has ended.
    DeletionJob {
        ;
        id: Uuid,
        /// Whether it failed.
        failed_as_a_whole: bool,
        /// The user who asked for it, by id or e-mail: the owner.
        created_by: Option<Reference>,
        created_at: Option<Moment>,
        updated_at: Option<Moment>,
        /// How many contributors there were.
        total: usize,
        deleted: usize,
        failed: usize,
        skipped: usize,
        /// How often each error occurred.
        errors: BTreeMap<String, usize>,
    }

    /// A key with its translations.
    Key {
        /// The name, or one for each platform.
        name: EachPlatform,
        ;
        id: u64,
        /// The file it is in, or one for each platform.
        filename: Option<EachPlatform>,
        description: String,
        context: String,
        /// Where they are left out, the one that files of its format are for; `web` without a
        /// file.
        platforms: Vec<Platform>,
        tags: Vec<String>,
        /// Whether its translations have plural forms: as they do, where it is left out.
        plural: Option<bool>,
        plural_name: String,
        hidden: bool,
        archived: bool,
        /// 0 is no limit.
        char_limit: u64,
        /// JSON as text.
        custom_attributes: String,
        screenshots: Vec<Screenshot>,
        created_at: Option<Moment>,
        /// When it was made where it is left out.
        modified_at: Option<Moment>,
        /// When it was made where it is left out.
        translations_modified_at: Option<Moment>,
        /// By the codes of languages of the branch. Those that are left out are untranslated.
        translations: BTreeMap<String, Short<Translation>>,
    }

    /// A translation. Its text alone will do, or the forms of a plural with their texts.
    Translation {
        ;
        id: u64,
        /// The text of a key that is no plural.
        text: Option<String>,
        /// The forms of a plural under any name, in place of those below.
        forms: BTreeMap<String, String>,
        zero: Option<String>,
        one: Option<String>,
        two: Option<String>,
        few: Option<String>,
        many: Option<String>,
        other: Option<String>,
        /// When the key was translated last where it is left out.
        modified_at: Option<Moment>,
        /// The user who wrote it, by id or e-mail: who made the branch.
        modified_by: Option<Reference>,
        /// Whether it is reviewed; where it is left out, it is if there is who reviewed it.
        reviewed: Option<bool>,
        /// The user who reviewed it, by id or e-mail.
        reviewed_by: Option<Reference>,
        unverified: bool,
        /// Custom translation statuses of the project, by id or title.
        statuses: Vec<Reference>,
    }

    /// What is known of a screenshot; its picture is not kept.
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
        /// The user who wrote it, by id or e-mail: the owner of the project.
        author: Option<Reference>,
        added_at: Option<Moment>,
    }

    /// A process that has ended: an import, or else an export.
    Process {
        ;
        id: Uuid,
        /// One that has ended; `finished` where it is left out.
        status: ProcessStatus,
        message: String,
        /// The user who started it, by id or e-mail: the owner of the project.
        created_by: Option<Reference>,
        created_at: Option<Moment>,
        /// What was asked for: the body of the upload without its data, or of the export.
        options: Map<String, Value>,
        import: Option<ImportResult>,
        export: Option<Export>,
    }

    /// What became of an export. Its bundle is not kept.
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
