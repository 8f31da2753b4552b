//! Line ends of files that are pulled to a folder.

use l10n_client::{FinalNewline, LineEndings, PullChange};

use super::{Scene, pairs};

#[tokio::test]
async fn texts_get_the_line_ends_that_are_asked_for_and_what_has_them_is_unchanged() {
    let bundle = [
        ("a.json", "{\r\n}"),
        ("b.bin", "\0\r\n"),
        ("c.json", "{}\n\n"),
    ];
    let scene = Scene::new(&bundle, &[]).await;
    for (ends, last, expected) in [
        (
            LineEndings::AsExported,
            FinalNewline::AsExported,
            ["{\r\n}", "{}\n\n"],
        ),
        (LineEndings::Lf, FinalNewline::Always, ["{\n}\n", "{}\n\n"]),
        (LineEndings::Crlf, FinalNewline::Never, ["{\r\n}", "{}"]),
    ] {
        for round in 0..2 {
            scene.bring(&bundle).await;
            let pull = scene.pull().line_endings(ends).final_newline(last);
            let pulled = pull.to_folder(&scene.folder).await.unwrap();
            let [a, c] = expected;
            let files = pairs(&[("a.json", a), ("b.bin", "\0\r\n"), ("c.json", c)]);
            assert_eq!(scene.files(), files, "{ends:?} {last:?}");
            let unchanged = pulled.count(PullChange::Unchanged);
            assert_eq!(unchanged == 3, round == 1, "{pulled}");
        }
    }
}

#[tokio::test]
async fn line_ends_of_the_files_in_place_are_kept() {
    let bundle = [
        ("a", "1\n2\n"),
        ("b", "1\r\n2\r\n"),
        ("c", "1\r\n2\n"),
        ("d", "1\r\n"),
    ];
    let local = [("a", "1\r\n2\r\n"), ("b", "x\ny"), ("c", "no line end")];
    let scene = Scene::new(&bundle, &local).await;
    let pull = scene.pull().line_endings(LineEndings::AsInPlace);
    let pulled = pull.to_folder(&scene.folder).await.unwrap();
    let expected = [
        ("a", "1\r\n2\r\n"),
        ("b", "1\n2\n"),
        ("c", "1\r\n2\n"),
        ("d", "1\r\n"),
    ];
    assert_eq!(scene.files(), pairs(&expected));
    let unchanged = pulled.changes.iter();
    let unchanged: Vec<_> = unchanged
        .filter(|file| file.change() == PullChange::Unchanged)
        .map(|file| file.path())
        .collect();
    assert_eq!(unchanged, [scene.folder.join("a")]);
}
