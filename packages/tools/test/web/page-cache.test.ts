import { describe, expect, it } from 'vitest';
import type { Page } from '../../src/web/fetch-page.ts';
import { PageCache } from '../../src/web/page-cache.ts';

const MB = 1024 * 1024;

function page(url: string, length = 1): Page {
  return {
    ...{ url, status: 200, statusText: 'OK', contentType: 'text/html', kind: 'text' },
    ...{ text: 'x'.repeat(length), bytes: undefined, size: length, isCut: false },
  };
}

function cache(forMs = 1_000) {
  const clock = { now: 0 };
  const pages = new PageCache(forMs, () => clock.now);
  const kept = (urls: readonly string[]): readonly string[] =>
    urls.filter((url) => pages.get(url) !== undefined);
  return { clock, pages, kept };
}

describe('pages are kept', () => {
  it('for their time, counted from when they were fetched last', () => {
    const { clock, pages, kept } = cache();
    pages.set('a', page('a'));
    clock.now = 900;
    expect(kept(['a'])).toEqual(['a']);
    pages.set('a', page('a'));
    clock.now = 1_899;
    expect(kept(['a'])).toEqual(['a']);
    clock.now = 1_900;
    expect(kept(['a'])).toEqual([]);
  });

  it('up to 64 of them, the newest', () => {
    const { pages, kept } = cache();
    const urls = Array.from({ length: 70 }, (_, at) => `u${at}`);
    for (const url of urls) pages.set(url, page(url));
    expect(kept(urls)).toEqual(urls.slice(6));
  });

  it('up to 20 MB of them, the newest, and never one that is larger alone', () => {
    const { pages, kept } = cache();
    const urls = ['a', 'b', 'c'];
    for (const url of urls) pages.set(url, page(url, 4 * MB));
    expect(kept(urls)).toEqual(['b', 'c']);
    pages.set('huge', page('huge', 11 * MB));
    expect(kept(['huge', ...urls])).toEqual(['b', 'c']);
    // What was dropped no longer counts.
    pages.set('c', page('c'));
    pages.set('d', page('d', 5 * MB));
    expect(kept(['b', 'c', 'd'])).toEqual(['b', 'c', 'd']);
  });

  it('not at all if their time is 0', () => {
    const { pages, kept } = cache(0);
    pages.set('a', page('a'));
    expect(kept(['a'])).toEqual([]);
  });
});
