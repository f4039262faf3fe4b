import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCorpus } from '../corpus/read-corpus.ts';
import { failed } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../packages/sluice/dist/cli.js', import.meta.url));
const LINES = 10_000;
const NAME = `sluice explain --jsonl, ${LINES} lines`;

/** From start to exit of the built program. */
export const explainRow: Row = {
  name: 'explain',
  about: `start to exit of sluice explain --jsonl with ${LINES} calls`,
  async measure({ isQuick }) {
    if (!existsSync(BUNDLE)) return [failed(NAME, 'not built: run npm run build')];
    using directory = temporaryDirectory();
    const input = `${calls(directory.path).join('\n')}\n`;
    const ours = Array<number>();
    for (let run = 0; run < (isQuick ? 2 : 5); run += 1) {
      const startedAt = performance.now();
      const { stdout, status } = spawnSync(
        process.execPath,
        [
          PROGRAM,
          'explain',
          '--jsonl',
          '--cwd',
          directory.path,
          '--allow',
          'Bash(npm *)',
          '--deny',
          'Read(.env)',
        ],
        { input, encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, HOME: directory.path } },
      );
      ours.push(performance.now() - startedAt);
      const answers = stdout.split('\n').filter((line) => line.includes('"decision":'));
      const broken = answers.filter((line) => line.includes('"error":')).length;
      if (status !== 0 || answers.length !== LINES || broken > 0) {
        const found = `${answers.length} answers, ${broken} of them errors, status ${String(status)}`;
        return [failed(NAME, found)];
      }
    }
    const target = { kind: 'at-most', value: 5000 } as const;
    return [{ status: 'measured', name: NAME, unit: 'ms', ours, baseline: undefined, target }];
  },
};

/** Commands of both corpora in turn, and every tenth call reads a file. */
function calls(cwd: string): readonly string[] {
  const commands = [...readCorpus('benign-commands'), ...readCorpus('effect-commands')];
  return Array.from({ length: LINES }, (_, index) => {
    if (index % 10 === 9)
      return JSON.stringify({ tool: 'Read', input: { file_path: `${cwd}/src/a-${index}.ts` } });
    return JSON.stringify({ tool: 'Bash', input: { command: commands[index % commands.length] } });
  });
}
