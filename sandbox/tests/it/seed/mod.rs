//! One's own world as data: the form with what is left out, what is refused and where, the
//! built-in data, and the law that what is given can be taken again.

mod built_in;
mod control;
mod form;
mod hostile;
mod kept;
mod readme;
mod refused;
mod schema;

use l10n_sandbox::{Preset, Sandbox};
use serde_json::{Value, json};

use crate::support::Api;

/// The least that is a world.
fn minimal() -> Value {
    json!({ "projects": [{
        "name": "Shop",
        "languages": ["en", "de"],
        "keys": [{ "name": "cart.title", "translations": { "en": "Cart", "de": "Warenkorb" } }]
    }] })
}

async fn api(seed: Value) -> Api {
    Api::with(Sandbox::builder().shapes(Preset::Sample).seed(seed)).await
}
