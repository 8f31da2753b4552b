//! What a rule reports: the place, the problem and the remedy.

use std::fmt;

/// Something that is wrong with the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// JSON pointer to the place; empty for the whole document.
    pub(crate) pointer: String,
    /// Line of the place, from 1; that of the nearest place above where it has none of its own.
    pub(crate) line: usize,
    /// What is wrong.
    pub(crate) problem: String,
    /// What to do about it.
    pub(crate) remedy: String,
}

impl Finding {
    /// The document cannot be read at all.
    pub(crate) fn unreadable(problem: String) -> Self {
        Self {
            pointer: String::new(),
            line: 1,
            problem,
            remedy: "Correct the YAML; the rest is checked once it can be read.".to_owned(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pointer, line, problem, remedy } = self;
        write!(f, ":{line}: {problem}\n    at: {pointer}\n    do: {remedy}")
    }
}

/// Collects the findings of all rules.
#[derive(Debug, Default)]
pub(super) struct Report(Vec<Finding>);

impl Report {
    /// Adds a finding.
    pub(super) fn add(
        &mut self,
        pointer: impl Into<String>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.0.push(Finding {
            pointer: pointer.into(),
            line: 0,
            problem: problem.into(),
            remedy: remedy.into(),
        });
    }

    /// The findings with their lines, in the order of the document.
    pub(super) fn into_findings(self, line_of: impl Fn(&str) -> usize) -> Vec<Finding> {
        let mut findings = self.0;
        for finding in &mut findings {
            finding.line = line_of(&finding.pointer);
        }
        findings.sort_by(|a, b| {
            (a.line, &a.pointer, &a.problem).cmp(&(b.line, &b.pointer, &b.problem))
        });
        findings
    }
}
