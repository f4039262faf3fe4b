import { linkSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileStore, openJournal } from '@sluice/host';
import { expect, it } from 'vitest';
import { commitFile } from '../../../../tools/src/files/write/commit-file.ts';
import { loadFile } from '../../../../tools/src/files/load/load-file.ts';
import { nodeWriteIo, type WriteIo } from '../../../../tools/src/files/write/write-io.ts';
import { createFakeContext, createFakeLedger } from '../../../../tools/test/files/fake-context.ts';
import { steppingIo, stopBefore } from '../../../../tools/test/files/fixtures/stepping-io.ts';
import { openUndo } from '../../../src/cli/undo/open-undo.ts';
import { runUndo } from '../../../src/cli/undo/run-undo.ts';
import { scratch } from '../exec/support/scratch.ts';

/** Writes `new` over `old`, a byte at a time, and stops before a step as if it were killed there. True: it got to the end. */
async function writeUntil(path: string, directory: string, last: number, io: WriteIo): Promise<boolean> {
  const opened = openJournal({ directory });
  if (!opened.ok) throw new Error(opened.message);
  const { journal } = opened;
  const store = createFileStore({ directory });
  const context = createFakeContext({
    cwd: '/',
    ledger: createFakeLedger(),
    async keepPreImage({ path: written, before, afterHash }) {
      const kept = await store.putBytes(before?.bytes ?? new Uint8Array());
      if (!kept.ok) throw new Error(kept.message);
      const { hash, bytes, path: keptAt } = kept.file;
      const image = { hash, bytes, mode: (before?.mode ?? 0) & 0o7777, path: keptAt };
      const call = { messageId: 'm', callId: 'c' };
      journal.append({ v: 1, time: 0, type: 'wrote', ...call, path: written, before: image, afterHash });
      return undefined;
    },
  });
  const before = await loadFile(path, context.signal);
  if (!before.ok) throw new Error(before.message);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<false>();
  const step = stopBefore(last, () => stop(false));
  const change = { path, before, after: Buffer.from('new'), isKnown: true };
  const handles: FileHandle[] = [];
  const noted: WriteIo = {
    ...io,
    async open(...args) {
      const handle = await io.open(...args);
      handles.push(handle);
      return handle;
    },
  };
  const written = commitFile(change, context, steppingIo(step, 1, noted)).then(({ ok }) => ok);
  const isDone = await Promise.race([written, stopped]);
  // A killed process closes its files; here the garbage collector would, which Node warns about.
  for (const handle of handles) if (handle.fd !== -1) await handle.close();
  journal.close();
  return isDone;
}

/** What stands against it. */
async function undo(directory: string, isForced = false): Promise<readonly string[]> {
  const opened = await openUndo(directory, true);
  if (!opened.ok) throw new Error(opened.message);
  const options = { directory, choice: {}, isList: false, isDryRun: false, isForced };
  const { problems } = await runUndo(opened.session, options);
  opened.session.journal?.close();
  return problems.filter((problem) => problem !== 'nothing to undo');
}

/** As root, too, is told by a directory in which nothing may be made. */
const noNewFiles: WriteIo = {
  ...nodeWriteIo,
  open: (path, ...more) =>
    path.endsWith('.tmp')
      ? Promise.reject(Object.assign(new Error('not allowed'), { code: 'EACCES' }))
      : nodeWriteIo.open(path, ...more),
};

it.each([
  ['with two names', nodeWriteIo, 2],
  ['in a directory where nothing may be made', noNewFiles, 1],
])(
  'killed while a file %s is written in place, what is torn is seen, and an undo with --force brings the old one back',
  async (_, io, names) => {
    const found = new Set<string>();
    for (let [steps, isDone] = [0, false]; !isDone; steps += 1) {
      const directory = join(scratch(), 'session');
      const path = join(scratch(), 'a.txt');
      mkdirSync(directory, { mode: 0o700 });
      writeFileSync(path, 'old');
      if (names === 2) linkSync(path, `${path}.other`);
      isDone = await writeUntil(path, directory, steps, io);
      const content = readFileSync(path, 'utf8');
      found.add(content);
      const problems = await undo(directory);
      if (content === 'old' || content === 'new') expect(problems, content).toEqual([]);
      else {
        expect(problems.join(), content).toContain('--force restores its old content');
        expect(await undo(directory, true)).toEqual([]);
      }
      expect(readFileSync(path, 'utf8'), `step ${steps}`).toBe('old');
      expect(statSync(path).nlink).toBe(names);
    }
    expect(found).toEqual(new Set(['old', 'nld', 'ned', 'new']));
  },
);
