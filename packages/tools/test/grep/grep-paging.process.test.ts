import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GrepInput } from '../../src/grep/grep-input.ts';
import type { GrepOutput } from '../../src/grep/grep-output.ts';
import { createGrepTool } from '../../src/grep/grep-tool.ts';
import { testContext } from '../ripgrep/context.ts';
import { outputOf } from '../ripgrep/run-tool.ts';
import { temporaryTree } from '../ripgrep/temporary-tree.ts';

/** A tenth of the usual runs, since each makes a tree and starts rg several times. */
const numRuns = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 200) / 10);

const folder = fc.constantFrom('', 'a/', 'a.b/', 'secret/');
const name = fc.constantFrom('a.ts', 'b.js', '.hidden.ts', 'secret.js', 'x.log');
const word = fc.constantFrom('x', 'X', 'xx', 'needle', 'Needle x needle', '', '{', '}');
const file = fc.array(word, { maxLength: 10 });
const files = fc.dictionary(
  fc.tuple(folder, name).map(([folder, name]) => folder + name),
  file,
  { maxKeys: 8, noNullPrototype: true },
);

const input = fc.record(
  {
    pattern: fc.constantFrom('needle', 'x', '^', 'x{2}', 'needle.*x', '\\{.*?\\}'),
    output_mode: fc.constantFrom('content', 'count', 'files_with_matches'),
    '-i': fc.boolean(),
    '-o': fc.boolean(),
    '-n': fc.boolean(),
    '-A': fc.nat(2),
    '-B': fc.nat(2),
    multiline: fc.boolean(),
    glob: fc.constantFrom('*.ts', '!*.js', 'a/*', '{a,secret}/**'),
    type: fc.constantFrom('ts', 'js'),
  },
  { requiredKeys: ['pattern', 'output_mode'] },
);

/** The entries of an answer; only `--` between lines is none. */
function entriesOf(output: GrepOutput): readonly string[] {
  if (output.mode === 'files_with_matches') return output.filenames;
  const lines = (output.content ?? '').split('\n');
  return output.numFiles === 0 ? [] : lines.filter((line) => line !== '--');
}

async function inTree(
  files: Readonly<Record<string, readonly string[]>>,
  test: (root: string) => Promise<void>,
): Promise<void> {
  let remove = (): void => {};
  const contents = Object.entries(files).map(([path, lines]) => [path, lines.join('\n')]);
  const root = temporaryTree(Object.fromEntries(contents), (clean) => (remove = clean));
  try {
    await test(root);
  } finally {
    remove();
  }
}

describe('the pages of any search', () => {
  it('are together the whole, each with the same totals', async () => {
    const grep = createGrepTool();
    await fc.assert(
      fc.asyncProperty(files, input, fc.integer({ min: 1, max: 7 }), (files, input, limit) =>
        inTree(files, async (root) => {
          const context = testContext(root);
          const whole = await outputOf(grep, { ...input, head_limit: 0 }, context);
          const all = entriesOf(whole);
          const pages: string[] = [];
          for (let offset = 0; ;) {
            const page: GrepOutput = await outputOf(grep, { ...input, head_limit: limit, offset }, context);
            pages.push(...entriesOf(page));
            expect([page.totalFiles, page.totalLines, page.numMatches]).toEqual([
              whole.totalFiles,
              whole.totalLines,
              whole.numMatches,
            ]);
            expect(page.timedOut).toBeUndefined();
            if (page.appliedLimit === undefined) break;
            expect(page.appliedLimit).toBe(entriesOf(page).length);
            offset += page.appliedLimit;
          }
          expect(pages).toEqual(all);
          expect(input.output_mode === 'content' ? whole.totalLines : whole.totalFiles).toBe(all.length);
        }),
      ),
      { numRuns },
    );
  });

  it('are those of a tree in which what may not be read does not exist', async () => {
    const isSecret = (path: string): boolean => path.includes('secret');
    const paged = fc.tuple(input, fc.nat(5), fc.nat(5)).map(([input, offset, limit]): GrepInput => {
      return { ...input, offset, head_limit: limit };
    });
    await fc.assert(
      fc.asyncProperty(files, paged, (files, input) =>
        inTree(files, async (root) => {
          const guarded = createGrepTool({ mayRead: (path) => !isSecret(path.slice(root.length)) });
          const shown = await outputOf(guarded, input, testContext(root));
          const open = Object.fromEntries(Object.entries(files).filter(([path]) => !isSecret(path)));
          await inTree(open, async (without) => {
            expect(shown).toEqual(await outputOf(createGrepTool(), input, testContext(without)));
          });
        }),
      ),
      { numRuns },
    );
  });

  it('do not change while other searches run', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `${n % 7}/f${n}.ts`);
    const root = temporaryTree(Object.fromEntries(names.map((name) => [name, 'needle\n'.repeat(3)])));
    const grep = createGrepTool({ mayRead: (path) => !path.startsWith(join(root, '3')) });
    const input = { pattern: 'needle', output_mode: 'content', offset: 100, head_limit: 50 } as const;
    const alone = await outputOf(grep, input, testContext(root));
    const beside = await Promise.all(
      Array.from({ length: 12 }, () => outputOf(grep, input, testContext(root))),
    );
    for (const output of beside) expect(output).toEqual(alone);
  });
});
