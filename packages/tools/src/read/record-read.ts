import { present } from '@sluice/base';
import type { CallContext, FileFingerprint, ReadRange, ReadRecord } from '@sluice/core';
import { joinedParts } from '../files/seen/file-parts.ts';

/** The part of a file that a call showed. */
export interface ShownPart {
  readonly isPartial: boolean;
  /** Lines or cells. Absent for types without them. */
  readonly range?: ReadRange;
  /** Something in the range was cut. */
  readonly shortOf?: 'cut';
}

/**
 * Records what was shown of `realPath`. Reading a part of an unchanged file that was seen completely doesn't replace the fuller record.
 * If cells have moved since, only what is shown now counts.
 */
export function recordRead(
  context: Pick<CallContext, 'ledger' | 'callId' | 'messageId'>,
  realPath: string,
  fingerprint: FileFingerprint,
  shown: ShownPart,
): void {
  const known = context.ledger.get(realPath);
  const isKnown = known?.isPartial === false && known.hash === fingerprint.hash;
  if (shown.isPartial && isKnown && known.hasMovedParts !== true) return;
  const isSame = known?.hash === fingerprint.hash;
  const parts = isSame ? joinedParts(known.parts, fingerprint.parts) : fingerprint.parts;
  const entry: ReadRecord = {
    ...fingerprint,
    ...shown,
    ...present({ parts: parts !== undefined && parts.length > 0 ? parts : undefined }),
    path: realPath,
    kind: 'read',
    callId: context.callId,
    messageId: context.messageId,
  };
  context.ledger.record(entry);
}
