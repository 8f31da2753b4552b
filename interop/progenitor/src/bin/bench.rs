//! The peer of the benchmark `baseline` (`--peer`), and without arguments what this client does
//! where ours does something of its own: what it prints is in
//! `docs/decisions/generated-client.md`.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use l10n_progenitor::{Client, Failure, client_with_token};
use serde_json::{Value, json};

const PAGE: usize = 5_000;
const PROJECT: &str = "garnet-7041.26";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    match std::env::args().nth(2) {
        Some(job) => run(&serde_json::from_str(&job)?).await,
        None => behavior().await,
    }
}

/// Does a job of the benchmark, and prints its run.
async fn run(job: &Value) -> Result<(), Failure> {
    let base_url = job["base_url"].as_str().ok_or("no base URL")?;
    let client = client_with_token(base_url, "sandbox-read-write-token")?;
    let (cpu, began) = (cpu_time()?, Instant::now());
    let done = if let Some(count) = job["work"]["Pages"].as_u64() {
        pages(&client, count as usize).await?
    } else {
        let gets = serde_json::from_value(job["work"]["Gets"].clone())?;
        gets_at_once(&client, gets).await?
    };
    let (cpu, wall) = (cpu_time()?.saturating_sub(cpu), began.elapsed());
    println!("{}", json!({ "done": done, "cpu": cpu, "wall": wall, "peak": null }));
    Ok(())
}

async fn pages(client: &Client, count: usize) -> Result<usize, Failure> {
    let mut done = 0;
    for page in 1_u32.. {
        let list = client.list_project_comments().project_id(PROJECT).limit(PAGE as u32);
        for comment in list.page(page).send().await?.into_inner().comments {
            black_box(comment);
            done += 1;
        }
        if done >= count {
            break;
        }
    }
    Ok(done)
}

async fn gets_at_once(client: &Client, (count, at_once): (usize, usize)) -> Result<usize, Failure> {
    let get = |_| {
        let get = client.get_key_comment().project_id(PROJECT).key_id(3101).comment_id(5101);
        get.send()
    };
    let mut gets = stream::iter(0..count).map(get).buffer_unordered(at_once);
    while let Some(got) = gets.next().await {
        black_box(got?.into_inner());
    }
    Ok(count)
}

/// The time that the thread was on a processor: all is done in one. Linux reports it.
fn cpu_time() -> Result<Duration, Failure> {
    let times = std::fs::read_to_string("/proc/self/schedstat")?;
    Ok(Duration::from_nanos(times.split(' ').next().unwrap_or_default().parse()?))
}

async fn behavior() -> Result<(), Failure> {
    let comments = |id: Value| json!({ "comments": [{ "comment_id": 1 }, { "comment_id": id }] });
    for (what, id) in [("null", Value::Null), ("text", "2".into())] {
        let (base_url, _) = serve("200 OK", comments(id).to_string())?;
        let client = client_with_token(&base_url, "secret")?;
        let page = client.list_project_comments().project_id(PROJECT).send().await;
        println!("an id of a page is {what}: {:?}", page.map(|page| page.comments.len()));
    }
    let (base_url, request) = serve("200 OK", "{}".to_owned())?;
    let client = client_with_token(&base_url, "secret")?;
    let _ = client.get_key().project_id("..").key_id(7).send().await;
    println!("get_key(\"..\", 7): {}", request.join().map_err(|_| "no request")??);
    let (base_url, request) = serve("200 OK", "{}".to_owned())?;
    let client = client_with_token(&base_url, "secret")?;
    let tags = vec!["ci".to_owned(), "web".to_owned()];
    let _ = client.list_keys().project_id(PROJECT).filter_tags(tags).send().await;
    println!("two tags: {}", request.join().map_err(|_| "no request")??);
    println!("a missing parameter: {:?}", client.get_key().key_id(7).send().await.err());
    let (base_url, _) = serve("429 Too Many Requests", "<h1>Too many</h1>".to_owned())?;
    let client = client_with_token(&base_url, "secret")?;
    let error = client.get_key().project_id(PROJECT).key_id(7).send().await.err().ok_or("none")?;
    println!("429 with HTML: {error:?}; its status: {:?}", error.status());
    Ok(())
}

type Request = std::thread::JoinHandle<std::io::Result<String>>;

/// Serves one response. Returns the base URL, and the first line of the request.
fn serve(status: &'static str, body: String) -> std::io::Result<(String, Request)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base_url = format!("http://{}/v2", listener.local_addr()?);
    let request = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept()?;
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        for line in lines {
            if line?.is_empty() {
                break;
            }
        }
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\nRetry-After: 1\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        Ok(first)
    });
    Ok((base_url, request))
}
