//! What a world begins with, as often as it starts over.

use super::data::{Data, DataError, parse};
use super::{Comment, State};

/// The data that every sandbox starts with, unless it is given others. Their ids are named in
/// `README.md`.
const BUILT_IN: &[u8] = include_bytes!("../../seed.json");

/// 2025-03-05 18:40:00 UTC, when comments in bulk begin.
const BULK_COMMENTS: i64 = 1_741_200_000;

/// What a world begins with.
#[derive(Debug, Clone)]
pub(crate) struct Seed {
    state: State,
    is_built_in: bool,
}

impl Seed {
    /// The built-in data, with so many comments more.
    pub(crate) fn built_in(comments: u32) -> Result<Self, DataError> {
        Ok(Self { is_built_in: true, ..Self::new(parse(BUILT_IN)?, comments)? })
    }

    /// Other data, with so many comments more.
    pub(crate) fn new(data: Data, comments: u32) -> Result<Self, DataError> {
        let mut state = State::from_data(data)?;
        state.add_comments(comments);
        Ok(Self { state, is_built_in: false })
    }

    /// The same for a world whose credentials begin with this.
    pub(crate) fn with_prefix(&self, prefix: &str) -> Self {
        let mut seed = self.clone();
        seed.state.set_prefix(prefix);
        seed
    }

    /// The state to begin with.
    pub(crate) fn state(&self) -> State {
        self.state.clone()
    }

    /// Whether the projects are those that `README.md` names.
    pub(crate) fn is_built_in(&self) -> bool {
        self.is_built_in
    }
}

impl State {
    /// Adds comments that differ by their number, on the last key of the first project.
    fn add_comments(&mut self, count: u32) {
        let Some(project) = self.projects.first_mut() else {
            return;
        };
        let (owner, branch) = (project.owner, project.default_branch());
        let branch = &mut project.branches[branch];
        let Some(key) = branch.keys.last().map(|key| key.id) else {
            return;
        };
        let ids = &mut self.ids;
        let comments = (1..=count).map(|number| Comment {
            id: ids.next(),
            key,
            text: format!("Comment {number}: please check the tone of this translation."),
            author: owner,
            added_at: BULK_COMMENTS + i64::from(number),
        });
        branch.comments.extend(comments);
    }
}
