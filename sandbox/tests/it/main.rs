//! The sandbox over real HTTP, one concern a file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod access;
mod branch_content;
mod branches;
mod bulk;
mod bundles;
mod comments;
mod contributors;
mod control;
mod document;
mod exports;
mod faults;
mod items;
mod key_filters;
mod key_lists;
mod key_updates;
mod keys;
mod languages;
mod load;
mod merges;
mod nulls;
mod oauth;
mod observed;
mod program;
mod projects;
mod quirks;
mod rate;
mod record;
mod statuses;
mod support;
mod translations;
mod unverified;
mod uploads;
mod validation;
mod worlds;
