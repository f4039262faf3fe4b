import { describe, expect, it } from 'vitest';
import { writeFile, type AnyTool, type NestedCall } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  aborted,
  collect,
  createGate,
  createKit,
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

/** Makes the calls of its input side by side and tells what came of each. */
function caller(name: string, declaration: Parameters<typeof toolOf>[1] = {}): AnyTool {
  return toolOf(name, {
    async call({ calls }, { invoke }) {
      const results = await Promise.all(list(calls).map((nested) => invoke(nested)));
      return { data: results.map(({ callId, outcome, content }) => [callId, outcome.code, content]) };
    },
    ...declaration,
  });
}

function list(calls: unknown): NestedCall[] {
  return Array.isArray(calls) ? calls.map(([name, input]) => ({ name, input })) : [];
}

const parent = (...calls: [name: string, input: unknown][]) => [
  { id: 'p', name: 'Parent', input: { calls } },
];

describe('a call that a tool makes', () => {
  it('has an id below its parent’s and goes through the whole pipeline', async () => {
    const kit = createKit([caller('Parent'), toolOf('Leaf'), toolOf('Asks')], { policy: asking('Asks') });
    const events = await runAll(kit, parent(['Leaf', {}], ['Nobody', {}], ['Leaf', []], ['Asks', {}]));
    expect(JSON.parse(textOfResult(events, 'p'))).toEqual([
      ['p/1', 'ok', 'Leaf done'],
      ['p/2', 'unknown-tool', expect.stringMatching(/no tool named/)],
      ['p/3', 'invalid-input', expect.stringMatching(/must be a JSON object/)],
      ['p/4', 'denied', expect.stringMatching(/no one is available to approve it/)],
    ]);
    expect(ofType(events, 'tool-result').map(({ callId }) => callId)).toEqual(['p']);
    expect(statuses(events, 'p/1')).toEqual([
      ...['received', 'queued', 'preparing', 'executing', 'settling', 'settled', 'released'],
    ]);
    expect(resultOf(events, 'p').record.nested).toEqual(['p/1', 'p/2', 'p/3', 'p/4']);
  });

  it('is journaled with its parent, started before it runs', async () => {
    const kit = createKit([caller('Parent'), toolOf('Leaf')]);
    await runAll(kit, parent(['Leaf', {}]));
    const lines = kit.journal.entries.flatMap((entry) =>
      'callId' in entry ? [`${entry.type} ${entry.callId}`] : [],
    );
    expect(lines).toEqual([
      'received p',
      'started p',
      'received p/1',
      'started p/1',
      'settled p/1',
      'settled p',
    ]);
    expect(
      kit.journal.entries.find((entry) => entry.type === 'received' && entry.callId === 'p/1'),
    ).toMatchObject({
      parentCallId: 'p',
    });
  });

  it('is ordered among its siblings where they conflict, and runs beside them where not', async () => {
    const order: string[] = [];
    const gates = new Map(['p/1', 'p/2', 'p/3'].map((id) => [id, createGate()]));
    const write = toolOf('Write', {
      claims: ({ path }) => [writeFile(String(path))],
      async call(_, { callId }) {
        order.push(callId);
        await gates.get(callId)?.passed;
        return { data: '' };
      },
    });
    const kit = createKit([caller('Parent'), write]);
    const reading = collect(
      kit.runtime.run(
        parent(['Write', { path: '/d/a' }], ['Write', { path: '/d/a' }], ['Write', { path: '/d/b' }]),
      ),
    );
    await quiet();
    expect(order).toEqual(['p/1', 'p/3']);
    for (const gate of gates.values()) gate.open();
    await toEnd(reading, kit.clock);
    expect(order).toEqual(['p/1', 'p/3', 'p/2']);
  });

  it('does not conflict with its own parent, whose claims cover it against all others', async () => {
    const order: string[] = [];
    const gate = createGate();
    const claims = () => [writeFile('/d/a')];
    const note = (name: string) =>
      toolOf(name, {
        claims,
        async call() {
          order.push(name);
          if (name === 'Inner') await gate.passed;
          return { data: '' };
        },
      });
    const kit = createKit([caller('Parent', { claims }), note('Inner'), note('Outer')]);
    const reading = collect(
      kit.runtime.run([...parent(['Inner', {}]), { id: 'o', name: 'Outer', input: {} }]),
    );
    await quiet();
    expect(order).toEqual(['Inner']);
    gate.open();
    await toEnd(reading, kit.clock);
    expect(order).toEqual(['Inner', 'Outer']);
  });

  it('gets the slot of its parent, at a cap of one and five deep', async () => {
    const kit = createKit([caller('Parent', FREE), toolOf('Leaf', FREE)], { maxConcurrency: 1 });
    let calls: [string, unknown][] = [
      ['Leaf', {}],
      ['Leaf', {}],
    ];
    for (let depth = 0; depth < 4; depth += 1)
      calls = [
        ['Parent', { calls }],
        ['Parent', { calls: calls.slice(0, 1) }],
      ];
    expect(outcomes(await runAll(kit, parent(...calls)))).toEqual({ p: 'ok' });
  });

  it('may not be too deep', async () => {
    const kit = createKit([
      toolOf('Parent', {
        async call(_, { invoke, depth }) {
          const { outcome } = await invoke({ name: 'Parent', input: {} });
          return outcome.code === 'ok' ? { data: depth } : { data: JSON.stringify(outcome) };
        },
      }),
    ]);
    const events = await runAll(kit, parent());
    expect(outcomes(events)).toEqual({ p: 'ok' });
    const deepest = ofType(events, 'call-state').map(({ callId }) => callId.split('/').length - 1);
    expect(Math.max(...deepest)).toBe(16);
  });

  it('with effects waits for the verdicts before its parent, even of a parent without', async () => {
    const person = createPerson();
    const ran: string[] = [];
    const write = toolOf('Write', {
      claims: ({ path }) => [writeFile(String(path))],
      call: async (_, { callId }) => ({ data: ran.push(callId) }),
    });
    const kit = createKit([caller('Parent', FREE), write, toolOf('Asks', { claims: () => [] })], {
      policy: asking('Asks'),
      asker: person.asker,
    });
    const reading = collect(
      kit.runtime.run([
        { id: 'a', name: 'Asks', input: {} },
        ...parent(['Write', { path: 'a' }], ['Write', { path: 'b' }]),
      ]),
    );
    await quiet();
    expect(ran).toEqual([]);
    person.answer('a', ALLOW);
    await toEnd(reading, kit.clock);
    expect(ran).toEqual(['p/1', 'p/2']);
  });
});

describe('a parent that is stopped', () => {
  it('stops its nested calls with its own reason, and they stop theirs', async () => {
    const reasons: unknown[] = [];
    const leaf = toolOf('Leaf', {
      ...FREE,
      async call(_, { signal }) {
        await aborted(signal);
        reasons.push(signal.reason);
        throw new Error('stopped');
      },
    });
    const kit = createKit([caller('Parent', FREE), leaf]);
    const run = kit.runtime.run(parent(['Parent', { calls: [['Leaf', {}]] }], ['Leaf', {}], ['Nobody', {}]));
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ p: 'cancelled user-cancel' });
    expect(reasons).toEqual([{ kind: 'user-cancel' }, { kind: 'user-cancel' }]);
    for (const id of ['p/1', 'p/1/1', 'p/2']) expect(statuses(events, id).at(-1)).toBe('released');
    expect(kit.clock.now()).toBe(0);
  });

  it('can make no more calls', async () => {
    const messages: string[] = [];
    const kit = createKit([
      toolOf('Parent', {
        async call(_, { signal, invoke }) {
          await aborted(signal);
          await invoke({ name: 'Leaf', input: {} }).catch((error: Error) => messages.push(error.message));
          return { data: '' };
        },
      }),
      toolOf('Leaf'),
    ]);
    const run = kit.runtime.run(parent());
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    const events = await toEnd(reading, kit.clock);
    expect(messages).toEqual(["The call p was stopped; it can't make any more calls."]);
    expect(statuses(events, 'p/1')).toEqual([]);
  });

  it('is not stopped by a child that times out', async () => {
    const slow = toolOf('Slow', {
      timeoutMs: () => 10,
      async call(_, { signal }) {
        await aborted(signal);
        throw new Error('stopped');
      },
    });
    const events = await runAll(
      createKit([caller('Parent'), slow, toolOf('Leaf')]),
      parent(['Slow', {}], ['Leaf', {}]),
    );
    expect(JSON.parse(textOfResult(events, 'p'))).toMatchObject([
      ['p/1', 'cancelled', expect.stringMatching(/10 ms/)],
      ['p/2', 'ok', 'Leaf done'],
    ]);
  });
});

describe('a nested call that a person declines', () => {
  /** Catches everything, as a tool may. */
  const stubborn = toolOf('Parent', {
    async call({ calls }, { invoke }) {
      const results = await Promise.allSettled(list(calls).map((nested) => invoke(nested)));
      return { data: results.map(({ status }) => status) };
    },
  });

  it('without a word ends its parent as denied, and what waits after it', async () => {
    const person = createPerson();
    const kit = createKit([stubborn, toolOf('Asks'), toolOf('Other')], {
      policy: asking('Asks'),
      asker: person.asker,
    });
    const reading = collect(
      kit.runtime.run([...parent(['Asks', {}], ['Other', {}]), { id: 'o', name: 'Other', input: {} }]),
    );
    await quiet();
    person.answer('p/1', { behavior: 'deny' });
    const events = await toEnd(reading, kit.clock);
    expect(resultOf(events, 'p').outcome).toMatchObject({ code: 'denied', by: 'person', endsTurn: true });
    expect(outcomes(events)).toEqual({ p: 'denied', o: 'cancelled user-cancel' });
    expect(statuses(events, 'p/2')).not.toContain('executing');
    expect(ofType(events, 'message')[0]?.stop).toBeDefined();
  });

  it('with a word is a value for its parent', async () => {
    const person = createPerson();
    const kit = createKit([caller('Parent'), toolOf('Asks')], {
      policy: asking('Asks'),
      asker: person.asker,
    });
    const reading = collect(kit.runtime.run(parent(['Asks', {}])));
    await quiet();
    person.answer('p/1', { behavior: 'deny', feedback: 'not so' });
    const events = await toEnd(reading, kit.clock);
    expect(JSON.parse(textOfResult(events, 'p'))).toMatchObject([
      ['p/1', 'denied', expect.stringMatching(/not so/)],
    ]);
  });
});
