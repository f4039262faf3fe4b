import { realpath } from 'node:fs/promises';
import { errorCode } from '@sluice/base';
import type { ReadLedger } from '@sluice/core';
import { isLargeFile } from '../load/fingerprint.ts';
import { wholePart } from './file-parts.ts';
import { loadFile } from '../load/load-file.ts';
import { recordWrite } from './record-write.ts';

const BY_CLIENT = { callId: '', messageId: '' };

/**
 * Records that the model has seen a file that no call of the conversation has read: its host says so.
 * @param mtimeMs when it had last changed then, as `Stats.mtimeMs`; fractions of a millisecond don't count
 * @param mayRead whether a real path may be read
 * @returns a sentence: why it isn't treated as seen
 */
export async function seedRead(
  ledger: ReadLedger,
  path: string,
  mtimeMs: number,
  mayRead: (realPath: string) => boolean,
): Promise<string | undefined> {
  const real = await realpath(path).catch((error: unknown) => error);
  if (typeof real !== 'string') return `${path} can't be read (${errorCode(real) ?? 'unknown error'}).`;
  if (!mayRead(real)) return `A permission rule denies reading ${path}.`;
  const loaded = await loadFile(real, new AbortController().signal);
  if (!loaded.ok) return loaded.message;
  const { stats, bytes, hash } = loaded;
  if (Number(stats.mtimeNs / 1_000_000n) !== Math.floor(mtimeMs))
    return `${path} has changed since: it must be read again.`;
  const parts = isLargeFile(stats) ? [wholePart(bytes)] : [];
  recordWrite({ ledger, ...BY_CLIENT }, real, stats, hash, { isKnown: true }, parts);
  return undefined;
}
