import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grepArguments } from '../../src/grep/grep-arguments.ts';
import type { GrepInput } from '../../src/grep/grep-input.ts';
import { createGrepTool } from '../../src/grep/grep-tool.ts';
import { search } from '../../src/grep/search.ts';
import { findRipgrep } from '../../src/ripgrep/find-ripgrep.ts';
import { testContext } from '../ripgrep/context.ts';
import { outputOf } from '../ripgrep/run-tool.ts';
import { temporaryTree } from '../ripgrep/temporary-tree.ts';

/** A tenth of the usual runs, since each makes a tree and starts rg several times. */
const numRuns = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 200) / 10);

type Files = Readonly<Record<string, readonly string[]>>;

const name = fc.constantFrom('a', 'a.b', 'b', 'a-b', '.c', 'd e', 'é');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const line = fc.constantFrom('', 'x', 'xx', 'needle', 'needle needle', 'é needle', 'a:1:b', '--');
const files: fc.Arbitrary<Files> = fc
  .dictionary(path, fc.array(line, { maxLength: 12 }), { maxKeys: 8, noNullPrototype: true })
  .map((files) => {
    const isFolder = (path: string): boolean =>
      Object.keys(files).some((other) => other.startsWith(`${path}/`));
    return Object.fromEntries(Object.entries(files).filter(([path]) => !isFolder(path)));
  });
const paging = { offset: fc.nat(12), head_limit: fc.nat(12) };

function pathOrder(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  const at = left.findIndex((name, index) => name !== right[index]);
  return Buffer.compare(Buffer.from(left[at] ?? ''), Buffer.from(right[at] ?? ''));
}

/** The reference: all entries of a mode, in order. */
function entriesOf(files: Files, input: GrepInput): readonly string[] {
  const pattern = new RegExp(input.pattern, 'u');
  return Object.keys(files)
    .toSorted(pathOrder)
    .flatMap((path) => {
      const lines = files[path] ?? [];
      const hits = lines.flatMap((text, index) => (pattern.test(text) ? [index] : []));
      if (hits.length === 0) return [];
      if (input.output_mode === 'count') return [`${path}:${hits.length}`];
      if (input.output_mode !== 'content') return [path];
      return lines.flatMap((text, index) => {
        if (hits.includes(index)) return [`${path}:${index + 1}:${text}`];
        const reach = input.context ?? 0;
        return hits.some((hit) => Math.abs(hit - index) <= reach) ? [`${path}-${index + 1}-${text}`] : [];
      });
    });
}

async function inTree(files: Files, test: (root: string) => Promise<void>): Promise<void> {
  let remove = (): void => {};
  const contents = Object.entries(files).map(([path, lines]) => [
    path,
    lines.map((line) => `${line}\n`).join(''),
  ]);
  const root = temporaryTree(Object.fromEntries(contents), (clean) => (remove = clean));
  try {
    await test(root);
  } finally {
    remove();
  }
}

const input = fc.record({
  pattern: fc.constantFrom('needle', 'x', '^$', 'x{2}', 'absent', '.'),
  output_mode: fc.constantFrom('content', 'count', 'files_with_matches'),
  context: fc.nat(2),
  ...paging,
});

describe('Grep', () => {
  it('finds what a simple search finds, page by page', async () => {
    const grep = createGrepTool();
    await fc.assert(
      fc.asyncProperty(files, input, (files, input) =>
        inTree(files, async (root) => {
          const output = await outputOf(grep, input, testContext(root));
          const all = entriesOf(files, input);
          const end = input.head_limit === 0 ? undefined : input.offset + input.head_limit;
          const expected = all.slice(input.offset, end);
          const got =
            input.output_mode === 'files_with_matches' ? output.filenames : contentOf(output.content);
          expect(got).toEqual(expected);
          expect(input.output_mode === 'content' ? output.totalLines : output.totalFiles).toBe(all.length);
          expect(output.appliedLimit).toBe(
            end !== undefined && end < all.length ? expected.length : undefined,
          );
        }),
      ),
      { numRuns },
    );
  });

  it('gives the same page when the output is too large to be searched in parallel', async () => {
    const command = await findRipgrep();
    const never = new AbortController().signal;
    await fc.assert(
      fc.asyncProperty(files, input, (files, input) =>
        inTree(files, async (root) => {
          const run = {
            command,
            environment: process.env,
            args: grepArguments(input, root, './'),
            cwd: root,
            signal: never,
            timeLimit: never,
          };
          const request = {
            run,
            mode: input.output_mode,
            offset: input.offset,
            limit: input.head_limit === 0 ? Infinity : input.head_limit,
            mayShow: () => true,
          };
          const parallel = await search(request);
          const sorted = await search({ ...request, parallelBytes: 0 });
          expect(sorted.page.entries()).toEqual(parallel.page.entries());
          expect(sorted.page.isCut()).toBe(parallel.page.isCut());
          if (input.output_mode === 'count') expect(sorted.matches).toBe(parallel.matches);
        }),
      ),
      { numRuns },
    );
  });
});

/** Separators are not entries; a line of two dashes in a file has its path in front. */
function contentOf(content: string | undefined): readonly string[] {
  return content === undefined || content === '' ? [] : content.split('\n').filter((line) => line !== '--');
}
