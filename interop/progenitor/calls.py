"""Prints calls of every operation with the examples of the document, as Rust."""

import json
from typing import Any


def call(operation: dict[str, Any]) -> str:
    setters = [f'client(&setting("{operation["server"]}"))?', f"{operation['snake']}()"]
    for one in operation["parameters"]:
        value = json.dumps(one["value"])
        setters.append(f"{one['snake']}({f'given({value})' if '$L10N_' in value else value})")
    if body := operation["body"]:
        example = json.dumps(body["value"])
        setters.append(f'body(body::<types::{body["schema"]}>(r##"{example}"##)?)')
    return f"call!({'.'.join(setters)}),"


with open("target/interop/operations.json", encoding="utf-8") as file:
    operations = json.load(file)
names = ", ".join(f'("{it["id"]}", "{it["method"]}")' for it in operations)
calls = "\n".join(f"{index} => {call(it)}" for index, it in enumerate(operations))
print(f"""
/// The operation and method of each call.
const CALLS: &[(&str, &str)] = &[{names}];

async fn call(index: usize) -> Result<serde_json::Value, Failure> {{
    Ok(match index {{
        {calls}
        _ => return Err("no such call".into()),
    }})
}}""")
