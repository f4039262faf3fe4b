import type { CommandResult } from '@sluice/process';
import { memoryNotes } from './memory-notes.ts';
import { processNames } from './process-names.ts';

/** What a result says of processes that run on because the settings name their programs, and of those that a limit has ended. */
export function keptNotes(result: Pick<CommandResult, 'kept' | 'memory'>): readonly string[] {
  const { kept } = result;
  const left =
    kept.length === 0
      ? []
      : [`Left running, since the settings name it (keepProcesses): ${processNames(kept)}.`];
  return [...memoryNotes(result), ...left];
}
