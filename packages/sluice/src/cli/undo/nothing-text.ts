import { presentItems } from '@sluice/base';
import type { JournalEntry } from '@sluice/core';
import type { UndoChoice } from './choose-writes.ts';

/** What a session's journal contains besides the writes that can be undone. */
export interface UndoPast {
  /** Every call of the session. */
  readonly received: readonly { readonly messageId: string; readonly callId: string }[];
  /** Writes that were undone. */
  readonly undone: readonly { readonly messageId: string; readonly callId: string; readonly path: string }[];
}

export function undoPast(entries: readonly JournalEntry[]): UndoPast {
  return {
    received: entries.filter((entry) => entry.type === 'received'),
    undone: entries.filter((entry) => entry.type === 'undone'),
  };
}

/** Why a selection contains no write that can be undone. */
export function nothingText(choice: UndoChoice, { received, undone }: UndoPast): string {
  const { callId, messageId, path } = choice;
  const named = presentItems([
    callId === undefined ? undefined : `call ${callId}`,
    messageId === undefined ? undefined : `message ${messageId}`,
  ]).join(' of ');
  if (named === '' && path === undefined) return 'nothing to undo';
  const isNamed = (one: { readonly messageId: string; readonly callId: string }): boolean =>
    (callId === undefined || one.callId === callId || one.callId.startsWith(`${callId}/`)) &&
    (messageId === undefined || one.messageId === messageId);
  if (named !== '' && !received.some(isNamed)) return `there is no ${named} in this session; see --list`;
  const isUndone = undone.some((one) => isNamed(one) && (path === undefined || one.path === path));
  const what = named === '' ? 'this session' : named;
  if (path === undefined) {
    return isUndone ? `${what} is already undone` : `${what} wrote no file, so there is nothing to undo`;
  }
  return isUndone
    ? `what ${what} wrote to ${path} is already undone`
    : `${what} did not write to ${path}, so there is nothing to undo; see --list`;
}
