import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import type { MastraTools } from '../../../src/adapters/mastra.ts';
import { scriptedModel, sentResults, type Said } from './scripted-model.ts';
import type { Sdk } from './sdk.ts';

/** An agent whose model says these messages. */
export function mastraAgent(
  { tools }: MastraTools,
  said: readonly Said[],
  storage: InMemoryStore = new InMemoryStore(),
) {
  const model = scriptedModel(said);
  const agent = new Agent({
    ...{ id: 'test', name: 'test', instructions: 'Test.', tools },
    // Mastra has a copy of the model's type, of another version.
    model: model as never,
  });
  const mastra = new Mastra({ agents: { test: agent }, storage, logger: false });
  return { agent: mastra.getAgent('test'), model, storage };
}

interface Streamed {
  readonly runId: string;
  readonly fullStream: AsyncIterable<{ readonly type: string; readonly payload?: unknown }>;
}

/** What a run says: its text, the outputs of calls, and the questions that suspended it. */
export async function endedRun(run: Streamed) {
  let text = '';
  const outputs = new Map<string, unknown>();
  const questions: string[] = [];
  for await (const { type, payload } of run.fullStream) {
    const of = (name: string): unknown => Reflect.get(Object(payload), name);
    if (type === 'text-delta') text += String(of('text'));
    if (type === 'tool-result') outputs.set(String(of('toolCallId')), of('result'));
    if (type === 'tool-call-suspended') questions.push(String(of('toolCallId')));
  }
  return { text, outputs, questions, runId: run.runId };
}

export const MASTRA: Sdk = {
  name: 'Mastra',
  async run({ runtime, load, said, ask = async () => false, signal }) {
    const { toMastra } = await load('mastra');
    const { agent, model } = mastraAgent(await toMastra(runtime), said);
    const abort = signal && { abortSignal: signal };
    const { runId, questions } = await endedRun(await agent.stream('Go', { ...abort }));
    for (const toolCallId of questions) {
      // One question after the other.
      // oxlint-disable-next-line no-await-in-loop
      const approved = await ask(toolCallId);
      // oxlint-disable-next-line no-await-in-loop
      await endedRun(await agent.resumeStream({ approved }, { runId, toolCallId, ...abort }));
    }
    return sentResults(model);
  },
  async suspend({ runtime, load, said }) {
    const { toMastra } = await load('mastra');
    const { agent, storage } = mastraAgent(await toMastra(runtime), said);
    const { runId, questions } = await endedRun(await agent.stream('Go'));
    const runs = await (await storage.getStore('workflows'))?.listWorkflowRuns();
    return JSON.stringify({ runId, questions, runs: runs?.runs });
  },
  async approve(stored, { runtime, load, said }) {
    const { toMastra } = await load('mastra');
    const { runId, questions, runs } = JSON.parse(stored);
    const { agent, model, storage } = mastraAgent(await toMastra(runtime), said);
    const workflows = await storage.getStore('workflows');
    for (const run of runs) await workflows?.persistWorkflowSnapshot(run);
    for (const toolCallId of questions)
      await endedRun(await agent.resumeStream({ approved: true }, { runId, toolCallId }));
    return sentResults(model);
  },
  text: (value) => ({ type: 'text', value }),
  error: (value) => ({ type: 'error-text', value }),
  picture: (text, data, mediaType) => ({
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'image-data', data, mediaType },
    ],
  }),
};
