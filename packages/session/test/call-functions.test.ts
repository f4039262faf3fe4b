import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, RunEvent } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocalRuntime, type ProgramHook } from '../../sluice/src/index.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

/** Reads a file under these hooks. */
async function read(hooks: readonly ProgramHook[], input: JsonObject = { file_path: 'a.txt' }) {
  const cwd = scratch();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(cwd, name), 'the text\n');
  const runtime = await createLocalRuntime({ cwd, hooks });
  onTestFinished(async () => void (await runtime.dispose()));
  const events: RunEvent[] = [];
  for await (const event of runtime.run([{ id: 'c', name: 'Read', input }])) events.push(event);
  const [result] = events.filter((event) => event.type === 'tool-result');
  const [message] = events.filter((event) => event.type === 'message');
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
  const ends = events.flatMap((event) =>
    event.type === 'hook' && event.status === 'ended' ? [event.outcome] : [],
  );
  return { outcome: result?.outcome, message, notices, ends };
}

/** As a program in JavaScript may give it. */
function hook(
  event: ProgramHook['event'],
  run: (told: JsonObject) => unknown,
  more: object = {},
): ProgramHook {
  const made: unknown = { event, name: 'mine', run, ...more };
  const isHook = (given: unknown): given is ProgramHook => given !== null;
  if (!isHook(made)) throw new Error('no hook');
  return made;
}

const boom = (): never => {
  throw new Error('boom');
};
const never = (): Promise<never> => new Promise(() => {});

describe('a function before a call', () => {
  it.each<[title: string, run: () => unknown, more: object, runs: boolean, told: RegExp]>([
    ['throws', boom, {}, true, /hook "mine": it threw: boom$/],
    ['throws, and is to block', boom, { onFailure: 'block' }, false, /it threw: boom$/],
    ['hangs', never, { timeoutMs: 5 }, true, /did not respond within 0.005 s/],
    ['hangs, and is to deny', never, { timeoutMs: 5, onTimeout: 'deny' }, false, /did not respond within/],
    ['answers with a text', () => 'deny', {}, true, /it returned string; return an object/],
    ['misspells a decision', () => ({ decision: 'denyy' }), {}, true, /"decision" must be "allow" or "deny"/],
    [
      'misspells a decision, and is to block',
      () => ({ decision: 'denyy' }),
      { onFailure: 'block' },
      false,
      /"decision" must be/,
    ],
    [
      'answers as settings have it',
      () => ({ permissionDecision: 'deny' }),
      { onFailure: 'block' },
      false,
      /"permissionDecision" has no effect for \w+; return "decision"/,
    ],
    [
      'answers as programs do',
      () => ({ hookSpecificOutput: {} }),
      {},
      true,
      /"hookSpecificOutput" has no effect for \w+; return its fields in the answer itself/,
    ],
    [
      'says nothing that is known',
      () => ({ foo: 1 }),
      {},
      true,
      /"foo" in its answer has no effect for PreToolUse/,
    ],
    ['says more than is known', () => ({ decision: 'deny', foo: 1 }), {}, false, /"foo" in its answer/],
    [
      'refuses with a reason that is none',
      () => ({ decision: 'deny', reason: 5 }),
      {},
      false,
      /only its refusal was used: "reason" must be a text/,
    ],
  ])('that %s', async (_, run, more, runs, told) => {
    const { outcome, notices } = await read([hook('PreToolUse', run, more)]);
    expect(outcome?.code).toBe(runs ? 'ok' : 'blocked-by-hook');
    expect(notices).toEqual([expect.stringMatching(told)]);
  });

  it('that answers rightly is heard in all that it says', async () => {
    const answer = {
      additionalContext: 'for the model',
      notices: ['for the person'],
      stop: { reason: 'enough' },
    };
    const { outcome, message, notices, ends } = await read(
      [hook('PreToolUse', () => ({ ...answer, updatedInput: { file_path: 'a.txt' } }))],
      { file_path: 'b.txt' },
    );
    expect(outcome?.code).toBe('ok');
    expect(message).toMatchObject({ additionalContext: ['for the model'], stop: { reason: 'enough' } });
    expect(message?.message.content).toEqual([
      expect.objectContaining({ type: 'tool_result' }),
      { type: 'text', text: '<not-from-user source="hook">\nfor the model\n</not-from-user>' },
    ]);
    expect(notices).toEqual([expect.stringMatching(/: for the person$/)]);
    expect(ends).toEqual(['ok']);
  });

  it('is told by its signal that no one waits any more', async () => {
    const stopped = Promise.withResolvers<void>();
    const hanging: ProgramHook = {
      event: 'PreToolUse',
      name: 'mine',
      timeoutMs: 5,
      run({ signal }) {
        signal.addEventListener('abort', () => stopped.resolve());
        return new Promise(() => {});
      },
    };
    const { ends } = await read([hanging]);
    await stopped.promise;
    expect(ends).toEqual(['timed-out']);
  });
});

it.each<[event: ProgramHook['event'], instead: string, told: object]>([
  ['PostToolUse', '{"decision":"block"}', { additionalContext: [expect.stringContaining(', failed: ')] }],
  ['PostToolBatch', '{"systemMessage":"x"}', { stop: { reason: expect.stringContaining('"notices"') } }],
])(
  'a function of %s that fails has the model told, or the loop end, where it is to block',
  async (event, instead, told) => {
    const run = (): unknown => JSON.parse(instead);
    const { message, notices } = await read([hook(event, run, { onFailure: 'block' })]);
    expect(message).toMatchObject(told);
    expect(notices).toEqual([expect.stringMatching(/has no effect for \w+; return/)]);
    const lax = await read([hook(event, run)]);
    expect(lax.message).toMatchObject({ additionalContext: [], stop: undefined });
  },
);

it.each<[title: string, list: () => readonly ProgramHook[], reason: RegExp]>([
  [
    'has a hook that is written wrongly',
    () => [hook('PreToolUse', () => undefined, { matcher: 'Read' })],
    /The option hooks\(\)\[0\]\.matcher must be left out/,
  ],
  ['throws', boom, /list of hooks can't be read \(boom\)/],
])('where the function that gives the list of hooks %s, calls are refused', async (_, later, reason) => {
  let list: () => readonly ProgramHook[] = () => [];
  const runtime = await createLocalRuntime({ cwd: scratch(), hooks: () => list() });
  onTestFinished(async () => void (await runtime.dispose()));
  list = later;
  const results: RunEvent[] = [];
  const calls = [{ id: 'c', name: 'Glob', input: { pattern: '*' } }];
  for await (const event of runtime.run(calls)) if (event.type === 'tool-result') results.push(event);
  expect(results).toMatchObject([
    { outcome: { code: 'blocked-by-hook' }, result: { content: expect.stringMatching(reason) } },
  ]);
});

it('a function after a call replaces its output', async () => {
  const { outcome, notices } = await read([hook('PostToolUse', () => ({ updatedOutput: 5 }))]);
  expect(outcome?.code).toBe('ok');
  expect(notices).toEqual([expect.stringMatching(/output/)]);
});
