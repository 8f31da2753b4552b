//! The platforms that keys are for, and what a key has once for each of them.

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
        match self {
            Self::Ios => "ios",
            Self::Android => "android",
            Self::Web => "web",
            Self::Other => "other",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|platform| platform.name() == name)
    }

    pub(crate) fn of_format(format: &str) -> Self {
        match format {
            "strings" | "stringsdict" | "plist" | "xliff" | "ios_sdk" => Self::Ios,
            "xml" | "android_sdk" => Self::Android,
            "json" | "js" | "ts" | "html" | "php" | "po" | "yaml" | "yml" => Self::Web,
            _ => Self::Other,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PerPlatform {
    ios: String,
    android: String,
    web: String,
    other: String,
}

impl PerPlatform {
    /// The same text everywhere.
    pub(crate) fn all(text: &str) -> Self {
        let mut each = Self::default();
        for platform in Platform::ALL {
            each.set(platform, text);
        }
        each
    }

    pub(crate) fn get(&self, platform: Platform) -> &str {
        match platform {
            Platform::Ios => &self.ios,
            Platform::Android => &self.android,
            Platform::Web => &self.web,
            Platform::Other => &self.other,
        }
    }

    pub(crate) fn set(&mut self, platform: Platform, text: &str) {
        let place = match platform {
            Platform::Ios => &mut self.ios,
            Platform::Android => &mut self.android,
            Platform::Web => &mut self.web,
            Platform::Other => &mut self.other,
        };
        text.clone_into(place);
    }

    /// The texts in the order of the platforms.
    pub(crate) fn texts(&self) -> [&str; 4] {
        Platform::ALL.map(|platform| self.get(platform))
    }
}
