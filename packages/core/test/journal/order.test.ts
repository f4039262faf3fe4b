import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type Journal, type JournalEntry } from '../../src/index.ts';
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
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

/** Every line that is written, among whatever else a test notes. */
function createLog() {
  const log: string[] = [];
  const memory = createMemoryJournal();
  const journal: Journal = {
    ...memory,
    append(entry) {
      log.push('callId' in entry ? `${entry.type} ${entry.callId}` : entry.type);
      return memory.append(entry);
    },
  };
  return { log, journal, memory };
}

describe('the lines of the journal', () => {
  it('are written before what they announce and after what they report', async () => {
    const { log, journal, memory } = createLog();
    const tool = (name: string, declaration: Parameters<typeof toolOf>[1] = {}) =>
      toolOf(name, {
        ...declaration,
        async call(_, { callId }) {
          log.push(`${callId} runs`);
          return { data: '' };
        },
      });
    const kit = createKit([tool('Write'), tool('Read', FREE)], { journal, memoryJournal: memory });
    for await (const event of kit.runtime.run([
      { id: 'w', name: 'Write', input: {} },
      { id: 'r', name: 'Read', input: {} },
    ])) {
      if (event.type === 'tool-result') log.push(`${event.callId} handed out`);
      if (event.type === 'message') log.push('message handed out');
    }
    const place = (line: string): number => log.indexOf(line);
    expect(log.slice(0, 2)).toEqual(['session', 'received w']);
    expect(place('started w')).toBeGreaterThan(place('received w'));
    expect(place('w runs')).toBe(place('started w') + 1);
    expect(place('settled w')).toBeGreaterThan(place('w runs'));
    expect(place('w handed out')).toBeGreaterThan(place('settled w'));
    expect(place('started r')).toBeGreaterThan(place('received r'));
    expect(place('settled r')).toBeGreaterThan(place('r runs'));
    expect(place('message')).toBeGreaterThan(place('settled r'));
    expect(place('message handed out')).toBeGreaterThan(place('message'));
  });

  it('tell of a result when the call has settled, not when order lets it out', async () => {
    const { log, journal, memory } = createLog();
    const gate = createGate();
    const kit = createKit(
      [toolOf('Slow', { ...FREE, call: async () => ({ data: await gate.passed }) }), toolOf('Fast', FREE)],
      { journal, memoryJournal: memory },
    );
    const reading = collect(
      kit.runtime.run([
        { id: 's', name: 'Slow', input: {} },
        { id: 'f', name: 'Fast', input: {} },
      ]),
    );
    await quiet();
    expect(log).toContain('settled f');
    expect(ofType(reading.events, 'tool-result')).toEqual([]);
    gate.open();
    await toEnd(reading, kit.clock);
  });

  it('exist for calls that never ran, too', async () => {
    const kit = createKit([toolOf('Read')]);
    await runAll(kit, [
      { id: 'c1', name: 'Nobody', input: {} },
      { id: 'c2', name: 'Read', input: [] },
    ]);
    const lines = kit.journal.entries.flatMap((entry) =>
      entry.type === 'settled' ? [[entry.callId, entry.outcome, entry.isError]] : [],
    );
    expect(lines).toEqual([
      ['c1', 'unknown-tool', true],
      ['c2', 'invalid-input', true],
    ]);
  });

  it('say whether a call may be run again', async () => {
    const kit = createKit([
      toolOf('Write', { isIdempotent: ({ again }) => again === true }),
      toolOf('Odd', {
        isIdempotent: () => {
          throw new Error('hm');
        },
      }),
    ]);
    await runAll(kit, [
      { id: 'c1', name: 'Write', input: { again: true } },
      { id: 'c2', name: 'Write', input: {} },
      { id: 'c3', name: 'Odd', input: {} },
    ]);
    const started = kit.journal.entries.flatMap((entry) =>
      entry.type === 'started' ? [entry.isIdempotent] : [],
    );
    expect(started).toEqual([true, false, false]);
  });

  it('name interrupts', async () => {
    const kit = createKit([toolOf('Any')]);
    const run = kit.runtime.run([]);
    run.interrupt('user-cancel');
    await toEnd(collect(run), kit.clock);
    expect(kit.journal.entries.at(-1)).toMatchObject({ type: 'interrupt', reason: 'user-cancel' });
  });

  it('hold short texts, and the place of long ones in the store', async () => {
    const kit = createKit([toolOf('Echo', { call: async ({ text }) => ({ data: text }) })]);
    const long = '"\u0001😀'.repeat(9000);
    await runAll(kit, [
      { id: 'c1', name: 'Echo', input: { text: 'short' } },
      { id: 'c2', name: 'Echo', input: { text: long } },
    ]);
    const texts = kit.journal.entries.flatMap((entry: JournalEntry) => {
      if (entry.type === 'received') return [entry.input];
      return entry.type === 'settled' ? [entry.content] : [];
    });
    expect(texts.filter((text) => 'text' in text)).toHaveLength(2);
    const kept = texts.flatMap((text) => ('path' in text ? [kit.store.texts.get(text.path)] : []));
    expect(kept).toEqual([JSON.stringify({ text: long }), JSON.stringify(long)]);
  });
});

describe('a journal that can not be written', () => {
  it('stops calls with effects before they start, not those that only read, until it can be again', async () => {
    const ran: string[] = [];
    const noting = (name: string, declaration = {}) =>
      toolOf(name, {
        ...declaration,
        async call(_, { callId }) {
          ran.push(callId);
          return { data: 'ran' };
        },
      });
    const kit = createKit([noting('Write'), noting('Read', FREE)]);
    kit.journal.breakWith('No space left on device.');
    const events = await runAll(kit, [
      { id: 'w1', name: 'Write', input: {} },
      { id: 'r', name: 'Read', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ w1: 'tool-error', r: 'ok' });
    expect(resultOf(events, 'w1').outcome).toMatchObject({ errorCode: 'journal-unwritable' });
    expect(textOfResult(events, 'w1')).toMatch(
      /No space left.*Nothing was changed\. Calls that only read still work/,
    );
    expect(ofType(events, 'notice').map(({ code }) => code)).toContain('journal-unwritable');
    kit.journal.breakWith(undefined);
    expect(outcomes(await runAll(kit, [{ id: 'w2', name: 'Write', input: {} }]))).toEqual({ w2: 'ok' });
    expect(ran).toEqual(['r', 'w2']);
  });

  it('is told that a call has come before it is told that it starts, when it works again', async () => {
    const gate = createGate();
    const kit = createKit([
      toolOf('Slow', { call: async () => ({ data: await gate.passed }) }),
      toolOf('Write'),
    ]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('s', 'Slow'));
    await quiet();
    kit.journal.breakWith('full');
    feed.put(call('w', 'Write'), end());
    feed.end();
    await quiet();
    kit.journal.breakWith(undefined);
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ s: 'ok', w: 'ok' });
    const lines = kit.journal.entries.flatMap((entry) =>
      'callId' in entry ? [`${entry.type} ${entry.callId}`] : [],
    );
    expect(lines).toEqual([
      ...['received s', 'started s', 'settled s'],
      ...['received w', 'started w', 'settled w'],
    ]);
  });

  it('does not stop a run without one', async () => {
    const events = await runAll(createKit([toolOf('Write')], { journal: createMemoryJournal() }), [
      { id: 'w', name: 'Write', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ w: 'ok' });
  });
});
