//! Plays a scenario to its end: polls what was woken, in any order, and when nothing is left to do goes on to
//! what is due next. A call that nobody will ever wake again is found here.

use super::caller;
use super::dice::Dice;
use super::given::Failure;
use super::host::Simulated;
use super::oracle::Broken;
use super::trace::{Gets, What};
use super::world::{Due, World};
use fetch_with_retry::call::host::Ended;
use fetch_with_retry::call::{self, End};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, Wake, Waker};

/// Far more than any call needs.
const MOST_POLLS: u32 = 300_000;

/// Whether a call was woken.
#[derive(Default)]
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Relaxed);
    }
}

/// A call that runs, until it has ended.
struct Task {
    life: Option<Pin<Box<dyn Future<Output = ()>>>>,
    flag: Arc<Flag>,
    waker: Waker,
}

/// Plays all calls to their end.
pub fn play(world: &Rc<World>) -> Result<(), Broken> {
    let mut tasks: Vec<Task> = (0..world.calls.len()).map(|call| task(world, call)).collect();
    let order = world.scenario.dice.fork(7);
    let mut polls = 0;
    loop {
        while let Some(call) = woken(&tasks, &order) {
            polls += 1;
            if polls > MOST_POLLS {
                return Err(Broken::new("rests", call, "it is polled again and again"));
            }
            poll(&mut tasks[call]);
        }
        match world.next() {
            Some(Due::Begin(call)) => tasks[call].flag.0.store(true, Relaxed),
            Some(due) => caller::happens(world, due),
            None => break,
        }
    }
    match tasks.iter().position(|task| task.life.is_some()) {
        Some(call) => Err(Broken::new("forgotten", call, "nothing will ever wake it")),
        None => nothing_is_kept(world, &tasks),
    }
}

fn task(world: &Rc<World>, call: usize) -> Task {
    let flag = Arc::new(Flag::default());
    let waker = Waker::from(Arc::clone(&flag));
    Task { life: Some(Box::pin(live(Rc::clone(world), call))), flag, waker }
}

fn woken(tasks: &[Task], order: &Dice) -> Option<usize> {
    let is_woken = |task: &Task| task.life.is_some() && task.flag.0.load(Relaxed);
    let many = tasks.iter().filter(|task| is_woken(task)).count();
    let chosen = if many > 1 { order.below(many as u64) as usize } else { 0 };
    (0..tasks.len()).filter(|call| is_woken(&tasks[*call])).nth(chosen)
}

fn poll(task: &mut Task) {
    task.flag.0.store(false, Relaxed);
    if let Some(life) = &mut task.life
        && let Poll::Ready(()) = life.as_mut().poll(&mut Context::from_waker(&task.waker))
    {
        task.life = None;
    }
}

async fn live(world: Rc<World>, call: usize) {
    let host = Simulated::new(&world, call);
    let state = &world.calls[call];
    state.has_begun.set(true);
    world.note(call, What::Begins);
    let finished = call::run(&host, &world.scenario.calls[call].config).await;
    state.has_ended.set(true);
    let gets = match &finished.end {
        End::Settled(Ended::Response(response)) => Gets::Response(response.number),
        End::Settled(Ended::Failed(Failure::Network)) => Gets::Failure,
        End::Settled(Ended::TimedOut(Failure::OutOfTime)) => Gets::OutOfTime,
        End::Settled(Ended::TimedOut(Failure::Timeout)) => Gets::Timeout,
        End::Aborted => Gets::Aborted,
        End::Refused(Failure::Refused) => Gets::Refused,
        End::Settled(_) | End::Refused(_) => unreachable!("no host gives this"),
    };
    world.note(call, What::Ends(gets, finished.record));
    world.note(call, What::Leaves(state.alarms.get()));
    state.abort_waker.take();
}

/// When all calls have ended, contexts hold nothing of them.
fn nothing_is_kept(world: &World, tasks: &[Task]) -> Result<(), Broken> {
    for home in &world.homes {
        home.listeners.take();
    }
    // Ours are the flag and the waker of the task.
    match tasks.iter().position(|task| Arc::strong_count(&task.flag) > 2) {
        Some(call) => Err(Broken::new("a waker is kept", call, "though the call has ended")),
        None => lines_are_empty(world),
    }
}

fn lines_are_empty(world: &World) -> Result<(), Broken> {
    use super::scenario::ORIGINS;
    use fetch_with_retry::policy::moment::Monotonic;
    use fetch_with_retry::policy::place::Ticket;
    let last = Ticket(f64::INFINITY);
    for (number, home) in world.homes.iter().enumerate() {
        for lanes in [&home.context.own, &home.context.shared] {
            for origin in ORIGINS {
                let lane = lanes.of(origin, world.now(number).monotonic);
                // At the end of all time nobody of another context is waiting.
                let end = Monotonic(f64::INFINITY);
                if lane.place.borrow_mut().crowd(last, end).rank > 0 {
                    return Err(Broken::new("the line is left", 0, "somebody still stands in it"));
                }
                if Rc::strong_count(&lane) > 2 {
                    return Err(Broken::new("the lane is let go", 0, "somebody still holds it"));
                }
            }
        }
    }
    Ok(())
}
