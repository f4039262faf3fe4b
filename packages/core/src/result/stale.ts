import type { Files } from '../ports/files.ts';
import type { SessionLedger } from './session-ledger.ts';

/** How many of the latest reads are checked after a call with effects (DESIGN.md 6). */
const MAX_TRACKED = 1000;

/**
 * Which files that calls have read have changed since, each reported once. Undefined if none.
 *
 * @param own the call that has just ended: its own writes are not stale
 */
export async function staleHint(
  ledger: SessionLedger,
  files: Files,
  own: { readonly callId: string; readonly messageId: string },
): Promise<string | undefined> {
  const tracked = [...ledger.entries()].slice(-MAX_TRACKED);
  const stale: string[] = [];
  for (const record of tracked) {
    const isOwn = record.callId === own.callId && record.messageId === own.messageId;
    if (isOwn || ledger.isReported(record.path)) continue;
    const now = await files.fingerprint(record.path, record);
    if (now?.hash === record.hash) continue;
    ledger.markReported(record.path);
    stale.push(now === undefined ? `${record.path} (gone)` : record.path);
  }
  if (stale.length === 0) return undefined;
  const shown = stale.slice(0, 20).join(', ');
  const more = stale.length > 20 ? ` and ${stale.length - 20} more` : '';
  return `[Changed since you last saw them: ${shown}${more}. Read them again before you rely on them.]`;
}
