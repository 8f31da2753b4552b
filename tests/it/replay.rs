//! Reports of the probe (`spec/README.md`): the client decodes every recorded response.

use std::fs;
use std::path::Path;

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::Value;

use crate::every::{Fixtures, Row, browser, every};
use crate::support::{World, world};

#[tokio::test]
async fn every_recorded_response_is_decoded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let world = world().await;
    let rows = every();
    let mut replayed = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let report: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for exchange in report["exchanges"].as_array().unwrap() {
            let is_it = |row: &&Row| exchange["operation"] == row.operation && row.way.is_empty();
            // Bundles, and operations that the document lacks, have no call.
            let Some(row) = rows.iter().find(is_it) else { continue };
            replay(&world, row, exchange).await;
            replayed += 1;
        }
    }
    assert!(replayed > 0, "no response was recorded");
}

async fn replay(world: &World, row: &Row, exchange: &Value) {
    let status = exchange["status"].as_u64().unwrap() as u16;
    let mut reply = Reply::new(status, ReplyBody::Json(exchange["body"].clone()));
    for (name, value) in exchange["headers"].as_object().unwrap() {
        reply = reply.header(name, value.as_str().unwrap());
    }
    let fault = Fault::new(Misbehavior::Respond(reply)).on(row.operation).always();
    let fault = world.sandbox.add_fault(fault).unwrap();
    let needs = Fixtures::of(row, &world.sandbox, &browser()).await;
    match (row.call)(&world.client, &needs).sent.await {
        Ok(answer) => {
            assert_eq!((answer.status, answer.issues), (status, 0), "{exchange}");
        }
        Err(error) => {
            assert!(status >= 400, "{}: {error}", row.operation);
            assert_eq!(error.status().unwrap().as_u16(), status, "{}", row.operation);
        }
    }
    world.sandbox.remove_fault(fault);
}
