import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createAnnouncements,
  createMemoryJournal,
  type Hook,
  type PreToolUseHook,
  type PreToolUseResult,
  type RunEvent,
  type ListenerKind,
  type SessionEvent,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createGate, createKit, ofType, runAll, toEnd, toolOf } from '../support/kit.ts';

const one = [{ id: 'c', name: 'Any', input: {} }];
const hookOf = (result: PreToolUseResult | Error): PreToolUseHook => ({
  event: 'PreToolUse',
  name: 'guard',
  place: 'settings.json:3',
  run() {
    if (result instanceof Error) throw result;
    return result;
  },
});

/** What is told of hooks, in the stream and in the journal. */
async function reportedOf(hook: Hook): Promise<readonly [RunEvent[], object[]]> {
  const journal = createMemoryJournal();
  const kit = createKit([toolOf('Any')], { hooks: [hook], journal });
  const events = await runAll(kit, one);
  const { entries } = await journal.read();
  return [ofType(events, 'hook'), entries.filter(({ type }) => type === 'hook')];
}

describe('each message of a hook', () => {
  const ROWS: [name: string, result: PreToolUseResult | Error, told: object][] = [
    [
      'permission decision',
      { decision: 'deny', reason: 'no' },
      { outcome: 'ok', said: { decision: 'deny', reason: 'no' } },
    ],
    ['additional context', { additionalContext: 'mind' }, { outcome: 'ok', said: { addsContext: true } }],
    [
      'stopped continuation',
      { stop: { reason: 'enough' } },
      { outcome: 'ok', said: { stops: true, reason: 'enough' } },
    ],
    ['error', new Error('bang'), { outcome: 'failed', said: { reason: 'bang' } }],
    ['timeout', { ended: 'timed-out' }, { outcome: 'timed-out', said: {} }],
    ['cancelled', { ended: 'cancelled' }, { outcome: 'cancelled', said: {} }],
    ['another input', { updatedInput: {} }, { outcome: 'ok', said: { changesInput: true } }],
  ];
  it.each(ROWS)('%s, in the stream and in the journal', async (_, result, told) => {
    const whose = { event: 'PreToolUse', hook: 'guard', place: 'settings.json:3', callId: 'c' };
    const [events, entries] = await reportedOf(hookOf(result));
    expect(events).toMatchObject([
      { status: 'started', toolName: 'Any', ...whose },
      { status: 'ended', toolName: 'Any', durationMs: 0, ...whose, ...told },
    ]);
    expect(entries).toMatchObject([{ ...whose, ...told }]);
  });

  it('what is for a terminal, in the stream alone', async () => {
    const [events, entries] = await reportedOf(hookOf({ terminalSequence: '\u0007' }));
    expect(events).toMatchObject([{ status: 'started' }, { status: 'ended', terminalSequence: '\u0007' }]);
    expect(JSON.stringify(entries)).not.toContain('u0007');
  });

  it('what its program has written and how it exited, in the stream alone', async () => {
    const program = { stdout: 'out', stderr: 'err', exitCode: 3 };
    const [events, entries] = await reportedOf(hookOf({ program }));
    expect(events).toMatchObject([{ status: 'started' }, { status: 'ended', program }]);
    expect(JSON.stringify(entries)).not.toContain('err');
    const [ofFunction] = await reportedOf(hookOf({}));
    expect(ofFunction).toMatchObject([{}, { status: 'ended', program: undefined }]);
  });

  it('progress while it is at work; a slow reader sees the latest of each hook', async () => {
    const gate = createGate();
    const hook = (name: string): PreToolUseHook => ({
      event: 'PreToolUse',
      name,
      async run({ progress }) {
        for (const step of ['1', '2', '3']) progress?.({ stdout: `${name} ${step}`, stderr: '' });
        await gate.passed;
        return undefined;
      },
    });
    const kit = createKit([toolOf('Any')], { hooks: [hook('a'), hook('b')] });
    const run = kit.runtime.run(one);
    await quiet();
    const reading = collect(run);
    await quiet();
    expect(ofType(reading.events, 'hook')).toMatchObject([
      { status: 'started', hook: 'a' },
      { status: 'progress', hook: 'a', stdout: 'a 3', elapsedMs: 0 },
      { status: 'started', hook: 'b' },
      { status: 'progress', hook: 'b', stdout: 'b 3' },
    ]);
    gate.open();
    await toEnd(reading, kit.clock);
    expect(ofType(reading.events, 'hook')).toHaveLength(6);
  });
});

describe('what happens beside all calls', () => {
  const summary = (event: string): SessionEvent => ({
    type: 'hook-summary',
    event,
    count: 1,
    infos: [],
    errors: [],
    preventedContinuation: false,
    reason: undefined,
  });

  it('is in the stream of the run that is read, else in that of the next; what no one tells of is left', async () => {
    const announcements = createAnnouncements();
    const gate = createGate();
    const kit = createKit([toolOf('Any', { call: () => gate.passed.then(() => ({ data: '' })) })], {
      announcements,
    });
    announcements.announce(summary('before'));
    const reading = collect(kit.runtime.run(one));
    await quiet();
    announcements.announce(summary('during'));
    gate.open();
    await toEnd(reading, kit.clock);
    announcements.announce(summary('after'));
    expect(ofType(reading.events, 'hook-summary')).toMatchObject([{ event: 'before' }, { event: 'during' }]);
    expect(announcements.take()).toEqual([{ ...summary('after'), time: expect.any(Number) }]);
    expect(announcements.take()).toEqual([]);
  });

  it('is told with the time at which it happened, whenever it is read', async () => {
    let time = 5;
    const announcements = createAnnouncements({ now: () => time });
    announcements.announce(summary('before'));
    time = 20;
    announcements.announce(summary('later'));
    time = 30;
    const kit = createKit([toolOf('Any')], { announcements });
    const events = ofType(await runAll(kit, one), 'hook-summary');
    expect(events.map(({ event, time: at }) => [event, at])).toEqual([
      ['before', 5],
      ['later', 20],
    ]);
    announcements.announce(summary('after'));
    expect(announcements.take()).toMatchObject([{ event: 'after', time: 30 }]);
  });

  it('goes to every run that is read', async () => {
    const announcements = createAnnouncements();
    const gate = createGate();
    const kit = createKit([toolOf('Any', { call: () => gate.passed.then(() => ({ data: '' })) })], {
      announcements,
    });
    const readings = [collect(kit.runtime.run(one)), collect(kit.runtime.run(one))];
    await quiet();
    announcements.announce(summary('once'));
    gate.open();
    for (const reading of readings) await toEnd(reading, kit.clock);
    expect(readings.map(({ events }) => ofType(events, 'hook-summary').length)).toEqual([1, 1]);
  });

  it.each<[kinds: readonly ListenerKind[], heard: readonly number[], left: number]>([
    [[], [], 1],
    [['run', 'run'], [1, 1], 0],
    [['instead', 'instead', 'run'], [1, 1, 0], 0],
    [['beside', 'instead', 'run'], [1, 1, 0], 0],
    [['beside', 'run', 'beside'], [1, 1, 1], 0],
    [['beside', 'beside'], [1, 1], 1],
  ])(
    'with listeners of the kinds %j is heard %j times, and %i is left for the next run',
    (kinds, heard, left) => {
      const announcements = createAnnouncements();
      const counts = kinds.map(() => 0);
      const ends = kinds.map((kind, index) =>
        announcements.listen(() => void (counts[index] = (counts[index] ?? 0) + 1), kind),
      );
      announcements.announce(summary('x'));
      expect(counts).toEqual(heard);
      expect(announcements.take()).toHaveLength(left);
      for (const end of ends) end();
      announcements.announce(summary('y'));
      expect(counts).toEqual(heard);
    },
  );

  it('is not kept without bound', () => {
    const announcements = createAnnouncements();
    for (let count = 0; count < 1500; count += 1) announcements.announce(summary(String(count)));
    const kept = announcements.take();
    expect([kept.length, kept.at(-1)?.event]).toEqual([1000, '1499']);
  });
});

it('what a hook says to whoever judges later calls is in the record and the journal, and goes to no model', async () => {
  const journal = createMemoryJournal();
  const hook: Hook = {
    event: 'PostToolUse',
    name: 'notes',
    run: () => ({ classifierContext: 'it held a token' }),
  };
  const kit = createKit([toolOf('Any')], { hooks: [hook], journal });
  const events = await runAll(kit, one);
  expect(ofType(events, 'tool-result')[0]?.record.classifierContext).toEqual(['it held a token']);
  expect(JSON.stringify(ofType(events, 'message'))).not.toContain('token');
  const { entries } = await journal.read();
  expect(entries.find(({ type }) => type === 'settled')).toMatchObject({
    record: { classifierContext: ['it held a token'] },
  });
});

describe('a hook that a call does not concern', () => {
  const ROWS: [title: string, concerns: () => boolean, ran: number][] = [
    ['does not run, and nothing is told of it', () => false, 0],
    ['runs where it does', () => true, 1],
    [
      'runs where that can not be told',
      () => {
        throw new Error('no idea');
      },
      1,
    ],
  ];
  it.each(ROWS)('%s', async (_, concerns, ran) => {
    for (const event of ['PreToolUse', 'PostToolUse'] as const) {
      let runs = 0;
      const hook: Hook = { event, name: 'guard', concerns, run: () => void (runs += 1) };
      const [events, entries] = await reportedOf(hook);
      expect([runs, events.length, entries.length]).toEqual([ran, 2 * ran, ran]);
    }
  });
});

it('an input that does not fit is told with the hook that gave it', async () => {
  const hook = hookOf({ updatedInput: { x: 'no number' } });
  const tool = toolOf('Any', { inputSchema: z.object({ x: z.number().optional() }) });
  const events = await runAll(createKit([tool], { hooks: [hook] }), one);
  expect(ofType(events, 'notice')).toMatchObject([
    {
      code: 'hook-failed',
      message: expect.stringMatching(/^The hook "guard" replaced .*x: expected a number/),
    },
  ]);
  expect(ofType(events, 'tool-result')).toMatchObject([
    { outcome: { code: 'invalid-input' }, result: { content: expect.stringContaining('The hook "guard"') } },
  ]);
});
