import type { ResultStore, StoreWrite } from '../store.ts';
import { sha256 } from './sha256.ts';

const DIRECTORY = '/memory/tool-results';
const PRE_IMAGES = '/memory/pre-images';

export interface MemoryStore extends ResultStore {
  /** Every stored text, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** All stored bytes, by path. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** Writes a text like a tool that streams to an allocated path. */
  write(path: string, text: string): void;
  /** Makes every later `put`, `putBytes` and `allocate` fail with `code`; undefined repairs it. */
  breakWith(code: 'full' | 'unwritable' | undefined): void;
}

/** A store that lives as long as its object. Its paths look like files and exist nowhere. */
export function createMemoryStore(): MemoryStore {
  const encoder = new TextEncoder();
  const texts = new Map<string, string>();
  const kept = new Map<string, Uint8Array>();
  let failure: 'full' | 'unwritable' | undefined;
  let files = 0;

  function failed(code: 'full' | 'unwritable'): StoreWrite & { readonly ok: false } {
    const state = code === 'full' ? 'is full' : 'is not writable';
    return { ok: false, code, message: `The store at ${DIRECTORY} ${state}.` };
  }

  function nextPath(extension: string): string {
    files += 1;
    return `${DIRECTORY}/${files}.${extension}`;
  }

  return {
    texts,
    bytes: kept,
    async put(text) {
      if (failure !== undefined) return failed(failure);
      const wellFormed = text.toWellFormed();
      const bytes = encoder.encode(wellFormed);
      // By content, so that the order of writing never shows in a path.
      const path = `${DIRECTORY}/${await sha256(bytes)}.txt`;
      texts.set(path, wellFormed);
      return { ok: true, file: { path, bytes: bytes.length } };
    },
    async putBytes(bytes) {
      if (failure !== undefined) return failed(failure);
      const copy = new Uint8Array(bytes);
      const hash = await sha256(copy);
      const path = `${PRE_IMAGES}/${hash}.bin`;
      kept.set(path, copy);
      return { ok: true, file: { path, bytes: copy.length, hash } };
    },
    get: async (path) => texts.get(path),
    allocate: (_key, extension = 'txt') =>
      failure === undefined ? { ok: true, file: { path: nextPath(extension), bytes: 0 } } : failed(failure),
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
