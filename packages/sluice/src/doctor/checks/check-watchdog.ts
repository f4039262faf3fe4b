import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import type { Finding } from '../finding.ts';

/** Leaves a process behind on purpose and looks whether it is ended. */
export async function checkWatchdog(): Promise<Finding> {
  const name = 'Clean-up';
  const directory = mkdtempSync(join(tmpdir(), 'sluice-doctor-'));
  try {
    await using session = createProcessSession();
    const command = 'setsid sleep 300 & setsid sleep 300 & sleep 0.1';
    const outputPath = join(directory, 'output');
    const { stopped, remaining, end } = await session.run({
      command,
      cwd: directory,
      outputPath,
      settleMs: 0,
    });
    if (end.status === 'spawn-failed') return { name, status: 'bad', text: end.message };
    const isClean = stopped.length === 2 && remaining.length === 0;
    return isClean
      ? { name, status: 'good', text: 'processes that a command leaves behind are found and ended' }
      : {
          name,
          status: 'bad',
          text: `of two processes left behind, ${stopped.length} were found and ended; is /proc mounted?`,
        };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
