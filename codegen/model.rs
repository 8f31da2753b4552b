//! The model of the document: plain data, without Rust.

use std::collections::BTreeSet;

use super::Result;
use super::docs::Docs;
use super::document::Document;
use super::operations::{self, Operation};
use super::schemas::{Definition, Field, Group, Reader, fields_of};

pub(crate) struct Model {
    pub(crate) groups: Vec<Group>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) types: Vec<Definition>,
}

impl Model {
    pub(crate) fn read(text: &str) -> Result<Self> {
        let document = Document::parse(text)?;
        let reader = Reader { docs: Docs::new(&document), document: &document };
        let groups: Vec<_> = document.tags().map(|tag| reader.group(tag)).collect();
        let types = reader.types(&groups)?;
        let mut model = Self { groups, operations: Vec::new(), types };
        for described in document.operations() {
            let operation = operations::read(&reader, described, &model.types);
            let operation = operation
                .map_err(|reason| format!("{} {}: {reason}", described.method, described.path))?;
            model.operations.push(operation);
        }
        model.check_names()?;
        Ok(model)
    }

    /// Fails if two types or calls have the same name.
    fn check_names(&self) -> Result<()> {
        let mut names = BTreeSet::new();
        let calls = self.operations.iter().map(|operation| operation.call.clone());
        let types = self.types.iter();
        let types = types.flat_map(|it| [Some(it.name.clone()), it.required_fields()]).flatten();
        for name in types.chain(calls) {
            if !names.insert(name.clone()) {
                return Err(format!("`{name}` names two things: rename a schema or an operation"));
            }
        }
        Ok(())
    }

    /// Returns the struct of the required fields of a type, if its `new` takes one.
    pub(crate) fn required_fields(&self, name: &str) -> Option<String> {
        self.types.iter().find(|it| it.name == name)?.required_fields()
    }

    /// Returns the fields of a type, in the order of the document; none if it is no struct.
    pub(crate) fn fields(&self, name: &str) -> &[Field] {
        fields_of(&self.types, name)
    }
}
