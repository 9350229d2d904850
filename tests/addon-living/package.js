// In the add-on as it is laid out: the package.

export * from '../../pkg-template/index.js';
