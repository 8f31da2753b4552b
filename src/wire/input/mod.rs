//! What can be given for a parameter or for a field of a body, and why it does not fit.
//!
//! Setters take what one writes first: text of any kind, any integer, a list of any of them, a
//! builder where its body is wanted. What does not fit is an error of the call, before anything is
//! sent, that names the place: `` `contributors[3].email` is missing in the body ``.
//!
//! ```
//! # fn example(client: &l10n_client::Client) {
//! use l10n_client::types::{AdminRight, ContributorInvitation, LanguageAccess};
//!
//! let language = LanguageAccess::builder().lang_iso("de").is_writable(true);
//! let person = ContributorInvitation::builder().email("ada@example.com").languages([language]);
//! let rights = [AdminRight::Upload, "glossary".into()];
//! let call = client.create_contributors().project_id("garnet-7041.26")
//!     .body_map(|body| body.contributors([person.admin_rights(rights)]));
//! # drop(call);
//! # }
//! ```
//!
//! Flags of queries are given as `true` and `false`, and sent as `1` and `0`. Filters that take
//! several values take anything that can be iterated over, and send one text: see [`CommaList`].
//!
//! ```
//! # fn example(client: &l10n_client::Client) {
//! let ids = [3101, 3102, 3103];
//! let call = client.list_keys().project_id("garnet-7041.26")
//!     .filter_key_ids(ids.iter().filter(|id| *id % 2 == 1)).include_translations(true);
//! # drop(call);
//! # }
//! ```

mod query;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Display};
use std::sync::Arc;

use serde_json::{Map, Value};
use uuid::Uuid;

pub use query::{CommaList, QueryFlag};

/// What can be given where a `T` is wanted.
///
/// Text is taken by value or by reference; integers of every size, and from text; UUIDs, also from
/// text, and from the optional ones of answers; lists from arrays (up to 32 elements), vectors,
/// slices and sets whose elements can be given; bodies also as their builders.
///
/// A type of your own can be given once it implements this:
///
/// ```
/// use l10n_client::input::{Input, Unfit};
///
/// struct ProjectId(u64);
///
/// impl Input<String> for ProjectId {
///     fn input(self) -> Result<String, Unfit> {
///         match self.0 {
///             0 => Err(Unfit::new("is 0, which is no project")),
///             id => Ok(format!("garnet-{id}.26")),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given where `{T}` is wanted",
    note = "a list is given as an array, a vector, a slice or a set: collect an iterator"
)]
pub trait Input<T> {
    /// The value that is wanted.
    ///
    /// # Errors
    ///
    /// Why this one does not fit.
    fn input(self) -> Result<T, Unfit>;
}

/// Why a value does not fit, and where it was given. It becomes an [`Error`](crate::Error) of the
/// kind `InvalidRequest` when the call is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The name of the parameter, or the path of the field.
    place: Cow<'static, str>,
    why: Why,
    /// What would be right.
    advice: Cow<'static, str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Why {
    /// Words that follow the name.
    Words(Cow<'static, str>),
    /// An integer beyond what its type holds, and the end of that.
    Beyond { value: String, end: i64 },
    /// A parameter that was not set: what each required one of a call is before it is. So it is
    /// put into words only when it is shown.
    MissingParameter,
}

impl Unfit {
    /// A value that does not fit, in words to follow the name of its place: "is no UUID". They
    /// are shown in errors: let them quote nothing that is secret.
    pub fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            place: Cow::Borrowed(""),
            why: Why::Words(why.into()),
            advice: Cow::Borrowed(""),
        }
    }

    fn beyond(value: &impl Display, end: i64) -> Self {
        Self {
            why: Why::Beyond {
                value: value.to_string(),
                end,
            },
            ..Self::new("")
        }
    }

    /// A parameter that was not set.
    pub(crate) fn missing_parameter(name: &'static str) -> Self {
        Self {
            place: Cow::Borrowed(name),
            why: Why::MissingParameter,
            advice: Cow::Borrowed(""),
        }
    }

    /// A field of a body that was not set.
    pub(crate) fn missing_field(name: &'static str) -> Self {
        Self {
            place: Cow::Borrowed(name),
            ..Self::new("is missing in the body")
        }
    }

    /// The same, seen from one level further out.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        let link = match self.place.starts_with('[') || self.place.is_empty() {
            true => "",
            false => ".",
        };
        self.place = format!("{outer}{link}{}", self.place).into();
        self
    }

    /// Adds what would be right, unless something within says it already.
    fn advise(mut self, advice: &'static str) -> Self {
        if !self.place.contains('.') {
            self.advice = Cow::Borrowed(advice);
        }
        self
    }

    /// Names the greatest value that the document allows, which is less than what the type holds.
    fn up_to(mut self, maximum: i64) -> Self {
        if let Why::Beyond { end, .. } = &mut self.why
            && *end > maximum
        {
            *end = maximum;
        }
        self
    }
}

impl Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "`{}` ", self.place)?;
        }
        match &self.why {
            Why::Words(words) => f.write_str(words)?,
            Why::Beyond { value, end } if *end < 0 => {
                write!(f, "is {value}, and {end} is the minimum")?
            }
            Why::Beyond { value, end } => write!(f, "is {value}, and {end} is the maximum")?,
            Why::MissingParameter => {
                let name = &self.place;
                write!(f, "is missing: call `.{name}(..)` before `.send()`")?
            }
        }
        match &*self.advice {
            "" => Ok(()),
            advice => write!(f, " ({advice})"),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<Unfit> for String {
    fn from(unfit: Unfit) -> Self {
        unfit.to_string()
    }
}

/// Adds a field that a body does not know by itself.
pub(crate) fn extra(
    fields: &mut Result<Map<String, Value>, Unfit>,
    known: &[&str],
    name: String,
    value: serde_json::Result<Value>,
) {
    let Ok(all) = fields else { return };
    let why = match value {
        Ok(value) if !known.contains(&&*name) => {
            all.insert(name, value);
            return;
        }
        Ok(_) => Unfit::new("is a field that has a setter of its own"),
        Err(error) => Unfit::new(format!("is no JSON: {error}")),
    };
    *fields = Err(why.within(&name));
}

/// The value of a setter. `advice` says what would be right.
pub(crate) fn given<T>(
    name: &'static str,
    advice: &'static str,
    value: impl Input<T>,
) -> Result<T, Unfit> {
    let value = value.input();
    value.map_err(|unfit| unfit.advise(advice).within(name))
}

/// The value of a setter of a number with a maximum.
pub(crate) fn given_up_to<T>(
    name: &'static str,
    maximum: i64,
    value: impl Input<T>,
) -> Result<T, Unfit> {
    let value = value.input();
    value.map_err(|unfit| unfit.up_to(maximum).within(name))
}

macro_rules! text {
    ($($given:ty),*) => {
        $(impl Input<String> for $given {
            fn input(self) -> Result<String, Unfit> {
                Ok(self.into())
            }
        })*
    };
}

text!(String, Box<str>, Cow<'_, str>, char);

impl Input<String> for Arc<str> {
    fn input(self) -> Result<String, Unfit> {
        Ok(self.as_ref().to_owned())
    }
}

impl<S: AsRef<str> + ?Sized> Input<String> for &S {
    fn input(self) -> Result<String, Unfit> {
        Ok(self.as_ref().to_owned())
    }
}

impl Input<bool> for bool {
    fn input(self) -> Result<bool, Unfit> {
        Ok(self)
    }
}

impl Input<bool> for &bool {
    fn input(self) -> Result<bool, Unfit> {
        Ok(*self)
    }
}

macro_rules! integer {
    ($wanted:ty: $($given:ty)*) => {
        $(
            impl Input<$wanted> for $given {
                fn input(self) -> Result<$wanted, Unfit> {
                    #[allow(unused_comparisons, reason = "some types have a sign")]
                    let end = match self < 0 {
                        true => <$wanted>::MIN,
                        false => <$wanted>::MAX,
                    };
                    self.try_into().map_err(|_| Unfit::beyond(&self, end.into()))
                }
            }

            impl Input<$wanted> for &$given {
                fn input(self) -> Result<$wanted, Unfit> {
                    Input::<$wanted>::input(*self)
                }
            }
        )*
        parsed!($wanted, "is no integer, or too large for one");
    };
}

/// What is read from text as well.
macro_rules! parsed {
    ($wanted:ty, $why:literal) => {
        parsed!($wanted, $why, &str, &&str, String, &String);
    };
    ($wanted:ty, $why:literal, $($given:ty),*) => {
        $(impl Input<$wanted> for $given {
            fn input(self) -> Result<$wanted, Unfit> {
                self.trim().parse().map_err(|_| Unfit::new($why))
            }
        })*
    };
}

integer!(i32: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
integer!(i64: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
parsed!(Uuid, "is no UUID");

impl Input<Uuid> for Uuid {
    fn input(self) -> Result<Uuid, Unfit> {
        Ok(self)
    }
}

impl Input<Uuid> for &Uuid {
    fn input(self) -> Result<Uuid, Unfit> {
        Ok(*self)
    }
}

/// Answers have UUIDs that may be missing.
impl<V: Input<Uuid>> Input<Uuid> for Option<V> {
    fn input(self) -> Result<Uuid, Unfit> {
        self.ok_or(Unfit::new("is none, for it was not there to be given"))?
            .input()
    }
}

/// The values of a list, each of which can be given.
fn list<V: Input<T>, T>(values: impl IntoIterator<Item = V>) -> Result<Vec<T>, Unfit> {
    let values = values.into_iter().enumerate();
    values
        .map(|(index, value)| {
            value
                .input()
                .map_err(|unfit| unfit.within(&format!("[{index}]")))
        })
        .collect()
}

/// Lists one by one, and not whatever can be iterated over: of `[]` nothing tells the type of its
/// elements, unless only one will do.
impl<T> Input<Vec<T>> for [T; 0] {
    fn input(self) -> Result<Vec<T>, Unfit> {
        Ok(Vec::new())
    }
}

macro_rules! arrays {
    ($($length:literal)*) => {
        $(impl<V: Input<T>, T> Input<Vec<T>> for [V; $length] {
            fn input(self) -> Result<Vec<T>, Unfit> {
                list(self)
            }
        })*
    };
}

arrays!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

macro_rules! lists {
    ($([$($generics:tt)*] $given:ty, $element:ty;)*) => {
        $(impl<$($generics)*, T> Input<Vec<T>> for $given
        where
            $element: Input<T>,
        {
            fn input(self) -> Result<Vec<T>, Unfit> {
                list(self)
            }
        })*
    };
}

lists! {
    [V] Vec<V>, V;
    [V] BTreeSet<V>, V;
    [V, S] HashSet<V, S>, V;
    ['a, V] &'a [V], &'a V;
    ['a, V] &'a Vec<V>, &'a V;
    ['a, V] &'a BTreeSet<V>, &'a V;
    ['a, V, S] &'a HashSet<V, S>, &'a V;
}

impl<'a, V, T, const N: usize> Input<Vec<T>> for &'a [V; N]
where
    &'a V: Input<T>,
{
    fn input(self) -> Result<Vec<T>, Unfit> {
        list(self)
    }
}

/// Types to which all that can be given converts without fail.
macro_rules! converted {
    ($wanted:ty) => {
        impl<V: Into<$wanted>> $crate::input::Input<$wanted> for V {
            fn input(self) -> Result<$wanted, $crate::input::Unfit> {
                Ok(self.into())
            }
        }
    };
}

/// A type of text that not all text fits: one that says why when it is parsed.
macro_rules! short_text {
    ($wanted:ty) => {
        impl<V: $crate::input::Input<String>> $crate::input::Input<$wanted> for V {
            fn input(self) -> Result<$wanted, $crate::input::Unfit> {
                let text = self.input()?;
                text.parse()
                    .map_err(|why| $crate::input::Unfit::new(format!("is {why}")))
            }
        }

        impl $crate::input::Input<$wanted> for $wanted {
            fn input(self) -> Result<$wanted, $crate::input::Unfit> {
                Ok(self)
            }
        }
    };
}

pub(crate) use {converted, short_text};

converted!(crate::Base64);
converted!(crate::Secret);
