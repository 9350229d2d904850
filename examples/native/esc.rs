//! The person's Esc key: pressed once, heard by whoever waits then or later.

use tokio::sync::watch;

/// A key that stops a call.
#[derive(Default)]
pub struct Esc(watch::Sender<bool>);

impl Esc {
    /// Stops the call.
    pub fn press(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was pressed.
    pub fn is_pressed(&self) -> bool {
        *self.0.borrow()
    }

    /// Resolves when it is pressed, or at once if it was.
    pub async fn pressed(&self) {
        let mut pressed = self.0.subscribe();
        // Fails only when the sender is gone, which lives as long as this borrow.
        let _ = pressed.wait_for(|pressed| *pressed).await;
    }
}
