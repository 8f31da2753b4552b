//! A call of every operation through the public client, and what came of it in one form for all.

use std::fmt;

use l10n_client::{Client, Error, Response, types};
use l10n_sandbox::SeededProject;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bodies::encoded_again;
use crate::every::Fixtures;

/// What came of a call: the response as its type writes it, or the error.
pub(super) type Outcome = Result<Value, Error>;

fn outcome<T>(sent: Result<Response<T>, Error>) -> Outcome
where
    T: DeserializeOwned + Serialize + PartialEq + fmt::Debug,
{
    let response = sent?.into_inner();
    Ok(encoded_again(&response).unwrap_or_else(|trouble| panic!("{response:?} {trouble}")))
}

/// One arm for each operation.
macro_rules! outcomes {
    ([$client:ident $needs:ident $operation:ident]
        $($id:literal $method:ident($($setter:ident: $kind:ty = $name:literal,)*)
        [$($body:ident: $($argument:expr),*)?] $options:tt;)*) => {
        match $operation {
            $($id => {
                let call = {
                    $(let body = $needs.body::<types::$body>($id);)?
                    $client
                        .$method($($needs.value::<$kind>($id, $name),)* $($(($argument)(&body),)*)?)
                        $(.body({ let body: types::$body = body; body }))?
                };
                outcome(Box::pin(call.send()).await)
            })*
            other => panic!("there is no call of {other}"),
        }
    };
}

/// Calls an operation. What is sent is valid; what comes back does not depend on it.
pub(super) async fn call(client: &Client, project: &SeededProject, operation: &str) -> Outcome {
    let needs = Fixtures::without_sandbox(*project);
    operations!(outcomes client needs operation)
}
