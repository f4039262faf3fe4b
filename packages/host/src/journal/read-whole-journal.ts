import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@sluice/core';
import { readJournal, type JournalContent } from './read-journal.ts';

/** Where sub-agents keep their journals: `agents/<id>` in the session's directory. */
export const AGENTS_DIRECTORY = 'agents';

/** Names of the agents with a directory in a session's directory. Links are skipped: they lead outside the session. */
export function agentsIn(directory: string): readonly string[] {
  const agents = join(directory, AGENTS_DIRECTORY);
  try {
    if (!lstatSync(agents).isDirectory()) return [];
    return readdirSync(agents, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

interface WholeJournal extends JournalContent {
  /** The agents besides the main one. */
  readonly agents: readonly string[];
}

/**
 * The journals of all agents of a session merged by time, each in its own order. Messages of sub-agents are named `agent/message`, the
 * engine's name when the model gives none.
 */
export async function readWholeJournal(directory: string): Promise<WholeJournal> {
  const names = agentsIn(directory);
  const main = await readJournal(directory);
  if (names.length === 0) return { ...main, agents: [] };
  const others = await Promise.all(
    names.map(async (name) => {
      const content = await readJournal(join(directory, AGENTS_DIRECTORY, name));
      return { ...content, entries: content.entries.map((entry) => ofAgent(entry, name)) };
    }),
  );
  const all = [main, ...others];
  const sum = (count: (content: JournalContent) => number): number =>
    all.reduce((total, content) => total + count(content), 0);
  return {
    agents: names,
    entries: byTime(all.map(({ entries }) => entries)),
    setAside: sum(({ setAside }) => setAside),
    lost: sum(({ lost }) => lost),
    isRepaired: all.some(({ isRepaired }) => isRepaired),
    isEndUnknown: all.some(({ isEndUnknown }) => isEndUnknown),
    unverified: sum(({ unverified }) => unverified),
  };
}

function ofAgent(entry: JournalEntry, name: string): JournalEntry {
  if (!('messageId' in entry) || entry.messageId === undefined) return entry;
  const { messageId } = entry;
  return messageId.startsWith(`${name}/`) ? entry : { ...entry, messageId: `${name}/${messageId}` };
}

/** Even if the clock was set back, each journal keeps its own order. */
function byTime(journals: readonly (readonly JournalEntry[])[]): readonly JournalEntry[] {
  return journals
    .flatMap((entries) => {
      let latest = -Infinity;
      return entries.map((entry) => ({ entry, time: (latest = Math.max(latest, entry.time)) }));
    })
    .toSorted((one, other) => one.time - other.time || orderOfWrites(one.entry, other.entry))
    .map(({ entry }) => entry);
}

/** Of two writes to one file in the same millisecond, the second starts from what the first left. */
function orderOfWrites(one: JournalEntry, other: JournalEntry): number {
  if (one.type !== 'wrote' || other.type !== 'wrote' || one.path !== other.path) return 0;
  const [isFirst, isSecond] = [other.before?.hash === one.afterHash, one.before?.hash === other.afterHash];
  if (isFirst === isSecond) return 0;
  return isFirst ? -1 : 1;
}
