"""Prints the texts of a file (its format, path and language are the arguments) as JSON, read by a
parser of another project: a text, or the forms of a plural; null if that is not installed."""

import gettext, io, json, plistlib, re, subprocess, sys
import xml.etree.ElementTree as xml

FORMS = {
    "en": {"one": 1, "other": 2},
    "de": {"one": 1, "other": 2},
    "pl": {"one": 1, "few": 2, "many": 5},
    "lv": {"zero": 0, "one": 1, "other": 2},
}

CATEGORIES = {"zero", "one", "two", "few", "many", "other"}


def unescaped(text, names):
    unit = lambda it: chr(int(it[2], 16)) if it[2] else names.get(it[1], it[1])
    text = re.sub(r"\\(u([0-9a-fA-F]{4})|.)", unit, text, flags=re.S)
    return text.encode("utf-16", "surrogatepass").decode("utf-16")


def markup(element, is_tagged=False):
    """The text; with its tags, and `&` and `<` as in XML, if it has some."""
    is_tagged |= len(element) > 0
    escaped = lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
    plain = lambda text: escaped(text or "") if is_tagged else text or ""
    parts = (f"<{it.tag}>{markup(it, True)}</{it.tag}>{plain(it.tail)}" for it in element)
    return plain(element.text) + "".join(parts)


def android(element):
    text = re.sub(r"[ \t\r\n]+", " ", markup(element)).strip(" ")
    return unescaped(text, {"n": "\n", "t": "\t"})


def read(kind, path, lang):
    if kind in ("json", "i18next", "arb"):
        texts = json.load(open(path, encoding="utf-8"))
        return flat({key: text for key, text in texts.items() if not key.startswith("@")})
    if kind == "yml":
        import yaml
        return flat(yaml.safe_load(open(path, encoding="utf-8"))[lang])
    if kind == "properties":
        # By `java.util.Properties.load`, without lines that continue.
        lines = open(path, encoding="utf-8", newline="\n").read().split("\n")
        entry = r"((?:[^\\=:\s]|\\.)*)[ \t]*[=:]?[ \t]*(.*)"
        pairs = [re.match(entry, it, re.S) for it in lines if it]
        names = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
        return {unescaped(it[1], names): unescaped(it[2], names) for it in pairs}
    if kind == "po":
        run = lambda *tool, **more: subprocess.run(
            tool, check=True, stdout=subprocess.PIPE, **more
        ).stdout
        source = run("msgen", path) if lang == "en" else open(path, "rb").read()
        compiled = run("msgfmt", "-f", "-o", "-", "-", input=source)
        catalog = gettext.GNUTranslations(io.BytesIO(compiled))
        ids = {key[0] if isinstance(key, tuple) else key for key in catalog._catalog} - {""}
        plurals = {key[0] for key in catalog._catalog if isinstance(key, tuple)}
        forms = lambda key: {form: catalog.ngettext(key, "", n) for form, n in FORMS[lang].items()}
        text = lambda key: forms(key) if key in plurals else catalog.gettext(key)
        return {key.replace("\x04", "::"): text(key) for key in ids}
    if kind == "stringsdict":
        texts = {}
        for key, entry in plistlib.load(open(path, "rb")).items():
            texts[key + "::v"] = {key: it for key, it in entry["v"].items() if key[:2] != "NS"}
            format = entry["NSStringLocalizedFormatKey"]
            texts.update({key: format} if format != "%#@v@" else {})
        return texts
    root = xml.parse(path).getroot()
    if kind == "resx":
        return {data.get("name"): data.find("value").text or "" for data in root.iter("data")}
    if kind == "xliff":
        units = [(file, unit) for file in root for unit in file.findall(".//{*}trans-unit")]
        targets = {(f.get("original"), u.get("id")): u.find("{*}target") for f, u in units}
        return {"::".join(key): markup(it) for key, it in targets.items() if it is not None}
    strings = [it for it in root.iter("string") if it.get("translatable") != "false"]
    texts = {it.get("name"): android(it) for it in strings}
    for plural in root.iter("plurals"):
        texts[plural.get("name")] = {it.get("quantity"): android(it) for it in plural}
    return texts


def flat(texts, around=""):
    """Objects by the keys of their members, and lists, but not plurals."""
    flattened = {}
    for key, text in texts.items():
        if isinstance(text, list):
            text = dict(enumerate(text))
        is_object = isinstance(text, dict) and not text.keys() <= CATEGORIES
        name = f"{around}{key}"
        flattened.update(flat(text, name + "::") if is_object else {name: text or ""})
    return flattened


try:
    print(json.dumps(read(*sys.argv[1:])))
except (ImportError, FileNotFoundError):
    print("null")
