//! What goes on after an answer: processes, deletion jobs and webhooks.

mod heavy;
mod jobs;
mod processes;

use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::Value;
use uuid::Uuid;

pub(crate) use processes::{end_process, webhook};

use heavy::{Done, Heavy};

use crate::server::{OF_WEBHOOK, Pace, Settings, World};
use crate::state::State;

/// How long the link of a process lives.
pub(crate) const PROCESS_LINK: Duration = Duration::from_secs(24 * 3600);
/// How long a webhook may take.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// What an operation leaves to be done.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Something that goes on step by step.
    Drive(WorkId),
    /// A POST to a URL the caller gave.
    Webhook { url: String, body: Value },
}

/// What goes on step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkId {
    Process(String),
    Job(Uuid),
}

/// The outcome of a step.
#[derive(Debug, Default)]
pub(crate) struct Advanced {
    /// Whether there are steps to come.
    pub(crate) goes_on: bool,
    pub(crate) effect: Option<Effect>,
}

/// Starts the effects of an operation.
pub(crate) fn start(world: &Arc<World>, effects: Vec<Effect>) {
    for effect in effects {
        match (effect, world.settings.pace) {
            (Effect::Drive(id), Pace::Step(step)) => {
                tokio::spawn(drive(Arc::downgrade(world), id, step));
            }
            (Effect::Drive(_), Pace::EachLook) => {}
            (Effect::Webhook { url, body }, _) => {
                let post = world.http.post(url).timeout(WEBHOOK_TIMEOUT).json(&body);
                let post = post.header(OF_WEBHOOK, "1");
                // How the receiver answers is of no consequence to the export.
                tokio::spawn(async move { post.send().await.map(drop) });
            }
        }
    }
}

/// Advances until the end, or until the sandbox is gone.
async fn drive(world: Weak<World>, id: WorkId, step: Duration) {
    loop {
        tokio::time::sleep(step).await;
        let Some(world) = world.upgrade() else {
            return;
        };
        let (driven, this) = (Arc::clone(&world), id.clone());
        // Others are served meanwhile: steps may take their time.
        let advanced = tokio::task::spawn_blocking(move || advance_apart(&driven, &this)).await;
        let advanced = advanced.unwrap_or_default();
        start(&world, advanced.effect.into_iter().collect());
        if !advanced.goes_on {
            return;
        }
    }
}

/// Moves a process or a job on by one state. What is heavy is done before the data are locked.
fn advance_apart(world: &World, id: &WorkId) -> Advanced {
    let settings = &world.settings;
    let heavy = match id {
        WorkId::Job(_) => None,
        WorkId::Process(id) => Heavy::of(&world.state(), id, settings),
    };
    let done = heavy.map(Heavy::work);
    advance_with(&mut world.state(), id, settings, done)
}

/// Moves a process or a job on by one state.
pub(crate) fn advance(state: &mut State, id: &WorkId, settings: &Settings) -> Advanced {
    advance_with(state, id, settings, None)
}

fn advance_with(
    state: &mut State,
    id: &WorkId,
    settings: &Settings,
    done: Option<Done>,
) -> Advanced {
    match id {
        WorkId::Job(id) => jobs::advance(state, *id),
        WorkId::Process(id) => processes::advance(state, id, settings, done).unwrap_or_default(),
    }
}
