//! The known word that a misspelt one most likely meant.

/// The one with the smallest edit distance, capitals aside; the first of several.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_ascii_lowercase().chars().collect();
    known.min_by_key(|name| distance(&name.to_ascii_lowercase(), &word))
}

/// Levenshtein's distance, in the one row of his table that is needed at a time.
fn distance(from: &str, to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.chars().enumerate() {
        let mut diagonal = line;
        let mut left = line.saturating_add(1);
        let mut cells = row.iter_mut();
        if let Some(first) = cells.next() {
            *first = left;
        }
        for (cell, other) in cells.zip(to) {
            let above = *cell;
            let replaced = diagonal.saturating_add(usize::from(letter != *other));
            left = replaced.min(above.min(left).saturating_add(1));
            diagonal = above;
            *cell = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_counts_letters_that_were_changed_added_or_left_out() {
        let cases = [
            ("", "", 0),
            ("abc", "", 3),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("abc", "acb", 2),
        ];
        for (from, to, expected) in cases {
            let to: Vec<char> = to.chars().collect();
            assert_eq!(distance(from, &to), expected);
        }
    }

    #[test]
    fn capitals_are_no_difference_and_of_equals_the_first_is_meant() {
        assert_eq!(nearest("LABEL", ["table", "label"].into_iter()), Some("label"));
        assert_eq!(nearest("x", ["a", "b"].into_iter()), Some("a"));
        assert_eq!(nearest("x", std::iter::empty()), None);
    }
}
