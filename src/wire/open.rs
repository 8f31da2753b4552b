//! Open enums: unknown values decode, print and are sent back unchanged.

/// Defines an enum of text values that keeps any other value as `Other`.
macro_rules! open_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal $(| $alias:literal)*),* $(,)? }
    ) => {
        $(#[$meta])*
        ///
        /// Unknown values are kept as `Other`. Text converts into the listed variant, if any.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant,)*
            /// A value that is not in the document.
            Other(String),
        }

        impl $name {
            /// Returns the value as requests have it.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)*
                    Self::Other(value) => value,
                }
            }
        }

        /// An empty value, for responses built in tests.
        impl Default for $name {
            fn default() -> Self {
                Self::Other(String::new())
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl<S: AsRef<str> + ?Sized> From<&S> for $name {
            fn from(value: &S) -> Self {
                match value.as_ref() {
                    $($value $(| $alias)* => Self::$variant,)*
                    value => Self::Other(value.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                match value.as_str() {
                    $($value $(| $alias)* => Self::$variant,)*
                    _ => Self::Other(value),
                }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(value: &str) -> Result<Self, Self::Err> {
                Ok(value.into())
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl crate::wire::decode::Decode for $name {
            fn decode(
                reader: &mut crate::wire::decode::Reader<'_>,
            ) -> crate::wire::decode::Result<Self> {
                reader.lenient_text().map(|text| Self::from(&*text))
            }
        }

        crate::wire::decode::deserialize!($name);
    };
}

/// Defines an enum of numbers that keeps any other number as `Other`.
macro_rules! open_integer_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)? }
    ) => {
        $(#[$meta])*
        ///
        /// Unknown numbers are kept as `Other`. A number converts into the listed variant, if any.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant,)*
            /// A number that is not in the document.
            Other(i64),
        }

        impl From<$name> for i64 {
            fn from(value: $name) -> Self {
                match value {
                    $($name::$variant => $value,)*
                    $name::Other(value) => value,
                }
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                match value {
                    $($value => Self::$variant,)*
                    _ => Self::Other(value),
                }
            }
        }

        impl From<i32> for $name {
            fn from(value: i32) -> Self {
                i64::from(value).into()
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::num::ParseIntError;

            fn from_str(value: &str) -> Result<Self, Self::Err> {
                value.parse::<i64>().map(Self::from)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&i64::from(*self), f)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64((*self).into())
            }
        }

        impl crate::wire::decode::Decode for $name {
            fn decode(
                reader: &mut crate::wire::decode::Reader<'_>,
            ) -> crate::wire::decode::Result<Self> {
                <i64 as crate::wire::decode::Decode>::decode(reader).map(Self::from)
            }
        }

        crate::wire::decode::deserialize!($name);
    };
}

pub(crate) use {open_enum, open_integer_enum};
