import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolIndex, type ToolIndex } from '../../../src/pool/search/tool-index.ts';
import type { ToolEntry } from '../../../src/pool/search/tool-entry.ts';
import { countingSearch, recallAt5 } from './corpus/recall.ts';
import { toolCorpus } from './corpus/tool-corpus.ts';
import { HELD_OUT_QUERIES } from './corpus/tool-queries.ts';

function entry(name: string, more: Partial<ToolEntry> = {}): ToolEntry {
  return { name, searchHint: undefined, server: undefined, description: '', parameters: [], ...more };
}

function indexOf(...entries: readonly ToolEntry[]): ToolIndex {
  const index = createToolIndex();
  index.update('all', entries);
  return index;
}

function names(index: ToolIndex, query: string, limit = 5): readonly string[] {
  return index.search(query, limit).map(({ name }) => name);
}

/** What is asked, the tools, and who is found, best first. */
const CASES: readonly (readonly [
  why: string,
  query: string,
  entries: readonly ToolEntry[],
  found: readonly string[],
])[] = [
  ['a word of the name', 'issue', [entry('list_pages'), entry('create_issue')], ['create_issue']],
  ['of a name in camelCase', 'issue', [entry('createIssue'), entry('pages')], ['createIssue']],
  ['of one with capitals and digits', 's3 url', [entry('getS3URL'), entry('x')], ['getS3URL']],
  ['written as one word', 'websearch', [entry('web_search'), entry('x')], ['web_search']],
  ['written as two', 'web search', [entry('websearch'), entry('x')], ['websearch']],
  [
    'the name before the hint, the hint before the description, that before parameters',
    'invoice',
    [
      entry('a', { parameters: ['invoice'] }),
      entry('b', { description: 'invoice' }),
      entry('c', { searchHint: 'invoice' }),
      entry('d_invoice'),
    ],
    ['d_invoice', 'c', 'b', 'a'],
  ],
  ['other forms of a word', 'creating queries', [entry('create_query'), entry('x')], ['create_query']],
  [
    'what means the same, after the word itself',
    'delete page',
    [entry('remove_page'), entry('delete_page')],
    ['delete_page', 'remove_page'],
  ],
  [
    'the beginning of a word that no tool has',
    'kuber',
    [entry('kubernetes_pods'), entry('x')],
    ['kubernetes_pods'],
  ],
  ['but not of a short one', 'kub', [entry('kubernetes_pods')], []],
  ['a word in spite of a typo', 'caculate', [entry('calculate'), entry('x')], ['calculate']],
  ['but not a short one', 'fiel', [entry('file')], []],
  ['nor another word that a tool has', 'colour', [entry('color'), entry('colour')], ['colour']],
  [
    'what does it, after the word itself',
    'merge',
    [entry('pdf_merger'), entry('git_merge')],
    ['git_merge', 'pdf_merger'],
  ],
  ['what it does', 'splitter', [entry('split_text'), entry('x')], ['split_text']],
  [
    'the tool whose server is about it',
    'picture of the card',
    [
      entry('mcp__albums__get_picture', { server: 'albums' }),
      entry('mcp__albums__upload', { server: 'albums' }),
      entry('mcp__cards__get_picture', { server: 'cards' }),
      entry('mcp__cards__search', { server: 'cards', description: 'Find a card.' }),
    ],
    ['mcp__cards__get_picture', 'mcp__cards__search', 'mcp__albums__get_picture'],
  ],
  [
    'the name that the query covers more of',
    'issue list',
    [
      entry('issue_archive', { searchHint: 'list issue', description: 'list issue list issue' }),
      entry('list_issue'),
    ],
    ['list_issue', 'issue_archive'],
  ],
  [
    'words beside each other, as in the query, before the same words apart',
    'stock price',
    [
      entry('a', { description: 'Price alerts of a shop that say what is in stock.' }),
      entry('b', { description: 'Returns the stock price of a share.' }),
    ],
    ['b', 'a'],
  ],
  [
    'only what has the required word in its name or server',
    '+github create',
    [
      entry('mcp__gitlab__create', { server: 'gitlab', description: 'like github' }),
      entry('mcp__github__create', { server: 'github' }),
      entry('github_create'),
    ],
    ['github_create', 'mcp__github__create'],
  ],
  ['every required word', '+git +push', [entry('git_pull'), entry('git_push')], ['git_push']],
  ['of equals, the one that came first', 'page', [entry('b_page'), entry('a_page')], ['b_page', 'a_page']],
  ['Chinese', '天气', [entry('w', { description: '查询天气预报' }), entry('x')], ['w']],
  ['Japanese among Latin', '検索 issue', [entry('w', { description: 'Issueを検索する' }), entry('x')], ['w']],
  ['accents', 'resume', [entry('w', { description: 'Résumé' }), entry('x')], ['w']],
  ['names of JavaScript', 'constructor', [entry('constructor'), entry('__proto__')], ['constructor']],
  ['nothing for no words', '+ !?', [entry('a')], []],
];

describe('a search finds', () => {
  it.each(CASES)('%s: %s', (_why, query, entries, found) => {
    expect(names(indexOf(...entries), query)).toEqual(found);
  });

  it('no more than was asked for', () => {
    const index = indexOf(...Array.from({ length: 9 }, (_, number) => entry(`page_${number}`)));
    expect(names(index, 'page', 3)).toEqual(['page_0', 'page_1', 'page_2']);
    expect(names(index, 'page', 0)).toEqual([]);
  });
});

it('finds after any changes what an index that was made at once finds', () => {
  const word = fc.constantFrom('get', 'page', 'issue', 'mail', 'send', 'list', 'file', '天気');
  const tool = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { maxLength: 4 }))
    .map(([name, description]) => entry(name.join('_'), { description: description.join(' ') }));
  const change = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(tool, { maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.array(word, { maxLength: 3 }), (changes, query) => {
      const changed = createToolIndex();
      const now = new Map<string, readonly ToolEntry[]>();
      for (const [source, entries] of changes) {
        changed.update(source, entries);
        changed.search(query.join(' '), 3);
        if (entries.length === 0) now.delete(source);
        else now.set(source, entries);
      }
      const fresh = createToolIndex();
      for (const [source, entries] of now) fresh.update(source, entries);
      expect(changed.size).toBe(fresh.size);
      expect(changed.search(query.join(' '), 5)).toEqual(fresh.search(query.join(' '), 5));
    }),
  );
});

it.each([
  [527, 90, 90],
  [1_000, 89, 90],
  [10_000, 84, 78],
])(
  'of %i tools, a right one is among the first five for %i percent of 60 queries written by hand, and for %i percent of 40 others',
  (size, least, leastOfOthers) => {
    const tools = toolCorpus(size);
    const index = indexOf(...tools);
    const search = (query: string) => index.search(query, 5);
    const recall = recallAt5(search);
    expect(recall).toBeGreaterThanOrEqual(least);
    expect(recall).toBeGreaterThan(recallAt5(countingSearch(tools)) + 5);
    expect(recallAt5(search, HELD_OUT_QUERIES)).toBeGreaterThanOrEqual(leastOfOthers);
  },
);
