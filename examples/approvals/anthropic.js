// An approval that outlives its process, with Anthropic's tool runner. Run it, end it in any way while it waits, and run it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import { createLocalRuntime } from 'sluice';
import { toAnthropic } from 'sluice/anthropic';
import { answerOf } from './answer.js';

// A scripted model: it writes a file, and then says so.
const call = {
  type: 'tool_use',
  id: 'w1',
  name: 'Write',
  input: { file_path: 'approved.txt', content: 'approved\n' },
};
const fetch = async (_url, { body }) => {
  const isDone = JSON.parse(body).messages.length > 1;
  return Response.json({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [isDone ? { type: 'text', text: 'Done.' } : call],
    stop_reason: isDone ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
};
const { messages: api } = new Anthropic({ apiKey: 'none', fetch }).beta;

const STATE = 'anthropic.state.json';
const sessionDirectory = 'session';
const runtime = await createLocalRuntime({
  cwd: '.',
  sessionDirectory,
  resume: existsSync(sessionDirectory),
});
const { tools, needsApproval, approve } = await toAnthropic(runtime);
const params = { model: 'scripted', max_tokens: 1000, tools };

if (!existsSync(STATE)) {
  const messages = [{ role: 'user', content: 'Write the file.' }];
  const { content } = await api.create({ ...params, messages });
  writeFileSync(STATE, JSON.stringify([...messages, { role: 'assistant', content }]));
}
const messages = JSON.parse(readFileSync(STATE, 'utf8'));
for (const toolUse of messages.at(-1).content.filter(({ type }) => type === 'tool_use')) {
  if ((await needsApproval(toolUse)) && (await answerOf('Approve 1 call?'))) approve(toolUse);
}
// Runs the calls of the last message; those that no one has approved are denied.
const results = await api.toolRunner({ ...params, messages }).generateToolResponse();
const end = await api.toolRunner({ ...params, messages: [...messages, results] }).runUntilDone();
console.log(end.content[0].text);
await runtime.dispose();
