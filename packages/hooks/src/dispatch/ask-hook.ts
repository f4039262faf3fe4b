import { randomUUID } from 'node:crypto';
import { errorText } from '@sluice/base';
import type { HookOutput, HookProgram } from '@sluice/core';
import { askServer } from '../run/ask-server.ts';
import { concernOf } from './concern-of.ts';
import type { HookContext } from './hook-context.ts';
import { hookEnvironment } from '../run/hook-environment.ts';
import { isEngineEvent } from '../events/event-lookup.ts';
import { placeText, type CommandHandler, type HookHandler } from '../read/hook-handler.ts';
import { hookName } from '../read/hook-speaker.ts';
import { effortAt, hookInput, type HookFields } from '../run/hook-input.ts';
import { geminiInput, geminiOutput } from '../run/gemini-form.ts';
import { handlerIdentity } from '../read/handler-identity.ts';
import { interpretDelegated } from '../answer/interpret-delegated.ts';
import { interpretRun, type HookMeaning } from '../answer/interpret-run.ts';
import { interpretServer } from '../answer/interpret-server.ts';
import { programOf } from './program-of.ts';
import { runDelegated } from '../run/run-delegated.ts';
import { runProgram, type ProgramRun } from '../run/run-program.ts';
import { interpretFunction } from '../answer/interpret-function.ts';
import { runFunction } from '../run/run-function.ts';
import { deliverLateOutput } from './deliver-late-output.ts';
import { watchOutput } from '../run/watch-output.ts';
import type { HookReport } from './hook-report.ts';

export interface Question extends HookFields {
  /** The call that it is about, if any. */
  readonly callId?: string;
  readonly signal: AbortSignal | undefined;
  /** A limit that overrides the handler's own timeout. */
  readonly withinMs?: number;
  /** Where its program may leave shell text for later commands. */
  readonly environmentFile?: string | undefined;
  /** Called with its output so far, once it has run for a second. Must not throw. Default: `HookContext.onProgress`. */
  readonly onOutput?: ((output: HookOutput) => void) | undefined;
}

/** Runs a handler for an event; undefined if the handler doesn't apply. */
export type AskHook = (question: Question) => Promise<HeardHook | undefined>;

/** The meaning of a run and, for a program, its output. */
export type HeardHook = HookMeaning & { readonly program?: HookProgram };

export function askHook(handler: HookHandler, context: HookContext): AskHook {
  const concerns = concernOf(handler, context);
  return async (question) => {
    const { call } = question;
    if (concerns?.(question) === false) return undefined;
    if (handler.isOnce) context.ranOnce.add(handlerIdentity(handler));
    let text: string;
    try {
      text = hookInput(handler.event, question, context);
    } catch (error) {
      const message = errorText(error);
      return { kind: 'failed', problem: `the event can't be passed to it as JSON (${message})` };
    }
    const isOfGemini = handler.kind === 'command' && handler.format === 'gemini';
    if (isOfGemini) text = geminiInput(handler.event, text, new Date());
    const startedAt = performance.now();
    const elapsed = (): number => performance.now() - startedAt;
    const atWork = {
      runId: randomUUID(),
      handler,
      hook: hookName(handler),
      place: placeText(handler.place),
      isOfEngine: isEngineEvent(handler.event) && !(handler.kind === 'command' && handler.isAsync),
      callId: question.callId,
      toolName: call?.toolName,
    };
    const report = (run: HookReport['run'], meaning: HookMeaning): HeardHook => {
      const program = programOf(run);
      context.onRun?.({ ...atWork, run, program, meaning, durationMs: elapsed() });
      return program === undefined ? meaning : { ...meaning, program };
    };
    const ofEngine = atWork.isOfEngine ? question.onOutput : undefined;
    const onOutput =
      ofEngine ?? ((output: HookOutput): void => context.onProgress?.(atWork, output, elapsed()));
    context.onStart?.(atWork);
    const timeoutMs = Math.min(handler.timeoutMs, question.withinMs ?? Infinity);
    if (handler.kind === 'http') {
      const stop = watchOutput(() => NO_OUTPUT, onOutput);
      const run = await askServer({ ...handler, timeoutMs }, text, question.signal, context).finally(stop);
      return report(run, interpretServer(run, handler.event));
    }
    if (handler.kind === 'function') {
      const stop = watchOutput(() => NO_OUTPUT, onOutput);
      const run = await runFunction({ ...handler, timeoutMs }, text, question.signal).finally(stop);
      return report(run, interpretFunction(run, handler.event));
    }
    if (handler.kind !== 'command') {
      const stop = watchOutput(() => NO_OUTPUT, onOutput);
      const bounded = { ...handler, timeoutMs };
      const run = await runDelegated(bounded, text, question.signal, context.runners).finally(stop);
      return report(run, interpretDelegated(run, handler));
    }
    const running = startProgram({ ...handler, timeoutMs }, text, { ...question, onOutput }, context);
    if (handler.isAsync) {
      // It keeps running alongside the call, and its answer comes too late to decide.
      const ending = running.then(async (run) => {
        const whole = (await run.later) ?? run;
        report(whole, await deliverLateOutput(handler, whole, context));
      });
      context.onBackground?.(ending, atWork);
      return undefined;
    }
    const run = await running;
    if (run.later !== undefined) {
      const ending = run.later.then((whole) => deliverLateOutput(handler, whole, context));
      context.onBackground?.(
        ending.then(() => {}),
        atWork,
      );
    }
    const said = isOfGemini ? { ...run, stdout: geminiOutput(handler.event, run.stdout, text) } : run;
    return report(run, interpretRun(said, handler.event, question.cwd));
  };
}

/** Only a program produces output before it answers. */
const NO_OUTPUT: HookOutput = { stdout: '', stderr: '' };

function startProgram(
  handler: CommandHandler,
  input: string,
  question: Question,
  context: HookContext,
): Promise<ProgramRun> {
  const { cwd, signal, environmentFile, onOutput } = question;
  const { env, projectRoot, processes } = context;
  const effort = effortAt(handler.event, question, context);
  const { plugin } = handler.place;
  const session = { projectRoot, sessionId: context.sessionId(), effort, plugin };
  const request = {
    handler,
    input,
    directories: [cwd, projectRoot, env['HOME']],
    env: hookEnvironment(env, session, environmentFile),
    projectRoot,
    signal: handler.isAsync ? undefined : signal,
    onOutput,
  };
  return runProgram(request, processes);
}
