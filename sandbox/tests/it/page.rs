//! The page for people. What a browser makes of it is in `tests/page/`.

use crate::support::Api;

#[tokio::test]
async fn every_file_that_the_page_names_is_there() {
    let api = Api::start().await;
    let read = async |path: &str| {
        let url = format!("{}/{path}", api.sandbox.control_url());
        let response = api.http.get(url).send().await.unwrap();
        let policy = response.headers().get("content-security-policy").cloned();
        (response.status().as_u16(), policy, response.text().await.unwrap())
    };
    let (_, policy, page) = read("").await;
    let policy = policy.unwrap().to_str().unwrap().to_owned();
    for part in ["default-src 'none';", "script-src 'self';", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    let names = page.split('"').filter(|it| it.ends_with(".js") || it.ends_with(".css"));
    let names: Vec<_> = names.collect();
    assert_eq!(names, ["page/style.css", "page/main.js"]);
    for name in names {
        let (status, _, text) = read(name).await;
        assert!(status == 200 && text.len() > 100, "{name}");
    }
    assert_eq!(read("page/none.js").await.0, 404);
}
