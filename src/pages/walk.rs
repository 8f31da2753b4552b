//! The walk over a list: a task that asks for pages as long as there are places for them, and the
//! end that hands them out.

use std::fmt;
use std::future::poll_fn;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_util::StreamExt;
use futures_util::stream::FuturesOrdered;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Page;
use super::source::{Query, Source};
use crate::call::response::Response;
use crate::call::task::Task;
use crate::error::Error;

/// Which pages a list has.
pub(crate) trait Paginator<B: 'static>: Send + 'static {
    /// Whether the walk starts where the list does.
    fn is_from_the_start(&self) -> bool;

    /// What to ask for next; nothing as long as that depends on an answer.
    fn ask(&mut self) -> Option<Query>;

    /// Learns from the pages, in their order.
    fn learn(&mut self, page: &Response<B>) -> Result<PagePosition, Error>;

    /// Learns from an error in the place of a page: whether it says that the list has ended.
    fn refused(&mut self, error: Error) -> Result<(), Error> {
        Err(error)
    }
}

impl<B: 'static> Paginator<B> for Box<dyn Paginator<B>> {
    fn is_from_the_start(&self) -> bool {
        (**self).is_from_the_start()
    }

    fn ask(&mut self) -> Option<Query> {
        (**self).ask()
    }

    fn learn(&mut self, page: &Response<B>) -> Result<PagePosition, Error> {
        (**self).learn(page)
    }

    fn refused(&mut self, error: Error) -> Result<(), Error> {
        (**self).refused(error)
    }
}

/// Where a page stands in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PagePosition {
    /// Pages follow.
    Within,
    /// It is the last one.
    Last,
    /// The list has ended before it.
    Beyond,
    /// It may be none of the list. What is asked for next will tell.
    Doubtful,
    /// It is none of the list, and the doubtful one is: it was asked for only to tell.
    Proof,
    /// What it holds is asked for again, in another way.
    Void,
}

type Reading = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// The end of a walk that hands out the pages. It starts at the first poll.
///
/// The reading goes on in a task of its own. Were it polled with the stream, a caller who works on
/// an item would hold up requests that have a place in the client's pace; and where that work is
/// another call of the same client, both would wait for ever.
pub(super) struct Walk<P> {
    stage: Stage,
    ahead: usize,
    /// Tells the task for how many more pages there are places.
    places: UnboundedSender<usize>,
    /// Bounded by the places.
    pages: UnboundedReceiver<P>,
    /// Whether the caller has a page that still takes a place.
    in_hand: bool,
}

enum Stage {
    Idle(Reading),
    Running(Task<Result<(), Error>>),
    Ended,
}

impl<P: Send + 'static> Walk<P> {
    pub(super) fn new<B: Page>(
        started: Result<(Source<B>, impl Paginator<B>), Error>,
        hand_out: fn(Response<B>) -> P,
    ) -> Self {
        let (places, free) = unbounded_channel();
        let (read, pages) = unbounded_channel();
        let reading = async move {
            let (source, paginator) = started?;
            let read = |page| read.send(hand_out(page)).is_ok();
            drive(Arc::new(source), paginator, free, read).await
        };
        Self {
            stage: Stage::Idle(Box::pin(reading)),
            ahead: 4,
            places,
            pages,
            in_hand: false,
        }
    }
}

impl<P> Walk<P> {
    pub(super) fn set_ahead(&mut self, pages: usize) {
        self.ahead = pages.max(1);
    }

    pub(super) fn poll_page(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<P, Error>>> {
        self.stage = match mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Idle(reading) => {
                self.give(self.ahead);
                Stage::Running(Task::start(reading))
            }
            stage => stage,
        };
        if mem::take(&mut self.in_hand) {
            self.give(1);
        }
        let Stage::Running(task) = &mut self.stage else {
            return Poll::Ready(None);
        };
        if let Some(page) = ready!(self.pages.poll_recv(cx)) {
            self.in_hand = true;
            return Poll::Ready(Some(Ok(page)));
        }
        let end = ready!(Pin::new(task).poll(cx));
        self.stage = Stage::Ended;
        Poll::Ready(end.flatten().err().map(Err))
    }

    /// Nobody waits for places when the task has ended.
    fn give(&self, places: usize) {
        let _ = self.places.send(places);
    }
}

/// Asks for pages and hands them on in order, until the list has ended or nobody reads it any more.
async fn drive<B: Page>(
    source: Arc<Source<B>>,
    mut paginator: impl Paginator<B>,
    mut places: UnboundedReceiver<usize>,
    hand_on: impl Fn(Response<B>) -> bool,
) -> Result<(), Error> {
    let (mut free, mut doubtful) = (0, None);
    let mut asked = FuturesOrdered::new();
    loop {
        while free > 0
            && let Some(query) = paginator.ask()
        {
            free -= 1;
            asked.push_back(fetch(Arc::clone(&source), query));
        }
        let page = match next(&mut asked, &mut places).await {
            None => return Ok(()),
            Some(Event::Places(more)) => {
                free += more;
                continue;
            }
            Some(Event::Answer(Ok(page))) => page,
            Some(Event::Answer(Err(error))) => {
                return paginator
                    .refused(error)
                    .map_err(|error| error.at(source.list.target()));
            }
        };
        let goes_on = match paginator
            .learn(&page)
            .map_err(|error| error.at(source.list.target()))?
        {
            PagePosition::Within => hand_on(page),
            PagePosition::Proof => doubtful.take().is_none_or(&hand_on),
            PagePosition::Doubtful => {
                // Its place serves for what will tell.
                free += 1;
                doubtful = Some(page);
                true
            }
            PagePosition::Void => {
                free += 1;
                true
            }
            PagePosition::Last => {
                hand_on(page);
                false
            }
            PagePosition::Beyond => false,
        };
        if !goes_on {
            return Ok(());
        }
    }
}

/// A page on its way. It is read in a task of its own, so that pages are decoded side by side; the
/// task ends with it.
pub(super) async fn fetch<B: Page>(
    source: Arc<Source<B>>,
    query: Query,
) -> Result<Response<B>, Error> {
    Task::start(source.fetch(query)).await.flatten()
}

enum Event<A> {
    /// The oldest page asked for.
    Answer(A),
    /// More pages may be asked for.
    Places(usize),
}

/// What happens next; nothing when the stream was dropped. Then the task ends, and its requests
/// with it.
async fn next<F: Future>(
    asked: &mut FuturesOrdered<F>,
    places: &mut UnboundedReceiver<usize>,
) -> Option<Event<F::Output>> {
    poll_fn(|cx| {
        if let Poll::Ready(more) = places.poll_recv(cx) {
            return Poll::Ready(more.map(Event::Places));
        }
        match asked.poll_next_unpin(cx) {
            Poll::Ready(Some(answer)) => Poll::Ready(Some(Event::Answer(answer))),
            _ => Poll::Pending,
        }
    })
    .await
}

impl<P> fmt::Debug for Walk<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            Stage::Idle(_) => "idle",
            Stage::Running(_) => "running",
            Stage::Ended => "ended",
        };
        f.debug_struct("Walk")
            .field("stage", &stage)
            .field("ahead", &self.ahead)
            .finish_non_exhaustive()
    }
}
