import { defineTool, type AnyTool, type JsonObject, type ResultStore } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { boundStructure } from '../../src/server/bound-structure.ts';
import { shortStructure } from '../../src/server/short-structure.ts';
import { StoredResults } from '../../src/server/stored-results.ts';

const LIMIT = 1_000;
const words = (count: number): string[] => Array.from({ length: count }, (_, index) => `word ${index}`);

describe('a structure that is too long', () => {
  it.each<[string, JsonObject]>([
    ['a long text', { text: 'x y '.repeat(10_000), n: 1 }],
    ['a text of which each character is written as six', { text: '\u0001'.repeat(5_000) }],
    ['a long list', { list: words(5_000), isDone: true, nothing: null }],
    ['a list of one long item', { list: [{ lines: words(5_000) }] }],
    ['lists in lists', { list: words(50).map((word) => ({ word, inner: words(50) })) }],
    ['several long texts', { a: 'a '.repeat(5_000), b: 'b '.repeat(5_000), c: { d: 'd '.repeat(5_000) } }],
  ])('is shortened to the limit, and keeps its members and types: %s', (_title, structure) => {
    const short = shortStructure(structure, LIMIT);
    const { length } = JSON.stringify(short);
    expect(length).toBeLessThanOrEqual(LIMIT);
    // Not more than it must.
    expect(length).toBeGreaterThan(LIMIT / 8);
    expect(shapeOf(short)).toEqual(shapeOf(structure));
  });

  it('says in a text how much of it is missing, and sends no part of bytes', () => {
    const structure = { text: 'ab '.repeat(1_000), bytes: 'AAAA'.repeat(2_000) };
    const short = shortStructure(structure, LIMIT);
    expect(short?.['text']).toMatch(/^ab ab .*… \[\d+ more characters\]$/);
    expect(short?.['bytes']).toBe('… [8000 more characters]');
  });

  it('can not be shortened if it has too many members', () => {
    const structure = Object.fromEntries(words(5_000).map((word) => [word, true]));
    expect(shortStructure(structure, LIMIT)).toBeUndefined();
  });
});

/** The kinds of members, but for what lists hold. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
}

describe('within the bounds of a result', () => {
  const tool = (resultLimit?: number): AnyTool =>
    defineTool({
      name: 'count',
      description: 'Counts.',
      inputSchema: { type: 'object', properties: {} },
      claims: () => [],
      call: async () => ({ data: {} }),
      resultLimit,
    });
  const kept: string[] = [];
  const store: Pick<ResultStore, 'put'> = {
    put: async (text) => {
      kept.push(text);
      return { ok: true, file: { path: '/kept', bytes: text.length } };
    },
  };
  const value = { list: words(10_000) };
  const structure = { value, text: JSON.stringify(value) };
  const bound = (given: Partial<Parameters<typeof boundStructure>[1]>) =>
    boundStructure(structure, {
      tool: tool(),
      contentChars: 0,
      fits: () => true,
      stored: new StoredResults(),
      store,
      ...given,
    });

  it.each([
    ['50,000 characters', {}, 50_000],
    ['what the tool says', { tool: tool(2_000) }, 2_000],
    ['as much as the text beside it', { contentChars: 70_000 }, 70_000],
  ])('%s', async (_title, given, limit) => {
    const { value: short } = await bound(given);
    const { length } = JSON.stringify(short);
    expect(length).toBeLessThanOrEqual(limit);
    expect(length).toBeGreaterThan(limit / 8);
  });

  it('what is short enough is sent as it is', async () => {
    expect(await bound({ tool: tool(500_000) })).toEqual({ value, notes: [], meta: undefined });
  });

  it('the whole is kept, and the client learns where', async () => {
    const stored = new StoredResults();
    const { notes, meta } = await bound({ stored });
    const chars = structure.text.length;
    expect(kept.at(-1)).toBe(structure.text);
    expect(notes).toEqual([
      expect.objectContaining({ type: 'resource_link', name: 'count structured content' }),
      {
        type: 'text',
        text: `[The structured content of count has ${chars} characters and was shortened. The full version is in /kept.]`,
      },
    ]);
    expect(meta).toEqual({ 'sluice/structuredContentShortened': { characters: chars } });
    expect(stored.list()).toHaveLength(1);
  });

  it('what does not fit its schema when it is shortened is left out', async () => {
    const given = await bound({ fits: ({ list }) => Array.isArray(list) && list.length > 9_000 });
    expect(given).toMatchObject({ value: undefined, meta: undefined });
    expect(JSON.stringify(given.notes)).toContain('was left out. The full version is in /kept.');
  });
});
