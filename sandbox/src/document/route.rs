//! Which operation a request means.

use percent_encoding::percent_decode_str;

use super::Operation;

/// How many slashes the name of a branch may have in a path as they are.
const BRANCH_SLASHES: usize = 8;

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

/// Finds the operation. A slash at the end means nothing. In the first parameter the name of a
/// branch may have slashes as they are, where the path cannot be read without.
pub(super) fn find<'d>(
    operations: &'d [Operation],
    server: &str,
    method: &str,
    path: &str,
) -> Found<'d> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut readings = readings(path).map(|path| find_exact(operations, server, method, &path));
    let found = readings.find(|found| !matches!(found, Found::Unknown));
    found.unwrap_or(Found::Unknown)
}

/// The path, and then with one slash more of those behind the colon of `{project}:{branch}` taken
/// for a part of the branch.
fn readings(path: &str) -> impl Iterator<Item = String> {
    let colon = path.find(':').or_else(|| path.find("%3A"));
    let colon = colon.unwrap_or(path.len());
    let slashes = path[colon..].match_indices('/').map(|(at, _)| colon + at);
    let ends: Vec<usize> = slashes.take(BRANCH_SLASHES).collect();
    (0..=ends.len()).map(move |taken| {
        let end = taken.checked_sub(1).map_or(colon, |last| ends[last] + 1);
        format!("{}{}{}", &path[..colon], path[colon..end].replace('/', "%2F"), &path[end..])
    })
}

/// Where two templates match a path, only the one with a literal segment first counts, whatever
/// the method.
fn find_exact<'d>(
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
    let chosen = matching.iter().map(|(operation, _)| specificity(&operation.path)).min();
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
    template.split('/').map(|segment| parameter_name(segment).is_some()).collect()
}

fn parameter_name(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}
