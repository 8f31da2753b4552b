//! Arguments of the form `A=B`.

/// Parses a language: its local code, and the service's.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (local, service) = equation(text)?;
    match service.is_empty() {
        true => {
            Err(format!("`{text}` has no code after `=`: write LOCAL=SERVICE, such as pt-BR=pt_BR"))
        }
        false => Ok((local, service)),
    }
}

/// Parses a name and a value.
pub(super) fn equation(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not of the form NAME=VALUE")),
    }
}
