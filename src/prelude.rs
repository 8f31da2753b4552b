//! What generated code imports.

pub(crate) use std::collections::BTreeMap;

pub(crate) use chrono::{DateTime, Utc};
pub(crate) use reqwest::Method;
pub(crate) use serde_json::Value;
pub(crate) use uuid::Uuid;

pub(crate) use crate::call::Call;
pub(crate) use crate::call::builder::CallBuilder;
pub(crate) use crate::files::Content;
pub(crate) use crate::optional::{IntoOption, IntoOptionList};
pub(crate) use crate::pages::{Items, Pages, Paging, page};
pub(crate) use crate::wire::decode::object;
pub(crate) use crate::wire::open::{open_enum, open_integer_enum};
pub(crate) use crate::wire::operation::{Operation, Server};
pub(crate) use crate::wire::quirks;
pub(crate) use crate::wire::secret::to_json;
pub(crate) use crate::{
    Base64, CallOptions, Client, Error, Image, Response, Secret, UrlText, Wait,
};
