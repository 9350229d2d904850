//! What single words do in a provider's sentence: a table, and what a word is.

/// What a word does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Speaks of a return.
    SpeaksOfReturn,
    /// May stand between that and the time.
    StandsBetween,
    /// Is a number: "in a minute".
    IsOne,
    /// Makes the next word speak of something else: "connection reset after 30s".
    Misleads,
    /// Announces, with a colon, a text of the user's.
    AnnouncesTheUser,
}

/// What a word in small letters does, if anything.
pub fn role(word: &str) -> Option<Role> {
    match word {
        "again" | "retry" | "retry-after" | "wait" | "reset" | "resets" | "available" | "back"
        | "access" | "resume" | "refresh" | "refreshes" | "renews" | "cooldown" | "expires" => {
            Some(Role::SpeaksOfReturn)
        }
        "in" | "after" | "for" | "at" | "on" | "until" | "about" | "approximately" | "around"
        | "roughly" | "least" | "another" | "the" | "next" | "your" | "request" | "requests"
        | "this" | "it" | "be" => Some(Role::StandsBetween),
        "a" | "an" | "one" => Some(Role::IsOne),
        "connection" | "stream" | "socket" | "peer" | "not" => Some(Role::Misleads),
        "prompt" | "input" | "text" | "content" | "query" | "user" | "said" | "wrote"
        | "question" | "body" | "mail" | "email" | "string" | "value" | "received" | "got"
        | "instructions" => Some(Role::AnnouncesTheUser),
        _ => None,
    }
}

/// Whether a character is part of a word.
pub fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}

/// A word without the marks around it.
pub fn bare(word: &str) -> &str {
    word.trim_matches(|c| !in_word(c))
}

/// Whether a sentence ends with a word.
pub fn ends_sentence(word: &str) -> bool {
    word.ends_with(['.', '!', '?', ';'])
}
