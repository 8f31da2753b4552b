//! Ends of processes that a test asks for.

use super::World;
use crate::ends::{NotEnded, ProcessEnd};
use crate::work;

impl World {
    /// Ends a process now that has not ended yet, without its effect.
    ///
    /// # Errors
    ///
    /// When there is no such process, and when it has ended already.
    pub fn end_process(&self, process_id: &str, end: ProcessEnd) -> Result<(), NotEnded> {
        work::end_process(&mut self.0.state(), process_id, end)
    }

    /// Has the next process that is started, of the type that `end` names, end like this once it
    /// ran, without its effect. What is asked for more than once befalls one process after another.
    pub fn end_next_process(&self, end: ProcessEnd) {
        self.0.state().ends.push(end);
    }
}
