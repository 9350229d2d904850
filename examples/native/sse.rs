//! Server-sent events out of pieces that end anywhere, as far as the Messages API needs them: the data of
//! each event. (WHATWG HTML, 9.2.6.)

/// The events of a stream under way.
#[derive(Default)]
pub struct Events {
    /// The line that has not ended yet. Bytes: a piece can end within a character.
    line: Vec<u8>,
    data: Vec<String>,
}

impl Events {
    /// The data of the events that end in this piece.
    pub fn push(&mut self, piece: &[u8]) -> Vec<String> {
        let mut ended = Vec::new();
        for byte in piece {
            match byte {
                b'\n' => ended.extend(self.end_line()),
                byte => self.line.push(*byte),
            }
        }
        ended
    }

    fn end_line(&mut self) -> Option<String> {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        let line = line.strip_suffix('\r').unwrap_or(&line);
        if let Some(data) = line.strip_prefix("data:") {
            self.data.push(data.strip_prefix(' ').unwrap_or(data).to_owned());
        }
        let is_end = line.is_empty() && !self.data.is_empty();
        is_end.then(|| std::mem::take(&mut self.data).join("\n"))
    }
}
