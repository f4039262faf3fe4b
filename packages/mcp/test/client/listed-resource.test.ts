import { expect, it } from 'vitest';
import { readListed } from '../../src/client/resources/listed-resource.ts';

it('a listed resource has no hidden text, and one whose address has some is left out', () => {
  const hidden = '\u{e0041}\u202e\u200b\u0007';
  const item = { uri: 'x:1', name: `n${hidden}`, description: `d${hidden}`, mimeType: `text/plain${hidden}` };
  expect(readListed('f', item)).toEqual([
    { server: 'f', uri: 'x:1', name: 'n', description: 'd', mimeType: 'text/plain' },
  ]);
  expect(readListed('f', { ...item, uri: `x:${hidden}` })).toEqual([]);
});
