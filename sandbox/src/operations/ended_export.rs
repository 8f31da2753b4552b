//! The process of an asynchronous export that has ended, as it was recorded.

use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveDateTime, TimeDelta};
use serde_json::{Value, json};

use super::Call;
use crate::quirks::Quirk;
use crate::state::{Process, Task};

pub(super) fn is(call: &Call<'_>, process: &Process) -> bool {
    let export = matches!(process.task, Task::Export(_));
    export && process.status.next().is_none() && call.quirks.other(Quirk::EndedExport)
}

pub(super) fn change(view: &mut Value, process: &Process) {
    // What failed or was cancelled says why.
    if process.message.is_empty() {
        view["message"] = Value::Null;
    }
    view["created_by"] = json!(process.created_by.to_string());
    view["created_at"] = json!(format!("{} (Europe/Berlin)", berlin(process.created_at)));
    if let Some(view) = view.as_object_mut() {
        view.remove("created_by_email");
    }
}

/// The local time in Berlin: one hour ahead of UTC, two in summer.
fn berlin(seconds: i64) -> NaiveDateTime {
    let utc = DateTime::from_timestamp(seconds, 0).unwrap_or_default().naive_utc();
    // Summer time begins and ends on the last Sunday of a month, at 1:00 UTC.
    let turn = |month| {
        let last = NaiveDate::from_ymd_opt(utc.year(), month, 31)?;
        let behind_sunday = Days::new(last.weekday().num_days_from_sunday().into());
        last.checked_sub_days(behind_sunday)?.and_hms_opt(1, 0, 0)
    };
    let summer = turn(3).is_some_and(|it| utc >= it) && turn(10).is_some_and(|it| utc < it);
    utc + TimeDelta::hours(if summer { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_berlin_is_turned_twice_a_year() {
        for (utc, local) in [
            ("2025-03-30T00:59:59Z", "2025-03-30 01:59:59"),
            ("2025-03-30T01:00:00Z", "2025-03-30 03:00:00"),
            ("2025-10-26T00:59:59Z", "2025-10-26 02:59:59"),
            ("2025-10-26T01:00:00Z", "2025-10-26 02:00:00"),
            ("2025-12-31T23:30:00Z", "2026-01-01 00:30:00"),
        ] {
            let seconds = DateTime::parse_from_rfc3339(utc).map(|it| it.timestamp());
            assert_eq!(seconds.map(|it| berlin(it).to_string()), Ok(local.to_owned()), "{utc}");
        }
    }
}
