// An approval that outlives its process, with the Google GenAI SDK. Run it, end it in any way while it waits, and run it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { GoogleGenAI } from '@google/genai';
import { createLocalRuntime } from 'sluice';
import { toGoogle } from 'sluice/google';
import { answerOf } from './answer.js';

// A scripted model: it writes a file, and then says so.
const call = { id: 'w1', name: 'Write', args: { file_path: 'approved.txt', content: 'approved\n' } };
const server = createServer((request, response) => {
  void json(request).then(({ contents }) => {
    const parts = [contents.length > 1 ? { text: 'Done.' } : { functionCall: call }];
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
    );
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { models } = new GoogleGenAI({
  apiKey: 'none',
  httpOptions: { baseUrl: `http://127.0.0.1:${server.address().port}` },
});

const STATE = 'google.state.json';
const sessionDirectory = 'session';
const runtime = await createLocalRuntime({
  cwd: '.',
  sessionDirectory,
  resume: existsSync(sessionDirectory),
});
// The SDK has no approvals of its own: this asks the user about each call that needs one.
const asker = {
  async push(_inquiry, answer) {
    const isApproved = await answerOf('Approve 1 call?');
    answer(isApproved ? { behavior: 'allow' } : { behavior: 'deny', message: 'The user said no.' });
  },
  remove() {},
  update() {},
};
const { tools } = await toGoogle(runtime, { asker });
// The program makes the calls itself, so that it can store the conversation before it asks.
const request = { model: 'scripted', config: { tools, automaticFunctionCalling: { disable: true } } };

if (!existsSync(STATE)) {
  const contents = [{ role: 'user', parts: [{ text: 'Write the file.' }] }];
  const { candidates } = await models.generateContent({ ...request, contents });
  writeFileSync(STATE, JSON.stringify([...contents, candidates[0].content]));
}
const contents = JSON.parse(readFileSync(STATE, 'utf8'));
const calls = contents.at(-1).parts.flatMap(({ functionCall }) => functionCall ?? []);
contents.push({ role: 'user', parts: await tools[0].callTool(calls) });
const { text } = await models.generateContent({ ...request, contents });
console.log(text);
await runtime.dispose();
server.close();
server.closeAllConnections();
