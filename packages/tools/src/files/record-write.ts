import type { BigIntStats } from 'node:fs';
import type { CallContext, ReadRecord } from '@sluice/core';
import { toFingerprint } from './fingerprint.ts';

/** Notes that this call wrote `realPath`: the model knows all of it. `contentHash` is the SHA-256 of what was written. */
export function recordWrite(
  context: Pick<CallContext, 'ledger' | 'callId' | 'messageId'>,
  realPath: string,
  stats: BigIntStats,
  contentHash: string,
): void {
  const entry: ReadRecord = {
    ...toFingerprint(stats, contentHash),
    path: realPath,
    kind: 'write',
    isPartial: false,
    callId: context.callId,
    messageId: context.messageId,
  };
  context.ledger.record(entry);
}
