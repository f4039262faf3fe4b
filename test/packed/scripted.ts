import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { emptyDirectory, PATIENT, type Ended } from './packed.ts';

interface ScriptedCall {
  readonly name: string;
  readonly input: object;
}

/** What the scripted model answers: a text, a call, or several. */
export type ScriptedAnswer = string | ScriptedCall | readonly ScriptedCall[];

export interface ScriptedRun extends Ended {
  /** The bodies of the requests, as text. */
  readonly requests: readonly string[];
}

/** Runs the installed `sluice -p` against a model that gives these answers in order, or computes them from the request. */
export async function scriptedPrint(
  prompt: string,
  answers: readonly ScriptedAnswer[] | ((body: string) => ScriptedAnswer),
  {
    cwd = emptyDirectory(),
    args = [],
    env = {},
  }: {
    readonly cwd?: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<ScriptedRun> {
  const model = await scriptedModel(answers);
  const directory = inject('packedDirectory');
  const bin = join(directory, 'app/node_modules/.bin/sluice');
  const child = spawn(process.execPath, [bin, '-p', prompt, ...model.args, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: join(directory, 'home'),
      OPENAI_API_KEY: 'none',
      ...PATIENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { stdout, stderr, status, requests: model.requests };
  } finally {
    model.close();
  }
}

/** A model that gives these answers in order, or computes them from the request. */
export async function scriptedModel(
  answers: readonly ScriptedAnswer[] | ((body: string) => ScriptedAnswer),
): Promise<{
  /** The options of `sluice` that choose it. */
  readonly args: readonly string[];
  readonly requests: readonly string[];
  close(): void;
}> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const at = requests.push(body) - 1;
      const answer = typeof answers === 'function' ? answers(body) : (answers[at] ?? 'Done.');
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
  return {
    args: ['--model', 'openai/any', '--base-url', `http://127.0.0.1:${port}/v1`],
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function streamOf(answer: ScriptedAnswer, number: number): string {
  if (typeof answer === 'string') return chunks({ content: answer }, 'stop');
  const given: readonly ScriptedCall[] = 'name' in answer ? [answer] : answer;
  const calls = given.map(({ name, input }, index) => ({
    index,
    id: index === 0 ? `call_${number}` : `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return chunks({ role: 'assistant', tool_calls: calls }, 'tool_calls');
}

function chunks(delta: object, reason: string): string {
  const chunk = (choice: object): string =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
  return `${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason: reason })}data: [DONE]\n\n`;
}
