import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import { createWriteTool } from '../../src/write/write-tool.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { callTool, dataOf, runTool } from '../files/run-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const BEFORE = 'one\ntwo two\nthree\n';

async function room(readsFreely?: boolean) {
  const cwd = await temporaryDirectory();
  const path = join(cwd, 'a.txt');
  await writeFile(path, BEFORE);
  const context = createFakeContext({ cwd, ledger: createFakeLedger() });
  const tool = createEditTool(readsFreely === undefined ? {} : { readsFreely: () => readsFreely });
  return {
    path,
    context,
    tool,
    edit: (old_string: string, new_string: string, replace_all = false) =>
      runTool(tool, { file_path: path, old_string, new_string, replace_all }, context),
  };
}

type Room = Awaited<ReturnType<typeof room>>;
type Prepare = (given: Room) => Promise<void>;

const notRead: Prepare = async () => undefined;
const partlyRead: Prepare = ({ path, context }) => noteRead(path, context, 1);
const changed: Prepare = async ({ path, context }) => {
  await writeFile(path, 'other\n');
  await noteRead(path, context);
  await writeFile(path, BEFORE);
};
const touched: Prepare = async ({ path, context }) => {
  await noteRead(path, context);
  await utimes(path, 1, 1);
};

const STATES = [
  ['was never read', notRead, 'not-read', 'not-read', 'The file had not been read in this session'],
  ['was read in part', partlyRead, 'partly-read', 'partly-read', 'Only a part of the file had been read'],
  ['has changed since', changed, 'changed', 'changed-since-read', 'The file has other changes too'],
] as const;

test.each(STATES)(
  'a file that %s is edited by its one exact match, and the result says so',
  async (_, prepare, seen, _code, text) => {
    const given = await room();
    await prepare(given);
    const ran = await given.edit('one', '1');
    expect(ran).toMatchObject({ ok: true, data: { seen }, text: expect.stringContaining(text) });
    expect(await readFile(given.path, 'utf8')).toBe('1\ntwo two\nthree\n');
    // Nor does the model know the rest by having edited a part.
    expect(await given.edit('three', '3')).toMatchObject({
      data: { seen: 'rest-not-read' },
      text: expect.stringContaining('has not been read completely in its current state'),
    });
    const write = { file_path: given.path, content: 'new' };
    expect(await runTool(createWriteTool(), write, given.context)).toMatchObject({
      code: 'rest-not-read',
      message: expect.stringContaining(
        'was edited here, but has not been read completely in its current state',
      ),
    });
  },
);

const REFUSED = [
  ['several matches', 'two', false, undefined, 'old_string occurs more than once'],
  ['no match', 'four', false, undefined, 'old_string occurs nowhere'],
  ['a match but for white space', 'one ', false, undefined, 'old_string occurs nowhere'],
  ['replace_all, though there is one match', 'one', true, undefined, ''],
  ['a file that may not be read without asking', 'one', false, false, ''],
] as const;

test.each(
  STATES.flatMap(([state, prepare, , code]) => REFUSED.map((row) => [state, prepare, code, ...row] as const)),
)(
  'a file that %s is left alone, in the check and in the call (%#)',
  async (_, prepare, code, _why, oldString, replaceAll, readsFreely, message) => {
    const given = await room(readsFreely);
    await prepare(given);
    const expected = { ok: false, code, message: expect.stringContaining(message) };
    expect(await given.edit(oldString, 'x', replaceAll)).toMatchObject(expected);
    const input = { file_path: given.path, old_string: oldString, new_string: 'x', replace_all: replaceAll };
    expect(await callTool(given.tool, input, given.context)).toMatchObject(expected);
    expect(await readFile(given.path, 'utf8')).toBe(BEFORE);
  },
);

test('what may not be read is not told apart by what is in it', async () => {
  const { edit } = await room(false);
  const [there, notThere] = [await edit('one', 'x'), await edit('four', 'x')];
  expect(there).toEqual(notThere);
});

test('what is in a file with both line ends is not its one match', async () => {
  const given = await room();
  await writeFile(given.path, 'one\r\ntwo\none\nthree\n');
  expect(await given.edit('one\n', 'x\n')).toMatchObject({
    code: 'not-read',
    message: expect.stringContaining('old_string occurs more than once'),
  });
  await noteRead(given.path, given.context);
  const ran = await given.edit('one\n', 'x\n');
  expect(dataOf(ran)).toMatchObject({ crlfTwins: { count: 1, lines: [1] }, startLine: 3 });
  expect(await readFile(given.path, 'utf8')).toBe('one\r\ntwo\nx\nthree\n');
});

test('a touch is not a change', async () => {
  const given = await room();
  await touched(given);
  expect(dataOf(await given.edit('two', '2', true))).toMatchObject({ seen: 'whole', replacements: 2 });
});
