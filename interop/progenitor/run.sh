#!/usr/bin/env bash
# A client in Rust, by progenitor.
source "$(dirname "$0")/../lib.sh"

document_as_json
mkdir -p target/interop/progenitor
python3 interop/progenitor/calls.py >target/interop/progenitor/calls.rs
cargo build --quiet --locked --manifest-path interop/progenitor/Cargo.toml \
    --target-dir target/interop/progenitor --bin everything

every_round target/interop/progenitor/debug/everything
