import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import type { Finding } from '../finding.ts';

/** Two that keep their environment, and one that hides everything but its mark and ends soon. */
const COMMAND = 'setsid sleep 300 & setsid sleep 300 & (setsid env -i "$(command -v sleep)" 20 &); sleep 0.1';

/** Leaves processes behind on purpose and checks that they are ended. */
export async function checkWatchdog(): Promise<Finding> {
  const name = 'Clean-up';
  const directory = mkdtempSync(join(tmpdir(), 'sluice-doctor-'));
  try {
    await using session = createProcessSession();
    const outputPath = join(directory, 'output');
    const { stopped, remaining, end } = await session.run({
      command: COMMAND,
      cwd: directory,
      outputPath,
      settleMs: 0,
    });
    if (end.status === 'spawn-failed') return { name, status: 'bad', text: end.message };
    if (stopped.length < 2 || remaining.length > 0) {
      const text = `of three processes left behind, ${stopped.length} were found and ended; is /proc mounted?`;
      return { name, status: 'bad', text };
    }
    const found = 'processes that a command leaves behind are found and ended';
    return stopped.length === 3
      ? { name, status: 'good', text: found }
      : {
          name,
          status: 'absent',
          text: `${found}, except those that clear their environment and leave their parent within the first second: the limit of file locks (\`ulimit -x\`), which would mark them, can't be set`,
        };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
