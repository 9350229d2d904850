//! Whether a stream that broke may be requested again.

/// Whether an error of this name, thrown by the reader of a stream, is one that another try can
/// mend: a cut connection (TypeError in browsers and Node, NetworkError), or a silence that ended in
/// a TimeoutError. The caller's own abort is none, nor is an error of the caller's parser.
pub fn error_may_pass(name: &str) -> bool {
    matches!(name, "TypeError" | "NetworkError" | "TimeoutError" | "Error")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_connection_may_be_tried_again_and_an_abort_may_not() {
        assert!(error_may_pass("TypeError"));
        assert!(error_may_pass("TimeoutError"));
        assert!(!error_may_pass("AbortError"));
        assert!(!error_may_pass("SyntaxError"));
    }
}
