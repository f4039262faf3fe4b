import type { BigIntStats } from 'node:fs';
import type { CallContext, FilePart, ReadRecord } from '@sluice/core';
import { toFingerprint } from '../load/fingerprint.ts';

/** What the model knows about a file that a call wrote. */
export interface KnownOfWrite {
  /** All of it, unless a part was changed in a file that it has not seen completely. */
  readonly isKnown: boolean;
  /** Parts that the model names by position have moved. */
  readonly hasMovedParts?: boolean;
}

/** Records that this call wrote `realPath`. `contentHash` is the SHA-256 of what was written, `parts` are those of a large file. */
export function recordWrite(
  context: Pick<CallContext, 'ledger' | 'callId' | 'messageId'>,
  realPath: string,
  stats: BigIntStats,
  contentHash: string,
  { isKnown, hasMovedParts = false }: KnownOfWrite = { isKnown: true },
  parts: readonly FilePart[] = [],
): void {
  const entry: ReadRecord = {
    ...toFingerprint(stats, contentHash, parts),
    path: realPath,
    kind: 'write',
    isPartial: !isKnown,
    hasMovedParts: hasMovedParts ? true : undefined,
    callId: context.callId,
    messageId: context.messageId,
  };
  context.ledger.record(entry);
}
