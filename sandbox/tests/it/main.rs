//! The sandbox over real HTTP, one concern a file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod access;
mod branch_content;
mod bulk;
mod comments;
mod contributors;
mod control;
mod document;
mod exports;
mod faults;
mod items;
mod key_filters;
mod key_lists;
mod keys;
mod load;
mod nulls;
mod oauth;
mod program;
mod quirks;
mod rate;
mod record;
mod statuses;
mod support;
mod translations;
mod unverified;
mod uploads;
mod validation;
