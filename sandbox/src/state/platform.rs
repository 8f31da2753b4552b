//! The platforms that keys are for, and what a key has once for each of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A platform, in the order in which answers name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Platform {
    Ios,
    Android,
    Web,
    Other,
}

impl Platform {
    pub(crate) const ALL: [Self; 4] = [Self::Ios, Self::Android, Self::Web, Self::Other];

    pub(crate) fn name(self) -> &'static str {
        ["ios", "android", "web", "other"][self as usize]
    }
}

/// A text for each platform; that of one that is not named is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "BTreeMap<Platform, String>", from = "Texts")]
pub(crate) struct PerPlatform([String; 4]);

/// A seed can have one text for all platforms.
#[derive(Deserialize)]
#[serde(untagged)]
enum Texts {
    One(String),
    Each(BTreeMap<Platform, String>),
}

impl From<Texts> for PerPlatform {
    fn from(texts: Texts) -> Self {
        match texts {
            Texts::One(text) => Self::all(&text),
            Texts::Each(mut texts) => {
                Self(Platform::ALL.map(|platform| texts.remove(&platform).unwrap_or_default()))
            }
        }
    }
}

impl From<PerPlatform> for BTreeMap<Platform, String> {
    fn from(PerPlatform(texts): PerPlatform) -> Self {
        Platform::ALL.into_iter().zip(texts).collect()
    }
}

impl PerPlatform {
    /// The same text everywhere.
    pub(crate) fn all(text: &str) -> Self {
        Self(Platform::ALL.map(|_| text.to_owned()))
    }

    pub(crate) fn get(&self, platform: Platform) -> &str {
        &self.0[platform as usize]
    }

    pub(crate) fn set(&mut self, platform: Platform, text: &str) {
        text.clone_into(&mut self.0[platform as usize]);
    }

    /// The texts in the order of the platforms.
    pub(crate) fn texts(&self) -> [&str; 4] {
        self.0.each_ref().map(String::as_str)
    }
}
