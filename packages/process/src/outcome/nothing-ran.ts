import type { CommandEnd, CommandResult } from '../command.ts';

/** The result of a command when only its end is known. */
export function nothingRan(end: CommandEnd, startedAt = performance.now()): CommandResult {
  return {
    end,
    sandbox: 'not-applicable',
    denials: [],
    outputBytes: 0,
    stopped: [],
    kept: [],
    remaining: [],
    durationMs: performance.now() - startedAt,
  };
}
