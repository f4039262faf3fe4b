import type { AnyTool } from '../tool/tool.ts';
import type { Claims } from '../data/claims.ts';
import type { JsonObject } from '../data/json.ts';
import type { PermissionContext } from '../permission/context.ts';
import type { PermissionDecision } from '../permission/decision.ts';

/** What a policy decides on: the pure part of a call. */
export interface PermissionQuery {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** The input as the model, a hook or a person wrote it, before the schema's parsing. */
  readonly json: JsonObject;
  readonly isReadOnly: boolean;
  /** As the tool declares them, relative paths and all; undefined when it declares none. */
  readonly claims: Claims | undefined;
  readonly cwd: string;
}

/** Decides from one snapshot, at once, with no effects: the same query and snapshot give the same decision. */
export interface PermissionPolicy {
  decide(query: PermissionQuery, snapshot: PermissionContext): PermissionDecision;
}
