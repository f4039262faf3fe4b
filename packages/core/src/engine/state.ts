import type { Outcome } from '../data/outcome.ts';

/** The life of a call (DESIGN.md 2), a discriminated union by `status`. Times are the clock's milliseconds. */
export type CallState =
  | { readonly status: 'received' }
  | { readonly status: 'queued' }
  | { readonly status: 'preparing' }
  | { readonly status: 'awaiting-permission'; readonly requestId: string }
  | { readonly status: 'executing'; readonly startedAt: number }
  | { readonly status: 'settling' }
  | { readonly status: 'settled'; readonly outcome: Outcome }
  | { readonly status: 'released'; readonly outcome: Outcome };

export type CallStatus = CallState['status'];

/**
 * Allowed transitions. Backward: `preparing` and `awaiting-permission` to `queued` (the input has changed, or an earlier call's has),
 * `awaiting-permission` to `preparing` (the permission version has changed), and, for a call without effects that must run again because
 * an earlier call's input changed, `executing`, `settling` and `settled` to `queued`.
 */
interface Following {
  received: 'queued' | 'settled';
  queued: 'preparing' | 'settled';
  preparing: 'awaiting-permission' | 'executing' | 'queued' | 'settled';
  'awaiting-permission': 'preparing' | 'queued' | 'settled';
  executing: 'settling' | 'queued' | 'settled';
  settling: 'settled' | 'queued';
  settled: 'released' | 'queued';
  released: never;
}

type States = { readonly [State in CallState as State['status']]: State };

const FOLLOWING: { readonly [From in CallStatus]: readonly Following[From][] } = {
  received: ['queued', 'settled'],
  queued: ['preparing', 'settled'],
  preparing: ['awaiting-permission', 'executing', 'queued', 'settled'],
  'awaiting-permission': ['preparing', 'queued', 'settled'],
  executing: ['settling', 'queued', 'settled'],
  settling: ['settled', 'queued'],
  settled: ['released', 'queued'],
  released: [],
};

/**
 * The only transition function: `from` is the status that the caller expects. An illegal pair does not type-check; a call in another
 * status than expected throws.
 */
export function transition<From extends CallStatus>(
  state: CallState,
  from: From,
  to: States[Following[From]],
): States[Following[From]] {
  if (state.status !== from || !canFollow(from, to.status)) {
    throw new Error(`A call in "${state.status}" can't go from "${from}" to "${to.status}".`);
  }
  return to;
}

/** A state that may follow `From`. */
export type StateAfter<From extends CallStatus> = States[Following[From]];

export function canFollow(from: CallStatus, to: CallStatus): boolean {
  const following: readonly CallStatus[] = FOLLOWING[from];
  return following.includes(to);
}
