import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { defineTool, type RunEvent } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLocalRuntime } from '../src/runtime/create-local-runtime.ts';
import type { LocalRuntime } from '../src/runtime/local-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const long = defineTool({
  name: 'Long',
  description: 'A long result.',
  inputSchema: z.object({}),
  isReadOnly: true,
  claims: () => [],
  call: async () => ({ data: 'long line\n'.repeat(10_000) }),
});

async function resultOf(runtime: LocalRuntime, name: string, input: object) {
  const results: Extract<RunEvent, { type: 'tool-result' }>[] = [];
  for await (const event of runtime.run([{ id: 'a', name, input }])) {
    if (event.type === 'tool-result') results.push(event);
  }
  return results[0];
}

it('reads inside the directory, through a link to it as well, and denies the rest', async () => {
  const directory = scratch();
  mkdirSync(join(directory, 'work'));
  writeFileSync(join(directory, 'work/a.txt'), 'inside');
  writeFileSync(join(directory, 'b.txt'), 'outside');
  symlinkSync('work', join(directory, 'link'));
  await using runtime = await createLocalRuntime({ cwd: join(directory, 'link') });
  expect((await resultOf(runtime, 'Read', { file_path: 'a.txt' }))?.outcome.code).toBe('ok');
  expect((await resultOf(runtime, 'Read', { file_path: '../b.txt' }))?.outcome.code).toBe('denied');
  const written = await resultOf(runtime, 'Write', { file_path: 'c.txt', content: '' });
  expect(written?.outcome).toMatchObject({ code: 'denied' });
  expect(written?.result.content).toContain(
    'Allow it with a rule (settings.allow), another permissionMode, or an asker.',
  );
  expect(existsSync(join(directory, 'work/c.txt'))).toBe(false);
});

it('edits a file that was not read by its one match, where a Read of it would not have to ask', async () => {
  const directory = scratch();
  mkdirSync(join(directory, 'work'));
  for (const name of ['work/a.txt', 'work/secret.txt', 'b.txt']) writeFileSync(join(directory, name), 'old');
  await using runtime = await createLocalRuntime({
    cwd: join(directory, 'work'),
    settings: { sources: [], allow: ['Edit'], deny: ['Read(secret.txt)'] },
  });
  const edit = (file_path: string) =>
    resultOf(runtime, 'Edit', { file_path, old_string: 'old', new_string: 'new' });
  expect((await edit('a.txt'))?.result.content).toContain('had not been read in this session');
  for (const name of ['secret.txt', '../b.txt']) {
    expect((await edit(name))?.outcome, name).toMatchObject({
      code: expect.stringMatching(/denied|invalid-input/),
    });
  }
  expect(readFileSync(join(directory, 'b.txt'), 'utf8')).toBe('old');
  expect(readFileSync(join(directory, 'work/secret.txt'), 'utf8')).toBe('old');
});

it('rules about editing files hold for notebooks too', async () => {
  const cwd = scratch();
  const cell = { cell_type: 'markdown', id: 'one', metadata: {}, source: 'old' };
  const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
  for (const name of ['a.ipynb', 'locked.ipynb']) writeFileSync(join(cwd, name), notebook);
  await using runtime = await createLocalRuntime({
    cwd,
    settings: { sources: [], allow: ['Edit(*.ipynb)'], deny: ['Edit(locked.ipynb)'] },
  });
  for (const name of ['a.ipynb', 'locked.ipynb']) await resultOf(runtime, 'Read', { file_path: name });
  const edit = (notebook_path: string) =>
    resultOf(runtime, 'NotebookEdit', { notebook_path, cell_id: 'one', new_source: 'new' });
  expect((await edit('locked.ipynb'))?.outcome.code).toBe('denied');
  expect(readFileSync(join(cwd, 'locked.ipynb'), 'utf8')).toBe(notebook);
  expect((await edit('a.ipynb'))?.outcome.code).toBe('ok');
  expect(readFileSync(join(cwd, 'a.ipynb'), 'utf8')).toBe(notebook.replace('old', 'new'));
});

it('keeps a temporary session only for results that were stored, which a model may read', async () => {
  const cwd = scratch();
  const runtime = await createLocalRuntime({ cwd, tools: [long] });
  onTestFinished(() => rmSync(runtime.sessionDirectory, { recursive: true }));
  const stored = (await resultOf(runtime, 'Long', {}))?.record.storedAt ?? '';
  expect(dirname(dirname(stored))).toBe(runtime.sessionDirectory);
  expect((await resultOf(runtime, 'Read', { file_path: stored, limit: 1 }))?.result.content).toContain(
    'long line',
  );
  expect(await runtime.dispose()).toEqual({ keptResults: dirname(stored), endedTasks: [], lastEvents: [] });
  expect(readFileSync(stored, 'utf8')).toHaveLength(100_000);
  expect(readdirSync(runtime.sessionDirectory)).toEqual(['kept', 'tool-results']);
});

it('leaves no directory behind when nothing was stored', async () => {
  const runtime = await createLocalRuntime({ cwd: scratch(), permissionMode: 'bypassPermissions' });
  expect((await resultOf(runtime, 'Bash', { command: 'echo hello' }))?.result.content).toBe('hello');
  expect(await runtime.dispose()).toEqual({ keptResults: undefined, endedTasks: [], lastEvents: [] });
  expect(existsSync(runtime.sessionDirectory)).toBe(false);
});

it('keeps a session that was named, and gives its lock back', async () => {
  const cwd = scratch();
  const sessionDirectory = join(cwd, 'session');
  const first = await createLocalRuntime({ cwd, sessionDirectory });
  await expect(createLocalRuntime({ cwd, sessionDirectory })).rejects.toMatchObject({ code: 'locked' });
  await first.dispose();
  await expect(createLocalRuntime({ cwd, sessionDirectory })).rejects.toMatchObject({ code: 'not-empty' });
  const second = await createLocalRuntime({ cwd, sessionDirectory, resume: true });
  await second.dispose();
  await second.dispose();
});

it('gives the lock back when an option is wrong', async () => {
  const cwd = scratch();
  const options = { cwd, sessionDirectory: join(cwd, 'session') };
  await expect(createLocalRuntime({ ...options, maxConcurrency: 0 })).rejects.toThrow(RangeError);
  await (await createLocalRuntime(options)).dispose();
});

it('refuses a directory to work in that is none', async () => {
  const cwd = join(scratch(), 'missing');
  await expect(createLocalRuntime({ cwd })).rejects.toMatchObject({ code: 'cwd-missing' });
});

it('does nothing more once it is disposed of', async () => {
  const runtime = await createLocalRuntime({ cwd: scratch() });
  await runtime.dispose();
  expect(() => runtime.run([])).toThrow('This runtime has been disposed.');
  await expect(runtime.planBatches([])).rejects.toThrow('This runtime has been disposed.');
});

it('ends background tasks with it, tells which, and keeps no directory for a task that said nothing', async () => {
  const runtime = await createLocalRuntime({ cwd: scratch(), permissionMode: 'bypassPermissions' });
  const seen: string[] = [];
  runtime.tasks.watch(({ status }) => seen.push(status.status));
  await resultOf(runtime, 'Bash', { command: 'sleep 1000', run_in_background: true });
  const { endedTasks, keptResults } = await runtime.dispose();
  expect(endedTasks).toMatchObject([{ command: 'sleep 1000', status: { status: 'lost' } }]);
  expect(keptResults).toBeUndefined();
  expect(existsSync(runtime.sessionDirectory)).toBe(false);
  expect(seen).toEqual(['running', 'lost']);
});

it('gives the model what the program attaches, and then what has become of tasks', async () => {
  const texts = ['from the program'];
  await using runtime = await createLocalRuntime({
    cwd: scratch(),
    permissionMode: 'bypassPermissions',
    attachments: () => texts.splice(0),
  });
  const ended = Promise.withResolvers<void>();
  runtime.tasks.watch(({ status }) => void (status.status === 'exited' && ended.resolve()));
  const attached: string[] = [];
  for (const input of [{ command: 'exit 4', run_in_background: true }, { command: 'true' }]) {
    for await (const event of runtime.run([{ id: 'c', name: 'Bash', input }])) {
      if (event.type === 'message') attached.push(...event.additionalContext);
    }
    await ended.promise;
  }
  expect(attached[0]).toBe('from the program');
  expect(attached).toHaveLength(2);
  expect(attached[1]).toMatch(/exit 4.* has ended: exited 4\./);
});

it('refuses a tool with the name of a built-in one unless it says that it replaces it', async () => {
  const options = { cwd: scratch(), sessionDirectory: join(scratch(), 'session') };
  const named = (name: string, replacesBuiltIn: boolean) => ({ ...long, name, replacesBuiltIn });
  for (const builtInTools of [undefined, []]) {
    const wanted = builtInTools === undefined ? options : { ...options, builtInTools };
    await expect(createLocalRuntime({ ...wanted, tools: [named('Read', false)] })).rejects.toThrow(
      'The tool "Read" has the name of a built-in tool. Rename it, or set replacesBuiltIn: true',
    );
    await expect(createLocalRuntime({ ...wanted, tools: [named('FileRead', false)] })).rejects.toThrow(
      'another name of the built-in tool Read',
    );
  }
  // What was refused holds nothing: the session can be opened.
  await using runtime = await createLocalRuntime({ ...options, tools: [named('Read', true)] });
  expect((await resultOf(runtime, 'Read', {}))?.result.content).toContain('long line');
});
