import { isTrue, tryOr } from '../tool/predicates.ts';
import type { JsonObject } from '../data/json.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { PermissionQuery } from './policy.ts';

/** The policy query for a call that is not being run: for explanations and checks of rules. */
export function queryFor(tool: AnyTool, input: unknown, json: JsonObject, cwd: string): PermissionQuery {
  let known: Pick<PermissionQuery, 'claims'> | undefined;
  return {
    tool,
    input,
    json,
    cwd,
    isReadOnly: isTrue(() => tool.isReadOnly(input, { cwd })),
    // Only a tool that declares no actions is decided by them, and they may take a look at files.
    get claims() {
      known ??= { claims: tryOr(() => tool.claims?.(input, { cwd }), 'exclusive' as const) };
      return known.claims;
    },
  };
}
