//! Names of files and languages, which push and pull map the same way.

use serde_json::json;

use crate::support::{World, configured, group};

#[tokio::test]
async fn keys_of_the_same_name_in_two_files_stay_apart() {
    let world = World::new(&["en", "de"]).await;
    for (path, title) in
        [("en/cart", "Cart"), ("de/cart", "Warenkorb"), ("en/home", "Home"), ("de/home", "Start")]
    {
        world.write(&format!("locales/{path}.json"), &format!("{{\"title\":\"{title}\"}}\n"));
    }
    let before = world.tree();
    world.round().await;
    assert_eq!(world.tree(), before);
}

#[tokio::test]
async fn a_mapped_language_is_mapped_both_ways() {
    let mut world = World::new(&["en", "pt_BR"]).await;
    world.config.languages.insert("pt-BR".to_owned(), "pt_BR".to_owned());
    world.write("locales/en/app.json", "{\"title\":\"Cart\"}");
    world.write("locales/pt-BR/app.json", "{\"title\":\"Carrinho\"}");
    let before = world.tree();
    world.round().await;
    assert_eq!(world.tree(), before);
    assert_eq!(world.text("title", "pt_BR").unwrap(), "Carrinho");
}

#[tokio::test]
async fn a_mobile_repository_keeps_its_folders() {
    let mut world = World::new(&["en", "pt_BR", "zh_CN"]).await;
    let mut android = group("android/res/values-{lang:android}/strings.xml");
    android.base = Some("android/res/values/strings.xml".to_owned());
    let arb = configured(json!({"pattern": "lib/l10n/app_{lang}.arb", "push": "all"}));
    world.config.files = vec![android, group("ios/{lang:ios}.lproj/*.strings"), arb];
    for lang in ["values", "values-pt-rBR", "values-zh-rCN"] {
        world.write(
            &format!("android/res/{lang}/strings.xml"),
            &format!("<resources><string name=\"and_a\">A {lang}</string></resources>"),
        );
    }
    for lang in ["en", "pt-BR", "zh-Hans"] {
        world.write(
            &format!("ios/{lang}.lproj/Localizable.strings"),
            &format!("\"ios_a\" = \"A {lang}\";"),
        );
    }
    for lang in ["en", "pt_BR", "zh_CN"] {
        world.write(
            &format!("lib/l10n/app_{lang}.arb"),
            &format!("{{\"@@locale\": \"{lang}\", \"arb_a\": \"A {lang}\"}}"),
        );
    }
    let before: Vec<_> = world.tree().into_keys().collect();
    world.commit();
    world.round().await;
    assert_eq!(world.tree().into_keys().collect::<Vec<_>>(), before);
    assert_eq!(world.text("and_a", "pt_BR").unwrap(), "A values-pt-rBR");
    assert_eq!(world.text("ios_a", "zh_CN").unwrap(), "A zh-Hans");
    assert!(world.read("android/res/values-zh-rCN/strings.xml").contains("A values-zh-rCN"));
}

#[tokio::test]
async fn names_at_the_service_can_differ_from_paths() {
    let mut world = World::new(&["en", "de"]).await;
    let mut named = group("packages/*/i18n/{lang}.json");
    named.name = Some("web/*/%LANG_ISO%.json".to_owned());
    world.config.files = vec![named];
    for package in ["shop", "blog"] {
        for lang in ["en", "de"] {
            world.write(
                &format!("packages/{package}/i18n/{lang}.json"),
                &format!("{{\"t\": \"{package} {lang}\"}}"),
            );
        }
    }
    let before = world.tree();
    world.round().await;
    assert_eq!(world.tree(), before);
    let names: Vec<_> = world.uploads().into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&"web/shop/%LANG_ISO%.json".to_owned()), "{names:?}");
}

#[tokio::test]
async fn two_files_with_the_same_service_name_are_rejected() {
    let mut world = World::new(&["en", "de"]).await;
    let mut android = group("res/values-{lang:android}/strings.xml");
    android.base = Some("res/values/strings.xml".to_owned());
    world.config.files = vec![android];
    world.write("res/values/strings.xml", "<resources/>");
    world.write("res/values-en/strings.xml", "<resources/>");
    let error =
        l10n_sync::Workspace::new(world.folder.path(), &world.config).unwrap_err().to_string();
    assert!(error.contains("res/values-en/strings.xml") && error.contains("exclude"), "{error}");
}
