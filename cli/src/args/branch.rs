//! The arguments of `branch`.

use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub(crate) struct BranchArgs {
    /// What to do
    pub(crate) action: BranchAction,
    /// Name of the branch [default: the one of `--branch` or the configuration, else the current
    /// Git branch]
    pub(crate) name: Option<String>,
    /// For `merge`: which side wins for texts that both branches changed; by default, the merge
    /// fails
    #[arg(long, value_name = "SIDE")]
    pub(crate) conflicts: Option<ConflictSide>,
}

/// What to do with a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BranchAction {
    /// Create it as a copy of the default branch, if it is missing
    Create,
    /// Merge it into the default branch
    Merge,
    /// Delete it with its keys and translations
    Delete,
}

/// The side of a merge that wins a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConflictSide {
    /// The merged branch
    Source,
    /// The default branch
    Target,
}
