//! The budget of retries, which keeps a service that is down from being asked many times as often
//! as one that is up.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many retries a client may make in relation to its calls: every retry takes one from the
/// budget, and every call that succeeds earns a fifth of one. A 429 costs nothing: who has to wait
/// knows that the service is up.
///
/// Clones share what is left, so that several clients can have one budget:
///
/// ```
/// use l10n_client::{Client, RetryBudget};
///
/// # fn clients() -> Result<(), l10n_client::Error> {
/// let budget = RetryBudget::new(50);
/// let client = Client::builder("https://api.service.test/v2").api_token("c0ffee")
///     .retry_budget(budget.clone())
///     .build()?;
/// assert_eq!(budget.remaining(), Some(50));
/// # Ok(())
/// # }
/// # clients().unwrap();
/// ```
#[derive(Clone)]
pub struct RetryBudget(Option<Arc<Shared>>);

struct Shared {
    full: f64,
    left: Mutex<f64>,
}

impl Default for RetryBudget {
    /// 20 retries.
    fn default() -> Self {
        Self::new(20)
    }
}

impl RetryBudget {
    const EARNED: f64 = 0.2;

    /// At most so many retries are left at any time, and so many at the start.
    pub fn new(retries: u32) -> Self {
        let full = f64::from(retries);
        Self(Some(Arc::new(Shared {
            full,
            left: Mutex::new(full),
        })))
    }

    /// No budget: the [`RetryPolicy`](crate::RetryPolicy) alone decides.
    pub fn off() -> Self {
        Self(None)
    }

    /// How many retries are left; nothing where there is no budget.
    pub fn remaining(&self) -> Option<u32> {
        let shared = self.0.as_ref()?;
        Some(*shared.left() as u32)
    }

    /// Takes one retry, if there is one.
    pub(crate) fn take(&self) -> bool {
        let Some(shared) = &self.0 else { return true };
        let mut left = shared.left();
        let enough = *left >= 1.0;
        if enough {
            *left -= 1.0;
        }
        enough
    }

    pub(crate) fn earn(&self) {
        if let Some(shared) = &self.0 {
            let mut left = shared.left();
            *left = (*left + Self::EARNED).min(shared.full);
        }
    }
}

impl Shared {
    fn left(&self) -> MutexGuard<'_, f64> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for RetryBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryBudget")
            .field("remaining", &self.remaining())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_bounds_retries_and_is_earned_back() {
        let budget = RetryBudget::default();
        assert_eq!((0..100).filter(|_| budget.take()).count(), 20);
        (0..5).for_each(|_| budget.earn());
        assert_eq!(budget.remaining(), Some(1));
        assert_eq!((0..100).filter(|_| budget.clone().take()).count(), 1);
        (0..1000).for_each(|_| budget.earn());
        assert_eq!(budget.remaining(), Some(20));
    }

    #[test]
    fn off_is_without_end() {
        let budget = RetryBudget::off();
        assert_eq!((0..100).filter(|_| budget.take()).count(), 100);
        assert_eq!(budget.remaining(), None);
    }
}
