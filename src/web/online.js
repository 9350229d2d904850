// The `online` event.

/** Listens for the network's return. */
export class Online {
  /** @param {() => void} heard */
  constructor(heard) {
    this.back = false;
    this.listener = () => {
      this.back = true;
      heard();
    };
    globalThis.addEventListener?.('online', this.listener);
  }

  /** No longer. */
  end() {
    globalThis.removeEventListener?.('online', this.listener);
  }
}
