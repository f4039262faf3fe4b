import { getOwn, isJsonObject } from '@sluice/core';

/** What a program may ask for at the start that this one can't do; a hook that is passed over would guard nothing. */
export function initializeProblem(request: object): string | undefined {
  for (const [name, remedy] of UNSUPPORTED) {
    if (isGiven(getOwn(request, name))) return `"${name}" in initialize is not understood yet: ${remedy}.`;
  }
  return undefined;
}

const UNSUPPORTED: readonly (readonly [name: string, remedy: string])[] = [
  ['hooks', 'name hooks in a settings file (--settings)'],
  ['sdkMcpServers', 'there are no MCP servers yet'],
  ['agents', 'there are no sub-agents yet'],
  ['jsonSchema', 'give --json-schema'],
  ['systemPrompt', 'give --system-prompt'],
  ['appendSystemPrompt', 'give --append-system-prompt'],
];

/** An empty list, object or text asks for nothing. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
