import { randomUUID } from 'node:crypto';
import { knownCostUsd, type AgentEvent, type AgentResult, type Prompt } from '@sluice/agent';
import { problemText } from '@sluice/settings';
import { commandLine, type BackgroundTask } from '@sluice/tools';
import { getOwn, systemClock } from '@sluice/core';
import { boundYoungSpace } from '../bound-young-space.ts';
import { outputFailureText } from '../output-failure.ts';
import { standardOutput } from '../standard-output.ts';
import { startDirectory } from '../start-directory.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { createStop, SIGNAL_STATUS, type Stop } from '../exec/stop/stop.ts';
import { watchSignals } from '../exec/stop/watch-signals.ts';
import { backgroundEnds, createNextWork, type AssembledAgent, type NextWork } from '@sluice/session/agent';
import { beginWithClient } from './client/begin-with-client.ts';
import { clientChannel } from './client/client-channel.ts';
import { ClientLink } from './client/client-link.ts';
import { createLateControl } from './client/late-control.ts';
import { createControlAsker } from './control/control-asker.ts';
import { createControl } from './control/control.ts';
import { createToolProgress } from './tool-progress.ts';
import { readInput, type PrintInput } from './input/read-input.ts';
import { openPrintAgent, type PrintAgent } from './open-print-agent.ts';
import type { SessionParts } from '@sluice/session';
import { createAwaitedRetry } from './output/awaited-retry.ts';
import { clientModel } from './output/client-model.ts';
import { failureMessage } from './output/failure-message.ts';
import { hookMessage } from './output/hook-message.ts';
import { createIdleGate } from './output/idle-gate.ts';
import { initMessage } from './output/init-message.ts';
import { createChildMessages } from './output/child-messages.ts';
import { createPrintMessages } from './output/print-messages.ts';
import { createTranscripts, type Transcripts } from './output/transcripts.ts';
import { createPrintOutput, type PrintOutput } from './output/print-output.ts';
import { refusedResult } from './output/refused-result.ts';
import { isFailure, resultErrors } from './output/result-message.ts';
import { retryNotes } from './output/retry-notes.ts';
import { showSequence } from './output/show-sequence.ts';
import { createTaskMessages, progressMessage } from './output/task-message.ts';
import { textNotes } from './output/text-notes.ts';
import type { PrintOptions } from './print-options.ts';
import { readPrompt } from './read-prompt.ts';
import { sayAs } from '../say.ts';
import { createSessionTotals, withTotals } from './output/with-totals.ts';
import { createWorkAhead, stepsAhead } from './work-ahead.ts';

const say = sayAs('sluice');

const FAILED = 1;
/**
 * The single JSON value at the end leaves the user without any output until then; a stream has messages for everything.
 */
const NOTES = { text: textNotes, json: retryNotes, 'stream-json': () => [] } as const;

/** Processes the prompt, or each incoming one; returns the exit code. */
export async function runPrint(given: PrintOptions, version: () => string): Promise<number> {
  let options = given;
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    say(start.message);
    return WRONG_USAGE;
  }
  const { directory: cwd } = start;
  const isStream = options.inputFormat === 'stream-json';
  const isControlled = isStream || options.prompts === 'stdio';
  const first = isStream || options.endsAfterSetup ? undefined : await firstPrompt(options, isControlled);
  const mayGoOn = options.session.kind === 'latest' || options.session.kind === 'named';
  // Only the session knows whether there is something to continue.
  const isOwed = first?.ok === false && first.isMissing === true && mayGoOn;
  if (first !== undefined && !first.ok && !isOwed) {
    say(first.message);
    return WRONG_USAGE;
  }
  const stop = createStop();
  const unwatch = watchSignals(stop, say);
  const outputOf: { current: PrintOutput | undefined } = { current: undefined };
  const send = (message: object): void => void outputOf.current?.write(message);
  const asker = options.prompts === 'stdio' ? createControlAsker(send) : undefined;
  const link = isStream ? new ClientLink(send) : undefined;
  const spent = { usd: 0 };
  let opened: PrintAgent | undefined;
  let result: AgentResult | undefined;
  let isUndone = false;
  let mirror: Transcripts | undefined;
  /** When the agent took the person's messages, by their ids. */
  const taken = new Map<string, number>();
  try {
    const output = createPrintOutput({
      stream: standardOutput(),
      format: options.outputFormat,
      isVerbose: options.isVerbose,
      sessionId: () => opened?.sessionId,
      nextId: randomUUID,
      onMessage(message) {
        mirror?.message(message);
        const uuid = getOwn(message, 'uuid');
        if (getOwn(message, 'isReplay') === true && typeof uuid === 'string') taken.set(uuid, Date.now());
      },
      onFailure: (error) => stop.trigger({ kind: 'output-failed', error }),
    });
    outputOf.current = output;
    const onRefusal = (message: string): void => stop.trigger({ kind: 'client-refused', message });
    const late = createLateControl({
      link,
      asker,
      refuse(requestId, error) {
        send({ type: 'control_response', response: { subtype: 'error', request_id: requestId, error } });
        onRefusal(error);
      },
    });
    const input = isControlled
      ? readInput(process.stdin, {
          control: late,
          takesMessages: isStream,
          offer: (prompt) => opened?.agent.send(prompt) === true,
          send,
          onMessage: late.messageCame,
          onTaken: (uuid) => void taken.set(uuid, Date.now()),
        })
      : undefined;
    const isAwaited = isOfSdk(options);
    const begun =
      link !== undefined && isAwaited
        ? beginWithClient(options, await late.first(stop.signal))
        : {
            ok: true as const,
            options,
            requestId: undefined,
            request: undefined,
            serverNames: [],
            bringsHooks: false,
          };
    if (!begun.ok) late.refuse(begun.requestId, begun.message);
    if (hasStopped(stop)) {
      await reportRefusal(stop, output);
      return statusOf(stop, undefined);
    }
    if (!begun.ok) return FAILED;
    ({ options } = begun);
    const found = await openPrintAgent({
      options,
      link,
      clientServers: begun.serverNames,
      cwd,
      env: process.env,
      signal: stop.signal,
      asker,
      warn: say,
      version: version(),
      spentUsd: () => spent.usd,
    });
    if (!found.ok) {
      if (stop.cause !== undefined) {
        await reportRefusal(stop, output);
        return statusOf(stop, undefined);
      }
      for (const line of found.message.split('\n')) say(line);
      return found.isUsage === true ? WRONG_USAGE : FAILED;
    }
    ({ opened } = found);
    if (begun.bringsHooks && begun.requestId !== undefined && areHooksOff(opened.parts)) {
      late.refuse(
        begun.requestId,
        'initialize brings hooks, and settings switch hooks off (disableAllHooks or allowManagedHooksOnly). Nothing was run.',
      );
      isUndone = true;
      return FAILED;
    }
    const { agent } = opened;
    const { runtime, provider, changeModel } = agent;
    for (const notice of agent.notices) say(notice);
    // Programs with the Agent SDK look for sessions in files.
    const hasTranscript =
      options.tellsTranscript || process.env['CLAUDE_CODE_ENTRYPOINT']?.startsWith('sdk-') === true;
    if (hasTranscript && opened.isStored) {
      const made = createTranscripts(
        {
          ...{ cwd, sessionId: opened.sessionId, env: process.env, tell: say },
          onLine: options.tellsTranscript
            ? (filePath, line) => send({ type: 'transcript_mirror', filePath, entries: [line] })
            : undefined,
        },
        options.session,
      );
      mirror = made;
      opened.agent.tree.listen((child, event) => made.child(child, event));
    }
    if (first?.ok === false && !agent.isLeftOpen) {
      say(first.message);
      isUndone = true;
      return WRONG_USAGE;
    }
    if (provider.isRecording)
      say(`${provider.model} is a recording: no model is called, and your prompt does not change it`);
    stop.onStop((cause) => {
      const isCancelled = cause.kind === 'signal' && cause.signal === 'SIGINT';
      agent.interrupt(isCancelled ? 'user-cancel' : 'shutdown');
    });
    const taskMessages = createTaskMessages();
    runtime.tasks.watch((task) => {
      for (const message of taskMessages.take(task, runtime.tasks.list())) void output.write(message);
    });
    if (options.outputFormat === 'text') runtime.agent.onSessionEvent((event) => showSequence(event));
    else if (options.includesHookEvents)
      runtime.agent.onSessionEvent((event) => void output.write(hookMessage(event)));
    const types = await opened.parts.subAgents?.port.types();
    const typeProblems = types?.problems.map(problemText) ?? [];
    for (const problem of typeProblems) say(problem);
    const { parts, plugins } = opened;
    const writeInit = async (): Promise<void> => {
      const known = await parts.subAgents?.port.types();
      const commands = (await agent.commands?.list()) ?? [];
      await output.write(
        initMessage({
          cwd,
          tools: await agent.toolNames(),
          model: clientModel(provider.model),
          permissionMode: runtime.permission.current().mode,
          version: version(),
          isRecording: provider.isRecording,
          commands,
          plugins,
          agents: known?.definitions.map(({ name }) => name) ?? [],
          mcpServers: parts.mcp?.status() ?? [],
        }),
      );
    };
    await writeInit();
    for (const content of [...agent.shownNotices, ...typeProblems]) await output.write(warning(content));
    if (options.endsAfterSetup) {
      await agent.instructionsReported;
      return statusOf(stop, undefined);
    }
    const agentTypes = async () => (await opened?.parts.subAgents?.port.types())?.definitions ?? [];
    late.connect(
      createControl({
        agent,
        runtime,
        // The first server may come while the session runs.
        get mcp() {
          return opened?.parts.mcp;
        },
        send,
        provider,
        changeModel,
        onRefusal,
        agentTypes,
        openedWith: begun.requestId,
        firstInitialize: begun.request,
        link,
        channelOf: link && ((server) => clientChannel(link, server)),
        queue: input,
        takenAt: (uuid) => taken.get(uuid),
      }),
    );
    result = await work(agent, {
      options,
      output,
      stop,
      input,
      spent,
      writeInit,
      onPrompt: (content, id) => mirror?.prompt(content, id),
      first: first?.ok === true ? first.text : undefined,
    });
    if (stop.cause === undefined) await agent.instructionsReported;
    await reportRefusal(stop, output);
  } finally {
    asker?.close();
    link?.close();
    const disposed = await opened?.parts.dispose();
    if (isUndone) await opened?.undo();
    // Without a prompt, no request could have carried them.
    const left = result === undefined ? [] : (opened?.agent.runtime.agent.leftTexts() ?? []);
    for (const text of left) notifyUser(options, outputOf.current, `Too late for the model: ${text}`);
    if (options.outputFormat === 'text') reportEnded(disposed?.endedTasks ?? []);
    opened?.agent.provider.close();
    if ((await outputOf.current?.close()) === false)
      stop.trigger({ kind: 'output-failed', error: new Error('its reader closed it') });
    unwatch();
  }
  // Only now is it known whether the output could be written.
  return statusOf(stop, result);
}

/** Reports a sentence to the user: as a message if the format has messages, otherwise as a line besides the answer. */
function notifyUser(
  { outputFormat, isVerbose }: PrintOptions,
  output: PrintOutput | undefined,
  content: string,
): void {
  void output?.write(warning(content));
  if (outputFormat === 'text' || (outputFormat === 'json' && !isVerbose)) say(content);
}

function warning(content: string): object {
  return { type: 'system', subtype: 'informational', level: 'warning', content };
}

/** The program that started this one is built on the Agent SDK. */
function isOfSdk({ awaitsInitialize }: PrintOptions): boolean {
  return awaitsInitialize || process.env['CLAUDE_AGENT_SDK_VERSION'] !== undefined;
}

function hasStopped({ cause }: Stop): boolean {
  return cause !== undefined;
}

async function reportRefusal({ cause }: Stop, output: PrintOutput): Promise<void> {
  if (cause?.kind === 'client-refused') await output.write(refusedResult(cause.message));
}

/** In the other formats, a message reports each of them. */
function reportEnded(tasks: readonly BackgroundTask[]): void {
  if (tasks.length === 0) return;
  const names = tasks.map((task) => `${task.id} (${commandLine(task)})`);
  say(`background tasks that were still running were stopped: ${names.join(', ')}`);
}

async function firstPrompt(
  { prompt }: PrintOptions,
  isControlled: boolean,
): Promise<
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly isMissing?: boolean }
> {
  if (isControlled) {
    return prompt === undefined || prompt.trim() === ''
      ? {
          ok: false,
          isMissing: true,
          message:
            'with --permission-prompts stdio, pass the prompt as an argument: standard input carries the answers',
        }
      : { ok: true, text: prompt };
  }
  const read = await readPrompt(prompt);
  if (read.ok && read.warning !== undefined) say(read.warning);
  return read;
}

interface Work {
  readonly options: PrintOptions;
  readonly output: PrintOutput;
  readonly stop: Stop;
  readonly input: PrintInput | undefined;
  /** Total over all prompts. */
  readonly spent: { usd: number };
  /** Tells the client what the session has. Each turn but the first begins with it: the session began with one. */
  readonly writeInit: () => Promise<void>;
  /** Called with each message of the person that the agent takes. */
  readonly onPrompt: (content: unknown, id: string | undefined) => void;
  readonly first: string | undefined;
}

/** Processes one prompt after the other; returns the last result. */
async function work(
  agent: AssembledAgent,
  { options, output, stop, input, spent, writeInit, onPrompt, first }: Work,
): Promise<AgentResult | undefined> {
  const { runtime, isLeftOpen } = agent;
  const complete = createAwaitedRetry();
  const isText = options.outputFormat === 'text';
  const notesOptions = { pool: runtime.pool, showsAll: options.isVerbose || process.stderr.isTTY };
  const progress = createToolProgress(systemClock, (message) => void output.write(message));
  const messages = createPrintMessages({ ...options, splitsMessages: isOfSdk(options) }, progress);
  const childMessages = createChildMessages({ forwardsText: options.forwardsAgentText });
  const unwatch = agent.parts.subAgents?.port.onProgress(
    (progress) => void output.write(progressMessage(progress, runtime.tasks)),
  );
  const unlisten = agent.tree.listen((child, event) => {
    for (const message of childMessages.take(child, event)) void output.write(message);
  });
  let last: AgentResult | undefined;
  let isFirst = true;
  const ahead = createWorkAhead(stepsAhead(runtime.pool.tools, runtime.agent.prepareCommands));
  const onEvent = boundYoungSpace();
  const totals = createSessionTotals();
  const workOn = async (next: NextWork): Promise<void> => {
    if (!isFirst && options.inputFormat === 'stream-json') await writeInit();
    isFirst = false;
    for await (const given of next.kind === 'prompt' ? agent.run(next.prompt) : agent.wake()) {
      onEvent();
      const event = totals.add(withChildren(complete(given), agent));
      if (event.type === 'user' && event.origin === 'person') onPrompt(event.content, event.id);
      if (event.type === 'transition') ahead.begin();
      else ahead.hold();
      const failure = event.type === 'result' ? event.result.failure : undefined;
      if (failure !== undefined) await output.write(await failureMessage(failure));
      for (const message of messages.take(event)) if (idle.passes(message)) await output.write(message);
      if (isText && event.type === 'engine') showSequence(event.event);
      for (const line of NOTES[options.outputFormat](event, notesOptions)) say(line);
      if (event.type !== 'result') continue;
      last = event.result;
      spent.usd += knownCostUsd(given.type === 'result' ? given.result.models : []);
      await output.writeText(answerText(last));
      // In the other formats, the result contains it.
      if (isText) for (const line of resultErrors(last)) say(line);
    }
  };
  const { wakeUps } = runtime.agent;
  const idle = createIdleGate(
    (message) => void output.write(message),
    () => input?.hasWaiting() !== true && wakeUps.due() === undefined,
    () => backgroundEnds(runtime.tasks, wakeUps, stop.signal),
  );
  const nextWork = createNextWork({
    input: options.inputFormat === 'stream-json' ? input : undefined,
    wakeUps,
    stopped: stop.signal,
    maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(runtime.agent.env),
    background: () => backgroundEnds(runtime.tasks, wakeUps, stop.signal),
    mayAsk: () => last !== undefined && !isFailure(last),
    onCapped(times) {
      const content = `Hooks woke the model ${times} times in a row; further messages from them wait for your next message.`;
      notifyUser(options, output, content);
    },
  });
  try {
    const prompts: Prompt[] = first === undefined ? [] : [{ content: [{ type: 'text', text: first }] }];
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
    if (last?.reason === 'tool-deferred') await backgroundEnds(runtime.tasks, wakeUps, stop.signal);
    return last;
  } finally {
    unlisten();
    unwatch?.();
    progress.close();
    input?.close();
  }
}

/** The main agent's result, combined with the usage and denials of its sub-agents. */
function withChildren(event: AgentEvent, { tree }: AssembledAgent): AgentEvent {
  return event.type === 'result'
    ? { type: 'result', result: withTotals(event.result, tree.takeTotals()) }
    : event;
}

/** If structured output was required, the answer is that output, not the surrounding text. */
function answerText({ text, structuredOutput }: AgentResult): string {
  return structuredOutput === undefined ? text : JSON.stringify(structuredOutput);
}

function statusOf({ cause }: Stop, result: AgentResult | undefined): number {
  switch (cause?.kind) {
    case undefined:
    case 'hook':
    case 'declined':
      return result !== undefined && isFailure(result) ? FAILED : 0;
    case 'signal':
      return SIGNAL_STATUS[cause.signal];
    case 'client-refused':
      say(cause.message);
      return FAILED;
    case 'output-failed':
      say(outputFailureText(cause.error));
      return FAILED;
    default:
      return cause satisfies never;
  }
}

/** Hooks of a client would run no more than those of the user: a guard that is never asked guards nothing. */
function areHooksOff({ permission }: Pick<SessionParts, 'permission'>): boolean {
  return ['disableAllHooks', 'allowManagedHooksOnly'].some((key) =>
    permission.loaded.traced(key).some((one) => one.value === true && one.isFromTrustedRoot()),
  );
}
