//! The known word that a misspelt one most likely meant.

/// The member of `known` with the smallest edit distance to `word`, capitals aside, if it is near
/// enough to be a guess worth telling.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> &'a str {
    let word: Vec<char> = word.chars().take(64).map(|c| c.to_ascii_lowercase()).collect();
    known.iter().copied().min_by_key(|candidate| distance(&word, candidate)).unwrap_or_default()
}

/// Levenshtein's distance, one row at a time.
fn distance(word: &[char], candidate: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (line, wanted) in candidate.chars().enumerate() {
        let mut diagonal = line;
        let mut left = line.saturating_add(1);
        for (cell, letter) in row.iter_mut().zip(std::iter::once(None).chain(word.iter().map(Some)))
        {
            let above = *cell;
            if let Some(letter) = letter {
                let swap = usize::from(*letter != wanted.to_ascii_lowercase());
                left = (diagonal + swap).min(above + 1).min(left + 1);
            }
            diagonal = above;
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let known = ["maxRetries", "maxDelayMs", "jitter", "onRetry"];
        for (typo, meant) in [
            ("maxRetrys", "maxRetries"),
            ("maxretries", "maxRetries"),
            ("retries", "maxRetries"),
            ("maxDelay", "maxDelayMs"),
            ("jiter", "jitter"),
            ("onretry", "onRetry"),
        ] {
            assert_eq!(nearest(typo, &known), meant, "{typo}");
        }
    }

    #[test]
    fn the_distance_is_levenshteins() {
        let word: Vec<char> = "kitten".chars().collect();
        assert_eq!(distance(&word, "sitting"), 3);
        assert_eq!(distance(&word, ""), 6);
        assert_eq!(distance(&[], "abc"), 3);
    }
}
