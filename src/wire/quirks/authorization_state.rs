//! `authorization_state`: `state` is documented as optional if no `redirect_uri` is used, but
//! `redirect_uri` is required. An [`Authorization`](crate::Authorization) has both.

#[cfg(test)]
mod tests {
    use crate::{Client, Error, OAuthApp};

    #[test]
    fn both_are_sent_and_the_state_is_needed_back() -> Result<(), Error> {
        let app = OAuthApp::new("id", "secret");
        let callback = "https://app.example/callback";
        let client = Client::builder("http://localhost").auth_url("http://localhost").build()?;
        let request = client.authorize(&app, callback, &["read_files"])?;
        let names: Vec<_> = request.url().query_pairs().map(|(name, _)| name).collect();
        assert_eq!(names, ["client_id", "redirect_uri", "scope", "state"]);
        assert!(request.code("?code=abc").is_err(), "no state came back");
        Ok(())
    }
}
