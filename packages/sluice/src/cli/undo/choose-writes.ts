import type { JournaledWrite } from './journaled-write.ts';

/** Which writes are to be taken back. Several narrow each other; none means the last call that wrote. */
export interface UndoChoice {
  /** A call and those that it made. */
  readonly callId?: string;
  readonly messageId?: string;
  /** Absolute and real: of this file the last write. */
  readonly path?: string;
}

/** The chosen ones of a session's writes, in order; none where nothing fits. */
export function chooseWrites(
  writes: readonly JournaledWrite[],
  { callId, messageId, path }: UndoChoice,
): readonly JournaledWrite[] {
  const fitting = writes.filter(
    (write) =>
      (callId === undefined || write.callId === callId || write.callId.startsWith(`${callId}/`)) &&
      (messageId === undefined || write.messageId === messageId) &&
      (path === undefined || write.path === path),
  );
  const last = fitting.at(-1);
  if (last === undefined) return [];
  if (callId !== undefined) {
    // Ids of calls are paired by message: of two calls of one id the later is meant.
    return fitting.filter((write) => write.messageId === last.messageId);
  }
  if (messageId !== undefined && path === undefined) return fitting;
  if (path !== undefined) return [last];
  return fitting.filter((write) => write.messageId === last.messageId && write.callId === last.callId);
}
