//! The data of requests and responses: operations, parameters, bodies, decoding, and the quirks of
//! the service.

pub(crate) mod decode;
pub(crate) mod encoded;
pub(crate) mod open;
pub(crate) mod operation;
pub mod optional;
pub(crate) mod quirks;
pub(crate) mod secret;
pub(crate) mod single_line;
pub(crate) mod url_text;
