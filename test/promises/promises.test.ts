import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GOES_WRONG } from './goes-wrong.ts';
import type { PromiseLine } from './promise-line.ts';
import { RELIABILITY } from './reliability.ts';
import { TERMINAL } from './terminal.ts';

const root = join(import.meta.dirname, '../..');

/** Files with rows of a test, and the test that runs them. */
const ROWS: ReadonlyMap<string, string> = new Map(
  ['rows-of-commands', 'rows-of-places'].map((name) => [
    `packages/sluice/test/cli/permission/${name}.ts`,
    'packages/sluice/test/cli/permission/reliability-a.test.ts',
  ]),
);

/** How many lines each list has. A line that is added to a list needs a row here. */
const LENGTHS = {
  A: 27,
  B: 14,
  C: 12,
  D: 12,
  E: 10,
  F: 12,
  G: 18,
  agents: 5,
  'agents.plans': 8,
  'agents.skills': 8,
  'agents.web': 6,
  'agents.worktrees': 9,
  'agents.teams': 6,
  'agents.schedule': 7,
  'agents.lsp': 5,
  'agents.workflows': 6,
  mcp: 10,
  acp: 8,
  terminal: 22,
  'terminal.failures': 7,
};

const lines: readonly PromiseLine[] = [...RELIABILITY, ...GOES_WRONG, ...TERMINAL];
const listOf = ({ id }: PromiseLine): string => id.replace(/\d+$/, '');

it('has a row for every line of every list, each once', () => {
  const lengths: Record<string, number> = {};
  for (const line of lines) lengths[listOf(line)] = (lengths[listOf(line)] ?? 0) + 1;
  expect(lengths).toEqual(LENGTHS);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
});

it.each(lines.map((line) => [line.id, line] as const))('%s names a test or what it waits for', (_, line) => {
  const { heldBy = [], waitsFor = '' } = line;
  expect(heldBy.length > 0 || waitsFor !== '', line.says).toBe(true);
  for (const [file, title] of heldBy) {
    const test = ROWS.get(file) ?? file;
    expect(test).toMatch(/\.test\.ts$/);
    expect(existsSync(join(root, test)), test).toBe(true);
    if (test !== file) expect(sourceOf(test)).toContain(file.slice(file.lastIndexOf('/') + 1));
    expect(titlesIn(file), file).toContainEqual(expect.stringContaining(title));
  }
});

function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

const titles = new Map<string, readonly string[]>();

/** All texts in quotes of a file, as they are without escapes: titles of tests are among them, comments are not. */
function titlesIn(file: string): readonly string[] {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const code = sourceOf(file).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const found = [...code.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g)].map(
    ([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(['"`])/g, '$1'),
  );
  titles.set(file, found);
  return found;
}
