import type { CommandEnd, CommandResult } from './command.ts';

/** The result of a command of which nothing is known but how it ended. */
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
