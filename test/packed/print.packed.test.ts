import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory } from './packed.ts';

/** One message of the Chat Completions stream. */
const stream = (delta: object, reason: string): string =>
  [
    { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] },
    { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: reason }] },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('') + 'data: [DONE]\n\n';

it('reports progress, duration and the view of a call in stream-json', async () => {
  const command = 'for i in 1 2 3; do echo line $i; sleep 0.8; done';
  const call = {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: 'Bash', arguments: JSON.stringify({ command }) },
  };
  const answers = [
    stream({ role: 'assistant', tool_calls: [call] }, 'tool_calls'),
    stream({ content: 'Done.' }, 'stop'),
  ];
  let sent = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => (sent += part));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answers.shift());
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const directory = inject('packedDirectory');
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'note.txt'), 'Up to three.');
  const child = spawn(
    process.execPath,
    [
      join(directory, 'app/node_modules/.bin/sluice'),
      '-p',
      'Count, as @note.txt says.',
      '--model',
      'openai/any',
      '--base-url',
      `http://127.0.0.1:${port}/v1`,
      '--output-format',
      'stream-json',
      '--permission-mode',
      'bypassPermissions',
    ],
    {
      cwd,
      env: { PATH: process.env['PATH'], HOME: join(directory, 'home'), OPENAI_API_KEY: 'none' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise((resolve) => child.once('close', resolve));
  server.close();
  expect(status).toBe(0);
  expect(sent).toContain('Up to three.');
  const messages: Record<string, unknown>[] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const progress = messages.filter(({ type }) => type === 'tool_progress');
  expect(progress.length).toBeGreaterThan(0);
  expect(progress[0]).toMatchObject({
    tool_use_id: 'call_1',
    tool_name: 'Bash',
    sequence: 1,
    elapsed_time_seconds: expect.any(Number),
  });
  const result = messages.find((message) => message['type'] === 'user' && 'tool_use_result' in message);
  expect(result).toMatchObject({
    duration_ms: expect.any(Number),
    tool_use_result: { stdout: 'line 1\nline 2\nline 3\n' },
  });
});
