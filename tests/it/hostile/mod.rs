//! Headers that make no sense, and bodies without end.

mod headers;
mod size;
