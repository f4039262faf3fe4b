import { expect, it } from 'vitest';
import { readFile, writeFile, type PermissionPolicy } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { aborted, createGate, createKit, FREE, toolOf } from '../support/kit.ts';
import { ALLOW, createPerson } from '../support/person.ts';

const at = (path: string) => ({ path });
const reader = toolOf('Read', {
  isReadOnly: true,
  isConcurrencySafe: true,
  claims: ({ path }) => [readFile(String(path))],
});
const writer = toolOf('Write', {
  claims: ({ path }) => [writeFile(String(path))],
});
/** Asks about writes, denies what is secret, allows the rest. */
const policy: PermissionPolicy = {
  decide: ({ tool, json }) =>
    json['path'] === '/d/secret'
      ? { behavior: 'deny', by: 'rule', reason: 'it is secret' }
      : tool.name === 'Write'
        ? { behavior: 'ask', by: 'default', reason: 'Write asks', remedy: 'Say so.' }
        : { behavior: 'allow', by: 'mode', reason: 'nobody minds' },
};

it('gives a result while an earlier call still waits for a person', async () => {
  const person = createPerson();
  const kit = createKit([reader, writer], { policy, asker: person.asker });
  const message = kit.runtime.openMessage();
  const write = message.add({ id: 'w', name: 'Write', input: at('/d/a') });
  const read = message.add({ id: 'r', name: 'Read', input: at('/d/b') });
  const denied = message.add({ id: 'd', name: 'Read', input: at('/d/secret') });
  const unknown = message.add({ id: 'u', name: 'Nothing', input: {} });
  expect(await Promise.all([write, read, denied, unknown].map(({ decision }) => decision))).toEqual([
    'asked',
    'allowed',
    'denied',
    'denied',
  ]);
  expect(await read.result).toMatchObject({ text: 'Read done', isError: false, code: 'ok' });
  expect(await denied.result).toMatchObject({ code: 'denied', isError: true });
  person.answer('w', ALLOW);
  const { results, stop } = await message.end();
  expect(results.map(({ tool_use_id: id, is_error: isError }) => [id, isError])).toEqual([
    ['w', false],
    ['r', false],
    ['d', true],
    ['u', true],
  ]);
  expect(stop).toBeUndefined();
});

it('pins a result that was read: a changed earlier input does not run that call again', async () => {
  for (const isRead of [true, false]) {
    let runs = 0;
    const counting = toolOf('Read', {
      ...FREE,
      claims: () => [readFile('/d/b')],
      call: async () => ({ data: `run ${(runs += 1)}` }),
    });
    const person = createPerson();
    const kit = createKit([counting, writer], { policy, asker: person.asker });
    const message = kit.runtime.openMessage();
    message.add({ id: 'w', name: 'Write', input: at('/d/a') });
    const read = message.add({ id: 'r', name: 'Read', input: {} });
    await quiet();
    if (isRead) expect((await read.result).text).toBe('run 1');
    person.answer('w', { behavior: 'allow', updatedInput: at('/d/b') });
    const { results } = await message.end();
    expect(results[1]?.content).toBe(isRead ? 'run 1' : 'run 2');
  }
});

it('takes a call with the same id and input as the same call, and refuses another input', async () => {
  const kit = createKit([reader]);
  const message = kit.runtime.openMessage({ id: 'mine' });
  expect(message.id).toBe('mine');
  const call = message.add({ id: 'r', name: 'Read', input: { path: '/d/a', limit: 1 } });
  expect(message.add({ id: 'r', name: 'Read', inputText: '{"limit":1,"path":"/d/a"}' })).toBe(call);
  expect(() => message.add({ id: 'r', name: 'Read', input: {} })).toThrow(/"r" was used with another input/);
  expect(() => message.add({ id: '', name: 'Read', input: {} })).toThrow(/needs an "id"/);
  expect((await message.end()).results).toHaveLength(1);
  expect(() => message.add({ id: 's', name: 'Read', input: {} })).toThrow(/has ended/);
});

it('asks the asker of the message', async () => {
  const [one, other] = [createPerson(), createPerson()];
  const kit = createKit([writer], { policy, asker: one.asker });
  const message = kit.runtime.openMessage({ asker: other.asker });
  message.add({ id: 'w', name: 'Write', input: at('/d/a') });
  await quiet();
  expect([one.asks('w'), other.asks('w')]).toEqual([0, 1]);
  other.answer('w', { behavior: 'deny' });
  const ended = await message.end();
  expect(ended.stop).toEqual({ reason: 'a person declined it' });
});

it.each(['running', 'asked', 'queued'] as const)('cancels one call alone that is %s', async (where) => {
  const person = createPerson();
  const gate = createGate();
  const slow = toolOf('Slow', {
    claims: () => [],
    isConcurrencySafe: true,
    async call(_input, { signal }) {
      await Promise.race([aborted(signal), gate.passed]);
      signal.throwIfAborted();
      return { data: 'whole' };
    },
  });
  const kit = createKit([slow, writer], { policy, asker: person.asker });
  const message = kit.runtime.openMessage();
  const other = message.add({ id: 'o', name: where === 'queued' ? 'Write' : 'Slow', input: at('/d/a') });
  const target = message.add({ id: 't', name: where === 'running' ? 'Slow' : 'Write', input: at('/d/a') });
  await quiet();
  target.cancel('the deadline passed');
  expect(await target.result).toMatchObject({
    code: 'cancelled',
    text: expect.stringContaining('the program canceled it (the deadline passed)'),
  });
  gate.open();
  if (where === 'queued') person.answer('o', ALLOW);
  expect((await other.result).code).toBe('ok');
  expect((await message.end()).results).toHaveLength(2);
});

it('tells the latest progress, and ends with the call', async () => {
  const gate = createGate();
  const talking = toolOf('Talk', {
    ...FREE,
    async *call() {
      yield { progress: 1 };
      yield { progress: 2 };
      await gate.passed;
      yield { progress: 3 };
      yield { data: 'done' };
    },
  });
  const kit = createKit([talking]);
  const message = kit.runtime.openMessage();
  const call = message.add({ id: 't', name: 'Talk', input: {} });
  await quiet();
  const heard: unknown[] = [];
  const reading = (async () => {
    for await (const data of call.progress) heard.push(data);
  })();
  await quiet();
  gate.open();
  await message.end();
  await reading;
  expect(heard).toEqual([2, 3]);
});

it('ends with the runtime when no one ends it, and its promises resolve', async () => {
  const stuck = toolOf('Stuck', {
    ...FREE,
    async call(_input, { signal }) {
      await aborted(signal);
      signal.throwIfAborted();
      return { data: '' };
    },
  });
  const kit = createKit([stuck]);
  const message = kit.runtime.openMessage();
  const call = message.add({ id: 's', name: 'Stuck', input: {} });
  await quiet();
  await kit.runtime.endMessages();
  expect((await call.result).code).toBe('cancelled');
  expect((await message.end()).results).toHaveLength(1);
});

it('is discarded as a retracted stream is: effects that happened are in the note', async () => {
  const kit = createKit([writer]);
  const message = kit.runtime.openMessage();
  const call = message.add({ id: 'w', name: 'Write', input: at('/d/a') });
  expect((await call.result).code).toBe('ok');
  const { note, results } = await message.discard();
  expect(results).toEqual([]);
  expect(note).toContain('Write {"path":"/d/a"}: done');
});

it('is empty without a call, and an aborted signal cancels every call', async () => {
  const kit = createKit([reader]);
  expect(await kit.runtime.openMessage().end()).toMatchObject({ results: [], message: undefined });
  const stopped = kit.runtime.openMessage({ signal: AbortSignal.abort() });
  const call = stopped.add({ id: 'r', name: 'Read', input: at('/d/a') });
  expect((await call.result).code).toBe('cancelled');
  await stopped.end();
});

it('keeps a result that was handed out whole, and the rest shares the budget', async () => {
  const long = toolOf('Long', {
    ...FREE,
    call: async ({ lines }) => ({ data: 'long line\n'.repeat(Number(lines)) }),
  });
  const kit = createKit([long], { messageBudget: 40_000 });
  const message = kit.runtime.openMessage();
  message.add({ id: 'a', name: 'Long', input: { lines: 2500 } });
  const taken = await message.add({ id: 'b', name: 'Long', input: { lines: 3500 } }).result;
  const { results } = await message.end();
  expect(results[1]?.content).toBe(taken.text);
  expect(JSON.stringify(results[0]?.content).length).toBeLessThan(15_000);
});

it('decides without doing anything', async () => {
  const person = createPerson();
  const kit = createKit([reader, writer], { policy });
  const decide = (name: string, path: string, asker?: typeof person.asker) =>
    kit.runtime.decide({ name, input: at(path), asker });
  expect(await decide('Read', '/d/a')).toMatchObject({ behavior: 'allow' });
  expect(await decide('Read', '/d/secret')).toMatchObject({ behavior: 'deny', by: 'rule' });
  expect(await decide('Nothing', '/d/a')).toMatchObject({ behavior: 'deny' });
  expect(await decide('Write', '/d/a')).toMatchObject({ behavior: 'deny', by: 'headless' });
  expect(await decide('Write', '/d/a', person.asker)).toMatchObject({
    behavior: 'ask',
    reason: 'Write asks',
  });
  expect(person.asks('')).toBe(0);
  const { entries } = await kit.journal.read();
  expect(entries.map(({ type }) => type)).toEqual(['session']);
});
