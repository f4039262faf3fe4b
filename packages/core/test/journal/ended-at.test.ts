import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  journaledResult,
  readSession,
  type CallStatus,
  type Hook,
  type PermissionPolicy,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { aborted, collect, createKit, textOfResult, toEnd, toolOf } from '../support/kit.ts';
import { createPerson } from '../support/person.ts';

type State = Exclude<CallStatus, 'received' | 'settled' | 'released'>;

const asksAboutTarget: PermissionPolicy = {
  decide: ({ tool }) =>
    tool.name === 'Target'
      ? { behavior: 'ask', by: 'default', reason: 'it asks', remedy: '' }
      : { behavior: 'allow', by: 'mode', reason: 'nobody minds' },
};

/** A run in which the call `t` has come to a state and stays there. */
async function holdIn(state: State, isReadOnly: boolean) {
  const person = createPerson();
  const journal = createMemoryJournal();
  const hook: Hook = {
    name: 'slow',
    event: 'PostToolUse',
    run: ({ signal }) => aborted(signal).then(() => undefined),
  };
  const target = toolOf('Target', {
    isReadOnly,
    ...(state === 'preparing' && {
      validateInput: async (_, { signal }) => {
        await aborted(signal);
        return { ok: true as const };
      },
    }),
    async call(_, { signal }) {
      if (state === 'executing') await aborted(signal);
      signal.throwIfAborted();
      return { data: 'Target done' };
    },
  });
  const blocker = toolOf('Blocker', {
    async call(_, { signal }) {
      await aborted(signal);
      return { data: 'done' };
    },
  });
  const kit = createKit([target, blocker], {
    memoryJournal: journal,
    ...(state === 'awaiting-permission' && { policy: asksAboutTarget, asker: person.asker }),
    ...(state === 'settling' && { hooks: [hook] }),
  });
  const calls = [
    ...(state === 'queued' ? [{ id: 'b', name: 'Blocker', input: {} }] : []),
    { id: 't', name: 'Target', input: {} },
  ];
  const run = kit.runtime.run(calls);
  const reading = collect(run);
  await quiet();
  const states = reading.events.flatMap((event) =>
    event.type === 'call-state' && event.callId === 't' ? [event.status] : [],
  );
  expect(states.at(-1)).toBe(state);
  return { kit, run, reading, journal };
}

const NOT_STARTED = 'The program ended before this call was started. It has had no effect';
const WAS_READING =
  'The program ended while this call was running. The call only reads, so it has changed nothing';
const UNKNOWN = 'The program that ran this call ended before the call did. Its outcome is unknown';

const ROWS: readonly (readonly [State, isReadOnly: boolean, killed: string, stopped: string])[] = [
  ['queued', true, NOT_STARTED, 'The call was not started: the program is shutting down.'],
  ['queued', false, NOT_STARTED, 'The call was not started: the program is shutting down.'],
  ['preparing', true, NOT_STARTED, 'The call was not started: the program is shutting down.'],
  ['preparing', false, NOT_STARTED, 'The call was not started: the program is shutting down.'],
  ['awaiting-permission', true, NOT_STARTED, 'The call was not started: the program is shutting down.'],
  ['awaiting-permission', false, NOT_STARTED, 'The call was not started: the program is shutting down.'],
  ['executing', true, WAS_READING, 'The call was stopped while it ran: the program is shutting down.'],
  ['executing', false, UNKNOWN, 'The call was stopped while it ran: the program is shutting down.'],
  ['settling', true, WAS_READING, 'Target done'],
  ['settling', false, UNKNOWN, 'Target done'],
];

describe.each(ROWS)('a call that is %s, only reads: %s', (state, isReadOnly, killed, stopped) => {
  it('is reported as it was after a kill', async () => {
    const { kit, run, reading, journal } = await holdIn(state, isReadOnly);
    const lost = readSession([...journal.entries])[0]?.calls.find(({ callId }) => callId === 't');
    expect(lost).toBeDefined();
    if (lost !== undefined) {
      const { content } = await journaledResult(lost, kit.store);
      expect(content).toContain(killed);
      // Fed by no one, it is resumed in the same words.
      const next = createKit([toolOf('Target')], { resume: readSession([...journal.entries]) });
      const resumed = await toEnd(collect(next.runtime.run([])), next.clock);
      expect(textOfResult(resumed, 't')).toBe(content);
    }
    run.interrupt('shutdown');
    await toEnd(reading, kit.clock);
  });

  it('is reported as it was after a shutdown', async () => {
    const { kit, run, reading } = await holdIn(state, isReadOnly);
    run.interrupt('shutdown');
    expect(textOfResult(await toEnd(reading, kit.clock), 't')).toContain(stopped);
  });
});
