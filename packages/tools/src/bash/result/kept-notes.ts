import type { CommandResult } from '@sluice/process';
import { processNames } from '../start/process-names.ts';

/** What a result says of processes that run on because the settings name their programs. */
export function keptNotes({ kept }: Pick<CommandResult, 'kept'>): readonly string[] {
  if (kept.length === 0) return [];
  return [`Left running, since the settings name it (keepProcesses): ${processNames(kept)}.`];
}
