//! What an error body says: where in it the provider speaks, when to come back, and why.

use super::fields::{FIELDS, Field, Place, ROOTS};
use super::pairs::{Pair, Scalar, leads};
use super::signs::{Sign, Signs};
use super::{duration, own_words::own_words, sentence, time};
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::sent::Sent;
use crate::policy::text::has;

/// A body, read; or the fields of one root of it.
#[derive(Clone, Debug, Default)]
pub struct Body<'a> {
    /// The provider's sentence; empty where there is none.
    pub message: &'a str,
    /// When to come back.
    pub wait: Option<Millis>,
    /// What codes and words tell.
    pub signs: Signs,
    /// A status in it, or 0.
    pub status: f64,
    /// Whether it is known for an error: only then is the sentence believed.
    pub is_error: bool,
}

impl<'a> Body<'a> {
    /// Reads what JSON.parse gave, all but the sentence. `now_ms` is the server's time.
    pub fn read(pairs: &'a [Pair], now_ms: f64) -> Self {
        let mut place = Place::Top;
        let mut body = Self::default();
        for (root_is, root) in ROOTS {
            place = *root_is;
            body = Self::below(root, pairs, now_ms);
            if body.is_error || !body.message.is_empty() {
                break;
            }
        }
        if body.wait.is_none() {
            body.wait = Self::below("", pairs, now_ms).wait;
        }
        if place == Place::Error {
            body.is_error = true;
            body.signs.add(Sign::Error);
        }
        // At the top a message alone may be anyone's, unless it is all there is.
        body.is_error |= pairs.len() == 1;
        body
    }

    /// Reads the sentence of an error, as a plain line. What `sent`, the request, says too is the
    /// user's.
    pub fn hear(&mut self, plain: &str, sent: &dyn Sent, now_ms: f64) {
        if !self.is_error {
            return;
        }
        let own = own_words(plain);
        self.signs.read(&own);
        if self.wait.is_none()
            && let Some((wait, words)) = sentence::wait(&own, now_ms)
            && !sent.holds(words)
        {
            self.wait = Some(wait);
        }
    }

    fn below(root: &str, pairs: &'a [Pair], now_ms: f64) -> Self {
        let mut fields = Self::default();
        for (field, pattern) in FIELDS {
            for Pair { path, value } in pairs {
                if *value != Scalar::Null && leads(path, root, pattern) {
                    fields.take(*field, value, now_ms);
                }
            }
        }
        fields
    }

    fn take(&mut self, field: Field, value: &'a Scalar, now_ms: f64) {
        match field {
            Field::Message => {
                // One character is no sentence.
                if self.message.is_empty() && value.text().len() > 1 {
                    self.message = value.text();
                }
            }
            Field::Code => {
                if self.status < 400.0 {
                    self.status = value.number().unwrap_or(0.0);
                }
                self.take_code(value);
            }
            Field::ErrorCode => {
                self.signs.add(Sign::Error);
                self.take_code(value);
            }
            Field::Mark => self.is_error = true,
            Field::Delay | Field::Seconds | Field::Milliseconds | Field::Moment => {
                self.wait = self.wait.or_else(|| wait_in(field, value, now_ms));
            }
        }
    }

    fn take_code(&mut self, value: &Scalar) {
        self.is_error = true;
        let code = value.line();
        // A sentence is no code.
        if !has(&code, ' ') {
            self.signs.read(&code);
        }
    }
}

/// The wait that a field of such a kind names.
fn wait_in(field: Field, value: &Scalar, now_ms: f64) -> Option<Millis> {
    let number = value.number();
    if field == Field::Moment {
        return match number {
            Some(number) => time::believable(time::of_number(number, now_ms)),
            None => time::reset(&value.line(), now_ms),
        };
    }
    let counted = match field {
        Field::Seconds => number.map(|seconds| seconds * 1000.0),
        Field::Milliseconds => number,
        _ => None,
    };
    counted.or_else(|| duration::exact(&value.line())).map(retry_after::bounded)
}
