//! One attempt, and what is heard of it.

use super::host::{Ended, EndedOf, Following, Host, Probe};
use super::sleep::within;
use super::{Call, Stop};
use crate::policy::hint::{self, Verdict};
use crate::policy::millis::Millis;
use crate::policy::outcome::Outcome;
use crate::policy::redact;

impl<H: Host> Call<'_, H> {
    /// One attempt, and what it ended with.
    pub(super) async fn attempt(&mut self) -> Result<EndedOf<H>, Stop<H>> {
        let (own, left) = (self.config.attempt_timeout, self.left().max(Millis::new(1)));
        self.log_attempt()?;
        let following = match self.history.made() < self.config.max_retries {
            true => Following::Maybe,
            false => Following::Nothing,
        };
        let began = self.host.now().monotonic;
        let ended = self.host.attempt(own.min(left), following).await?;
        self.heed()?;
        let duration = self.host.now().monotonic.since(began);
        self.quote = None;
        self.outcome = match &ended {
            Ended::Response(response) => self.hear(response).await?,
            Ended::TimedOut(_) if left <= own => Outcome::TotalTimeout,
            Ended::TimedOut(_) => Outcome::Timeout,
            Ended::Failed(_) => Outcome::NetworkError {
                host_answers: self.probe.as_ref().is_some_and(Probe::has_answered),
            },
        };
        if !matches!(ended, Ended::Failed(_)) {
            // Two network failures with an answer between them are not in a row.
            self.probe = None;
        }
        self.record.push(&self.outcome, duration);
        self.history.push(&self.outcome);
        Ok(ended)
    }

    /// What a response says, in its headers and, where that may tell more, in its body.
    async fn hear(&mut self, response: &H::Response) -> Result<Outcome, Stop<H>> {
        let (host, config) = (self.host, self.config);
        let status = host.status(response);
        let header = |name: &str| host.header(response, name);
        let is_listed = config.retries_status(status);
        if !is_listed && status < 400 {
            return Ok(Outcome::Response { status, says: hint::ServerSays::default() });
        }
        let now = host.now().epoch.0;
        let mut says = match config.server_hints {
            true => hint::from_all_headers(status, &header, now),
            false => hint::from_headers(&header, now),
        };
        let may_be_retried = is_listed || says.verdict == Some(Verdict::Retry);
        if config.server_hints
            && config.max_retries > 0
            && may_be_retried
            && hint::body_may_tell(status, header("content-type").as_deref())
        {
            let pairs = within(host, self.left(), host.peek(response)).await.unwrap_or_default();
            self.heed()?;
            let private = host.private();
            let line = redact::plain(hint::message_in(&pairs), &private);
            let server_now = hint::server_now(&header, now);
            says = says.and_body(hint::from_body(status, &pairs, server_now, &line, private.sent));
            self.quote = Some(redact::discreet(&line, &private)).filter(|quote| !quote.is_empty());
        }
        Ok(Outcome::Response { status, says })
    }
}
