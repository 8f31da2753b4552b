//! The configuration: `l10n.toml`, which is checked as it is read.

mod file;
mod unknown;

use std::path::Path;
use std::{fs, io};

pub(crate) use file::Config;
pub(crate) use unknown::nearest;

use serde_json::Value;

use crate::exit::{Done, Failure};

/// The name of the file.
pub(crate) const NAME: &str = "l10n.toml";

/// The JSON Schema of the configuration.
pub(crate) fn schema() -> Value {
    schemars::schema_for!(Config).to_value()
}

/// Reads the file.
pub(crate) fn read(path: &Path) -> Done<Config> {
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Failure::usage(format!("there is no configuration at {}", path.display()))
        }
        _ => Failure::local("read", path, &error),
    })?;
    parse(&text).map_err(|said| Failure::usage(format!("{}:\n  {said}", path.display())))
}

/// Reads a configuration, or says what is wrong with it.
fn parse(text: &str) -> Result<Config, String> {
    if let Some(said) = unknown::told(text, &schema()) {
        return Err(said);
    }
    toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', "\n  "))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_told_with_their_lines_and_the_nearest() {
        let text = "projct = \"p\"\n\n[[files]]\npattern = \"a\"\n\
                    upload = { replace_modified = true }\n\
                    patern = \".\"\n[login]\nclient = \"x\"\nsecret = \"y\"\n";
        assert_eq!(
            parse(text).unwrap_err(),
            "line 1: unknown key `projct`; did you mean `project`?\n  \
             line 6: unknown key `files.patern`; did you mean `pattern`?\n  \
             line 8: unknown key `login.client`; did you mean `client_id`?\n  \
             line 9: unknown key `login.secret`; known are: client_id, port, scopes"
        );
    }

    #[test]
    fn keys_of_earlier_versions_are_told_with_what_took_their_place() {
        let error = parse("ledger = \"l10n.lock\"\n[[push]]\nfiles = \"a\"\n").unwrap_err();
        assert!(error.contains("line 1: unknown key `ledger`: remove it"), "{error}");
        assert!(error.contains("line 2: unknown key `push`: write [[files]] groups"), "{error}");
    }

    #[test]
    fn values_that_do_not_fit_are_told() {
        let error = |text: &str| parse(text).unwrap_err();
        assert!(error("project = 7").contains("invalid type: integer `7`, expected a string"));
        assert!(error("[[files]]").contains("missing field `pattern`"));
        assert!(error("[[files]]\npattern = \"a\"\npush = \"some\"").contains("unknown variant"));
        assert!(error("a = [").contains("line 1"));
    }
}
