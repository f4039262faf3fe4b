import { expect, it } from 'vitest';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createRuntime,
  readQuestions,
  readSession,
} from '../../src/index.ts';
import { createKit, toolOf } from '../support/kit.ts';

const CALL = { id: 'w', name: 'Write', input: { path: '/d/a', text: 'x' } };

/** Processes that share a journal, one after the other. */
function machine() {
  const [memoryJournal, store, files] = [createMemoryJournal(), createMemoryStore(), createMemoryFiles()];
  const ran: unknown[] = [];
  const write = toolOf('Write', { call: async (input) => (ran.push(input), { data: 'written' }) });
  const start = () => {
    const { entries } = memoryJournal;
    return createKit([write], {
      ...{ memoryJournal, store, files },
      ...(entries.length > 0 && { resume: readSession(entries), questions: readQuestions(entries) }),
    }).runtime;
  };
  return { start, ran, entries: memoryJournal.entries };
}

it('a question is about one id, tool and input, also in a later process', async () => {
  const { start } = machine();
  const first = start();
  expect(await first.questions.about(CALL)).toBe('nothing');
  await first.questions.note(CALL);
  for (const runtime of [first, start()]) {
    const sorted = { ...CALL, input: { text: 'x', path: '/d/a' } };
    const about = [CALL, sorted, { ...CALL, input: { path: '/d/b' } }, { ...CALL, name: 'Edit' }];
    const answers = await Promise.all(about.map((call) => runtime.questions.about(call)));
    expect(answers).toEqual(['this', 'this', 'another', 'another']);
    expect(await runtime.questions.about({ ...CALL, id: 'v' })).toBe('nothing');
    expect([runtime.questions.isOpen('w'), runtime.questions.isOpen('v')]).toEqual([true, false]);
  }
});

it('without a journal, a question of an earlier process is unknown', async () => {
  const { clock, files, store, permission: state } = createKit([]);
  const permission = { state, policy: bypassPolicy };
  const runtime = createRuntime({ tools: [], cwd: '/d', permission, ports: { clock, files, store } });
  expect(await runtime.questions.about(CALL)).toBe('unknown');
  await runtime.questions.note(CALL);
  expect(await runtime.questions.about(CALL)).toBe('this');
});

it('a question that is open is journaled once, and is closed by its call', async () => {
  const { start, entries } = machine();
  const runtime = start();
  await runtime.questions.note(CALL);
  await runtime.questions.note(CALL);
  expect(entries.filter(({ type }) => type === 'asked')).toHaveLength(1);
  const message = runtime.openMessage();
  await message.add(CALL).result;
  await message.end();
  expect([runtime.questions.isOpen('w'), start().questions.isOpen('w')]).toEqual([false, false]);
  // Another call with the same id.
  await runtime.questions.note(CALL);
  expect(start().questions.isOpen('w')).toBe(true);
});

it('a refused call never runs, and has its place, its result and its reason in the journal', async () => {
  const { start, ran, entries } = machine();
  const message = start().openMessage({ id: 'm' });
  message.add({ ...CALL, id: 'before' });
  const refused = message.refuse(CALL, { by: 'person', feedback: ' Not that. ' });
  const silent = message.refuse({ ...CALL, id: 's' }, { by: 'person' });
  const held = message.refuse({ ...CALL, id: 'h' }, { by: 'headless', reason: 'no one approved it' });
  // What was added is not taken back.
  expect(await message.refuse({ ...CALL, id: 'before' }, { by: 'person' }).result).toMatchObject({
    code: 'ok',
  });
  expect(await refused.decision).toBe('denied');
  expect(await Promise.all([refused, silent, held].map(async ({ result }) => (await result).text))).toEqual([
    'The user declined this call and said: Not that.',
    'The user declined this call. Stop and wait for the user to say how to continue.',
    'Permission denied: no one approved it',
  ]);
  const { results, stop } = await message.end();
  expect(results.map(({ tool_use_id: id }) => id)).toEqual(['before', 'w', 's', 'h']);
  expect([ran.length, stop]).toEqual([1, undefined]);
  const settled = entries.filter((entry) => entry.type === 'settled');
  expect(settled.map(({ callId, outcome, record }) => [callId, outcome, record['decision']])).toMatchObject([
    ['w', 'denied', { behavior: 'deny', by: 'person', reason: 'Not that.' }],
    ['s', 'denied', { behavior: 'deny', by: 'person', reason: 'a person declined it' }],
    ['h', 'denied', { behavior: 'deny', by: 'headless', reason: 'no one approved it' }],
    ['before', 'ok', { behavior: 'allow' }],
  ]);
});
