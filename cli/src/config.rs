//! Reads the configuration, `l10n.toml`. Its JSON Schema is generated from the types here.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::{fs, io};

use l10n_sync::FileGroup;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::exit::{Failure, Result};

pub(crate) const NAME: &str = "l10n.toml";

/// The configuration of the tool `l10n`.
///
/// Patterns are relative to the folder of this file. Options override environment variables, and
/// these override this file. Secrets are read from variables or other files, never from here.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "l10n.toml")]
pub(crate) struct Config {
    /// Address of the API, with its version segment. Option `--base-url`, variable `L10N_BASE_URL`.
    pub(crate) base_url: Option<String>,
    /// Address of the authorization server, for `l10n login`. Option `--auth-url`, variable
    /// `L10N_AUTH_URL`.
    pub(crate) auth_url: Option<String>,
    /// Address of the cursor API, for `l10n api --server cursor`. Option
    /// `--cursor-api-url`, variable `L10N_CURSOR_API_URL`.
    pub(crate) cursor_api_url: Option<String>,
    /// Id of the project. Option `--project`, variable `L10N_PROJECT`.
    pub(crate) project: Option<String>,
    /// Branch of the project; `auto` is the current Git branch, which a push creates if it is
    /// missing. By default, the default branch. Option `--branch`, variable `L10N_BRANCH`.
    pub(crate) branch: Option<String>,
    /// Code of the base language, from which others are translated. Option `--base-lang`, variable
    /// `L10N_BASE_LANG`.
    pub(crate) base_lang: Option<String>,
    /// Maximum number of requests per second: 6 by default, the service's limit for a token. Set
    /// less if several machines share the token. Option `--requests-per-second`, variable
    /// `L10N_REQUESTS_PER_SECOND`.
    pub(crate) requests_per_second: Option<NonZeroUsize>,
    /// Maximum number of attempts for a request, including the first: 5 by default. Option
    /// `--attempts`, variable `L10N_ATTEMPTS`.
    pub(crate) attempts: Option<NonZeroU32>,
    /// Language codes that differ, as local = service. They apply to `{lang}`; a group can override
    /// them. Option `--language`, variable `L10N_LANGUAGES`.
    #[serde(default)]
    pub(crate) languages: BTreeMap<String, String>,
    /// The application for `l10n login`.
    pub(crate) login: Option<Login>,
    /// Groups of files, in the order in which they are imported.
    #[serde(default)]
    pub(crate) files: Vec<FileGroup>,
    /// Patterns of service file names that a pull ignores, such as those of another repository.
    #[serde(default)]
    pub(crate) ignore: Vec<String>,
}

/// The application that users sign in to. Its secret is read from `L10N_CLIENT_SECRET`.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Login {
    /// Id of the application. Option `--client-id`, variable `L10N_CLIENT_ID`.
    pub(crate) client_id: Option<String>,
    /// Scopes to request. Option `--scope`, variable `L10N_SCOPES`.
    pub(crate) scopes: Option<Vec<String>>,
    /// Port of the redirect URI `http://127.0.0.1:PORT/callback`, if the application is registered
    /// with one; any free port by default. Option `--port`, variable `L10N_LOGIN_PORT`.
    pub(crate) port: Option<u16>,
}

/// Returns the JSON Schema of the configuration.
pub(crate) fn schema() -> Value {
    schemars::schema_for!(Config).to_value()
}

pub(crate) fn read(path: &Path) -> Result<Config> {
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Failure::usage(format!("no configuration at {}: correct --config", path.display()))
        }
        _ => Failure::local("read", path, &error),
    })?;
    toml::from_str(&text).map_err(|error| {
        let message = error.to_string().trim_end().replace('\n', "\n  ");
        Failure::usage(format!("{}:\n  {message}", path.display()))
    })
}
