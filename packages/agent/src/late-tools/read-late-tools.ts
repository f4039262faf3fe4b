import { readText, type JournalEntry, type ResultStore } from '@sluice/core';

/** What a journal records about deferred tools. */
export interface JournaledLateTools {
  /** Tool name to the hash of the definition that the model saw. */
  readonly loaded: ReadonlyMap<string, string>;
  /** Names that have been announced to the model. */
  readonly told: readonly string[];
}

export async function readLateTools(
  entries: readonly JournalEntry[],
  store: Pick<ResultStore, 'get'>,
): Promise<JournaledLateTools> {
  const loaded = entries.findLast((entry) => entry.type === 'tools-loaded');
  const listed = entries.findLast((entry) => entry.type === 'tools-listed');
  return {
    loaded: new Map(loaded?.names.map((name, at) => [name, loaded.hashes[at] ?? ''])),
    told: listed === undefined ? [] : namesIn(await readText(listed.names, store)),
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
