import { isJsonObject } from '@sluice/core';
import { hookEnvironment } from './hook-environment.ts';
import type { CommandHandler } from './hook-handler.ts';
import { hookInput, type ToldCall } from './hook-input.ts';
import type { HookSurroundings } from './hook-surroundings.ts';
import { interpretRun, type HookMeaning } from './interpret-run.ts';
import { runProgram } from './run-program.ts';

/** Runs a handler's program about a call; undefined: it has nothing to say of this one. */
export type AskHook = (
  call: ToldCall & { readonly signal: AbortSignal },
  /** Fields of the event beside those that all have. */
  fields: object,
) => Promise<HookMeaning | undefined>;

/** @param projectRoot absolute: where the session began */
export function askHook(
  handler: CommandHandler,
  surroundings: HookSurroundings,
  projectRoot: string,
): AskHook {
  const concerns = handler.condition === undefined ? undefined : surroundings.ruleMatcher(handler.condition);
  let hasRun = false;
  return async (call, fields) => {
    const { input, toolName, cwd } = call;
    if (concerns !== undefined && isJsonObject(input) && !concerns({ toolName, input, cwd }))
      return undefined;
    if (handler.isOnce && hasRun) return undefined;
    hasRun = true;
    let text: string;
    try {
      text = hookInput(handler.event, call, fields, surroundings);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', problem: `the call can't be told to it as JSON (${message})` };
    }
    const env = hookEnvironment(surroundings.env, { projectRoot, sessionId: surroundings.sessionId() });
    const running = runProgram(
      {
        handler,
        input: text,
        directories: [cwd, projectRoot, surroundings.env['HOME']],
        env,
        projectRoot,
        signal: handler.isAsync ? undefined : call.signal,
      },
      surroundings.processes,
    );
    // It goes on beside the call, and what it says comes too late to count.
    return handler.isAsync ? undefined : interpretRun(await running, handler.event);
  };
}
