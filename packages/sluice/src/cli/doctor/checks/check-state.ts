import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { ioFailure } from '@sluice/host';
import type { Finding } from '../finding.ts';

const HOW =
  'Make it writable, or set SLUICE_STATE_DIR to another directory. Without one: sluice -p --no-session-persistence.';

/** Whether sessions can be saved: a directory is made where they would be, and removed. */
export function checkState(env: Readonly<Record<string, string | undefined>>): Finding {
  const name = 'State';
  const state = stateDirectory(env);
  try {
    rmdirSync(mkdtempSync(join(present(join(state, 'sessions')), '.doctor-')));
    return { name, status: 'good', text: `sessions are saved in ${state}` };
  } catch (error) {
    const text = `sessions can't be saved in ${state} (${ioFailure(error).reason})`;
    return { name, status: 'bad', text, details: [HOW] };
  }
}

/** The directory, or the nearest one above it that is there. */
function present(directory: string): string {
  const above = dirname(directory);
  const isThere = statSync(directory, { throwIfNoEntry: false }) !== undefined;
  return isThere || above === directory ? directory : present(above);
}
