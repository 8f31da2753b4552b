//! The parameters of a request, as text.

use std::collections::HashMap;

use axum::http::HeaderMap;

use crate::document::ParameterLocation;

#[derive(Debug)]
pub(crate) struct Parameters<'a> {
    pub(crate) path: &'a [(String, String)],
    pub(crate) query: &'a HashMap<String, String>,
    pub(crate) headers: &'a HeaderMap,
}

impl Parameters<'_> {
    pub(super) fn get(&self, location: ParameterLocation, name: &str) -> Option<&str> {
        match location {
            ParameterLocation::Path => {
                self.path.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
            }
            ParameterLocation::Query => self.query.get(name).map(String::as_str),
            ParameterLocation::Header => self.headers.get(name)?.to_str().ok(),
        }
    }
}
