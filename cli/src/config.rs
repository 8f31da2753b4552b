//! Reads the configuration, `l10n.toml`. Its JSON Schema is generated from the types here.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::{fs, io};

use l10n_sync::FileGroup;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exit::{Failure, Result};

pub(crate) const NAME: &str = "l10n.toml";

/// The configuration of the tool `l10n`.
///
/// Patterns are relative to the folder of this file. Options override environment variables, and
/// these override this file: `--base-url` and `L10N_BASE_URL` override `base_url`, and so on.
/// Secrets are read from variables or other files, never from here.
#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "l10n.toml")]
pub(crate) struct Config {
    /// Address of the API, with its version segment.
    pub(crate) base_url: Option<String>,
    /// Id of the project.
    pub(crate) project: Option<String>,
    /// Branch of the project; `auto` is the current Git branch, which a push creates if it is
    /// missing. By default, the default branch.
    pub(crate) branch: Option<String>,
    /// Code of the base language, from which others are translated.
    pub(crate) base_lang: Option<String>,
    /// Maximum number of requests per second: 6 by default, the service's limit for a token. Set
    /// less if several machines share the token.
    pub(crate) requests_per_second: Option<NonZeroUsize>,
    /// Maximum number of attempts for a request, including the first: 10 by default. Those with a
    /// 429 count only if it is 1.
    pub(crate) attempts: Option<NonZeroU32>,
    /// Language codes that differ, as local = service. They apply to `{lang}`; a group can override
    /// them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) languages: BTreeMap<String, String>,
    /// Groups of files, in the order in which they are imported.
    #[serde(default)]
    pub(crate) files: Vec<FileGroup>,
    /// Patterns of service file names that a pull ignores, such as those of another repository.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ignore: Vec<String>,
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
