//! Access to the document as YAML.

use std::collections::BTreeMap;

use yaml_rust2::YamlLoader;

use super::Result;

pub(crate) use yaml_rust2::Yaml;

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

pub(crate) struct Document(Yaml);

/// An operation as the document describes it, with the item that holds it.
#[derive(Clone, Copy)]
pub(crate) struct Described<'d> {
    pub(crate) method: &'static str,
    pub(crate) path: &'d str,
    pub(crate) item: &'d Yaml,
    pub(crate) value: &'d Yaml,
}

impl Document {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let documents = YamlLoader::load_from_str(text);
        let documents = documents.map_err(|error| format!("the document is not YAML: {error}"))?;
        let document = documents.into_iter().next().ok_or("the document is empty")?;
        check_names(&document)?;
        let document = Self(document);
        document.check_references(&document.0)?;
        Ok(document)
    }

    /// Fails if a `$ref` leads nowhere.
    fn check_references(&self, value: &Yaml) -> Result<()> {
        if let Some(reference) = value["$ref"].as_str()
            && std::ptr::eq(self.resolve(value), value)
        {
            return Err(format!("there is no `{reference}`: correct the `$ref`"));
        }
        let members = value.as_hash().into_iter().flat_map(|members| members.values());
        members.chain(elements(value)).try_for_each(|part| self.check_references(part))
    }

    /// Returns the groups of operations, in the order of the document.
    pub(crate) fn tags(&self) -> impl Iterator<Item = &Yaml> {
        elements(&self.0["tags"])
    }

    /// Returns the component schemas, in the order of the document.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = (&str, &Yaml)> {
        members(&self.0["components"]["schemas"])
    }

    /// Returns the operations that programs call, in the order of the document. A page, which a
    /// user opens in a browser, is not one.
    pub(crate) fn operations(&self) -> impl Iterator<Item = Described<'_>> {
        self.all_operations().filter(|operation| !is_page(operation.value))
    }

    pub(crate) fn all_operations(&self) -> impl Iterator<Item = Described<'_>> {
        members(&self.0["paths"]).flat_map(|(path, item)| {
            members(item).filter_map(move |(name, value)| {
                let method = METHODS.into_iter().find(|method| name == *method)?;
                Some(Described { method, path, item, value })
            })
        })
    }

    /// Resolves a `$ref`. Returns any other value as it is.
    pub(crate) fn resolve<'d>(&'d self, value: &'d Yaml) -> &'d Yaml {
        let Some(reference) = value["$ref"].as_str() else { return value };
        let names = reference.trim_start_matches("#/").split('/');
        match names.fold(&self.0, |place, name| &place[name]) {
            Yaml::BadValue => value,
            found => found,
        }
    }

    /// Returns how many references lead from a value to each component schema at least.
    pub(crate) fn distances<'d>(&'d self, roots: Vec<&'d Yaml>) -> BTreeMap<&'d str, usize> {
        let mut found = BTreeMap::new();
        let mut next = roots;
        for distance in 0.. {
            let mut pending = std::mem::take(&mut next);
            while let Some(value) = pending.pop() {
                match value {
                    Yaml::Array(items) => pending.extend(items),
                    Yaml::Hash(members) => pending.extend(members.values()),
                    _ => {}
                }
                match component(value) {
                    Some(name) if !found.contains_key(name) => {
                        found.insert(name, distance);
                        next.push(self.resolve(value));
                    }
                    None if has(value, "$ref") => pending.push(self.resolve(value)),
                    _ => {}
                }
            }
            if next.is_empty() {
                break;
            }
        }
        found
    }
}

/// Returns the name of the component schema that a value refers to.
pub(crate) fn component(value: &Yaml) -> Option<&str> {
    value["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}

/// Returns the schema of the JSON of a request or response.
pub(crate) fn json_schema(body: &Yaml) -> Option<&Yaml> {
    get(&body["content"]["application/json"], "schema")
}

fn is_page(operation: &Yaml) -> bool {
    members(&operation["responses"]).any(|(_, it)| has(&it["content"], "text/html"))
}

/// Returns a string, or an empty one if the value is not a string.
pub(crate) fn text(value: &Yaml) -> &str {
    value.as_str().unwrap_or_default().trim()
}

/// Returns the members of an object, none if the value is not an object.
pub(crate) fn members(value: &Yaml) -> impl Iterator<Item = (&str, &Yaml)> + Clone {
    let members = value.as_hash().into_iter().flatten();
    members.filter_map(|(name, member)| Some((name.as_str()?, member)))
}

/// Returns the elements of an array, none if the value is not an array.
pub(crate) fn elements(value: &Yaml) -> impl Iterator<Item = &Yaml> {
    value.as_vec().into_iter().flatten()
}

pub(crate) fn get<'y>(value: &'y Yaml, name: &str) -> Option<&'y Yaml> {
    Some(&value[name]).filter(|member| !member.is_badvalue())
}

pub(crate) fn has(value: &Yaml, name: &str) -> bool {
    get(value, name).is_some()
}

/// Returns a value as it is written in JSON.
pub(crate) fn json(value: &Yaml) -> String {
    match value {
        Yaml::String(text) => format!("{text:?}"),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Real(number) => number.clone(),
        Yaml::Boolean(flag) => flag.to_string(),
        Yaml::Array(values) => {
            format!("[{}]", values.iter().map(json).collect::<Vec<_>>().join(", "))
        }
        Yaml::Hash(_) => "an object".to_owned(),
        Yaml::Null | Yaml::Alias(_) | Yaml::BadValue => "null".to_owned(),
    }
}

/// Fails if a name is no text, such as an unquoted `200`: nobody would find it.
fn check_names(value: &Yaml) -> Result<()> {
    for (name, member) in value.as_hash().into_iter().flatten() {
        if name.as_str().is_none() {
            return Err(format!("the name {} is no text: put it in quotes", json(name)));
        }
        check_names(member)?;
    }
    elements(value).try_for_each(check_names)
}
