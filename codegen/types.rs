//! Writes the types of the document.

use std::fmt::Write as _;

use super::docs::comment;
use super::document::{Yaml, json};
use super::model::Model;
use super::schemas::{Definition, Field, Shape, Variant};
use super::writer::{File, listed};

pub(super) fn write(file: &mut File, definition: &Definition, model: &Model) {
    match &definition.shape {
        Shape::Struct(fields) => {
            let mut bodies = model.operations.iter().filter_map(|it| it.body.as_ref());
            let is_body = bodies.any(|body| *body == definition.name);
            structure(file, definition, fields, is_body);
        }
        Shape::Enum(variants) => file.item(&open_enum(definition, variants)),
    }
    let mut lists = model.operations.iter().filter_map(|operation| operation.list.as_ref());
    if let Some(list) = lists.find(|list| list.page == definition.name) {
        let position = list.position.as_ref();
        let position = position.map(|[cursor, more]| format!(", {cursor}, {more}"));
        let position = position.unwrap_or_default();
        file.item(&format!("page!({} {{ {}: {}{position} }});", list.page, list.field, list.item));
    }
}

/// Writes a struct, and what makes one that is sent. Only the whole body of a call has `extra`.
fn structure(file: &mut File, definition: &Definition, fields: &[Field], is_body: bool) {
    let Definition { name, docs, is_sent, .. } = definition;
    let has_default = !is_sent || fields.iter().all(|field| !field.is_required);
    let default = if has_default { "Default, " } else { "" };
    let mut code = format!(
        "{}#[derive(Debug, Clone, {default}PartialEq)]\n#[non_exhaustive]\npub struct {name} {{\n",
        comment(docs, 0)
    );
    code.extend(fields.iter().map(declaration));
    if is_body {
        code += "/// Fields that the document does not name, by their names.\n\
                 pub extra: serde_json::Map<String, Value>,\n";
    }
    file.item(&(code + "}"));
    file.item(&object(definition, fields, is_body));
    if *is_sent {
        sent(file, definition, fields, is_body);
    }
    times(file, name, fields);
}

fn declaration(field: &Field) -> String {
    let Field { name, ty, is_required, docs, deprecated, .. } = field;
    let mut code = comment(docs, 4);
    code += &deprecation(deprecated.as_deref());
    let _ = match is_required {
        true => writeln!(code, "    pub {name}: {ty},"),
        false => writeln!(code, "    pub {name}: Option<{ty}>,"),
    };
    code
}

/// Writes `new` and the setters of a type that is sent.
fn sent(file: &mut File, definition: &Definition, fields: &[Field], is_body: bool) {
    let name = &definition.name;
    let given: Vec<_> = fields.iter().filter(|field| field.is_required).collect();
    let mut start = String::new();
    let (arguments, mut values) = match definition.required_fields() {
        Some(required) => {
            file.item(&named_fields(name, &required, &given));
            let names: String = given.iter().map(|field| format!("{}, ", field.name)).collect();
            start = format!("let {required} {{ {names} }} = fields;\n");
            (format!("fields: {required}"), given.iter().map(|it| it.name.clone()).collect())
        }
        None => (
            given.iter().map(|it| format!("{}: {}, ", it.name, it.ty.argument())).collect(),
            given.iter().map(|it| it.ty.initializer(&it.name)).collect::<Vec<_>>(),
        ),
    };
    let optional = fields.iter().filter(|field| !field.is_required);
    values.extend(optional.map(|field| format!("{}: None", field.name)));
    values.extend(is_body.then(|| "extra: Default::default()".to_owned()));
    let extra = if is_body { EXTRA } else { "" };
    file.item(&format!(
        "impl {name} {{
             /// Creates a body with its required fields.
             pub fn new({arguments}) -> Self {{ {start} Self {{ {} }} }}

             {extra}
             {}
         }}",
        values.join(", "),
        setters(fields, ""),
    ));
}

const EXTRA: &str = "
    /// Sets a field that the document lacks. Sending fails if the document has this field.
    pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.extra.insert(name.into(), value.into());
        self
    }
";

/// Returns the struct of the required fields of a body, which `new` takes.
fn named_fields(name: &str, required: &str, given: &[&Field]) -> String {
    let fields: String = given.iter().map(|field| declaration(field)).collect();
    format!(
        "/// The required fields of [`{name}`].
         #[derive(Debug, Clone, PartialEq)]
         pub struct {required} {{ {fields} }}

         impl From<{required}> for {name} {{
             fn from(fields: {required}) -> Self {{ Self::new(fields) }}
         }}"
    )
}

/// Returns the setters of the optional fields of a body, which is at this place of `self`.
pub(super) fn setters(fields: &[Field], place: &str) -> String {
    let optional = fields.iter().filter(|field| !field.is_required);
    let setters = optional.map(|Field { name, ty, docs, deprecated, .. }| {
        let docs = comment(docs, 4) + &deprecation(deprecated.as_deref());
        format!("\n{docs}{}", ty.setter(name, &format!("{place}{name}")))
    });
    setters.collect()
}

/// Returns the names of the fields, by which `crate::wire` decodes and encodes.
fn object(definition: &Definition, fields: &[Field], is_body: bool) -> String {
    let of = |is_required: bool| {
        let fields = fields.iter().filter(move |field| field.is_required == is_required);
        let names = fields.map(|Field { name, wire, .. }| match name == wire {
            true => name.clone(),
            false => format!("{name} = {wire:?}"),
        });
        names.collect::<Vec<_>>()
    };
    let mut code = format!("object! {{\n    {} {{", definition.name);
    code += &listed(&of(true));
    code += "}\n    optional {";
    code += &listed(&of(false));
    code += "}\n";
    if is_body {
        code += "    others in extra\n";
    }
    code + "}"
}

/// Returns an attribute.
fn deprecation(reason: Option<&str>) -> String {
    match reason {
        None => String::new(),
        Some("") => "#[deprecated]\n".to_owned(),
        Some(reason) => format!("#[deprecated(note = {reason:?})]\n"),
    }
}

/// Writes methods for times that are text and Unix seconds.
fn times(file: &mut File, name: &str, fields: &[Field]) {
    let times = fields.iter().filter_map(|field| Some((&field.name, field.seconds.as_ref()?)));
    let methods = times.map(|(text, seconds)| {
        let method = text.strip_suffix("_at").unwrap_or(text);
        let docs = comment(&format!("Returns the time of `{seconds}`, or else of `{text}`."), 4);
        format!(
            "{docs}    pub fn {method}(&self) -> Option<DateTime<Utc>> {{
                 quirks::time(self.{seconds}, self.{text}.as_ref())
             }}"
        )
    });
    let methods: Vec<_> = methods.collect();
    if !methods.is_empty() {
        file.item(&format!("impl {name} {{\n{}\n}}", methods.join("\n\n")));
    }
}

fn open_enum(definition: &Definition, variants: &[Variant]) -> String {
    let is_integer = variants.iter().all(|it| matches!(it.value, Yaml::Integer(_)));
    let kind = if is_integer { "open_integer_enum" } else { "open_enum" };
    let mut code = format!("{kind}! {{\n{}", comment(&definition.docs, 4));
    let _ = writeln!(code, "    pub enum {} {{", definition.name);
    for Variant { name, value, aliases } in variants {
        let shown = value.as_str().map_or_else(|| json(value), str::to_owned);
        let aliases: String = aliases.iter().map(|alias| format!(" | {alias:?}")).collect();
        let value = json(value);
        let _ = writeln!(code, "        /// `{shown}`.\n        {name} = {value}{aliases},");
    }
    code + "    }\n}"
}
