import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentEvent, AgentResult } from '@sluice/agent';
import {
  isJsonObject,
  textOf,
  type CallInquiry,
  type InquiryAnswer,
  type JsonObject,
  type ToolResultBlock,
} from '@sluice/core';
import { startModelServer } from '../../../../../agent/test/support/model-server/start-model-server.ts';
import type { Answer, AnswerFunction } from '../../../../../agent/test/support/model-server/script.ts';
import { scratch } from '../../../../../sluice/test/cli/exec/support/scratch.ts';
import { byTask } from '../../../../../sluice/test/cli/print/support/by-task.ts';
import type { AssembledAgent } from '../../../../src/agent/assembled-agent.ts';
import { backgroundEnds } from '../../../../src/agent/events/background-ends.ts';
import { createNextWork, type NextWork } from '../../../../src/agent/next-work.ts';
import type { OpenAgentOptions } from '../../../../src/agent/agent-options.ts';
import { openAgent } from '../../../../src/agent/open-agent.ts';
import { openSessionParts } from '../../../../src/parts/open-session-parts.ts';
import type { SessionPartsOptions } from '../../../../src/options/session-parts-options.ts';

export const MODEL = 'anthropic/claude-sonnet-4-5';
const PRICES = { modelPrices: { 'claude-sonnet-4-5': { input: 1, output: 1 } } };

export type Lists = Readonly<Record<string, readonly (Answer | AnswerFunction)[]>>;

export interface OpenedSession {
  readonly agent: AssembledAgent;
  readonly server: Awaited<ReturnType<typeof startModelServer>>;
  readonly cwd: string;
  readonly sessionDirectory: string;
  readonly asked: CallInquiry[];
  readonly told: string[];
  /** Works on a prompt until the model has nothing more to do, background agents included. */
  work(prompt: string): Promise<Worked>;
}

export interface Worked {
  readonly events: readonly AgentEvent[];
  readonly result: AgentResult;
  /** Results of the main agent's calls, in order. */
  readonly results: readonly ToolResultBlock[];
  readonly texts: readonly string[];
}

export interface SessionWishes {
  readonly parts?: Partial<SessionPartsOptions>;
  readonly agent?: Partial<OpenAgentOptions>;
  /** Variables; removed after the test. */
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: (inquiry: CallInquiry) => InquiryAnswer;
}

/** A session whose models answer from lists, one for each task. */
export async function openTestSession(lists: Lists, wishes: SessionWishes = {}): Promise<OpenedSession> {
  const { env = {}, answer = () => ({ behavior: 'allow' }) } = wishes;
  const before = { ...process.env };
  Object.assign(process.env, { ANTHROPIC_API_KEY: 'test-key', ...env });
  const server = await startModelServer(byTask(lists));
  const [cwd, sessionDirectory] = [
    wishes.parts?.cwd ?? scratch(),
    wishes.parts?.sessionDirectory ?? join(scratch(), 'session'),
  ];
  const told: string[] = [];
  const opened = await openSessionParts({
    cwd,
    sessionDirectory,
    settings: { files: [JSON.stringify(PRICES)] },
    agents: {},
    onUnkept: (text) => void told.push(text),
    ...wishes.parts,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  const asked: CallInquiry[] = [];
  const found = await openAgent(parts, {
    model: MODEL,
    baseUrl: server.address,
    asker: {
      push(inquiry, settle) {
        if (inquiry.kind !== 'permission') return;
        asked.push(inquiry);
        settle(answer(inquiry));
      },
      remove() {},
      update() {},
    },
    ...wishes.agent,
  });
  if (!found.ok) throw new Error(found.error.message);
  const { agent } = found;
  onTestFinished(async () => {
    await agent.close();
    await parts.dispose();
    await server[Symbol.asyncDispose]();
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  });
  return {
    ...{ agent, server, cwd, sessionDirectory, asked, told },
    work: (prompt) => workOn(agent, prompt),
  };
}

async function workOn(agent: AssembledAgent, prompt: string): Promise<Worked> {
  const events: AgentEvent[] = [];
  let result: AgentResult | undefined;
  const take = async (from: AsyncIterable<AgentEvent>): Promise<void> => {
    for await (const event of from) {
      events.push(event);
      if (event.type === 'result') ({ result } = event);
    }
  };
  const next = nextWorkOf(agent, () => result);
  let work: NextWork | undefined = { kind: 'prompt', prompt: { content: [{ type: 'text', text: prompt }] } };
  while (work !== undefined) {
    // One after the other, as the program does.
    await take(work.kind === 'prompt' ? agent.run(work.prompt) : agent.wake());
    const [waiting] = agent.takeWaiting();
    work = waiting === undefined ? await next() : { kind: 'prompt', prompt: waiting };
  }
  if (result === undefined) throw new Error('no result');
  const results = events.flatMap((event) => (event.type === 'results' ? event.results : []));
  return { events, result, results, texts: results.map(({ content }) => textOf(content)) };
}

/** What the program works on next when no more messages come in. */
function nextWorkOf(
  agent: AssembledAgent,
  last: () => AgentResult | undefined,
): () => Promise<NextWork | undefined> {
  const { runtime, parts } = agent;
  const { wakeUps, env } = runtime.agent;
  const stopped = new AbortController().signal;
  return createNextWork({
    ...{ input: undefined, wakeUps, stopped },
    maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(env),
    background: () => backgroundEnds(runtime.tasks, wakeUps, stopped, { shell: 0, monitor: 0 }),
    loop: parts.schedules?.loop,
    mayAsk: () => last()?.reason === 'completed' || last()?.reason === 'stop-prevented',
    last,
    onCapped: () => {},
  });
}

/** A call of the Agent tool, in the foreground unless the input says otherwise. */
export function agentCall(input: JsonObject): { type: 'call'; name: string; input: JsonObject } {
  return {
    type: 'call',
    name: 'Agent',
    input: { description: 'a task', run_in_background: false, ...input },
  };
}

export function call(name: string, input: JsonObject): { type: 'call'; name: string; input: JsonObject } {
  return { type: 'call', name, input };
}

export function says(text: string): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text }] };
}

/** The names of the tools in a request. */
export function toolNames(body: JsonObject): readonly unknown[] {
  const { tools } = body;
  return Array.isArray(tools) ? tools.map((tool) => (isJsonObject(tool) ? tool['name'] : undefined)) : [];
}
