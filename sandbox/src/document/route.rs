//! Which operation a request means.

use percent_encoding::percent_decode_str;

use super::Operation;

/// What was found for a request.
#[derive(Debug)]
pub enum Found<'d> {
    /// The operation, and the values of its path parameters, percent-decoded.
    Operation(&'d Operation, Vec<(String, String)>),
    /// The path is known, the method is not; these methods are.
    WrongMethod(Vec<&'d str>),
    /// The path is not known.
    Unknown,
}

/// Finds the operation; where two templates match a path, only the one with a literal segment first counts, whatever the method.
pub(super) fn find<'d>(
    operations: &'d [Operation],
    server: &str,
    method: &str,
    path: &str,
) -> Found<'d> {
    let mut matching: Vec<_> = operations
        .iter()
        .filter(|operation| operation.server == server)
        .filter_map(|operation| Some((operation, path_parameters(&operation.path, path)?)))
        .collect();
    let chosen = matching
        .iter()
        .map(|(operation, _)| specificity(&operation.path))
        .min();
    matching.retain(|(operation, _)| Some(specificity(&operation.path)) == chosen);
    let allowed = || matching.iter().map(|(o, _)| o.method.as_str()).collect();
    match matching.iter().find(|(o, _)| o.method == method) {
        Some((operation, parameters)) => Found::Operation(operation, parameters.clone()),
        None if matching.is_empty() => Found::Unknown,
        None => Found::WrongMethod(allowed()),
    }
}

/// The values that the template takes from the path, or `None` when the path is another one.
fn path_parameters(template: &str, path: &str) -> Option<Vec<(String, String)>> {
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    let mut values = Vec::new();
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(values),
            (Some(segment), Some(actual)) => match parameter_name(segment) {
                Some(_) if actual.is_empty() => return None,
                Some(name) => {
                    let value = percent_decode_str(actual).decode_utf8().ok()?;
                    values.push((name.to_owned(), value.into_owned()));
                }
                None if segment == actual => {}
                None => return None,
            },
            _ => return None,
        }
    }
}

/// Sorts literal segments before parameters, from the left.
fn specificity(template: &str) -> Vec<bool> {
    template
        .split('/')
        .map(|segment| parameter_name(segment).is_some())
        .collect()
}

fn parameter_name(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}
