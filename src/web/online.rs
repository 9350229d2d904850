//! The `online` event, where the context gets one (not in Chromium's workers).

use super::flag::Flag;
use super::listener::Listener;
use super::timer;
use crate::policy::millis::Millis;

/// All clients of a network hear the event together; they return spread over this long.
const SPREAD_MS: f64 = 1000.0;

/// Until a while after the network is back.
pub async fn returned(random: impl FnOnce() -> f64) {
    let back = Flag::default();
    let heard = back.clone();
    let listener = Listener::new(&js_sys::global(), "online", move || heard.raise());
    back.raised().await;
    drop(listener);
    timer::sleep(Millis::floor(SPREAD_MS * random())).await;
}
