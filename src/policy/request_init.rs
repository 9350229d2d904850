//! The members of `RequestInit`: what belongs in the second argument, and not in a config.

/// The members of `RequestInit`, as the Fetch Standard, Chromium and undici have them.
pub const MEMBERS: [&str; 19] = [
    "attributionReporting",
    "body",
    "browsingTopics",
    "cache",
    "credentials",
    "dispatcher",
    "duplex",
    "headers",
    "integrity",
    "keepalive",
    "method",
    "mode",
    "priority",
    "redirect",
    "referrer",
    "referrerPolicy",
    "signal",
    "targetAddressSpace",
    "window",
];
