import type { BigIntStats } from 'node:fs';
import type { CallContext, ReadRecord } from '@sluice/core';
import { toFingerprint } from './fingerprint.ts';

/** Notes that this call wrote `realPath`: the model knows all of it, unless it changed a part of a file that it has not
 * seen whole (`isKnown`). `contentHash` is the SHA-256 of what was written. */
export function recordWrite(
  context: Pick<CallContext, 'ledger' | 'callId' | 'messageId'>,
  realPath: string,
  stats: BigIntStats,
  contentHash: string,
  isKnown = true,
): void {
  const entry: ReadRecord = {
    ...toFingerprint(stats, contentHash),
    path: realPath,
    kind: 'write',
    isPartial: !isKnown,
    callId: context.callId,
    messageId: context.messageId,
  };
  context.ledger.record(entry);
}
