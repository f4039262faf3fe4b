import { nearestName } from '@sluice/base';
import { OWN_TOOLS } from '@sluice/core';
import { ABSENT_TOOLS } from '@sluice/hooks';

export type ToolNames =
  | {
      readonly ok: true;
      readonly names: readonly string[];
      /** What the user should know, one sentence each. */
      readonly notes: readonly string[];
    }
  /** A misspelled name would silently deprive the model of its tool. */
  | { readonly ok: false; readonly message: string };

/**
 * The names of `--tools` that Sluice has. Names that tools had before stand for their successors; tools that only other programs have,
 * and those of MCP servers, which `--tools` doesn't choose, are left out.
 */
export function checkToolNames(given: readonly string[]): ToolNames {
  const names: string[] = [];
  const notes: string[] = [];
  for (const name of given) {
    const successor = ABSENT_TOOLS.get(name);
    if (OWN_TOOLS.includes(name)) names.push(name);
    else if (successor !== undefined) names.push(successor);
    else if (name.startsWith('mcp__'))
      notes.push(`--tools: ${name.slice(0, 80)} has no effect; tools of MCP servers are always available`);
    else if (ABSENT_TOOLS.has(name)) notes.push(`--tools: Sluice has no tool ${name}`);
    else return { ok: false, message: unknownName(name) };
  }
  return { ok: true, names, notes };
}

function unknownName(name: string): string {
  if (name.includes('('))
    return `--tools takes tool names; pass rules such as ${name.slice(0, 80)} to --allowedTools or --disallowedTools`;
  const nearest = nearestName(name, OWN_TOOLS);
  const hint =
    nearest === undefined ? `there are ${OWN_TOOLS.toSorted().join(', ')}` : `did you mean ${nearest}?`;
  return `--tools: there is no built-in tool ${JSON.stringify(name.slice(0, 80))}; ${hint}`;
}
