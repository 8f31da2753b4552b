//! The budget of retries, which keeps a service that is down from being asked many times as often
//! as one that is up. All clones of a client share it.

use std::sync::{Mutex, PoisonError};

/// Every retry takes one from the budget, and every call that succeeds earns a fifth of one. A 429
/// costs nothing: it means that the service is up.
pub(crate) struct RetryBudget {
    full: f64,
    left: Mutex<f64>,
}

impl RetryBudget {
    const EARNED: f64 = 0.2;

    /// At most so many retries are left at any time, and so many at the start.
    pub(crate) fn new(retries: Option<u32>) -> Self {
        let full = retries.map_or(f64::INFINITY, f64::from);
        Self {
            full,
            left: Mutex::new(full),
        }
    }

    /// Takes one retry, if there is one.
    pub(crate) fn take(&self) -> bool {
        self.change(|left| if left < 1.0 { left } else { left - 1.0 }) >= 1.0
    }

    pub(crate) fn earn(&self) {
        self.change(|left| (left + Self::EARNED).min(self.full));
    }

    /// Returns what was left before.
    fn change(&self, change: impl FnOnce(f64) -> f64) -> f64 {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *left;
        *left = change(before);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_bounds_retries_and_is_earned_back() {
        let budget = RetryBudget::new(Some(20));
        let taken = || (0..100).filter(|_| budget.take()).count();
        assert_eq!(taken(), 20);
        (0..6).for_each(|_| budget.earn());
        assert_eq!(taken(), 1);
        (0..1000).for_each(|_| budget.earn());
        assert_eq!(taken(), 20);
    }

    #[test]
    fn none_is_without_end() {
        let budget = RetryBudget::new(None);
        assert_eq!((0..100).filter(|_| budget.take()).count(), 100);
    }
}
