//! Encrypts tokens at rest with a key of the caller's, authenticated with their name.
//!
//! XChaCha20-Poly1305 with a random 192-bit nonce, which is large enough to be unique. Layout: a
//! format byte, the nonce, the ciphertext.

use std::fmt;

use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use l10n_client::OAuthTokens;

use crate::error::Error;

const FORMAT: u8 = 1;
const NONCE: usize = 24;

/// A key that encrypts tokens: 32 random bytes. Keep it with the other secrets of the application,
/// not in the store. `Debug` does not print it, and dropping it wipes it from memory.
///
/// ```sh
/// head --bytes 32 /dev/urandom | base64
/// ```
pub struct TokenKey(XChaCha20Poly1305);

impl TokenKey {
    /// Creates a key.
    pub fn new(bytes: &[u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(bytes.into()))
    }
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenKey")
    }
}

/// Several keys: the newest encrypts, all decrypt.
#[derive(Debug)]
pub(super) struct Keys {
    pub(super) newest: TokenKey,
    pub(super) older: Vec<TokenKey>,
}

impl Keys {
    pub(super) fn seal(&self, name: &str, tokens: &OAuthTokens) -> Result<Vec<u8>, Error> {
        let text = serde_json::to_vec(tokens).map_err(Error::NoTokens)?;
        let nonce = XNonce::generate();
        let sealed = self.newest.0.encrypt(&nonce, bound(&text, name));
        // Fails only for texts of gigabytes.
        let sealed = sealed.map_err(|_| Error::Sealed(name.to_owned()))?;
        Ok([&[FORMAT], &nonce[..], &sealed].concat())
    }

    pub(super) fn open(&self, name: &str, sealed: &[u8]) -> Result<OAuthTokens, Error> {
        let foreign = || Error::Sealed(name.to_owned());
        let Some((&FORMAT, rest)) = sealed.split_first() else {
            return Err(foreign());
        };
        let (nonce, text) = rest.split_at_checked(NONCE).ok_or_else(foreign)?;
        let nonce = XNonce::try_from(nonce).map_err(|_| foreign())?;
        let mut keys = std::iter::once(&self.newest).chain(&self.older);
        let text = keys
            .find_map(|key| key.0.decrypt(&nonce, bound(text, name)).ok())
            .ok_or_else(foreign)?;
        serde_json::from_slice(&text).map_err(Error::NoTokens)
    }
}

/// Authenticates the name, so that tokens copied to another name do not decrypt.
fn bound<'a>(text: &'a [u8], name: &'a str) -> Payload<'a, 'a> {
    Payload { msg: text, aad: name.as_bytes() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    fn keys(newest: u8, older: &[u8]) -> Keys {
        let key = |byte| TokenKey::new(&[byte; 32]);
        Keys { newest: key(newest), older: older.iter().copied().map(key).collect() }
    }

    fn sealed() -> (OAuthTokens, Vec<u8>) {
        let tokens = OAuthTokens::new("access-secret", "refresh-secret");
        let sealed = keys(1, &[]).seal("name", &tokens).unwrap();
        (tokens, sealed)
    }

    #[test]
    fn sealed_tokens_contain_no_plaintext_and_differ_each_time() {
        let (tokens, first) = sealed();
        let (_, second) = sealed();
        assert_ne!(first, second);
        assert!(!first.windows(6).any(|part| part == b"secret"));
        assert_eq!(keys(1, &[]).open("name", &first).unwrap(), tokens);
    }

    #[test]
    fn older_keys_decrypt_and_the_newest_encrypts() {
        let (tokens, first) = sealed();
        let rotated = keys(2, &[3, 1]);
        assert_eq!(rotated.open("name", &first).unwrap(), tokens);
        let renewed = rotated.seal("name", &tokens).unwrap();
        assert_eq!(keys(2, &[]).open("name", &renewed).unwrap(), tokens);
        assert!(matches!(keys(1, &[3]).open("name", &renewed), Err(Error::Sealed(_))));
    }

    #[test]
    fn modified_moved_or_truncated_tokens_do_not_decrypt() {
        let (_, first) = sealed();
        let keys = keys(1, &[]);
        assert!(keys.open("another", &first).is_err());
        for place in 0..first.len() {
            let mut changed = first.clone();
            changed[place] ^= 1;
            assert!(keys.open("name", &changed).is_err(), "{place}");
            assert!(keys.open("name", &first[..place]).is_err(), "{place}");
        }
    }
}
