import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toGoogle } from '../../src/adapters/google.ts';
import { geminiServer, responsesIn } from './sdks/google.ts';
import { PNG } from './sdks/png.ts';
import { openRuntime, probe, type Said } from './support.ts';

it('calls of a message run in order, and their results go to the next request', async () => {
  const runtime = await openRuntime({ permissionMode: 'acceptEdits' });
  const path = join(runtime.cwd, 'note.txt');
  const { ai, seen } = await geminiServer([
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
  expect(responsesIn(seen.contents)).toMatchObject({
    r: { name: 'Read', response: { output: expect.stringContaining('written first') } },
    x: { name: 'NoSuchTool', response: { error: expect.stringContaining('NoSuchTool') } },
  });
});

it('a call that asks is denied, unless an asker answers; denied tools are not offered', async () => {
  const runtime = await openRuntime({ settings: { deny: ['Bash'] } });
  const [one, two] = [join(runtime.cwd, 'one.txt'), join(runtime.cwd, 'two.txt')];
  const write = (path: string): Said[] => [[['w', 'Write', { file_path: path, content: 'x' }]], 'Done.'];
  const denied = await geminiServer(write(one));
  const { tools } = await toGoogle(runtime);
  await denied.ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  expect(responsesIn(denied.seen.contents)['w']).toMatchObject({ response: { error: expect.any(String) } });
  expect(existsSync(one)).toBe(false);
  expect(denied.seen.tools).not.toContain('"Bash"');

  const asked = await geminiServer(write(two));
  const { tools: asking } = await toGoogle(runtime, {
    asker: { push: (_inquiry, answer) => answer({ behavior: 'allow' }), remove() {}, update() {} },
  });
  await asked.ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools: asking } });
  expect(existsSync(two)).toBe(true);
});

it('images go as parts, errors as errors, and a long result within its bound', async () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
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
  const { ai, seen } = await geminiServer([
    [
      ['p', 'Picture', {}],
      ['b', 'Broken', {}],
      ['l', 'Bash', { command: `cat ${long}` }],
    ],
  ]);
  const { tools } = await toGoogle(runtime);
  await ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  const found = responsesIn(seen.contents);
  expect(found).toMatchObject({
    p: { response: { output: 'here' }, parts: [{ inlineData: { data: PNG, mimeType: 'image/png' } }] },
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
  const { ai } = await geminiServer([[['w', 'Wait', {}]], 'Stopped.']);
  const abort = new AbortController();
  const { tools } = await toGoogle(runtime, { signal: abort.signal });
  const answer = ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
  await started.promise;
  abort.abort();
  await answer;
  expect(isCanceled).toBe(true);
});
