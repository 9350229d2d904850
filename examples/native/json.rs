//! JSON as the policy reads it: flat pairs of a path and a scalar.

use fetch_with_retry::policy::hint::{Pair, Scalar};
use fetch_with_retry::policy::limits::MOST_PAIRS;
use serde_json::Value;

/// What a document says; nothing if it is none.
pub fn pairs_in(document: &[u8]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    if let Ok(value) = serde_json::from_slice(document) {
        flatten(value, String::new(), &mut pairs);
    }
    pairs
}

/// serde_json itself refuses what is nested too deeply.
fn flatten(value: Value, path: String, pairs: &mut Vec<Pair>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let value = match value {
        _ if pairs.len() >= MOST_PAIRS => return,
        Value::Object(fields) => {
            return fields.into_iter().for_each(|(key, value)| flatten(value, below(&key), pairs));
        }
        Value::Array(values) => {
            let numbered = values.into_iter().enumerate();
            return numbered.for_each(|(i, value)| flatten(value, below(&i.to_string()), pairs));
        }
        Value::String(text) => Scalar::Text(text),
        Value::Number(number) => number.as_f64().map_or(Scalar::Null, Scalar::Number),
        Value::Bool(flag) => Scalar::Flag(flag),
        Value::Null => Scalar::Null,
    };
    pairs.push(Pair { path, value });
}
