import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import { createGlobTool } from '../../src/glob/glob-tool.ts';
import { createGrepTool } from '../../src/grep/grep-tool.ts';
import { createNotebookEditTool } from '../../src/notebook-edit/notebook-edit-tool.ts';
import { createReadTool } from '../../src/read/read-tool.ts';
import { createWriteTool } from '../../src/write/write-tool.ts';
import { createFakeContext, createFakeLedger } from './fake-context.ts';
import { runTool } from './run-tool.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const [read, write, edit] = [createReadTool(), createWriteTool(), createEditTool()];
const [notebookEdit, glob, grep] = [createNotebookEditTool(), createGlobTool(), createGrepTool()];

afterEach(() => void vi.unstubAllEnvs());

async function place(hasHome = true) {
  const directory = await temporaryDirectory();
  const [cwd, home] = [join(directory, 'work'), join(directory, 'home')];
  for (const path of [cwd, home]) await mkdir(path);
  vi.stubEnv('HOME', hasHome ? home : '');
  return { cwd, home, context: createFakeContext({ cwd, ledger: createFakeLedger() }) };
}

/** Every tool that takes a path, asked about one. */
const ASK: readonly (readonly [
  name: string,
  about: (
    path: string,
    context: Awaited<ReturnType<typeof place>>['context'],
  ) => {
    readonly actions: unknown;
    readonly claims: unknown;
    readonly rules: readonly string[] | undefined;
    readonly check: () => unknown;
  },
])[] = [
  [
    'Read',
    (file_path, context) => ({
      actions: read.actions?.({ file_path }, context),
      claims: read.claims?.({ file_path }, context),
      rules: read.suggestRules?.({ file_path }, context),
      check: () => read.validateInput?.({ file_path }, context),
    }),
  ],
  [
    'Write',
    (file_path, context) => {
      const input = { file_path, content: 'x' };
      return {
        actions: write.actions?.(input, context),
        claims: write.claims?.(input, context),
        rules: write.suggestRules?.(input, context),
        check: () => write.validateInput?.(input, context),
      };
    },
  ],
  [
    'Edit',
    (file_path, context) => {
      const input = { file_path, old_string: 'a', new_string: 'b' };
      return {
        actions: edit.actions?.(input, context),
        claims: edit.claims?.(input, context),
        rules: edit.suggestRules?.(input, context),
        check: () => edit.validateInput?.(input, context),
      };
    },
  ],
  [
    'NotebookEdit',
    (notebook_path, context) => {
      const input = { notebook_path, new_source: 'b' };
      return {
        actions: notebookEdit.actions?.(input, context),
        claims: notebookEdit.claims?.(input, context),
        rules: notebookEdit.suggestRules?.(input, context),
        check: () => notebookEdit.validateInput?.(input, context),
      };
    },
  ],
  [
    'Grep',
    (path, context) => ({
      actions: grep.actions?.({ pattern: 'x', path }, context),
      claims: grep.claims?.({ pattern: 'x', path }, context),
      rules: undefined,
      check: () => grep.validateInput?.({ pattern: 'x', path }, context),
    }),
  ],
  [
    'Glob, its folder',
    (path, context) => ({
      actions: glob.actions?.({ pattern: '*', path }, context),
      claims: glob.claims?.({ pattern: '*', path }, context),
      rules: undefined,
      check: () => glob.validateInput?.({ pattern: '*', path }, context),
    }),
  ],
  [
    'Glob, its pattern',
    (path, context) => ({
      actions: glob.actions?.({ pattern: `${path}/*` }, context),
      claims: glob.claims?.({ pattern: `${path}/*` }, context),
      rules: undefined,
      check: () => glob.validateInput?.({ pattern: `${path}/*` }, context),
    }),
  ],
];

describe.each(ASK)('reliability 70: a path of %s', (_, about) => {
  it.each([
    ['~/x.ipynb', 'x.ipynb'],
    ['~/a/../x.ipynb', 'x.ipynb'],
    ['~', ''],
  ])('%s is decided, claimed and kept as the one in the home directory', async (given, inHome) => {
    const { home, context } = await place();
    const [spelled, whole] = [about(given, context), about(join(home, inHome), context)];
    expect(JSON.stringify(spelled.actions)).toContain(JSON.stringify(join(home, inHome)));
    expect(spelled.actions).toEqual(whole.actions);
    expect(JSON.stringify(spelled.claims)).not.toContain('~');
    expect(spelled.rules).toEqual(whole.rules);
  });

  it('./~/x is in the working directory', async () => {
    const { cwd, context } = await place();
    expect(JSON.stringify(about('./~/x', context).actions)).toContain(JSON.stringify(join(cwd, '~/x')));
  });

  it('without a home directory says so', async () => {
    const { context } = await place(false);
    expect(await about('~/x.ipynb', context).check()).toMatchObject({
      code: 'unknown-home',
      message: expect.stringContaining('there is no home directory'),
    });
  });
});

it('what is written to ~ is there, is read and edited there, and nothing is made in the working directory', async () => {
  const { cwd, home, context } = await place();
  await runTool(write, { file_path: '~/deep/x.txt', content: 'one\n' }, context);
  expect(await readFile(join(home, 'deep/x.txt'), 'utf8')).toBe('one\n');
  expect(await runTool(read, { file_path: '~/deep/x.txt' }, context)).toMatchObject({
    ok: true,
    text: expect.stringContaining('one'),
  });
  const change = { file_path: '~/deep/x.txt', old_string: 'one', new_string: 'two' };
  expect(await runTool(edit, change, context)).toMatchObject({ ok: true });
  expect(await readFile(join(home, 'deep/x.txt'), 'utf8')).toBe('two\n');
  expect(existsSync(join(cwd, '~'))).toBe(false);
});

it('a file that is really called ~ is reached by ./~', async () => {
  const { cwd, context } = await place();
  await writeFile(join(cwd, '~'), 'mine\n');
  expect(await runTool(read, { file_path: './~' }, context)).toMatchObject({
    text: expect.stringContaining('mine'),
  });
});

it('a pattern for names that begin with ~ is one', async () => {
  const { cwd, context } = await place();
  expect(glob.actions?.({ pattern: '~$*.docx' }, context)).toMatchObject({ actions: [{ path: cwd }] });
  expect(await glob.validateInput?.({ pattern: '~$*.docx' }, context)).toEqual({ ok: true });
});

// The first part of a pattern may be any name.
const PLAIN = ASK.filter(([name]) => name !== 'Glob, its pattern');

it.each(PLAIN)(
  'reliability 70: ~user as a path of %s is an error that says how to mend it',
  async (_, about) => {
    const { context } = await place();
    expect(await about('~alice/x.ipynb', context).check()).toEqual({
      ok: false,
      code: 'unknown-home',
      message: expect.stringMatching(/^~alice\/x\.ipynb can't be resolved.*write \.\/~alice\/x\.ipynb\.$/),
    });
  },
);
