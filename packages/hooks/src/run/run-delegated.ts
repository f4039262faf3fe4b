import { runnerFor, type HandlerRunners } from './handler-runners.ts';
import { kindText, type DelegatedHandler } from '../read/hook-handler.ts';
import { runFunction, type FunctionRun } from './run-function.ts';

/** The result of a handler run by an external runner; `unavailable`: there is none. */
export type DelegatedRun = FunctionRun | { readonly status: 'unavailable'; readonly what: string };

/** Has the runner of its type run a handler, if there is one. */
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
