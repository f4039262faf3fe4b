import { copyFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
  type RuntimeOptions,
} from '@sluice/core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createReadTool } from '../../src/read/read-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';
import { fixture } from './fixture.ts';

/** A session in a directory; each read is a message of its own, and answers with what went to the model. */
async function createSession(isStanding: NonNullable<RuntimeOptions['isStanding']>) {
  const cwd = await temporaryDirectory();
  const runtime = createRuntime({
    cwd,
    tools: [createReadTool()],
    permission: {
      policy: bypassPolicy,
      state: createPermissionState({ mode: 'default', workingDirectories: [cwd] }),
    },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore() },
    isStanding,
  });
  let calls = 0;
  return {
    cwd,
    runtime,
    async read(input: object) {
      calls += 1;
      const sent = [];
      for await (const event of runtime.run([{ id: `call-${calls}`, name: 'Read', input }])) {
        if (event.type === 'message') sent.push(...event.results.map(({ content }) => content));
      }
      return sent[0];
    },
  };
}

const REFERENCE = /^\[The same .* as the result of call call-1 above; nothing has changed since\. .*\]$/;

const KINDS = [
  ['a text', 'a.txt', undefined],
  ['an image', 'wide.png', 'wide.png'],
  ['a notebook with an image', 'rain.ipynb', 'rain.ipynb'],
  ['a document', 'twelve-pages.pdf', 'twelve-pages.pdf'],
] as const;

async function fill(cwd: string, name: string, from: string | undefined): Promise<string> {
  const path = join(cwd, name);
  if (from === undefined) await writeFile(path, 'a line of text\n'.repeat(50));
  else await copyFile(fixture(from), path);
  return path;
}

test.each(KINDS)(
  '%s that has not changed is answered by reference, also after a touch',
  async (_, name, from) => {
    const { cwd, read, runtime } = await createSession(() => true);
    const path = await fill(cwd, name, from);
    const input = { file_path: path, ...(name.endsWith('.pdf') && { pages: '1-12' }) };
    expect(JSON.stringify(await read(input))).not.toContain('nothing has changed');
    expect(await read(input)).toMatch(REFERENCE);
    await utimes(path, 1, 1);
    expect(await read(input)).toMatch(REFERENCE);
    expect(runtime.ledger.get(path)).toMatchObject({ isPartial: false });
  },
);

test.each(KINDS)('%s is shown again when the earlier copy no longer stands', async (_, name, from) => {
  const { cwd, read } = await createSession(() => false);
  const path = await fill(cwd, name, from);
  const input = { file_path: path, ...(name.endsWith('.pdf') && { pages: '1-12' }) };
  const first = await read(input);
  expect(await read(input)).toEqual(first);
});

test('what has changed, and another part of the same file, is shown', async () => {
  const { cwd, read } = await createSession(() => true);
  const path = await fill(cwd, 'a.txt', undefined);
  const first = await read({ file_path: path });
  expect(await read({ file_path: path, offset: 2 })).toContain('PARTIAL view: lines 2 to 50 of 50');
  await writeFile(path, `${'a line of text\n'.repeat(49)}a line of test\n`);
  expect(await read({ file_path: path })).toContain('a line of test');
  await fill(cwd, 'a.txt', undefined);
  expect(first).toContain('a line of text');
  expect(await read({ file_path: path })).toMatch(REFERENCE);
});

test('an image that was replaced by another of the same sizes is shown', async () => {
  const { cwd, read } = await createSession(() => true);
  const path = join(cwd, 'a.png');
  const draw = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png({ compressionLevel: 0 })
      .toFile(path);
  const { size } = await draw('red');
  const first = await read({ file_path: path });
  expect((await draw('blue')).size).toBe(size);
  const second = await read({ file_path: path });
  expect(second?.[0]).toEqual(first?.[0]);
  expect(second).toHaveLength(2);
  expect(second?.[1]).not.toEqual(first?.[1]);
});
