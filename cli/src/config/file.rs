//! `l10n.toml`: what it may hold. The JSON Schema of the configuration is made from these types.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use l10n_client::types::{FileExport, FileUpload};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The configuration of the tool `l10n`.
///
/// Relative paths and patterns are relative to the folder of this file. Every value but
/// the `project` and `branch` of a group can be given as an option of the command line and as a
/// variable of the environment as well; secrets only as variables or files, never here.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "l10n.toml")]
pub(crate) struct Config {
    /// Address of the API, with its version segment. Option `--base-url`, variable `L10N_BASE_URL`.
    pub(crate) base_url: Option<String>,
    /// Address of the authorization server, for `l10n login`. Option `--auth-url`, variable
    /// `L10N_AUTH_URL`.
    pub(crate) auth_url: Option<String>,
    /// Address of the cursor-paginated API, for `l10n api --server cursor`. Option
    /// `--cursor-api-url`, variable `L10N_CURSOR_API_URL`.
    pub(crate) cursor_api_url: Option<String>,
    /// Id of the project. Option `--project`, variable `L10N_PROJECT`.
    pub(crate) project: Option<String>,
    /// Branch of the project; none by default. Option `--branch`, variable `L10N_BRANCH`.
    pub(crate) branch: Option<String>,
    /// Local code of the language that translations start from, for groups of `[[push]]` that say
    /// `only = "base"`. Option `--base-lang`, variable `L10N_BASE_LANG`.
    pub(crate) base_lang: Option<String>,
    /// File that remembers what the service has, so that a push sends only what has changed.
    /// Option `--ledger`, variable `L10N_LEDGER`.
    pub(crate) ledger: Option<PathBuf>,
    /// Requests a second, at most: 6 by default, which is what the service allows a token; less
    /// where several machines share it. Option `--requests-per-second`, variable
    /// `L10N_REQUESTS_PER_SECOND`.
    pub(crate) requests_per_second: Option<NonZeroUsize>,
    /// Attempts at a request that fails in passing, the first included: 5 by default. An upload
    /// without an answer is looked for before it is sent again. Option `--attempts`, variable
    /// `L10N_ATTEMPTS`.
    pub(crate) attempts: Option<NonZeroU32>,
    /// Codes of languages: the local one, and that of the service. What is not listed is the same
    /// in both places. Where several local codes stand for one of the service, a pull uses the
    /// first by alphabet. Option `--language`, variable `L10N_LANGUAGES`.
    #[serde(default)]
    pub(crate) languages: BTreeMap<String, String>,
    /// How users sign in with `l10n login`.
    pub(crate) login: Option<Login>,
    /// Groups of files to push, in this order.
    #[serde(default)]
    pub(crate) push: Vec<PushGroup>,
    /// Exports to pull, in this order.
    #[serde(default)]
    pub(crate) pull: Vec<PullGroup>,
}

/// The application that signs users in. Its secret is `L10N_CLIENT_SECRET`.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Login {
    /// Id of the application. Option `--client-id`, variable `L10N_CLIENT_ID`.
    pub(crate) client_id: Option<String>,
    /// What the user is asked to allow. Option `--scope`, variable `L10N_SCOPES`.
    pub(crate) scopes: Option<Vec<String>>,
    /// Port of the redirect URI `http://127.0.0.1:PORT/callback`, where the application is
    /// registered with one; any free port by default. Option `--port`, variable `L10N_LOGIN_PORT`.
    pub(crate) port: Option<u16>,
}

/// A group of files that are pushed with the same options.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PushGroup {
    /// Pattern of paths, or a list of them. `{lang}` stands for the local code of the language, `*`
    /// for any characters of a name, `**` for any folders. Arguments of `l10n push`, variable
    /// `L10N_PUSH_FILES`.
    pub(crate) files: OneOrMany,
    /// Local code of the language of all these files, where no path tells it. Option `--lang`,
    /// variable `L10N_PUSH_LANG`.
    pub(crate) lang: Option<String>,
    /// The languages to push, by their local codes; `base` is the base language. All by default.
    /// Option `--only`, variable `L10N_PUSH_ONLY`.
    #[serde(default)]
    pub(crate) only: OneOrMany,
    /// Languages to leave out. Option `--except`, variable `L10N_PUSH_EXCEPT`.
    #[serde(default)]
    pub(crate) except: OneOrMany,
    /// Names of the files at the service: `{path}`, the relative path (by default); `{name}`, the
    /// file name; `{lang}`, the code of the service, `{lang:_}` and `{lang:-}` with this separator;
    /// `{local_lang}`. Option `--name`, variable `L10N_PUSH_NAME`.
    pub(crate) name: Option<String>,
    /// Another project than that of the rest.
    pub(crate) project: Option<String>,
    /// Another branch than that of the rest.
    pub(crate) branch: Option<String>,
    /// How the files are imported. Option `--options`, variable `L10N_PUSH_OPTIONS`.
    #[serde(default)]
    #[schemars(schema_with = "upload_options")]
    pub(crate) options: Map<String, Value>,
}

/// An export that is pulled.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PullGroup {
    /// Format of the files, as the extension of their names: `json`, `xliff`. Option `--format`,
    /// variable `L10N_PULL_FORMAT`.
    pub(crate) format: Option<String>,
    /// Folder that the files are put into; that of the configuration by default. Option
    /// `--folder`, variable `L10N_PULL_FOLDER`.
    pub(crate) folder: Option<PathBuf>,
    /// The languages to pull, by their local codes; `base` is the base language. All by default.
    /// Option `--only`, variable `L10N_PULL_ONLY`.
    #[serde(default)]
    pub(crate) only: OneOrMany,
    /// Pattern of local files, relative to `folder`, that are removed where the export has them no
    /// more. None by default. Option `--prune`, variable `L10N_PULL_PRUNE`.
    pub(crate) prune: Option<String>,
    /// Ends of lines in text files; as exported by default. Option `--line-endings`, variable
    /// `L10N_PULL_LINE_ENDINGS`.
    pub(crate) line_endings: Option<LineEndings>,
    /// Whether text files end with a newline; as exported by default. Option `--final-newline`,
    /// variable `L10N_PULL_FINAL_NEWLINE`.
    pub(crate) final_newline: Option<FinalNewline>,
    /// Whether files and folders may have names that begin with a dot, as `.storybook`; false by
    /// default, since programs read many of them unasked. Option `--dot-names`, variable
    /// `L10N_PULL_DOT_NAMES`.
    #[serde(default)]
    pub(crate) dot_names: bool,
    /// Another project than that of the rest.
    pub(crate) project: Option<String>,
    /// Another branch than that of the rest.
    pub(crate) branch: Option<String>,
    /// How the project is exported. Option `--options`, variable `L10N_PULL_OPTIONS`.
    #[serde(default)]
    #[schemars(schema_with = "export_options")]
    pub(crate) options: Map<String, Value>,
}

/// Ends of lines.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LineEndings {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    Crlf,
    /// As the service exports them.
    AsExported,
    /// As in the file that is replaced.
    AsInPlace,
}

/// The newline at the end of a file.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FinalNewline {
    /// As the service exports it.
    AsExported,
    /// One, always.
    Always,
    /// None.
    Never,
}

/// A text, or a list of texts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(crate) fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

/// Fields of an upload that have a place of their own, or none.
pub(super) const NO_UPLOAD_OPTIONS: [&str; 4] = ["cleanup_mode", "data", "filename", "lang_iso"];
/// Fields of an export that have a place of their own.
pub(super) const NO_EXPORT_OPTIONS: [&str; 3] = ["filter_langs", "format", "language_mapping"];

fn upload_options(generator: &mut SchemaGenerator) -> Schema {
    options(FileUpload::json_schema(generator), &NO_UPLOAD_OPTIONS)
}

fn export_options(generator: &mut SchemaGenerator) -> Schema {
    options(FileExport::json_schema(generator), &NO_EXPORT_OPTIONS)
}

/// The schema of a body, all of its fields optional and without some.
fn options(mut schema: Schema, without: &[&str]) -> Schema {
    for removed in ["required", "title", "description"] {
        schema.remove(removed);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| !without.contains(&name.as_str()));
        properties.values_mut().for_each(plain_description);
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// Takes the links out of a description, which lead into the documentation of Rust.
fn plain_description(schema: &mut Value) {
    let Some(Value::String(text)) = schema.get_mut("description") else {
        return;
    };
    while let Some((before, rest)) = text.split_once("[`") {
        let Some((name, after)) = rest.split_once("`](") else {
            break;
        };
        let after = after.split_once(')').map_or("", |(_, after)| after);
        *text = format!("{before}`{name}`{after}");
    }
}
