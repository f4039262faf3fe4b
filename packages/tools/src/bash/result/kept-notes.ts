import type { CommandResult } from '@sluice/process';
import { processNames } from '../start/process-names.ts';

/** A note about processes that continue because of the setting keepProcesses. */
export function keptNotes({ kept }: Pick<CommandResult, 'kept'>): readonly string[] {
  if (kept.length === 0) return [];
  return [`Left running because of the setting keepProcesses: ${processNames(kept)}.`];
}
