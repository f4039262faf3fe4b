import { runnerFor, type HandlerRunners } from './handler-runners.ts';
import { kindText, type DelegatedHandler } from '../read/hook-handler.ts';
import { runFunction, type FunctionRun } from './run-function.ts';

/** What came of a handler that others run; `unavailable`: nobody does. */
export type DelegatedRun = FunctionRun | { readonly status: 'unavailable'; readonly what: string };

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
