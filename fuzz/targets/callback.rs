//! The address that a browser brings back from an authorization: no code without the state, and
//! errors of one line. `STATE` in the input is the state of the request.

#![no_main]

use std::sync::LazyLock;

use l10n_client::{Authorization, Client, OAuthApp};
use libfuzzer_sys::fuzz_target;

static REQUEST: LazyLock<Authorization> = LazyLock::new(|| {
    let client = Client::builder("http://127.0.0.1/v2").auth_url("http://127.0.0.1");
    let client = client.build().expect("the addresses are valid");
    let app = OAuthApp::new("id", "secret");
    let request = client.authorize(&app, "https://app.test/callback", &["read_files"]);
    request.expect("the settings are valid")
});

fuzz_target!(|text: &str| {
    let state = REQUEST.state().expose();
    let knows_state = text.contains("STATE");
    match REQUEST.code(&text.replace("STATE", state)) {
        Ok(code) => assert!(knows_state, "{code:?} without the state"),
        Err(error) => {
            let shown = error.to_string();
            assert!(!shown.contains(char::is_control), "{shown:?}");
        }
    }
});
