//! Writes the types of the document.

use std::fmt::Write as _;

use super::arguments::Type;
use super::docs::comment;
use super::document::{Yaml, json};
use super::model::{Definition, Field, Model, Shape};
use super::writer::{File, listed};

pub(super) fn write(file: &mut File, definition: &Definition, model: &Model) {
    match &definition.shape {
        Shape::Struct(fields) if definition.is_sent => body(file, definition, fields, model),
        Shape::Struct(fields) => structure(file, definition, fields),
        Shape::Enum(variants) => file.item(&open_enum(definition, variants)),
        Shape::OneOf(names) => one_of(file, definition, names),
    }
    let mut lists = model.operations.iter().filter_map(|operation| operation.list.as_ref());
    if let Some(list) = lists.find(|list| list.page == definition.name) {
        let position = list.position.as_ref();
        let position = position.map(|[cursor, more]| format!(", {cursor}, {more}"));
        let position = position.unwrap_or_default();
        file.item(&format!("page!({} {{ {}: {}{position} }});", list.page, list.field, list.item));
    }
}

/// Writes a type that is only received.
fn structure(file: &mut File, definition: &Definition, fields: &[Field]) {
    let Definition { name, docs, .. } = definition;
    let mut code = format!(
        "{}#[derive(Debug, Clone, Default, PartialEq)]\n#[non_exhaustive]\npub struct {name} {{\n",
        comment(docs, 0)
    );
    for Field { name, ty, is_required, docs, deprecated, .. } in fields {
        code += &comment(docs, 4);
        code += &deprecation(deprecated.as_deref(), 4);
        let _ = match is_required {
            true => writeln!(code, "    pub {name}: {ty},"),
            false => writeln!(code, "    pub {name}: Option<{ty}>,"),
        };
    }
    file.item(&(code + "}"));
    file.item(&object(definition, fields));
    times(file, name, fields);
}

/// Writes a type that is sent.
fn body(file: &mut File, definition: &Definition, fields: &[Field], model: &Model) {
    let Definition { name, docs, .. } = definition;
    let calls = model.operations.iter().filter(|it| it.body.as_ref() == Some(name));
    let calls: Vec<_> = calls.map(|operation| operation.call.as_str()).collect();
    let mut code = format!("body! {{\n{}    pub struct {name}", comment(docs, 4));
    let _ = writeln!(code, " for [{}] {{", calls.join(", "));
    code.extend(fields.iter().filter(|field| field.is_argument()).map(setter_of));
    let mut constants = fields.iter().filter(|field| field.is_required).filter_map(|field| {
        let (name, ty, value) = (&field.name, &field.ty, field.constant.as_ref()?);
        Some(format!("{}        {name}: {ty} = {ty}::{value},\n", comment(&field.docs, 8)))
    });
    if let Some(first) = constants.next() {
        let _ = write!(code, "    }}\n    constant {{\n{first}{}", constants.collect::<String>());
    }
    code += "    }\n    optional {\n";
    code.extend(fields.iter().filter(|field| !field.is_required).map(setter_of));
    file.item(&(code + "    }\n}"));
}

fn setter_of(field: &Field) -> String {
    let Field { name, wire, ty, docs, deprecated, .. } = field;
    let name = if name == wire { name.clone() } else { format!("{name} = {wire:?}") };
    setter(&name, ty, docs, deprecated.as_deref())
}

/// Returns the names of the fields, by which `crate::wire` decodes and encodes.
fn object(definition: &Definition, fields: &[Field]) -> String {
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
    code + "}\n}"
}

/// Returns an attribute.
pub(super) fn deprecation(reason: Option<&str>, indent: usize) -> String {
    match reason {
        None => String::new(),
        Some("") => format!("{:indent$}#[deprecated]\n", ""),
        Some(reason) => format!("{:indent$}#[deprecated(note = {reason:?})]\n", ""),
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

/// Returns a setter, as an entry of the macros.
pub(super) fn setter(name: &str, ty: &Type, docs: &str, deprecated: Option<&str>) -> String {
    let mut code = comment(docs, 8) + &deprecation(deprecated, 8);
    let _ = writeln!(code, "        {name}: {},", ty.setter());
    code
}

fn open_enum(definition: &Definition, variants: &[(String, Yaml)]) -> String {
    let is_integer = variants.iter().all(|(_, value)| matches!(value, Yaml::Integer(_)));
    let kind = if is_integer { "open_integer_enum" } else { "open_enum" };
    let mut code = format!("{kind}! {{\n{}", comment(&definition.docs, 4));
    let _ = writeln!(code, "    pub enum {} {{", definition.name);
    for (variant, value) in variants {
        let shown = value.as_str().map_or_else(|| json(value), str::to_owned);
        let _ = writeln!(code, "        /// `{shown}`.\n        {variant} = {},", json(value));
    }
    code + "    }\n}"
}

/// Writes a body of which there are several kinds.
fn one_of(file: &mut File, definition: &Definition, names: &[String]) {
    let Definition { name, docs, .. } = definition;
    let (docs, names) = (comment(docs, 4), names.join(", "));
    file.item(&format!("one_of! {{\n{docs}    pub enum {name} {{ {names} }}\n}}"));
}
