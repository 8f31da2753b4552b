//! The rounds in which the programs of a recipe run, each with a sandbox that answers in another
//! way.

use l10n_sandbox::{Nulls, Preset, Quirk, Sandbox, Shape};

/// How the sandbox answers while the programs run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    /// As a sandbox starts: every contradiction as it was recorded.
    Observed,
    /// Every contradiction in the shape of the samples.
    Sample,
    /// Every contradiction in its other shape.
    Other,
    /// Null in every value that is not required.
    NullValues,
    /// Null in every property that is not required.
    AllNull,
}

impl Round {
    pub(super) const ALL: [Self; 5] =
        [Self::Observed, Self::Sample, Self::Other, Self::NullValues, Self::AllNull];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Observed => "observed",
            Self::Sample => "sample",
            Self::Other => "other",
            Self::NullValues => "nulls of values",
            Self::AllNull => "nulls of all",
        }
    }

    /// Has the sandbox answer so.
    pub(super) fn set(self, sandbox: &Sandbox) {
        match self {
            Self::Observed => {}
            Self::Sample => sandbox.set_shapes(Preset::Sample),
            Self::Other => {
                Quirk::ALL.into_iter().for_each(|quirk| sandbox.set_shape(quirk, Shape::Other))
            }
            Self::NullValues => sandbox.set_nulls(Nulls::Values),
            Self::AllNull => sandbox.set_nulls(Nulls::All),
        }
    }
}

/// The rounds that a block is for, by the word behind its `sh`.
pub(super) fn of(word: &str) -> Result<&'static [Round], String> {
    match word {
        "" => Ok(&[Round::Observed]),
        "every-shape" => Ok(&[Round::Observed, Round::Sample, Round::Other]),
        "every-round" => Ok(&Round::ALL),
        _ => Err(format!("a block is for {word:?}, which is no round")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_rounds() {
        assert_eq!(of(""), Ok(&[Round::Observed][..]));
        let shapes = [Round::Observed, Round::Sample, Round::Other];
        assert_eq!(of("every-shape"), Ok(&shapes[..]));
        assert_eq!(of("every-round"), Ok(&Round::ALL[..]));
        assert!(of("every").is_err());
    }

    #[tokio::test]
    async fn each_round_sets_what_it_says() -> std::io::Result<()> {
        for (round, shape, nulls) in [
            (Round::Observed, "both", "off"),
            (Round::Sample, "sample", "off"),
            (Round::Other, "other", "off"),
            (Round::NullValues, "both", "values"),
            (Round::AllNull, "both", "all"),
        ] {
            let sandbox = Sandbox::start().await?;
            round.set(&sandbox);
            let state = sandbox.description();
            assert_eq!(state["quirks"]["status_deletion"], shape, "{round:?}");
            assert_eq!(state["nulls"], nulls, "{round:?}");
        }
        Ok(())
    }
}
