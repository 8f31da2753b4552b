//! Requests and responses: reading, conversion, validation, errors.

mod answer;
pub(crate) mod body;
pub(crate) mod lenient;
mod notes;
mod nulls;
mod refusal;
pub(crate) mod validate;

pub(crate) use answer::Answer;
pub(crate) use notes::Notes;
pub(crate) use nulls::write_nulls;
pub(crate) use refusal::Refusal;
pub(crate) use validate::Parameters;
