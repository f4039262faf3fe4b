import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../packages/sluice/dist/cli.js', import.meta.url));

interface Start {
  readonly name: string;
  readonly args: readonly string[];
  readonly input: string;
  /** Must appear in what it prints. */
  readonly proof: string;
  readonly atMost: number;
}

/** From start to exit of the built program, beside a Node that does nothing. */
export const startUpRow: Row = {
  name: 'start-up',
  about: 'start to exit of the sluice command, and import of the library, against a bare node -e 0',
  async measure({ isQuick }) {
    using directory = temporaryDirectory();
    const file = join(directory.path, 'note.txt');
    writeFileSync(file, 'proof of reading\n');
    const lines: Line[] = [];
    for (const { name, args, input, proof, atMost } of startsIn(directory.path, file)) {
      if (!existsSync(PROGRAM) || !existsSync(BUNDLE)) {
        lines.push(failed(name, 'not built: run npm run build'));
        continue;
      }
      const ours = (): Promise<number> =>
        timeOf(async () => {
          const { head } = await runChild(process.execPath, [PROGRAM, ...args], { input });
          if (!head.includes(proof)) throw new Error(`sluice ${args.join(' ')} did not print "${proof}".`);
        });
      const bare = (): Promise<number> => timeOf(() => runChild(process.execPath, ['-e', '0']));
      await interleave(2, ours, bare);
      const measured = await interleave(isQuick ? 3 : 21, ours, bare);
      lines.push({
        status: 'measured',
        name,
        unit: 'ms',
        ...measured,
        target: { kind: 'difference', atMost },
      });
    }
    for (const { entry, atMost } of ENTRIES) lines.push(await measureImport(entry, atMost, isQuick));
    return lines;
  },
};

/** What programs import, by its file in `dist`. */
const ENTRIES = [
  { entry: 'index.js', atMost: 80 },
  { entry: 'runtime.js', atMost: 50 },
] as const;

/** Without any cache of compiled code. */
async function measureImport(entry: string, atMost: number, isQuick: boolean): Promise<Line> {
  const name = `import of dist/${entry}`;
  const file = new URL(`../../packages/sluice/dist/${entry}`, import.meta.url);
  if (!existsSync(file)) return failed(name, 'not built: run npm run build');
  const program = `await import(${JSON.stringify(file.href)})`;
  const ours = (): Promise<number> =>
    timeOf(() => runChild(process.execPath, ['--input-type=module', '-e', program]));
  const bare = (): Promise<number> =>
    timeOf(() => runChild(process.execPath, ['--input-type=module', '-e', '0']));
  await interleave(2, ours, bare);
  const measured = await interleave(isQuick ? 3 : 21, ours, bare);
  return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'difference', atMost } };
}

function startsIn(cwd: string, file: string): readonly Start[] {
  const read = { type: 'tool_use', id: 'call-1', name: 'Read', input: { file_path: file } };
  return [
    { name: 'sluice --version', args: ['--version'], input: '', proof: '.', atMost: 8 },
    { name: 'sluice --help', args: ['--help'], input: '', proof: 'exec', atMost: 20 },
    {
      name: 'sluice exec of one Read',
      args: ['exec', '--cwd', cwd, '--output-format', 'jsonl'],
      input: `${JSON.stringify(read)}\n${JSON.stringify({ type: 'message_stop' })}\n`,
      proof: 'proof of reading',
      atMost: 45,
    },
  ];
}
