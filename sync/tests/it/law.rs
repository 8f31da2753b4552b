//! The law of push and pull: after a pull, each text of the service is in the file, or has a
//! reason; after a push, each text of the file is at the service, or has a reason. The files are
//! read by parsers of other projects, with `judge.py`.

use std::collections::BTreeMap;
use std::process::Command;

use fastrand::Rng;
use l10n_client::types::{KeyTranslationUpdate, KeyUpdateItem, PluralForms, TranslationText};
use l10n_sync::{Item, PullOptions, PushReport, Reason};
use serde_json::{Value, json};

use crate::support::{PROJECT, World, configured};

/// What formats could take for their own.
#[rustfmt::skip]
const PARTS: [&str; 31] = [
    "a", "B c", " ", "\n", "'", "\"", "<", "&", "%", "%d", "\\", "{", "}", "# ", ": ", "- ",
    "\u{e4}", "\u{1f600}", "@", "?", "\t", "yes", "null", "1", "]]>", "--", "&lt;", "<b>x</b>",
    "<b>", "=", "<x:g>y</x:g>",
];

/// Languages, each with the forms of its plurals at the service, and whether it has a file before
/// the first pull.
const LANGS: [(&str, &[&str], bool); 5] = [
    ("de", &["one", "other"], true),
    ("pl", &["one", "few", "many", "other"], true),
    ("lv", &["zero", "one", "other"], true),
    ("pl", &["one", "few", "many", "other"], false),
    ("de", &["one", "other"], false),
];

/// A format with the extension of its files.
struct Shape {
    kind: &'static str,
    /// What is around the entries. `LANG` is the language, `FORMS` the field of gettext.
    around: [&'static str; 2],
    /// An entry of a text and of a plural with the texts `X` and `Y`; `KEY` is the key.
    entries: [&'static str; 2],
    /// What else is in the base file and in a translation.
    more: [&'static str; 2],
}

const SHAPES: [Shape; 10] = [
    Shape {
        kind: "json",
        around: ["{\n", "\n}\n"],
        entries: ["  \"KEY\": \"X\"", "  \"KEY\": {\"one\": \"X\", \"other\": \"Y\"}"],
        more: ["  \"l\": {\"a\": \"A\"}", "  \"l\": {\"a\": \"B\"}"],
    },
    Shape {
        kind: "i18next",
        around: ["{\n", "\n}\n"],
        entries: ["  \"KEY\": \"X\"", "  \"KEY_one\": \"X\",\n  \"KEY_other\": \"Y\""],
        more: [""; 2],
    },
    Shape {
        kind: "arb",
        around: ["{\n  \"@@locale\": \"LANG\",\n", "\n}\n"],
        entries: ["  \"KEY\": \"X\"", ""],
        more: [""; 2],
    },
    Shape {
        kind: "yml",
        around: ["LANG:\n", ""],
        entries: ["  KEY: \"X\"\n", "  KEY:\n    one: \"X\"\n    other: \"Y\"\n"],
        more: [
            "  h: &h Hour\n  i: *h\n  z: Z\n  y: Y\n  l: [*h, x]\n",
            "  h: &h Hour\n  i: *h\n  z: ~\n  y:\n",
        ],
    },
    Shape {
        kind: "xml",
        around: ["<resources>\n", "</resources>\n"],
        entries: [
            "    <string name=\"KEY\">X</string>\n",
            "    <plurals name=\"KEY\">\n        <item quantity=\"one\">X</item>\n        \
             <item quantity=\"other\">Y</item>\n    </plurals>\n",
        ],
        more: [
            "    <string name=\"f\" translatable=\"false\">x</string>\n",
            "    <string name=\"f\">y</string>\n",
        ],
    },
    Shape {
        kind: "resx",
        around: ["<root>\n", "</root>\n"],
        entries: [
            "  <data name=\"KEY\" xml:space=\"preserve\">\n    <value>X</value>\n  </data>\n",
            "",
        ],
        more: [""; 2],
    },
    Shape {
        kind: "xliff",
        around: [
            "<xliff version=\"1.2\">\n<file original=\"f\" source-language=\"en\"><body>\n",
            "</body></file>\n</xliff>\n",
        ],
        entries: ["<trans-unit id=\"KEY\"><source>S</source><target>X</target></trans-unit>\n", ""],
        more: ["</body></file>\n<file original=\"g\" source-language=\"en\"><body>\n<trans-unit \
             id=\"k1\"><source>S &lt;b&gt;</source><target>s</target></trans-unit>\n";
            2],
    },
    Shape {
        kind: "po",
        around: [
            "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ASCII\\n\"\n\
             \"FORMS\\n\"\n",
            "",
        ],
        entries: [
            "\nmsgid \"KEY\"\nmsgstr \"X\"\n",
            "\nmsgid \"KEY\"\nmsgid_plural \"KEYs\"\nmsgstr[0] \"X\"\nmsgstr[1] \"Y\"\n",
        ],
        more: [
            "\nmsgctxt \"c\"\nmsgid \"k1\"\nmsgstr \"\"\n\nmsgid \"old\"\nmsgstr \"\"\n\n\
             msgid \"K1\"\nmsgstr \"\"\n",
            "\nmsgctxt \"c\"\nmsgid \"k1\"\nmsgstr \"c\"\n\n#, fuzzy\nmsgid \"K1\"\nmsgstr \"n\"\n\
             \n#~ msgid \"old\"\n#~ msgstr \"old\"\n",
        ],
    },
    Shape {
        kind: "stringsdict",
        around: ["<plist version=\"1.0\"><dict>\n", "</dict></plist>\n"],
        entries: [
            "<key>KEY</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n\
             <string>X %#@v@ Y</string>\n\
             VARIABLE</dict>\n",
            "<key>KEY</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n\
             <string>%#@v@</string>\n\
             VARIABLE</dict>\n",
        ],
        more: [""; 2],
    },
    Shape {
        kind: "properties",
        around: [""; 2],
        entries: ["KEY = X\n", ""],
        more: ["e = don''t \\u00e4\n"; 2],
    },
];

const VARIABLE: &str = "<key>v</key>\n<dict>\n<key>NSStringFormatSpecTypeKey</key>\n\
    <string>NSStringPluralRuleType</string>\n<key>NSStringFormatValueTypeKey</key>\n\
    <string>d</string>\n<key>one</key>\n<string>X</string>\n<key>other</key>\n<string>Y</string>\n\
    </dict>\n";

impl Shape {
    fn path(&self, lang: &str) -> String {
        format!("{lang}.{}", if self.kind == "i18next" { "json" } else { self.kind })
    }

    /// Writes a file with these keys. Every third one is a plural, if the format has them.
    fn file(&self, lang: &str, keys: impl Iterator<Item = usize>) -> String {
        let forms = match lang {
            "pl" => "nplurals=3; plural=n==1?0:n%10>=2&&n%10<=4&&(n%100<12||n%100>14)?1:2",
            "lv" => "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2)",
            _ => "nplurals=2; plural=(n != 1)",
        };
        let is_source = self.kind == "po" && lang == "en";
        let [one, more] = if is_source { [""; 2] } else { ["one", "more"] };
        let entry = |key: usize| {
            let [text, plural] = self.entries;
            let is_plural = key.is_multiple_of(3) && !plural.is_empty();
            let entry = if is_plural { plural } else { text }.replace("VARIABLE", VARIABLE);
            entry.replace("KEY", &format!("k{key}")).replace('X', one).replace('Y', more)
        };
        let more = self.more[usize::from(lang != "en")].to_owned();
        let entries = keys.map(entry).chain(Some(more).filter(|more| !more.is_empty()));
        let separator = if self.around[1].contains('}') { ",\n" } else { "" };
        let start = self.around[0].replace("LANG", lang);
        let start = start.replace("FORMS", &format!("Plural-Forms: {forms};"));
        start + &entries.collect::<Vec<_>>().join(separator) + self.around[1]
    }
}

/// Reads a file by the parser of another project; `None` if that is not installed. Then the file is
/// not judged, unless `LAW_JUDGES` is `all`, as in CI.
fn judged(world: &World, shape: &Shape, lang: &str) -> Option<BTreeMap<String, Value>> {
    let path = shape.path(lang);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/judge.py");
    let mut judge = Command::new("python3");
    let judge = judge.args([script, shape.kind, &path, lang]).current_dir(world.folder.path());
    let output = judge.output().map_or(b"null".to_vec(), |output| output.stdout);
    let texts: Result<Option<BTreeMap<_, _>>, _> = serde_json::from_slice(&output);
    let texts = texts.unwrap_or_else(|_| panic!("{path}:\n{}", world.read(&path)));
    let is_needed = std::env::var("LAW_JUDGES").is_ok_and(|judges| judges == "all");
    assert!(texts.is_some() || !is_needed, "install python3, python3-yaml and gettext");
    Some(texts?.into_iter().filter_map(|(key, text)| Some((key, filled(text)?))).collect())
}

/// A text or plural without its empty forms, if anything is left.
fn filled(mut text: Value) -> Option<Value> {
    if let Value::Object(forms) = &mut text {
        forms.retain(|_, text| text != "");
    }
    Some(text).filter(|text| *text != json!("") && *text != json!({}))
}

fn hard(random: &mut Rng) -> String {
    (0..random.usize(1..6)).map(|_| *random.choice(&PARTS).unwrap()).collect()
}

/// Sets the texts of some keys at the service; of 256 forms of plurals, `full` and one get a text.
/// `None` clears all texts.
async fn edit(world: &World, (lang, names): (&str, &[&str]), random: &mut Rng, full: Option<u8>) {
    let client = world.client();
    let keys = client.list_keys(PROJECT).send().await.unwrap().into_inner().keys;
    let edits = keys.iter().filter(|_| full.is_none() || random.u8(..) < 160).collect::<Vec<_>>();
    let edits = edits.into_iter().map(|key| {
        let mut text = |full: Option<u8>| {
            let is_full = full.is_some_and(|full| random.u8(..) <= full);
            if is_full { hard(random) } else { String::new() }
        };
        let text: TranslationText = match key.is_plural {
            Some(true) => {
                names.iter().map(|name| (*name, text(full))).collect::<PluralForms>().into()
            }
            _ => text(full.and(Some(255))).into(),
        };
        KeyUpdateItem::new(key.key_id).translations([KeyTranslationUpdate::new(lang, text)])
    });
    let edits: Vec<_> = edits.collect();
    client.update_keys(PROJECT, edits).in_batches().send().await.unwrap().complete().unwrap();
}

/// The texts of the service that are not empty, as the judge names them.
async fn of_service(world: &World, lang: &str) -> BTreeMap<String, Value> {
    let call = world.client().list_keys(PROJECT).include_translations(true);
    let mut texts = BTreeMap::new();
    for key in call.send().await.unwrap().into_inner().keys {
        let found = key.translations.into_iter().flatten();
        let mut found = found.filter(|it| it.language_iso.as_deref() == Some(lang));
        let text = found.next().and_then(|it| it.translation);
        let text = text.map(|text| match text.forms().filter(|_| key.is_plural == Some(true)) {
            Some(forms) => json!(forms),
            None => json!(text.to_string()),
        });
        let name = key.key_name.unwrap().to_string();
        let context = key.context.filter(|it| !it.is_empty());
        let name = context.map_or(name.clone(), |context| format!("{context}::{name}"));
        texts.extend(text.and_then(filled).map(|text| (name, text)));
    }
    texts
}

/// The keys whose texts another side lacks, without those that are accounted for.
fn lacking<'i>(
    texts: &BTreeMap<String, Value>,
    others: &BTreeMap<String, Value>,
    items: impl Iterator<Item = &'i Item>,
) -> Vec<String> {
    // These would be wrong: the text is on both sides, and the base file has all keys but one.
    let wrong = [Reason::OnlyHere, Reason::NotInBase];
    let items = items.filter(|it| {
        it.reason().is_some_and(|reason| it.key.contains("k13") || !wrong.contains(reason))
    });
    let reported: Vec<_> = items.map(|it| &*it.key).collect();
    // The service has the file of a unit of XLIFF as its context.
    let is_reported = |key: &str| {
        reported.contains(&key) || key.split_once("::").is_some_and(|it| reported.contains(&it.1))
    };
    let is_same = |text: &Value, other: &Value| match (text.as_object(), other.as_object()) {
        // No integer has `other` in Polish, so that its catalogs have no place for it.
        (Some(forms), Some(other)) => forms
            .iter()
            .all(|(form, text)| other.get(form).map_or(form == "other", |it| it == text)),
        _ => text == other,
    };
    let is_there = |key: &String, text: &Value| others.get(key).is_some_and(|it| is_same(text, it));
    let lacking = texts.iter().filter(|(key, text)| !is_there(key, text) && !is_reported(key));
    lacking.map(|(key, text)| format!("{key}: {text} | {:?}", others.get(key))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_is_missing_in_silence() {
    let worlds = SHAPES.iter().flat_map(|shape| (0..LANGS.len()).map(move |at| (shape, at)));
    let is_telling = |(shape, at): &(&Shape, usize)| match LANGS[*at].0 {
        "lv" => shape.kind == "po",
        "pl" => !shape.entries[1].is_empty(),
        _ => true,
    };
    let worlds = worlds.filter(is_telling).map(|(shape, at)| tokio::spawn(obeyed(shape, at)));
    let worlds: Vec<_> = worlds.collect();
    let mut broken = 0;
    for world in worlds {
        broken += usize::from(world.await.is_err());
    }
    assert_eq!(broken, 0);
}

async fn obeyed(shape: &'static Shape, seed: usize) {
    let (lang, names, has_file) = LANGS[seed];
    let (kind, path) = (shape.kind, shape.path(lang));
    let mut random = Rng::with_seed(seed as u64);
    let mut world = World::new(&["en", lang]).await;
    let group = json!({"pattern": shape.path("{lang}"), "push": "all", "unverified": "keep"});
    world.config.files = vec![configured(group)];
    world.write(&shape.path("en"), shape.file("en", 0..12));
    if has_file {
        world.write(&path, shape.file(lang, (0..12).filter(|_| random.bool()).chain([13])));
    }
    let pushed = world.push().await;
    if has_file {
        sent(&world, shape, lang, &pushed).await;
    }
    sent(&world, shape, "en", &pushed).await;
    let mut options = PullOptions::new();
    options.force = true;
    for full in [255, 220] {
        edit(&world, (lang, names), &mut random, Some(full)).await;
        let pulled = world.sync().pull(&options).await.unwrap();
        let items = pulled.files.iter().flat_map(|file| &file.items);
        let there = of_service(&world, lang).await;
        let Some(here) = judged(&world, shape, lang) else { return };
        let silent = lacking(&there, &here, items);
        assert!(silent.is_empty(), "{kind} {lang}: {silent:#?}\n{}", world.read(&path));
        // A new plural has each form that programs need.
        for forms in here.values().filter(|_| !has_file).filter_map(Value::as_object) {
            let mut needed = names.iter().filter(|name| **name != "other");
            let is_whole = needed.all(|name| forms.contains_key(*name));
            assert!(is_whole, "{kind} {lang}: {forms:?}\n{}", world.read(&path));
        }
    }
    // The other direction: the service loses its texts, and gets those of the file.
    edit(&world, (lang, names), &mut random, None).await;
    let pushed = world.push().await;
    sent(&world, shape, lang, &pushed).await;
}

/// Each text of a file is at the service, or has a reason.
async fn sent(world: &World, shape: &Shape, lang: &str, pushed: &PushReport) {
    let path = shape.path(lang);
    let Some(here) = judged(world, shape, lang) else { return };
    let files = pushed.files.iter().filter(|file| file.file.path == path);
    let silent = lacking(&here, &of_service(world, lang).await, files.flat_map(|it| &it.items));
    assert!(pushed.error.is_none() && silent.is_empty(), "{silent:#?}\n{}", world.read(&path));
}
