import type { ToolEntry } from '../../../../src/pool/search/tool-entry.ts';
import { TOOL_QUERIES } from './tool-queries.ts';

/** Percent of the queries that have a right tool among the first five. */
export function recallAt5(
  search: (query: string) => readonly ToolEntry[],
  queries: typeof TOOL_QUERIES = TOOL_QUERIES,
): number {
  return (100 * (queries.length - missedAt5(search, queries).length)) / queries.length;
}

export function missedAt5(
  search: (query: string) => readonly ToolEntry[],
  queries: typeof TOOL_QUERIES = TOOL_QUERIES,
): readonly string[] {
  return queries
    .filter(([query, ...right]) => {
      const names = search(query)
        .slice(0, 5)
        .map(({ name }) => name);
      return !right.some((name) => names.includes(name));
    })
    .map(([query]) => query);
}

/** What tool search often is: words are counted in name and description. */
export function countingSearch(tools: readonly ToolEntry[]): (query: string) => readonly ToolEntry[] {
  const texts = tools.map(({ name, description }) => `${name} ${description}`.toLowerCase());
  return (query) => {
    const words = query.toLowerCase().split(/\s+/);
    return tools
      .map((tool, at) => ({
        tool,
        hits: words.filter((word) => texts[at]?.includes(word) === true).length,
      }))
      .filter(({ hits }) => hits > 0)
      .toSorted((a, b) => b.hits - a.hits)
      .map(({ tool }) => tool);
  };
}
