import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { interleave, timeOf } from '../support/interleave.ts';
import type { Line } from '../support/line.ts';
import type { Row } from '../support/row.ts';
import { runChild } from '../support/run-child.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openToolSession } from '../support/tool-session.ts';

const FOLDERS = 200;
const FILES = 40;

interface Comparison {
  readonly name: string;
  readonly tool: 'Grep' | 'Glob';
  readonly input: Readonly<Record<string, string | number>>;
  readonly rgArguments: readonly string[];
}

const PATTERN = 'needle[0-9]+ in';

const COMPARISONS: readonly Comparison[] = [
  {
    name: 'Grep, files, vs rg -l',
    tool: 'Grep',
    input: { pattern: PATTERN },
    rgArguments: ['-l', PATTERN, './'],
  },
  {
    name: 'Grep, content, vs rg -n',
    tool: 'Grep',
    input: { pattern: PATTERN, output_mode: 'content' },
    rgArguments: ['-n', '--no-heading', PATTERN, './'],
  },
  {
    name: 'Glob vs rg --files --sortr modified',
    tool: 'Glob',
    input: { pattern: '**/*.ts' },
    rgArguments: ['--files', '--sortr', 'modified', '--glob', '/**/*.ts', './'],
  },
];

/** The search tools cost little more than the rg that they run. */
export const searchRow: Row = {
  name: 'search',
  about: `Grep and Glob against rg itself, on a tree of ${FOLDERS * FILES} files`,
  async measure({ isQuick }) {
    using tree = temporaryDirectory();
    using directory = temporaryDirectory();
    plantTree(tree.path);
    await using session = openToolSession(tree.path, directory.path);
    const lines: Line[] = [];
    for (const { name, tool, input, rgArguments } of COMPARISONS) {
      const ours = (): Promise<number> => timeOf(() => session.call(tool, input));
      const baseline = (): Promise<number> =>
        timeOf(async () => {
          const { bytes } = await runChild(rgPath, ['--no-config', ...rgArguments], { cwd: tree.path });
          if (bytes === 0) throw new Error('rg found nothing.');
        });
      await interleave(2, ours, baseline);
      const measured = await interleave(isQuick ? 3 : 15, ours, baseline);
      const target = { kind: 'ratio', atMost: 1.1, plus: 10 } as const;
      lines.push({ status: 'measured', name, unit: 'ms', ...measured, target });
    }
    return lines;
  },
};

/** A tree of small sources of which every twentieth holds what is looked for, each changed at another time. */
function plantTree(root: string): void {
  const filler = 'export const value = compute(input, options);\n'.repeat(80);
  let count = 0;
  for (let folder = 0; folder < FOLDERS; folder += 1) {
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
