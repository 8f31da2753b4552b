//! What may be set in a query: each parameter goes out alone, as its example writes it.

use l10n_client::types;
use serde_json::Value;
use url::Url;

use super::{Fixtures, examples};
use crate::support::{World, world};

/// Sends each call with one parameter at a time.
macro_rules! options {
    ([$world:ident $needs:ident $heard:ident]
        $($id:literal $method:ident($($setter:ident: $kind:ty = $name:literal,)*)
        [$($body:ident: $($argument:expr),* $(; $whole:ident)?)?]
        {$($option:ident: $type:ty = $parameter:literal,)*};)*) => {
        $({
            let call = {
                $(let body = $needs.body::<types::$body>($id);)?
                $world.client
                    .$method($(examples::value::<$kind>($id, $name),)* $($(($argument)(&body),)*)?)
                    $($(.$whole({ let body: types::$body = body; body }))?)?
            };
            let _ = &call;
            $(
                let given = call.clone().$option(examples::value::<$type>($id, $parameter));
                // What the sandbox makes of it is not the question: it knows no such cursor.
                drop(Box::pin(given.send()).await);
                $heard += heard(&$world, $id, $parameter);
            )*
        })*
    };
}

/// Holds the last request against the example of its one parameter.
fn heard(world: &World, operation: &str, parameter: &str) -> usize {
    let seen = world.sandbox.requests().pop().unwrap();
    assert_eq!(seen.operation.as_deref(), Some(operation), "{parameter} is not sent");
    let address = Url::parse(world.sandbox.base_url()).unwrap();
    let address = address.join(&seen.target).unwrap();
    let mut sent: Vec<_> = address.query_pairs().into_owned().collect();
    // A cursor implies it.
    sent.retain(|(name, _)| parameter != "cursor" || name != "pagination");
    let example = text(examples::parameter(operation, parameter));
    assert_eq!(sent, [(parameter.to_owned(), example)], "{operation}");
    world.sandbox.clear_requests();
    1
}

/// A value as a query has it: a list is one text.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[tokio::test]
async fn every_parameter_of_a_query_is_sent_as_the_document_writes_it() {
    let (world, mut count) = (world().await, 0);
    let needs = Fixtures::without_sandbox(world.project);
    operations!(options world needs count);
    assert!(count > 14, "only {count} parameters");
}
