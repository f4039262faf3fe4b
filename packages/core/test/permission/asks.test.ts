import { describe, expect, it } from 'vitest';
import { writeFile } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  end,
  FREE,
  ofType,
  outcomes,
  resultOf,
  runAll,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { ALLOW, asking, createPerson } from '../support/person.ts';

const path = { claims: (input: Record<string, unknown>) => [writeFile(String(input['path']))] };

function world(options: Parameters<typeof createKit>[1] = {}) {
  const person = createPerson();
  const gate = createGate();
  const ran: unknown[] = [];
  const kit = createKit(
    [
      toolOf('Asks', { ...path, call: async (input) => ({ data: ran.push(input) }) }),
      toolOf('Free', FREE),
      toolOf('Slow', { claims: () => [], call: async () => ({ data: await gate.passed }) }),
      toolOf('Write', { ...path, call: async (input) => ({ data: ran.push(input) }) }),
    ],
    { policy: asking('Asks'), asker: person.asker, ...options },
  );
  return { person, gate, ran, kit };
}

describe('asking a person', () => {
  it('shows what would run, and runs it when they say yes', async () => {
    const { person, ran, kit } = world();
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Asks', input: { path: 'a' } }]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([
      { callId: 'c', toolName: 'Asks', input: { path: 'a' }, reason: 'Asks asks', risk: 'high' },
    ]);
    expect(ofType(reading.events, 'permission-request')).toHaveLength(1);
    person.answer('c', ALLOW);
    const events = await toEnd(reading, kit.clock);
    expect(ran).toEqual([{ path: 'a' }]);
    expect(resultOf(events, 'c').record.decision).toMatchObject({ behavior: 'allow', by: 'person' });
    expect(ofType(events, 'permission-withdrawn')).toEqual([]);
  });

  it('takes the first of two answers', async () => {
    const { person, ran, kit } = world();
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Asks', input: {} }]));
    await quiet();
    person.answer('c', { behavior: 'deny', feedback: 'rather not' });
    person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied' });
    expect(ran).toEqual([]);
  });

  it('does not hear an answer after the ask was withdrawn', async () => {
    const { person, ran, kit } = world();
    const run = kit.runtime.run([{ id: 'c', name: 'Asks', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'cancelled user-cancel' });
    expect(person.removed).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it('is refused when there is no one, with the reason and what would allow it', async () => {
    const kit = createKit([toolOf('Asks')], { policy: asking('Asks') });
    const events = await runAll(kit, [{ id: 'c', name: 'Asks', input: {} }]);
    expect(resultOf(events, 'c').outcome).toMatchObject({ code: 'denied', by: 'headless' });
    expect(textOfResult(events, 'c')).toBe(
      'Permission denied: Asks asks, and no one is available to approve it. Say so.',
    );
  });

  it('happens side by side for calls that do not conflict, one after the other for those that do', async () => {
    const { person, kit } = world();
    const reading = collect(
      kit.runtime.run([
        { id: 'a1', name: 'Asks', input: { path: '/d/a' } },
        { id: 'a2', name: 'Asks', input: { path: '/d/a' } },
        { id: 'b1', name: 'Asks', input: { path: '/d/b' } },
      ]),
    );
    const open = (): string[] => [...person.open.values()].map(({ callId }) => callId);
    await quiet();
    expect(open()).toEqual(['a1', 'b1']);
    person.answer('a1', ALLOW);
    await quiet();
    expect(open()).toEqual(['b1', 'a2']);
    person.answer('a2', ALLOW);
    person.answer('b1', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a1: 'ok', a2: 'ok', b1: 'ok' });
  });

  it('holds no slot, and delays only what conflicts or has effects', async () => {
    const { person, kit } = world({ maxConcurrency: 1 });
    const reading = collect(
      kit.runtime.run([
        { id: 'a', name: 'Asks', input: { path: '/d/a' } },
        { id: 'f', name: 'Free', input: {} },
        { id: 'w', name: 'Write', input: { path: '/d/b' } },
      ]),
    );
    await quiet();
    expect(statuses(reading.events, 'f').at(-1)).toBe('settled');
    expect(statuses(reading.events, 'w').at(-1)).toBe('preparing');
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok', f: 'ok', w: 'ok' });
  });
});

describe('declining', () => {
  it('without a word ends the turn: what waits after it is canceled, what runs goes on', async () => {
    const { person, gate, kit } = world();
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('s', 'Slow'), call('c', 'Asks', { path: 'a' }), call('w', 'Write', { path: 'b' }));
    feed.put(call('a2', 'Asks', { path: 'c' }));
    await quiet();
    person.answer('c', { behavior: 'deny' });
    feed.put(call('late', 'Free'), end());
    feed.end();
    await quiet();
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({
      s: 'ok',
      c: 'denied',
      w: 'cancelled user-cancel',
      a2: 'cancelled user-cancel',
      late: 'cancelled user-cancel',
    });
    expect(textOfResult(events, 'c')).toMatch(/declined this call\. Stop and wait/);
    expect(ofType(events, 'message')[0]?.stop).toBeDefined();
    expect(person.open.size).toBe(0);
  });

  it('with a word goes on, and the model reads it', async () => {
    const { person, kit } = world();
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Asks', input: { path: 'a' } },
        { id: 'w', name: 'Write', input: { path: 'b' } },
      ]),
    );
    await quiet();
    person.answer('c', { behavior: 'deny', feedback: [{ type: 'text', text: 'use b' }] });
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: 'denied', w: 'ok' });
    expect(textOfResult(events, 'c')).toBe('The user declined this call and said: use b');
    expect(ofType(events, 'message')[0]?.stop).toBeUndefined();
  });

  it.each([
    ['without a word', {}, undefined],
    ['with a word', { feedback: 'not that' }, undefined],
    ['with an end of the turn', { endsTurn: true }, 'cancelled user-cancel'],
  ] as const)('of the call of a child %s', async (_, answer, end) => {
    const { person, kit } = world({ agent: { id: 'child', type: 'Explore' } });
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Asks', input: { path: 'a' } },
        { id: 'w', name: 'Write', input: { path: 'b' } },
      ]),
    );
    await quiet();
    person.answer('c', { behavior: 'deny', ...answer });
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: 'denied', w: end ?? 'ok' });
    expect(ofType(events, 'message')[0]?.stop === undefined).toBe(end === undefined);
    const text = textOfResult(events, 'c');
    expect(text.includes('Do not wait for the user: continue without this call')).toBe(end === undefined);
    expect(text.includes('not that')).toBe('feedback' in answer);
  });

  it.each([
    [
      'with a word may end the turn all the same',
      { feedback: 'no', endsTurn: true },
      'cancelled user-cancel',
    ],
    ['without a word may let the turn go on', { endsTurn: false }, 'ok'],
  ] as const)('%s', async (_, answer, expected) => {
    const { person, kit } = world();
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Asks', input: { path: 'a' } },
        { id: 'w', name: 'Write', input: { path: 'b' } },
      ]),
    );
    await quiet();
    person.answer('c', { behavior: 'deny', ...answer });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied', w: expected });
  });
});

describe('an approver who changes the input', () => {
  it('has it validated again, claimed anew and run', async () => {
    const { person, ran, kit } = world();
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Asks', input: { path: '/d/a' } },
        { id: 'w', name: 'Write', input: { path: '/d/b' } },
      ]),
    );
    await quiet();
    person.answer('c', { behavior: 'allow', updatedInput: { path: '/d/b' } });
    const events = await toEnd(reading, kit.clock);
    expect(ran).toEqual([{ path: '/d/b' }, { path: '/d/b' }]);
    expect(statuses(events, 'c')).toEqual([
      ...['received', 'queued', 'preparing', 'awaiting-permission'],
      ...['queued', 'preparing', 'executing', 'settling', 'settled', 'released'],
    ]);
    expect(person.asks('c')).toBe(1);
  });

  it('is told when it does not fit', async () => {
    const person = createPerson();
    const strict = {
      ...toolOf('Asks'),
      inputSchema: {
        '~standard': {
          version: 1,
          vendor: 'test',
          validate: (value: unknown) =>
            JSON.stringify(value) === '{}' ? { value } : { issues: [{ message: 'too much' }] },
          jsonSchema: { input: () => ({ type: 'object' }) },
        },
      },
    } as const;
    const kit = createKit([strict], { policy: asking('Asks'), asker: person.asker });
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Asks', input: {} }]));
    await quiet();
    person.answer('c', { behavior: 'allow', updatedInput: { a: 1 } });
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: 'invalid-input' });
    expect(textOfResult(events, 'c')).toMatch(/too much.*person who allowed it replaced the input/s);
  });

  it('meets the tool’s own checks again with what they made of it', async () => {
    const checked: unknown[] = [];
    const person = createPerson();
    const kit = createKit(
      [toolOf('Asks', { validateInput: (input) => (checked.push(input), { ok: true }) })],
      { policy: asking('Asks'), asker: person.asker },
    );
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Asks', input: { a: 1 } }]));
    await quiet();
    person.answer('c', { behavior: 'allow', updatedInput: { a: 2 } });
    await toEnd(reading, kit.clock);
    expect(checked).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('after a mere yes the world is looked at again', async () => {
    let isGone = false;
    const person = createPerson();
    const kit = createKit(
      [
        toolOf('Asks', {
          validateInput: () =>
            isGone ? { ok: false, code: 'gone', message: 'The file is gone.' } : { ok: true },
        }),
      ],
      { policy: asking('Asks'), asker: person.asker },
    );
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Asks', input: {} }]));
    await quiet();
    isGone = true;
    person.answer('c', ALLOW);
    expect(textOfResult(await toEnd(reading, kit.clock), 'c')).toBe('The file is gone.');
  });
});
