import type { JsonObject } from '../data/json.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { CompiledRules } from '../permission/compiled-rules.ts';
import type { PermissionRule } from '../data/permission-rule.ts';

/** What the rules say about a tool whatever its calls do, looked up once: most calls are of a tool that was called before. */
export interface ToolRules {
  /** The tool's name and aliases. */
  readonly names: readonly string[];
  /** The first rule that allows every use of it. */
  readonly allow: PermissionRule | undefined;
  /** The first rule that denies it, or asks about it: every use, or those with such an input. */
  demand(behavior: 'ask' | 'deny', input: JsonObject): PermissionRule | undefined;
}

export function toolRulesOf(rules: CompiledRules, tool: AnyTool): ToolRules {
  const names = namesOf(tool);
  const restricted = restrictedNamesOf(tool);
  const demands = {
    ask: { whole: rules.forTool('ask', restricted), parameters: rules.parametersOf('ask', restricted) },
    deny: { whole: rules.forTool('deny', restricted), parameters: rules.parametersOf('deny', restricted) },
  };
  return {
    names,
    allow: rules.forTool('allow', names),
    demand(behavior, input) {
      const { whole, parameters } = demands[behavior];
      return whole ?? parameters?.(input);
    },
  };
}

/** The names by which rules can forbid it or ask about it. */
export function restrictedNamesOf(tool: AnyTool): readonly string[] {
  return [...namesOf(tool), ...(tool.restrictedAs ?? [])];
}

function namesOf({ name, aliases }: AnyTool): readonly string[] {
  return [name, ...aliases];
}
