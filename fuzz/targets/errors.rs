//! Bodies of errors: whatever they are, the error is one line, and has the body as it came.

#![no_main]

use l10n_client::{ErrorKind, fuzzing};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let error = fuzzing::rejected(body);
    assert_eq!(error.kind(), ErrorKind::Status);
    assert_eq!(error.body().map(AsRef::as_ref), Some(body));
    let text = error.to_string();
    assert!(!text.contains(char::is_control), "{text:?}");
    let _ = (error.message(), error.code(), error.violations(), format!("{error:?}"));
});
