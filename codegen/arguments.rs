//! The types of values in Rust, and how callers pass them.

use std::fmt;

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// A type that is copied: a number, a flag or a UUID.
    Plain(&'static str),
    Text,
    /// Any JSON.
    Json,
    /// A type of the document or of the crate.
    Named(String),
    List(Box<Type>),
    Map(Box<Type>),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(name) => f.write_str(name),
            Self::Text => f.write_str("String"),
            Self::Json => f.write_str("Value"),
            Self::Named(name) => f.write_str(name),
            Self::List(element) => write!(f, "Vec<{element}>"),
            Self::Map(entry) => write!(f, "BTreeMap<String, {entry}>"),
        }
    }
}

impl Type {
    pub(crate) fn argument(&self) -> String {
        match self {
            Self::Plain(name) => (*name).to_owned(),
            Self::List(element) => format!("impl IntoIterator<Item: Into<{element}>>"),
            Self::Map(entry) => {
                format!("impl IntoIterator<Item = (impl Into<String>, impl Into<{entry}>)>")
            }
            _ => format!("impl Into<{self}>"),
        }
    }

    pub(crate) fn initializer(&self, name: &str) -> String {
        match self {
            Self::Plain(_) => name.to_owned(),
            Self::List(_) => format!("{name}: {name}.into_iter().map(Into::into).collect()"),
            Self::Map(_) => {
                format!(
                    "{name}: {name}.into_iter().map(|(key, it)| (key.into(), it.into())).collect()"
                )
            }
            _ => format!("{name}: {name}.into()"),
        }
    }

    /// Returns the method that sets an optional value, at this place of `self`.
    pub(crate) fn setter(&self, name: &str, place: &str) -> String {
        let (kind, value, convert) = match self {
            Self::Plain(ty) => ("", format!("impl Into<Option<{ty}>>"), "into"),
            Self::List(element) => {
                ("<K>", format!("impl IntoOptionList<{element}, K>"), "into_option_list")
            }
            _ => ("<K>", format!("impl IntoOption<{self}, K>"), "into_option"),
        };
        format!(
            "pub fn {name}{kind}(mut self, value: {value}) -> Self {{
                 self.{place} = value.{convert}();
                 self
             }}\n"
        )
    }
}
