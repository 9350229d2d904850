//! What in a provider's sentence is the provider's own: not what it quotes, nor what it announces
//! as someone else's. "Invalid input: please try again in 1s" asks for nothing.

/// What opens a quotation, and what closes it.
const QUOTES: &[(char, char)] = &[
    ('"', '"'),
    ('`', '`'),
    ('“', '”'),
    ('«', '»'),
    ('„', '“'),
    ('‘', '’'),
    ('\'', '\''),
];

/// Words that, with a colon, announce a text of the user's.
const ANNOUNCE: &[&str] = &[
    "prompt",
    "input",
    "text",
    "content",
    "query",
    "user",
    "said",
    "wrote",
    "question",
    "instruction",
    "instructions",
    "body",
    "mail",
    "email",
    "string",
    "value",
    "received",
    "got",
];

/// The provider's own words: quotations replaced by `"`, and nothing after such a colon.
pub fn own_words(text: &str) -> String {
    let mut own = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        let in_word = own.ends_with(char::is_alphanumeric);
        let close = QUOTES
            .iter()
            .find(|(open, _)| *open == c && !(in_word && c == '\''));
        rest = match close.map(|(_, close)| (*close, after.split_once(*close))) {
            Some((_, Some((_, after)))) => {
                own.push('"');
                after
            }
            // An apostrophe may stand alone; another quotation that never ends, was cut off.
            Some((close, None)) if close != '\'' => break,
            _ => {
                if c == ':' && announces(&own) {
                    break;
                }
                own.push(c);
                after
            }
        };
    }
    own
}

fn announces(before: &str) -> bool {
    let word = before
        .trim_end_matches([' ', '"'])
        .rsplit(|c: char| !c.is_ascii_alphabetic())
        .next();
    word.is_some_and(|word| {
        ANNOUNCE
            .iter()
            .any(|known| known.eq_ignore_ascii_case(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_or_announced_is_not_the_providers() {
        for (text, own) in [
            (
                r#"Invalid input: "please try again in 1s""#,
                "Invalid input",
            ),
            (
                r#"Bad word "try again in 1s". Wait."#,
                r#"Bad word ". Wait."#,
            ),
            ("Failed (prompt: try again in 1s)", "Failed (prompt"),
            (
                "You've hit the models' limit. Wait 5 s.",
                "You've hit the models' limit. Wait 5 s.",
            ),
            ("model 'x' not found", "model \" not found"),
            ("It said “wait 5 s", "It said "),
            (
                "Rate limit reached: wait 5 s",
                "Rate limit reached: wait 5 s",
            ),
            ("", ""),
        ] {
            assert_eq!(own_words(text), own, "{text}");
        }
    }
}
