import type { JsonObject } from '@sluice/core';
import type { ListedTool } from './listed-tool.ts';

type Named = Pick<ListedTool, 'name' | 'title'>;

/**
 * A server's tool for people: its title, and its name too unless that is the title in another spelling. Several tools may have one title, and a
 * title may say something else than the name that rules and the server use.
 */
export function toolTitle(server: string, { name, title }: Named): string {
  if (title === undefined || spelling(title) === spelling(name)) return `${server}: ${title ?? name}`;
  return `${server}: ${title} (${name})`;
}

/** A call's row: the tool, and the first values of its input. */
export function toolLabel(server: string, tool: Named, input: JsonObject): string {
  const values = Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [`${key}: ${String(value).slice(0, MAX_VALUE).toWellFormed().replaceAll(/\s+/g, ' ')}`]
      : [],
  );
  return `${toolTitle(server, tool)} (MCP) ${values.slice(0, MAX_VALUES).join(', ')}`.trimEnd();
}

const MAX_VALUE = 60;
const MAX_VALUES = 3;

function spelling(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
