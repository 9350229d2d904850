// What the linter asks of the JavaScript here: correctness rules, and documentation on what is exported.

import js from '@eslint/js';
import jsdoc from 'eslint-plugin-jsdoc';
import globals from 'globals';

const browser = { ...globals.browser, ...globals.worker, ...globals.serviceworker, ...globals.webextensions };

export default [
  { ignores: ['pkg/', 'dist/', 'target/', 'node_modules/', 'www/vendor/', '.tools/'] },
  js.configs.recommended,
  jsdoc.configs['flat/recommended-typescript-flavor-error'],
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'prefer-const': 'error',
      'no-var': 'error',
      'jsdoc/require-jsdoc': ['error', { publicOnly: { esm: true }, require: { ClassDeclaration: true } }],
      // Names and types speak; a sentence is asked for where they do not, by the reader.
      'jsdoc/require-param-description': 'off',
      'jsdoc/require-property-description': 'off',
      'jsdoc/require-returns': ['error', { publicOnly: true }],
      'jsdoc/require-returns-description': 'off',
      // Inferred where it is not written.
      'jsdoc/require-returns-type': 'off',
      'jsdoc/require-yields': 'off',
      'jsdoc/tag-lines': ['error', 'any', { startLines: null }],
      'jsdoc/reject-any-type': 'off',
      'jsdoc/reject-function-type': 'off',
    },
  },
  // Runs in Node only, in browsers only, or in both.
  { files: ['*.js', 'scripts/**'], languageOptions: { globals: globals.node } },
  // Functions in it are sent to a page.
  { files: ['scripts/screenshots.js'], languageOptions: { globals: browser } },
  {
    files: ['pkg-template/**'],
    languageOptions: { globals: browser },
    // Documented in index.d.ts.
    rules: { 'jsdoc/require-jsdoc': 'off' },
  },
  { files: ['src/**/*.js'], languageOptions: { globals: browser } },
  {
    files: ['tests/**', 'www/**', 'bench/**'],
    languageOptions: { globals: { ...globals.node, ...browser } },
  },
];
