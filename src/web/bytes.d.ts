// The bytes of the WebAssembly, which the build puts in place of ./bytes.js.
export const bytesAsBase64: string;
