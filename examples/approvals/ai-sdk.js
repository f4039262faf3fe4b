// An approval that outlives its process, with the AI SDK. Run it, end it in any way while it waits, and run it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isStepCount, streamText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createLocalRuntime } from 'sluice';
import { toAISDK } from 'sluice/ai-sdk';
import { answerOf } from './answer.js';

// A scripted model: it writes a file, and then says so.
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const call = { file_path: 'approved.txt', content: 'approved\n' };
const model = new MockLanguageModelV3({
  doStream: async ({ prompt }) => ({
    stream: ReadableStream.from(
      prompt.at(-1).role === 'tool'
        ? [
            { type: 'text-start', id: 't' },
            { type: 'text-delta', id: 't', delta: 'Done.' },
            { type: 'text-end', id: 't' },
            { type: 'finish', finishReason: { unified: 'stop' }, usage },
          ]
        : [
            { type: 'tool-call', toolCallId: 'w1', toolName: 'Write', input: JSON.stringify(call) },
            { type: 'finish', finishReason: { unified: 'tool-calls' }, usage },
          ],
    ),
  }),
});

const STATE = 'ai-sdk.state.json';
const sessionDirectory = 'session';
const runtime = await createLocalRuntime({
  cwd: '.',
  sessionDirectory,
  resume: existsSync(sessionDirectory),
});
const { tools, toolApproval } = await toAISDK(runtime);
const run = async (messages) => {
  const stream = streamText({ model, tools, toolApproval, messages, stopWhen: isStepCount(5) });
  await stream.consumeStream();
  return { text: await stream.text, messages: [...messages, ...(await stream.responseMessages)] };
};

if (!existsSync(STATE)) {
  const { messages } = await run([{ role: 'user', content: 'Write the file.' }]);
  writeFileSync(STATE, JSON.stringify(messages));
}
const messages = JSON.parse(readFileSync(STATE, 'utf8'));
const asked = messages.flatMap(({ content }) =>
  Array.isArray(content) ? content.filter(({ type }) => type === 'tool-approval-request') : [],
);
const approved = await answerOf(`Approve ${asked.length} call?`);
const content = asked.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved }));
const { text } = await run([...messages, { role: 'tool', content }]);
console.log(text);
await runtime.dispose();
