import type { JournaledWrite } from './journaled-write.ts';

/** Which writes to undo. Several criteria narrow each other; none selects the last call that wrote. */
export interface UndoChoice {
  /** A call and the calls it made. */
  readonly callId?: string;
  readonly messageId?: string;
  /** Absolute and real: the last write of this file. */
  readonly path?: string;
  /** Milliseconds since the Unix epoch: all writes from then on. */
  readonly since?: number;
}

/** The selected writes of a session, in order; empty if none matches. */
export function chooseWrites(
  writes: readonly JournaledWrite[],
  { callId, messageId, path, since }: UndoChoice,
): readonly JournaledWrite[] {
  const fitting = writes.filter(
    (write) =>
      (callId === undefined || write.callId === callId || write.callId.startsWith(`${callId}/`)) &&
      (messageId === undefined || write.messageId === messageId) &&
      (path === undefined || write.path === path) &&
      (since === undefined || write.time >= since),
  );
  const last = fitting.at(-1);
  if (last === undefined) return [];
  if (since !== undefined) return fitting;
  if (callId !== undefined) {
    // Call ids are paired per message: of two calls with one id, the later is meant.
    return fitting.filter((write) => write.messageId === last.messageId);
  }
  if (messageId !== undefined && path === undefined) return fitting;
  if (path !== undefined) return [last];
  return fitting.filter((write) => write.messageId === last.messageId && write.callId === last.callId);
}
