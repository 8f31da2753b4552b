//! The arguments of `branch`.

use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub(crate) struct BranchArgs {
    /// `create` copies the default branch, unless the branch exists; `merge` merges the branch into
    /// the default branch; `delete` deletes it with its keys and translations
    pub(crate) action: BranchAction,
    /// Name of the branch [default: the configured branch, else the Git branch]
    pub(crate) name: Option<String>,
    /// For `merge`: whose texts to keep if both branches changed them, those of branch NAME
    /// (`source`) or of the default branch (`target`) [default: fail]
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
