import type { ToolPool } from '@sluice/core';
import type { TailItem } from '../tail-list/tail-list.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { mentionsTool } from './mentions-tool.ts';
import { LISTED_TOOLS } from './select-tools.ts';

/** The line above the list of types, which explains the list to the model. */
export const AGENT_TYPES_TITLE = 'Agent types for the Agent tool (subagent_type):';

/** Characters of one description, of the names of one type's tools, and of all descriptions. */
const MAX_DESCRIPTION = 1_000;
const MAX_TOOLS = 300;
const MAX_ALL = 60_000;

type Described = Pick<AgentDefinition, 'name' | 'description' | 'tools' | 'background' | 'isTrusted'>;

/**
 * The types as they are described to the model. Each has its name; if there are very many, the last ones have no more.
 * @param pool the session's tools: a type lists none that is not there
 */
export function agentTypeItems(
  definitions: readonly Described[],
  pool: Pick<ToolPool, 'tools'>,
): readonly TailItem[] {
  const isTrusted = (is: boolean): readonly Described[] => definitions.filter((one) => one.isTrusted === is);
  const texts = new Map<Described, string>();
  let room = MAX_ALL;
  // A repository takes no room from the user's own types.
  for (const definition of [...isTrusted(true), ...isTrusted(false)]) {
    const text = describe(definition, pool);
    room -= text.length;
    if (room < 0) break;
    texts.set(definition, text);
  }
  return definitions.map((one) => ({
    name: one.name,
    text: texts.get(one) ?? '(description left out)',
  }));
}

function describe({ description, tools, background }: Described, pool: Pick<ToolPool, 'tools'>): string {
  const listed = tools?.filter((item) => !isAbsent(item, pool));
  const names = listed === undefined ? undefined : listed.join(', ') || 'none';
  const has = names === undefined ? '' : ` (tools: ${cut(names, MAX_TOOLS)})`;
  return `${cut(description, MAX_DESCRIPTION)}${has}${background === false ? ' (its call waits for the report)' : ''}`;
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

/**
 * Whether an item of a list of tools names a built-in tool that a session doesn't have, such as WebSearch without a search service. Tools of
 * MCP servers and of the program may join later.
 */
function isAbsent(item: string, pool: Pick<ToolPool, 'tools'>): boolean {
  const [name = ''] = item.split('(', 1);
  return LISTED_TOOLS.has(name) && !pool.tools.some((tool) => mentionsTool(item, tool));
}
