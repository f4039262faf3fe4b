import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, it, onTestFinished } from 'vitest';
import { emptyDirectory } from './packed.ts';

/** A model that always says the same. */
async function modelAddress(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const chunk = { choices: [{ index: 0, delta: { content: 'Hello, editor.' }, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
}

it('serves an editor with default options', async () => {
  const cwd = emptyDirectory();
  const directory = inject('packedDirectory');
  const bin = join(directory, 'app/node_modules/.bin/sluice');
  const model = ['--model', 'openai/any', '--base-url', await modelAddress()];
  const child = spawn(process.execPath, [bin, 'acp', ...model], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: join(directory, 'home'), OPENAI_API_KEY: 'none' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let texts = '';
  const ask = async (id: number, method: string, params: object): Promise<Record<string, unknown>> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      // One line after the other, until the answer.
      // oxlint-disable-next-line no-await-in-loop
      const message = JSON.parse(String((await lines.next()).value));
      if (message.id === id) return message.result;
      texts += message.params?.update?.content?.text ?? '';
    }
  };
  expect(await ask(1, 'initialize', { protocolVersion: 1 })).toMatchObject({ agentInfo: { name: 'sluice' } });
  const { sessionId } = await ask(2, 'session/new', { cwd, mcpServers: [] });
  const prompt = [{ type: 'text', text: 'Hi.' }];
  expect(await ask(3, 'session/prompt', { sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
  expect(texts).toContain('Hello, editor.');
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.stdin.end();
  expect(await ended).toBe(0);
});
