//! The sandbox as a program: prints where it is and what it was seeded with, and serves until it is stopped.

use std::net::SocketAddr;
use std::process::ExitCode;

use l10n_sandbox::{Builder, Quirk, RateLimit, Sandbox, Shape, UnknownName};
use lexopt::{Arg, Parser, ValueExt as _};

const HELP: &str = "\
The localization service in a box.

Usage: l10n-sandbox [--listen ADDRESS] [--rate-limit] [--comments COUNT] [--bundle-filler BYTES] [--json]

  --listen ADDRESS  address of the main API, 127.0.0.1:8080 by default; the authorization server, the cursor API,
                    the bundle host and the control endpoints take the next ports; port 0 takes free ports
  --shapes PRESET   how answers look where the interface contradicts itself: as in recorded exchanges (observed), as
                    in its samples (sample) or as it declares them (declared)
  --quirk NAME=SHAPE
                    how one of them looks: sample, other, or both where there is that; may be repeated
  --strict          refuse what the interface does not have: unknown fields and parameters, numbers as text and so on
  --rate-limit      answer 429 past 6 requests a second for each token, or 10 in flight for each project
  --comments COUNT  seed the main project with so many comments more
  --bundle-filler BYTES
                    add a file of so many bytes to every bundle
  --json            print addresses, tokens and ids as one line of JSON
  --help            print this
";

/// What the command line asks for.
struct Options {
    sandbox: Builder,
    json: bool,
    help: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("l10n-sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let options = options(Parser::from_env())?;
    if options.help {
        print!("{HELP}");
        return Ok(());
    }
    let sandbox = options.sandbox.start().await?;
    match options.json {
        true => println!("{}", sandbox.description()),
        false => print_summary(&sandbox),
    }
    tokio::signal::ctrl_c().await?;
    Ok(())
}

fn options(mut parser: Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options {
        sandbox: Sandbox::builder().listen(SocketAddr::from(([127, 0, 0, 1], 8080))),
        json: false,
        help: false,
    };
    while let Some(argument) = parser.next()? {
        let sandbox = options.sandbox.clone();
        options.sandbox = match argument {
            Arg::Long("listen") => sandbox.listen(parser.value()?.parse()?),
            Arg::Long("shapes") => sandbox.shapes(parser.value()?.parse()?),
            Arg::Long("quirk") => {
                let (quirk, shape) = parser.value()?.parse_with(quirk)?;
                sandbox.quirk(quirk, shape)
            }
            Arg::Long("strict") => sandbox.strict(),
            Arg::Long("rate-limit") => sandbox.rate_limit(RateLimit::default()),
            Arg::Long("comments") => sandbox.comments(parser.value()?.parse()?),
            Arg::Long("bundle-filler") => sandbox.bundle_filler(parser.value()?.parse()?),
            Arg::Long("json") => {
                options.json = true;
                sandbox
            }
            Arg::Short('h') | Arg::Long("help") => {
                options.help = true;
                sandbox
            }
            _ => return Err(argument.unexpected()),
        };
    }
    Ok(options)
}

/// Reads `NAME=SHAPE`.
fn quirk(text: &str) -> Result<(Quirk, Shape), String> {
    let (name, shape) = text.split_once('=').ok_or("it is given as NAME=SHAPE")?;
    let quirk: Quirk = name
        .parse()
        .map_err(|error: UnknownName| error.to_string())?;
    let shape = quirk.shape(shape).map_err(|error| error.to_string())?;
    Ok((quirk, shape))
}

fn print_summary(sandbox: &Sandbox) {
    let (tokens, app, project) = (sandbox.tokens(), sandbox.oauth_app(), sandbox.project());
    println!("main API              {}", sandbox.base_url());
    println!("authorization server  {}", sandbox.auth_url());
    println!("cursor API            {}", sandbox.cursor_url());
    println!("bundle host           {}", sandbox.bundle_url());
    println!("control               {}", sandbox.control_url());
    println!("token, read and write {}", tokens.read_write);
    println!("token, read only      {}", tokens.read_only);
    println!(
        "OAuth client          {} / {}",
        app.client_id, app.client_secret
    );
    println!(
        "project               {} = {}",
        project.project_id, project.uuid
    );
    println!("keys                  {:?}", project.key_ids);
    println!("more                  curl {}/state", sandbox.control_url());
}
