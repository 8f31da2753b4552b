//! Which operation a request is for.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use matchit::Router;
use percent_encoding::percent_decode_str;

use super::{Document, DocumentError, Operation};

/// The parameters in a path by name, percent-decoded.
pub type PathParameters = Vec<(String, String)>;

/// The operations of each path, by index, for each server.
#[derive(Debug)]
pub(super) struct Routes(HashMap<String, Router<Vec<usize>>>);

impl Routes {
    pub(super) fn new(operations: &[Operation]) -> Result<Self, DocumentError> {
        let mut paths: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, operation) in operations.iter().enumerate() {
            let place = (operation.server.as_str(), operation.path.as_str());
            paths.entry(place).or_default().push(index);
        }
        let mut routes: HashMap<String, Router<_>> = HashMap::new();
        for ((server, path), indexes) in paths {
            let added = routes.entry(server.to_owned()).or_default().insert(path, indexes);
            added.map_err(|error| DocumentError::malformed("/paths", error))?;
        }
        Ok(Self(routes))
    }
}

impl Document {
    /// Encodes the slashes in the name of a branch: `/projects/p:a/b/keys` is
    /// `/projects/p:a%2Fb/keys`. Of several readings, the shortest name wins.
    pub(crate) fn canonical<'p>(&self, server: &str, path: &'p str) -> Cow<'p, str> {
        let is_known = |path: &str| self.routes.0.get(server).is_some_and(|it| it.at(path).is_ok());
        let Some(name) = branch_start(path).filter(|_| !is_known(path)) else {
            return Cow::Borrowed(path);
        };
        let mut encoded = path.to_owned();
        while let Some(slash) = encoded[name..].find('/') {
            encoded.replace_range(name + slash..=name + slash, "%2F");
            if is_known(&encoded) {
                return Cow::Owned(encoded);
            }
        }
        Cow::Borrowed(path)
    }

    /// Finds the operation of a request, and its path parameters. `server` is a server URL as in the
    /// document, and `path` is percent-encoded.
    ///
    /// # Errors
    ///
    /// Fails with the methods of the path: none if it is unknown.
    pub fn find(
        &self,
        server: &str,
        method: &str,
        path: &str,
    ) -> Result<(&Operation, PathParameters), Vec<&str>> {
        let found = self.routes.0.get(server).and_then(|routes| routes.at(path).ok());
        let found = found.ok_or_else(Vec::new)?;
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let parameters = found.params.iter().map(|(name, value)| (name.to_owned(), decode(value)));
        let at_path = found.value.iter().map(|index| &self.operations[*index]);
        match at_path.clone().find(|it| it.method == method) {
            Some(operation) => Ok((operation, parameters.collect())),
            None => Err(at_path.map(|it| it.method.as_str()).collect()),
        }
    }
}

/// Where the name of a branch begins in a path below a project.
fn branch_start(path: &str) -> Option<usize> {
    let address = path.strip_prefix("/projects/")?.split('/').next()?.to_ascii_lowercase();
    let colon = address.find(':').or_else(|| address.find("%3a"))?;
    Some("/projects/".len() + colon)
}
