/** The WebAssembly. The build makes this module. */
export const bytesAsBase64: string;
