import { expect, it } from 'vitest';
import { toolLabel, toolTitle } from '../../../src/client/definitions/tool-label.ts';

it.each([
  [undefined, 'search_issues', 'demo: search_issues'],
  ['Search Issues', 'search_issues', 'demo: Search Issues'],
  ['Search', 'search_issues', 'demo: Search (search_issues)'],
  ['Search', 'delete_all', 'demo: Search (delete_all)'],
])('a title of %s for %s: the name is shown unless the title says it', (title, name, shown) => {
  expect(toolTitle('demo', { name, title })).toBe(shown);
});

it.each([
  [{}, ''],
  [{ query: 'a\n b', all: true, page: 2, more: 'x' }, ' query: a b, all: true, page: 2'],
  [{ filter: { a: 1 }, query: 'x'.repeat(100) }, ` query: ${'x'.repeat(60)}`],
])('a row has the first values of the input: %j', (input, values) => {
  expect(toolLabel('demo', { name: 'find', title: undefined }, input)).toBe(`demo: find (MCP)${values}`);
});
