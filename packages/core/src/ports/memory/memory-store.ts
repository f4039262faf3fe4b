import type { ResultStore, StoreWrite } from '../store.ts';
import { sha256 } from './sha256.ts';

const DIRECTORY = '/memory/tool-results';

export interface MemoryStore extends ResultStore {
  /** Every text that is kept, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Writes a text as a tool that streams to an allocated path would. */
  write(path: string, text: string): void;
  /** Makes every later `put` and `allocate` fail with `code`; undefined mends it. */
  breakWith(code: 'full' | 'unwritable' | undefined): void;
}

/** A store that lives as long as its object. Its paths look like files and exist nowhere. */
export function createMemoryStore(): MemoryStore {
  const encoder = new TextEncoder();
  const texts = new Map<string, string>();
  let failure: 'full' | 'unwritable' | undefined;
  let files = 0;

  function failed(code: 'full' | 'unwritable'): StoreWrite {
    const state = code === 'full' ? 'is full' : 'is not writable';
    return { ok: false, code, message: `The store at ${DIRECTORY} ${state}.` };
  }

  function nextPath(): string {
    files += 1;
    return `${DIRECTORY}/${files}.txt`;
  }

  return {
    texts,
    async put(text) {
      if (failure !== undefined) return failed(failure);
      const kept = text.toWellFormed();
      const bytes = encoder.encode(kept);
      // By content, so that the order of writing never shows in a path.
      const path = `${DIRECTORY}/${await sha256(bytes)}.txt`;
      texts.set(path, kept);
      return { ok: true, file: { path, bytes: bytes.length } };
    },
    get: async (path) => texts.get(path),
    allocate: () =>
      failure === undefined ? { ok: true, file: { path: nextPath(), bytes: 0 } } : failed(failure),
    remove(path) {
      texts.delete(path);
    },
    write(path, text) {
      texts.set(path, text);
    },
    breakWith(code) {
      failure = code;
    },
  };
}
