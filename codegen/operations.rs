//! The model of operations: what the document says of each.

use heck::{ToSnakeCase, ToUpperCamelCase};

use super::Result;
use super::arguments::Type;
use super::docs::{self, Docs};
use super::document::{
    Described, Yaml, component, elements, get, has, json, json_schema, members, text,
};
use super::schemas::{Definition, RESERVED, Reader, field_name, fields_of, is_reserved};

/// The URLs of the servers besides the main API, and the variants of `crate::hook::Server`.
pub(crate) const SERVERS: [(&str, &str); 2] =
    [("{auth_url}", "Auth"), ("{cursor_api_url}", "Cursor")];

pub(crate) struct Operation {
    /// The `operationId`.
    pub(crate) id: String,
    /// The method of the client.
    pub(crate) function: String,
    /// The type of the call.
    pub(crate) call: String,
    /// The module of its group.
    pub(crate) group: String,
    pub(crate) summary: String,
    pub(crate) docs: String,
    /// The HTTP method, in lower case.
    pub(crate) method: &'static str,
    /// The path template.
    pub(crate) path: String,
    /// The variant of `Server`.
    pub(crate) server: &'static str,
    pub(crate) scopes: Vec<String>,
    /// The required admin right; empty if none is documented.
    pub(crate) admin_right: String,
    /// How it differs from most operations.
    pub(crate) properties: Properties,
    pub(crate) parameters: Vec<Parameter>,
    /// The type of the body.
    pub(crate) body: Option<String>,
    pub(crate) response: Type,
    pub(crate) list: Option<List>,
    pub(crate) starts: Option<Start>,
}

/// What is special about an operation.
pub(crate) struct Properties {
    pub(crate) is_authenticated: bool,
    pub(crate) is_idempotent: bool,
    pub(crate) has_conflicts: bool,
    /// The statuses of its redirects.
    pub(crate) redirects: Vec<String>,
    /// What to do after these statuses.
    pub(crate) hints: Vec<(String, String)>,
}

/// The job that an operation starts, and how its state is read.
pub(crate) struct Start {
    /// The `operationId` and the call of the operation that reads its state.
    pub(crate) operation: String,
    pub(crate) call: String,
    /// The parameter of that operation with the id, and the fields that lead to it in the response.
    pub(crate) id: String,
    pub(crate) place: Vec<String>,
    /// The other parameters of that operation, which both operations have.
    pub(crate) copied: Vec<String>,
    /// The type of the state, and its field in the response, unless it is the whole response.
    pub(crate) state: String,
    pub(crate) field: Option<String>,
    /// Whether the state has the id too.
    pub(crate) has_id: bool,
    /// The field with the status, and the name of the job.
    pub(crate) status: String,
    pub(crate) job: String,
    /// The statuses with which it has ended, as a success or not.
    pub(crate) ended: Vec<String>,
    pub(crate) failed: Vec<String>,
}

pub(crate) struct Parameter {
    pub(crate) name: String,
    /// The name in the path or query.
    pub(crate) wire: String,
    pub(crate) ty: Type,
    pub(crate) docs: String,
    pub(crate) in_query: bool,
    pub(crate) is_required: bool,
    /// Whether its value must be a UUID.
    pub(crate) is_uuid: bool,
    /// Whether it is the id of a project.
    pub(crate) is_project: bool,
    pub(crate) minimum: Option<i64>,
    pub(crate) maximum: Option<i64>,
}

/// The list that an operation reads page by page.
pub(crate) struct List {
    pub(crate) pagination: Pagination,
    /// The type of a page.
    pub(crate) page: String,
    /// Its field with the items, and the type of an item.
    pub(crate) field: String,
    pub(crate) item: Type,
    /// The fields that lead to the next cursor, and to whether more items exist.
    pub(crate) position: Option<[String; 2]>,
}

/// The values of `x-pagination`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pagination {
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
    fn read(value: &Yaml) -> Option<(Self, Option<[&str; 2]>)> {
        if value["kind"].as_str() == Some("body") {
            return Some((Self::Body, Some([value["cursor"].as_str()?, value["more"].as_str()?])));
        }
        let (_, kind) = Self::ALL.iter().find(|(name, _)| value.as_str() == Some(name))?;
        Some((*kind, (*kind == Self::After).then_some(["meta.cursor", "meta.hasMore"])))
    }
}

pub(crate) fn read(
    reader: &Reader<'_>,
    described: Described<'_>,
    types: &[Definition],
) -> Result<Operation> {
    let Described { method, path, value, .. } = described;
    let id = value["operationId"].as_str().ok_or("it has no `operationId`")?;
    let docs = reader.docs.of_operation(described);
    let tag = &value["tags"][0];
    if !reader.document.tags().any(|declared| declared["name"] == *tag) {
        return Err(format!("its tag is {}: add it to `tags`, or correct it", json(tag)));
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
        starts: start(reader, value, &parameters)?,
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
    let Some(url) = described.item["servers"][0]["url"].as_str() else { return Ok("Main") };
    let known = SERVERS.iter().find(|(known, _)| url == *known);
    known
        .map(|(_, server)| *server)
        .ok_or_else(|| format!("the server {url} is unknown: add it to codegen/operations.rs"))
}

fn properties(
    docs: &Docs<'_>,
    Described { method, value, .. }: Described<'_>,
) -> Result<Properties> {
    let responses = members(&value["responses"]);
    let hints = responses.clone().filter_map(|(status, response)| {
        Some((status.to_owned(), docs.in_rust(response["x-hint"].as_str()?)))
    });
    let redirects = responses.clone().map(|(status, _)| status.to_owned());
    let is_idempotent = match (method, value["x-idempotent"].as_bool()) {
        ("get", None) => true,
        (_, Some(is_idempotent)) => is_idempotent,
        (_, None) => return Err("it writes: add `x-idempotent: true` or `false`".into()),
    };
    Ok(Properties {
        is_authenticated: elements(&value["security"]).next().is_some(),
        is_idempotent,
        has_conflicts: responses.clone().any(|(status, _)| status == "409"),
        redirects: redirects.filter(|status| status.starts_with('3')).collect(),
        hints: hints.collect(),
    })
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
    let parameters: Vec<Parameter> = parameters.collect::<Result<_>>()?;
    let names = described.path.split('{').skip(1).filter_map(|part| part.split('}').next());
    match names.into_iter().find(|name| parameters.iter().all(|it| it.in_query || it.wire != *name))
    {
        Some(name) => Err(format!("its path has `{{{name}}}`: add this parameter")),
        None => Ok(parameters),
    }
}

fn parameter(reader: &Reader<'_>, parameter: &Yaml, owner: &str) -> Result<Parameter> {
    let wire = text(&parameter["name"]);
    let schema = reader.document.resolve(&parameter["schema"]);
    let in_query = parameter["in"].as_str() == Some("query");
    let is_list = schema["type"].as_str() == Some("array");
    let is_comma_separated = is_list && parameter["explode"].as_bool() == Some(false);
    if in_query && is_list && !is_comma_separated {
        return Err("src/call/path.rs does not support repeated parameters".into());
    }
    let minimum = schema["minimum"].as_i64();
    let ty = match reader.ty(&parameter["schema"])? {
        Type::Plain("Uuid") => Type::Text,
        Type::Plain("i32") if minimum >= Some(0) => Type::Plain("u32"),
        ty => ty,
    };
    let name = field_name(wire);
    if is_reserved(&name) {
        return Err(RESERVED.into());
    }
    Ok(Parameter {
        name,
        wire: wire.to_owned(),
        ty,
        docs: reader.docs.of_member(parameter, owner),
        in_query,
        is_required: parameter["required"].as_bool() == Some(true),
        is_uuid: schema["format"].as_str() == Some("uuid"),
        is_project: parameter["x-project"].as_bool() == Some(true),
        minimum,
        maximum: schema["maximum"].as_i64(),
    })
}

const OTHER_KINDS: &str =
    "`cursorOrPage`, `after` or `{kind: body, cursor: PROPERTY, more: PROPERTY}`";

fn list(
    operation: &Yaml,
    parameters: &[Parameter],
    response: &Type,
    types: &[Definition],
) -> Result<Option<List>> {
    let Some(value) = get(operation, "x-pagination") else {
        return match ["page", "after", "cursor"].iter().any(|name| takes(parameters, name)) {
            true => Err(format!("it has pages: add `x-pagination: page`, {OTHER_KINDS}")),
            false => Ok(None),
        };
    };
    let Some((pagination, places)) = Pagination::read(value) else {
        return Err(format!("`x-pagination` is {}, and not `page`, {OTHER_KINDS}", json(value)));
    };
    if let Some(name) = pagination.parameters().iter().find(|name| !takes(parameters, name)) {
        return Err(format!("`x-pagination` is {}: add the parameter `{name}`", json(value)));
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
fn start(reader: &Reader<'_>, operation: &Yaml, own: &[Parameter]) -> Result<Option<Start>> {
    let responses = members(&operation["responses"]);
    let responses = responses.map(|(status, it)| (status, reader.document.resolve(it)));
    let is_job = responses.clone().any(|(status, _)| status == "202");
    let mut links = responses.flat_map(|(_, response)| members(&response["links"]));
    let Some(start) = links.find_map(|(_, link)| started(reader, link)) else {
        return match is_job {
            true => Err("it starts a job: add a link to what reads its state, a schema with \
                `x-job`"
                .into()),
            false => Ok(None),
        };
    };
    match start.copied.iter().find(|name| own.iter().all(|parameter| parameter.name != **name)) {
        Some(name) => Err(format!("it lacks `{name}`, which `{}` needs", start.operation)),
        None => Ok(Some(start)),
    }
}

/// Returns the job of a link: the response of the linked operation is its state, or has it.
fn started(reader: &Reader<'_>, link: &Yaml) -> Option<Start> {
    const BODY: &str = "$response.body#/";
    let document = reader.document;
    let mut places = members(&link["parameters"])
        .filter_map(|(name, place)| Some((name, text(place).strip_prefix(BODY)?)));
    let (id, place) = places.next()?;
    let target = text(&link["operationId"]);
    let operation =
        document.operations().find(|it| it.value["operationId"].as_str() == Some(target))?;
    let responses = members(&operation.value["responses"]);
    let schemas = responses.filter_map(|(_, it)| json_schema(document.resolve(it)));
    let mut parts = schemas.flat_map(|schema| {
        let properties = members(&document.resolve(schema)["properties"]);
        [(None, schema)].into_iter().chain(properties.map(|(name, part)| (Some(name), part)))
    });
    let id = field_name(id);
    let copied = parameters(reader, operation).ok()?.into_iter().map(|it| it.name);
    let (field, state) = parts.find(|(_, it)| has(document.resolve(it), "x-job"))?;
    let schema = document.resolve(state);
    let facts = &schema["x-job"];
    let statuses = |of: &str| elements(&facts[of]).map(|it| text(it).to_owned()).collect();
    Some(Start {
        operation: target.to_owned(),
        call: target.to_upper_camel_case(),
        copied: copied.filter(|name| *name != id).collect(),
        place: place.split('/').map(field_name).collect(),
        state: component(state)?.to_owned(),
        field: field.map(field_name),
        has_id: members(&schema["properties"]).any(|(name, _)| field_name(name) == id),
        id,
        status: field_name(text(&facts["status"])),
        job: text(&facts["name"]).to_owned(),
        ended: statuses("ended"),
        failed: statuses("failed"),
    })
}
