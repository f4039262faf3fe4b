import { GoogleGenAI, type Content } from '@google/genai';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { isJsonObject } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { toGoogle } from '../../src/adapters/google.ts';
import { openRuntime, probe, type Said } from './support.ts';

/** A Gemini API on loopback that says these messages; `contents` is what the last request held. */
async function scripted(messages: readonly Said[]) {
  const seen: { contents: readonly Content[]; tools: string } = { contents: [], tools: '' };
  let next = 0;
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (isJsonObject(body)) {
        seen.contents = Array.isArray(body['contents']) ? body['contents'] : [];
        seen.tools = JSON.stringify(body['tools']);
      }
      const said = messages[next++] ?? 'Done.';
      const parts =
        typeof said === 'string'
          ? [{ text: said }]
          : said.flatMap((one) =>
              one instanceof Promise ? [] : [{ functionCall: { id: one[0], name: one[1], args: one[2] } }],
            );
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: `http://127.0.0.1:${port}` } });
  return { ai, seen };
}

/** The responses that went to the model, by call. */
function responses(contents: readonly Content[]): Readonly<Record<string, unknown>> {
  const all = contents.flatMap(({ parts = [] }) => parts.map(({ functionResponse }) => functionResponse));
  return Object.fromEntries(all.flatMap((one) => (one === undefined ? [] : [[one.id ?? '', one]])));
}

it('calls of a message run in order, and their results go to the next request', async () => {
  const runtime = await openRuntime({ permissionMode: 'acceptEdits' });
  const path = join(runtime.cwd, 'note.txt');
  const { ai, seen } = await scripted([
    [
      ['w', 'Write', { file_path: path, content: 'written first\n' }],
      ['r', 'Read', { file_path: path }],
      ['x', 'NoSuchTool', {}],
    ],
    'Seen.',
  ]);
  const { tools } = await toGoogle(runtime);
  const answer = await ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  expect(answer.text).toBe('Seen.');
  expect(readFileSync(path, 'utf8')).toBe('written first\n');
  expect(responses(seen.contents)).toMatchObject({
    r: { name: 'Read', response: { output: expect.stringContaining('written first') } },
    x: { name: 'NoSuchTool', response: { error: expect.stringContaining('NoSuchTool') } },
  });
});

it('a call that asks is denied, unless an asker answers; denied tools are not offered', async () => {
  const runtime = await openRuntime({ settings: { deny: ['Bash'] } });
  const [one, two] = [join(runtime.cwd, 'one.txt'), join(runtime.cwd, 'two.txt')];
  const write = (path: string): Said[] => [[['w', 'Write', { file_path: path, content: 'x' }]], 'Done.'];
  const denied = await scripted(write(one));
  const { tools } = await toGoogle(runtime);
  await denied.ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  expect(responses(denied.seen.contents)['w']).toMatchObject({ response: { error: expect.any(String) } });
  expect(existsSync(one)).toBe(false);
  expect(denied.seen.tools).not.toContain('"Bash"');

  const asked = await scripted(write(two));
  const { tools: asking } = await toGoogle(runtime, {
    asker: { push: (_inquiry, answer) => answer({ behavior: 'allow' }), remove() {}, update() {} },
  });
  await asked.ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools: asking } });
  expect(existsSync(two)).toBe(true);
});

it('images go as parts, errors as errors, and a long result within its bound', async () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
  const runtime = await openRuntime({
    tools: [
      probe('Picture', async () => [{ type: 'text', text: 'here' }, image]),
      probe('Broken', async () => {
        throw new Error('it broke');
      }),
    ],
  });
  const long = join(runtime.cwd, 'long.txt');
  writeFileSync(long, `${'word '.repeat(500_000)}\n`);
  const { ai, seen } = await scripted([
    [
      ['p', 'Picture', {}],
      ['b', 'Broken', {}],
      ['l', 'Bash', { command: `cat ${long}` }],
    ],
  ]);
  const { tools } = await toGoogle(runtime);
  await ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  const found = responses(seen.contents);
  expect(found).toMatchObject({
    p: { response: { output: 'here' }, parts: [{ inlineData: { data: 'aGk=', mimeType: 'image/png' } }] },
    b: { response: { error: expect.stringContaining('it broke') } },
    l: { response: { output: expect.stringContaining('tool-results') } },
  });
  expect(JSON.stringify(found['l']).length).toBeLessThan(100_000);
});

it('an abort cancels a call that runs', async () => {
  const started = Promise.withResolvers<void>();
  let isCanceled = false;
  const wait = probe('Wait', (_input, signal) => {
    started.resolve();
    return new Promise<void>((resolve) => {
      const cancel = (): void => {
        isCanceled = true;
        resolve();
      };
      signal.addEventListener('abort', cancel, { once: true });
    });
  });
  const runtime = await openRuntime({ tools: [wait] });
  const { ai } = await scripted([[['w', 'Wait', {}]], 'Stopped.']);
  const abort = new AbortController();
  const { tools } = await toGoogle(runtime, { signal: abort.signal });
  const answer = ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  await started.promise;
  abort.abort();
  await answer;
  expect(isCanceled).toBe(true);
});
