//! One line of plain text out of what a server sent.

use crate::policy::text::find;

/// White space and control characters folded into single spaces, and none at the edges.
pub fn folded(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if !is_blank(letter) {
            line.push(letter);
        } else if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
    }
    if line.ends_with(' ') {
        line.pop();
    }
    line
}

/// Whether it counts as a space.
pub fn is_blank(letter: char) -> bool {
    matches!(letter, '\0'..=' ' | '\x7f'..='\u{a0}' | '\u{2000}'..='\u{200a}')
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{3000}')
}

/// Takes markup off: tags, Markdown's links and bold type, and what is invisible or turns the
/// direction of what follows.
pub fn unmarked(text: &str) -> String {
    let mut text = without_tags(text);
    text.retain(|letter| !is_unseen(letter));
    without_emphasis(&without_links(&text)).replace('`', "'")
}

fn without_tags(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        left.push_str(before);
        let opens = |first: char| first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?');
        if !after.starts_with(opens) {
            left.push('<');
            rest = after;
        } else if let Some((tag, behind)) = after.split_once('>') {
            left.push_str(if parts_words(tag) { " " } else { "" });
            rest = behind;
        } else {
            // Nothing is closed any more.
            rest = after;
            break;
        }
    }
    left.push_str(rest);
    left
}

/// Whether it ends a line, a paragraph or the like; other tags may stand in the middle of a word.
fn parts_words(tag: &str) -> bool {
    tag.starts_with("br")
        || tag.strip_prefix('/').is_some_and(|name| name.starts_with(['p', 'd', 'l', 'h', 't']))
}

fn is_unseen(letter: char) -> bool {
    matches!(letter, '<' | '>' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// `[text](address)` becomes `text (address)`.
fn without_links(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    for (count, part) in text.split('[').enumerate() {
        if count > 0 && find(part, "](").is_none() {
            left.push('[');
        }
        left.push_str(part);
    }
    let mut apart = String::with_capacity(left.len());
    for letter in left.chars() {
        if letter == '(' && apart.ends_with(']') {
            apart.pop();
            apart.push(' ');
        }
        apart.push(letter);
    }
    apart
}

/// Two asterisks go; three and more are a mask ("sk-****"), and lose but two.
fn without_emphasis(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut stars = 0_usize;
    for letter in text.chars().map(Some).chain([None]) {
        if letter == Some('*') {
            stars = stars.saturating_add(1);
            continue;
        }
        let kept = if stars < 2 { stars } else { stars.saturating_sub(2) };
        left.extend(std::iter::repeat_n('*', kept));
        stars = 0;
        left.extend(letter);
    }
    left
}
