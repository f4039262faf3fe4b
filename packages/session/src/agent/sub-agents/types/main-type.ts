import {
  explainNoTools,
  FilteredPool,
  mentionsTool,
  type AgentDefinition,
  type AgentTypes,
} from '@sluice/agent';
import { nearestName } from '@sluice/base';
import { childMode, type ToolPool } from '@sluice/core';
import type { SessionParts } from '../../../parts/session-parts.ts';
import { withListedCommands } from './listed-commands.ts';
import { withNamedServers } from './named-servers.ts';

/** The main agent as an agent of a certain type: its definition, and the session with the tools that it has. */
export type MainType =
  | { readonly ok: true; readonly definition: AgentDefinition; readonly parts: SessionParts }
  | { readonly ok: false; readonly message: string };

export function mainType(name: string, { definitions }: AgentTypes, parts: SessionParts): MainType {
  const definition = definitions.find((each) => each.name === name);
  if (definition === undefined) {
    const names = definitions.map((each) => each.name);
    const near = nearestName(name, names);
    const hint = near === undefined ? `Available: ${names.join(', ') || 'none'}.` : `Did you mean ${near}?`;
    return { ok: false, message: `There is no agent ${JSON.stringify(name)}. ${hint}` };
  }
  const { tools, disallowedTools, permissionMode, isTrusted } = withNamedServers(definition);
  const kept = new FilteredPool(
    parts.pool,
    (tool) =>
      !disallowedTools.some((item) => !item.includes('(') && mentionsTool(item, tool)) &&
      (tools === undefined || tools.some((item) => mentionsTool(item, tool))),
    [],
  );
  const pool = withListedCommands(kept, definition, parts.permission);
  if (pool.tools.length === 0) {
    const selection = { definition, isBackground: false, isDeepest: false, isInPlanMode: true };
    const why = explainNoTools(parts.pool, selection, parts.search.whyMissing);
    return { ok: false, message: `${name} would have no tools. ${why}` };
  }
  const { state } = parts.permission;
  const mode = childMode(state.current(), permissionMode, isTrusted);
  if (mode !== state.current().mode) state.update({ mode });
  const denies = disallowedTools.filter((item) => item.includes('('));
  if (denies.length > 0) {
    const denied = state.apply({
      type: 'addRules',
      behavior: 'deny',
      rules: denies,
      destination: 'session',
    });
    if (!denied.ok)
      return { ok: false, message: `disallowedTools of ${name} can't be applied: ${denied.message}` };
  }
  return {
    ok: true,
    definition,
    parts: withPool(parts, pool),
  };
}

/** The same session with other tools. */
export function withPool(parts: SessionParts, pool: ToolPool): SessionParts {
  return {
    ...parts,
    pool,
    get mcp() {
      return parts.mcp;
    },
  };
}

/** Types that the main agent may open: those in `Agent(a, b)` of its tools. Undefined: all. */
export function openableTypes({ tools }: AgentDefinition): ReadonlySet<string> | undefined {
  const limits = (tools ?? []).flatMap((item) => /^(?:Agent|Task)\((.*)\)$/.exec(item)?.[1] ?? []);
  if (limits.length === 0) return undefined;
  return new Set(limits.flatMap((list) => list.split(',').map((name) => name.trim())));
}
