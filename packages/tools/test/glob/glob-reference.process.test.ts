import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGlobTool } from '../../src/glob/glob-tool.ts';
import { testContext } from '../ripgrep/context.ts';
import { outputOf } from '../ripgrep/run-tool.ts';
import { temporaryTree } from '../ripgrep/temporary-tree.ts';

/** A tenth of the usual runs, since each makes a tree and starts rg. */
const numRuns = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 200) / 10);

const name = fc.constantFrom('a', 'b', 'ab', 'a.ts', '.b', 'c d', 'é');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const segment = fc.constantFrom('a', 'b', '*', '**', '?', '*b', 'a*', '*.ts', '[ab]', '{a,b}', '.b', 'c d');
const pattern = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));

/** The reference: one pattern segment after the other, with backtracking. */
function matches(segments: readonly string[], names: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  const [name, ...deeper] = names;
  if (segment === undefined || name === undefined) return segment === undefined && name === undefined;
  if (segment === '**') {
    const isLast = rest.length === 0;
    return isLast || matches(rest, names) || matches(segments, deeper);
  }
  return matchesName(segment, name) && matches(rest, deeper);
}

const SEGMENTS: Readonly<Record<string, RegExp>> = {
  '*': /^/,
  // rg matches bytes.
  '?': /^[a-z]$/,
  '*b': /b$/,
  'a*': /^a/,
  '*.ts': /\.ts$/,
  '[ab]': /^[ab]$/,
  '{a,b}': /^[ab]$/,
};

function matchesName(segment: string, name: string): boolean {
  return SEGMENTS[segment]?.test(name) ?? segment === name;
}

async function inTree(files: readonly string[], test: (root: string) => Promise<void>): Promise<void> {
  let remove = (): void => {};
  const root = temporaryTree(
    Object.fromEntries(files.map((file) => [file, ''])),
    (clean) => (remove = clean),
  );
  try {
    await test(root);
  } finally {
    remove();
  }
}

const trees = fc.uniqueArray(path, { maxLength: 12 }).map((paths) => {
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
});

it('finds what a simple matcher finds, newest first', async () => {
  const glob = createGlobTool();
  await fc.assert(
    fc.asyncProperty(trees, pattern, (files, pattern) =>
      inTree(files, async (root) => {
        const expected = files.filter((file) => matches(pattern.split('/'), file.split('/'))).toReversed();
        const inside = await outputOf(glob, { pattern }, testContext(root));
        expect(inside.filenames).toEqual(expected);
        const outside = await outputOf(glob, { pattern: `${root}/${pattern}` }, testContext('/'));
        expect(outside.filenames).toEqual(expected.map((file) => join(root, file).slice(1)));
      }),
    ),
    { numRuns },
  );
});

it('finds what it would find if what may not be read did not exist', async () => {
  const isDenied = (file: string): boolean => /(?:^|\/)(?:b|\.b)(?:\/|$)/.test(file);
  await fc.assert(
    fc.asyncProperty(trees, pattern, (files, pattern) =>
      inTree(files, async (root) => {
        const guarded = createGlobTool({ mayRead: (path) => !isDenied(path.slice(root.length + 1)) });
        const { filenames, totalMatches } = await outputOf(guarded, { pattern }, testContext(root));
        const open = files.filter((file) => !isDenied(file));
        const expected = open.filter((file) => matches(pattern.split('/'), file.split('/'))).toReversed();
        expect(filenames).toEqual(expected);
        expect(totalMatches).toBe(expected.length);
      }),
    ),
    { numRuns },
  );
});
