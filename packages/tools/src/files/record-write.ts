import type { BigIntStats } from 'node:fs';
import type { CallContext, FilePart, ReadRecord } from '@sluice/core';
import { toFingerprint } from './fingerprint.ts';

/** What the model knows of a file that a call wrote. */
export interface KnownOfWrite {
  /** All of it; not where a part was changed of a file that it has not seen whole. */
  readonly isKnown: boolean;
  /** Parts that it names by their place have others now. */
  readonly hasMovedParts?: boolean;
}

/** Notes that this call wrote `realPath`. `contentHash` is the SHA-256 of what was written, `parts` that of a large file. */
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
    ...(hasMovedParts && { hasMovedParts: true }),
    callId: context.callId,
    messageId: context.messageId,
  };
  context.ledger.record(entry);
}
