//! What callers add to the crate without forking it: headers, options of a call, fields, hooks,
//! a transport, and responses and errors of their own making.

mod extra;
mod fakes;
mod headers;
mod hooks;
mod options;
