//! The arguments of `branch`.

use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub(crate) struct BranchArgs {
    /// Create it as a copy of the default branch if it is missing, merge it into the default
    /// branch, or delete it with its keys and translations
    pub(crate) action: BranchAction,
    /// Name of the branch [default: the configured branch, else the Git branch]
    pub(crate) name: Option<String>,
    /// For `merge`: which side wins for texts that both branches changed, the merged branch
    /// (`source`) or the default one (`target`); by default, the merge fails
    #[arg(long, value_name = "SIDE")]
    pub(crate) conflicts: Option<ConflictSide>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BranchAction {
    Create,
    Merge,
    Delete,
}

/// The side of a merge that wins a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConflictSide {
    Source,
    Target,
}
