import { describe, expect, it } from 'vitest';
import { createPage } from '../../src/grep/page.ts';

function pageOf(bodies: readonly string[], offset: number, limit: number, maxBytes?: number) {
  const page = createPage(offset, limit, maxBytes);
  for (const body of bodies) if (page.offer('p', body) === 'full') break;
  return { bodies: page.entries().map((entry) => entry.body), isCut: page.isCut() };
}

describe('a page', () => {
  it.each<[string, number, number, number | undefined, readonly string[], boolean]>([
    ['holds everything', 0, 9, undefined, ['a', 'b', 'c'], false],
    ['is not cut when it is just full', 0, 3, undefined, ['a', 'b', 'c'], false],
    ['is cut at the limit', 0, 2, undefined, ['a', 'b'], true],
    ['starts at the offset', 1, 1, undefined, ['b'], true],
    ['ends with what there is', 2, 5, undefined, ['c'], false],
    ['is empty past the end', 3, 5, undefined, [], false],
    ['is cut at its bytes, paths included', 0, Infinity, 4, ['a', 'b'], true],
    ['holds one entry at least', 0, Infinity, 1, ['a'], true],
  ])('%s', (_, offset, limit, maxBytes, bodies, isCut) => {
    expect(pageOf(['a', 'b', 'c'], offset, limit, maxBytes)).toEqual({ bodies, isCut });
  });
});
