//! The schemas that requests and responses use, and the examples, each with its JSON pointer.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use indexmap::IndexMap;
use openapiv3::{
    AdditionalProperties, Components, Content, Example, OpenAPI, Operation, Parameter,
    ParameterSchemaOrContent, PathItem, ReferenceOr, Response, Schema, SchemaKind, Type,
};
use serde_json::Value;

use super::pointer::escape;

/// A schema, or a reference to one.
#[derive(Clone, Copy)]
pub(super) enum Place<'d> {
    Reference(&'d str),
    Schema(&'d Schema),
}

impl<'d> Place<'d> {
    pub(super) fn of<S: Borrow<Schema>>(place: &'d ReferenceOr<S>) -> Self {
        match place {
            ReferenceOr::Reference { reference } => Self::Reference(reference),
            ReferenceOr::Item(schema) => Self::Schema(schema.borrow()),
        }
    }
}

/// Places by pointer; a reference and its target are two places.
pub(super) type Places<'d> = BTreeMap<String, Place<'d>>;

/// The places of a document on each side of a call.
pub(super) struct Sides<'d> {
    components: &'d Components,
    pub(super) requests: Places<'d>,
    pub(super) responses: Places<'d>,
    /// Pointers to an example and to its schema.
    pub(super) examples: Vec<(String, String, &'d Value)>,
    /// Pointers to parameters and bodies without an example.
    pub(super) bare: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Request,
    Response,
}

impl<'d> Sides<'d> {
    pub(super) fn of(api: &'d OpenAPI, components: &'d Components) -> Self {
        let mut sides = Self {
            components,
            requests: Places::new(),
            responses: Places::new(),
            examples: Vec::new(),
            bare: Vec::new(),
        };
        for (path, item) in &api.paths.paths {
            if let ReferenceOr::Item(item) = item {
                sides.item(
                    &format!("/paths/{}", escape(path)),
                    item,
                    [Side::Request, Side::Response],
                );
            }
        }
        sides
    }

    /// What a reference leads to; the schema itself if it is none.
    pub(super) fn resolve(&self, mut place: Place<'d>) -> Option<&'d Schema> {
        // References in a circle lead nowhere.
        for _ in 0..8 {
            match place {
                Place::Schema(schema) => return Some(schema),
                Place::Reference(reference) => {
                    let name = reference.strip_prefix("#/components/schemas/")?;
                    place = Place::of(self.components.schemas.get(name)?);
                }
            }
        }
        None
    }

    /// Walks a path item. A callback is a request of the service: its sides are swapped.
    fn item(&mut self, pointer: &str, item: &'d PathItem, [sent, received]: [Side; 2]) {
        self.parameters(pointer, &item.parameters, sent);
        for (method, operation) in item.iter() {
            let pointer = format!("{pointer}/{method}");
            self.operation(&pointer, operation, sent, received);
            for (name, callback) in &operation.callbacks {
                for (address, item) in callback {
                    let pointer = format!("{pointer}/callbacks/{name}/{}", escape(address));
                    self.item(&pointer, item, [received, sent]);
                }
            }
        }
    }

    fn operation(&mut self, at: &str, operation: &'d Operation, sent: Side, received: Side) {
        self.parameters(at, &operation.parameters, sent);
        if let Some(body) = &operation.request_body {
            let bodies = &self.components.request_bodies;
            if let Some((pointer, body)) = target(bodies, body, format!("{at}/requestBody")) {
                self.content(&pointer, &body.content, sent);
            }
        }
        for (status, response) in responses(operation) {
            let place = format!("{at}/responses/{status}");
            let found = target(&self.components.responses, response, place);
            let Some((pointer, response)) = found else { continue };
            self.content(&pointer, &response.content, received);
            for (name, header) in &response.headers {
                let place = format!("{pointer}/headers/{name}");
                let found = target(&self.components.headers, header, place);
                let Some((pointer, header)) = found else { continue };
                let examples = (&header.example, &header.examples);
                self.format(&pointer, &header.format, examples, received);
            }
        }
    }

    fn parameters(&mut self, pointer: &str, list: &'d [ReferenceOr<Parameter>], side: Side) {
        for (index, parameter) in list.iter().enumerate() {
            let place = format!("{pointer}/parameters/{index}");
            if let Some((pointer, it)) = target(&self.components.parameters, parameter, place) {
                let it = it.parameter_data_ref();
                if it.example.is_none() && it.examples.is_empty() {
                    self.bare.push(pointer.clone());
                }
                self.format(&pointer, &it.format, (&it.example, &it.examples), side);
            }
        }
    }

    fn format(
        &mut self,
        pointer: &str,
        format: &'d ParameterSchemaOrContent,
        examples: Examples<'d>,
        side: Side,
    ) {
        match format {
            ParameterSchemaOrContent::Schema(schema) => {
                self.example(pointer, examples);
                self.schema(format!("{pointer}/schema"), Place::of(schema), side);
            }
            ParameterSchemaOrContent::Content(content) => self.content(pointer, content, side),
        }
    }

    fn content(&mut self, pointer: &str, content: &'d Content, side: Side) {
        for (name, media_type) in content {
            let pointer = format!("{pointer}/content/{}", escape(name));
            let has_example = media_type.example.is_some() || !media_type.examples.is_empty();
            if name == "application/json" && !has_example {
                self.bare.push(pointer.clone());
            }
            if let Some(schema) = &media_type.schema {
                self.example(&pointer, (&media_type.example, &media_type.examples));
                self.schema(format!("{pointer}/schema"), Place::of(schema), side);
            }
        }
    }

    fn example(&mut self, pointer: &str, (single, named): Examples<'d>) {
        let schema = format!("{pointer}/schema");
        if let Some(value) = single {
            self.examples.push((format!("{pointer}/example"), schema.clone(), value));
        }
        for (name, example) in named {
            let place = format!("{pointer}/examples/{}", escape(name));
            if let Some((place, example)) = target(&self.components.examples, example, place)
                && let Some(value) = &example.value
            {
                self.examples.push((format!("{place}/value"), schema.clone(), value));
            }
        }
    }

    fn schema(&mut self, pointer: String, place: Place<'d>, side: Side) {
        let places = match side {
            Side::Request => &mut self.requests,
            Side::Response => &mut self.responses,
        };
        if places.insert(pointer.clone(), place).is_some() {
            return;
        }
        match place {
            Place::Reference(reference) => {
                let name = reference.strip_prefix("#/components/schemas/");
                if let Some(target) = name.and_then(|name| self.components.schemas.get(name)) {
                    self.schema(reference[1..].to_owned(), Place::of(target), side);
                }
            }
            Place::Schema(schema) => {
                let data = &schema.schema_data;
                for (key, value) in [("default", &data.default), ("example", &data.example)] {
                    let example = |value| (format!("{pointer}/{key}"), pointer.clone(), value);
                    self.examples.extend(value.as_ref().map(example));
                }
                for (key, part) in parts(schema) {
                    self.schema(format!("{pointer}/{key}"), part, side);
                }
            }
        }
    }
}

type Examples<'d> = (&'d Option<Value>, &'d IndexMap<String, ReferenceOr<Example>>);

/// All responses of an operation, by status.
pub(super) fn responses(
    operation: &Operation,
) -> impl Iterator<Item = (String, &ReferenceOr<Response>)> {
    let known = operation.responses.responses.iter();
    let known = known.map(|(status, response)| (status.to_string(), response));
    known.chain(operation.responses.default.iter().map(|it| ("default".to_owned(), it)))
}

/// What a reference to a component leads to, with its pointer; the item itself if it is none.
pub(super) fn target<'d, T>(
    components: &'d IndexMap<String, ReferenceOr<T>>,
    place: &'d ReferenceOr<T>,
    pointer: String,
) -> Option<(String, &'d T)> {
    match place {
        ReferenceOr::Item(item) => Some((pointer, item)),
        ReferenceOr::Reference { reference } => {
            let item = components.get(reference.rsplit('/').next()?)?.as_item()?;
            Some((reference.trim_start_matches('#').to_owned(), item))
        }
    }
}

/// The schemas of which a schema is made, each with the rest of its pointer.
fn parts(schema: &Schema) -> Vec<(String, Place<'_>)> {
    let mut found = Vec::new();
    for (name, property) in properties(schema).0 {
        found.push((format!("properties/{}", escape(name)), property));
    }
    let (items, others) = match &schema.schema_kind {
        SchemaKind::Type(Type::Array(it)) => (&it.items, &None),
        SchemaKind::Type(Type::Object(it)) => (&None, &it.additional_properties),
        SchemaKind::Any(it) => (&it.items, &it.additional_properties),
        _ => (&None, &None),
    };
    found.extend(items.iter().map(|it| ("items".to_owned(), Place::of(it))));
    if let Some(AdditionalProperties::Schema(it)) = others {
        found.push(("additionalProperties".to_owned(), Place::of(&**it)));
    }
    let Combined { all_of, any_of, one_of, not } = Combined::of(schema);
    for (key, them) in [("allOf", all_of), ("anyOf", any_of), ("oneOf", one_of)] {
        let parts = them.iter().enumerate();
        found.extend(parts.map(|(index, it)| (format!("{key}/{index}"), Place::of(it))));
    }
    found.extend(not.map(|it| ("not".to_owned(), Place::of(it))));
    found
}

/// The properties of a schema, and which of them are required.
pub(super) fn properties(schema: &Schema) -> (Vec<(&str, Place<'_>)>, &[String]) {
    let (properties, required) = match &schema.schema_kind {
        SchemaKind::Type(Type::Object(it)) => (&it.properties, &it.required),
        SchemaKind::Any(it) => (&it.properties, &it.required),
        _ => return (Vec::new(), &[]),
    };
    (properties.iter().map(|(name, it)| (&**name, Place::of(it))).collect(), required)
}

/// The schemas that a schema combines, by keyword.
#[derive(Default, PartialEq)]
pub(super) struct Combined<'d> {
    pub(super) all_of: &'d [ReferenceOr<Schema>],
    pub(super) any_of: &'d [ReferenceOr<Schema>],
    pub(super) one_of: &'d [ReferenceOr<Schema>],
    pub(super) not: Option<&'d ReferenceOr<Schema>>,
}

impl<'d> Combined<'d> {
    pub(super) fn of(schema: &'d Schema) -> Self {
        let none = Self::default();
        match &schema.schema_kind {
            SchemaKind::AllOf { all_of } => Self { all_of, ..none },
            SchemaKind::AnyOf { any_of } => Self { any_of, ..none },
            SchemaKind::OneOf { one_of } => Self { one_of, ..none },
            SchemaKind::Not { not } => Self { not: Some(not), ..none },
            SchemaKind::Any(it) => Self {
                all_of: &it.all_of,
                any_of: &it.any_of,
                one_of: &it.one_of,
                not: it.not.as_deref(),
            },
            SchemaKind::Type(_) => none,
        }
    }
}
