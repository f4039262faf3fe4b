import type { AgentEvent, AgentResult, Prompt } from '@sluice/agent';
import { present } from '@sluice/base';
import { systemClock } from '@sluice/core';
import {
  backgroundEnds,
  ceilingsFromEnvironment,
  createNextWork,
  mayWake,
  type AssembledAgent,
  type NextWork,
} from '@sluice/session/agent';
import { boundYoungSpace } from '../bound-young-space.ts';
import { HookFailures } from '../hook-failures.ts';
import type { Stop } from '../stop/stop.ts';
import type { PrintInput } from './input/read-input.ts';
import type { OpeningPause } from './client/opening-pause.ts';
import { createAwaitedRetry } from './output/awaited-retry.ts';
import { createChildMessages } from './output/child-messages.ts';
import { failureMessage } from './output/failure-message.ts';
import { createIdleGate } from './output/idle-gate.ts';
import { withBudgetEnd } from './output/over-budget.ts';
import { createPrintMessages } from './output/print-messages.ts';
import type { PrintOutput } from './output/print-output.ts';
import { openedMessage, refusedMessage } from './output/refused-result.ts';
import { blockText, isFailure, resultErrors } from './output/result-message.ts';
import { contentForClient } from './output/message-shapes.ts';
import { createResultNumbers } from './output/result-numbers.ts';
import { retryNotes } from './output/retry-notes.ts';
import { showSequence } from './output/show-sequence.ts';
import { progressMessage } from './output/task-message.ts';
import { textNotes } from './output/text-notes.ts';
import { createSessionTotals, withTotals } from './output/with-totals.ts';
import type { PrintOptions } from './print-options.ts';
import { hasMessages, notifyUser } from './report.ts';
import { createToolProgress } from './tool-progress.ts';
import { withMentions } from './with-mentions.ts';
import { createWorkAhead, stepsAhead } from './work-ahead.ts';

/**
 * The single JSON value at the end leaves the user without any output until then; a stream has messages for everything.
 */
const NOTES = { text: textNotes, json: retryNotes, 'stream-json': () => [] } as const;

interface Work {
  readonly options: PrintOptions;
  readonly output: PrintOutput;
  readonly stop: Stop;
  readonly input: PrintInput | undefined;
  /** Tells the client what the session has, unless it knows. Called as each turn begins. */
  readonly turnBegins: () => Promise<void>;
  /** Called with each message of the person that the agent takes. */
  readonly onPrompt: (content: unknown, id: string | undefined) => void;
  /** Called with what replaces the conversation so far, once the client knows that it was compacted. */
  readonly onSummary: (text: string) => void;
  /** Called with each result, which has the totals of the session. */
  readonly onResult: (result: AgentResult) => void;
  readonly first: string | undefined;
  /** Waits while a program that has opened a session by a message without content makes its requests. */
  readonly opening: Pick<OpeningPause, 'wait'>;
  /** Reports to the user, on standard error. */
  readonly say: (text: string) => void;
  /** Writes the answer where nothing else is on its line. */
  readonly around: (write: () => Promise<void> | undefined) => Promise<void>;
}

/** Gives background work its time after the last result. */
function backgroundEndOf(
  { runtime }: Pick<AssembledAgent, 'runtime'>,
  stop: Stop,
  say: Work['say'],
): () => Promise<void> {
  const { wakeUps, env } = runtime.agent;
  const ceilings = ceilingsFromEnvironment(env, say);
  return () => backgroundEnds(runtime.tasks, wakeUps, stop.signal, ceilings);
}

/** Writes what sub-agents say, how far they are, and which of their hooks failed. Returns what ends that. */
function writeAgents(
  { runtime, parts, tree }: AssembledAgent,
  options: PrintOptions,
  output: PrintOutput,
  hookFailures: HookFailures,
): () => void {
  const messages = createChildMessages({
    forwardsText: forwardsAgentText(options),
    descriptionOf: (id) => runtime.tasks.get(id)?.command,
  });
  const unwatch = parts.subAgents?.port.onProgress(
    (progress) => void output.write(progressMessage(progress, runtime.tasks)),
  );
  const unlisten = tree.listen((child, event) => {
    for (const message of messages.take(child, event)) void output.write(message);
    const failure = hookFailures.take(event);
    if (failure !== undefined) notifyUser(options, output, failure);
  });
  return () => {
    unlisten();
    unwatch?.();
  };
}

const FORWARDS = /^\s*(?:1|true|yes|on)\s*$/i;

/** Processes one prompt after the other; returns the last result. */
export async function workOnPrompts(agent: AssembledAgent, work: Work): Promise<AgentResult | undefined> {
  const { options, output, stop, input, turnBegins, onPrompt, onSummary, onResult, first, say, around } =
    work;
  const { runtime, isLeftOpen } = agent;
  const complete = createAwaitedRetry();
  const isText = options.outputFormat === 'text';
  const notesOptions = { pool: runtime.pool, showsAll: options.isVerbose || process.stderr.isTTY };
  const progress = createToolProgress(systemClock, (message) => void output.write(message));
  const messages = createPrintMessages(
    { ...options, splitsMessages: isOfSdk(options), ...present({ sessionId: agent.parts.sessionId }) },
    progress,
  );
  const hookFailures = new HookFailures();
  const unlisten = writeAgents(agent, options, output, hookFailures);
  let last: AgentResult | undefined;
  /** The last one for which the agent worked. */
  let lastWorkedOn: AgentResult | undefined;
  const ahead = createWorkAhead(stepsAhead(runtime.pool.tools, runtime.agent.prepareCommands));
  const onEvent = boundYoungSpace();
  const totals = createSessionTotals();
  const prompts: Prompt[] = first === undefined ? [] : [{ content: [{ type: 'text', text: first }] }];
  const numbered = createResultNumbers(() => {
    prompts.push(...agent.takeWaiting());
    return input && prompts.length + input.waitingCount();
  });
  const workOn = async (next: NextWork): Promise<void> => {
    if (options.inputFormat === 'stream-json') await turnBegins();
    const unworked = next.kind === 'prompt' ? await unworkedEvents(next.prompt, work) : undefined;
    const events = unworked ?? (await eventsOf(next, agent, stop.signal, say));
    for await (const given of events) {
      onEvent();
      const counted = totals.add(withChildren(complete(given), agent));
      const event = isOfSdk(options) ? withBudgetEnd(counted, options.maxBudgetUsd) : counted;
      if (event.type === 'user' && event.origin === 'person')
        onPrompt(contentForClient(event.content), event.id);
      if (event.type === 'transition') ahead.begin();
      else ahead.hold();
      const failure = event.type === 'result' ? event.result.failure : undefined;
      if (failure !== undefined) await output.write(failureMessage(failure));
      for (const message of messages.take(event))
        if (idle.passes(message)) await output.write(numbered(message));
      if (event.type === 'compacted') onSummary(event.summary);
      if (isText && event.type === 'engine') showSequence(event.event);
      // A guard that fails lets its calls go on: that is seen in every format.
      const failedHook = hasMessages(options) ? undefined : hookFailures.take(event);
      if (failedHook !== undefined) say(failedHook);
      for (const line of NOTES[options.outputFormat](event, notesOptions)) say(line);
      if (event.type !== 'result') continue;
      last = event.result;
      if (unworked === undefined) lastWorkedOn = last;
      onResult(last);
      const answer = answerText(last);
      await around(() => output.writeText(answer));
      // In the other formats, the result contains it.
      if (isText) for (const line of resultErrors(last)) say(line);
    }
  };
  const { wakeUps, env } = runtime.agent;
  const backgroundEnd = backgroundEndOf(agent, stop, say);
  const idle = createIdleGate(
    (message) => void output.write(message),
    () => (input?.waitingCount() ?? 0) === 0 && (wakeUps.due() === undefined || !mayWake(lastWorkedOn)),
    backgroundEnd,
  );
  const nextWork = createNextWork({
    input: options.inputFormat === 'stream-json' ? input : undefined,
    wakeUps,
    stopped: stop.signal,
    maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(env),
    background: backgroundEnd,
    loop: agent.parts.schedules?.loop,
    mayAsk: () => lastWorkedOn !== undefined && !isFailure(lastWorkedOn),
    last: () => lastWorkedOn,
    onCapped: (times) => notifyUser(options, output, cappedText(times)),
  });
  try {
    if (isLeftOpen && first === undefined) await workOn({ kind: 'wake-up' });
    // A deferred call is continued in the session later.
    while (stop.cause === undefined && last?.reason !== 'tool-deferred') {
      const prompt = prompts.shift();
      if (prompt === undefined) void idle.settle();
      const next = prompt === undefined ? await nextWork() : { kind: 'prompt' as const, prompt };
      if (next === undefined || stop.signal.aborted) break;
      await workOn(next);
      // Arrived too late for the running prompt.
      prompts.push(...agent.takeWaiting());
    }
    if (stop.cause === undefined) await agent.parts.subAgents?.port.tearDown(stop.signal);
    if (last?.reason === 'tool-deferred') await backgroundEnd();
    return last;
  } finally {
    // The results of their calls belong to the stream, too.
    if (stop.cause?.kind === 'signal') await runtime.tasks.dispose();
    unlisten();
    progress.close();
    input?.close();
  }
}

function forwardsAgentText(options: PrintOptions): boolean {
  return options.forwardsAgentText || FORWARDS.test(process.env['CLAUDE_CODE_FORWARD_SUBAGENT_TEXT'] ?? '');
}

function cappedText(times: number): string {
  return `Hooks have woken the model ${times} times in a row; their messages will be sent with your next message.`;
}

/** For messages that are answered without the agent. Undefined: it works on this one. */
async function unworkedEvents(
  prompt: Prompt,
  { input, opening, stop }: Pick<Work, 'input' | 'opening' | 'stop'>,
): Promise<readonly AgentEvent[] | undefined> {
  const problem = input?.problemOf(prompt);
  if (problem !== undefined) return refusedMessage(problem);
  if (input?.isEmpty(prompt) !== true) return undefined;
  if (!input.hasEnded() && input.waitingCount() === 0) await opening.wait(stop.signal);
  return openedMessage();
}

/** What happens while the agent works. */
async function eventsOf(
  next: NextWork,
  agent: AssembledAgent,
  signal: AbortSignal,
  say: Work['say'],
): Promise<AsyncIterable<AgentEvent>> {
  if (next.kind !== 'prompt') return agent.wake();
  return agent.run(await withMentions(agent, next.prompt, signal, say));
}

/** The main agent's result, combined with the usage and denials of its sub-agents. */
function withChildren(event: AgentEvent, { tree }: AssembledAgent): AgentEvent {
  return event.type === 'result'
    ? { type: 'result', result: withTotals(event.result, tree.takeTotals()) }
    : event;
}

/** If structured output was required, the answer is that output, not the surrounding text. */
function answerText({ text, hookBlock, structuredOutput }: AgentResult): string {
  if (hookBlock !== undefined) return blockText(hookBlock);
  return structuredOutput === undefined ? text : JSON.stringify(structuredOutput);
}

/** The program that started this one is built on the Agent SDK. */
export function isOfSdk({ awaitsInitialize }: PrintOptions): boolean {
  return awaitsInitialize || process.env['CLAUDE_AGENT_SDK_VERSION'] !== undefined;
}
