//! What simulated callers do: abort at any time and inside any callback, end waits by hand, meddle with each
//! other. And what happens to everybody.

use super::channel::Said;
use super::scenario::{Abort, Event, ORIGINS};
use super::trace::What;
use super::world::{Due, World};

/// The caller aborts.
pub fn abort(world: &World, call: usize, is_inside: bool) {
    let state = &world.calls[call];
    if state.is_aborted.get() || state.has_ended.get() {
        return;
    }
    state.is_aborted.set(true);
    world.note(call, What::Aborts { is_inside });
    if let Some(waker) = state.abort_waker.take() {
        waker.wake();
    }
}

/// A hand tries to end the wait of a call whose number it knows.
fn hand(world: &World, call: usize) {
    if let Some(id) = world.calls[call].id.get() {
        let home = &world.homes[world.scenario.calls[call].context];
        let was_waiting = home.context.retry_now(id);
        world.note(call, What::Hand(was_waiting));
    }
}

/// A callback of a call was called. `in_wait`: it was told of a wait, or of the end.
pub fn callback(world: &World, call: usize, in_wait: bool) {
    let (state, caller) = (&world.calls[call], &world.scenario.calls[call]);
    let number = state.callbacks.get();
    state.callbacks.set(number + 1);
    if matches!(caller.abort, Some(Abort::Inside(inside)) if inside == number) {
        abort(world, call, true);
    }
    if caller.meddles == 0 || !in_wait {
        return;
    }
    let dice = world.dice(call, 500_000 + u64::from(number));
    if dice.percent(caller.meddles) {
        let other = dice.below(world.calls.len() as u64) as usize;
        match dice.below(4) {
            0 => abort(world, other, other == call),
            1 | 2 => hand(world, call),
            _ if world.scenario.calls[other].context == caller.context => hand(world, other),
            _ => {}
        }
    }
}

/// What is due happens. Calls are begun by whoever plays the scenario, and what waits is woken.
pub fn happens(world: &World, due: Due) {
    match due {
        Due::Begin(_) => {}
        Due::Wake(waker) => {
            if let Some(waker) = waker {
                waker.wake();
            }
        }
        Due::Abort(call) => abort(world, call, false),
        Due::Hand(call) => hand(world, call),
        Due::Notice(context, said) => hear(world, context, said),
        Due::Event(Event::Online) => {
            world.note_to_all(What::Online);
            for home in &world.homes {
                home.online.set(home.online.get() + 1);
                for waker in home.listeners.take() {
                    waker.wake();
                }
            }
        }
        Due::Event(Event::ClockSet(by)) => {
            world.machine.set_by.set(world.machine.set_by.get() + by);
            world.note_to_all(What::ClockSet(by));
        }
        Due::Event(Event::Sleep(time)) => {
            world.truth.set(world.truth.get() + time);
            world.machine.slept.set(world.machine.slept.get() + time);
            world.note_to_all(What::Slept(time));
        }
        Due::Event(Event::Lie(context)) => hear(world, context, lie(world, context)),
    }
}

fn hear(world: &World, context: usize, said: Said) {
    world.note_at(context, What::Hears(said));
    let now = world.now(context);
    if let Some(until) = world.homes[context].context.shared.hear(said.notice(), now)
        && let Said::Ask { origin } = said
    {
        world.post(context, Said::Hold { origin, until: until.0 });
    }
}

/// Anything may be said on a channel.
fn lie(world: &World, context: usize) -> Said {
    let dice = &world.scenario.dice;
    let now = world.now(context).epoch.0;
    let strange = [f64::NAN, f64::INFINITY, -1.0, 1e300, 0.0];
    let time = match dice.below(3) {
        0 => dice.one_of(&strange),
        1 => now + dice.one_of(&[-1.0, 500.0, 20_000.0, 8.64e7, 8.65e7]),
        _ => now + dice.unit() * 10_000.0,
    };
    let ticket = if dice.percent(20) { dice.one_of(&strange) } else { dice.unit() };
    let origin = dice.one_of(&ORIGINS);
    match dice.below(5) {
        0 => Said::Ask { origin },
        1 | 2 => Said::Hold { origin, until: time },
        3 => Said::Waits { origin, ticket, lapses: time },
        _ => Said::Left { origin, ticket },
    }
}
