//! The provider's own words in its sentence. What it quotes is the user's, and the user's text must not
//! tell us when to come back, nor that the money is spent.

use super::words::{Role, in_word, role};

/// The provider's own words, in small letters: what stands in quotation marks is left out, and all
/// that follows a colon which announces the user's. "Invalid input: please try again in 1s" asks
/// for nothing.
pub fn own_words(text: &str) -> String {
    let mut own = String::new();
    let mut open = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let after_word = own.ends_with(in_word);
        let apostrophe = c == '\''
            && match open {
                None => after_word,
                Some(_) => next.is_some_and(in_word),
            };
        let mark = quotation_mark(c).filter(|_| !apostrophe);
        if mark.is_some() && (open.is_none() || open == mark) {
            open = if open.is_none() { mark } else { None };
            own.push('"');
        } else if open.is_none() {
            if c == ':' && announces_the_user(&own) {
                break;
            }
            // "52,220 seconds"
            let groups_digits =
                c == ',' && after_word && next.is_some_and(|next| next.is_ascii_digit());
            if !groups_digits {
                own.push(c.to_ascii_lowercase());
            }
        }
    }
    own
}

/// The mark that closes what this one opens; all curly and angular ones are one.
fn quotation_mark(c: char) -> Option<char> {
    match c {
        '"' | '\'' => Some(c),
        '“' | '”' | '„' | '«' | '»' => Some('”'),
        _ => None,
    }
}

fn announces_the_user(text: &str) -> bool {
    let last_word = text.rsplit(|c| !in_word(c)).next();
    last_word.and_then(role) == Some(Role::AnnouncesTheUser)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_or_announced_is_not_the_providers() {
        for (text, own) in [
            (r#"Invalid input: "please try again in 1s""#, "invalid input"),
            (r#"Bad word "try again in 1s". Wait."#, r#"bad word "". wait."#),
            ("Failed (prompt: try again in 1s)", "failed (prompt"),
            ("You've hit the models' limit. Wait 5 s.", "you've hit the models' limit. wait 5 s."),
            ("model 'x' not found", "model \"\" not found"),
            ("It said “wait 5 s", "it said \""),
            ("It said „wait 5 s” and «wait 6 s», no more", "it said \"\" and \"\", no more"),
            ("Rate limit reached: wait 5 s", "rate limit reached: wait 5 s"),
            ("", ""),
        ] {
            assert_eq!(own_words(text), own, "{text}");
        }
    }
}
