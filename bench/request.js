// What is asked in every measurement: what a chat asks a language model, in small.

const body = JSON.stringify({ model: 'a-model', stream: false, messages: [{ role: 'user', content: 'Why is the sky blue? '.repeat(10) }] });

/** @returns {RequestInit & { signal: AbortSignal, body: string }} */
export const request = () => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer a-key-of-some-length' },
  body,
  signal: new AbortController().signal,
});
