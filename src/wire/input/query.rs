//! What queries hold besides numbers and text: flags as `1` and `0`, and lists in one text.

use std::fmt::{self, Display};
use std::marker::PhantomData;

use serde::{Serialize, Serializer};

use super::{Input, Unfit, converted};

/// A flag of a query: `true` and `false` are given, `1` and `0` are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QueryFlag(bool);

impl From<bool> for QueryFlag {
    fn from(flag: bool) -> Self {
        Self(flag)
    }
}

impl From<&bool> for QueryFlag {
    fn from(flag: &bool) -> Self {
        Self(*flag)
    }
}

converted!(QueryFlag);

impl Serialize for QueryFlag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.into())
    }
}

/// What stands between the values of a list that is sent in one text.
const COMMA: char = ',';

/// A list of a query that is sent in one text, its values parted by commas.
///
/// Anything that can be iterated over is given: values, or what can be given for one. The service
/// takes every comma for the end of a value, and knows no way to write one that is part of it: a
/// value with a comma is refused before anything is sent. So is an empty value, and an empty list,
/// which would not restrict anything where a caller means "none of all".
#[derive(Clone, PartialEq, Eq)]
pub struct CommaList<T> {
    text: String,
    values: PhantomData<fn() -> T>,
}

impl<L, T> Input<CommaList<T>> for L
where
    L: IntoIterator<Item: Input<T>>,
    T: Display,
{
    fn input(self) -> Result<CommaList<T>, Unfit> {
        let mut text = String::new();
        for (index, value) in self.into_iter().enumerate() {
            let value = value.input().and_then(|value| part(&value));
            let value = value.map_err(|unfit| unfit.within(&format!("[{index}]")))?;
            if index > 0 {
                text.push(COMMA);
            }
            text.push_str(&value);
        }
        if text.is_empty() {
            return Err(Unfit::new("is an empty list: leave it out to have all"));
        }
        Ok(CommaList {
            text,
            values: PhantomData,
        })
    }
}

/// A value as it stands between commas.
fn part(value: &impl Display) -> Result<String, Unfit> {
    let text = value.to_string();
    if text.is_empty() {
        return Err(Unfit::new("is an empty text"));
    }
    match text.contains(COMMA) {
        true => Err(Unfit::new(
            "holds a comma, which the service takes for its end",
        )),
        false => Ok(text),
    }
}

impl<T> CommaList<T> {
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

impl<T> Serialize for CommaList<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<T> fmt::Debug for CommaList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CommaList").field(&self.text).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::types::AdminRight;

    fn text<T: Display>(list: impl Input<CommaList<T>>) -> Result<String, String> {
        let list = list.input().map_err(String::from)?;
        serde_json::to_value(list)
            .map_err(|error| error.to_string())
            .map(|value| value.as_str().unwrap_or_default().to_owned())
    }

    #[test]
    fn any_iterator_of_texts_ids_or_values_is_one_text() {
        assert_eq!(text::<String>(["a", "b c"]).as_deref(), Ok("a,b c"));
        assert_eq!(text::<i64>([3101, 3102]).as_deref(), Ok("3101,3102"));
        assert_eq!(
            text::<i64>((1..4_u8).filter(|id| *id != 2)).as_deref(),
            Ok("1,3")
        );
        assert_eq!(text::<i64>(vec!["7", "8"]).as_deref(), Ok("7,8"));
        let names = BTreeSet::from([String::from("b"), String::from("a")]);
        assert_eq!(text::<String>(&names).as_deref(), Ok("a,b"));
        let rights = [AdminRight::Upload, "paint".into()];
        assert_eq!(text::<AdminRight>(rights).as_deref(), Ok("upload,paint"));
    }

    #[test]
    fn what_would_be_other_values_is_refused_in_its_place() {
        let refused = |list: Result<String, String>, words: &str| {
            assert!(
                list.as_ref().is_err_and(|why| why.contains(words)),
                "{list:?}"
            );
        };
        refused(text::<String>(["a", "b,c"]), "`[1]` holds a comma");
        refused(text::<String>(["", "b"]), "`[0]` is an empty text");
        refused(text::<AdminRight>(["a,b"]), "`[0]` holds a comma");
        refused(text::<i64>(["x"]), "`[0]` is no integer");
        refused(text::<i64>(Vec::<i64>::new()), "is an empty list");
    }
}
