//! The methods that all generated calls and bodies have.

/// Defines setters of optional fields: `Plain` values are copied, `List`s are of anything that
/// converts into their elements, and a `Value` is what converts into it.
macro_rules! setters {
    ($type:ident { $($(#[$meta:meta])* $name:ident: $kind:ident<$value:ty>,)* }) => {
        impl $type {
            $(setters!(@$kind [$(#[$meta])*] $name $value => $name);)*
        }
    };
    (@body $type:ident { $($(#[$meta:meta])* $name:ident: $kind:ident<$value:ty>,)* }) => {
        impl $type {
            $(setters!(@$kind [$(#[$meta])*] $name $value => body.$name);)*
        }
    };
    (@Plain [$($meta:tt)*] $name:ident $value:ty => $($place:tt)*) => {
        $($meta)*
        pub fn $name(mut self, value: impl Into<Option<$value>>) -> Self {
            self.$($place)* = value.into();
            self
        }
    };
    (@List [$($meta:tt)*] $name:ident $element:ty => $($place:tt)*) => {
        $($meta)*
        pub fn $name<K>(mut self, value: impl IntoOptionList<$element, K>) -> Self {
            self.$($place)* = value.into_option_list();
            self
        }
    };
    (@Value [$($meta:tt)*] $name:ident $value:ty => $($place:tt)*) => {
        $($meta)*
        pub fn $name<K>(mut self, value: impl IntoOption<$value, K>) -> Self {
            self.$($place)* = value.into_option();
            self
        }
    };
}

/// Defines a body: its struct, `new` with its required fields, its setters, and those of the calls
/// that send it. The kinds of fields are those of [`setters`].
macro_rules! body {
    (
        $(#[$meta:meta])*
        pub struct $body:ident for [$($call:ident),*] {
            $($(#[$doc:meta])* $given:ident $(= $wire:literal)?: $kind:ident<$type:ty>,)*
        }
        $(constant {
            $($(#[$constant_doc:meta])* $constant:ident: $constant_type:ty = $value:expr,)*
        })?
        optional {
            $($(#[$note:meta])* $field:ident $(= $name:literal)?: $way:ident<$inner:ty>,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub struct $body {
            $($(#[$doc])* pub $given: body!(@type $kind $type),)*
            $($($(#[$constant_doc])* pub $constant: $constant_type,)*)?
            $($(#[$note])* pub $field: Option<body!(@type $way $inner)>,)*
            /// Fields that the document does not name, by their names.
            pub extra: $crate::serde_json::Map<String, Value>,
        }

        object! {
            $body { $($given $(= $wire)?,)* $($($constant,)*)? }
            optional { $($field $(= $name)?,)* }
            others in extra
        }

        impl $body {
            /// Creates a body with its required fields.
            pub fn new($($given: body!(@argument $kind $type)),*) -> Self {
                Self {
                    $($given: body!(@value $kind $given),)*
                    $($($constant: $value,)*)?
                    $($field: None,)*
                    extra: Default::default(),
                }
            }

            /// Sets a field that the document lacks. Sending fails if the document has this field.
            pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
                self.extra.insert(name.into(), value.into());
                self
            }
        }

        setters!($body { $($(#[$note])* $field: $way<$inner>,)* });
        body! { @calls [$($call)*] $body [$($given)*]
            { $($(#[$note])* $field: $way<$inner>,)* } }
        body!(@default $body [$($given)*]);
    };
    (@calls [] $($rest:tt)*) => {};
    (@calls [$call:ident $($others:ident)*] $body:ident [$($given:ident)*] $setters:tt) => {
        setters!(@body $call $setters);

        impl $call {
            /// Sets the body, except for the arguments of the call.
            pub fn body(mut self, body: impl Into<$body>) -> Self {
                self.body = $body { $($given: self.body.$given,)* ..body.into() };
                self
            }

            /// Sets a field of the body that the document lacks. Sending fails if the document
            /// has this field.
            pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
                self.body = self.body.extra(name, value);
                self
            }
        }

        body!(@calls [$($others)*] $body [$($given)*] $setters);
    };
    (@default $body:ident []) => {
        impl Default for $body {
            fn default() -> Self {
                Self::new()
            }
        }
    };
    (@default $body:ident $given:tt) => {};
    (@type List $element:ty) => { Vec<$element> };
    (@type $kind:ident $type:ty) => { $type };
    (@argument Plain $type:ty) => { $type };
    (@argument List $element:ty) => { impl IntoIterator<Item: Into<$element>> };
    (@argument Value $type:ty) => { impl Into<$type> };
    (@value Plain $given:ident) => { $given };
    (@value List $given:ident) => { $given.into_iter().map(Into::into).collect() };
    (@value Value $given:ident) => { $given.into() };
}

/// Defines the setter of a body of which there are several kinds.
macro_rules! whole_body {
    ($call:ident as $body:ident) => {
        impl $call {
            /// Replaces the whole body.
            pub fn body(mut self, body: impl Into<$body>) -> Self {
                self.body = body.into();
                self
            }
        }
    };
}

/// Defines a body of which there are several kinds.
macro_rules! one_of {
    ($(#[$meta:meta])* pub enum $body:ident { $($kind:ident),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub enum $body {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] $kind($kind),)*
        }

        $(impl From<$kind> for $body {
            fn from(body: $kind) -> Self {
                Self::$kind(body)
            }
        })*

        impl serde::Serialize for $body {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$kind(body) => body.serialize(serializer),)*
                }
            }
        }

        /// The first kind that it can be.
        impl<'de> serde::Deserialize<'de> for $body {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let json = serde_json::Value::deserialize(deserializer)?;
                $(if let Ok(body) = serde_json::from_value::<$kind>(json.clone()) {
                    return Ok(Self::$kind(body));
                })*
                Err(serde::de::Error::custom(concat!("no kind of ", stringify!($body))))
            }
        }
    };
}

/// Defines the methods that all calls have; `send` only with a type of the response.
macro_rules! methods {
    ($call:ident $(-> $response:ty)?) => {
        impl $call {
            /// Sets options for this call: see [`CallOptions`].
            pub fn options(mut self, options: CallOptions) -> Self {
                self.options = self.options.overridden_by(&options);
                self
            }

            $(
                /// Sends the request.
                pub async fn send(self) -> Result<$crate::Response<$response>, Error> {
                    self.call()?.send().await
                }
            )?
        }
    };
}

/// Defines the streams of a list, by its kind of pagination.
macro_rules! list {
    (page $call:ident -> $page:ty { $field:ident: $item:ty }) => {
        list! { @streams $call $page, $item, Number,
            ", from `page` if it is set. Requests pages of `limit` items, or of 500" }
    };
    (cursor_or_page $call:ident -> $page:ty { $field:ident: $item:ty }) => {
        list! { @streams $call $page, $item, CursorOrNumber,
            ": by cursor, from `cursor` if it is set; or by page number if `page` is set, or \
             `pagination` is `offset`. Requests pages of `limit` items, or of 500" }
    };
    (after $call:ident -> $page:ty { $field:ident: $item:ty }) => {
        list! { @streams $call $page, $item, Cursor("after"),
            ": forward from `after`, or from the start, or backward from `before` if it is set" }

        impl $call {
            /// Streams the items of all pages as the caller's type: see `stream`.
            pub fn stream_of<T>(self) -> $crate::pages::Items<T>
            where
                T: serde::de::DeserializeOwned + Send + 'static,
            {
                let paging = Paging::Cursor("after");
                let field = stringify!($field).to_owned();
                $crate::pages::Items::foreign(self.call(), Some(paging), Some(field))
            }
        }
    };
    (body $call:ident -> $page:ty { $field:ident: $item:ty }) => {
        list! { @streams $call $page, $item, Cursor("cursor"),
            ", from `cursor` if it is set" }
    };
    (@streams $call:ident $page:ty, $item:ty, $kind:ident$(($by:literal))?, $docs:literal) => {
        methods!($call -> $page);

        impl $call {
            #[doc = concat!("Streams the items of all pages", $docs, ". ")]
            #[doc = "See [`pages`](crate::pages)."]
            pub fn stream(self) -> $crate::pages::Items<$item> {
                $crate::pages::Items::new::<$page>(self.call(), Paging::$kind$(($by))?)
            }

            #[doc = concat!("Streams the pages", $docs, ". See [`pages`](crate::pages).")]
            pub fn pages(self) -> $crate::pages::Pages<$page> {
                $crate::pages::Pages::new(self.call(), Paging::$kind$(($by))?)
            }
        }
    };
}

// A generated file imports all of this module: for its own code, and for the expansions.
pub(crate) use std::collections::BTreeMap;

pub(crate) use chrono::{DateTime, Utc};
pub(crate) use reqwest::Method;
pub(crate) use serde_json::Value;
pub(crate) use uuid::Uuid;

pub(crate) use crate::call::Call;
pub(crate) use crate::call::path::RequestPath;
pub(crate) use crate::files::Content;
pub(crate) use crate::optional::{IntoOption, IntoOptionList};
pub(crate) use crate::pages::{Paging, page};
pub(crate) use crate::wait::{job, starts};
pub(crate) use crate::wire::decode::object;
pub(crate) use crate::wire::open::{open_enum, open_integer_enum};
pub(crate) use crate::wire::operation::{Operation, Server};
pub(crate) use crate::wire::quirks;
pub(crate) use crate::{Base64, CallOptions, Client, Error, Secret, UrlText};
pub(crate) use {body, list, methods, one_of, setters, whole_body};
