import { describe, expect, it } from 'vitest';
import { readSession, type PreToolUseHook, type PreToolUseResult } from '../../src/index.ts';
import {
  call,
  collect,
  createFeed,
  createKit,
  end,
  ofType,
  outcomes,
  resultOf,
  runAll,
  textOfResult,
  toEnd,
  toolOf,
  type KitOptions,
} from '../support/kit.ts';
import { quiet } from '../support/drive.ts';

const DEFER: PreToolUseResult = { decision: 'defer', reason: 'ask Anna' };

/** Answers with these, one after the other, and the last for good. */
function later(...answers: readonly PreToolUseResult[]): PreToolUseHook & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    event: 'PreToolUse',
    name: 'later',
    asked,
    run({ callId }) {
      asked.push(callId);
      return answers[Math.min(asked.length, answers.length) - 1];
    },
  };
}

const kitOf = (hook: PreToolUseHook, more: KitOptions = {}) =>
  createKit([toolOf('Any'), OUTER], { hooks: [hook], defersCalls: true, ...more });
const OUTER = toolOf('Outer', {
  call: async (_input, { invoke }) => ({
    data: JSON.stringify(await invoke({ name: 'Any', input: { nested: true } })),
  }),
});
const one = [{ id: 'c', name: 'Any', input: { of: 1 } }];

describe('a call that a hook puts off', () => {
  it('stays open: nothing settles it in the journal, and the message names it', async () => {
    const kit = kitOf(later(DEFER));
    const events = await runAll(kit, one);
    expect(resultOf(events, 'c').outcome).toMatchObject({ code: 'blocked-by-hook', isDeferred: true });
    expect(ofType(events, 'message')).toMatchObject([
      { deferredCallId: 'c', stop: { reason: 'ask Anna' }, additionalContext: [] },
    ]);
    const types = kit.journal.entries.map(({ type }) => type);
    expect(types).toContain('deferred');
    for (const type of ['settled', 'started', 'message']) expect(types).not.toContain(type);
  });

  it('is known as such only once its message is whole', async () => {
    const kit = kitOf(later(DEFER));
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c', 'Any'));
    await quiet();
    expect(kit.journal.entries.map(({ type }) => type)).not.toContain('deferred');
    feed.put(end());
    feed.end();
    await toEnd(reading, kit.clock);
    expect(kit.journal.entries.map(({ type }) => type)).toContain('deferred');
  });

  it.each([
    ['of two in a message', [call('c', 'Any'), call('d', 'Any'), end()]],
    ['with another one after a while', [call('c', 'Any'), call('d', 'Any'), end()]],
  ])('%s is refused with the reason, and the loop goes on', async (title, items) => {
    const kit = kitOf(later(DEFER, {}));
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    for (const item of items) {
      feed.put(item);
      if (title.startsWith('with')) await quiet();
    }
    feed.end();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: 'blocked-by-hook', d: 'ok' });
    expect(textOfResult(events, 'c')).toMatch(/ask Anna.*only for a call that is alone in its message/);
    expect(resultOf(events, 'c').outcome).not.toHaveProperty('isDeferred');
    const [message] = ofType(events, 'message');
    expect([message?.stop, message?.deferredCallId]).toEqual([undefined, undefined]);
  });

  it('by a tool is refused: its outer call could not wait', async () => {
    const hook = later({}, DEFER);
    const kit = kitOf(hook);
    const events = await runAll(kit, [{ id: 'o', name: 'Outer', input: {} }]);
    expect(hook.asked).toHaveLength(2);
    expect(textOfResult(events, 'o')).toMatch(/not possible for a nested call/);
    expect(ofType(events, 'message')[0]?.deferredCallId).toBeUndefined();
  });

  it('ends with an interrupt as any other, while its message is still being written', async () => {
    const kit = kitOf(later(DEFER));
    const feed = createFeed();
    const run = kit.runtime.run(feed.items);
    const reading = collect(run);
    feed.put(call('c', 'Any'));
    await quiet();
    run.interrupt('user-cancel');
    feed.put(end());
    feed.end();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'cancelled user-cancel' });
  });

  it.each([
    ['lets it run', {}, 'ok', ['settled', 'message']],
    ['denies it', { decision: 'deny', reason: 'no' }, 'blocked-by-hook', ['settled', 'message']],
    ['puts it off again', DEFER, 'blocked-by-hook', ['deferred']],
  ] as const)(
    'gets its one result where the session goes on, and the hook then %s',
    async (_what, answer, code, lines) => {
      const first = kitOf(later(DEFER));
      await runAll(first, one);
      const before = first.journal.entries;
      const hook = later(answer);
      const second = kitOf(hook, { memoryJournal: first.journal, resume: readSession(before) });
      // No one but whoever feeds it again takes it up.
      expect(ofType(await runAll(second, []), 'message')).toEqual([]);
      const from = first.journal.entries.length;
      const [message] = readSession(before);
      const events = await runAll(second, feedOf(message?.messageId ?? ''));
      expect([outcomes(events), hook.asked]).toEqual([{ c: code }, ['c']]);
      const written = first.journal.entries.slice(from).map(({ type }) => type);
      expect(written.filter((type) => ['settled', 'message', 'deferred'].includes(type))).toEqual(lines);
      const [known, ...others] = readSession(first.journal.entries);
      expect(others).toEqual([]);
      expect(known?.calls).toMatchObject([{ callId: 'c', isDeferred: code !== 'ok' && answer === DEFER }]);
    },
  );
});

async function* feedOf(messageId: string) {
  yield { type: 'message-start', messageId } as const;
  yield call('c', 'Any', { of: 1 });
  yield end();
}
