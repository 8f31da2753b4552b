//! The configurations of the README, as printed.

use crate::support::World;

const README: &str = include_str!("../../README.md");

/// A block of the README, by its language and recipe.
fn block(name: &str) -> &'static str {
    let start = format!("```{name}\n");
    let (_, rest) = README.split_once(&start).unwrap();
    rest.split_once("```").unwrap().0
}

/// Pushes all files of a recipe. Then a pull changes none.
async fn unchanged(recipe: &str, files: &[(&str, &str)]) -> World {
    let project = serde_json::json!({"name": "Recipe", "project_id": "garnet-7041.26",
        "languages": ["en", "pt_BR"], "settings": {"branching": true}});
    let world = World::seeded(serde_json::json!({"projects": [project]})).await;
    let config = block(&format!("toml {recipe}"));
    let url = world.sandbox.base_url();
    world.write("l10n.toml", &config.replace("https://api.service.test/v2", url));
    files.iter().for_each(|(path, text)| world.write(path, text));
    world.commit();
    let pushed = world.run(&["push"]).await.ended(0).stdout;
    assert!(pushed.contains(&format!("{} sent, ", files.len())), "{pushed}");
    world.run(&["pull"]).await.ended(0);
    files.iter().for_each(|(path, text)| assert_eq!(&world.read(path), text));
    world
}

#[tokio::test]
async fn the_recipes_work() {
    let files = [
        ("packages/shop/locales/en/cart.json", "{\n  \"title\": \"Cart\"\n}\n"),
        ("packages/shop/locales/pt-BR/cart.json", "{\n  \"title\": \"Carrinho\"\n}\n"),
        ("packages/blog/locales/en/home.json", "{\n  \"title\": \"Home\"\n}\n"),
        ("packages/blog/locales/pt-BR/home.json", "{\n  \"title\": \"Casa\"\n}\n"),
    ];
    let world = unchanged("web", &files).await;
    assert_eq!(world.keys(), ["title", "title"]);

    let xml = |text| format!("<resources><string name=\"hello\">{text}</string></resources>\n");
    let path = |folder| format!("android/app/src/main/res/{folder}/strings.xml");
    let files = [
        (&*path("values"), &*xml("Hello")),
        (&path("values-pt-rBR"), &xml("Olá")),
        ("ios/App/Base.lproj/Localizable.strings", "\"hello\" = \"Hello\";\n"),
        ("ios/App/pt-BR.lproj/Localizable.strings", "\"hello\" = \"Olá\";\n"),
        ("lib/l10n/app_en.arb", "{\"@@locale\": \"en\", \"hello\": \"Hello\"}"),
        ("lib/l10n/app_pt_BR.arb", "{\"@@locale\": \"pt_BR\", \"hello\": \"Olá\"}"),
    ];
    unchanged("mobile", &files).await;
    let files = [
        ("i18n/en/code.json", "{\"nav\": {\"title\": \"Docs\"}}"),
        ("i18n/en/docs/current.json", "{\"nav\": {\"title\": \"Guide\"}}"),
    ];
    unchanged("documentation", &files).await;
}
