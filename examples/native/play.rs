//! Plays a scene: a client and a scripted server in one thread, and a person with a finger on Esc.

use super::client::{Service, Trouble};
use super::esc::Esc;
use super::program::{Listener, Program};
use super::scenes::{HINT, KEY, Press, Scene, Site};
use super::server::{Arrival, Server};
use fetch_with_retry::call::host::Level;
use fetch_with_retry::call::message::Message;
use fetch_with_retry::call::record::Record;
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::sleep;

/// A person needs that long to press a key.
const REACTION: Duration = Duration::from_millis(100);

/// What came of a scene.
pub struct Played {
    /// Whether all was well.
    pub ended: Result<(), Trouble>,
    /// When.
    pub over: Instant,
    /// When it began.
    pub began: Instant,
    /// When Esc was pressed.
    pub pressed: Option<Instant>,
    /// What was shown of the answer.
    pub shown: String,
    /// What the server saw.
    pub arrivals: Vec<Arrival>,
    /// When the client went away that the server kept waiting.
    pub departures: Vec<Instant>,
    /// What the client was told.
    pub heard: Heard,
}

/// A listener that keeps everything.
#[derive(Default)]
pub struct Heard {
    /// For the person.
    pub messages: RefCell<Vec<(Instant, Message)>>,
    /// For whoever looks for a fault.
    pub lines: RefCell<Vec<String>>,
    /// What happened in each call.
    pub records: RefCell<Vec<Record>>,
    news: Notify,
}

impl Listener for Heard {
    fn hear(&self, message: Message) {
        self.messages.borrow_mut().push((Instant::now(), message));
        self.news.notify_one();
    }

    fn read(&self, _level: Level, line: &str) {
        self.lines.borrow_mut().push(line.to_owned());
    }

    fn keep(&self, record: Record) {
        self.records.borrow_mut().push(record);
    }
}

/// Plays it to its end.
pub async fn play(scene: Scene) -> Result<Played, Box<dyn Error>> {
    let Scene { site, script, config, press, .. } = scene;
    let (program, esc, listener) = (Program::new()?, &Esc::default(), &Heard::default());
    let server = Server::play(script).await?;
    let (base, key) = (server.base.clone(), KEY.to_owned());
    let service = Service { program: &program, base, key, config, esc, listener };
    let (shown, pressed) = (RefCell::new(String::new()), Cell::new(None));
    let press_now = || {
        pressed.set(Some(Instant::now()));
        esc.press();
    };
    let show = &mut |text: &str| {
        shown.borrow_mut().push_str(text);
        if press == Press::InStream {
            press_now();
        }
    };
    let began = Instant::now();
    let call = async {
        let ended = match site {
            Site::MessagesStreaming => service.messages_streaming("Hello?", show).await,
            Site::Messages => service.messages("Hello?").await.map(|text| show(&text)),
            Site::ChatCompletions => {
                service.chat_completions("Hello?").await.map(|text| show(&text))
            }
        };
        (ended, Instant::now())
    };
    let person = async {
        match press {
            Press::Never | Press::InStream => return,
            Press::InWait => listener.news.notified().await,
            Press::InAttempt => server.arrival().await,
        }
        sleep(REACTION).await;
        press_now();
    };
    let ((ended, over), ()) = tokio::join!(call, person);
    if press != Press::Never {
        // A retry would have come by then.
        sleep(HINT + HINT / 2).await;
    }
    Ok(Played {
        ended,
        over,
        began,
        pressed: pressed.get(),
        shown: shown.take(),
        arrivals: server.arrivals(),
        departures: server.departures(),
        heard: Heard {
            messages: listener.messages.take().into(),
            lines: listener.lines.take().into(),
            records: listener.records.take().into(),
            news: Notify::new(),
        },
    })
}
