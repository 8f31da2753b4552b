//! Generates the client's code from the document: the document becomes a model, which is plain
//! data, and each part of the model is written once. Nothing here names an operation or a schema:
//! what the code must know about one, the document says.

pub(crate) mod arguments;
mod calls;
pub(crate) mod docs;
pub(crate) mod document;
mod index;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod schemas;
mod types;
mod writer;

use model::Model;
use writer::File;

/// An error message for the person who edits the document.
pub(crate) type Result<T, E = String> = std::result::Result<T, E>;

/// A generated file.
pub(crate) struct Module {
    /// The name of the module, and of its file without the extension.
    pub(crate) name: String,
    /// Rust that is not formatted yet.
    pub(crate) source: String,
}

/// Generates a file for each group of operations, and the module that exports them. The result
/// depends only on the text.
pub(crate) fn generate(text: &str) -> Result<Vec<Module>> {
    let model = Model::read(text)?;
    let mut modules = Vec::new();
    for group in &model.groups {
        let mut file = File::new(&group.description);
        for operation in model.operations.iter().filter(|it| it.group == group.module) {
            calls::write(&mut file, operation, &model);
        }
        for definition in model.types.iter().filter(|it| it.group == group.module) {
            types::write(&mut file, definition, &model);
        }
        modules.push(file.into_module(&group.module));
    }
    modules.push(index::module(&model));
    Ok(modules)
}
