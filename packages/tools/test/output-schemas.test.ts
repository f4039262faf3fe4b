import { writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
  type Hook,
  type JsonObject,
} from '@sluice/core';
import { expect, it } from 'vitest';
import type { BashData } from '../src/bash/bash-data.ts';
import { bashOutputSchema } from '../src/bash/bash-output-schema.ts';
import { clientView } from '../src/bash/result/client-view.ts';
import { modelView } from '../src/bash/result/model-view.ts';
import { createEditTool } from '../src/edit/edit-tool.ts';
import { createNotebookEditTool } from '../src/notebook-edit/notebook-edit-tool.ts';
import { createReadTool } from '../src/read/read-tool.ts';
import { createTodoWriteTool } from '../src/todo-write/todo-write-tool.ts';
import { createWriteTool } from '../src/write/write-tool.ts';
import { temporaryDirectory } from './files/temporary-directory.ts';
import { fixture } from './read/fixture.ts';

/** What the model is shown of a call, and what is noticed, where a hook puts something in place of its output. */
async function shown(
  calls: readonly { name: string; input: JsonObject }[],
  replace?: (output: unknown) => unknown,
) {
  const cwd = await temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\nthree\n');
  for (const name of ['small.png', 'rain.ipynb', 'two-pages.pdf'])
    await copyFile(fixture(name), join(cwd, name));
  const hook: Hook | undefined =
    replace === undefined
      ? undefined
      : {
          event: 'PostToolUse',
          name: 'replaces',
          matches: (name) => name === calls.at(-1)?.name,
          run: ({ output }) => ({ updatedOutput: replace(JSON.parse(JSON.stringify(output))) }),
        };
  const runtime = createRuntime({
    tools: [
      createReadTool(),
      createWriteTool(),
      createEditTool(),
      createNotebookEditTool(),
      createTodoWriteTool(),
    ],
    cwd,
    permission: { policy: bypassPolicy, state: createPermissionState({ mode: 'bypassPermissions' }) },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore() },
    ...(hook !== undefined && { hooks: [hook] }),
  });
  const notices: string[] = [];
  let content: unknown;
  for (const [index, call] of calls.entries()) {
    for await (const event of runtime.run([{ id: `c${index}`, ...call }])) {
      if (event.type === 'notice') notices.push(event.message);
      if (event.type === 'tool-result') ({ content } = event.result);
    }
  }
  return { content: JSON.stringify(content).replaceAll(cwd, '/cwd'), notices };
}

const read = (file_path: string) => ({ name: 'Read', input: { file_path } });
const todo = { content: 'a', status: 'pending', activeForm: 'b' };

const CALLS: [title: string, calls: { name: string; input: JsonObject }[]][] = [
  ['a text', [read('a.txt')]],
  ['a notebook', [read('rain.ipynb')]],
  ['pages', [read('two-pages.pdf')]],
  ['a new file', [{ name: 'Write', input: { file_path: 'new', content: 'x\n' } }]],
  ['a changed file', [read('a.txt'), { name: 'Write', input: { file_path: 'a.txt', content: 'x\r\n' } }]],
  ['an edit', [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } }]],
  [
    'a changed cell',
    [
      read('rain.ipynb'),
      { name: 'NotebookEdit', input: { notebook_path: 'rain.ipynb', cell_id: 'cell-0', new_source: 'x' } },
    ],
  ],
  ['a list of steps', [{ name: 'TodoWrite', input: { todos: [todo] } }]],
];

it.each(CALLS)('%s: a hook that gives back what it was told changes nothing', async (_, calls) => {
  const before = await shown(calls);
  const echoed = await shown(calls, (output) => output);
  expect(before.notices).toEqual([]);
  if (!before.content.includes('base64')) expect(echoed).toEqual(before);
});

it.each(CALLS)('%s: what has another form is told, and the output stands', async (_, calls) => {
  const before = await shown(calls);
  for (const wrong of [
    'text',
    5,
    null,
    {},
    { type: 'text' },
    { type: 'image', file: { base64: '' } },
    ['x'],
  ]) {
    const { content, notices } = await shown(calls, () => wrong);
    expect(content).toBe(before.content);
    expect(notices).toEqual([
      expect.stringMatching(/does not match its output schema \(.+\); the output is unchanged/),
    ]);
  }
});

it('an image without pixels, as hooks are told it, takes the place of none', async () => {
  const { content, notices } = await shown([read('small.png')], (output) => output);
  expect(content).toMatch(/"data":"[^"]/);
  expect(notices).toEqual([expect.stringMatching(/base64/)]);
});

it('a text that a hook has redacted is shown with its line numbers', async () => {
  const { content } = await shown([read('a.txt')], () => ({
    type: 'text',
    file: { filePath: '/a', content: 'one\n[gone]', numLines: 2, startLine: 1, totalLines: 2 },
  }));
  expect(content).toMatch(/1\\tone\\n.*2\\t\[gone\]/);
});

const DATA: BashData = {
  end: { status: 'exited', code: 0 },
  output: { kind: 'inline', text: 'hello' },
  noOutputExpected: false,
  stopped: [],
  remaining: [],
  notes: [],
  sandbox: 'enforced',
};

function replaced(output: unknown) {
  const result = bashOutputSchema['~standard'].validate(output);
  if (result instanceof Promise) throw new Error('it answers at once');
  return result.issues === undefined ? result.value : undefined;
}

it.each<[title: string, change: JsonObject, view: unknown]>([
  ['given back', {}, 'hello'],
  ['redacted', { stdout: '[gone]' }, '[gone]'],
  ['both outputs', { stderr: 'oops' }, 'hello\noops'],
  ['with more than is known', { isImage: false }, 'hello'],
  ['of what went to a file', { persistedOutputPath: '/gone', persistedOutputSize: 9 }, 'hello'],
  ['with a meaning', { returnCodeInterpretation: 'Exit code 1: no match.' }, 'hello\nExit code 1: no match.'],
  [
    'of a task',
    { backgroundTaskId: 'b1', persistedOutputPath: '/out' },
    'hello\nThe command continues in the background as task b1. Its output goes to /out.',
  ],
])('the output of a command, %s', (_, change, view) => {
  const data = replaced({ ...clientView(DATA), ...change });
  expect(data === undefined ? undefined : modelView(data)).toBe(view);
  expect(data?.sandbox).toBe('enforced');
});

it.each([{}, { stdout: 'x' }, { stdout: 5, stderr: '', interrupted: false }, 'x', ['x']])(
  'a command has no output of the form %j',
  (output) => {
    expect(replaced(output)).toBeUndefined();
  },
);
