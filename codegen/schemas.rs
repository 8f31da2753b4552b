//! The types of the document as plain data, and their names in Rust.

use std::collections::BTreeMap;

use heck::{ToSnakeCase, ToTitleCase, ToUpperCamelCase};

use super::Result;
use super::arguments::Type;
use super::docs::Docs;
use super::document::{
    Document, Yaml, component, elements, get, has, json, json_schema, members, text,
};

/// String formats that become types of this crate.
const FORMATS: [(&str, &str); 4] =
    [("password", "Secret"), ("uri", "UrlText"), ("byte", "Base64"), ("data-url", "Image")];

/// A group of operations, with their types.
pub(crate) struct Group {
    pub(crate) module: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// The cargo feature that it is part of, unless it is always there.
    pub(crate) feature: Option<String>,
}

impl Group {
    /// Returns the sentence about its feature, with a space before it.
    pub(crate) fn needs(&self) -> String {
        let feature = self.feature.as_ref();
        feature.map(|name| format!(" Needs the feature `{name}`.")).unwrap_or_default()
    }
}

/// A type of the document.
pub(crate) struct Definition {
    pub(crate) name: String,
    /// The module of its group.
    pub(crate) group: String,
    pub(crate) docs: String,
    /// Whether requests contain it.
    pub(crate) is_sent: bool,
    pub(crate) shape: Shape,
}

impl Definition {
    /// Returns the name of the struct of its required fields, if `new` takes one: if they are too
    /// many, or too alike, to be told apart by position.
    pub(crate) fn required_fields(&self) -> Option<String> {
        let Shape::Struct(fields) = &self.shape else { return None };
        let required = fields.iter().filter(|field| field.is_required);
        let flags = required.clone().filter(|field| field.ty == Type::Plain("bool"));
        let needs_names = self.is_sent && (required.count() > 5 || flags.count() > 1);
        needs_names.then(|| format!("{}Fields", self.name))
    }
}

pub(crate) enum Shape {
    Struct(Vec<Field>),
    /// The values of an open list.
    Enum(Vec<Variant>),
}

pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) value: Yaml,
    /// Other spellings of the value in responses.
    pub(crate) aliases: Vec<String>,
}

pub(crate) struct Field {
    pub(crate) name: String,
    /// The name in JSON.
    pub(crate) wire: String,
    pub(crate) ty: Type,
    pub(crate) is_required: bool,
    pub(crate) docs: String,
    pub(crate) deprecated: Option<String>,
    pub(crate) is_uuid: bool,
    /// Whether it is the content of a file, which callers may set in another way.
    pub(crate) is_content: bool,
    pub(crate) max_length: Option<i64>,
    /// The field with the same time in Unix seconds.
    pub(crate) seconds: Option<String>,
}

pub(crate) fn fields_of<'m>(types: &'m [Definition], name: &str) -> &'m [Field] {
    match types.iter().find(|definition| definition.name == name).map(|it| &it.shape) {
        Some(Shape::Struct(fields)) => fields,
        _ => &[],
    }
}

/// Reads types from the document.
pub(crate) struct Reader<'d> {
    pub(crate) document: &'d Document,
    pub(crate) docs: Docs<'d>,
}

impl<'d> Reader<'d> {
    pub(crate) fn group(&self, tag: &Yaml) -> Group {
        let name = text(&tag["name"]);
        let title = tag["x-displayName"].as_str();
        Group {
            module: name.to_snake_case(),
            title: title.map_or_else(|| name.to_title_case(), str::to_owned),
            description: text(&tag["description"]).to_owned(),
            feature: tag["x-feature"].as_str().map(str::to_owned),
        }
    }

    /// Returns the types that operations need. A type belongs to the group whose operations refer
    /// to it most directly, of those without a feature if there is one.
    pub(crate) fn types(&self, groups: &[Group]) -> Result<Vec<Definition>> {
        let mut users: BTreeMap<&str, Vec<(bool, usize, &Group)>> = BTreeMap::new();
        for group in groups {
            for (name, distance) in self.document.distances(self.bodies(group)) {
                let user = (group.feature.is_some(), distance, group);
                users.entry(name).or_default().push(user);
            }
        }
        let requests = self.document.operations().flat_map(|it| Self::requests(it.value));
        let sent = self.document.distances(requests.collect());
        let mut types = Vec::new();
        for (name, schema) in self.document.schemas() {
            let (Some(users), None) = (users.get(name), get(schema, "x-rust-type")) else {
                continue;
            };
            let is_sent = sent.contains_key(name);
            let Some(shape) = self.shape(name, schema, is_sent)? else { continue };
            let owner = users.iter().min_by_key(|(optional, distance, _)| (optional, distance));
            let Some((_, _, owner)) = owner else { continue };
            let others = users.iter().map(|(_, _, group)| &group.feature);
            if owner.feature.is_some() && others.into_iter().any(|it| *it != owner.feature) {
                return Err(format!(
                    "`{name}` is part of several features: give their tags the same `x-feature`"
                ));
            }
            types.push(Definition {
                name: name.to_owned(),
                group: owner.module.clone(),
                docs: self.docs.of(schema),
                is_sent,
                shape,
            });
        }
        Ok(types)
    }

    /// Returns the bodies and parameters of the operations of a group.
    fn bodies(&self, group: &Group) -> Vec<&'d Yaml> {
        let operations = self.document.operations();
        let operations = operations
            .filter(|it| text(&it.value["tags"][0]).to_snake_case() == group.module)
            .map(|it| it.value);
        operations.flat_map(|it| [Self::requests(it), Self::responses(it)].concat()).collect()
    }

    fn requests(operation: &'d Yaml) -> Vec<&'d Yaml> {
        vec![&operation["requestBody"], &operation["parameters"]]
    }

    /// Returns the successes of an operation, and the requests that it makes the service send.
    fn responses(operation: &'d Yaml) -> Vec<&'d Yaml> {
        let responses = members(&operation["responses"]);
        let successes = responses.filter(|(status, _)| status.starts_with('2'));
        let callbacks = get(operation, "callbacks");
        successes.map(|(_, response)| response).chain(callbacks).collect()
    }

    /// Returns the shape of a component schema; none if it has no type of its own.
    fn shape(&self, name: &str, schema: &Yaml, is_sent: bool) -> Result<Option<Shape>> {
        if has(schema, "properties") {
            return self.fields(name, schema, is_sent).map(Shape::Struct).map(Some);
        }
        let lists = self.lists(schema);
        if !lists.is_empty() {
            return variants(name, &lists).map(Shape::Enum).map(Some);
        }
        Ok(None)
    }

    /// Whether a component schema has a type of its own.
    fn has_shape(&self, schema: &Yaml) -> bool {
        has(schema, "properties") || !self.lists(schema).is_empty()
    }

    /// Returns the lists of values of a schema, or of its alternatives; none for a flag.
    fn lists<'v>(&'v self, schema: &'v Yaml) -> Vec<&'v Yaml> {
        let mut parts = alternatives(schema);
        parts.push(schema);
        let lists = parts.into_iter().map(|part| self.document.resolve(part));
        lists.filter(|list| has(list, "enum") && !is_flag(list)).collect()
    }

    fn fields(&self, name: &str, schema: &Yaml, is_sent: bool) -> Result<Vec<Field>> {
        let owner = self.docs.of(schema);
        let mut fields = Vec::new();
        for (wire, property) in members(&schema["properties"]) {
            let field = self.field((wire, property), schema, &owner, is_sent);
            fields.push(field.map_err(|reason| format!("`{name}.{wire}`: {reason}"))?);
        }
        if let Some(field) = fields.iter().find(|field| is_sent && is_reserved(&field.name)) {
            return Err(format!("`{name}.{}`: {RESERVED}", field.wire));
        }
        Ok(fields)
    }

    fn field(
        &self,
        (wire, property): (&str, &Yaml),
        schema: &Yaml,
        owner: &str,
        is_sent: bool,
    ) -> Result<Field> {
        let resolved = self.document.resolve(property);
        let is_content = resolved["format"].as_str() == Some("byte");
        let is_uuid = is_sent && resolved["format"].as_str() == Some("uuid");
        let mut docs = self.docs.of_member(property, owner);
        if is_content {
            docs = format!("Required, unless the call has a `file`. {docs}");
        }
        let is_required =
            elements(&schema["required"]).any(|it| it.as_str() == Some(wire)) && !is_content;
        let ty = match self.ty(property)? {
            // Callers have ids as text. The call checks that a required one is a UUID.
            Type::Plain("Uuid") if is_sent => Type::Text,
            Type::List(element) if is_sent && *element == Type::Plain("Uuid") => {
                Type::List(Box::new(Type::Text))
            }
            ty => ty,
        };
        let seconds = resolved["x-seconds-suffix"].as_str().map(|suffix| format!("{wire}{suffix}"));
        Ok(Field {
            name: field_name(wire),
            wire: wire.to_owned(),
            ty,
            is_required,
            docs,
            deprecated: self.docs.deprecation(property),
            is_uuid,
            is_content,
            max_length: resolved["maxLength"].as_i64(),
            seconds: seconds.filter(|name| has(&schema["properties"], name)),
        })
    }

    /// Returns the type of a schema in Rust. Null is absence, and fields that may be absent are
    /// `Option`s, so it makes no difference here.
    pub(crate) fn ty(&self, schema: &Yaml) -> Result<Type> {
        if let Some(name) = component(schema) {
            return self.component_type(name, self.document.resolve(schema));
        }
        let alternatives = alternatives(schema);
        if !alternatives.is_empty() {
            return self.common_type(&alternatives);
        }
        if is_flag(schema) {
            return Ok(Type::Plain("bool"));
        }
        if has(schema, "enum") || has(schema, "properties") {
            return Err("name this list of values, or object, in `components/schemas`".into());
        }
        let format = text(&schema["format"]);
        Ok(match (text(&schema["type"]), format) {
            ("boolean", _) => Type::Plain("bool"),
            ("integer", "int32") => Type::Plain("i32"),
            ("integer", _) => Type::Plain("i64"),
            ("number", _) => Type::Plain("f64"),
            ("string", "uuid") => Type::Plain("Uuid"),
            ("string", _) => match FORMATS.iter().find(|(name, _)| *name == format) {
                Some((_, ty)) => Type::Named((*ty).to_owned()),
                None => Type::Text,
            },
            ("array", _) => Type::List(Box::new(self.ty(&schema["items"])?)),
            ("object", _) => match get(schema, "additionalProperties") {
                Some(entry @ Yaml::Hash(_)) => Type::Map(Box::new(self.ty(entry)?)),
                _ => Type::Named("serde_json::Map<String, Value>".to_owned()),
            },
            ("", _) => Type::Json,
            (other, _) => return Err(format!("the type `{other}` is not supported")),
        })
    }

    fn component_type(&self, name: &str, schema: &Yaml) -> Result<Type> {
        if let Some(given) = schema["x-rust-type"].as_str() {
            return Ok(Type::Named(given.to_owned()));
        }
        match (self.has_shape(schema), component(schema)) {
            (true, _) => Ok(Type::Named(name.to_owned())),
            (false, Some(_)) => Err(format!("`{name}` is only a `$ref`: refer to its target")),
            (false, None) => self.ty(schema),
        }
    }

    /// Returns the type that `crate::wire::decode` reads all alternatives as.
    fn common_type(&self, alternatives: &[&Yaml]) -> Result<Type> {
        let types = alternatives.iter().map(|part| self.ty(part));
        let types = types.collect::<Result<Vec<_>>>()?;
        let has = |wanted: &Type| types.contains(wanted);
        let (flag, number) = (Type::Plain("bool"), Type::Plain("i64"));
        Ok(match types.as_slice() {
            [one] => one.clone(),
            _ if has(&flag) => flag,
            _ if has(&Type::Text) && has(&number) => number,
            _ if has(&Type::Text) && has(&Type::Plain("f64")) => Type::Text,
            // An empty list may be an empty object, and vice versa.
            [list @ Type::List(_), Type::Named(_)] => list.clone(),
            [map @ Type::Map(_), Type::List(_)] => map.clone(),
            _ => return Err("no type has all of these alternatives: set `x-rust-type`".into()),
        })
    }

    pub(crate) fn response(&self, operation: &Yaml) -> Result<Type> {
        let success = members(&operation["responses"]).find(|(status, _)| status.starts_with('2'));
        let (_, success) = success.ok_or("no success is described")?;
        let schema = json_schema(self.document.resolve(success));
        self.ty(schema.ok_or("its success has no JSON")?)
    }

    /// Returns the type of the body of an operation.
    pub(crate) fn body(&self, operation: &Yaml) -> Result<Option<String>> {
        let Some(body) = get(operation, "requestBody") else { return Ok(None) };
        let schema = json_schema(self.document.resolve(body)).ok_or("its body is not JSON")?;
        match (component(schema), self.ty(schema)?) {
            (Some(_), Type::Named(name)) => Ok(Some(name)),
            _ => Err("its body needs a component with `properties` or `x-rust-type`".into()),
        }
    }
}

/// Returns the alternatives of a schema without null.
fn alternatives(schema: &Yaml) -> Vec<&Yaml> {
    let parts = ["anyOf", "oneOf"].into_iter().flat_map(|key| elements(&schema[key]));
    parts.filter(|part| part["enum"] != Yaml::Array(vec![Yaml::Null])).collect()
}

/// Whether the values are the numbers 0 and 1.
fn is_flag(schema: &Yaml) -> bool {
    schema["enum"] == Yaml::Array(vec![Yaml::Integer(0), Yaml::Integer(1)])
}

/// Why a parameter or a field of a body has no name in Rust.
pub(crate) const RESERVED: &str = "all calls have a field or method of this name: the generator \
    must give it another one";

/// Whether calls have a field or method with the name of a parameter or of a field of the body.
pub(crate) fn is_reserved(name: &str) -> bool {
    const NAMES: [&str; 11] = [
        "body", "call", "client", "content", "extra", "file", "options", "pages", "send", "stream",
        "wait",
    ];
    NAMES.contains(&name)
}

fn variants(name: &str, lists: &[&Yaml]) -> Result<Vec<Variant>> {
    let mut variants: Vec<Variant> = Vec::new();
    for list in lists {
        for (index, value) in elements(&list["enum"]).enumerate() {
            let variant = variant_name(list, index, value);
            if !variant.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(format!(
                    "the value {} of `{name}` is not a name: set `x-enum-varnames`",
                    json(value)
                ));
            }
            if !variants.iter().any(|known| known.value == *value) {
                let aliases = members(&list["x-enum-aliases"]).filter(|(_, of)| *of == value);
                let aliases = aliases.map(|(alias, _)| alias.to_owned()).collect();
                variants.push(Variant { name: variant, value: value.clone(), aliases });
            }
        }
    }
    Ok(variants)
}

fn variant_name(list: &Yaml, index: usize, value: &Yaml) -> String {
    let given = list["x-enum-varnames"][index].as_str();
    given.map_or_else(|| text(value).to_upper_camel_case(), str::to_owned)
}

/// Returns the name of a field in Rust: in snake case, with `_` at its end if it is a keyword.
pub(crate) fn field_name(property: &str) -> String {
    const KEYWORDS: &str = " abstract as async await become box break const continue crate do dyn \
        else enum extern false final fn for gen if impl in let loop macro match mod move mut \
        override priv pub ref return self static struct super trait true try type typeof unsafe \
        unsized use virtual where while yield ";
    let name = property.to_snake_case();
    match KEYWORDS.contains(&format!(" {name} ")) {
        true => format!("{name}_"),
        false => name,
    }
}
