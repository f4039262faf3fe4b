import { join } from 'node:path';
import { costOf } from '@sluice/agent';
import type { JournalEntry } from '@sluice/core';
import { AGENTS_DIRECTORY, readJournal } from '@sluice/host';
import type { SessionParts } from '../../parts/session-parts.ts';
import { modelPrice } from '../model/model-price.ts';

/**
 * What the answers in a session's journals from before this time (in milliseconds since 1970) have cost, in US dollars, as far as prices
 * are known. Requests beside conversations are not journaled. An unreadable journal is treated as empty.
 */
export async function earlierUsd(
  { session, permission }: Pick<SessionParts, 'session' | 'permission'>,
  before: number,
): Promise<number> {
  if (session.resume === undefined) return 0;
  const agents = session.agents.map(({ agentId }) => join(session.directory, AGENTS_DIRECTORY, agentId));
  const costs = await Promise.all(
    [session.directory, ...agents].map(async (directory) => {
      const entries = await readJournal(directory).then(
        (read) => read.entries,
        () => [],
      );
      return entries
        .filter(({ time }) => time < before)
        .map((entry) => costOfEntry(entry, permission.loaded));
    }),
  );
  return costs.flat().reduce((sum, cost) => sum + cost, 0);
}

function costOfEntry(entry: JournalEntry, settings: SessionParts['permission']['loaded']): number {
  if (entry.type !== 'assistant') return 0;
  const price = modelPrice(settings, entry.model);
  return price === undefined ? 0 : costOf(entry.usage, price);
}
