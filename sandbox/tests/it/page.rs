//! The page for people: its files, and the document with the addresses of a world. What a browser
//! makes of them is in `tests/page/`.

use l10n_sandbox::document::Document;
use serde_json::Value;

use crate::support::Api;

async fn read(api: &Api, path: &str) -> (u16, String, String) {
    let url = format!("{}{path}", api.sandbox.control_url());
    let response = api.http.get(url).send().await.unwrap();
    let policy = response.headers().get("content-security-policy");
    let policy = policy.map_or(String::new(), |it| it.to_str().unwrap().to_owned());
    (response.status().as_u16(), policy, response.text().await.unwrap())
}

#[tokio::test]
async fn every_file_that_a_page_names_is_there() {
    let api = Api::start().await;
    for (page, folder) in [("/", "/"), ("/docs/", "/docs/")] {
        let (status, policy, text) = read(&api, page).await;
        assert_eq!(status, 200);
        for part in ["default-src 'none';", "script-src 'self';", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
        let names = text.split(['"']).filter(|it| it.ends_with(".js") || it.ends_with(".css"));
        let names: Vec<_> = names.collect();
        assert!(names.len() >= 2, "{names:?}");
        for name in names {
            let path = format!("{folder}{name}").replace("/docs/../", "/");
            let (status, _, text) = read(&api, &path).await;
            assert_eq!(status, 200, "{path}");
            assert!(text.len() > 100, "{path}");
        }
    }
    for path in ["/page/none.js", "/docs/index.html", "/docs/..%2Fpackage.json"] {
        assert_eq!(read(&api, path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn the_viewer_may_call_the_servers_and_nobody_else() {
    let api = Api::start().await;
    let (_, policy, _) = read(&api, "/docs/").await;
    let allowed = policy.split("; ").find(|it| it.starts_with("connect-src"));
    let origin = |url: &str| url.split('/').take(3).collect::<Vec<_>>().join("/");
    let servers = [api.sandbox.base_url(), api.sandbox.auth_url(), api.sandbox.cursor_url()];
    let expected = format!("connect-src 'self' {}", servers.map(origin).join(" "));
    assert_eq!(allowed, Some(&*expected));
}

#[tokio::test]
async fn the_document_has_the_addresses_of_its_world() {
    let api = Api::start().await;
    let world = api.sandbox.create_world("one").unwrap();
    let (_, _, text) = read(&api, "/worlds/one/openapi.json").await;
    let document: Value = serde_json::from_str(&text).unwrap();
    let server = |place: &str| document.pointer(place).unwrap().clone();
    let variables = "/servers/0/variables";
    assert_eq!(server(&format!("{variables}/base_url/default")), world.base_url());
    assert!(!text.contains("127.0.0.1:808"), "an address that is not this sandbox's");
    let (_, _, yaml) = read(&api, "/worlds/one/openapi.yaml").await;
    let parsed = Document::parse(&yaml).unwrap();
    assert_eq!(parsed.value(), &document);
    let known = Document::embedded().unwrap().operations().len();
    assert_eq!(parsed.operations().len(), known);
}
