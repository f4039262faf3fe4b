import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, timeOf } from '../support/table/interleave.ts';
import type { Row } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
const CALLS = 10_000;

/** A session of 10,000 calls as a page, from start to exit of the built program. */
export const traceRow: Row = {
  name: 'trace',
  about: `sluice trace of a session of ${CALLS} calls against a bare node -e 0`,
  async measure({ isQuick }) {
    using directory = temporaryDirectory();
    const file = join(directory.path, 'note.txt');
    writeFileSync(file, 'note\n');
    const call = (index: number): string =>
      `${JSON.stringify({ type: 'tool_use', id: `c${index}`, name: 'Read', input: { file_path: file } })}\n`;
    const input = Array.from({ length: CALLS }, (_, index) => call(index)).join('');
    const session = join(directory.path, 'session');
    await runChild(process.execPath, [PROGRAM, 'exec', '-', '--session-dir', session], { input });
    const out = join(directory.path, 'page.html');
    const ours = (): Promise<number> =>
      timeOf(() =>
        runChild(process.execPath, [PROGRAM, 'trace', '--session-dir', session, '--out', out], { input: '' }),
      );
    const bare = (): Promise<number> => timeOf(() => runChild(process.execPath, ['-e', '0']));
    const measured = await interleave(isQuick ? 2 : 7, ours, bare);
    return [
      {
        status: 'measured',
        name: `the page of ${CALLS} calls, vs node -e 0`,
        unit: 'ms',
        ...measured,
        target: { kind: 'difference', atMost: 1_000 },
      },
    ];
  },
};
