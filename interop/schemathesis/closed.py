"""The document with bodies of requests that hold nothing but what it names, as a strict sandbox
takes them: by itself it leaves room for more, and what is made up from it uses that."""

import json
import sys

document = json.load(sys.stdin)


def close(schema, closed):
    """Closes the objects of a schema, and those that it refers to."""
    if isinstance(schema, list):
        for each in schema:
            close(each, closed)
    elif isinstance(schema, dict):
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in closed:
            closed.add(name)
            close(document["components"]["schemas"][name], closed)
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        close([value for value in schema.values()], closed)


closed = set()
for path in document["paths"].values():
    for operation in path.values():
        if isinstance(operation, dict) and "requestBody" in operation:
            for media_type in operation["requestBody"]["content"].values():
                close(media_type["schema"], closed)
json.dump(document, sys.stdout)
