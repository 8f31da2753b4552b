//! The outline of a document: which OpenAPI object stands where.
//!
//! A key such as `description` or `enum` has its meaning only in an object of the right kind: in an
//! example, or as the name of a property, it is data.

use std::collections::HashMap;

use serde_json::Value;

/// The kinds of objects that rules look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Document,
    Info,
    Server,
    ServerVariable,
    Tag,
    Components,
    Paths,
    PathItem,
    Operation,
    Parameter,
    RequestBody,
    Responses,
    Response,
    Header,
    MediaType,
    Encoding,
    Example,
    Link,
    Callback,
    Schema,
    SecurityScheme,
}

/// Where an object holds other objects.
enum Member {
    /// Under this key.
    One(&'static str, Kind),
    /// In the list under this key.
    List(&'static str, Kind),
    /// In the map under this key.
    Map(&'static str, Kind),
    /// Under every key that is not an extension.
    Every(Kind),
}

/// The objects in an object, as OpenAPI 3.0.3 lays them out.
const fn members(kind: Kind) -> &'static [Member] {
    use Member::{Every, List, Map, One};
    match kind {
        Kind::Document => &[
            One("info", Kind::Info),
            List("servers", Kind::Server),
            List("tags", Kind::Tag),
            One("paths", Kind::Paths),
            One("components", Kind::Components),
        ],
        Kind::Components => &[
            Map("schemas", Kind::Schema),
            Map("responses", Kind::Response),
            Map("parameters", Kind::Parameter),
            Map("examples", Kind::Example),
            Map("requestBodies", Kind::RequestBody),
            Map("headers", Kind::Header),
            Map("securitySchemes", Kind::SecurityScheme),
            Map("links", Kind::Link),
            Map("callbacks", Kind::Callback),
        ],
        Kind::Server => &[Map("variables", Kind::ServerVariable)],
        Kind::Paths | Kind::Callback => &[Every(Kind::PathItem)],
        Kind::PathItem => &[
            List("servers", Kind::Server),
            List("parameters", Kind::Parameter),
            One("get", Kind::Operation),
            One("put", Kind::Operation),
            One("post", Kind::Operation),
            One("delete", Kind::Operation),
            One("options", Kind::Operation),
            One("head", Kind::Operation),
            One("patch", Kind::Operation),
            One("trace", Kind::Operation),
        ],
        Kind::Operation => &[
            List("servers", Kind::Server),
            List("parameters", Kind::Parameter),
            One("requestBody", Kind::RequestBody),
            One("responses", Kind::Responses),
            Map("callbacks", Kind::Callback),
        ],
        Kind::Parameter | Kind::Header => &[
            One("schema", Kind::Schema),
            Map("content", Kind::MediaType),
            Map("examples", Kind::Example),
        ],
        Kind::RequestBody => &[Map("content", Kind::MediaType)],
        Kind::Responses => &[Every(Kind::Response)],
        Kind::Response => &[
            Map("headers", Kind::Header),
            Map("content", Kind::MediaType),
            Map("links", Kind::Link),
        ],
        Kind::MediaType => &[
            One("schema", Kind::Schema),
            Map("examples", Kind::Example),
            Map("encoding", Kind::Encoding),
        ],
        Kind::Encoding => &[Map("headers", Kind::Header)],
        Kind::Link => &[One("server", Kind::Server)],
        Kind::Schema => &[
            Map("properties", Kind::Schema),
            One("additionalProperties", Kind::Schema),
            One("items", Kind::Schema),
            One("not", Kind::Schema),
            List("allOf", Kind::Schema),
            List("anyOf", Kind::Schema),
            List("oneOf", Kind::Schema),
        ],
        Kind::Info | Kind::ServerVariable | Kind::Tag | Kind::Example | Kind::SecurityScheme => &[],
    }
}

/// An object of the document, or a reference in its place.
#[derive(Debug)]
pub(super) struct Place<'d> {
    pub(super) kind: Kind,
    /// JSON pointer to it.
    pub(super) pointer: String,
    pub(super) value: &'d Value,
}

impl<'d> Place<'d> {
    /// Where the place refers to, if it is a reference.
    pub(super) fn reference(&self) -> Option<&'d str> {
        self.value.get("$ref")?.as_str()
    }

    /// The text under `key`, unless it is blank.
    pub(super) fn text(&self, key: &str) -> Option<&'d str> {
        let text = self.value.get(key)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// The elements of the list under `key`.
    pub(super) fn list(&self, key: &str) -> impl Iterator<Item = &'d Value> + use<'d> {
        self.value.get(key).and_then(Value::as_array).into_iter().flatten()
    }

    /// The members of the object itself.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'d String, &'d Value)> + use<'d> {
        self.value.as_object().into_iter().flatten()
    }

    /// The members of the object under `key`.
    pub(super) fn map(&self, key: &str) -> impl Iterator<Item = (&'d String, &'d Value)> + use<'d> {
        self.value.get(key).and_then(Value::as_object).into_iter().flatten()
    }

    /// Whether the place is a named component.
    pub(super) fn is_component(&self) -> bool {
        self.pointer.starts_with("/components/") && self.pointer.matches('/').count() == 3
    }

    /// JSON pointer to a place below.
    pub(super) fn below(&self, path: &str) -> String {
        format!("{}/{path}", self.pointer)
    }
}

/// All objects of a document.
#[derive(Debug)]
pub(super) struct Outline<'d> {
    pub(super) root: &'d Value,
    places: Vec<Place<'d>>,
    index: HashMap<String, usize>,
}

impl<'d> Outline<'d> {
    pub(super) fn new(root: &'d Value) -> Self {
        let mut places = Vec::new();
        walk(Kind::Document, String::new(), root, &mut places);
        let pointers = places.iter().map(|place| place.pointer.clone());
        let index = pointers.zip(0..).collect();
        Self { root, places, index }
    }

    /// All places, an object before those in it.
    pub(super) fn places(&self) -> &[Place<'d>] {
        &self.places
    }

    /// All objects of a kind, references left out.
    pub(super) fn of(&self, kind: Kind) -> impl Iterator<Item = &Place<'d>> {
        self.places.iter().filter(move |place| place.kind == kind && place.reference().is_none())
    }

    /// The operations of the paths (those of callbacks are requests of the service).
    pub(super) fn operations(&self) -> impl Iterator<Item = &Place<'d>> {
        self.of(Kind::Operation).filter(|place| {
            place.pointer.starts_with("/paths/") && place.pointer.matches('/').count() == 3
        })
    }

    /// The place at a pointer.
    pub(super) fn at(&self, pointer: &str) -> Option<&Place<'d>> {
        self.places.get(*self.index.get(pointer)?)
    }

    /// The objects in the list under `key`, references followed; each with the pointer of its
    /// entry.
    pub(super) fn entries<'o>(
        &'o self,
        place: &'o Place<'d>,
        key: &'o str,
    ) -> impl Iterator<Item = (String, &'o Place<'d>)> {
        let pointers =
            (0..place.list(key).count()).map(move |index| place.below(&format!("{key}/{index}")));
        pointers.filter_map(|pointer| {
            let object = self.resolve(&pointer)?;
            Some((pointer, object))
        })
    }

    /// The object at a pointer, references followed.
    pub(super) fn resolve(&self, pointer: &str) -> Option<&Place<'d>> {
        let mut place = self.at(pointer)?;
        // A chain longer than the document goes round in circles.
        for _ in &self.places {
            match place.reference() {
                None => return Some(place),
                Some(reference) => place = self.at(reference.strip_prefix('#')?)?,
            }
        }
        None
    }
}

fn walk<'d>(kind: Kind, pointer: String, value: &'d Value, places: &mut Vec<Place<'d>>) {
    if !value.is_object() {
        return;
    }
    let place = Place { kind, pointer, value };
    let children = if place.reference().is_none() { children(&place) } else { Vec::new() };
    places.push(place);
    for (kind, pointer, value) in children {
        walk(kind, pointer, value, places);
    }
}

fn children<'d>(place: &Place<'d>) -> Vec<(Kind, String, &'d Value)> {
    let mut found = Vec::new();
    for member in members(place.kind) {
        match *member {
            Member::One(key, kind) => {
                found.extend(place.value.get(key).map(|value| (kind, place.below(key), value)));
            }
            Member::List(key, kind) => found.extend(
                place
                    .list(key)
                    .enumerate()
                    .map(|(index, value)| (kind, place.below(&format!("{key}/{index}")), value)),
            ),
            Member::Map(key, kind) => found.extend(place.map(key).map(|(name, value)| {
                (kind, place.below(&format!("{key}/{}", escape(name))), value)
            })),
            Member::Every(kind) => found.extend(
                place
                    .members()
                    .filter(|(name, _)| !name.starts_with("x-"))
                    .map(|(name, value)| (kind, place.below(&escape(name)), value)),
            ),
        }
    }
    found
}

/// A key as a token of a JSON pointer (RFC 6901).
pub(super) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The key that a token of a JSON pointer stands for.
pub(super) fn unescape(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}
