//! What contexts of the same extension or site tell each other, over a BroadcastChannel.

use super::any::{global, member, method};
use super::{clock, context};
use crate::call::notice::Notice;
use crate::policy::moment::Epoch;
use crate::policy::place::Ticket;
use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent, Url};

const NAME: &str = "fetch-with-retry-wasm cool-down";

struct Channel {
    channel: BroadcastChannel,
    _hears: Closure<dyn Fn(MessageEvent)>,
}

thread_local! {
    static CHANNEL: Option<Channel> = open();
}

/// Whether there is anybody to share with. Decided once.
pub fn shares() -> bool {
    CHANNEL.with(Option::is_some)
}

/// Tells the others.
pub fn post(notice: Notice<'_>) {
    CHANNEL.with(|channel| {
        if let Some(Channel { channel, .. }) = channel {
            // It throws in a context that is being torn down.
            let _ = channel.post_message(&outward(notice));
        }
    });
}

/// Not in a content script, whose channel is the page's, nor without channels.
fn open() -> Option<Channel> {
    let runtime = member(&global("chrome"), "runtime");
    // In an orphan, whose add-on was reloaded, there is no id any more, and asking may throw.
    if let Some(get_url) = method(&runtime, "getURL") {
        let own = get_url.call1(&runtime, &"".into()).ok()?.as_string()?;
        let here = member(&global("location"), "origin").as_string()?;
        if Url::new(&own).ok()?.origin() != here {
            return None;
        }
    }
    let channel = BroadcastChannel::new(NAME).ok()?;
    let hears = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| hear(&event.data()));
    channel.set_onmessage(Some(hears.as_ref().unchecked_ref()));
    if let Some(unref) = method(&channel, "unref") {
        let _ = unref.call0(&channel); // Node: does not keep the process
    }
    Some(Channel { channel, _hears: hears })
}

/// Anything may come: the channel is open to every page of the site.
pub fn hear(data: &JsValue) {
    let Some(origin) = member(data, "origin").as_string() else { return };
    let (ticket, until) = (member(data, "ticket"), member(data, "until"));
    let notice = match (ticket.as_f64(), until.as_f64()) {
        (None, None) if ticket.is_undefined() && until.is_undefined() => {
            Notice::Ask { origin: &origin }
        }
        (None, Some(until)) if ticket.is_undefined() => {
            Notice::Hold { origin: &origin, until: Epoch(until) }
        }
        (Some(ticket), Some(0.0)) => Notice::Left { origin: &origin, ticket: Ticket(ticket) },
        (Some(ticket), Some(until)) if ticket.is_finite() => {
            Notice::Waits { origin: &origin, ticket: Ticket(ticket), lapses: Epoch(until) }
        }
        _ => return,
    };
    let answer = context::with(|context| context.shared.hear(notice, clock::now()));
    if let Some(until) = answer {
        post(Notice::Hold { origin: &origin, until });
    }
}

/// As it goes over the channel.
pub fn outward(notice: Notice<'_>) -> JsValue {
    let message = Object::new();
    let set = |name: &str, value: JsValue| {
        let _ = Reflect::set(&message, &name.into(), &value);
    };
    match notice {
        Notice::Ask { origin } => set("origin", origin.into()),
        Notice::Hold { origin, until } => {
            set("origin", origin.into());
            set("until", until.0.into());
        }
        Notice::Waits { origin, ticket, lapses } => {
            set("origin", origin.into());
            set("ticket", ticket.0.into());
            set("until", lapses.0.into());
        }
        Notice::Left { origin, ticket } => {
            set("origin", origin.into());
            set("ticket", ticket.0.into());
            set("until", 0.0.into());
        }
    }
    message.into()
}
