import { readText, type JournalEntry, type ResultStore } from '@sluice/core';

/** What a journal records about deferred tools. */
export interface JournaledLateTools {
  /** Tool name to the hash of the definition that the model saw. */
  readonly loaded: ReadonlyMap<string, string>;
  /** Names that have been announced to the model. */
  readonly told: readonly string[];
  /** Those that the first request named, or the first one after the last compaction. Undefined: none was made. */
  readonly declared: readonly string[] | undefined;
}

export async function readLateTools(
  entries: readonly JournalEntry[],
  store: Pick<ResultStore, 'get'>,
): Promise<JournaledLateTools> {
  const loaded = entries.findLast((entry) => entry.type === 'tools-loaded');
  const listings = entries.filter((entry) => entry.type === 'tools-listed');
  const names = await Promise.all(listings.map(async (entry) => namesIn(await readText(entry.names, store))));
  const begun = names.slice(names.findLastIndex((one) => one.length === 0) + 1);
  return {
    loaded: new Map(loaded?.names.map((name, at) => [name, loaded.hashes[at] ?? ''])),
    told: names.at(-1) ?? [],
    declared: begun[0],
  };
}

function namesIn(text: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
