import type { Page } from './fetch-page.ts';
import { MAX_CACHED_PAGES, MAX_CACHED_SIZE } from './web-limits.ts';

interface Kept {
  readonly page: Page;
  readonly until: number;
  readonly size: number;
}

/** Pages by address for a while; the oldest go first. */
export class PageCache {
  readonly #kept = new Map<string, Kept>();
  readonly #forMs: number;
  readonly #now: () => number;
  #size = 0;

  constructor(forMs: number, now: () => number) {
    this.#forMs = forMs;
    this.#now = now;
  }

  get(url: string): Page | undefined {
    const kept = this.#kept.get(url);
    if (kept === undefined || kept.until > this.#now()) return kept?.page;
    this.#drop(url, kept);
    return undefined;
  }

  set(url: string, page: Page): void {
    const size = page.text.length * 2 + (page.bytes?.length ?? 0);
    if (this.#forMs <= 0 || size > MAX_CACHED_SIZE) return;
    const before = this.#kept.get(url);
    if (before !== undefined) this.#drop(url, before);
    this.#kept.set(url, { page, until: this.#now() + this.#forMs, size });
    this.#size += size;
    for (const [oldest, kept] of this.#kept) {
      if (this.#kept.size <= MAX_CACHED_PAGES && this.#size <= MAX_CACHED_SIZE) break;
      this.#drop(oldest, kept);
    }
  }

  #drop(url: string, { size }: Kept): void {
    this.#kept.delete(url);
    this.#size -= size;
  }
}
