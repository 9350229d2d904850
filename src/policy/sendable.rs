//! What the platform's fetch can never send, whatever the network does: asked after it failed, since platforms say
//! the same of it as of a network failure.

/// What is known of a request whose fetch failed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts<'a> {
    /// The scheme of its URL, with the colon.
    pub scheme: &'a str,
    /// The port in it, where that is not the scheme's own.
    pub port: Option<u16>,
    /// The length of a body that is sent with `keepalive`.
    pub keepalive_body: usize,
    /// Mode "same-origin", to another origin.
    pub is_foreign: bool,
}

/// The most that can be sent with `keepalive` (Fetch standard, §4.6).
const MOST_KEPT_ALIVE: usize = 65_536;

/// The Fetch standard's bad ports, §2.9.
const BLOCKED_PORTS: &[u16] = &[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];

/// The argument at fault, and why; none where the network may be.
pub fn never_sent(facts: Facts<'_>) -> Option<(&'static str, &'static str)> {
    let Facts { scheme, port, keepalive_body, is_foreign } = facts;
    if !matches!(scheme, "http:" | "https:") {
        let why = "expected a URL of http or https; is http:// missing in front of it?";
        return Some(("input", why));
    }
    if port.is_some_and(|port| BLOCKED_PORTS.contains(&port)) {
        return Some(("input", "its port is one that browsers block"));
    }
    if keepalive_body > MOST_KEPT_ALIVE {
        return Some(("init.keepalive", "expected a body of at most 64 KiB with it"));
    }
    is_foreign.then_some(("init.mode", "it is \"same-origin\"; expected a URL of this origin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_never_be_sent_is_told_from_what_failed() {
        let https = Facts { scheme: "https:", ..Facts::default() };
        assert_eq!(never_sent(https), None);
        assert_eq!(never_sent(Facts { port: Some(11434), keepalive_body: 65_536, ..https }), None);
        let at = |facts| never_sent(facts).map(|(argument, _)| argument);
        for scheme in ["localhost:", "ftp:", "file:", "htp:", "moz-extension:"] {
            assert_eq!(at(Facts { scheme, ..Facts::default() }), Some("input"));
        }
        assert_eq!(at(Facts { port: Some(6000), ..https }), Some("input"));
        assert_eq!(at(Facts { keepalive_body: 65_537, ..https }), Some("init.keepalive"));
        assert_eq!(at(Facts { is_foreign: true, ..https }), Some("init.mode"));
    }
}
