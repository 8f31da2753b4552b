//! What patterns match, and which language they find in it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::*;

/// A folder with these files.
fn folder(paths: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for path in paths {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "{}").unwrap();
    }
    folder
}

/// The matches of a pattern, each as `language path template`.
fn found(paths: &[&str], pattern: &str, lang: Option<&str>) -> Vec<String> {
    let folder = folder(paths);
    let pattern = Pattern::parse(pattern).unwrap();
    let found = pattern
        .find(folder.path(), lang, &Stopped::default())
        .unwrap();
    let shown = found.into_iter().map(|found| {
        let lang = found.lang.unwrap_or_else(|| "-".to_owned());
        let path: Vec<_> = found
            .path
            .iter()
            .map(|name| name.to_string_lossy())
            .collect();
        format!("{lang} {} {}", path.join("/"), found.template)
    });
    shown.collect()
}

#[test]
fn a_segment_names_the_language() {
    let paths = [
        "l/en/a.json",
        "l/en/a.txt",
        "l/pt_BR/a.json",
        "l/en/x/b.json",
        "l/a.json",
        "l/.git/a.json",
    ];
    assert_eq!(
        found(&paths, "./l/{lang}/*.json", None),
        [
            "en l/en/a.json l/%LANG_ISO%/a.json",
            "pt_BR l/pt_BR/a.json l/%LANG_ISO%/a.json"
        ]
    );
    assert_eq!(
        found(&paths, "l/{lang}/*.json", Some("en")),
        ["en l/en/a.json l/%LANG_ISO%/a.json"]
    );
}

#[test]
fn a_part_of_a_name_is_the_language() {
    let paths = [
        "m_en.properties",
        "m_zh-Hans.properties",
        "m_.properties",
        "m.properties",
        "m_en.min.properties",
    ];
    assert_eq!(
        found(&paths, "m_{lang}.properties", None),
        [
            "en m_en.properties m_%LANG_ISO%.properties",
            "zh-Hans m_zh-Hans.properties m_%LANG_ISO%.properties"
        ]
    );
    assert_eq!(
        found(&["en/en.json", "en/de.json"], "{lang}/{lang}.json", None),
        ["en en/en.json %LANG_ISO%/%LANG_ISO%.json"]
    );
    assert_eq!(
        found(&["app_en_GB_x.json"], "*_{lang}_?.json", None),
        ["en_GB app_en_GB_x.json app_%LANG_ISO%_x.json"]
    );
}

#[test]
fn two_stars_are_any_number_of_folders() {
    let paths = [
        "en.json",
        "a/en.json",
        "a/b/de.json",
        "a/.b/fr.json",
        "a/en.txt",
    ];
    let all = [
        "de a/b/de.json a/b/%LANG_ISO%.json",
        "en a/en.json a/%LANG_ISO%.json",
        "en en.json %LANG_ISO%.json",
    ];
    assert_eq!(found(&paths, "**/{lang}.json", None), all);
    assert_eq!(found(&paths, "**/**/{lang}.json", None), all);
    let below_a = found(&paths, "a/**", Some("en"));
    assert_eq!(
        below_a,
        [
            "en a/b/de.json a/b/de.json",
            "en a/en.json a/en.json",
            "en a/en.txt a/en.txt"
        ]
    );
    let hidden = found(&paths, "a/.*/*.json", None);
    assert_eq!(hidden, ["- a/.b/fr.json a/.b/fr.json"]);
    let shown = found(&[".a.json", "b.json"], "*.json", None);
    assert_eq!(shown, ["- b.json b.json"]);
}

#[test]
fn many_stars_end() {
    let name = format!("{}.json", "a_".repeat(100));
    for pattern in [
        "*a*_".repeat(40) + "x",
        "{lang}*_".to_owned() + &"*a".repeat(90),
        "**".repeat(60) + "x",
    ] {
        let matches = found(&[&name], &pattern, None);
        assert!(matches.is_empty(), "{pattern}");
    }
    let matches = found(&[&name], &("*a*_".repeat(40) + "*"), None);
    assert_eq!(matches, [format!("- {name} {name}")]);
}

#[test]
fn what_is_not_there_matches_nothing() {
    for pattern in ["no/{lang}.json", "no/*/x.json", "a.json/*.json", "", "a"] {
        assert!(found(&["a.json"], pattern, None).is_empty(), "{pattern}");
    }
}

#[test]
fn what_is_no_pattern() {
    for text in ["/etc/*", "{language}.json", "a{b,c}.json"] {
        assert!(Pattern::parse(text).is_err(), "{text}");
    }
}

/// Each of them could stand for each of the folders: more ways than can be tried.
#[test]
fn several_stars_for_folders_lead_to_each_place_once() {
    let deep = "d/".repeat(30) + "a.json";
    let neighbours = "**/".repeat(300) + "a.json";
    let apart = "**/d/".repeat(12) + "**/a.json";
    for pattern in [neighbours, apart] {
        let shown = found(&[&deep], &pattern, Some("en"));
        assert_eq!(shown, [format!("en {deep} {deep}")]);
    }
}
