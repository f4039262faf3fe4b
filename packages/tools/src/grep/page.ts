import type { RawPath } from '../ripgrep/path-names.ts';

export interface Entry {
  readonly path: RawPath;
  readonly body: string;
}

/** Maximum bytes of a result whatever `head_limit` says, including paths. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** A page of entries that arrive in order. */
export interface Page {
  /** `full` if this entry, and so every later one, is beyond the page. */
  offer(path: RawPath, body: string): 'more' | 'full';
  entries(): readonly Entry[];
  isCut(): boolean;
}

export function createPage(offset: number, limit: number, maxBytes: number = MAX_PAGE_BYTES): Page {
  const entries: Entry[] = [];
  let seen = 0;
  let bytes = 0;
  let isCut = false;
  return {
    offer(path, body) {
      if (seen++ < offset) return 'more';
      const size = path.length + body.length;
      // An entry larger than a page gets a page of its own, so that paging always advances.
      isCut ||= entries.length >= limit || (entries.length > 0 && bytes + size > maxBytes);
      if (isCut) return 'full';
      bytes += size;
      entries.push({ path, body });
      return 'more';
    },
    entries: () => entries,
    isCut: () => isCut,
  };
}
