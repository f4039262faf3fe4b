import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtInPool } from '../../../src/cli/built-in-pool.ts';
import { toolTableMarkdown } from '../../../src/cli/tools-list/tool-table-markdown.ts';

it("docs/tools.md is what the tools' declarations say", async () => {
  const written = readFileSync(new URL('../../../../../docs/tools.md', import.meta.url), 'utf8');
  expect(written).toBe(await toolTableMarkdown());
});

it('the search hint of each tool has three to ten words, and more than those of its name', () => {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  // These two find and call the others.
  const tools = builtInPool().tools.filter(({ name }) => name !== 'ToolSearch' && name !== 'UseTool');
  const wrong = tools.flatMap(({ name, searchHint = '' }) => {
    const words = wordsOf(searchHint);
    const ofName = new Set(wordsOf(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')));
    const others = words.filter((word) => !ofName.has(word));
    return words.length >= 3 && words.length <= 10 && others.length >= 2 ? [] : [`${name}: ${searchHint}`];
  });
  expect(wrong).toEqual([]);
});
