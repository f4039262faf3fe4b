import type { RawPath } from '../ripgrep/path-names.ts';

export interface Entry {
  readonly path: RawPath;
  readonly body: string;
}

/** Bytes of one answer whatever `head_limit` says, paths included. */
export const MAX_PAGE_BYTES = 1024 * 1024;

/** A page of entries that come in order. */
export interface Page {
  /** `full` when this entry, and so every later one, is beyond the page. */
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
      // An entry that is larger than a page stands alone on one, so that paging always moves on.
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
