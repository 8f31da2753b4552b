//! `l10n.toml`: what it may hold. The JSON Schema of the configuration is made from these types.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use schemars::JsonSchema;
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
