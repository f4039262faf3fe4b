import { describe, expect, it } from 'vitest';
import { canFollow, transition, type CallState, type CallStatus } from '../../src/engine/state.ts';

const STATES: Record<CallStatus, CallState> = {
  received: { status: 'received' },
  queued: { status: 'queued' },
  preparing: { status: 'preparing' },
  'awaiting-permission': { status: 'awaiting-permission', requestId: 'ask-1' },
  executing: { status: 'executing', startedAt: 0 },
  settling: { status: 'settling' },
  settled: { status: 'settled', outcome: { code: 'ok' } },
  released: { status: 'released', outcome: { code: 'ok' } },
};

/** Rows: from; columns in the order of `STATES`. Back go only a changed input, a changed permission and a rerun. */
const LEGAL: Record<CallStatus, string> = {
  received: '. x . . . . x .',
  queued: '. . x . . . x .',
  preparing: '. x . x x . x .',
  'awaiting-permission': '. x x . . . x .',
  executing: '. x . . . x x .',
  settling: '. x . . . . x .',
  settled: '. x . . . . . x',
  released: '. . . . . . . .',
};

const isStatus = (text: string): text is CallStatus => Object.hasOwn(STATES, text);
const ALL = Object.keys(STATES).filter(isStatus);
const PAIRS = ALL.flatMap((from) =>
  ALL.map((to, column) => ({ from, to, isLegal: LEGAL[from].split(' ')[column] === 'x' })),
);

/** Any pair, legal or not: what a program without types could try. */
function attempt(from: CallStatus, to: CallStatus): unknown {
  return Reflect.apply(transition, undefined, [STATES[from], from, STATES[to]]);
}

describe('the life of a call', () => {
  it.each(PAIRS.filter(({ isLegal }) => isLegal))('goes from $from to $to', ({ from, to }) => {
    expect(canFollow(from, to)).toBe(true);
    expect(attempt(from, to)).toBe(STATES[to]);
  });

  it.each(PAIRS.filter(({ isLegal }) => !isLegal))('never goes from $from to $to', ({ from, to }) => {
    expect(canFollow(from, to)).toBe(false);
    expect(() => attempt(from, to)).toThrow(`can't go from "${from}" to "${to}"`);
  });

  it('is not where its caller thinks: that is a bug, and throws', () => {
    expect(() => transition({ status: 'settling' }, 'queued', { status: 'preparing' })).toThrow(
      'A call in "settling"',
    );
  });

  it('can not even be written down wrongly', () => {
    // @ts-expect-error A released call goes nowhere.
    expect(() => transition(STATES.released, 'released', { status: 'queued' })).toThrow('released');
    // @ts-expect-error No one runs what was not prepared.
    expect(() => transition(STATES.queued, 'queued', { status: 'executing', startedAt: 0 })).toThrow(
      'queued',
    );
  });
});
