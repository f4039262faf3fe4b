import { describe, expect, it } from 'vitest';
import {
  readSession,
  toolDefinitions,
  assemblePool,
  type JournalEntry,
  type PermissionPolicy,
  type PermissionRequest,
  type InquiryAnswer,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  FREE,
  aborted,
  call,
  collect,
  createFeed,
  createKit,
  end,
  outcomes,
  resultOf,
  runAll,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const nothing = (): never => {
  throw new Error('declared badly');
};
const askPolicy: PermissionPolicy = {
  decide: () => ({ behavior: 'ask', by: 'default', reason: 'somebody may mind', remedy: 'Ask.' }),
};

function personAsker() {
  const open = new Map<string, { request: PermissionRequest; answer: (given: InquiryAnswer) => void }>();
  return {
    open,
    answer(callId: string, given: InquiryAnswer) {
      const found = [...open.values()].find(({ request }) => request.callId === callId);
      if (found === undefined) throw new Error(`${callId} is not asked.`);
      open.delete(found.request.requestId);
      found.answer(given);
    },
    asker: {
      push: (request: PermissionRequest, answer: (given: InquiryAnswer) => void) =>
        void open.set(request.requestId, { request, answer }),
      remove: (requestId: string) => void open.delete(requestId),
      update: () => {},
    },
  };
}

describe('resume', () => {
  const at = { v: 1 as const, time: 0 };
  const received = (callId: string, name: string, input: unknown, messageId = 'message-1'): JournalEntry => ({
    ...at,
    type: 'received',
    messageId,
    callId,
    name,
    input: { text: JSON.stringify(input) },
  });
  it('a nested call whose id is that of a call of the model does not give it its result', async () => {
    const entries: JournalEntry[] = [
      received('c', 'Parent', {}),
      received('c/1', 'Write', {}),
      {
        ...at,
        type: 'received',
        messageId: 'message-1',
        callId: 'c/1',
        parentCallId: 'c',
        name: 'Read',
        input: { text: '{}' },
      },
      {
        ...at,
        type: 'settled',
        messageId: 'message-1',
        callId: 'c/1',
        parentCallId: 'c',
        outcome: 'ok',
        isError: false,
        content: { text: '"of the nested"' },
        record: {},
      },
    ];
    const [message] = readSession(entries);
    expect(message?.calls.find(({ callId }) => callId === 'c/1')?.settled).toBeUndefined();
  });
});

describe('at the edges of a run', () => {
  it('a retracted read does not take back an earlier read of the same file', async () => {
    const read = toolOf('Read', {
      ...FREE,
      async call(_, { ledger, callId, messageId }) {
        const known = { hash: 'h', size: 0, mtimeMs: 0, inode: 0 };
        ledger.record({ ...known, path: '/d/a', kind: 'read', isPartial: false, callId, messageId });
        return { data: 'text' };
      },
    });
    const kit = createKit([read]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('r', 'Read'), end());
    await quiet();
    feed.put(call('r', 'Read'));
    await quiet();
    feed.put({ type: 'discard' });
    feed.end();
    await toEnd(reading, kit.clock);
    expect(kit.runtime.ledger.isSeenBefore('/d/a', 'message-3')).toBe(true);
  });

  it('a hook after the work hears a shutdown', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [
        {
          event: 'PostToolUse',
          name: 'slow',
          run: async ({ signal }) => {
            await aborted(signal);
            return undefined;
          },
        },
      ],
    });
    const run = kit.runtime.run([{ id: 'c', name: 'Any', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('shutdown');
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'ok' });
  });

  it('an asker that throws is no one to ask', async () => {
    const kit = createKit([toolOf('Any')], {
      policy: askPolicy,
      asker: { push: nothing, remove: () => {}, update: () => {} },
    });
    expect(outcomes(await runAll(kit, [{ id: 'c', name: 'Any', input: {} }]))).toEqual({ c: 'denied' });
  });

  it('an interrupt right after the start of a batch is not lost', async () => {
    const kit = createKit([
      toolOf('Waits', {
        call: async (_, { signal }) => ({ data: await aborted(signal), failure: undefined }),
      }),
    ]);
    const run = kit.runtime.run([
      { id: 'a', name: 'Waits', input: {} },
      { id: 'b', name: 'Waits', input: {} },
    ]);
    run.interrupt('user-cancel');
    const events = await toEnd(collect(run), kit.clock);
    // The first had begun and ended by itself; the second never began.
    expect(outcomes(events)).toEqual({ a: 'ok', b: 'cancelled user-cancel' });
  });

  it('a description that can not be had costs only its own tool among the definitions', async () => {
    const odd = toolOf('Odd', { description: () => Promise.reject(new Error('offline')) });
    const definitions = await toolDefinitions(assemblePool({ builtIn: [odd, toolOf('Good')] }), 'anthropic');
    expect(definitions.map(({ name }) => name)).toContain('Good');
  });

  it('a user message withdraws the ask of a nested call, too', async () => {
    const person = personAsker();
    const kit = createKit(
      [
        toolOf('Parent', {
          call: async (_, { invoke }) => ({ data: (await invoke({ name: 'Asks', input: {} })).outcome.code }),
        }),
        toolOf('Asks'),
      ],
      {
        policy: {
          decide: (query, snapshot) =>
            query.tool.name === 'Asks'
              ? askPolicy.decide(query, snapshot)
              : { behavior: 'allow', by: 'mode', reason: '' },
        },
        asker: person.asker,
      },
    );
    const run = kit.runtime.run([{ id: 'p', name: 'Parent', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-message');
    await quiet();
    expect(person.open.size).toBe(0);
    await toEnd(reading, kit.clock);
  });
});

it.each([
  ['what redact leaves', () => ({ kept: true }), { kept: true }],
  ['nothing where redact throws', () => aThrow(), {}],
  ['nothing where redact gives no fields', () => JSON.parse('"all of it"'), {}],
])('the record of a call keeps %s, and the tool gets all', async (_, redact, input) => {
  const seen: unknown[] = [];
  const tool = toolOf('Any', {
    call: async (given) => {
      seen.push(given);
      return { data: '' };
    },
  });
  const events = await runAll(createKit([tool], { redact }), [
    { id: 'a', name: 'Any', input: { token: 'x' } },
  ]);
  expect(resultOf(events, 'a').record.input).toEqual(input);
  expect(seen).toEqual([{ token: 'x' }]);
});

function aThrow(): never {
  throw new Error('no');
}
