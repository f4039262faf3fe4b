import type { CallContext } from '@sluice/core';
import { fingerprintOf } from '../../src/files/seen/file-parts.ts';
import { loadFile } from '../../src/files/load/load-file.ts';
import { resolvePath } from '../../src/files/paths/resolve-path.ts';

/** Notes in the ledger what a Read of the file by this call would: of all of it, or of its first lines. */
export async function noteRead(given: string, context: CallContext, limit?: number): Promise<void> {
  const { realPath } = resolvePath(given, context.cwd);
  const loaded = await loadFile(realPath, context.signal);
  if (!loaded.ok) return;
  const { callId, messageId } = context;
  context.ledger.record({
    ...fingerprintOf(loaded),
    path: realPath,
    kind: 'read',
    isPartial: limit !== undefined,
    ...(limit !== undefined && { range: { offset: 1, limit } }),
    callId,
    messageId,
  });
}
