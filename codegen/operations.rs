//! The model of operations: what the document says of each.

use heck::{ToSnakeCase, ToUpperCamelCase};
use serde_json::Value;

use super::Result;
use super::arguments::Type;
use super::docs::{self, Docs};
use super::document::{Described, component, elements, json_schema, members, text};
use super::model::{Definition, Reader, field_name, fields_of};

/// The URLs of the servers besides the main API, and the variants of `crate::hook::Server`.
pub(super) const SERVERS: [(&str, &str); 2] =
    [("{auth_url}", "Auth"), ("{cursor_api_url}", "Cursor")];

pub(super) struct Operation {
    /// The `operationId`.
    pub(super) id: String,
    /// The method of the client.
    pub(super) function: String,
    /// The type of the call.
    pub(super) call: String,
    /// The module of its group.
    pub(super) group: String,
    pub(super) summary: String,
    pub(super) docs: String,
    /// The HTTP method, in lower case.
    pub(super) method: &'static str,
    /// The path template.
    pub(super) path: String,
    /// The variant of `Server`.
    pub(super) server: &'static str,
    pub(super) scopes: Vec<String>,
    /// The required admin right; empty if none is documented.
    pub(super) admin_right: String,
    /// The properties that differ from those of most operations, as fields of `Operation`.
    pub(super) properties: Vec<String>,
    pub(super) parameters: Vec<Parameter>,
    /// The type of the body.
    pub(super) body: Option<String>,
    pub(super) response: Type,
    pub(super) list: Option<List>,
    pub(super) starts: Option<Start>,
}

/// The job that an operation starts, and how its state is read.
pub(super) struct Start {
    /// The `operationId` and the call of the operation that reads its state.
    pub(super) operation: String,
    pub(super) call: String,
    /// The parameter of that operation with the id, and the fields that lead to it in the response.
    pub(super) id: String,
    pub(super) place: Vec<String>,
    /// The type of the state, and its field in the response, unless it is the whole response.
    pub(super) state: String,
    pub(super) field: Option<String>,
    /// Whether the state has the id too.
    pub(super) has_id: bool,
    /// The field with the status, the name of the job, and the statuses with which it has ended.
    pub(super) job: String,
}

pub(super) struct Parameter {
    pub(super) name: String,
    /// The name in the path or query.
    pub(super) wire: String,
    pub(super) ty: Type,
    pub(super) docs: String,
    pub(super) in_query: bool,
    pub(super) is_required: bool,
    /// Whether its value must be a UUID.
    pub(super) is_uuid: bool,
    /// Whether it is the id of a project.
    pub(super) is_project: bool,
    pub(super) minimum: Option<i64>,
    pub(super) maximum: Option<i64>,
}

/// The list that an operation reads page by page.
pub(super) struct List {
    pub(super) pagination: Pagination,
    /// The type of a page.
    pub(super) page: String,
    /// Its field with the items, and the type of an item.
    pub(super) field: String,
    pub(super) item: Type,
    /// The fields that lead to the next cursor, and to whether more items exist.
    pub(super) position: Option<[String; 2]>,
}

/// The values of `x-pagination`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Pagination {
    Page,
    CursorOrPage,
    After,
    /// By a cursor in the body.
    Body,
}

impl Pagination {
    const ALL: [(&str, Self); 3] =
        [("page", Self::Page), ("cursorOrPage", Self::CursorOrPage), ("after", Self::After)];

    fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["limit", "page"],
            Self::CursorOrPage => &["limit", "page", "pagination", "cursor"],
            Self::After => &["after"],
            Self::Body => &["cursor"],
        }
    }

    /// Returns a kind, and the properties of a page with the next cursor and whether more items
    /// exist.
    fn read(value: &Value) -> Option<(Self, Option<[&str; 2]>)> {
        if value["kind"] == "body" {
            return Some((Self::Body, Some([value["cursor"].as_str()?, value["more"].as_str()?])));
        }
        let (_, kind) = Self::ALL.iter().find(|(name, _)| value == name)?;
        Some((*kind, (*kind == Self::After).then_some(["meta.cursor", "meta.hasMore"])))
    }
}

pub(super) fn read(
    reader: &Reader<'_>,
    described: Described<'_>,
    types: &[Definition],
) -> Result<Operation> {
    let Described { method, path, value, .. } = described;
    let id = value["operationId"].as_str().ok_or("it has no `operationId`")?;
    let docs = reader.docs.of_operation(described);
    let tag = &value["tags"][0];
    if !reader.document.tags().any(|declared| declared["name"] == *tag) {
        return Err(format!("its tag is {tag}, which `tags` does not declare"));
    }
    let response = reader.response(value)?;
    let parameters = parameters(reader, described)?;
    let admin_right = text(&value["x-admin-right"]);
    Ok(Operation {
        id: id.to_owned(),
        function: id.to_snake_case(),
        call: id.to_upper_camel_case(),
        group: text(tag).to_snake_case(),
        summary: text(&value["summary"]).to_owned(),
        method,
        path: path.to_owned(),
        server: server(described)?,
        scopes: docs::scopes(value).into_iter().map(str::to_owned).collect(),
        admin_right: if admin_right == "none" { String::new() } else { admin_right.to_owned() },
        properties: properties(&reader.docs, described)?,
        list: list(value, &parameters, &response, types)?,
        starts: start(reader, value)?,
        body: reader.body(value)?,
        parameters,
        response,
        docs,
    })
}

fn takes(parameters: &[Parameter], name: &str) -> bool {
    parameters.iter().any(|parameter| parameter.in_query && parameter.wire == name)
}

fn server(described: Described<'_>) -> Result<&'static str> {
    let Some(url) = described.item.pointer("/servers/0/url") else { return Ok("Main") };
    let known = SERVERS.iter().find(|(known, _)| url == known);
    known
        .map(|(_, server)| *server)
        .ok_or_else(|| format!("the server {url} is unknown: add it to codegen/operations.rs"))
}

/// Returns the properties of an operation that are not the common ones.
fn properties(
    docs: &Docs<'_>,
    Described { method, value, .. }: Described<'_>,
) -> Result<Vec<String>> {
    let mut properties = Vec::new();
    if elements(&value["security"]).next().is_none() {
        properties.push("authenticated: false".to_owned());
    }
    let statuses = members(&value["responses"]).map(|(status, _)| status.as_str());
    let statuses: Vec<_> = statuses.collect();
    let redirects = statuses.iter().copied().filter(|status| status.starts_with('3'));
    let redirects: Vec<_> = redirects.collect();
    if !redirects.is_empty() {
        properties.push(format!("redirects: &[{}]", redirects.join(", ")));
    }
    match (method, value["x-idempotent"].as_bool()) {
        ("get", None) | (_, Some(true)) => {}
        (_, Some(false)) => properties.push("idempotent: false".to_owned()),
        (_, None) => return Err("it writes: add `x-idempotent: true` or `false`".into()),
    }
    let hints = members(&value["responses"]).filter_map(|(status, response)| {
        Some(format!("({status}, {:?})", docs.in_rust(response["x-hint"].as_str()?)))
    });
    let hints: Vec<_> = hints.collect();
    if !hints.is_empty() {
        properties.push(format!("hints: &[{}]", hints.join(", ")));
    }
    if statuses.contains(&"409") {
        properties.push("retry_on_conflict: true".to_owned());
    }
    Ok(properties)
}

fn parameters(reader: &Reader<'_>, described: Described<'_>) -> Result<Vec<Parameter>> {
    let owner = reader.docs.of(described.value);
    let holders = [described.item, described.value].map(|holder| &holder["parameters"]);
    let parameters = holders.into_iter().flat_map(elements);
    let parameters = parameters.map(|parameter| {
        let parameter = reader.document.resolve(parameter);
        let name = text(&parameter["name"]);
        self::parameter(reader, parameter, &owner).map_err(|why| format!("`{name}`: {why}"))
    });
    parameters.collect()
}

fn parameter(reader: &Reader<'_>, parameter: &Value, owner: &str) -> Result<Parameter> {
    let wire = text(&parameter["name"]);
    let schema = reader.document.resolve(&parameter["schema"]);
    let in_query = parameter["in"] == "query";
    let is_comma_separated = schema["type"] == "array" && parameter["explode"] == false;
    if in_query && schema["type"] == "array" && !is_comma_separated {
        return Err("src/call/path.rs does not support repeated parameters".into());
    }
    let minimum = schema["minimum"].as_i64();
    let ty = match reader.ty(&parameter["schema"])? {
        Type::Plain("Uuid") => Type::Text,
        Type::Plain("i32") if minimum >= Some(0) => Type::Plain("u32"),
        ty => ty,
    };
    Ok(Parameter {
        name: field_name(wire),
        wire: wire.to_owned(),
        ty,
        docs: reader.docs.of_member(parameter, owner),
        in_query,
        is_required: parameter["required"] == true,
        is_uuid: schema["format"] == "uuid",
        is_project: parameter["x-project"] == true,
        minimum,
        maximum: schema["maximum"].as_i64(),
    })
}

const OTHER_KINDS: &str =
    "`cursorOrPage`, `after` or `{kind: body, cursor: PROPERTY, more: PROPERTY}`";

fn list(
    operation: &Value,
    parameters: &[Parameter],
    response: &Type,
    types: &[Definition],
) -> Result<Option<List>> {
    let Some(value) = operation.get("x-pagination") else {
        return match ["page", "after", "cursor"].iter().any(|name| takes(parameters, name)) {
            true => Err(format!("it has pages: add `x-pagination: page`, {OTHER_KINDS}")),
            false => Ok(None),
        };
    };
    let Some((pagination, places)) = Pagination::read(value) else {
        return Err(format!("`x-pagination` is {value}, and not `page`, {OTHER_KINDS}"));
    };
    if let Some(name) = pagination.parameters().iter().find(|name| !takes(parameters, name)) {
        return Err(format!("`x-pagination` is {value}, but it does not take `{name}`"));
    }
    let page = response.to_string();
    let fields = fields_of(types, &page);
    let lists = fields.iter().filter(|field| field.is_required);
    let lists: Vec<_> = lists
        .filter_map(|field| match &field.ty {
            Type::List(item) => Some((&field.name, item)),
            _ => None,
        })
        .collect();
    let [(field, item)] = lists.as_slice() else {
        return Err("it has pages, but its response is no object with one required list".into());
    };
    let position = match places {
        Some([cursor, more]) => Some([place(types, &page, cursor)?, place(types, &page, more)?]),
        None => None,
    };
    Ok(Some(List {
        pagination,
        field: (*field).clone(),
        item: (**item).as_ref().clone(),
        position,
        page,
    }))
}

/// Returns the fields that lead to a property of a type.
fn place(types: &[Definition], ty: &str, path: &str) -> Result<String> {
    let (mut ty, mut names) = (ty.to_owned(), Vec::new());
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let field = fields_of(types, &ty).iter().find(|field| field.wire == part);
        let field = field.filter(|field| field.is_required == parts.peek().is_some());
        let field = field.ok_or_else(|| {
            format!("a page needs an optional property `{path}`, in required objects")
        })?;
        names.push(field.name.as_str());
        ty = field.ty.to_string();
    }
    Ok(names.join("."))
}

/// Returns the job that an operation starts, by the link of its response.
fn start(reader: &Reader<'_>, operation: &Value) -> Result<Option<Start>> {
    let responses = members(&operation["responses"]);
    let responses = responses.map(|(status, it)| (status, reader.document.resolve(it)));
    let is_job = responses.clone().any(|(status, _)| status == "202");
    let mut links = responses.flat_map(|(_, response)| members(&response["links"]));
    match links.find_map(|(_, link)| started(reader, link)) {
        None if is_job => {
            Err("it starts a job: add a link to what reads its state, a schema with `x-job`".into())
        }
        start => Ok(start),
    }
}

/// Returns the job of a link: the response of the linked operation is its state, or has it.
fn started(reader: &Reader<'_>, link: &Value) -> Option<Start> {
    const BODY: &str = "$response.body#/";
    let document = reader.document;
    let mut places = members(&link["parameters"])
        .filter_map(|(name, place)| Some((name, text(place).strip_prefix(BODY)?)));
    let (id, place) = places.next()?;
    let target = text(&link["operationId"]);
    let operation = document.operations().find(|it| it.value["operationId"] == target)?;
    let responses = members(&operation.value["responses"]);
    let schemas = responses.filter_map(|(_, it)| json_schema(document.resolve(it)));
    let mut parts = schemas.flat_map(|schema| {
        let properties = members(&document.resolve(schema)["properties"]);
        [(None, schema)].into_iter().chain(properties.map(|(name, part)| (Some(name), part)))
    });
    let (field, state) = parts.find(|(_, it)| document.resolve(it).get("x-job").is_some())?;
    let schema = document.resolve(state);
    let facts = &schema["x-job"];
    let (status, name) = (field_name(text(&facts["status"])), &facts["name"]);
    Some(Start {
        operation: target.to_owned(),
        call: target.to_upper_camel_case(),
        id: field_name(id),
        place: place.split('/').map(field_name).collect(),
        state: component(state)?.to_owned(),
        field: field.map(|field| field_name(field)),
        has_id: schema["properties"].get(id).is_some(),
        job: format!("{status}: {name} ended {} failed {}", facts["ended"], facts["failed"]),
    })
}
