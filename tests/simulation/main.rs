//! The loop under virtual time: the `call` that ships, played over hosts whose clocks, network, randomness,
//! callers, channel and callbacks are simulated, and judged by an oracle. See README.md.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod answer;
mod caller;
mod channel;
mod clock;
mod dice;
mod executor;
mod given;
mod host;
mod oracle;
mod plan;
mod scenario;
mod shrink;
mod trace;
mod world;

use oracle::Broken;
use plan::Plan;
use scenario::Scenario;
use std::env;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use world::World;

/// So many calls are played where nobody says otherwise.
const CALLS: u64 = 20_000;

/// Plays a scenario and judges it. What it gives is how many calls were in it.
fn play(plan: Plan) -> Result<u64, Broken> {
    let world = World::of(Scenario::of(plan));
    executor::play(&world)?;
    oracle::judge(&world)?;
    Ok(world.calls.len() as u64)
}

/// Everything about a failure: the smallest scenario that shows it, and what happens in it.
fn report(plan: Plan, broken: Broken) -> String {
    let (small, small_broken) = shrink::shrink(plan, broken.clone(), |plan| play(plan).map(|_| ()));
    let world = World::of(Scenario::of(small));
    let _ = executor::play(&world);
    let mut text = format!("\n{plan}  {broken}\nshrunk to\n{small}  {small_broken}\n");
    for (number, caller) in world.scenario.calls.iter().enumerate() {
        text += &format!("call {number}: context {}, {:?}\n", caller.context, caller.config);
    }
    for (number, context) in world.scenario.contexts.iter().enumerate() {
        text += &format!("context {number}: {:?}\n", context.clock);
    }
    for entry in world.trace.borrow().iter() {
        text += &format!(
            "{:>12} µs {:>16.3} ms  {:?} {:?}\n",
            entry.at, entry.monotonic, entry.whom, entry.what
        );
    }
    text + &format!("Again: SEED={small} cargo test --test simulation. To keep it: seeds.txt.\n")
}

fn must_hold(plan: Plan) -> u64 {
    match play(plan) {
        Ok(calls) => calls,
        Err(broken) => panic!("{}", report(plan, broken)),
    }
}

/// Numbers from the environment.
fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn every_rule_holds_in_random_scenarios() {
    if let Ok(seed) = env::var("SEED") {
        must_hold(seed.parse().expect("a scenario"));
        return;
    }
    let (calls, first) = (number("SOAK_CALLS", CALLS), number("SOAK_FROM", 0));
    let (next, played, failed) = (AtomicU64::new(first), AtomicU64::new(0), AtomicBool::new(false));
    let began = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while played.load(Relaxed) < calls && !failed.load(Relaxed) {
                    let plan = Plan::whole(next.fetch_add(1, Relaxed));
                    match play(plan) {
                        Ok(more) => played.fetch_add(more, Relaxed),
                        Err(broken) if failed.swap(true, Relaxed) => panic!("{plan}  {broken}"),
                        Err(broken) => panic!("{}", report(plan, broken)),
                    };
                }
            });
        }
    });
    let (played, took) = (played.load(Relaxed), began.elapsed().as_secs_f64());
    println!("{played} calls in {took:.1} s: {:.0} a second", played as f64 / took);
}

#[test]
fn what_has_failed_once_holds() {
    let kept = include_str!("seeds.txt").lines();
    for line in kept.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let plan = line.split_whitespace().next().unwrap_or_default();
        must_hold(plan.parse().expect("a scenario"));
    }
}
