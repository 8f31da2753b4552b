//! The system's keyring, if the program is built with support for it.

/// The service name of this program's entries.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
const SERVICE: &str = "l10n";

/// Returns the entry for a service; `None` if there is no entry or no keyring.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
pub(super) fn load(name: &str) -> Option<String> {
    keyring::Entry::new(SERVICE, name).ok()?.get_password().ok()
}

/// Saves an entry. Returns false if there is no keyring, or if the text is too long for it.
#[cfg(any(feature = "keyring", target_os = "macos", windows))]
pub(super) fn save(name: &str, text: &str) -> bool {
    let entry = keyring::Entry::new(SERVICE, name);
    entry.is_ok_and(|entry| entry.set_password(text).is_ok())
}

/// Deletes an entry. Returns whether there was one.
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
