//! Generates the client with progenitor, as its README describes, from a patched document.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use progenitor::{GenerationSettings, Generator, InterfaceStyle};
use serde_json::{Map, Value, json};

const DOCUMENT: &str = "../../spec/openapi.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let mut document: Value = yaml_serde::from_str(&fs::read_to_string(DOCUMENT)?)?;
    patch(&mut document);
    let document = serde_json::from_value(document)?;
    let mut settings = GenerationSettings::new();
    settings.with_interface(InterfaceStyle::Builder);
    let code = Generator::new(&settings).generate_tokens(&document)?;
    let code = prettyplease::unparse(&syn::parse2(code)?);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("client.rs"), code)?;
    Ok(())
}

/// Changes what progenitor cannot read.
fn patch(document: &mut Value) {
    // `=` and `:` have no letter for the name of a variant.
    if let Some(separator) = document.pointer_mut("/components/schemas/JavaPropertiesSeparator") {
        separator.as_object_mut().map(|schema| schema.remove("enum"));
    }
    each_object(document, &mut |object| {
        // `anyOf` becomes a struct of flattened fields, which decodes no text or number.
        if let Some(Value::Array(mut alternatives)) = object.remove("anyOf") {
            let is_nullable = alternatives.len() == 2 && alternatives[1]["enum"] == json!([null]);
            if is_nullable {
                alternatives.pop();
                object.insert("nullable".to_owned(), true.into());
            }
            let word = if is_nullable { "allOf" } else { "oneOf" };
            object.insert(word.to_owned(), alternatives.into());
        }
        // One type for the errors of an operation, and not by `default`, which means a success too.
        if let Some(Value::Object(responses)) = object.get_mut("responses")
            && let Some(error) = responses.remove("default")
        {
            responses.retain(|status, _| status.starts_with('2'));
            responses.insert("4XX".to_owned(), error);
        }
    });
}

fn each_object(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            change(object);
            object.values_mut().for_each(|value| each_object(value, change));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| each_object(value, change)),
        _ => {}
    }
}
