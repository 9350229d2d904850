//! A JSON body as policy sees it: flat pairs of a path and a scalar, made by the platform's own
//! JSON.parse. A parser of ours would weigh more than all rules together.

use crate::policy::scan::find;

/// A path such as `error.details.0.retryDelay`, and what stands there: a number, `true`, `false` or
/// `null` as JSON writes it; a string behind a quotation mark, as it is. A document that is itself an
/// array begins with a number (`0.error.code`); one that is a scalar has an empty path.
pub type Pair<'a> = (&'a str, &'a str);

/// Takes lines: a path, a scalar, a path, a scalar …
pub fn pairs_of(flat: &str) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    let mut rest = flat;
    while let Some((path, after)) = line_of(rest) {
        // The last line has no end.
        let (scalar, after) = line_of(after).unwrap_or((after, ""));
        pairs.push((path, scalar));
        rest = after;
    }
    pairs
}

/// A line, and what follows it.
fn line_of(text: &str) -> Option<(&str, &str)> {
    let end = find(text.as_bytes(), b"\n", 0)?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

/// Whether a path leads through `root` (empty, or with a dot at its end) to `pattern`: keys joined
/// by dots, capitals aside, `*` for any key.
pub fn leads(path: &str, root: &[u8], pattern: &[u8]) -> bool {
    let Some(mut path) = path.as_bytes().strip_prefix(root) else { return false };
    let mut pattern = pattern;
    loop {
        (path, pattern) = match (path, pattern) {
            ([], []) => return true,
            ([b'.', ..] | [], [b'*', pattern @ ..]) => (path, pattern),
            ([_, path @ ..], [b'*', ..]) => (path, pattern),
            ([key, path @ ..], [want, pattern @ ..]) if key.eq_ignore_ascii_case(want) => {
                (path, pattern)
            }
            _ => return false,
        }
    }
}
