//! The rounds in which the programs of a recipe run, each with a sandbox that answers in another
//! way.

use l10n_sandbox::{Nulls, Quirk, Sandbox, Shape};

/// How the sandbox answers while the programs run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
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
    pub(super) const ALL: [Self; 4] = [Self::Sample, Self::Other, Self::NullValues, Self::AllNull];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Other => "other",
            Self::NullValues => "nulls of values",
            Self::AllNull => "nulls of all",
        }
    }

    /// Has the sandbox answer so.
    pub(super) fn set(self, sandbox: &Sandbox) {
        match self {
            Self::Sample => {}
            Self::Other => Quirk::ALL
                .into_iter()
                .for_each(|quirk| sandbox.set_shape(quirk, Shape::Other)),
            Self::NullValues => sandbox.set_nulls(Nulls::Values),
            Self::AllNull => sandbox.set_nulls(Nulls::All),
        }
    }
}

/// The rounds that a block is for, by the word behind its `sh`.
pub(super) fn of(word: &str) -> Result<&'static [Round], String> {
    match word {
        "" => Ok(&[Round::Sample]),
        "both-shapes" => Ok(&[Round::Sample, Round::Other]),
        "every-round" => Ok(&Round::ALL),
        _ => Err(format!("a block is for {word:?}, which is no round")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_rounds() {
        assert_eq!(of(""), Ok(&[Round::Sample][..]));
        assert_eq!(of("both-shapes"), Ok(&[Round::Sample, Round::Other][..]));
        assert_eq!(of("every-round"), Ok(&Round::ALL[..]));
        assert!(of("every").is_err());
    }

    #[tokio::test]
    async fn each_round_sets_what_it_says() -> std::io::Result<()> {
        for (round, shape, nulls) in [
            (Round::Sample, "sample", "off"),
            (Round::Other, "other", "off"),
            (Round::NullValues, "sample", "values"),
            (Round::AllNull, "sample", "all"),
        ] {
            let sandbox = Sandbox::start().await?;
            round.set(&sandbox);
            let state = sandbox.description();
            assert_eq!(state["quirks"]["status_envelope"], shape, "{round:?}");
            assert_eq!(state["nulls"], nulls, "{round:?}");
        }
        Ok(())
    }
}
