"""The body of a pull request, as Markdown, of what `l10n pull --json` prints:
pull_request.py < pull.json"""

import json
import sys

# GitHub accepts 65,536 characters.
MOST = 60_000


def code(text):
    """A text as code: in it, nobody is mentioned and nothing is a link."""
    shown = "empty" if text is None else json.dumps(text, ensure_ascii=False)
    return f"`{shown.replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def table(head, rows):
    lines = [f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]]
    return lines if rows else []


def body(pull):
    changed = [file for file in pull["files"] if file["texts"]]
    languages = sorted({file["lang_iso"] for file in changed})
    counts = [
        [language, f"`{file['path']}`", str(len(file["texts"]))]
        for language in languages
        for file in changed
        if file["lang_iso"] == language
    ]
    problems = [
        f"- {it['path']}:{it['line'] or 1}: {code(it['key'] or '')} {it['message']}"
        for it in pull["problems"]
    ]
    kept = [f"- {file['path']}: {file['reason']}" for file in pull["files"] if file["reason"]]
    kept += [f"- {it['name']}: {it['reason']}" for it in pull["skipped"] + pull["absent"]]
    left_out = [
        f"- {file['path']}: {code(text['key'])} {text['message']}"
        for file in pull["files"]
        for text in file["left_out"]
    ]
    texts = [
        [file["lang_iso"], code(text["key"]), code(text["before"]), code(text["after"])]
        for file in changed
        for text in file["texts"]
    ]
    parts = [
        ("Texts by language", table(["Language", "File", "Texts"], counts)),
        ("Problems of these texts", problems),
        ("Not written", kept + left_out),
        ("Texts", table(["Language", "Key", "Before", "After"], texts)),
    ]
    return [line for title, lines in parts if lines for line in (f"### {title}", "", *lines, "")]


def main():
    pull = json.load(sys.stdin)
    if "files" not in pull:
        sys.exit(pull["error"]["message"])
    size = 0
    for line in body(pull):
        size += len(line) + 1
        if size > MOST:
            print("\nThe log of the workflow has the rest.")
            break
        print(line)


main()
