import type { RunEvent } from '@sluice/core';

/** How a call's line is drawn: `joins` calls that ran in parallel, or passes between such calls, or nothing. */
export type Bar = ' ' | '┌' | '├' | '└' | '│';

/**
 * Determines from status events which calls of a message ran in parallel: one started while the other was executing.
 * Both have started before the first one is released, so a line never needs correcting.
 */
interface SideBySide {
  observe(event: Extract<RunEvent, { readonly type: 'call-state' }>): void;
  /** The bar for the next call of this message, in call order. */
  next(messageId: string): Bar;
  /** The message is finished. */
  forget(messageId: string): void;
}

interface MessageRows {
  readonly rows: Map<string, number>;
  readonly executing: Set<number>;
  /** For each row, the last later row that it overlapped. */
  readonly reach: Map<number, number>;
  readonly hasCompany: Set<number>;
  released: number;
  /** The last row that any released row overlapped. */
  open: number;
}

export function createSideBySide(): SideBySide {
  const messages = new Map<string, MessageRows>();

  const rowsOf = (messageId: string): MessageRows => {
    const known = messages.get(messageId);
    if (known !== undefined) return known;
    const rows: MessageRows = {
      rows: new Map(),
      executing: new Set(),
      reach: new Map(),
      hasCompany: new Set(),
      released: 0,
      open: -1,
    };
    messages.set(messageId, rows);
    return rows;
  };

  return {
    observe({ messageId, callId, parentCallId, status }) {
      if (parentCallId !== undefined) return;
      const message = rowsOf(messageId);
      const row = message.rows.get(callId) ?? message.rows.size;
      message.rows.set(callId, row);
      if (status !== 'executing') {
        message.executing.delete(row);
        return;
      }
      for (const other of message.executing) {
        const [first, last] = row < other ? [row, other] : [other, row];
        message.reach.set(first, Math.max(message.reach.get(first) ?? last, last));
        message.hasCompany.add(first).add(last);
      }
      message.executing.add(row);
    },
    next(messageId) {
      const message = rowsOf(messageId);
      const row = message.released;
      message.released += 1;
      const isJoinedBefore = message.open >= row;
      message.open = Math.max(message.open, message.reach.get(row) ?? -1);
      const isJoinedAfter = message.open > row;
      if (!isJoinedBefore) return isJoinedAfter ? '┌' : ' ';
      if (!message.hasCompany.has(row)) return '│';
      return isJoinedAfter ? '├' : '└';
    },
    forget: (messageId) => void messages.delete(messageId),
  };
}
