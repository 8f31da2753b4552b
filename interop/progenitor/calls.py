"""Prints a call of every operation with the examples of the document, as Rust."""

import json
from typing import Any


def call(operation: dict[str, Any]) -> str:
    setters = [f'client(&setting("{operation["server"]}"))?', f"{operation['snake']}()"]
    for one in operation["parameters"]:
        value = "given" if one["snake"] == "job_id" else json.dumps(one["value"])
        setters.append(f"{one['snake']}({value})")
    if body := operation["body"]:
        example = json.dumps(body["value"])
        setters.append(f'body(body::<types::{body["schema"]}>(r##"{example}"##, given)?)')
    return f'"{operation["id"]}" => call!({".".join(setters)}),'


with open("target/interop/operations.json", encoding="utf-8") as file:
    operations = json.load(file)
names = ", ".join(f'"{operation["id"]}"' for operation in operations)
calls = "\n".join(map(call, operations))
print(f"""
const OPERATIONS: &[&str] = &[{names}];

async fn call(name: &str, given: &str) -> Result<serde_json::Value, Failure> {{
    Ok(match name {{
        {calls}
        _ => return Err("no such operation".into()),
    }})
}}""")
