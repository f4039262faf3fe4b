import type { JournalWriter } from '../journal/writer.ts';

/** The deferred tools whose definitions an agent's model has seen: name to the hash of the definition, which may be unknown (`''`). */
export interface LoadedTools {
  readonly names: ReadonlyMap<string, string>;
  /** Returns why this could not be journaled; undefined if it was, or nothing has changed. */
  add(tools: Iterable<readonly [name: string, hash: string]>): string | undefined;
  /** They must be loaded again before the model knows them. */
  remove(names: Iterable<string>): string | undefined;
  /** What an earlier process of the session had loaded; it is already in the journal. */
  restore(tools: ReadonlyMap<string, string>): void;
}

export function createLoadedTools(journal: Pick<JournalWriter, 'write' | 'isOn'>): LoadedTools {
  const loaded = new Map<string, string>();
  const write = (): string | undefined =>
    journal.isOn
      ? journal.write({ type: 'tools-loaded', names: [...loaded.keys()], hashes: [...loaded.values()] })
      : undefined;
  return {
    names: loaded,
    add(tools) {
      let isChanged = false;
      for (const [name, hash] of tools) {
        isChanged ||= loaded.get(name) !== hash;
        loaded.set(name, hash);
      }
      return isChanged ? write() : undefined;
    },
    remove(names) {
      let isChanged = false;
      for (const name of names) isChanged = loaded.delete(name) || isChanged;
      return isChanged ? write() : undefined;
    },
    restore(tools) {
      for (const [name, hash] of tools) loaded.set(name, hash);
    },
  };
}
