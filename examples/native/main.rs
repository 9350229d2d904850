//! The loop of the package in a Rust program: `cargo run --example native` plays every scene against a
//! scripted server and prints what a person would read; with `-- --log` also what a developer would.
//! `tests/native.rs` judges the same scenes.

mod answer;
mod client;
mod esc;
mod host;
mod json;
mod play;
mod program;
mod scenes;
mod server;
mod sse;

use fetch_with_retry::call::message::Message;
use play::{Played, play};
use std::error::Error;
use std::time::Instant;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (mut scenes, mut requests, mut waits, mut given_up) = (0, 0, 0, 0);
    for scene in scenes::all() {
        println!("\n{}", scene.title);
        let played = play(scene).await?;
        tell(&played);
        if std::env::args().any(|argument| argument == "--log") {
            played.heard.lines.borrow().iter().for_each(|line| println!("           {line}"));
        }
        scenes += 1;
        requests += played.arrivals.len();
        for (_, message) in played.heard.messages.borrow().iter() {
            match message {
                Message::NewRetryAttempt(_) => waits += 1,
                Message::RetryGaveUp(_) => given_up += 1,
                Message::RetryDone(_) => {}
            }
        }
    }
    println!("\n{scenes} scenes, {requests} requests, {waits} waits, {given_up} times given up.");
    Ok(())
}

/// What happened, in its order.
fn tell(played: &Played) {
    let mut story: Vec<(Instant, String)> = Vec::new();
    for arrival in &played.arrivals {
        let line = arrival.head.lines().next().unwrap_or_default();
        story.push((arrival.at, format!("→ {line}, {} bytes", arrival.body.len())));
    }
    for (at, message) in played.heard.messages.borrow().iter() {
        story.push((*at, words(message)));
    }
    story.extend(played.pressed.map(|at| (at, "Esc".to_owned())));
    story.extend(played.departures.iter().map(|at| (*at, "← connection closed".to_owned())));
    let end = match &played.ended {
        Ok(()) => format!("\"{}\"", played.shown),
        Err(trouble) if played.shown.is_empty() => trouble.to_string(),
        Err(trouble) => format!("\"{}\" {trouble}", played.shown),
    };
    story.push((played.over, end));
    if played.heard.records.borrow().iter().any(|record| record.may_have_executed) {
        story.push((played.over, "What was asked may have been done more than once.".to_owned()));
    }
    story.sort_by_key(|(at, _)| *at);
    for (at, what) in story {
        println!("{:6} ms  {what}", at.duration_since(played.began).as_millis());
    }
}

fn words(message: &Message) -> String {
    match message {
        Message::NewRetryAttempt(retry) => retry.message.clone(),
        Message::RetryGaveUp(gave_up) => format!("{} [{}]", gave_up.message, gave_up.reason.name()),
        Message::RetryDone(done) => format!("done, attempts: {}", done.attempts),
    }
}
