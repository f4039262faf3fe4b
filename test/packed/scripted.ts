import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { emptyDirectory, type Ended } from './packed.ts';

/** What the scripted model answers: a text, or a call. */
export type ScriptedAnswer = string | { readonly name: string; readonly input: object };

export interface ScriptedRun extends Ended {
  /** The bodies of the requests, as text. */
  readonly requests: readonly string[];
}

/** Runs the installed `sluice -p` against a model that gives these answers in order. */
export async function scriptedPrint(
  prompt: string,
  answers: readonly ScriptedAnswer[],
  { cwd = emptyDirectory(), args = [] }: { readonly cwd?: string; readonly args?: readonly string[] } = {},
): Promise<ScriptedRun> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers[requests.push(body) - 1] ?? 'Done.';
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streamOf(answer, requests.length));
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const directory = inject('packedDirectory');
  const bin = join(directory, 'app/node_modules/.bin/sluice');
  const model = ['--model', 'openai/any', '--base-url', `http://127.0.0.1:${port}/v1`];
  const child = spawn(process.execPath, [bin, '-p', prompt, ...model, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: join(directory, 'home'), OPENAI_API_KEY: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { stdout, stderr, status, requests };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function streamOf(answer: ScriptedAnswer, number: number): string {
  if (typeof answer === 'string') return chunks({ content: answer }, 'stop');
  const { name, input } = answer;
  const call = {
    index: 0,
    id: `call_${number}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  };
  return chunks({ role: 'assistant', tool_calls: [call] }, 'tool_calls');
}

function chunks(delta: object, reason: string): string {
  const chunk = (choice: object): string =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
  return `${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason: reason })}data: [DONE]\n\n`;
}
