//! The walk over a list, whatever the type of its pages: a task that requests pages while there are
//! slots for them, and the receiver that hands them out.

use std::any::Any;
use std::mem;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_util::StreamExt;
use futures_util::future::{self, Either};
use futures_util::stream::FuturesOrdered;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::paginator::{PageRole, Paginator};
use super::source::Source;
use crate::call::task::Task;
use crate::error::Error;

/// A page, and the slot that it takes until the caller is done with it.
type Delivery = (Box<dyn Any + Send>, OwnedSemaphorePermit);

/// A walk that starts at the first poll.
///
/// It runs in a task of its own. If it were polled with the stream, a caller who works on an item
/// would hold up requests that have a slot of the rate limiter; and if that work is another call of
/// the same client, both would wait forever.
pub(super) struct Walk {
    stage: Stage,
    prefetch: usize,
    /// The slot of the page that the caller works on.
    in_hand: Option<OwnedSemaphorePermit>,
}

enum Stage {
    Idle(Result<Box<(Source, Paginator)>, Error>),
    /// The slots bound the pages in the channel.
    Running(Task<Result<(), Error>>, UnboundedReceiver<Delivery>),
    Ended,
}

impl Walk {
    pub(super) fn new(list: Result<(Source, Paginator), Error>) -> Self {
        Self { stage: Stage::Idle(list.map(Box::new)), prefetch: 1, in_hand: None }
    }

    pub(super) fn set_prefetch(&mut self, pages: usize) {
        self.prefetch = pages;
    }

    pub(super) fn poll_page(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Box<dyn Any + Send>, Error>>> {
        self.in_hand = None;
        self.stage = match mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Idle(list) => match self.start(list) {
                Ok(running) => running,
                Err(error) => return Poll::Ready(Some(Err(error))),
            },
            stage => stage,
        };
        let Stage::Running(task, pages) = &mut self.stage else {
            return Poll::Ready(None);
        };
        if let Some((page, slot)) = ready!(pages.poll_recv(cx)) {
            self.in_hand = Some(slot);
            return Poll::Ready(Some(Ok(page)));
        }
        let end = ready!(Pin::new(task).poll(cx));
        self.stage = Stage::Ended;
        Poll::Ready(end.flatten().err().map(Err))
    }

    fn start(&self, list: Result<Box<(Source, Paginator)>, Error>) -> Result<Stage, Error> {
        let (source, paginator) = *list?;
        let (sender, receiver) = unbounded_channel();
        let slots =
            Arc::new(Semaphore::new(self.prefetch.saturating_add(1).min(Semaphore::MAX_PERMITS)));
        let task = Task::start(walk(source, paginator, slots, sender));
        Ok(Stage::Running(task, receiver))
    }
}

/// Requests pages and delivers them in order, until the list ends. Dropping the stream aborts it.
async fn walk(
    source: Source,
    mut paginator: Paginator,
    slots: Arc<Semaphore>,
    pages: UnboundedSender<Delivery>,
) -> Result<(), Error> {
    let mut requested = FuturesOrdered::new();
    while paginator.has_next() || !requested.is_empty() {
        let slot = Arc::clone(&slots).acquire_owned();
        let event = match (paginator.has_next(), requested.is_empty()) {
            (true, true) => Either::Left(slot.await),
            (true, false) => match future::select(pin!(slot), requested.next()).await {
                Either::Left((slot, _)) => Either::Left(slot),
                Either::Right((page, _)) => Either::Right(page),
            },
            (false, _) => Either::Right(requested.next().await),
        };
        let (page, slot) = match event {
            Either::Left(Ok(slot)) => {
                let (source, query) = (&source, paginator.next_query());
                requested.push_back(async move { (source.fetch(query).await, slot) });
                continue;
            }
            Either::Right(Some(page)) => page,
            Either::Left(Err(_)) | Either::Right(None) => break,
        };
        let page = page?;
        let role = paginator.learn(&page.info);
        let role = role.map_err(|error| error.with_target(source.target()))?;
        if matches!(role, PageRole::More | PageRole::Last) {
            let _ = pages.send((page.page, slot));
        }
        if matches!(role, PageRole::Last | PageRole::PastEnd) {
            break;
        }
    }
    Ok(())
}
