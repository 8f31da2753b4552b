//! The paths of raw requests, which cannot leave the base URL.

use percent_encoding::percent_decode_str;

use crate::error::Error;
use crate::wire::operation::Operation;

/// Checks a path below a base URL, without the leading slash. URLs resolve `.` and `..` even if
/// encoded, treat a backslash as a slash, and drop line breaks and tabs: paths that would lead
/// elsewhere are rejected.
pub(super) fn relative_path<'p>(
    operation: &'static Operation,
    path: &'p str,
) -> Result<&'p str, Error> {
    let reject = |reason: &str| {
        Err(Error::invalid_request(operation, format!("the path {path:?} {reason}")))
    };
    let relative = path.strip_prefix('/').unwrap_or(path);
    if path.contains("://") {
        return reject("is a URL: use the path relative to the base URL of the client");
    }
    if relative.contains(['?', '#']) {
        return reject("contains a query or a fragment: set parameters with `query`");
    }
    if relative.contains('\\') || relative.contains(|character: char| character.is_control()) {
        return reject("contains a backslash or a control character: encode it");
    }
    for segment in relative.split('/') {
        let decoded = percent_decode_str(segment).collect::<Vec<u8>>();
        match decoded.as_slice() {
            b"" => {
                return reject("has an empty segment");
            }
            b"." | b".." => return reject("would leave the base URL"),
            _ => {}
        }
    }
    Ok(relative)
}

/// Returns the project in the path of a raw request, below the base URL.
pub(super) fn project(path: &str) -> Option<String> {
    let project = path.strip_prefix("projects/")?.split('/').next()?;
    Some(percent_decode_str(project).decode_utf8_lossy().into_owned())
}
