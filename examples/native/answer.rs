//! A response whose body can be looked into and read afterwards all the same: reqwest's can be read once.

use super::esc::Esc;
use super::program::{cause, duration};
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::stream::error_may_pass;
use reqwest::header::HeaderMap;
use std::collections::VecDeque;
use std::fmt;
use std::mem::take;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::timeout;

/// No error is longer.
const MOST_AHEAD: usize = 65_536;
/// What takes longer is not worth waiting for.
const LONGEST_LOOK: Duration = Duration::from_secs(1);

/// A response.
pub struct Answer {
    /// Its HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// Held over an await by a look, so an async one.
    body: Mutex<Body>,
}

struct Body {
    ahead: VecDeque<Vec<u8>>,
    failed: Option<reqwest::Error>,
    rest: reqwest::Response,
}

impl Answer {
    /// Takes over a response.
    pub fn new(mut rest: reqwest::Response) -> Self {
        let (status, headers) = (rest.status().as_u16(), take(rest.headers_mut()));
        Self { status, headers, body: Body { ahead: VecDeque::new(), failed: None, rest }.into() }
    }

    /// The whole body, which can still be read; none if it is too long, too slow or cut.
    pub async fn look(&self) -> Option<Vec<u8>> {
        let mut body = self.body.lock().await;
        let is_whole = timeout(LONGEST_LOOK, body.fill()).await.unwrap_or(false);
        is_whole.then(|| body.ahead.iter().flatten().copied().collect())
    }

    /// The next piece; none at the end.
    pub async fn read(&mut self, esc: &Esc, idle: Millis) -> Result<Option<Vec<u8>>, Broken> {
        tokio::select! {
            biased;
            () = esc.pressed() => Err(Broken::Aborted),
            piece = timeout(duration(idle), self.body.get_mut().next()) => match piece {
                Ok(piece) => piece.map_err(|error| Broken::Cut(error.without_url())),
                Err(_) => Err(Broken::Idle),
            },
        }
    }

    /// All that is left.
    pub async fn text(mut self, esc: &Esc, idle: Millis) -> Result<String, Broken> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.read(esc, idle).await? {
            bytes.extend(piece);
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Body {
    /// Reads ahead. Whether that was all of it.
    async fn fill(&mut self) -> bool {
        let mut length = 0;
        while length <= MOST_AHEAD {
            match self.rest.chunk().await {
                Ok(Some(piece)) => {
                    length += piece.len();
                    self.ahead.push_back(piece.to_vec());
                }
                Ok(None) => return true,
                Err(error) => {
                    self.failed = Some(error);
                    return false;
                }
            }
        }
        false
    }

    async fn next(&mut self) -> Result<Option<Vec<u8>>, reqwest::Error> {
        if let Some(piece) = self.ahead.pop_front() {
            return Ok(Some(piece));
        }
        match self.failed.take() {
            Some(error) => Err(error),
            None => Ok(self.rest.chunk().await?.map(|piece| piece.to_vec())),
        }
    }
}

/// Why a body was not read to its end.
#[derive(Debug)]
pub enum Broken {
    /// The connection was cut.
    Cut(reqwest::Error),
    /// The connection ended in order, the events did not.
    Short,
    /// Nothing arrived for too long.
    Idle,
    /// The provider said that it cannot go on.
    Said(String),
    /// Esc.
    Aborted,
}

impl Broken {
    /// Whether another try may mend it.
    pub fn may_pass(&self) -> bool {
        error_may_pass(match self {
            Self::Cut(_) | Self::Short => "NetworkError",
            Self::Idle => "TimeoutError",
            Self::Aborted => "AbortError",
            Self::Said(_) => "ProviderError",
        })
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut(error) => write!(f, "The answer was cut off ({}).", cause(error)),
            Self::Short => f.write_str("The answer ended early."),
            Self::Idle => f.write_str("The answer stopped coming."),
            Self::Said(words) => write!(f, "The service broke off: {words}"),
            Self::Aborted => f.write_str("Stopped."),
        }
    }
}
