//! Documents that cannot be read at all, and the lines of findings.

use super::{GOOD, found_in};

#[test]
fn the_good_document_has_no_findings() {
    assert_eq!(found_in(GOOD), []);
}

#[test]
fn a_document_is_yaml() {
    let found = found_in("openapi: 3.0.3\ninfo: {");
    assert_eq!(found.len(), 1);
    assert!(found[0].remedy.contains("Correct the YAML"), "{found:#?}");
}

#[test]
fn a_key_stands_once_in_a_place() {
    let found = found_in(&format!("{GOOD}openapi: 3.0.3\n"));
    assert_eq!(found.len(), 1);
    assert!(found[0].problem.contains("duplicated key"), "{found:#?}");
    assert_eq!(found[0].line, GOOD.lines().count() + 1);
}

#[test]
fn a_key_is_text() {
    let found = found_in(&GOOD.replace("'429':", "429:"));
    assert_eq!(found.len(), 1);
    assert!(found[0].problem.contains("a key that is not text"), "{found:#?}");
    assert!(GOOD.lines().nth(found[0].line - 1).unwrap().contains("'429':"));
}

#[test]
fn a_finding_names_its_line() {
    for (line, before, after, pointer) in [
        ("      x-admin-right: none", "admin", "adm", "/paths/~1login/post/x-adm-right"),
        (
            "  - {name: books, x-displayName: Books, description: Books on shelves.}",
            "x-displayName",
            "x-title",
            "/tags/0/x-title",
        ),
    ] {
        let broken = GOOD.replace(line, &line.replace(before, after));
        let found = found_in(&broken);
        let finding = found.iter().find(|finding| finding.pointer == pointer).unwrap();
        let number =
            GOOD.lines().count() - GOOD.lines().rev().position(|other| other == line).unwrap() - 1
                + 1;
        assert_eq!(finding.line, number, "{found:#?}");
        assert!(finding.to_string().starts_with(&format!(":{number}: `x-")));
    }
}
