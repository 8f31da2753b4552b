//! The arguments of `branch`.

use clap::{Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum BranchCommand {
    /// Create a branch as a copy of the default branch; one that exists is left as it is
    Create(BranchArgs),
    /// Merge a branch into the default branch
    Merge {
        #[command(flatten)]
        branch: BranchArgs,
        /// Side to take the texts from that both branches changed; by default, they are an error
        #[arg(long, value_name = "SIDE")]
        conflicts: Option<ConflictSide>,
    },
    /// Delete a branch with its keys and translations
    Delete(BranchArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct BranchArgs {
    /// Name of the branch [default: the one of `--branch` or the configuration, else the current
    /// Git branch]
    pub(crate) name: Option<String>,
}

/// The side of a merge that wins a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConflictSide {
    /// The merged branch
    Source,
    /// The branch that is merged into
    Target,
}
