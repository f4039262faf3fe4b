import { parseCommand } from '@sluice/shell';
import type { ParsedCommand } from '../../src/bash/judge/plain-command.ts';

/** A command as the tool hands it on once permission has analyzed it. */
export function parsed(source: string): ParsedCommand {
  const found = parseCommand(source);
  return { source, script: found.kind === 'opaque' ? undefined : found.script };
}
