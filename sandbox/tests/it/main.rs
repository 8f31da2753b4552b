//! The sandbox over real HTTP, one concern a file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod accepted;
mod access;
mod branches;
mod bundles;
mod comments;
mod contributors;
mod control;
mod examples;
mod exports;
mod faults;
mod glossary;
mod ignored;
mod key_lists;
mod keys;
mod languages;
mod merges;
mod network;
mod oauth;
mod program;
mod projects;
mod quirks;
mod record;
mod screenshots;
mod seed;
mod snapshots;
mod support;
mod tasks;
mod tls;
mod translations;
mod uploads;
mod webhooks;
mod worlds;
