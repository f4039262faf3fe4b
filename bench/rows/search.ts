import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { shortfall } from '../support/counts.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';
import { shownText } from '../support/shown-text.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openToolSession, type ToolSession } from '../support/tool-session.ts';

const FILES = 40;

interface Comparison {
  readonly name: string;
  readonly tool: 'Grep' | 'Glob';
  readonly input: Readonly<Record<string, string | number>>;
  /** Stands in every right answer. */
  readonly expected: RegExp;
  readonly rgArguments: readonly string[];
  readonly denies?: readonly string[];
}

const PATTERN = 'needle[0-9]+ in';

const COMPARISONS: readonly Comparison[] = [
  {
    name: 'Grep, files, vs rg -l',
    tool: 'Grep',
    input: { pattern: PATTERN },
    expected: /part-0\/folder-0\/file-/,
    rgArguments: ['-l', PATTERN, './'],
  },
  {
    name: 'Grep, files, two Read rules that deny, vs rg -l',
    tool: 'Grep',
    input: { pattern: PATTERN },
    expected: /part-0\/folder-0\/file-/,
    rgArguments: ['-l', PATTERN, './'],
    denies: ['Read(**/*.pem)', 'Read(secret/**)'],
  },
  {
    name: 'Grep, content, vs rg -n',
    tool: 'Grep',
    input: { pattern: PATTERN, output_mode: 'content' },
    expected: /file-\d+\.\w+:81:\/\/ needle\d+ in a haystack/,
    rgArguments: ['-n', '--no-heading', PATTERN, './'],
  },
  {
    name: 'Glob vs rg --files --sortr modified',
    tool: 'Glob',
    input: { pattern: '**/*.ts' },
    expected: /file-\d+\.ts.*\(The 100 newest of \d+ files/,
    rgArguments: ['--files', '--sortr', 'modified', '--glob', '/**/*.ts', './'],
  },
];

/** The search tools cost little more than the rg that they run. */
export const searchRow: Row = {
  name: 'search',
  about: 'Grep and Glob against rg itself, on a tree of 8,000 files (with --full also 100,000)',
  async measure(options) {
    const lines = await searchTree('', 200, options.isQuick ? 3 : 15);
    return options.isFull ? [...lines, ...(await searchTree(', 100,000 files', 2500, 5))] : lines;
  },
};

async function searchTree(suffix: string, folders: number, runs: number): Promise<readonly Line[]> {
  using tree = temporaryDirectory();
  using directory = temporaryDirectory();
  plantTree(tree.path, folders);
  const lines: Line[] = [];
  for (const comparison of COMPARISONS) {
    const { denies } = comparison;
    await using session = openToolSession(tree.path, directory.path, denies === undefined ? {} : { denies });
    lines.push(await compare(`${comparison.name}${suffix}`, comparison, session, tree.path, runs));
  }
  return lines;
}

async function compare(
  name: string,
  { tool, input, expected, rgArguments }: Comparison,
  session: ToolSession,
  root: string,
  runs: number,
): Promise<Line> {
  const counts = { answers: 0 };
  const ours = async (): Promise<number> => {
    const startedAt = performance.now();
    const finished = await session.call(tool, input);
    const ms = performance.now() - startedAt;
    if (expected.test(shownText(finished))) counts.answers += 1;
    return ms;
  };
  const baseline = (): Promise<number> =>
    timeOf(async () => {
      const { bytes } = await runChild(rgPath, ['--no-config', ...rgArguments], { cwd: root });
      if (bytes === 0) throw new Error('rg found nothing.');
    });
  const warmUps = 2;
  await interleave(warmUps, ours, baseline);
  const measured = await interleave(runs, ours, baseline);
  const missing = shortfall(counts, runs + warmUps);
  if (missing !== undefined) return failed(name, missing);
  return {
    status: 'measured',
    name,
    unit: 'ms',
    ...measured,
    target: { kind: 'ratio', atMost: 1.1, plus: 10 },
  };
}

/** A tree of small sources of which every twentieth holds what is looked for, each changed at another time. */
function plantTree(root: string, folders: number): void {
  const filler = 'export const value = compute(input, options);\n'.repeat(80);
  let count = 0;
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(root, `part-${folder % 20}`, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES; file += 1) {
      count += 1;
      const name = join(path, `file-${file}.${file % 4 === 0 ? 'md' : 'ts'}`);
      const needle = count % 20 === 0 ? `// needle${count} in a haystack\n` : '';
      writeFileSync(name, filler + needle + filler);
      const changedAt = 1_700_000_000 + ((count * 7919) % 100_003);
      utimesSync(name, changedAt, changedAt);
    }
  }
}
