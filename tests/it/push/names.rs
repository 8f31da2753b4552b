//! Under which names, in which languages and with which options files are pushed.

use super::*;

#[tokio::test]
async fn names_and_options_are_the_callers() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let report = push(&world, &folder)
        .glob_in("l/{lang}/a.json", "en")
        .filename(|file| file.template().to_owned())
        .options(|body| body.keys_to_values(true))
        .send()
        .await
        .unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(names(&report), [("l/%LANG_ISO%/a.json", "en")]);
    assert_eq!(
        files(&world).await,
        BTreeMap::from([("l/%LANG_ISO%/a.json".to_owned(), 2)])
    );

    // The texts are the names of the keys now, so a push of the real texts is an update of each.
    let again = push(&world, &folder)
        .file(folder.path().join("l/en/a.json"), "en")
        .options(|body| body.replace_modified(true));
    let report = again.send().await.unwrap();
    assert_eq!(
        names(&report),
        [("l/en/a.json", "en")],
        "an absolute path is named from the base folder on"
    );
    let process = report.files[0].outcome.as_ref().unwrap();
    let file = &process.details.as_ref().unwrap().files.as_ref().unwrap()[0];
    assert_eq!(file.key_count_updated, Some(2));
}

#[tokio::test]
async fn languages_are_mapped_and_names_made_by_a_template() {
    let world = quick_world().await;
    let folder = folder(&[("l/de-DE/a.json", r#"{"new.one": "1"}"#)]);
    let pushing = || push(&world, &folder).glob("l/{lang}/*.json");
    let map = || LanguageMap::new().pair("de-DE", "de");
    let mapped = pushing().languages(map());
    let report = mapped.filename_template("app/{lang}/{local_lang:_}-{name}");
    let report = report.send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(names(&report), [("app/de/de_DE-a.json", "de")]);
    assert_eq!(report.files[0].file.local_lang(), "de-DE");

    world.sandbox.clear_requests();
    for (pushing, said) in [
        (
            pushing().filename_template("{language}"),
            "the unknown place `{language}`",
        ),
        (
            pushing().languages(map().pair("de-DE", "fr")),
            "paired with both `de` and `fr`",
        ),
    ] {
        let error = pushing.send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().contains(said), "{error}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn two_files_of_one_name_in_one_language_are_refused() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = || push(&world, &folder).glob("l/{lang}/a.json");
    let error = pushing()
        .glob_in("l/en/b.json", "en")
        .filename(|_| "one.json".to_owned());
    let error = error.send().await.unwrap_err();
    let [a, b] = ["l/en/a.json", "l/en/b.json"].map(|path| at(&folder, path));
    let said = format!("`{a}` and `{b}` are both named `one.json`");
    assert!(error.to_string().contains(&said), "{error}");
    assert!(world.sandbox.requests().is_empty());
    // In several languages it is one file of the project.
    let report = pushing()
        .filename_template("one.json")
        .send()
        .await
        .unwrap();
    assert!(report.is_success(), "{report}");
}

#[tokio::test]
async fn all_languages_that_the_project_does_not_have_are_told_before_anything_is_sent() {
    let world = quick_world().await;
    let folder = folder(&[
        ("en.json", "{}"),
        ("de-DE.json", "{}"),
        ("xx.json", "{}"),
        ("xx.xml", ""),
    ]);
    let pushing = || push(&world, &folder).glob("{lang}.*");
    let error = pushing().send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let text = error.to_string();
    let [german, unknown] = ["de-DE.json", "xx.json"].map(|path| at(&folder, path));
    for said in [
        format!("`de-DE` ({german}; `de` is the nearest)"),
        format!("`xx` ({unknown} and 1 more)"),
        "it has en, fr, de".to_owned(),
    ] {
        assert!(text.contains(&said), "{text}");
    }
    assert_eq!(uploads(&world), 0);

    let mapped = pushing().languages(LanguageMap::new().pair("de-DE", "de"));
    let report = mapped.except_languages(["xx"]).send().await.unwrap();
    assert_eq!(names(&report), [("de-DE.json", "de"), ("en.json", "en")]);

    // Who may not read the languages is told by the service.
    let forbidden = Fault::new(Misbehavior::status(403)).on("listLanguages");
    world.sandbox.add_fault(forbidden).unwrap();
    let report = pushing().only_languages(["xx", "en"]).send().await.unwrap();
    let failed: Vec<_> = report
        .failed()
        .map(|(file, error)| (file.lang(), error.status()))
        .collect();
    let bad_request = Some(l10n_client::reqwest::StatusCode::BAD_REQUEST);
    assert_eq!(failed, [("xx", bad_request); 2]);
}

#[tokio::test]
async fn languages_are_chosen_by_either_code_and_a_mistyped_one_is_told() {
    let world = quick_world().await;
    let folder = folder(&[("en.json", "{}"), ("de-DE.json", "{}"), ("fr.json", "{}")]);
    let map = LanguageMap::new().pair("de-DE", "de");
    let pushing = || {
        push(&world, &folder)
            .glob("{lang}.json")
            .languages(map.clone())
    };
    for (pushing, expected) in [
        (pushing().only_languages(["en"]), vec!["en"]),
        (pushing().only_languages(["de"]), vec!["de"]),
        (pushing().only_languages(["de-DE", "fr"]), vec!["de", "fr"]),
        (pushing().except_languages(["de", "fr"]), vec!["en"]),
        (pushing().except_languages(["none"]), vec!["de", "en", "fr"]),
        (
            pushing().only_languages(["none"]).allow_no_match(true),
            vec![],
        ),
    ] {
        let plan = pushing.plan().await.unwrap();
        let langs: Vec<_> = plan.files().iter().map(|file| file.file().lang()).collect();
        assert_eq!(langs, expected);
    }
    let error = pushing()
        .only_languages(["en", "ed"])
        .plan()
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("`only_languages` names: `ed`"),
        "{error}"
    );
    // A group that sends nothing, though others do.
    let idle = || {
        PushGroup::new()
            .glob("{lang}-DE.json")
            .only_languages(["en"])
    };
    let error = pushing().group(idle()).plan().await.unwrap_err();
    assert!(
        error.to_string().contains("of what `{lang}-DE.json` finds"),
        "{error}"
    );
    let plan = pushing().group(idle()).allow_no_match(true).plan();
    assert_eq!(plan.await.unwrap().files().len(), 3);
}

#[tokio::test]
async fn groups_have_names_and_options_of_their_own_beside_those_of_all() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let source = PushGroup::new()
        .glob_in("l/{lang}/*.json", "en")
        .filename_template("src/{name}")
        .options(|body| body.replace_modified(true).tags(["source"]));
    let rest = PushGroup::new()
        .glob("l/{lang}/*.json")
        .except_languages(["fr"]);
    let pushing = push(&world, &folder)
        .options(|body| body.tags(["all"]).use_automations(false))
        .filename_template("{lang}/{name}");
    let plan = pushing.group(source).group(rest).plan().await.unwrap();
    let files: Vec<_> = plan
        .files()
        .iter()
        .map(|planned| {
            let options = planned.options().unwrap();
            let tags = options.tags.as_ref().unwrap().join(",");
            assert_eq!(options.use_automations, Some(false));
            (planned.file().filename(), tags, options.replace_modified)
        })
        .collect();
    let source = || "source".to_owned();
    let expected = [
        ("src/a.json", source(), Some(true)),
        ("src/b.json", source(), Some(true)),
        ("de/a.json", "all".to_owned(), None),
    ];
    assert_eq!(files, expected);
    assert!(plan.send().await.unwrap().is_success());
}

#[tokio::test]
async fn a_file_that_one_group_leaves_out_is_of_the_next_that_takes_it() {
    let world = quick_world().await;
    let folder = folder(&[("en/app.json", "{}"), ("de/app.json", "{}")]);
    let group = || PushGroup::new().glob("{lang}/*.json");
    let source = group().only_languages(["en"]);
    let translations = group().filename_template("{lang}/translated.json");
    let push = push(&world, &folder).group(source).group(translations);
    let plan = push.plan().await.unwrap();
    let planned: Vec<_> = plan
        .files()
        .iter()
        .map(|file| file.file().filename())
        .collect();
    assert_eq!(planned, ["en/app.json", "de/translated.json"]);
}
