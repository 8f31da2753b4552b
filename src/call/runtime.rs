//! What generated code makes: a call with the type of its response.

use std::fmt;
use std::marker::PhantomData;

use super::response::Response;
use crate::error::Error;
use crate::wire::decode::Decode;
use crate::wire::operation::Operation;

/// A call that is ready to be sent, and the type of its response.
pub(crate) struct Call<'a, T> {
    call: super::Call,
    response: PhantomData<(&'a (), fn() -> T)>,
}

impl<T> Call<'_, T> {
    pub(crate) fn operation(&self) -> &'static Operation {
        self.call.operation()
    }

    /// The call, whatever its response.
    pub(crate) fn into_inner(self) -> super::Call {
        self.call
    }
}

impl<T> From<super::Call> for Call<'_, T> {
    fn from(call: super::Call) -> Self {
        Self {
            call,
            response: PhantomData,
        }
    }
}

impl<T: Decode> Call<'_, T> {
    pub(crate) async fn send(self) -> Result<Response<T>, Error> {
        self.call.send().await
    }
}

impl<T> fmt::Debug for Call<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", self.operation())
            .finish_non_exhaustive()
    }
}
