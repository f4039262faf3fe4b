import { runnerFor, type HandlerRunners } from './handler-runners.ts';
import { kindText, type DelegatedHandler } from './hook-handler.ts';
import type { DelegatedRun } from './interpret-delegated.ts';
import { runFunction } from './run-function.ts';

/** Has a handler run by those who run its type, if anybody does. */
export async function runDelegated(
  handler: DelegatedHandler,
  text: string,
  signal: AbortSignal | undefined,
  runners: HandlerRunners | undefined,
): Promise<DelegatedRun> {
  const run = runnerFor(handler, runners);
  if (run === undefined) return { status: 'unavailable', what: kindText(handler) };
  return runFunction({ run, timeoutMs: handler.timeoutMs }, text, signal);
}
