//! What a config value must look like: one rule for each form, whatever the key.

use super::backoff::Jitter;
use super::config::LongRetryAfter;
use super::cooldown::Cooldown;

/// The place of one key's value in a policy.
pub enum Slot<'a> {
    /// A number within a span.
    Number(&'a mut f64, Span),
    /// A list of such numbers.
    Numbers(&'a mut Vec<f64>, Span),
    /// True or false.
    Flag(&'a mut bool),
    /// One of a few words.
    Word(&'a mut dyn Words),
    /// A callback or seam, which the browser side keeps: only its form is checked here.
    Kept(Form),
}

/// The forms of what the browser side keeps.
#[derive(Clone, Copy)]
pub enum Form {
    /// A function.
    Function,
    /// An object with `log` and `warn`, which stands here as a function.
    Logger,
    /// A string.
    Text,
    /// True, false or the name of a header.
    Header,
}

/// A value as JavaScript gave it.
pub enum Given {
    /// A number, NaN and infinities included.
    Number(f64),
    /// A list of numbers, of at most 1000.
    Numbers(Vec<f64>),
    /// A boolean.
    Flag(bool),
    /// A string.
    Text(String),
    /// A function.
    Function,
    /// Anything else.
    Other,
}

/// Which numbers are meant.
#[derive(Clone, Copy)]
pub enum Span {
    /// An integer of at least 0.
    Count,
    /// Finite, at least 0.
    Delay,
    /// At least 0, or infinite.
    Cap,
    /// More than 0, or infinite.
    Timeout,
    /// Finite, at least 1.
    Growth,
    /// Finite, at least 0.
    Share,
    /// An integer from 100 to 599.
    Status,
}

/// Why a value was refused.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What was expected.
    pub expected: &'static str,
    /// The right type with a wrong value: a RangeError; else a TypeError.
    pub out_of_range: bool,
}

impl Slot<'_> {
    /// Takes a value, or says what it should have been; the place is then not to be used.
    pub fn set(self, given: Given) -> Result<(), Refusal> {
        let out_of_range = matches!(
            (&self, &given),
            (Slot::Number(..), Given::Number(_)) | (Slot::Numbers(..), Given::Numbers(_))
        );
        let expected = self.expected();
        let is_good = match (self, given) {
            (Slot::Number(place, span), Given::Number(number)) => {
                *place = number;
                span.holds(number)
            }
            (Slot::Numbers(place, span), Given::Numbers(numbers)) => {
                *place = numbers;
                place.iter().all(|number| span.holds(*number))
                    && (matches!(span, Span::Status) || !place.is_empty())
            }
            (Slot::Flag(place), Given::Flag(flag)) => {
                *place = flag;
                true
            }
            (Slot::Word(place), Given::Text(text)) => place.choose(&text),
            (Slot::Kept(form), given) => form.fits(&given),
            _ => false,
        };
        if is_good { Ok(()) } else { Err(Refusal { expected, out_of_range }) }
    }

    /// The value as it stands, for a preset; none for an empty list.
    pub fn get(self) -> Given {
        match self {
            Slot::Number(number, _) => Given::Number(*number),
            Slot::Numbers(numbers, _) if numbers.is_empty() => Given::Other,
            Slot::Numbers(numbers, _) => Given::Numbers(numbers.clone()),
            Slot::Flag(flag) => Given::Flag(*flag),
            Slot::Word(word) => Given::Text(word.word().to_owned()),
            Slot::Kept(Form::Header) => Given::Flag(false),
            Slot::Kept(_) => Given::Other,
        }
    }

    fn expected(&self) -> &'static str {
        match self {
            Slot::Number(_, span) => match span {
                Span::Count => "an integer of at least 0",
                Span::Growth => "a number of at least 1",
                Span::Share => "a share of at least 0",
                Span::Delay | Span::Status => "milliseconds of at least 0",
                Span::Cap => "milliseconds of at least 0, or Infinity",
                Span::Timeout => "milliseconds of more than 0, or Infinity",
            },
            Slot::Numbers(_, Span::Status) => "an array of integers from 100 to 599",
            Slot::Numbers(..) => "an array of 1 to 1000 numbers, milliseconds of at least 0",
            Slot::Flag(_) => "true or false",
            Slot::Word(word) => word.expected(),
            Slot::Kept(form) => match form {
                Form::Function => "a function",
                Form::Logger => "an object with log() and warn()",
                Form::Text => "a string",
                Form::Header => "true, false or the name of a header",
            },
        }
    }
}

impl Span {
    fn holds(self, number: f64) -> bool {
        /// `Number.MAX_SAFE_INTEGER`.
        const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;
        let (least, most) = match self {
            Self::Count => (0.0, MAX_SAFE_INTEGER),
            Self::Delay | Self::Share => (0.0, f64::MAX),
            Self::Cap => (0.0, f64::INFINITY),
            Self::Timeout => (f64::MIN_POSITIVE, f64::INFINITY),
            Self::Growth => (1.0, f64::MAX),
            Self::Status => (100.0, 599.0),
        };
        let whole = !matches!(self, Self::Count | Self::Status) || number.trunc() == number;
        number >= least && number <= most && whole
    }
}

impl Form {
    fn fits(self, given: &Given) -> bool {
        match (self, given) {
            (Self::Function | Self::Logger, Given::Function)
            | (Self::Text, Given::Text(_))
            | (Self::Header, Given::Flag(_)) => true,
            // `token` of RFC 9110 §5.6.2.
            (Self::Header, Given::Text(name)) => {
                let symbols = b"!#$%&'*+-.^_`|~";
                let is_good = |b: &u8| b.is_ascii_alphanumeric() || symbols.contains(b);
                !name.is_empty() && name.as_bytes().iter().all(is_good)
            }
            _ => false,
        }
    }
}

/// A choice between words.
pub trait Words {
    /// Takes the word, if it is one of them.
    fn choose(&mut self, word: &str) -> bool;
    /// The word that is chosen.
    fn word(&self) -> &'static str;
    /// All of them, for an error.
    fn expected(&self) -> &'static str;
}

macro_rules! words {
    ($name:ty, $expected:literal, $($variant:ident = $word:literal),+) => {
        impl Words for $name {
            fn choose(&mut self, word: &str) -> bool {
                $(if word == $word { *self = Self::$variant; return true; })+
                false
            }
            fn word(&self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            fn expected(&self) -> &'static str {
                $expected
            }
        }
    };
}

words!(Jitter, "\"equal\", \"full\" or \"none\"", Equal = "equal", Full = "full", None = "none");
words!(LongRetryAfter, "\"clamp\" or \"giveUp\"", Clamp = "clamp", GiveUp = "giveUp");
words!(
    Cooldown,
    "\"off\", \"context\" or \"extension\"",
    Off = "off",
    Context = "context",
    Extension = "extension"
);
