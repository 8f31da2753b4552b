//! Reads and checks the configuration, `l10n.toml`.

mod file;
mod unknown;

use std::path::Path;
use std::{fs, io};

pub(crate) use file::Config;
pub(crate) use unknown::nearest;

use serde_json::Value;

use crate::exit::{Failure, Result};

pub(crate) const NAME: &str = "l10n.toml";

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
    parse(&text).map_err(|message| Failure::usage(format!("{}:\n  {message}", path.display())))
}

fn parse(text: &str) -> Result<Config, String> {
    if let Some(message) = unknown::report(text, &schema()) {
        return Err(message);
    }
    toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', "\n  "))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_reported_with_their_line_and_the_nearest_key() {
        let text = "projct = \"p\"\n\n[[files]]\npattern = \"a\"\n\
                    upload = { replace_modified = true }\n\
                    patern = \".\"\n[login]\nclient = \"x\"\nsecret = \"y\"\n";
        assert_eq!(
            parse(text).unwrap_err(),
            "line 1: unknown key `projct`; did you mean `project`?\n  \
             line 6: unknown key `files.patern`; did you mean `pattern`?\n  \
             line 8: unknown key `login.client`; did you mean `client_id`?\n  \
             line 9: unknown key `login.secret`; known keys: client_id, port, scopes"
        );
    }

    #[test]
    fn invalid_values_are_reported() {
        let error = |text: &str| parse(text).unwrap_err();
        assert!(error("project = 7").contains("invalid type: integer `7`, expected a string"));
        assert!(error("[[files]]").contains("missing field `pattern`"));
        assert!(error("[[files]]\npattern = \"a\"\npush = \"some\"").contains("unknown variant"));
        assert!(error("a = [").contains("line 1"));
    }
}
