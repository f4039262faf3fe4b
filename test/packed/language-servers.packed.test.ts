import { copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

const SCRIPTED = resolve(import.meta.dirname, '../../packages/tools/test/lsp/support-server.mjs');

it('asks a language server of the settings', async () => {
  const cwd = emptyDirectory();
  copyFileSync(SCRIPTED, join(cwd, 'server.mjs'));
  writeFileSync(join(cwd, 'a.ts'), 'const x = 1;\n');
  const server = {
    command: process.execPath,
    args: [join(cwd, 'server.mjs'), 'plain'],
    extensionToLanguage: { '.ts': 'typescript' },
  };
  const run = await scriptedPrint(
    'What is x?',
    [{ name: 'LSP', input: { operation: 'hover', filePath: 'a.ts', line: 1, character: 7 } }, 'Done.'],
    { cwd, args: ['--settings', JSON.stringify({ lsp: { scripted: server } })] },
  );
  expect([run.stdout, run.stderr]).toEqual(['Done.\n', '']);
  expect(run.requests[1]).toContain('at 0:6 of 13');
});
