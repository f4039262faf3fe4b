import { getOwn, isJsonObject } from '@sluice/core';

/**
 * What a client requests in `initialize` that Sluice can't honor. A hook that was ignored would guard nothing.
 * @param isRunning the session has begun: what shapes it comes too late
 * @param first the `initialize` that the session began with: what it said may be said again. Default: there was none
 */
export function initializeProblem(
  request: object,
  isRunning: boolean,
  first: object = {},
): string | undefined {
  const table = isRunning ? [...TOO_LATE, ...UNSUPPORTED] : UNSUPPORTED;
  const found = table.filter(
    ([name]) =>
      isGiven(getOwn(request, name), name) &&
      !(isRunning && isSame(getOwn(request, name), getOwn(first, name))),
  );
  if (found.length === 0) return undefined;
  const each = found.map(([name, remedy]) => `"${name}" (${remedy})`);
  const why = isRunning ? 'can not honor once the session runs' : 'does not support';
  return `initialize requests something that Sluice ${why}: ${each.join(', ')}. Nothing was run.`;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const FIRST = 'send initialize as the first line, and start with --await-initialize';

/** What `initialize` can ask for only before the session begins. */
const TOO_LATE: readonly (readonly [name: string, remedy: string])[] = [
  ['hooks', `${FIRST}, or define hooks in a settings file: --settings`],
  ['systemPrompt', `${FIRST}, or use --system-prompt`],
  ['appendSystemPrompt', `${FIRST}, or use --append-system-prompt`],
  ['planModeInstructions', `${FIRST}, or use --append-system-prompt`],
  ['jsonSchema', `${FIRST}, or use --json-schema`],
  ['mcpServers', `${FIRST}, or use --mcp-config`],
  ['sdkMcpServers', FIRST],
  ['sdkMcpServerConfigs', FIRST],
  ['agents', `${FIRST}, or use --agents`],
  ['skills', FIRST],
  ['plugins', `${FIRST}, or use --plugin-dir`],
  ['toolAliases', FIRST],
];

const UNSUPPORTED: readonly (readonly [name: string, remedy: string])[] = [
  ['disallowedTools', 'use --disallowedTools'],
  ['permissionMode', 'use --permission-mode'],
  ['permissions', 'use --settings'],
  ['settings', 'use --settings'],
  ['sandbox', 'use --settings'],
  // What the SDK passes as flags; other clients write the same names here.
  ['agent', 'use --agent'],
  ['tools', 'use --tools'],
  ['maxTurns', 'use --max-turns'],
  ['maxBudgetUsd', 'use --max-budget-usd'],
  ['strictMcpConfig', 'use --strict-mcp-config'],
  ['managedSettings', 'use --managed-settings'],
  ['allowedMcpServers', 'use --settings'],
  ['deniedMcpServers', 'use --settings'],
  ['disableAllHooks', 'use --settings'],
];

/** Lists of all that there may be: an empty one allows nothing. */
const COMPLETE = ['tools', 'allowedMcpServers', 'allowedHttpHookUrls', 'httpHookAllowedEnvVars'];

/**
 * An empty list, object or string requests nothing, nor do hooks whose events all have empty lists.
 * @param name what it is called: an empty list of all that there may be allows nothing
 */
export function isGiven(value: unknown, name = ''): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (COMPLETE.includes(name)) return true;
  if (Array.isArray(value)) return value.length > 0;
  if (!isJsonObject(value)) return true;
  return Object.values(value).some((each) => !Array.isArray(each) || each.length > 0);
}
