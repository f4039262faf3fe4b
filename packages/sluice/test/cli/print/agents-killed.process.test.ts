import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import type { MessageAnswer } from '../../../../agent/test/support/model-server/script.ts';
import {
  startModelServer,
  type ModelServer,
} from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, startPrint, STREAM, type PrintPlace } from './support/print.ts';

const KILLS = 40;
/** Runs beside each other. */
const LANES = 4;
const FLAGS = [...STREAM, '--permission-mode', 'bypassPermissions'];

const mark = (name: string): readonly [string, JsonObject] => ['Bash', { command: `echo ${name} >> marks` }];
const agent = (name: string, isBackground: boolean): readonly [string, JsonObject] => [
  'Agent',
  { description: name, prompt: `TASK ${name}`, run_in_background: isBackground },
];

/** What each agent does, turn by turn; three is opened by one. */
const TURNS: Readonly<Record<string, readonly MessageAnswer[]>> = {
  one: [calls(mark('one-a'), agent('three', false)), calls(mark('one-b'))],
  two: [calls(mark('two-a')), calls(mark('two-b'))],
  three: [calls(mark('three-a'))],
  main: [calls(agent('one', false), agent('two', true), mark('main-a')), calls(mark('main-b'))],
};
const MARKS = ['main-a', 'main-b', 'one-a', 'one-b', 'three-a', 'two-a', 'two-b'];

/** Depends on the conversation alone, as a model's answer does, whichever process asks. */
function answerTo(messages: readonly JsonObject[]): MessageAnswer {
  const text = JSON.stringify(messages);
  const first = JSON.stringify(messages[0]);
  const name = Object.keys(TURNS).find((one) => first.includes(`TASK ${one}`)) ?? 'main';
  if (name === 'main') {
    const lost = [...text.matchAll(/\\n- ([\w-]+) \([\w-]+, general-purpose\)/g)].map(([, id = '']) => id);
    const silent = lost.filter((id) => !text.includes(`"to":"${id}"`));
    if (silent.length > 0)
      return calls(...silent.map((id) => ['SendMessage', { to: id, message: 'Go on.' }] as const));
  }
  const turn = messages.filter(({ role, content }) => role === 'assistant' && hasTurn(content)).length;
  return TURNS[name]?.[turn] ?? words(`${name} has nothing more to do.`);
}

/** Whether a message of the model is one of its turns, and not one that calls lost agents back. */
function hasTurn(content: unknown): boolean {
  return Array.isArray(content) && content.some((block) => isJsonObject(block) && isTurnCall(block));
}

function isTurnCall({ type, name }: JsonObject): boolean {
  return type === 'tool_use' && name !== 'SendMessage';
}

interface Killed {
  readonly place: PrintPlace;
  readonly id: string;
  readonly server: ModelServer;
  /** Lines and requests until the end. */
  readonly moments: number;
}

const messagesOf = ({ messages }: JsonObject): readonly JsonObject[] =>
  Array.isArray(messages) ? messages.filter((one) => isJsonObject(one)) : [];

/** Runs the program, and kills it at that line of output or request of a model, counted together. */
async function runUntil(killAt: number): Promise<Killed> {
  let moments = 0;
  let kill = (): void => {};
  const count = (): void => {
    moments += 1;
    if (moments === killAt) kill();
  };
  const server = await startModelServer(({ body }) => {
    count();
    return answerTo(messagesOf(body));
  });
  const { env, ...rest } = printPlace(server);
  const { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: _off, ...own } = env;
  const place = { ...rest, env: own };
  const id = randomUUID();
  const child = startPrint(place, 'Begin.', ...FLAGS, '--session-id', id);
  kill = () => void child.kill('SIGKILL');
  child.stdin.end();
  child.stderr.resume();
  const closed = new Promise((resolve) => child.once('close', resolve));
  createInterface({ input: child.stdout }).on('line', count);
  await closed;
  return { place, id, server, moments };
}

const marksIn = ({ cwd }: PrintPlace): readonly string[] => {
  const path = join(cwd, 'marks');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};

/** Names of the commands in the conversations that models have seen, and of those whose result is an error there. */
function seenMarks({ requests }: ModelServer): Readonly<Record<'called' | 'failed', ReadonlySet<string>>> {
  const blocks = requests.flatMap(({ body }) =>
    messagesOf(body).flatMap(({ content }) =>
      Array.isArray(content) ? content.filter((block) => isJsonObject(block)) : [],
    ),
  );
  const failed = new Set(
    blocks.filter((block) => block['is_error'] === true).map((block) => block['tool_use_id']),
  );
  const namesOf = (of: readonly JsonObject[]): ReadonlySet<string> =>
    new Set(of.flatMap(({ input }) => /echo ([\w-]+)/.exec(JSON.stringify(input))?.[1] ?? []));
  const called = blocks.filter(({ type }) => type === 'tool_use');
  return { called: namesOf(called), failed: namesOf(called.filter(({ id }) => failed.has(id))) };
}

async function killAndResume(killAt: number): Promise<void> {
  const { place, id, server } = await runUntil(killAt);
  const before = marksIn(place);
  const resumed = await runPrint(place, 'Go on.', ...FLAGS, '--resume', id);
  const after = marksIn(place);
  const { called, failed } = seenMarks(server);
  const missing = [...called].filter((name) => !after.includes(name));
  const seen = { killAt, before, after, failed: [...failed], stderr: resumed.stderr };
  // Each request has one result for each call: the server checks it. Of a message that was cut, the calls that had started stay.
  const problems = server.problems.filter((problem) => !problem.includes('its thinking and calls are'));
  expect({ ...seen, problems }).toEqual({ ...seen, problems: [] });
  expect({ ...seen, status: resumed.status }).toEqual({ ...seen, status: 0 });
  expect({ ...seen, twice: after.length - new Set(after).size }).toEqual({ ...seen, twice: 0 });
  expect({ ...seen, unsaid: missing.filter((name) => !failed.has(name)) }).toEqual({ ...seen, unsaid: [] });
  await server[Symbol.asyncDispose]();
}

let whole: Promise<number> | undefined;

/** Lines and requests of a run that is not killed. */
async function countMoments(): Promise<number> {
  const run = await runUntil(Infinity);
  expect([marksIn(run.place).toSorted(), run.server.problems]).toEqual([MARKS, []]);
  await run.server[Symbol.asyncDispose]();
  return run.moments;
}

// Some of the kills are a test, so that on a slow machine none has to wait for the time of all others.
test.each(Array.from({ length: KILLS / LANES }, (_, group) => group))(
  `a session with agents that is killed at ${KILLS} points goes on: one result a call, and nothing twice (group %d)`,
  async (group) => {
    const moments = await (whole ??= countMoments());
    const points = Array.from({ length: LANES }, (_, lane) => group * LANES + lane);
    await Promise.all(points.map((at) => killAndResume(1 + Math.floor((at * moments) / KILLS))));
  },
);
