//! Several exports that are pulled together, and the files that no export may touch.

use crate::support::World;

/// Two exports of the project into one folder, each with a name of its own.
fn two_exports(first: &str, second: &str) -> String {
    let export = |name: &str| {
        format!(
            "[[pull]]\nformat = \"json\"\nfolder = \"out\"\nonly = \"base\"\nprune = \"**/*{{lang}}.json\"\n\
             options = {{ original_filenames = false, bundle_structure = \"{name}\" }}\n"
        )
    };
    export(first) + &export(second)
}

/// A key at the service whose file has this name.
async fn key_in(world: &World, filename: &str) {
    let body = serde_json::json!({"keys": [{"key_name": "odd", "platforms": ["web"],
        "filenames": {"web": filename}}]});
    let path = "projects/{project}/keys";
    let body = body.to_string();
    let ran = world.run(&["api", "POST", path, "-d", &body]).await;
    ran.ended(0);
}

#[tokio::test]
async fn exports_into_one_folder_leave_the_files_of_each_other() {
    let world = World::new().await;
    world.configure(&two_exports("a_%LANG_ISO%.json", "b_%LANG_ISO%.json"));
    world.write("out/old_en.json", "{}");
    let elsewhere = ["pull", "--dry-run", "--folder", "elsewhere"];
    world.run(&elsewhere).await.ended(0);
    assert!(!world.path("elsewhere").exists());
    let dry = world.run(&["pull", "--dry-run"]).await.ended(0);
    assert!(dry.stdout.ends_with("2 added, 1 removed\n"), "{dry:?}");
    let ran = world.run(&["pull"]).await.ended(0);
    assert_eq!(ran.stdout, dry.stdout);
    assert!(world.path("out/a_en.json").exists() && world.path("out/b_en.json").exists());
    let again = world.run(&["pull"]).await.ended(0);
    assert!(again.stdout.ends_with("2 unchanged\n"), "{again:?}");
    world.run(&["status", "--check"]).await.ended(0);
}

#[tokio::test]
async fn a_file_of_two_exports_is_refused_before_anything_is_placed() {
    let world = World::new().await;
    world.configure(&two_exports("%LANG_ISO%.json", "%LANG_ISO%.json"));
    for arguments in [&["pull"][..], &["pull", "--dry-run"]] {
        let ran = world.run(arguments).await.ended(2);
        assert!(ran.stderr.contains("out/en.json"), "{ran:?}");
        assert!(!world.path("out").exists());
    }
}

#[tokio::test]
async fn where_one_export_is_refused_none_is_placed() {
    let world = World::new().await;
    let two = two_exports("a_%LANG_ISO%.json", "b_%LANG_ISO%.json");
    world.configure(&format!("{two}project = \"none-1.26\"\n"));
    world.run(&["pull"]).await.ended(4);
    assert!(!world.path("out").exists());
}

#[tokio::test]
async fn no_export_replaces_what_the_program_goes_by() {
    for filename in ["l10n.toml", "other/L10N.toml", "kept/sent.lock"] {
        let world = World::new().await;
        world.configure(
            "ledger = \"kept/sent.lock\"\n[[pull]]\nformat = \"json\"\n\
             options = { original_filenames = true, directory_prefix = \"\" }\n",
        );
        let before = world.read("l10n.toml");
        key_in(&world, filename).await;
        let ran = world.run(&["pull", "--json"]).await.ended(6);
        assert!(ran.stderr.contains(filename), "{ran:?}");
        assert_eq!(world.read("l10n.toml"), before);
        assert!(!world.path("kept").exists() && !world.path("locales").exists());
    }
}

#[tokio::test]
async fn no_pattern_removes_what_the_program_goes_by() {
    let world = World::new().await;
    world.configure(
        "ledger = \"sent.lock\"\n[[pull]]\nformat = \"json\"\nprune = \"**\"\n\
         options = { original_filenames = true, directory_prefix = \"\" }\n",
    );
    let kept = ["sent.lock", "sent.lock.held", "token", "other/l10n.toml"];
    for name in kept {
        world.write(name, "sandbox");
    }
    world.write("old.json", "{}");
    let mut program = world.program(&["pull"]);
    let token = world.sandbox.tokens().read_write;
    world.write("token", token);
    program
        .env_remove("L10N_TOKEN")
        .env("L10N_TOKEN_FILE", "token");
    let ran = crate::support::run(program).await.ended(0);
    assert!(ran.stdout.contains("1 removed"), "{ran:?}");
    assert!(!world.path("old.json").exists() && world.path("l10n.toml").exists());
    assert!(kept.iter().all(|name| world.path(name).exists()), "{ran:?}");
}

#[tokio::test]
async fn paths_are_told_as_a_push_tells_them() {
    let world = World::new().await;
    world.configure(
        "[[pull]]\nformat = \"json\"\n\
         options = { original_filenames = true, directory_prefix = \"\" }\n",
    );
    let ran = world.run(&["pull", "--json"]).await.ended(0).json();
    let files = ran["projects"][0]["files"].as_array().unwrap();
    assert!(
        files.iter().any(|file| file["path"] == "locales/en.json"),
        "{ran}"
    );
}

/// JSON has no form for it, which is no reason to end by a panic when all is placed.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_whose_name_is_no_unicode_is_told_as_far_as_it_can_be() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let world = World::new().await;
    world.configure("[[pull]]\nformat = \"json\"\n");
    for (arguments, place) in [
        (&["pull", "--folder"][..], "/projects/0/files/0/path"),
        (&["pull", "--bundle"], "/file"),
        (&["api", "GET", "projects", "--output"], "/file"),
    ] {
        let mut program = world.program(arguments);
        program.arg(OsStr::from_bytes(b"out\xff")).arg("--json");
        let ran = crate::support::run(program).await.ended(0).json();
        let path = ran.pointer(place).and_then(|path| path.as_str());
        assert!(
            path.is_some_and(|path| path.starts_with("out\u{fffd}")),
            "{ran}"
        );
        let _ = std::fs::remove_dir_all(world.folder.path().join(OsStr::from_bytes(b"out\xff")));
    }
}

#[tokio::test]
async fn names_with_a_dot_are_taken_where_that_is_said() {
    let world = World::new().await;
    world.configure(
        "[[pull]]\nformat = \"json\"\n\
         options = { original_filenames = true, directory_prefix = \"\" }\n",
    );
    key_in(&world, ".storybook/%LANG_ISO%.json").await;
    let ran = world.run(&["pull"]).await.ended(6);
    assert!(ran.stderr.contains("--dot-names"), "{ran:?}");
    world.run(&["pull", "--dot-names"]).await.ended(0);
    assert!(world.path(".storybook/en.json").exists());
}

#[tokio::test]
async fn what_was_pulled_is_not_pushed() {
    let world = World::new().await;
    world.configure(
        "ledger = \"l10n.lock\"\n[[push]]\nfiles = \"locales/{lang}.json\"\n\
         [[pull]]\nformat = \"json\"\n\
         options = { original_filenames = true, directory_prefix = \"\" }\n",
    );
    world.run(&["pull"]).await.ended(0);
    world.run(&["status", "--check"]).await.ended(0);
    let pushed = world.run(&["push"]).await.ended(0);
    assert!(pushed.stdout.ends_with(" unchanged\n"), "{pushed:?}");
    assert!(world.seen("uploadFile").is_empty());
    world.write("locales/de.json", r#"{"start.title": "Anders"}"#);
    world.run(&["push"]).await.ended(0);
    assert_eq!(world.seen("uploadFile").len(), 1);
    // Where nothing can be noted, the pull is done all the same.
    world.write("l10n.lock", "damaged\n");
    let ran = world.run(&["pull"]).await.ended(0);
    assert!(
        ran.stderr
            .contains("the ledger does not know what was pulled"),
        "{ran:?}"
    );
}
