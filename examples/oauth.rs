//! Signs a user in with OAuth: sends the browser to the authorization server, waits for it on a
//! loopback address, exchanges the code, and uses the tokens.
//!
//! Runs against the sandbox, which grants every request, with a plain HTTP client in the place of
//! the browser. With `L10N_BASE_URL`, `L10N_AUTH_URL`, `L10N_CLIENT_ID`, `L10N_CLIENT_SECRET` and
//! `L10N_PROJECT` set it signs a user of that service in: open the address it prints. `oauth_web`
//! is the same for the users of a web application.

use std::error::Error;

use l10n_client::{Client, OAuthApp};
use l10n_sandbox::Sandbox;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

const SCOPES: [&str; 2] = ["read_files", "read_contributors"];

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let variable = |name: &str| std::env::var(name).map_err(|_| format!("{name} is not set"));
    if std::env::var_os("L10N_BASE_URL").is_some() {
        let app = OAuthApp::new(variable("L10N_CLIENT_ID")?, variable("L10N_CLIENT_SECRET")?);
        let (base_url, auth_url) = (variable("L10N_BASE_URL")?, variable("L10N_AUTH_URL")?);
        sign_in(&base_url, &auth_url, app, &variable("L10N_PROJECT")?, false).await
    } else {
        let sandbox = Sandbox::start().await?;
        let app = OAuthApp::new(sandbox.oauth_app().client_id, sandbox.oauth_app().client_secret);
        sign_in(sandbox.base_url(), sandbox.auth_url(), app, sandbox.project().project_id, true)
            .await
    }
}

async fn sign_in(
    base_url: &str,
    auth_url: &str,
    app: OAuthApp,
    project: &str,
    play_browser: bool,
) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let redirect_uri = format!("http://{}/callback", listener.local_addr()?);

    let anonymous = Client::builder(base_url).auth_url(auth_url).build()?;
    let request = anonymous.authorize(&app, &redirect_uri, &SCOPES)?;
    println!("open {}", request.url());
    if play_browser {
        tokio::spawn(reqwest::get(request.url().clone()));
    }

    let callback = callback(&listener).await?;
    let tokens = request.finish(&anonymous, &app, &callback).await?;
    println!("signed in; the access token ends at {:?}", tokens.expires_at);

    let client = Client::builder(base_url).auth_url(auth_url).oauth(app, tokens).build()?;
    let me = client.get_own_contributor(project).send().await?;
    println!("hello, {}", me.contributor.fullname.as_deref().unwrap_or("whoever you are"));
    // A refresh that is under way must not be lost with the program.
    client.flush().await?;
    Ok(())
}

/// The target of the request that the browser makes when it comes back.
async fn callback(listener: &TcpListener) -> Result<String, Box<dyn Error>> {
    let (stream, _) = listener.accept().await?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let page = "You are signed in. You can close this page.";
    let response = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
    stream.write_all(response.as_bytes()).await?;
    let target = line.split(' ').nth(1).ok_or("the browser sent no request")?;
    Ok(target.to_owned())
}
