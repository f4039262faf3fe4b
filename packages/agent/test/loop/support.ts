import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import {
  bypassPolicy,
  createFakeClock,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  systemClock,
  type AnyTool,
  type Asker,
  readSession,
  type Clock,
  type Hook,
  type ModelMessage,
  type ModelProvider,
  type ModelRequest,
  type PermissionPolicy,
  type RuntimeOptions,
} from '@sluice/core';
import { checkRequest } from '../../src/conversation/check-request.ts';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import type { ReadConversation } from '../../src/conversation/read-conversation.ts';
import { aborted, type Answer } from './answers.ts';
import { createAgent, type Agent } from '../../src/loop/agent.ts';
import type { AgentOptions } from '../../src/loop/agent-options.ts';
import type { AgentEvent, AgentResult } from '../../src/loop/agent-event.ts';

export interface ScriptedProvider extends ModelProvider {
  /** What was sent, in order; messages as they were then. */
  readonly requests: readonly ModelRequest[];
}

/** Plays the answers in order. Each request is held against the rules of pairing and order. */
export function scripted(answers: readonly Answer[], facts: Partial<ModelProvider> = {}): ScriptedProvider {
  const requests: ModelRequest[] = [];
  return {
    api: 'anthropic',
    model: 'test/model',
    contextWindow: 200_000,
    maxOutputTokens: 8000,
    isRecording: false,
    ...facts,
    requests,
    async *send(request, signal) {
      const problems = checkRequest(request.messages);
      if (problems.length > 0) throw new Error(problems.join('; '));
      requests.push({ ...request, messages: [...request.messages] });
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new Error(`The script has no answer ${requests.length}.`);
      yield* answer(request, signal);
    },
    close() {},
  };
}

export interface Kit {
  readonly agent: Agent;
  readonly provider: ScriptedProvider;
  readonly conversation: ReturnType<typeof createConversation>;
  readonly journal: ReturnType<typeof createMemoryJournal>;
  readonly store: ReturnType<typeof createMemoryStore>;
}

export interface KitOptions extends Partial<
  Omit<AgentOptions, 'runtime' | 'provider' | 'conversation' | 'clock'>
> {
  readonly answers: readonly Answer[];
  readonly agentTools?: readonly AnyTool[];
  readonly asker?: Asker;
  readonly policy?: PermissionPolicy;
  /** Of calls; they may put a call off. */
  readonly callHooks?: readonly Hook[];
  /** Texts that the engine adds to a message's results. */
  readonly attached?: RuntimeOptions['attachments'];
  /** What the session had before. */
  readonly before?: Pick<Kit, 'journal' | 'store'> & { readonly resumed: ReadConversation };
  readonly clock?: Clock;
  readonly provider?: Partial<ModelProvider>;
}

export function createKit({
  answers,
  agentTools = [],
  asker,
  policy = bypassPolicy,
  clock = systemClock,
  provider: facts,
  callHooks = [],
  attached,
  before,
  ...rest
}: KitOptions): Kit {
  const journal = before?.journal ?? createMemoryJournal();
  const store = before?.store ?? createMemoryStore();
  const provider = scripted(answers, facts);
  const conversation = createConversation({
    journal,
    store,
    clock,
    ...(before !== undefined && { resumed: before.resumed }),
  });
  const runtime = createRuntime({
    cwd: '/d',
    tools: agentTools,
    hooks: callHooks,
    attachments: attached,
    defersCalls: true,
    ...(before !== undefined && { resume: readSession(journal.entries) }),
    permission: {
      policy,
      state: createPermissionState({ mode: 'default' }),
      ...(asker !== undefined && { asker }),
    },
    ports: { clock, files: createMemoryFiles(), store, journal },
  });
  const agent = createAgent({
    runtime,
    provider,
    conversation,
    clock,
    system: ['Be brief.'],
    tools: () => [],
    nextMessageId: randomUUID,
    ...rest,
  });
  return { agent, provider, conversation, journal, store };
}

export function prompt(text: string) {
  return { content: [{ type: 'text', text } as const] };
}

export async function toEnd(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export function resultOf(events: readonly AgentEvent[]): AgentResult {
  const last = events.findLast((event) => event.type === 'result');
  if (last === undefined) throw new Error('There is no result.');
  return last.result;
}

export function transitionsOf(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'transition' ? [event.transition] : []));
}

/** Messages in short: who, and what the blocks are, without the marks of what no person has said. */
export function shape(messages: readonly ModelMessage[]): readonly string[] {
  return messages.map(({ role, content }) => {
    const parts = content.map((block) => {
      switch (block.type) {
        case 'text':
          return block.text.replace(/^<not-from-user source="[a-z ]+">\n([^]*)\n<\/not-from-user>$/, '$1');
        case 'tool_use':
          return `${block.name}#${block.id}`;
        case 'tool_result':
          return `=${block.tool_use_id}${block.is_error ? '!' : ''}`;
        default:
          return block.type;
      }
    });
    return `${role}: ${parts.join(' | ')}`;
  });
}

/** Reads the events, and lets a test wait for one. */
export function watching(events: AsyncIterable<AgentEvent>, onEvent: (event: AgentEvent) => void = () => {}) {
  const all: AgentEvent[] = [];
  let waiting: { readonly isIt: (event: AgentEvent) => boolean; readonly found: () => void }[] = [];
  const done = (async () => {
    for await (const event of events) {
      all.push(event);
      onEvent(event);
      for (const { isIt, found } of waiting) if (isIt(event)) found();
      waiting = waiting.filter(({ isIt }) => !isIt(event));
    }
    return all;
  })();
  return {
    done,
    until: (isIt: (event: AgentEvent) => boolean) =>
      all.some(isIt) ? Promise.resolve() : new Promise<void>((found) => void waiting.push({ isIt, found })),
  };
}

/** A tool whose calls wait for the gate, and that says when one begins. */
export function gatedTool(
  name: string,
  gate: Promise<unknown>,
  onBegin: () => void,
  interruptBehavior: 'block' | 'cancel' = 'block',
): AnyTool {
  return defineTool({
    name,
    description: name,
    inputSchema: z.looseObject({}),
    isReadOnly: interruptBehavior === 'cancel',
    isConcurrencySafe: true,
    claims: () => [],
    interruptBehavior,
    async call(_input, { signal }) {
      onBegin();
      await Promise.race([gate, aborted(signal)]);
      if (signal.aborted) throw new Error('stopped');
      return { data: 'done' };
    },
  });
}

export const ECHO = defineTool({
  name: 'Echo',
  description: 'Says it again.',
  inputSchema: z.looseObject({}),
  isReadOnly: true,
  isConcurrencySafe: true,
  claims: () => [],
  call: (input) => Promise.resolve({ data: JSON.stringify(input) }),
});

export { createFakeClock };
export {
  aborted,
  breaks,
  refuses,
  says,
  streams,
  USAGE,
  writesUntilAborted,
  type Answer,
} from './answers.ts';
