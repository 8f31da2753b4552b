//! What is wrong with a fault.

use std::fmt;

use crate::matcher::Unmatchable;

/// Why a fault is not taken: it is not written as faults are, it could never befall a request, or
/// not as it is told to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultError {
    member: String,
    message: String,
}

impl FaultError {
    pub(crate) fn new(member: impl Into<String>, message: impl Into<String>) -> Self {
        Self { member: member.into(), message: message.into() }
    }

    /// The member of the fault that is wrong, by its name in JSON: `operation`. Empty where it is
    /// the whole.
    pub fn member(&self) -> &str {
        &self.member
    }
}

impl From<Unmatchable> for FaultError {
    fn from(error: Unmatchable) -> Self {
        Self::new(error.member, error.message)
    }
}

impl fmt::Display for FaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member.as_str() {
            "" => f.write_str(&self.message),
            member => write!(f, "`{member}`: {}", self.message),
        }
    }
}

impl std::error::Error for FaultError {}
