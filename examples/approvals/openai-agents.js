// An approval that outlives its process, with the OpenAI Agents SDK. Run it, end it in any way while it waits, and run it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, Runner, RunState } from '@openai/agents';
import { createLocalRuntime } from 'sluice';
import { toOpenAIAgents } from 'sluice/openai-agents';
import { answerOf } from './answer.js';

// A scripted model: it writes a file, and then says so.
const input = JSON.stringify({ file_path: 'approved.txt', content: 'approved\n' });
const call = { type: 'function_call', callId: 'w1', name: 'Write', arguments: input, status: 'completed' };
const text = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Done.' }],
};
const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const model = {
  async *getStreamedResponse({ input: items }) {
    const isDone = items.at(-1).type === 'function_call_result';
    yield { type: 'response_done', response: { id: 'r', usage, output: [isDone ? text : call] } };
  },
};

const STATE = 'openai-agents.state.json';
const sessionDirectory = 'session';
const runtime = await createLocalRuntime({
  cwd: '.',
  sessionDirectory,
  resume: existsSync(sessionDirectory),
});
const { tools, startEarly } = await toOpenAIAgents(runtime);
const agent = new Agent({ name: 'writer', model: startEarly(model), tools });
const runner = new Runner({ tracingDisabled: true });

if (!existsSync(STATE)) {
  const run = await runner.run(agent, 'Write the file.', { stream: true });
  await run.completed;
  writeFileSync(STATE, run.state.toString());
}
const state = await RunState.fromString(agent, readFileSync(STATE, 'utf8'));
const asked = state.getInterruptions();
const isApproved = await answerOf(`Approve ${asked.length} call?`);
for (const one of asked) {
  if (isApproved) state.approve(one);
  else state.reject(one);
}
const run = await runner.run(agent, state, { stream: true });
await run.completed;
console.log(run.finalOutput);
await runtime.dispose();
