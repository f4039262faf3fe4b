import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';

/** The least that an agent can be: a model, two tools, calls that start as their blocks end. Run as `floor PROMPT`. */
type Input = Readonly<Record<string, string>>;
type Block = { type: string; id?: string; name?: string; text?: string; input?: Input };
type Event = {
  type: string;
  index: number;
  content_block: Block;
  delta: { text?: string; partial_json?: string; stop_reason?: string };
};

const KEPT_OUTPUT = 30_000;
const address = new URL('v1/messages', `${process.env['ANTHROPIC_BASE_URL']}/`);
const agent = new Agent({ keepAlive: true });
const children = new Set<number>();
const tools = new Map([
  ['Bash', bash],
  ['Read', read],
]);

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    for (const pid of children) process.kill(-pid, 'SIGKILL');
    process.exit(status);
  });
}

function bash({ command = '' }: Input): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('/bin/bash', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const pid = child.pid ?? 0;
    children.add(pid);
    let output = '';
    const keep = (chunk: string): void => {
      if (output.length < KEPT_OUTPUT) output += chunk.slice(0, KEPT_OUTPUT - output.length);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('close', () => {
      children.delete(pid);
      resolve(output);
    });
  });
}

async function read({ file_path = '' }: Input): Promise<string> {
  const lines = (await readFile(file_path, 'utf8')).split('\n');
  return lines.map((line, index) => `${index + 1}\t${line}`).join('\n');
}

function post(body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      ...{ 'anthropic-version': '2023-06-01', 'x-api-key': process.env['ANTHROPIC_API_KEY'] ?? '' },
    };
    request(address, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body);
  });
}

const messages: object[] = [{ role: 'user', content: process.argv[2] }];
for (;;) {
  const request = { model: 'test', max_tokens: 32_000, stream: true, messages };
  const response = await post(JSON.stringify(request));
  const content: Block[] = [];
  const results: Promise<object>[] = [];
  let [rest, json] = ['', ''];
  for await (const chunk of response.setEncoding('utf8')) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const text of events) {
      const event: Event = JSON.parse(text.slice(text.indexOf('data: ') + 6));
      const block = content[event.index];
      if (event.type === 'content_block_start') content[event.index] = event.content_block;
      if (event.type === 'content_block_delta' && block !== undefined) {
        if (event.delta.text !== undefined) block.text += event.delta.text;
        json += event.delta.partial_json ?? '';
      }
      if (event.type !== 'content_block_stop' || block?.type !== 'tool_use') continue;
      const input: Input = JSON.parse(json);
      json = '';
      block.input = input;
      const call = tools.get(block.name ?? '') ?? (() => Promise.resolve('There is no such tool.'));
      const tool_use_id = block.id;
      results.push(
        call(input).then((text) => ({ type: 'tool_result', tool_use_id, content: text || '(none)' })),
      );
    }
  }
  messages.push({ role: 'assistant', content });
  if (results.length === 0) {
    console.log(content.map(({ text }) => text).join(''));
    break;
  }
  messages.push({ role: 'user', content: await Promise.all(results) });
}
agent.destroy();
