//! The sandbox over real HTTP, one concern a file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod accepted;
mod access;
mod branches;
mod bundles;
mod comments;
mod contributors;
mod control;
mod control_faults;
mod document;
mod exports;
mod faults;
mod formats;
mod habits;
mod key_lists;
mod keys;
mod languages;
mod merges;
mod network;
mod oauth;
mod orders;
mod page;
mod program;
mod projects;
mod quirks;
mod record;
mod seed;
mod support;
mod team_groups;
mod teams;
mod tls;
mod translations;
mod uploads;
mod webhooks;
mod worlds;
