import { parseAgentsJson, type AgentDefinition } from '@sluice/agent';

/** Definitions as `--agents` takes them, with a description and a prompt where there are none. */
export function definitionsOf(definitions: Record<string, object>): readonly AgentDefinition[] {
  const whole = Object.entries(definitions).map(([name, more]) => [
    name,
    { description: 'x', prompt: 'You.', ...more },
  ]);
  const parsed = parseAgentsJson(JSON.stringify(Object.fromEntries(whole)));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.definitions;
}
