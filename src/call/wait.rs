//! The wait before an attempt: for its own backoff or hint, longer where other calls to the origin were told
//! so, shorter when the network returns or a hand ends it.

use super::host::{Ended, EndedOf, Host};
use super::sleep::sleep;
use super::tell::Cause;
use super::{Call, Stop};
use crate::policy::backoff::unit;
use crate::policy::cooldown::{leaves_at, released_at};
use crate::policy::decision::{GiveUpReason, fits};
use crate::policy::millis::Millis;
use crate::policy::moment::Monotonic;
use futures_util::future::{Either, join, maybe_done, pending, select};
use std::pin::pin;

/// All clients of a network hear that it has returned together; they return spread over this long.
const SPREAD_MS: f64 = 1000.0;

/// How a wait ended.
pub enum Waited<E> {
    /// The next attempt may begin.
    Over,
    /// It would end after the total budget, or the caller objects: the outcome at hand is delivered.
    NotBegun(GiveUpReason, E),
    /// It was moved beyond the total budget; the outcome before it is gone.
    OutOfTime,
}

/// What ends a wait, or moves its end.
enum Event {
    Slept,
    EndedByHand,
    Online,
    News,
}

impl<H: Host> Call<'_, H> {
    /// Tells, and waits. `before`: the outcome that is waited after, if there was one.
    pub(super) async fn wait(
        &mut self,
        own: Millis,
        before: Option<EndedOf<H>>,
    ) -> Result<Waited<EndedOf<H>>, Stop<H>> {
        let began = self.host.now().monotonic;
        let waited = self.wait_from(began, own, before).await?;
        if matches!(waited, Waited::Over) {
            let measured = self.host.now().monotonic.since(began);
            // Under a mocked timer, the time that was told is the time that has passed.
            self.record.waited(measured.max(self.slept));
        }
        Ok(waited)
    }

    async fn wait_from(
        &mut self,
        began: Monotonic,
        own: Millis,
        mut before: Option<EndedOf<H>>,
    ) -> Result<Waited<EndedOf<H>>, Stop<H>> {
        let (host, cap, id) = (self.host, self.config.max_retry_after, self.id);
        let mut cause = if before.is_some() { Cause::Outcome } else { Cause::CoolDown };
        let hears_online = matches!(before, Some(Ended::Failed(_)));
        let cooldown = self.cooldown.clone();
        let in_line = cooldown.as_ref().and_then(|shared| shared.enter(began.plus(own).plus(cap)));
        let waiting = host.context().wait(id);
        let mut own_left = own;
        let mut own_end = began.plus(own);
        let mut told_end: Option<Monotonic> = None;
        self.slept = Millis::ZERO;
        // Goes on whatever the news: begun anew it would end early by as much as the clock is coarse.
        let mut own_sleep = pin!(maybe_done(sleep(host, own)));
        let waited = loop {
            let news = in_line.as_ref().map(|line| line.news());
            let crowd = in_line.as_ref().map(|line| line.crowd());
            let leaves = crowd.map_or(own_end, |crowd| leaves_at(own_end, began, cap, crowd));
            let released = crowd.map_or(own_end, |crowd| released_at(own_end, began, cap, crowd));
            let is_held = leaves > own_end;
            let left = match told_end {
                None if !is_held => own_left,
                _ => host.now().monotonic.until(leaves),
            };
            if is_held && !fits(self.config, self.elapsed(), left) {
                break match before.take() {
                    Some(ended) => Waited::NotBegun(GiveUpReason::TotalTimeout, ended),
                    None => Waited::OutOfTime,
                };
            }
            // Moved by more than the order in which calls leave.
            if told_end.is_none_or(|told| released > told) {
                told_end = Some(leaves);
                self.tell_wait(left, cause)?;
                if let (Cause::Outcome, Some(shared)) = (cause, &cooldown) {
                    shared.spend_retry();
                }
                cause = Cause::CoolDown;
                if let Some(Ended::Response(response)) = before.take() {
                    host.discard(response);
                }
            }
            let changed = async {
                match (&in_line, news) {
                    (Some(line), Some(seen)) => line.changed(seen).await,
                    _ => pending().await,
                }
            };
            let online = async {
                match hears_online {
                    true => host.online().await,
                    false => pending().await,
                }
            };
            let held = async {
                if is_held {
                    sleep(host, left).await;
                }
            };
            let slept = async {
                join(own_sleep.as_mut(), held).await;
            };
            let event = first(slept, waiting.ended_by_hand(), online, changed).await;
            match event {
                Event::Slept => {
                    self.slept = own_left;
                    break Waited::Over;
                }
                Event::EndedByHand => break Waited::Over,
                Event::Online => {
                    let spread = Millis::floor(SPREAD_MS * unit(host.random()));
                    let end = host.now().monotonic.plus(spread);
                    if end < own_end {
                        (own_left, own_end) = (spread, end);
                        own_sleep.set(maybe_done(sleep(host, spread)));
                    }
                    self.heed()?;
                }
                Event::News => {}
            }
        };
        self.heed()?;
        Ok(waited)
    }
}

/// The first of what can happen during a wait.
async fn first(
    slept: impl Future<Output = ()>,
    by_hand: impl Future<Output = ()>,
    online: impl Future<Output = ()>,
    news: impl Future<Output = ()>,
) -> Event {
    let (by_hand, slept, online, news) = (pin!(by_hand), pin!(slept), pin!(online), pin!(news));
    let by_itself = select(by_hand, slept);
    let from_outside = select(online, news);
    match select(by_itself, from_outside).await {
        Either::Left((Either::Left(_), _)) => Event::EndedByHand,
        Either::Left((Either::Right(_), _)) => Event::Slept,
        Either::Right((Either::Left(_), _)) => Event::Online,
        Either::Right((Either::Right(_), _)) => Event::News,
    }
}
