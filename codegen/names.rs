//! Names that the code of a call needs for itself.

use heck::ToSnakeCase;

use super::Result;
use super::document::Operation;

/// What generated code, or the steps that rewrite it, call something in the body of a call or in
/// its builder. A parameter of such a name would be taken for it: the code would not compile, or
/// a step would take out what belongs to the parameter.
const TAKEN: [&str; 8] = [
    "body",
    "client",
    "header_map",
    "info",
    "options",
    "request",
    "send",
    "url",
];

/// Refuses a document with a parameter of a name that is taken.
pub(super) fn check(operations: &[Operation]) -> Result<()> {
    for operation in operations {
        for parameter in &operation.parameters {
            let name = parameter.name.to_snake_case();
            if TAKEN.contains(&name.as_str()) {
                return Err(format!(
                    "the parameter `{}` of `{}` has a name that the code of every call needs for \
                     itself: give it another one in Rust, by a step in codegen/narrow.rs",
                    parameter.name, operation.id
                ));
            }
        }
    }
    Ok(())
}
