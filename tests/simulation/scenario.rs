//! Draws a scenario: machines and contexts with their faults, calls with any valid config, callers that
//! abort, object and insist.

use super::clock::{Clock, Micros, ms};
use super::dice::Dice;
use super::plan::{Feature, Plan};
use fetch_with_retry::policy::backoff::{Backoff, Jitter};
use fetch_with_retry::policy::config::{Config, LongRetryAfter, RETRY_STATUSES, Sharing};
use fetch_with_retry::policy::decision::Replay;
use fetch_with_retry::policy::millis::Millis;

/// The origins that are called.
pub const ORIGINS: [&str; 2] = ["https://one.test", "https://two.test"];

/// All that is fixed before a scenario is played.
pub struct Scenario {
    pub plan: Plan,
    pub contexts: Vec<Surroundings>,
    pub calls: Vec<Caller>,
    /// How late timers and the network can be.
    pub lateness: Micros,
    /// What happens to everybody, and when.
    pub events: Vec<(Micros, Event)>,
    /// Notices in a hundred that are lost, and that arrive twice.
    pub losses: u64,
    pub dice: Dice,
}

/// A context's clocks, and whether it has others to tell.
pub struct Surroundings {
    pub clock: Clock,
    pub shares: bool,
}

/// What happens to a machine or a context.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Online,
    /// The wall clock is set by so many milliseconds.
    ClockSet(f64),
    Sleep(Micros),
    /// A context is told a lie.
    Lie(usize),
}

/// What a call is, and how its caller behaves.
pub struct Caller {
    pub context: usize,
    pub origin: &'static str,
    pub starts: Micros,
    pub config: Config,
    pub abort: Option<Abort>,
    /// When a hand tries to end a wait.
    pub hands: Vec<Micros>,
    /// Whether it wants to be asked.
    pub has_veto: bool,
    pub has_log: bool,
    pub replay: Replay,
    /// Attempts in a hundred that do not succeed.
    pub badness: u64,
    /// In its callbacks it does things, in so many of a hundred.
    pub meddles: u64,
    pub dice: Dice,
}

/// When a caller aborts.
#[derive(Clone, Copy, Debug)]
pub enum Abort {
    At(Micros),
    /// Inside the callback of this number.
    Inside(u32),
}

impl Scenario {
    /// The scenario of a plan.
    pub fn of(plan: Plan) -> Self {
        let dice = Dice::new(plan.seed);
        let contexts = dice.between(1, 3).min(plan.contexts as u64);
        let calls = dice.between(1, 8).min(plan.calls as u64);
        let lateness = dice.one_of(&[0, 0, 0, ms(4), ms(20), ms(1000)]);
        let losses = dice.one_of(&[0, 0, 5, 30]);
        let surroundings = |name| surroundings(plan, &dice.fork(100 + name));
        let caller = |name| caller(plan, &dice.fork(200 + name), contexts);
        Self {
            plan,
            contexts: (0..contexts).map(surroundings).collect(),
            calls: (0..calls).map(caller).collect(),
            lateness: if plan.has(Feature::Late, true) { lateness } else { 0 },
            events: events(plan, &dice.fork(300), contexts),
            losses: if plan.has(Feature::Losses, true) { losses } else { 0 },
            dice: dice.fork(400),
        }
    }
}

fn surroundings(plan: Plan, dice: &Dice) -> Surroundings {
    let began = dice.one_of(&[0.0, 12.5, 1e6, 4e9]);
    let grain = dice.one_of(&[1, 1, 5, 100, 1000, 16_667, 100_000]);
    let grain = if plan.has(Feature::Coarse, true) { grain } else { 1 };
    let sleeps = dice.percent(30);
    let is_mocked = plan.has(Feature::Mocked, dice.percent(5));
    let shares = dice.percent(85);
    let phase = dice.below(grain);
    Surroundings { clock: Clock { began, grain, phase, sleeps, is_mocked }, shares }
}

fn events(plan: Plan, dice: &Dice, contexts: u64) -> Vec<(Micros, Event)> {
    let many = dice.one_of(&[0, 0, 1, 2, 4]);
    let event = |_| {
        let at = ms(dice.one_of(&[100, 3000, 40_000]).min(1 + dice.below(40_000)));
        let sleep = Event::Sleep(ms(dice.one_of(&[20, 2000, 60_000, 1_000_000])));
        let set_by = dice.one_of(&[-3.6e6, -5000.0, -80.0, 80.0, 700.0, 20_000.0, 3.6e6]);
        let lie = Event::Lie(dice.below(contexts) as usize);
        let (feature, event) = match dice.below(8) {
            0..3 => (Feature::Online, Event::Online),
            3 => (Feature::Sleep, sleep),
            4 => (Feature::ClockSet, Event::ClockSet(set_by)),
            _ => (Feature::Lies, lie),
        };
        plan.has(feature, true).then_some((at, event))
    };
    (0..many).filter_map(event).collect()
}

fn caller(plan: Plan, dice: &Dice, contexts: u64) -> Caller {
    let starts = ms(dice.one_of(&[0, 0, 1, 50, 800, 5000, 30_000]));
    let at = starts + dice.one_of(&[0, 1, ms(10), ms(700), ms(5000), ms(30_000)]);
    let abort = match dice.below(10) {
        0 => Some(Abort::At(dice.below(at + 1))).filter(|_| plan.has(Feature::Aborts, true)),
        1 => Some(Abort::At(starts + dice.below(ms(3000))))
            .filter(|_| plan.has(Feature::Aborts, true)),
        2 | 3 => {
            let inside = Abort::Inside(dice.below(12) as u32);
            Some(inside).filter(|_| plan.has(Feature::AbortsInside, true))
        }
        _ => None,
    };
    let hands = (0..dice.one_of(&[0, 0, 0, 1, 2, 5])).map(|_| starts + dice.below(ms(20_000)));
    let hands = hands.collect::<Vec<_>>();
    let meddles = dice.one_of(&[0, 0, 0, 10]);
    let may_meddle = plan.has(Feature::Hands, true) && plan.has(Feature::AbortsInside, true);
    Caller {
        context: dice.below(3) as usize % contexts as usize,
        origin: dice.one_of(&[ORIGINS[0], ORIGINS[0], ORIGINS[0], ORIGINS[1]]),
        starts,
        config: config(plan, &dice.fork(1)),
        abort,
        hands: if plan.has(Feature::Hands, true) { hands } else { Vec::new() },
        has_veto: plan.has(Feature::Veto, dice.percent(25)),
        has_log: plan.has(Feature::Log, dice.percent(25)),
        replay: if dice.percent(4) { Replay::Once } else { Replay::Again },
        badness: dice.one_of(&[20, 60, 85, 100]),
        meddles: if may_meddle { meddles } else { 0 },
        dice: dice.fork(2),
    }
}

fn config(plan: Plan, dice: &Dice) -> Config {
    let jitter = dice.one_of(&[Jitter::Equal, Jitter::Full, Jitter::None]);
    let schedule = (0..dice.one_of(&[0, 0, 0, 1, 3]))
        .map(|_| dice.one_of(&[0.0, 10.5, 500.0, 5000.0, 12_000.0]))
        .collect();
    let total = Millis::new(dice.one_of(&[1, 30, 500, 5000, 20_000, 60_000, 600_000]));
    let total = if dice.percent(40) { total } else { Millis::FOREVER };
    let budget = if dice.percent(25) { dice.below(7) } else { u64::MAX };
    let share = dice.one_of(&[0.0, 0.0, 0.1, 0.5]);
    let cooldown = dice.one_of(&[
        Sharing::Off,
        Sharing::Off,
        Sharing::Context,
        Sharing::Extension,
        Sharing::Extension,
    ]);
    let statuses = match dice.percent(80) {
        true => RETRY_STATUSES.to_vec(),
        false => vec![200, 404, 429, 503],
    };
    let cap = dice.one_of(&[0, 1000, 5000, 30_000, 30_000, 60_000, u64::MAX]);
    Config {
        max_retries: dice.one_of(&[0, 1, 2, 3, 3, 6]).min(plan.retries),
        backoff: Backoff {
            initial_ms: dice.one_of(&[0.0, 0.5, 10.0, 250.0, 1000.0, 3333.3]),
            factor: dice.one_of(&[1.0, 1.5, 2.0, 3.0]),
            max_ms: dice.one_of(&[0.0, 700.0, 10_000.0, 20_000.0, f64::INFINITY]),
            schedule,
            jitter: if plan.has(Feature::Jitter, true) { jitter } else { Jitter::None },
        },
        attempt_timeout: Millis::new(dice.one_of(&[1, 50, 1000, 10_000, 120_000, u64::MAX])),
        total_timeout: if plan.has(Feature::Total, true) { total } else { Millis::FOREVER },
        retry_statuses: statuses,
        retry_network_errors: dice.percent(90),
        retry_timeouts: dice.percent(85),
        retry_budget: if plan.has(Feature::Budget, true) { budget } else { u64::MAX },
        max_retry_after: Millis::new(cap),
        long_retry_after: dice.one_of(&[LongRetryAfter::Clamp, LongRetryAfter::GiveUp]),
        retry_after_jitter: if plan.has(Feature::Jitter, true) { share } else { 0.0 },
        server_hints: dice.percent(70),
        cooldown: if plan.has(Feature::CoolDown, true) { cooldown } else { Sharing::Off },
        diagnose: plan.has(Feature::Probe, dice.percent(25)),
        label: dice.percent(20).then(|| "label".to_owned()),
        ..Config::default()
    }
}
