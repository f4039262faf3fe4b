import { expect, it } from 'vitest';
import { initializationOptionsOf } from '../../src/lsp/initialization-options.ts';

const NEVER = { tsserver: { useSyntaxServer: 'never' } };

it.each([
  ['by its name', 'typescript-language-server', ['--stdio'], undefined, NEVER],
  ['by a path', '/opt/bin/typescript-language-server', [], undefined, NEVER],
  ['by npx', 'npx', ['typescript-language-server@6.0.2', '--stdio'], undefined, NEVER],
  ['by its script', 'node', ['node_modules/typescript-language-server/lib/cli.mjs'], {}, NEVER],
  ['on Windows', String.raw`C:\bin\typescript-language-server.cmd`, [], undefined, NEVER],
  [
    'with options of its own',
    'typescript-language-server',
    [],
    { locale: 'en', tsserver: { path: '/ts' } },
    { locale: 'en', tsserver: { useSyntaxServer: 'never', path: '/ts' } },
  ],
  [
    'told otherwise',
    'typescript-language-server',
    [],
    { tsserver: { useSyntaxServer: 'auto' } },
    { tsserver: { useSyntaxServer: 'auto' } },
  ],
  ['with options that are not object', 'typescript-language-server', [], 7, 7],
  [
    'with a tsserver that is not an object',
    'typescript-language-server',
    [],
    { tsserver: 1 },
    { tsserver: 1 },
  ],
  ['of another server', 'pyright-langserver', ['--stdio'], undefined, null],
  ['of a server with a similar name', 'my-typescript-language-server', [], undefined, null],
  ['of another server with options', 'gopls', [], { gofumpt: true }, { gofumpt: true }],
])('the options %s', (_, command, args, initializationOptions, expected) => {
  expect(initializationOptionsOf({ command, args, initializationOptions })).toEqual(expected);
});
