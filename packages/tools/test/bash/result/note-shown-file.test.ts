import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analyzeCommand } from '@sluice/shell';
import { expect, test } from 'vitest';
import { noteShownFile } from '../../../src/bash/result/note-shown-file.ts';
import { loadShell } from '../../../src/bash/settings/shell.ts';
import { createFakeContext, createFakeLedger } from '../../files/fake-context.ts';
import { temporaryDirectory } from '../../files/temporary-directory.ts';

await loadShell();

const OK = { status: 'exited', code: 0 } as const;

async function shown(
  content: string | Buffer,
  text: string,
  name = 'f',
  end: typeof OK | { status: 'cancelled' } = OK,
) {
  const cwd = await temporaryDirectory();
  const path = join(cwd, name);
  await writeFile(path, content);
  const context = createFakeContext({ cwd, ledger: createFakeLedger(), signal: AbortSignal.abort() });
  const analysis = analyzeCommand(`cat ${name}`, { cwd, home: undefined });
  await noteShownFile(analysis, { end, output: { kind: 'inline', text } }, context);
  return context.ledger.get(path);
}

test('a file that was shown whole is noted, even when the call is canceled just now', async () => {
  expect(await shown('a\nb\n', 'a\nb\n')).toMatchObject({ kind: 'read', isPartial: false, size: 4 });
});

test.each([
  ['that has changed meanwhile', 'a\nc\n', 'a\nb\n', 'f'],
  ['that is not UTF-8', Buffer.from([0x61, 0xff, 0x0a]), 'a\uFFFD\n', 'f'],
  ['with characters that are not shown as they are', 'a\x1b[1mb\n', 'ab\n', 'f'],
  ['that is a notebook', '{}\n', '{}\n', 'f.ipynb'],
])('a file %s is not noted', async (_, content, text, name) => {
  expect(await shown(content, text, name)).toBeUndefined();
});

test('what a command showed that did not end well is not noted', async () => {
  expect(await shown('a\n', 'a\n', 'f', { status: 'cancelled' })).toBeUndefined();
});
