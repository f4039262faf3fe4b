import { getOwn, isJsonObject } from '../../data/json.ts';
import { readText } from '../../journal/conversation.ts';
import type { JournalText } from '../../ports/journal-entry.ts';
import type { ReadRecord } from '../../result/read-ledger.ts';
import type { Call } from '../../engine/call.ts';
import type { Engine } from '../../engine/engine.ts';
import { decidedPaths } from '../decided-files.ts';

/**
 * What the model knew of the files that an open call is about, for the journal: the process that runs the call has not read them. Undefined:
 * nothing.
 */
export async function seenFiles(engine: Engine, call: Call): Promise<JournalText | undefined> {
  const { cwd } = engine.session;
  const records = decidedPaths(engine, call).flatMap(
    (path) => engine.results.ledger.get(engine.ports.files.identify(path, cwd).realPath) ?? [],
  );
  return records.length === 0 ? undefined : engine.ports.journal.text(JSON.stringify(records));
}

/** The model knows of these files what it knew then; the tool checks that they are still the same. */
export async function restoreSeenFiles(
  engine: Engine,
  messageId: string,
  seen: JournalText | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const { ledger } = engine.results;
  for (const record of parse(await readText(seen, engine.ports.store))) {
    if (ledger.get(record.path) !== undefined) continue;
    ledger.record(record);
    if (record.messageId !== messageId) ledger.markReleased(record.messageId);
  }
}

function parse(text: string | undefined): readonly ReadRecord[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.flatMap((one: unknown) => parseRecord(one) ?? []) : [];
  } catch {
    return [];
  }
}

/** Without ranges and parts: what was known in part only is known a little less. */
function parseRecord(value: unknown): ReadRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const { path, hash, size, mtimeMs, inode, kind, isPartial, callId, messageId } = value;
  if (typeof path !== 'string' || typeof hash !== 'string') return undefined;
  if (typeof callId !== 'string' || typeof messageId !== 'string') return undefined;
  if (typeof size !== 'number' || typeof mtimeMs !== 'number' || typeof inode !== 'number') return undefined;
  if (kind !== 'read' && kind !== 'write') return undefined;
  return {
    path,
    hash,
    size,
    mtimeMs,
    inode,
    kind,
    callId,
    messageId,
    isPartial: isPartial !== false,
    hasMovedParts: getOwn(value, 'hasMovedParts') === true ? true : undefined,
  };
}
