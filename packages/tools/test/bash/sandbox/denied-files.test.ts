import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeniedFiles, type DeniedFilesOptions } from '../../../src/bash/sandbox/denied-files.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-denied-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (path: string): string => join(root, path);
function write(path: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), '');
}
const RULES = {};
const NOTHING: ReadonlySet<string> = new Set();
/** A first look. */
const deniedFiles = (
  roots: readonly string[],
  mayRead: (path: string) => boolean,
  hidden = NOTHING,
  options: DeniedFilesOptions = {},
) => createDeniedFiles(options)({ roots, mayRead, rules: RULES, hidden });
const isNoPem = (path: string): boolean => !path.endsWith('.pem');
const short = (paths: readonly string[] | undefined) =>
  paths?.map((path) => path.slice(root.length + 1)).sort();

it('are found at any depth, in every root, with hidden names', async () => {
  for (const path of ['a.pem', 'x/y/.b.pem', 'x/c.txt', '.git/d.pem']) write(path);
  expect(short(await deniedFiles([root], isNoPem))).toEqual(['.git/d.pem', 'a.pem', 'x/y/.b.pem']);
  expect(short(await deniedFiles([at('x'), at('.git')], isNoPem))).toEqual(['.git/d.pem', 'x/y/.b.pem']);
});

it('are whole directories where these are denied, and nothing below what is hidden already', async () => {
  for (const path of ['keys.pem/a.pem', 'hidden/a.pem', 'b.pem']) write(path);
  const found = await deniedFiles([root], isNoPem, new Set([at('hidden'), at('b.pem')]));
  expect(short(found)).toEqual(['keys.pem']);
});

it('are no links, nor what lies behind them, nor what git keeps by hash', async () => {
  for (const path of ['real/a.pem', '.git/objects/b.pem', 'objects/c.pem']) write(path);
  symlinkSync('real', at('link'));
  symlinkSync('real/b.txt', at('link.pem'));
  symlinkSync('..', at('real/loop'));
  expect(short(await deniedFiles([root], isNoPem))).toEqual(['objects/c.pem', 'real/a.pem']);
});

it('are not known where there are too many names, or too many of them', async () => {
  for (let count = 0; count < 30; count += 1) write(`d${count % 3}/${count}`);
  expect(await deniedFiles([root], () => true, NOTHING, { maxNames: 33 })).toEqual([]);
  expect(await deniedFiles([root], () => true, NOTHING, { maxNames: 32 })).toBeUndefined();
  expect(await deniedFiles([root], () => true, NOTHING, { maxDirectories: 4 })).toEqual([]);
  expect(await deniedFiles([root], () => true, NOTHING, { maxDirectories: 3 })).toBeUndefined();
  for (let count = 0; count < 401; count += 1) write(`many/${count}.pem`);
  expect(await deniedFiles([root], isNoPem)).toBeUndefined();
  rmSync(at('many/0.pem'));
  expect(await deniedFiles([root], isNoPem)).toHaveLength(400);
});

it('are each file that is denied, or lies below what is, and no other', async () => {
  const name = fc.constantFrom('a', 'b', 'c.pem');
  const paths = fc.uniqueArray(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}/file`),
    { maxLength: 12 },
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(paths, fc.constantFrom('a', 'c.pem', 'file'), async (files, deniedName) => {
      const tree = `t${(count += 1)}`;
      mkdirSync(at(tree));
      for (const path of files) write(join(tree, path));
      const mayRead = (path: string): boolean => !path.endsWith(`/${deniedName}`);
      const found = (await deniedFiles([at(tree)], mayRead)) ?? [];
      expect(found.filter(mayRead)).toEqual([]);
      const isHidden = (path: string): boolean => found.some((one) => `${path}/`.startsWith(`${one}/`));
      for (const path of files) {
        const isDenied = path.split('/').includes(deniedName);
        expect(isHidden(join(at(tree), path))).toBe(isDenied);
      }
    }),
    { numRuns: 50 },
  );
});

it('are found by a second look too, which reads only the directories that have changed', async () => {
  for (const path of ['a/1.pem', 'b/c/d', 'e/f']) write(path);
  const asked: string[] = [];
  const mayRead = (path: string): boolean => {
    asked.push(path.slice(root.length + 1));
    return isNoPem(path);
  };
  const find = createDeniedFiles({ now: () => Date.now() + 60_000 });
  const question = { roots: [root], mayRead, rules: RULES, hidden: NOTHING };
  expect(short(await find(question))).toEqual(['a/1.pem']);
  asked.length = 0;
  expect(short(await find(question))).toEqual(['a/1.pem']);
  expect(asked).toEqual([]);
  write('b/c/2.pem');
  rmSync(at('a/1.pem'));
  expect(short(await find(question))).toEqual(['b/c/2.pem']);
  expect(asked.sort()).toEqual(['b/c/2.pem', 'b/c/d']);
  expect(await find({ ...question, rules: {}, mayRead: () => true })).toEqual([]);
});

it.each([
  [50, 2],
  [200, 1],
])(
  'a directory that was read %i ms after its last change is read %i times in two looks',
  async (ms, times) => {
    write('a.pem');
    let asked = 0;
    const mayRead = (path: string): boolean => {
      asked += 1;
      return isNoPem(path);
    };
    const find = createDeniedFiles({ now: () => Math.floor(statSync(root).ctimeMs) + ms });
    const question = { roots: [root], mayRead, rules: RULES, hidden: NOTHING };
    expect([await find(question), await find(question)].map(short)).toEqual([['a.pem'], ['a.pem']]);
    expect(asked).toBe(times);
  },
);

it('are not looked for again where there were too many, until the rules change', async () => {
  for (const path of ['a', 'b', 'c.pem']) write(path);
  const find = createDeniedFiles({ maxNames: 2 });
  const question = { roots: [root], mayRead: isNoPem, rules: RULES, hidden: NOTHING };
  expect(await find(question)).toBeUndefined();
  rmSync(at('a'));
  expect(await find(question)).toBeUndefined();
  expect(short(await find({ ...question, rules: {} }))).toEqual(['c.pem']);
});
