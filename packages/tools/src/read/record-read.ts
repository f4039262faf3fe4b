import type { CallContext, FileFingerprint, ReadRecord } from '@sluice/core';

/** The part of a file that a call has shown. */
export interface ShownPart {
  readonly isPartial: boolean;
  /** Lines. Absent for what has none. */
  readonly range?: { readonly offset: number; readonly limit: number };
}

/**
 * Notes what was shown of `realPath`. A second look at a part of a file that was seen whole and has not changed takes
 * nothing back: the fuller record stays.
 */
export function recordRead(
  context: Pick<CallContext, 'ledger' | 'callId' | 'messageId'>,
  realPath: string,
  fingerprint: FileFingerprint,
  shown: ShownPart,
): void {
  const known = context.ledger.get(realPath);
  if (shown.isPartial && known !== undefined && !known.isPartial && known.hash === fingerprint.hash) return;
  const entry: ReadRecord = {
    ...fingerprint,
    ...shown,
    path: realPath,
    kind: 'read',
    callId: context.callId,
    messageId: context.messageId,
  };
  context.ledger.record(entry);
}
