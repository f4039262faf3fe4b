import { describe, expect, it } from 'vitest';
import {
  writeFile,
  type AnyTool,
  type CallInput,
  type FeedItem,
  type RunEvent,
  type ToolCall,
} from '../../src/index.ts';
import { textOf } from '../../src/result/content.ts';
import { quiet } from '../support/drive.ts';
import {
  aborted,
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
  toEnd,
  toolOf,
} from '../support/kit.ts';

const CALLS: readonly ToolCall[] = [
  { id: 'c1', name: 'Read', input: {} },
  { id: 'c2', name: 'Write', input: { path: '/d/a' } },
  { id: 'c3', name: 'Write', input: { path: '/d/b' } },
  { id: 'c4', name: 'Nobody', input: {} },
  { id: 'c5', name: 'Read', input: [] },
  { id: 'c1', name: 'Read', input: {} },
  { id: 'c6', name: 'Fails', input: {} },
];

function someTools(): AnyTool[] {
  return [
    toolOf('Read', {
      ...FREE,
      async *call() {
        yield { progress: 'half' };
        yield { data: 'text' };
      },
    }),
    toolOf('Write', { claims: ({ path }) => [writeFile(String(path))] }),
    toolOf('Fails', {
      call: async () => {
        throw new Error('no');
      },
    }),
  ];
}

function timeless(events: readonly RunEvent[]): unknown[] {
  return events.map((event) => ({ ...event, time: 0 }));
}

describe('one stream of events for both feeds', () => {
  async function* stream(): AsyncGenerator<FeedItem> {
    for (const { id, name, input } of CALLS) yield call(id, name, input);
    yield end();
  }

  it('is the same, but for times, whether the calls come as a message or as a stream', async () => {
    const batch = await runAll(createKit(someTools(), { start: 'message' }), CALLS);
    const streamed = await runAll(createKit(someTools(), { start: 'message' }), stream());
    expect(timeless(streamed)).toEqual(timeless(batch));
    expect(batch.map(({ sequence }) => sequence)).toEqual(batch.map((_, index) => index + 1));
    expect(batch.at(-1)?.type).toBe('message');
  });

  it('is the same for each call, and at its end, where calls start as they come', async () => {
    const [batch, streamed] = [
      await runAll(createKit(someTools()), CALLS),
      await runAll(createKit(someTools()), stream()),
    ];
    for (const id of new Set(CALLS.map((given) => given.id))) {
      const of = (events: readonly RunEvent[]): unknown[] =>
        events
          .filter((event) => event.type !== 'error' && 'callId' in event && event.callId === id)
          .map((event) => ({ ...event, time: 0, sequence: 0, record: { besides: 0 } }));
      expect(of(streamed)).toEqual(of(batch));
    }
    expect(ofType(streamed, 'message')).toMatchObject(
      ofType(batch, 'message').map(({ message }) => ({ message })),
    );
  });

  it('starts a call while the stream is still open', async () => {
    const started = createGate();
    const kit = createKit([
      toolOf('Read', {
        ...FREE,
        async call() {
          started.open();
          return { data: '' };
        },
      }),
    ]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Read'));
    await started.passed;
    await quiet();
    // Its result is there, too; only the message waits for the end.
    expect(outcomes(reading.events)).toEqual({ c1: 'ok' });
    expect(ofType(reading.events, 'message')).toEqual([]);
    feed.put(end());
    feed.end();
    expect(ofType(await toEnd(reading, kit.clock), 'message')).toHaveLength(1);
  });

  it('holds all calls until the message is whole, if so told', async () => {
    const kit = createKit([toolOf('Read', FREE)], { start: 'message' });
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Read'), call('c2', 'Read'));
    await quiet();
    expect(reading.events).toEqual([]);
    feed.put(end());
    await quiet();
    expect(outcomes(reading.events)).toEqual({ c1: 'ok', c2: 'ok' });
    feed.end();
    await toEnd(reading, kit.clock);
  });

  it('hands results out in call order, though later calls settle first', async () => {
    const gate = createGate();
    const kit = createKit([
      toolOf('Slow', { ...FREE, call: async () => ({ data: await gate.passed.then(() => 'slow') }) }),
      toolOf('Fast', FREE),
    ]);
    const reading = collect(
      kit.runtime.run([
        { id: 'c1', name: 'Slow', input: {} },
        { id: 'c2', name: 'Fast', input: {} },
      ]),
    );
    await quiet();
    expect(statuses(reading.events, 'c2').at(-1)).toBe('settled');
    expect(ofType(reading.events, 'tool-result')).toEqual([]);
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(Object.keys(outcomes(events))).toEqual(['c1', 'c2']);
    const [message] = ofType(events, 'message');
    expect(message?.results.map((block) => block.tool_use_id)).toEqual(['c1', 'c2']);
  });

  it('carries out several messages one after the other', async () => {
    const gate = createGate();
    const kit = createKit([
      toolOf('Slow', { ...FREE, call: async () => ({ data: await gate.passed }) }),
      toolOf('Fast', FREE),
    ]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Slow'), end(), call('c1', 'Fast'), end());
    feed.end();
    await quiet();
    expect(ofType(reading.events, 'call-state').map(({ messageId }) => messageId)).not.toContain('message-2');
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'tool-result').map(({ messageId, callId }) => [messageId, callId])).toEqual([
      ['message-1', 'c1'],
      ['message-2', 'c1'],
    ]);
  });

  it('says nothing of a message without calls', async () => {
    expect(await runAll(createKit([]), [])).toEqual([]);
  });
});

describe('what a stream can get wrong', () => {
  it('two calls with one id give an error and one result', async () => {
    let runs = 0;
    const counting = toolOf('Count', {
      async call() {
        runs += 1;
        return { data: '' };
      },
    });
    const events = await runAll(createKit([counting]), [
      { id: 'c1', name: 'Count', input: {} },
      { id: 'c1', name: 'Count', input: { other: true } },
    ]);
    expect(resultOf(events, 'c1').outcome.code).toBe('ok');
    expect(ofType(events, 'error')).toMatchObject([{ code: 'duplicate-id', callId: 'c1' }]);
    expect(runs).toBe(1);
  });

  it.each([undefined, ''])('a call whose id is %j gives an error and no result', async (id) => {
    const kit = createKit([toolOf('Read')]);
    async function* stream(): AsyncGenerator<FeedItem> {
      yield { type: 'call', id, name: 'Read', input: {} };
      yield call('c2', 'Read');
      yield end();
    }
    const events = await runAll(kit, stream());
    expect(ofType(events, 'error')).toMatchObject([{ code: 'missing-id', callId: undefined }]);
    expect(outcomes(events)).toEqual({ c2: 'ok' });
  });

  it.each(['../../etc/passwd', 'a/b', 'x'.repeat(10_000), '__proto__', 'ü😀'])(
    'an id may be anything (%.20s)',
    async (id) => {
      const events = await runAll(createKit([toolOf('Read')]), [{ id, name: 'Read', input: {} }]);
      expect(resultOf(events, id).result).toMatchObject({ tool_use_id: id, is_error: false });
    },
  );

  it('a block that was never closed gets its one error result', async () => {
    const kit = createKit([toolOf('Read')]);
    async function* stream(): AsyncGenerator<FeedItem> {
      yield { type: 'call', id: 'c1', name: 'Read', inputText: '{"a":1}', isUnclosed: true };
    }
    const events = await runAll(kit, stream());
    expect(resultOf(events, 'c1').outcome).toMatchObject({ code: 'invalid-input', stage: 'unclosed' });
    expect(ofType(events, 'message')).toHaveLength(1);
  });

  it('a problem of the feed becomes an error with its line, and the run goes on', async () => {
    const kit = createKit([toolOf('Read')]);
    async function* stream(): AsyncGenerator<FeedItem> {
      yield { type: 'problem', code: 'not-json', message: 'line 3 is not JSON', line: 3 };
      yield call('c1', 'Read');
    }
    const events = await runAll(kit, stream());
    expect(ofType(events, 'error')).toMatchObject([{ code: 'not-json', line: 3 }]);
    expect(outcomes(events)).toEqual({ c1: 'ok' });
  });

  it('a feed that throws ends its message, and the error comes after everything else', async () => {
    const kit = createKit([toolOf('Read')]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Read'));
    feed.fail(new Error('the line went dead'));
    await expect(toEnd(reading, kit.clock)).rejects.toThrow('the line went dead');
    expect(outcomes(reading.events)).toEqual({ c1: 'ok' });
    expect(ofType(reading.events, 'message')).toHaveLength(1);
  });
});

describe('leaving the loop early', () => {
  it('tells every running tool to stop, and waits for them', async () => {
    const heard: string[] = [];
    const kit = createKit([
      toolOf('Waits', {
        ...FREE,
        interruptBehavior: 'block',
        async call(_, { signal, callId }) {
          await aborted(signal);
          heard.push(callId);
          return { data: '' };
        },
      }),
    ]);
    let running = 0;
    for await (const event of kit.runtime.run([
      { id: 'c1', name: 'Waits', input: {} },
      { id: 'c2', name: 'Waits', input: {} },
    ])) {
      if (event.type === 'call-state' && event.status === 'executing' && ++running === 2) break;
    }
    expect(heard).toEqual(['c1', 'c2']);
  });
});

describe('one form of input', () => {
  const inputs: readonly (readonly [string, CallInput])[] = [
    ['a value', { input: { path: '/d/a' } }],
    ['raw JSON', { inputText: '{"path": "/d/a"}' }],
    ['empty raw JSON', { inputText: '' }],
    ['raw JSON that is broken', { inputText: '{"path": ' }],
    ['raw JSON that is not an object', { inputText: '[1]' }],
    ['a value that is not an object', { input: 'text' }],
    ['a value that is missing', { input: undefined }],
    ['a text that was cut off', { inputText: '{}', isUnclosed: true }],
  ];

  it.each(inputs)('%s means the same in an array, a stream and a message that grows', async (_, given) => {
    const tool = toolOf('Read', { ...FREE, call: async (input) => ({ data: JSON.stringify(input) }) });
    const kits = [0, 1, 2].map(() => createKit([tool]));
    const [batch, stream, handle] = kits;
    if (batch === undefined || stream === undefined || handle === undefined) throw new Error('unreachable');
    async function* feed(): AsyncGenerator<FeedItem> {
      yield { type: 'call', id: 'c', name: 'Read', ...given };
      yield end();
    }
    const ofBatch = resultOf(await runAll(batch, [{ id: 'c', name: 'Read', ...given }]), 'c');
    const ofStream = resultOf(await runAll(stream, feed()), 'c');
    const message = handle.runtime.openMessage();
    const ofHandle = await message.add({ id: 'c', name: 'Read', ...given }).result;
    await message.end();
    expect(ofStream.result).toEqual(ofBatch.result);
    expect(ofStream.outcome).toEqual(ofBatch.outcome);
    expect(ofHandle.outcome).toEqual(ofBatch.outcome);
    expect(ofHandle.text).toBe(textOf(ofBatch.result.content ?? ''));
  });
});
