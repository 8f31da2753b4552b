//! The configurations of the README, as printed.

use crate::support::World;

const README: &str = include_str!("../../README.md");

/// A block of the README, by its language and recipe.
fn block(name: &str) -> &'static str {
    let start = format!("```{name}\n");
    let (_, rest) = README.split_once(&start).unwrap();
    rest.split_once("```").unwrap().0
}

/// A working tree with these files, committed, and the configuration of a recipe.
async fn world(recipe: &str, languages: &[&str], files: &[(&str, &str)]) -> World {
    let project = serde_json::json!({"name": "Recipe", "project_id": "garnet-7041.26",
        "languages": languages, "settings": {"branching": true}});
    let world = World::seeded(serde_json::json!({"projects": [project]})).await;
    let config = block(&format!("toml {recipe}"));
    let url = world.sandbox.base_url();
    world.write("l10n.toml", &config.replace("https://api.service.test/v2", url));
    for (path, text) in files {
        world.write(path, text);
    }
    world.commit();
    world
}

/// Runs a recipe, whose push sends all files, and whose pull changes none.
async fn unchanged(recipe: &str, files: &[(&str, &str)]) -> World {
    let world = world(recipe, &["en", "pt_BR"], files).await;
    let pushed = world.run(&["push"]).await.ended(0).stdout;
    assert!(pushed.ends_with(&format!("{} imported\n", files.len())), "{pushed}");
    let pulled = world.run(&["pull"]).await.ended(0).stdout;
    assert!(pulled.ends_with(&format!("{} unchanged\n", files.len() / 2)), "{pulled}");
    for (path, text) in files {
        assert_eq!(&world.read(path), text);
    }
    world
}

#[tokio::test]
async fn the_recipe_for_the_web_works() {
    let files = [
        ("packages/shop/locales/en/cart.json", "{\n  \"title\": \"Cart\"\n}\n"),
        ("packages/shop/locales/pt-BR/cart.json", "{\n  \"title\": \"Carrinho\"\n}\n"),
        ("packages/blog/locales/en/home.json", "{\n  \"title\": \"Home\"\n}\n"),
        ("packages/blog/locales/pt-BR/home.json", "{\n  \"title\": \"Casa\"\n}\n"),
    ];
    let world = unchanged("web", &files).await;
    let found = world.run(&["keys", "find", "title"]).await.ended(0).stdout;
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[tokio::test]
async fn the_recipe_for_mobile_apps_works() {
    let res = "android/app/src/main/res";
    let [base, translation] = ["Hello", "Olá"]
        .map(|text| format!("<resources><string name=\"hello\">{text}</string></resources>\n"));
    let [base_path, path] =
        ["values", "values-pt-rBR"].map(|folder| format!("{res}/{folder}/strings.xml"));
    let files = [
        (base_path.as_str(), base.as_str()),
        (&path, &translation),
        ("ios/App/Base.lproj/Localizable.strings", "\"hello\" = \"Hello\";\n"),
        ("ios/App/pt-BR.lproj/Localizable.strings", "\"hello\" = \"Olá\";\n"),
        ("lib/l10n/app_en.arb", "{\"@@locale\": \"en\", \"hello\": \"Hello\"}"),
        ("lib/l10n/app_pt_BR.arb", "{\"@@locale\": \"pt_BR\", \"hello\": \"Olá\"}"),
    ];
    unchanged("mobile", &files).await;
}

#[tokio::test]
async fn the_recipe_for_documentation_works() {
    let files = [
        ("i18n/en/code.json", "{\"nav\": {\"title\": \"Docs\"}}"),
        ("i18n/en/docs/current.json", "{\"nav\": {\"title\": \"Guide\"}}"),
    ];
    let world = world("documentation", &["en", "de"], &files).await;
    world.run(&["push"]).await.ended(0);
    world.git(&["checkout", "-qb", "draft"]);
    world.write("i18n/en/code.json", "{\"nav\": {\"title\": \"Draft\"}}");
    world.run(&["push"]).await.ended(0);
    let find = ["keys", "find", "--branch", "master", "--json"];
    let released = world.run(&find).await.ended(0).json();
    assert_eq!(released["keys"].as_array().unwrap().len(), 2);
    assert_eq!(world.seen("createBranch").len(), 1);
}
