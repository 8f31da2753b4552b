//! Generates Rust from the document: narrows it to what the generator supports, generates a module
//! for each server, and adapts the code to this crate's runtime. `build.rs` and `xtask` use it.
//! Nothing here depends on a particular operation.

mod arguments;
mod bodies;
mod calls;
mod document;
mod exports;
mod index;
pub(crate) mod markdown;
mod narrow;
mod open_enums;
mod rewrite;
mod rules;
mod settings;
mod tables;

use document::{Document, SERVERS, Server};
use open_enums::OpenEnum;
use settings::Owners;

/// An error message for the person who edits the document or upgrades the generator.
pub(crate) type Result<T, E = String> = std::result::Result<T, E>;

/// The code of one generated file.
pub(crate) struct Module {
    /// The name of the module, and of its file without the extension.
    pub(crate) name: &'static str,
    /// Formatted Rust.
    pub(crate) source: String,
}

/// Generates the modules of all servers from the text of the document, `exports`, which reexports
/// their names, and `tables`, which tests use. The result depends only on the text.
pub(crate) fn generate(text: &str) -> Result<Vec<Module>> {
    let mut original = Document::parse(text)?;
    rules::texts_in_rust(&mut original);
    let mut narrowed = original.clone();
    narrow::all(&mut narrowed)?;
    let operations = original.operations()?;
    let enums = open_enums::find(&narrowed)?;
    settings::check(&narrowed)?;

    let mut owners = Owners::new();
    let mut modules = Vec::new();
    for server in &SERVERS {
        let part = narrowed.only(server);
        for (name, _) in part.schemas() {
            owners.entry(name.clone()).or_insert(server.module);
        }
        let (methods, file) = rewrite::split(raw(server, part, &enums, &owners)?)?;
        modules.push(rewrite::Module {
            server,
            enums: enums
                .iter()
                .filter(|open| owners.get(&open.name) == Some(&server.module))
                .collect(),
            operations: operations
                .iter()
                .filter(|operation| operation.server.module == server.module)
                .collect(),
            methods,
            file,
        });
    }
    let texts = narrowed.operations()?.into_iter();
    let facts = rewrite::Facts {
        document: &original,
        texts: texts.map(|operation| (operation.id.clone(), operation)).collect(),
        notes: &narrowed.field_notes(),
        requests: narrowed.request_schemas(),
    };
    rewrite::all(&mut modules, &facts)?;

    let mut files = vec![
        exports::module(&modules, &index::of(&original, &operations))?,
        tables::module(&original, &operations)?,
    ];
    files.extend(modules.into_iter().map(|module| Module {
        name: module.server.module,
        source: prettyplease::unparse(&module.file),
    }));
    Ok(files)
}

/// Runs the generator for one server.
fn raw(server: &Server, part: Document, enums: &[OpenEnum], owners: &Owners) -> Result<syn::File> {
    let lists_values = |name: &str| enums.iter().any(|open| open.name == name);
    let mut generator = settings::generator(server, &part, lists_values, owners);
    let api = serde_json::from_value(part.into_value())
        .map_err(|error| format!("the narrowed document is not OpenAPI: {error}"))?;
    let tokens = generator
        .generate_tokens(&api)
        .map_err(|error| format!("generating `{}`: {error}", server.module))?;
    let parsed = syn::parse2(tokens);
    parsed.map_err(|error| format!("cannot parse the code of `{}`: {error}", server.module))
}
