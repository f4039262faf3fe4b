import { getOwn, isJsonObject } from '@sluice/core';

/** What a client requests in `initialize` that Sluice doesn't support. A hook that was ignored would guard nothing. */
export function initializeProblem(request: object): string | undefined {
  const found = UNSUPPORTED.filter(([name]) => isGiven(getOwn(request, name)));
  if (found.length === 0) return undefined;
  const each = found.map(([name, remedy]) => `"${name}" (${remedy})`);
  return `initialize requests something that Sluice does not support: ${each.join(', ')}. Nothing was run.`;
}

const NO_SERVERS = 'MCP servers are not available yet';

const UNSUPPORTED: readonly (readonly [name: string, remedy: string])[] = [
  ['hooks', 'define hooks in a settings file: --settings'],
  ['systemPrompt', 'use --system-prompt'],
  ['appendSystemPrompt', 'use --append-system-prompt'],
  ['planModeInstructions', 'use --append-system-prompt'],
  ['jsonSchema', 'use --json-schema'],
  ['disallowedTools', 'use --disallowedTools'],
  ['permissionMode', 'use --permission-mode'],
  ['permissions', 'use --settings'],
  ['settings', 'use --settings'],
  ['sandbox', 'use --settings'],
  ['mcpServers', NO_SERVERS],
  ['sdkMcpServers', NO_SERVERS],
  ['sdkMcpServerConfigs', NO_SERVERS],
  ['agents', 'sub-agents are not available yet'],
  ['skills', 'put them in .claude/skills'],
  ['plugins', 'plugins are not available yet'],
  ['toolAliases', 'tool aliases are not available yet'],
];

/** An empty list, object or string requests nothing, nor do hooks whose events all have empty lists. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (!isJsonObject(value)) return true;
  return Object.values(value).some((each) => !Array.isArray(each) || each.length > 0);
}
