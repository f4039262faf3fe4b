// An approval that outlives its process, with Mastra. Run it, end it in any way while it waits, and run it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { MockLanguageModelV3 } from 'ai/test';
import { createLocalRuntime } from 'sluice';
import { toMastra } from 'sluice/mastra';
import { answerOf } from './answer.js';

// A scripted model: it writes a file, and then says so.
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const input = JSON.stringify({ file_path: 'approved.txt', content: 'approved\n' });
const call = [
  { type: 'tool-call', toolCallId: 'w1', toolName: 'Write', input },
  { type: 'finish', finishReason: { unified: 'tool-calls' }, usage },
];
const text = [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Done.' },
  { type: 'text-end', id: 't' },
  { type: 'finish', finishReason: { unified: 'stop' }, usage },
];
const model = new MockLanguageModelV3({
  doStream: async ({ prompt }) => ({
    stream: ReadableStream.from(prompt.some(({ role }) => role === 'tool') ? text : call),
  }),
});

const STATE = 'mastra.state.json';
const sessionDirectory = 'session';
const runtime = await createLocalRuntime({
  cwd: '.',
  sessionDirectory,
  resume: existsSync(sessionDirectory),
});
const { tools } = await toMastra(runtime);
const writer = new Agent({ id: 'writer', name: 'writer', instructions: 'You write files.', model, tools });
// In place of a database: the suspended run is copied to a file, and back.
const storage = new InMemoryStore();
const agent = new Mastra({ agents: { writer }, storage, logger: false }).getAgent('writer');
const stored = await storage.getStore('workflows');

if (!existsSync(STATE)) {
  const run = await agent.stream('Write the file.');
  const toolCallIds = [];
  for await (const { type, payload } of run.fullStream) {
    if (type === 'tool-call-suspended') toolCallIds.push(payload.toolCallId);
  }
  const { runs } = await stored.listWorkflowRuns();
  writeFileSync(STATE, JSON.stringify({ runId: run.runId, toolCallIds, runs }));
}
const { runId, toolCallIds, runs } = JSON.parse(readFileSync(STATE, 'utf8'));
for (const run of runs) await stored.persistWorkflowSnapshot(run);
let said = '';
for (const toolCallId of toolCallIds) {
  const approved = await answerOf('Approve 1 call?');
  const run = await agent.resumeStream({ approved }, { runId, toolCallId });
  for await (const part of run.textStream) said += part;
}
console.log(said);
await runtime.dispose();
