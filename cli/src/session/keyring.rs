//! The system's keyring, where the program is built with one.

/// What entries of this program are called there.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
const SERVICE: &str = "l10n";

/// What is kept for a service; nothing where nothing is, or no keyring can be asked.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
pub(super) fn load(name: &str) -> Option<String> {
    keyring::Entry::new(SERVICE, name).ok()?.get_password().ok()
}

/// Whether it could be kept: there may be no keyring, or one that takes no text as long as this.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
pub(super) fn save(name: &str, text: &str) -> bool {
    let entry = keyring::Entry::new(SERVICE, name);
    entry.is_ok_and(|entry| entry.set_password(text).is_ok())
}

/// Whether there was something to forget.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
pub(super) fn forget(name: &str) -> bool {
    let entry = keyring::Entry::new(SERVICE, name);
    entry.is_ok_and(|entry| entry.delete_credential().is_ok())
}

#[cfg(not(any(feature = "keyring", target_os = "macos", windows)))]
pub(super) fn load(_: &str) -> Option<String> {
    None
}

#[cfg(not(any(feature = "keyring", target_os = "macos", windows)))]
pub(super) fn save(_: &str, _: &str) -> bool {
    false
}

#[cfg(not(any(feature = "keyring", target_os = "macos", windows)))]
pub(super) fn forget(_: &str) -> bool {
    false
}
