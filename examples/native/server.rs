//! A service on the loopback that answers by a script, a step for each request, and notes by its own clock
//! when requests arrive and when a client goes away.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// What is said to one request. Every connection is for one.
pub enum Step {
    /// A response: status, further header lines, body.
    Answer(u16, &'static str, String),
    /// The same with a body that begins, and never ends.
    Unfinished(u16, &'static str, &'static str),
    /// Messages as events, a token each, and how that ends.
    Stream(&'static [&'static str], Ends),
    /// Nothing, until the client goes.
    Silence,
}

/// How a stream ends.
#[derive(Clone, Copy)]
pub enum Ends {
    /// As it should.
    Whole,
    /// The connection is closed.
    Cut,
    /// Nothing more comes, until the client goes.
    Stalled,
    /// The service says that it cannot go on.
    Overloaded,
}

/// A request that arrived.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// When it was there as a whole.
    pub at: Instant,
    /// Its head, as it was sent.
    pub head: String,
    /// Its body.
    pub body: String,
}

/// A service that runs until it is dropped.
pub struct Server {
    /// `http://127.0.0.1:…`
    pub base: String,
    seen: Arc<Seen>,
    task: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Seen {
    script: Mutex<VecDeque<Step>>,
    arrivals: Mutex<Vec<Arrival>>,
    departures: Mutex<Vec<Instant>>,
    news: Notify,
}

impl Server {
    /// Plays this script, once. Without one nobody listens.
    pub async fn play(script: Vec<Step>) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let is_there = !script.is_empty();
        let seen = Arc::new(Seen { script: Mutex::new(script.into()), ..Seen::default() });
        let task = is_there.then(|| tokio::spawn(serve(listener, Arc::clone(&seen))));
        Ok(Self { base, seen, task })
    }

    /// Resolves when a request has arrived.
    pub async fn arrival(&self) {
        self.seen.news.notified().await;
    }

    /// All requests so far.
    pub fn arrivals(&self) -> Vec<Arrival> {
        held(&self.seen.arrivals).clone()
    }

    /// When clients went away while they were kept waiting.
    pub fn departures(&self) -> Vec<Instant> {
        held(&self.seen.departures).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

async fn serve(listener: TcpListener, seen: Arc<Seen>) {
    while let Ok((connection, _)) = listener.accept().await {
        let seen = Arc::clone(&seen);
        // A client that goes away in the middle is no fault of the service.
        tokio::spawn(async move { converse(connection, &seen).await.ok() });
    }
}

async fn converse(mut connection: TcpStream, seen: &Seen) -> io::Result<()> {
    let arrival = request(&mut connection).await?;
    held(&seen.arrivals).push(arrival);
    seen.news.notify_one();
    // What no script foresees is noted all the same, and is not retried.
    let unforeseen = Step::Answer(418, "", String::new());
    let step = held(&seen.script).pop_front().unwrap_or(unforeseen);
    let is_kept = match step {
        Step::Answer(status, headers, body) => {
            let length = body.len();
            let head = format!("content-length: {length}\r\n{headers}");
            answer(&mut connection, status, &head, &body).await?;
            false
        }
        Step::Unfinished(status, headers, body) => {
            let head = format!("content-length: 1000\r\n{headers}");
            answer(&mut connection, status, &head, body).await?;
            true
        }
        Step::Stream(tokens, ends) => stream(&mut connection, tokens, ends).await?,
        Step::Silence => true,
    };
    if is_kept {
        // Ends when the client closes.
        while connection.read(&mut [0; 64]).await.is_ok_and(|read| read > 0) {}
        held(&seen.departures).push(Instant::now());
    }
    Ok(())
}

/// Reads a request with a content-length.
async fn request(connection: &mut TcpStream) -> io::Result<Arrival> {
    let mut bytes = Vec::new();
    loop {
        if connection.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if Some(body.len()) == length.and_then(|length| length.parse().ok()) {
            let (head, body) = (head.to_owned(), body.to_owned());
            return Ok(Arrival { at: Instant::now(), head, body });
        }
    }
}

async fn answer(to: &mut TcpStream, status: u16, head: &str, body: &str) -> io::Result<()> {
    let text = format!("HTTP/1.1 {status} As Scripted\r\nconnection: close\r\n{head}\r\n{body}");
    to.write_all(text.as_bytes()).await
}

/// Whether the connection is kept open.
async fn stream(to: &mut TcpStream, tokens: &[&str], ends: Ends) -> io::Result<bool> {
    let head = "content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n";
    answer(to, 200, head, "").await?;
    event(to, r#"{"type":"message_start"}"#).await?;
    for text in tokens {
        let delta = serde_json::json!({ "type": "text_delta", "text": text });
        let data = serde_json::json!({ "type": "content_block_delta", "delta": delta });
        event(to, &data.to_string()).await?;
    }
    let last = match ends {
        Ends::Whole => r#"{"type":"message_stop"}"#,
        Ends::Overloaded => r#"{"type":"error","error":{"message":"Overloaded"}}"#,
        Ends::Cut => return Ok(false),
        Ends::Stalled => return Ok(true),
    };
    event(to, last).await?;
    to.write_all(b"0\r\n\r\n").await?;
    Ok(false)
}

async fn event(to: &mut TcpStream, data: &str) -> io::Result<()> {
    let event = format!("data: {data}\n\n");
    to.write_all(format!("{:x}\r\n{event}\r\n", event.len()).as_bytes()).await
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
