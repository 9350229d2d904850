// Hears what its context writes to the console, and what nobody catches, and passes it on. To be imported first.

const channel = new BroadcastChannel('test tap');

/** @param {unknown} value */
const text = (value) => (value instanceof Error ? `${value.name}: ${value.message}\n${value.stack}` : typeof value === 'object' ? JSON.stringify(value) : String(value));

for (const method of /** @type {const} */ (['log', 'info', 'debug', 'warn', 'error', 'trace'])) {
  const original = console[method].bind(console);
  console[method] = (...args) => {
    original(...args);
    channel.postMessage(`${method}: ${args.map(text).join(' ')}`);
  };
}
addEventListener('error', (event) => channel.postMessage(`uncaught: ${event.message} ${text(event.error)}`));
addEventListener('unhandledrejection', (event) => channel.postMessage(`unhandled: ${text(event.reason)}`));
